"""Claims that clauses about possible colors make."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .clauses import held, related_said, states
from .nouns import Hue, pair_of
from .terms import Given, Group, Holds, Pair, Predicate, Setting, Several, Supposed, Unit
from .verbs import VerbGroup


def topic(hue: Hue) -> tuple[Pair, ...] | None:
    """Return colors that are named without a node: those of the node that was named last."""
    pair = pair_of(Group("topic"), hue if hue.joint != "and" else replace(hue, joint="or"))
    return None if pair is None else (pair,)


def keeping(group: Group, hue: Hue) -> tuple[Pair, ...] | None:
    """Return nodes with the color that they are presupposed to have."""
    if len(hue.colors) != 1 or hue.negated:
        return None
    pair = pair_of(replace(group, colors=hue.colors * len(group.names)), hue)
    return None if pair is None else (pair,)


def works(pairs: tuple[Pair, ...], vg: VerbGroup, *other: Group) -> Unit | None:
    """Return what "h2 red would work" claims."""
    if (vg.past and not vg.mode) or vg.ended or vg.passive:
        return None
    if vg.mode in ("", "would", "can", "will") and not vg.negated:
        if other:
            fits = tuple(
                Holds(pair.group, (Predicate("fits", (), other[0], time="would"),)) for pair in pairs
            )
            return Unit(
                Several(tuple(under(pair, one) for pair, one in zip(pairs, fits, strict=True))), (), 2
            )
        return Unit(Setting("can", pairs, fresh=vg.also or vg.remote), (), max(1, vg.hypothetical))
    if vg.mode in ("would not", "cannot", "will not") or (vg.mode == "" and vg.negated):
        if other and len(pairs) == 1 and len(other[0].names) == 1:
            clash = Holds(pairs[0].group, (Predicate("clash", (), other[0], time="would"),))
            return Unit(under(pairs[0], clash), (), 2)
        if other:
            return None
        return Unit(Setting("cannot", pairs), (), max(1, vg.hypothetical))
    return None


def under(pair: Pair, claim: Any) -> Any:
    """Return a claim under a supposition."""
    return Supposed((Given((pair,)),), claim)


def works_not(pairs: tuple[Pair, ...], vg: VerbGroup, *other: Any) -> Unit | None:
    """Return what "h2 red is impossible" claims."""
    if vg.negated or vg.ended or vg.mode not in ("", "would") or (vg.past and not vg.mode):
        return None
    return Unit(Setting("cannot", pairs), (), max(1, vg.hypothetical)) if not other else None


def pairs_clash(pairs: tuple[Pair, ...], vg: VerbGroup, *other: Group) -> Unit | None:
    """Return what "h2 red would clash" claims."""
    if vg.mode not in ("would", "will", "would not", "", "will not") or vg.past or vg.ended or vg.still:
        return None
    if len(pairs) != 1:
        return None
    negated = vg.negated or vg.mode in ("would not", "will not")
    one = Predicate("clash", (), other[0] if other else None, negated, "would")
    return Unit(under(pairs[0], Holds(pairs[0].group, (one,))), (), 2)


def clash_with_colors(
    subject: Group | tuple[Pair, ...], vg: VerbGroup, others: tuple[Pair, ...]
) -> Unit | None:
    """Return what "b2 clashes with h2 red" claims: "with h2 red" is no supposition that stands apart."""
    if any(len(one.colors) != 1 or one.group.kind != "named" for one in others):
        return None
    other = Group("named", tuple(name for one in others for name in one.group.names))
    given = (Given(others, free=False),)
    if isinstance(subject, Group):
        said = related_said("clash")(vg, other)
        unit = held(subject, said) if said else None
    else:
        unit = pairs_clash(subject, vg, other)
    return None if unit is None else replace(unit, given=given)


def own_color(group: Group, hue: Hue, *rest: Any) -> Unit | None:
    """Return what "my b2 red would clash" presupposes: that b2 is red."""
    pair = pair_of(group, hue)
    claim = None if pair is None else states((pair,))
    return None if claim is None else Unit(claim)


def leaves(pairs: tuple[Pair, ...], vg: VerbGroup, number: int) -> Unit | None:
    """Return what "h2 red leaves me two colorings" claims."""
    if vg.mode not in ("", "would", "will") or vg.negated or vg.past or vg.ended:
        return None
    return Unit(Setting("count", pairs, number), (), 2)


def forces(pairs: tuple[Pair, ...], vg: VerbGroup, group: Group, hue: Hue) -> Unit | None:
    """Return what "h2 red forces b2 to be blue" claims."""
    if (
        vg.mode not in ("", "would", "will")
        or vg.negated
        or hue.negated
        or len(hue.colors) != 1
        or vg.passive
    ):
        return None
    return Unit(several_under(pairs, Holds(group, (Predicate("must", hue.colors),))), (), 2)


def several_under(pairs: tuple[Pair, ...], claim: Any) -> Any:
    """Return a claim under suppositions."""
    return Supposed((Given(pairs),), claim)


def lets(pairs: tuple[Pair, ...], vg: VerbGroup, group: Group, hue: Hue) -> Unit | None:
    """Return what "h2 red lets me keep b2 blue" claims."""
    if hue.negated or hue.joint == "and" or vg.passive:
        return None
    if vg.mode in ("", "would", "will") and not vg.negated:
        return Unit(several_under(pairs, Holds(group, (Predicate("can", hue.colors),))), (), 2)
    if vg.mode in ("would not", "will not") or vg.negated:
        return Unit(
            several_under(pairs, Holds(group, (Predicate("can", hue.colors, negated=True),))), (), 2
        )
    return None


def blocks(pairs: tuple[Pair, ...], vg: VerbGroup, group: Group, hue: Hue) -> Unit | None:
    """Return what "h2 red rules out b2 red" claims."""
    if vg.negated or vg.mode not in ("", "would", "will") or hue.negated or vg.passive:
        return None
    return Unit(several_under(pairs, Holds(group, (Predicate("can", hue.colors, negated=True),))), (), 2)


def pairs_fix(pairs: tuple[Pair, ...], vg: VerbGroup) -> Unit | None:
    """Return what "h2 red would solve it" claims."""
    if vg.mode in ("would", "can", "will") or (vg.mode == "" and not vg.past and not vg.negated):
        return Unit(Setting("fixes", pairs), (), 2)
    return None


def only_hue(group: Group, hue: Hue) -> Unit | None:
    """Return what "only red is left for b2" claims."""
    if hue.negated or "~" in hue.colors:
        return None
    pair = pair_of(group, hue if hue.joint != "and" else replace(hue, joint="or"))
    return None if pair is None else Unit(Setting("only", (pair,)), (), 1)
