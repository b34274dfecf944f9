"""
Where the two conformance modes part: each difference is one named rule.

``LITERAL`` does what the requirements of the decision process say word for word, the period-2
oscillation included; ``PRODUCT``, the default, mends it. Nothing else in this room asks which mode it is
in: code reads rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ..errors import InputError

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
    How an agent takes its turn.

    Attributes
    ----------
    algorithm
        ``"greedy"``; ``"exhaustive"``, which the requirements call maxsum; ``"maxsum"``, the damped one
        of the solver; or ``"random"``.
    accept
        ``"always"``: what was computed replaces what was there, even if it is worse.
        ``"non_worsening"``: only if it costs less; or as much, while something is in conflict and what
        it was computed from has changed.
    calm_down
        Whether an agent that goes back and forth between two colorings plays ``"non_worsening"`` from
        then on, and no longer sidesteps.
    forced_until
        ``"next_turn"``: a color that a person demanded binds once. ``"released"``: it stays as a pin
        until the person lets go.
    preseed
        Whether greedy sees required colors of own nodes whose turn has not come.
    scope
        ``"global"``: edges between two foreign nodes that are seen count too. ``"cluster"``: only edges
        with an end of one's own.
    by_conflicts
        Whether "in conflict" is read off the number of conflicts, and not off a penalty above 0.001,
        which preferences can hide.
    overlay
        Whether a supposed coloring of one neighbor's border is laid over what is believed of all others,
        instead of standing alone.
    order
        Of options: ``"literal"`` by penalty, then both scores together, falling; ``"local"`` feasible
        ones first, then one's own score; ``"team"`` feasible ones first, then both scores together. A
        person who asks for the team's total gets ``"team"`` unless it is ``"literal"``.
    near
        Whether options are kept to those that change one node, as long as nothing is in conflict.
    need_all_beliefs
        Whether an agent is satisfied only once it knows the whole border.
    take_turns
        Whether neighbors change colors in different steps only; two that answer each other's last colors
        in one step may do so for ever.
    snap_threshold
        An exhaustive answer replaces a stuck greedy one if it saves more than this.
    score_tiebreak
        Whether among answers of least penalty the one of highest score is taken, instead of the first.
    counterfactual
        Whether options are scored with the best answer to them; otherwise with the current colors.
    damping
        Of ``"maxsum"``.
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
    snap_threshold: float = 5.0
    score_tiebreak: bool = False
    counterfactual: bool = True
    damping: float = 0.5

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise InputError(f"algorithm {self.algorithm!r}: expected one of {', '.join(ALGORITHMS)}")
        if not self.snap_threshold >= 0:
            raise InputError(f"snap_threshold {self.snap_threshold}: expected 0 or more")
        if not 0 <= self.damping < 1:
            raise InputError(f"damping {self.damping}: expected 0 <= damping < 1")


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
)
CONFORMANCE = {"product": PRODUCT, "literal": LITERAL}


def rules(conformance: str = "product", **changes: object) -> Rules:
    """Give the rules of a mode, with some of them replaced."""
    if conformance not in CONFORMANCE:
        raise InputError(f"conformance {conformance!r}: expected one of {', '.join(CONFORMANCE)}")
    return replace(CONFORMANCE[conformance], **changes)  # type: ignore[arg-type]
