"""Grammar of clauses: noun phrases and verb groups make claims."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from .nouns import Hue
from .terms import (
    Conflicts,
    Fact,
    Group,
    Holds,
    Pair,
    Predicate,
    Setting,
    Several,
    Term,
    Unit,
)
from .verbs import VerbGroup


@dataclass(frozen=True)
class Said:
    """What a verb phrase says of its subject."""

    predicates: tuple[Predicate, ...]
    hypothetical: int = 0
    #: Whether its verb needs a subject in the singular, or in the plural.
    singular: bool = False
    plural: bool = False


#: Verbs by what they say of nodes and colors.
VERBS = {
    "be": "be",
    "seem": "look seem appear",
    "show": "show carry wear hold use have sit stand read",
    "turn": "turn go become change switch move shift flip get take",
    "stay": "stay remain keep continue hold",
    "stick": "stick stay",
    "move": "change move switch shift flip follow",
    "put": "change switch move turn set put make recolor repaint paint color shift flip bring swap get "
    "take give",
    "paint": "set put make recolor repaint paint color change switch move turn shift flip leave",
    "touch_it": "change move recolor repaint touch adjust alter update switch",
    "keep": "keep leave hold",
    "take": "take use choose pick have give accept offer put",
    "gofor": "go settle opt play",
    "clash": "clash conflict collide interfere meet",
    "match": "match equal share hit",
    "share": "share have",
    "differ": "differ",
    "near": "touch border neighbor join meet",
    "linked": "connect join link",
    "work": "work fit suit do satisfy go match",
    "fit": "fit suit match satisfy",
    "fix": "fix solve resolve clear avoid remove settle repair handle eliminate sort address end",
    "end": "fix solve resolve clear remove eliminate end repair settle sort",
    "bring": "bring give cause create produce make trigger introduce mean",
    "swap": "swap switch exchange trade flip",
    "clean": "clean",
    "help": "help",
    "leave": "leave give",
    "force": "force push require",
    "let": "let allow permit enable",
    "block": "block rule exclude prevent forbid",
    "need": "need require want like prefer",
    "know": "know have",
    "tell": "tell say report mention give",
    "ask": "ask want demand request wish like prefer",
    "find": "find see",
    "see": "see count find have spot notice get",
    "have": "have see",
    "cope": "live deal cope manage work handle",
    "cause": "cause create produce trigger give make introduce",
    "fixed": "fix",
    "lose": "lose stop",
    "mean": "mean",
    "go": "go",
    "get": "get bring",
    "avoid": "avoid dodge escape",
    "do": "do",
    "dummy": "",
    "getto": "get go come drop return bring",
    "reach": "reach achieve manage",
    "bump": "bump run",
    "leaves": "leave drop",
    "give": "give grant",
    "offer": "offer give propose",
    "accept": "accept support handle",
    "cost": "cost",
    "pay": "pay lose",
}


def color_said(vg: VerbGroup, hue: Hue, how: str) -> Said | None:
    """Return what "is red", "turned red" or "stays red" says, with any auxiliaries."""
    hypothetical = vg.hypothetical
    if hue.joint == "and" or hue.colors == ("*",):
        return None
    if hue.colors == ("~",):
        if how != "turn" or vg.only:
            return None
        return moved_said(vg)
    mode = "can" if vg.mode == "will" and how == "turn" else vg.mode
    if (vg.only and mode != "can") or (vg.ended and mode):
        return None
    if vg.negated and hue.negated:
        return None

    def one(kind: str, **more: Any) -> Predicate:
        return Predicate(kind, hue.colors, **more)

    found: tuple[Predicate, ...]
    match mode:
        case "":
            if hue.joint == "or" and not hue.negated and not vg.negated:
                return None
            times = {
                "be": "gone"
                if vg.ended
                else "kept"
                if vg.still and not vg.negated
                else "was"
                if vg.past
                else "now",
                "turn": "began",
                "stay": "kept",
            }
            if vg.ended and (how != "be" or vg.negated or hue.negated):
                return None
            time = times[how]
            if how == "be" and vg.perfect and not vg.past:
                time = "kept"
            negated = vg.negated != hue.negated
            if negated and time in ("kept", "began"):
                return None
            found = (one("color", negated=negated, time=time),)
        case "can":
            if hue.negated:
                # "Can be anything but red": each other color is possible, and red is not.
                found = (one("can", negated=True), one("can others"))
            elif vg.only:
                found = (one("must"),)
            else:
                fresh = how == "turn" or vg.also or vg.perfect
                found = (one("can", fresh=fresh),)
                if vg.mode == "will":
                    found += (Predicate("moves"),)
                if how == "stay" or vg.still:
                    found += (one("color"), Predicate("stays"))
        case "cannot":
            if hue.negated:
                found = (one("must"),)
            else:
                found = (one("can", negated=True, fresh=how == "turn"),)
                if how == "stay":
                    found += (one("color"),) if not vg.perfect else (one("color", time="gone"),)
        case "must":
            if hue.negated:
                found = (one("can", negated=True),)
            elif vg.past and how == "turn":
                found = (one("color", time="began"), Predicate("forced"))
            else:
                found = (one("must", fresh=how == "turn"),)
                if how == "stay":
                    found += (one("color"),)
        case "need not":
            found = (one("must", negated=True),)
        case "would":
            if how == "turn":
                found = (one("can", fresh=True), Predicate("moves"))
            elif how == "stay":
                found = (one("color"), one("can"), Predicate("stays"))
            elif vg.still:
                # Nobody changes it in the case that is supposed.
                found = (one("color"),)
            else:
                found = (one("must"),)
            if hue.negated or vg.perfect:
                return None
        case _:
            return None
    return Said(found, hypothetical)


def moved_said(vg: VerbGroup) -> Said | None:
    """Return what "changed" says of nodes, with any auxiliaries."""
    if vg.only or (vg.ended and vg.mode):
        return None
    match vg.mode:
        case "":
            if vg.still or vg.ended:
                return None
            if not vg.past and not vg.perfect and not vg.negated and not vg.passive:
                return None
            found: tuple[Predicate, ...] = (Predicate("changed", negated=vg.negated),)
        case "can":
            found = (Predicate("movable"),)
        case "cannot":
            found = (Predicate("fixed"),)
        case "must":
            found = (Predicate("must move"),)
            if vg.past:
                found = (Predicate("changed"), Predicate("forced"))
        case "need not":
            found = (Predicate("must move", negated=True),)
            if vg.past:
                found = (Predicate("changed", negated=True),)
        case _:
            return None
    return Said(found, vg.hypothetical)


def kept_said(vg: VerbGroup) -> Said | None:
    """Return what "stays as it is" says of nodes."""
    if vg.only or (vg.ended and vg.mode):
        return None
    match vg.mode:
        case "":
            if vg.negated or vg.ended:
                return None
            found: tuple[Predicate, ...] = (Predicate("changed", negated=True),)
        case "can" | "would":
            found = (Predicate("must move", negated=True),)
        case "cannot":
            found = (Predicate("must move"),)
        case "must":
            found = (Predicate("only present"),)
        case "need not":
            found = (Predicate("movable"),)
        case _:
            return None
    return Said(found, vg.hypothetical)


def related_said(kind: str) -> Callable[..., Said | None]:
    """Return the action of verbs that relate nodes: "clashes with h2", "touches h4"."""

    def value(*values: Any) -> Said | None:
        vg = next(v for v in values if isinstance(v, VerbGroup))
        other = next((v for v in values if isinstance(v, Group)), None)
        negated = vg.negated
        time = "kept" if vg.still else "gone" if vg.ended else "was" if vg.past else "now"
        if vg.now and time == "now" and not vg.mode and kind == "same":
            time = "began"
        if vg.only or (vg.perfect and not vg.past):
            return None
        if time == "kept" and vg.mode:
            time = "now"
        if vg.mode in ("would", "will", "can"):
            if vg.mode == "can" or vg.past or vg.perfect or time != "now":
                return None
            time = "would"
        elif vg.mode in ("would not", "will not", "cannot"):
            negated, time = True, "would"
            if vg.mode == "cannot" and kind != "near":
                return None
        elif vg.mode:
            return None
        if time == "kept" and negated:
            return None
        if kind == "near" and time not in ("now",):
            return None
        predicate = Predicate(kind, (), other, negated, time)
        if other is None:
            predicate = Predicate("mutual?", (kind,), None, negated, time)
        return Said((predicate,), vg.hypothetical)

    return value


def is_several(group: Group) -> bool:
    """Return whether a group needs a verb in the plural."""
    return (
        group.kind == "named"
        and len(group.names) > 1
        and group.joint == "and"
        and group.quantity in ("all", "only")
    )


def held(group: Group, said: Said) -> Unit | None:
    """Return the clause that something is said of a group."""
    if said.singular and is_several(group):
        # "a2 clashes with h4, and a3 is red" does not say that h4 and a3 are red.
        return None
    if said.plural and group.kind == "named" and len(group.names) == 1 and group.quantity == "all":
        return None
    predicates = []
    for one in said.predicates:
        if one.kind == "mutual?":
            kind = one.colors[0]
            listed = (group.kind == "named" and len(group.names) > 1 and group.quantity == "all") or (
                group.kind == "they" and group.quantity in ("all", "none")
            )
            if listed and group.joint == "and" and kind != "trouble":
                one = Predicate("mutual", (kind,), None, one.negated, one.time)
            elif kind in ("clash", "fits", "trouble"):
                one = Predicate(kind, (), None, one.negated, one.time)
            else:
                return None
        predicates.append(one)
    if group.quantity == "none but":
        return Unit(
            Several(
                (
                    Holds(replace(group, quantity="none"), tuple(predicates)),
                    Holds(Group("named", group.minus), tuple(predicates)),
                )
            ),
            (),
            said.hypothetical,
        )
    if group.quantity == "none" and any(one.kind == "mutual" for one in predicates):
        return None
    negated = any(one.negated for one in predicates)
    several = group.kind in ("mine", "all mine", "yours") or bool(group.minus)
    plain = all(one.kind in ("changed", "must move", "movable", "color") for one in predicates)
    if negated and several and group.quantity == "all" and not plain:
        # "All my nodes do not clash" has two readings.
        return None
    if group.quantity == "any" and not said.hypothetical:
        return None
    if negated and group.quantity in ("none", "only"):
        return None
    return Unit(Holds(group, tuple(predicates)), (), said.hypothetical)


def colored(time: str) -> Callable[[Pair], Term | None]:
    """Return the action by which pairs of nodes and colors are claimed."""

    def value(*pairs: Pair) -> Term | None:
        claims: list[Term] = []
        for pair in pairs:
            if len(pair.colors) == 1:
                claims.append(Holds(pair.group, (Predicate("color", pair.colors, time=time),)))
            elif len(pair.colors) == len(pair.group.names) and pair.joint != "or":
                claims += [
                    Holds(Group("named", (name,)), (Predicate("color", (color,), time=time),))
                    for name, color in zip(pair.group.names, pair.colors, strict=True)
                ]
            else:
                return None
        return Several(tuple(claims))

    return value


def states(pairs: tuple[Pair, ...], time: str = "now") -> Term | None:
    """Return that nodes have colors."""
    return colored(time)(*pairs)


def simple(kind: str, **more: Any) -> Callable[..., Unit]:
    """Return the action of a clause without nodes."""
    return lambda *values: Unit(Fact(kind, **more))


def setting(kind: str, **more: Any) -> Callable[..., Unit | None]:
    """Return the action of a clause about what is possible."""

    def value(*values: Any) -> Unit | None:
        pairs: list[Pair] = []
        for one in values:
            if isinstance(one, tuple) and one and isinstance(one[0], Pair):
                pairs += one
            elif isinstance(one, Pair):
                pairs.append(one)
        hue = next((v for v in values if isinstance(v, Hue)), None)
        group = next((v for v in values if isinstance(v, Group)), None)
        vg = next((v for v in values if isinstance(v, VerbGroup)), None)
        number = next((v for v in values if isinstance(v, int)), 0)
        if group is not None:
            if hue is not None and hue.negated:
                return None
            pairs.append(Pair(group, hue.colors if hue else ("*",), hue.joint if hue else "or"))
        if not pairs:
            return None
        return Unit(Setting(kind, tuple(pairs), number, **more), (), vg is None or vg.mode != "" or True)

    return value


def conflicts(
    quantity: str, scope: str, time: str = "now", number: int | None = None
) -> Callable[..., Unit]:
    """Return the action of a clause that counts conflicts."""

    def value(*values: Any) -> Unit:
        count = number if number is not None else next((v for v in values if isinstance(v, int)), 0)
        at = next((v for v in values if isinstance(v, Group)), None)
        return Unit(Conflicts(quantity, count, scope, time, at))

    return value
