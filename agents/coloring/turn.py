"""The action of this domain: a participant's whole turn, as the platform checks and executes it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..contracts import ToolSpec
from .messages import Outgoing
from .situation import Constraint, NodeColor, Pin

#: ``"announce"`` starts a round of bargaining, ``"impossible"`` rejects all offers that wait for the
#: person, so that agents make others, and ``"init"`` goes back to the phase before bargaining.
Control = Literal["announce", "pass", "finish", "impossible", "init"]


class ChartMove(BaseModel):
    """A transition of the behavior chart; ``ticks`` is the number of turns spent in ``to``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    to: str
    trigger: str
    ticks: int = 0
    oracle: str | None = None
    fallback: bool = False


class Decision(BaseModel):
    """
    Record of how the colors were chosen: computed, snapped to the best answer, or kept.

    Attributes
    ----------
    algorithm
        Name of the algorithm.
    computed, snapped
        Coloring that the algorithm gave; the best answer that replaced it, if one did.
    computed_penalty, best_penalty, penalty, conflicts
        Penalty of the computed coloring, of the best answer, and of the coloring that stands; conflicts
        of the last.
    reasons
        Names of the rules that decided: ``snap_skipped:forced``, ``accepted:better``, ...
    local_scores, explanation
        ``{node: {color: cost}}``, and the reasons for the colors (see ``explain_colors``), if
        explanations were asked for.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    algorithm: str
    computed: dict[str, str] = Field(default_factory=dict)
    snapped: dict[str, str] | None = None
    computed_penalty: float | None = None
    best_penalty: float | None = None
    penalty: float | None = None
    conflicts: int | None = None
    reasons: tuple[str, ...] = ()
    local_scores: dict[str, dict[str, float]] | None = None
    explanation: dict[str, dict[str, Any]] | None = None

    def plain(self) -> dict[str, Any]:
        """Return the record as plain values without defaults; parts of it are shared."""
        if self.explanation is not None:
            return self.model_dump(mode="json", exclude_defaults=True)
        plain = _given(self, Decision)
        if not self.computed:
            del plain["computed"]
        if self.reasons:
            plain["reasons"] = list(self.reasons)
        return plain


def _given(record: BaseModel, model: type[BaseModel]) -> dict[str, Any]:
    """Return the fields of a record that do not have their defaults."""
    values = record.__dict__
    return {name: values[name] for name, default in _DEFAULTS[model] if values[name] != default}


class Turn(BaseModel):
    """
    The action of a participant in one step.

    Attributes
    ----------
    assignments
        A color for every own node.
    satisfied
        Claim to be satisfied; the platform recomputes it for agents and refuses a false one.
    learned
        ``{foreign node: color}`` understood from text; the platform itself takes care of reports.
    denied
        Foreign nodes of which the believed color was denied in text, and no other one told.
    demanded
        Colors of own nodes that a person demanded and that the participant accepts as pins.
    released
        Own nodes whose forced pins end.
    stated, withdrawn
        New constraints that peers stated about their nodes; ids of those taken back.
    promised
        Colors that the participant tells the person it will take next turn.
    decision
        Record of how the colors were chosen.
    messages
        Messages, at most one for each recipient and kind.
    chart
        Transitions of the behavior chart in this turn, in order.
    flow
        Snapshot of the conversation with the person.
    control
        Control token of a person.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    assignments: dict[str, str]
    satisfied: bool = False
    learned: dict[str, str] = Field(default_factory=dict)
    denied: tuple[str, ...] = ()
    demanded: tuple[Pin, ...] = ()
    released: tuple[str, ...] = ()
    stated: tuple[Constraint, ...] = ()
    withdrawn: tuple[str, ...] = ()
    promised: tuple[NodeColor, ...] = ()
    decision: Decision | None = None
    messages: tuple[Outgoing, ...] = ()
    chart: tuple[ChartMove, ...] = ()
    flow: dict[str, Any] | None = None
    control: Control | None = None

    def plain(self) -> dict[str, Any]:
        """
        Return the turn as plain values without defaults, as it is recorded; parts of it are shared.

        pydantic takes four times as long for the same; it writes the turns in which a person has a part.
        """
        decision, flow = self.decision, self.flow
        known = (self.learned, self.denied, self.stated, self.withdrawn)
        rare = (*known, self.demanded, self.released, self.promised)
        if any(rare) or flow is not None or self.control is not None or decision is None:
            return self.model_dump(mode="json", exclude_defaults=True)
        plain: dict[str, Any] = {"assignments": self.assignments, "decision": decision.plain()}
        if self.satisfied:
            plain["satisfied"] = True
        if self.messages:
            plain["messages"] = [_given(message, Outgoing) for message in self.messages]
        if self.chart:
            plain["chart"] = [_given(move, ChartMove) for move in self.chart]
        return plain


#: Fields of the records of a turn, and their defaults.
_DEFAULTS: dict[type[BaseModel], list[tuple[str, Any]]] = {
    model: [(name, field.default) for name, field in model.model_fields.items()]
    for model in (Decision, Outgoing, ChartMove)
}

#: Wider than :class:`Turn`, whose own check gives the more exact reason for a refusal.
TURN = ToolSpec(
    name="turn",
    description="Color your nodes, and send messages to neighbors.",
    parameters={"type": "object", "required": ["assignments"]},
)
