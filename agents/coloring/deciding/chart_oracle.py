"""A language model as the oracle of the behavior chart: it chooses among moves, never colors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...contracts import LLMGateway
from ...llm.calls import asking
from ...statechart.oracle import Oracle, OracleParams
from .behavior import Behavior, Choose, Facts

PROMPT_VERSION = "coloring.chart/1"

_DESCRIPTIONS = {
    Behavior.PROPOSING: "suggest the same changes to the neighbors once more",
    Behavior.AWAITING_REPLY: "wait for an answer",
    Behavior.RESPONDING: "explain once more how things stand",
}


@dataclass(frozen=True)
class _Asker:
    name: str


def oracle(gateway: LLMGateway, model: str, agent: str) -> Choose:
    """
    Return the oracle of one turn.

    If the model cannot be asked or its answer not be read, the chart takes its fallback.
    """

    def choose(options: Sequence[Behavior], facts: Facts) -> Behavior | None:
        asked = Oracle(
            gateway,
            OracleParams(model=model) if model else OracleParams(),
            fallback=Behavior.AWAITING_REPLY,
            descriptions=_DESCRIPTIONS,
        )
        context = {"satisfied": facts.satisfied, "already said": facts.nothing_new}
        with asking("oracle", PROMPT_VERSION):
            chosen = asked.decide_now(
                _Asker(agent), Behavior.DELIBERATING, "computed", list(options), context
            )
        return Behavior(chosen.value) if asked.calls and asked.calls[-1].error is None else None

    return choose
