"""Claims that clauses about the agent make."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .change_clauses import acting
from .clauses import Said, color_said, colored, held, states
from .nouns import Hue, pair_of
from .subject_clauses import turn_list, with_tail
from .terms import Fact, Given, Group, Pair, Setting, Several, Unit
from .verb_phrases import from_to
from .verbs import VerbGroup


def joined(first: Unit, second: Unit) -> Unit | None:
    """Return what two verb phrases of the agent claim."""
    if first.hypothetical != second.hypothetical or first.given or second.given:
        return None
    return Unit(Several((first.claim, second.claim)), (), first.hypothetical)


def said_of(group: Group, said: Said | None) -> Unit | None:
    """Return the claim that something is said of nodes."""
    if said is None:
        return None
    return held(group, said)


def put(vg: VerbGroup, group: Group, hue: Hue) -> Unit | None:
    """Return what "I set b2 to red" claims."""
    if vg.passive or vg.still or vg.ended:
        return None
    group = replace(group, owner="own")
    pair = pair_of(group, hue)
    if vg.mode in ("can", "would") and pair is not None and not hue.negated and hue.joint != "and":
        return acting(vg, (pair,))
    if hue.joint == "and":
        # "I set b1 and b2 to red and blue."
        if pair is None or vg.mode or vg.negated:
            return None
        claim = colored("began")(pair)
        return None if claim is None else Unit(claim)
    return said_of(group, color_said(vg, hue, "turn"))


def solves(vg: VerbGroup, group: Group, hue: Hue, tail: tuple[Given, ...]) -> Unit | None:
    """Return what "I can solve it by setting b2 to red" claims."""
    pair = pair_of(group, hue)
    if (
        pair is None
        or vg.mode not in ("can", "would", "will")
        or any(len(g.pairs) != 1 or g.negated for g in tail)
    ):
        return None
    return Unit(Setting("solves", (pair, *(g.pairs[0] for g in tail))), (), max(1, vg.hypothetical))


def put_list(vg: VerbGroup, group: Group, hue: Hue, tail: tuple[Any, ...]) -> Unit | None:
    """Return what "I set a2 to red and a4 to blue" claims."""
    pairs = (pair_of(group, hue), *tail)
    group = replace(group, owner="own")
    if vg.mode in ("can", "would") and all(isinstance(one, Pair) for one in pairs):
        return acting(vg, pairs)
    return None if vg.passive else turn_list(group, vg, hue, tail)


def from_list(vg: VerbGroup, group: Group, old: Hue, new: Hue, tail: tuple[Any, ...]) -> Unit | None:
    """Return what "I moved a2 from red to blue and a4 to red" claims."""
    said = from_to(vg, old, new)
    if said is None or vg.mode or vg.passive:
        return None
    return with_tail(group, said, tail, "began")


def would_keep(vg: VerbGroup, group: Group, *hue: Hue) -> Unit | None:
    """Return what "I would keep b2 red" claims: b2 is red, and the agent has no reason to change it."""
    if vg.mode != "would" or vg.passive or vg.past or vg.ended or vg.only or vg.negated:
        return None
    if not hue:
        return Unit(Setting("keep plan", (Pair(group, ("=",), "or"),)), (), 2)
    pair = pair_of(group, hue[0])
    if pair is None or len(hue[0].colors) != 1:
        return None
    return Unit(Setting("keep plan", (pair,)), (), 2)


def kept_pairs(vg: VerbGroup, pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "I keep b2 red" claims."""
    match vg.mode:
        case "" if not vg.negated and not vg.ended:
            claim = states(pairs, "kept")
            return None if claim is None else Unit(claim)
        case "would":
            return Unit(Setting("keep plan", pairs), (), 2)
        case "can":
            claim = states(pairs)
            return None if claim is None else Unit(Several((claim, Setting("can", pairs))), (), 2)
        case "cannot":
            claim = states(pairs)
            return None if claim is None else Unit(Several((claim, Setting("cannot", pairs))), (), 2)
    return None


def take(vg: VerbGroup, pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "I can take b2 red" claims."""
    owned = tuple(replace(pair, group=replace(pair.group, owner="own")) for pair in pairs)
    if vg.passive or vg.ended:
        return None
    match vg.mode:
        case "" if not vg.negated:
            if any(len(pair.colors) > 1 and pair.joint == "or" for pair in owned):
                return None
            claim = states(
                owned, "kept" if vg.still else "was" if vg.past and vg.verb == "have" else "now"
            )
            return None if claim is None else Unit(claim)
        case "can" | "would" if not vg.only:
            return acting(vg, owned, fresh=vg.also)
        case "can" | "would" | "will":
            if vg.only:
                return Unit(Setting("only", owned), (), 2)
            return Unit(Setting("can", owned, fresh=vg.also or vg.mode != "can"), (), 2)
        case "cannot":
            return Unit(Setting("cannot", owned), (), 2)
        case "must":
            if vg.past:
                return None
            return Unit(Setting("only", owned), (), 2)
    return None


def need(vg: VerbGroup, pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "I need h2 red" claims."""
    if vg.verb in ("like", "prefer", "want") or vg.passive or vg.past:
        return None
    if vg.mode in ("", "would") and not vg.negated:
        return Unit(Setting("need", pairs), (), 2)
    return None


def need_np(vg: VerbGroup, group: Group, hue: Hue) -> Unit | None:
    """Return what "I need h2 to be red" claims."""
    if vg.verb in ("like", "prefer", "want") or vg.passive or vg.past:
        return None
    if vg.mode in ("", "would") and not vg.negated:
        return said_of(group, color_said(replace(vg, mode="must", verb="be"), hue, "be"))
    return None


def satisfied(vg: VerbGroup) -> Unit | None:
    """Return what "I am satisfied" claims."""
    if vg.past or vg.perfect or vg.mode not in ("", "would", "will") or vg.passive:
        return None
    if vg.ended:
        return None
    if vg.mode and not vg.still:
        return Unit(Fact("calm then"), (), 2) if vg.mode != "would not" else None
    return Unit(Fact("unsatisfied" if vg.negated else "satisfied"), (), vg.hypothetical)


def fixes(vg: VerbGroup) -> Unit | None:
    """Return what "I can solve it" claims."""
    if vg.past or (vg.perfect and not vg.mode):
        return None
    if vg.mode in ("can", "will"):
        return Unit(Fact("can solve"), (), 2)
    if vg.mode == "cannot":
        return Unit(Fact("cannot solve"), (), 2)
    return None


def count_colorings(vg: VerbGroup, number: int, quantity: str = "exactly") -> Unit | None:
    """Return what "I have two colorings" claims."""
    if vg.past or vg.negated or vg.mode not in ("", "would", "can") or vg.ended:
        return None
    return Unit(Fact("colorings", number, quantity), (), max(1, vg.hypothetical))


def copes(vg: VerbGroup, pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "I can live with h2 red" claims."""
    if vg.passive or (vg.past and not vg.mode):
        return None
    if vg.mode in ("", "can", "would") and not vg.negated:
        return Unit(Setting("can", pairs), (), 2)
    if vg.mode == "cannot":
        return Unit(Setting("cannot", pairs), (), 2)
    return None
