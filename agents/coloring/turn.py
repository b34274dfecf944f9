"""The action of this domain: a participant's whole turn, as the platform checks and executes it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..contracts import ToolSpec
from .messages import Outgoing
from .situation import Constraint, NodeColor, Pin

Control = Literal["announce", "pass", "finish"]


class ChartMove(BaseModel):
    """A transition of the behavior chart; ``ticks`` is how long the agent has been in ``to``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    to: str
    trigger: str
    ticks: int = 0
    oracle: str | None = None
    fallback: bool = False


class Decision(BaseModel):
    """
    How the colors came about: greedy, snapped and applied side by side.

    Attributes
    ----------
    algorithm
        Which was used.
    computed, snapped, applied
        The coloring that the algorithm gave; the one that replaced it, if any; the one that stands.
    computed_penalty, best_penalty, penalty, conflicts
        What the three cost, ``best_penalty`` being that of the best answer there is; conflicts of the
        one that stands.
    reasons
        Names of the rules that decided: ``snap_skipped:forced``, ``accepted:better``, ...
    local_scores
        ``{node: {color: cost}}`` where the turn was asked to explain itself.
    explanation
        Then also why each node has its color: see ``explain_colors``.
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


class Turn(BaseModel):
    """
    What a participant does in one step.

    Attributes
    ----------
    assignments
        A color for every own node.
    satisfied
        Whether it says it is; the platform recomputes this for agents and refuses a false one.
    learned
        ``{foreign node: color}`` that it understood from text; reports are the platform's business.
    demanded
        ``(node, color)`` of own nodes that a person demanded, and that it takes on as pins.
    released
        Own nodes whose forced pins end.
    stated, withdrawn
        New constraints that peers stated of their nodes; ids of those taken back.
    promised
        What it tells the person it will do next turn.
    decision
        How the colors came about.
    messages
        What it says, and to whom; at most one for each recipient and kind.
    chart
        Transitions of its behavior chart in this turn, in order.
    flow
        Snapshot of its conversation with the person.
    control
        A person's control token.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    assignments: dict[str, str]
    satisfied: bool = False
    learned: dict[str, str] = Field(default_factory=dict)
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


#: Wider than :class:`Turn`, whose own check gives the finer reason for a refusal.
TURN = ToolSpec(
    name="turn",
    description="Color one's own nodes, and say something to neighbors.",
    parameters={"type": "object", "required": ["assignments"]},
)
