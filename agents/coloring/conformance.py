"""
The differences between the two conformance modes, each as one named rule.

``LITERAL`` does what the requirements of the decision process say word for word, the period-2
oscillation included; ``PRODUCT``, the default, corrects it. Other code reads only the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ..errors import expected

Accept = Literal["always", "non_worsening"]
ForcedUntil = Literal["next_turn", "released"]
Order = Literal["literal", "local", "team"]
Algorithm = Literal["greedy", "exhaustive", "maxsum", "random"]
Scope = Literal["global", "cluster"]

ALGORITHMS: tuple[Algorithm, ...] = ("greedy", "exhaustive", "maxsum", "random")
#: Penalties that differ by less count as equal.
EPSILON = 0.001


@dataclass(frozen=True)
class Rules:
    """
    Rules of an agent's turn.

    Attributes
    ----------
    algorithm
        ``"greedy"``; ``"exhaustive"``, which the requirements call maxsum; ``"maxsum"``, the solver's
        damped Max-Sum; or ``"random"``.
    accept
        ``"always"``: the computed coloring replaces the current one even if it is worse.
        ``"non_worsening"``: only if it costs less, or as much while something is in conflict and the
        beliefs or pins have changed.
    calm_down
        Whether an agent that goes back and forth between two colorings is ``"non_worsening"`` from then
        on, and takes only colorings that cost less.
    forced_until
        ``"next_turn"``: a color that a person demanded binds once. ``"released"``: it stays a pin
        until the person releases it.
    preseed
        Whether greedy sees the required colors of own nodes that it has not colored yet.
    scope
        ``"global"``: edges between two foreign nodes that are seen count too. ``"cluster"``: only edges
        with an own end.
    by_conflicts
        Whether "in conflict" means a number of conflicts above 0; otherwise a penalty above 0.001,
        behind which preferences can hide a conflict.
    overlay
        Whether a supposed coloring of one neighbor's border is combined with the beliefs about all
        others, instead of standing alone.
    order
        Order of options: ``"literal"`` by penalty, then by the sum of both scores, falling; ``"local"``
        feasible ones first, then by the agent's own score; ``"team"`` feasible ones first, then by the
        sum of both scores. A person who asks for the team's total gets ``"team"``, except under
        ``"literal"``.
    near
        Whether options are kept to those that change one node, as long as nothing is in conflict.
    need_all_beliefs
        Whether an agent is satisfied only when it knows the colors of the whole border.
    take_turns
        Whether neighbors change colors in different steps only; two that answer each other's last colors
        in the same step may do so forever.
    visible_demands
        Whether a person may demand colors only of nodes that they see. Otherwise they can steer a
        hidden node by guessing its name, and a refusal would reveal the color it is bound to.
    acts_when_asked
        Whether an agent that could end its conflicts alone does so in the turn in which it answers the
        person, in any slot, instead of saying that it could.
    snap_threshold
        An exhaustive answer replaces a stuck greedy one if it saves more than this.
    score_tiebreak
        Whether the answer of highest score is taken among those of least penalty, instead of the first.
    high_scores
        Whether an agent beside a person that has no conflict takes an answer of highest score among
        those of least penalty. Without it a score that it names when it is asked may be one that it
        never takes.
    counterfactual
        Whether options are scored with the best answer to them; otherwise with the current colors.
    damping
        Damping of ``"maxsum"``, from 0 up to but not including 1.
    """

    algorithm: Algorithm = "greedy"
    accept: Accept = "non_worsening"
    calm_down: bool = True
    forced_until: ForcedUntil = "released"
    preseed: bool = True
    scope: Scope = "cluster"
    by_conflicts: bool = True
    overlay: bool = True
    order: Order = "local"
    near: bool = True
    need_all_beliefs: bool = True
    take_turns: bool = True
    visible_demands: bool = True
    acts_when_asked: bool = True
    snap_threshold: float = 5.0
    score_tiebreak: bool = False
    high_scores: bool = True
    counterfactual: bool = True
    damping: float = 0.5

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise expected("algorithm", self.algorithm, f"one of {', '.join(ALGORITHMS)}")
        if not self.snap_threshold >= 0:
            raise expected("snap_threshold", self.snap_threshold, "a number >= 0")
        if not 0 <= self.damping < 1:
            raise expected("damping", self.damping, "0 <= damping < 1")


PRODUCT = Rules()
LITERAL = Rules(
    accept="always",
    calm_down=False,
    forced_until="next_turn",
    preseed=False,
    scope="global",
    by_conflicts=False,
    overlay=False,
    order="literal",
    near=False,
    need_all_beliefs=False,
    take_turns=False,
    visible_demands=False,
    acts_when_asked=False,
    high_scores=False,
)
CONFORMANCE = {"product": PRODUCT, "literal": LITERAL}


def rules(conformance: str = "product", **changes: object) -> Rules:
    """Return the rules of a conformance mode, with some of them replaced."""
    if conformance not in CONFORMANCE:
        raise expected("conformance", conformance, f"one of {', '.join(CONFORMANCE)}")
    return replace(CONFORMANCE[conformance], **changes)  # type: ignore[arg-type]
