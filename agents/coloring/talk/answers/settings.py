"""Answers about feasibility: colors of one node, settings of the border, a supposed coloring."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...bargaining.exclusions import apart
from ...bargaining.feasibility import feasible_all, told, why_no_setting
from ...wording.phrases import AS_NOW, WHILE_OTHERS_STAY, alternatives, enumerated, listed, stated
from ..reading import Question
from .answer import MAY_END, Answer, Asked, at_least, plan_text, reason_text
from .scores import best_first, score_now, score_text

#: Settings that a text lists; the typed answer holds all that were tested.
SHOWN = 5
#: Settings of the border that are tested for Q2; of a larger border only nodes that clash vary.
TESTED = 729
#: Settings that are scored, in about a millisecond each, and the best of them that a text names.
SCORED = 100
BEST = 3


def colors_of(question: Question, node: str, asked: Asked) -> Answer:
    """Test each color of one node, the rest of the border as it is supposed or believed to be (Q1)."""
    view = asked.view
    if node not in view.owners:
        return _own_colors(question, node, asked)
    if node in asked.agreed:
        text = f"We agreed on {node} {asked.agreed[node]}. {MAY_END}"
        return Answer(question, False, text)
    allowed = _allowed(asked, [node])[node]
    given = {pair.node: pair.color for pair in question.supposed}
    own = {v: color for v, color in given.items() if v in view.own}
    supposed = {v: color for v, color in given.items() if v not in own}
    tested: list[dict[str, str]] = [{**supposed, node: color} for color in allowed]
    if own:
        verdicts = [asked.feasible(own, one).feasible for one in tested]
    else:
        verdicts = _verdicts(asked, tested)
    good = [color for color, verdict in zip(allowed, verdicts, strict=True) if verdict]
    unknown = _unknown(asked, {node, *supposed})
    if given and not good:
        return can(replace(question, kind="Q3", subject="mind"), asked)
    if given and not (question.subject == "score" and not unknown and not own):
        text = f"With {listed(given)}, {node} could be {enumerated(good, 'or')}.{unknown}"
    elif good and question.subject == "score" and not unknown:
        text = " ".join(best_first(asked, [{**supposed, node: color} for color in good]))
    elif good:
        limits = asked.rules([node]) if len(allowed) < len(view.domain) else []
        because = f" You told me that {enumerated(limits)}." if limits else ""
        text = f"{node} could be {enumerated(good, 'or')}; that works for me.{unknown}{because}"
    else:
        reasons = told(view, why_no_setting(view, asked.situation, (node,)), asked.peer)
        which = "of" if len(allowed) == len(view.domain) else "that you allow for"
        text = f"No color {which} {node} works for me.{unknown}{reason_text(reasons)}"
    return _tested(question, bool(good), text, tested, verdicts)


def _own_colors(question: Question, node: str, asked: Asked) -> Answer:
    if node in asked.view.fixed:
        return Answer(question, None, f"{node} is fixed to {asked.view.fixed[node]}.")
    if (color := asked.situation.committed.get(node)) is not None:
        return Answer(question, False, f"{node} has to stay {color} because of a deal.")
    supposed = {pair.node: pair.color for pair in question.supposed}
    barred = asked.view.barring(asked.situation.barred).barred.get(node, ())
    allowed = [color for color in asked.view.domain if color not in barred]
    good = [color for color in allowed if asked.feasible({node: color}, supposed).feasible]
    limit = f" {_limits_text(node, barred, asked, you='You')}." if barred else ""
    if supposed and good:
        text = f"With {listed(supposed)}, {node} could be {enumerated(good, 'or')}."
        return Answer(question, True, text)
    if supposed:
        return can(replace(question, kind="Q3", subject="mind"), asked)
    if len(good) == 1 and asked.situation.colors.get(node) == good[0]:
        return Answer(question, False, f"{node} can only be {good[0]} now.{limit}")
    if good:
        return Answer(question, True, f"I could make {node} {enumerated(good, 'or')}.{limit}")
    because = asked.feasible({}).told(asked.view, asked.peer)
    which = "that is allowed for" if barred else "of"
    text = f"No color {which} {node} works for me.{limit or reason_text(because)}"
    return Answer(question, False, text, because=because)


def settings(question: Question, asked: Asked) -> Answer:
    """Test settings of the whole border, the current one among them (Q2)."""
    border = asked.view.border_of(asked.peer)
    if not border:
        return Answer(question, None, "We have no common border.")
    varied = _varied(asked, border)
    allowed = _allowed(asked, varied)
    beliefs = asked.situation.beliefs
    held = {n: beliefs[n] for n in border if n not in varied and n in beliefs}
    rows = itertools.product(*(allowed[node] for node in varied))
    every = [{**held, **dict(zip(varied, row, strict=True))} for row in rows]
    tested = [dict(one) for one in apart(asked.situation, asked.peer, every)]
    verdicts = _verdicts(asked, tested)
    good = [one for one, verdict in zip(tested, verdicts, strict=True) if verdict]
    if question.subject == "score" and 0 < len(good) <= SCORED and len(good[0]) == len(border):
        text = " ".join(best_first(asked, good, most=BEST))
    else:
        text = _settings_text(question, asked, varied, allowed, tested, good)
    return _tested(question, bool(good), text, tested, verdicts)


def _settings_text(
    question: Question,
    asked: Asked,
    varied: Sequence[str],
    allowed: Mapping[str, Sequence[str]],
    tested: Sequence[dict[str, str]],
    good: Sequence[dict[str, str]],
) -> str:
    beliefs = asked.situation.beliefs
    others_stay = WHILE_OTHERS_STAY if asked.view.has_several_peers else ""
    limited = len(tested) < len(asked.view.domain) ** len(varied)
    that = " that you allow" if limited else ""
    if not good:
        because = told(asked.view, why_no_setting(asked.view, asked.situation, varied), asked.peer)
        return f"No setting of {enumerated(varied)}{that} works for me.{reason_text(because)}"
    if len(good) == 1:
        return f"Only one setting{that} works for me: {listed(good[0])}{others_stay}."
    changes = _changes(good, {node: beliefs[node] for node in allowed if node in beliefs})
    if changes and question.subject == "change":
        return f"It would work if you set {alternatives(changes[:SHOWN])}{others_stay}."
    bad = [one for one in tested if one not in good]
    if len(bad) <= min(SHOWN, len(good) - 1) and len(varied) == len(asked.view.border_of(asked.peer)):
        return _almost_any(allowed, bad, limited, others_stay)
    near = sorted(good, key=lambda one: sum(beliefs.get(node) != color for node, color in one.items()))
    current = [one for one in near if all(beliefs.get(node) == color for node, color in one.items())]
    shown = "; ".join(listed(one) + (AS_NOW if one in current else "") for one in near[:SHOWN])
    more = f"; and {len(good) - SHOWN} more" if len(good) > SHOWN else ""
    return f"These settings work for me{others_stay}: {shown}{more}.{_pattern(varied, allowed, good)}"


def _with_more(
    supposed: Mapping[str, str], good: Sequence[dict[str, str]], asked: Asked
) -> dict[str, str] | None:
    """Return what to suppose beside something so that it works, the least change; None if nothing."""
    beliefs = asked.situation.beliefs
    fitting = [one for one in good if supposed.items() <= one.items() and len(one) > len(supposed)]
    changed = [sum(beliefs.get(node) != color for node, color in one.items()) for one in fitting]
    return fitting[changed.index(min(changed))] if fitting else None


def _changes(good: Sequence[dict[str, str]], now: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the least changes of known colors that do not work; empty if they do, or one is unknown."""
    if not good or {*now} != {*good[0]} or now in good:
        return []
    changes = [{node: color for node, color in one.items() if now[node] != color} for one in good]
    least = [one for one in changes if not any(other.items() < one.items() for other in changes)]
    return sorted(least, key=len)


def _almost_any(
    allowed: Mapping[str, Sequence[str]], bad: Sequence[dict[str, str]], limited: bool, others_stay: str
) -> str:
    """Say that all settings work, or which few do not."""
    several = len(allowed) > 1
    ruled_out = " that you have not ruled out" if limited else ""
    text = f"Any {'colors' if several else 'color'} of {enumerated(allowed)}{ruled_out}"
    text += f" {'work' if several else 'works'} for me{others_stay}"
    return f"{text}, except {', or '.join(map(listed, joined(bad, allowed)))}." if bad else f"{text}."


def joined(bad: Sequence[dict[str, str]], allowed: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """
    Return exceptions; a color that fails with every color of the other nodes is named alone.

    Parameters
    ----------
    bad
        Settings that do not work.
    allowed
        Colors of each node that are not ruled out.
    """
    rest, alone = list(bad), []
    several = len(allowed) > 1
    for node, color in dict.fromkeys(pair for one in bad for pair in one.items()) if several else ():
        with_it = [one for one in rest if one[node] == color]
        others = math.prod(len(colors) for other, colors in allowed.items() if other != node)
        if len(with_it) == others > 1:
            alone.append({node: color})
            rest = [one for one in rest if one not in with_it]
    return [*alone, *rest]


def _pattern(
    varied: Sequence[str], allowed: Mapping[str, Sequence[str]], good: Sequence[dict[str, str]]
) -> str:
    """Say what all settings that work have in common."""
    common = {
        node: good[0][node]
        for node in varied
        if len({one[node] for one in good}) == 1 and len(allowed[node]) > 1
    }
    return f" In all of them, {stated(common)}." if common else ""


def can(question: Question, asked: Asked) -> Answer:
    """Test a supposed coloring, or else the border as it is believed to be (Q3)."""
    view = asked.view
    supposed = {pair.node: pair.color for pair in question.supposed if pair.node in view.owners}
    own = {pair.node: pair.color for pair in question.supposed if pair.node not in view.owners}
    for node, color in own.items():
        if view.fixed.get(node, color) != color:
            return Answer(question, False, f"No, {node} is fixed to {view.fixed[node]}.")
    barred = view.barring(asked.situation.barred).barred
    for node, color in own.items():
        if color in barred.get(node, ()):
            return Answer(question, False, f"No, {_limits_text(node, [color], asked)}.")
    if (kept := _kept_by_deals({**supposed, **own}, asked)) is not None:
        return Answer(question, False, f"No, {kept}")
    found = asked.feasible(own, supposed)
    given = {**supposed, **own}
    condition = f"with {listed(given)}" if given else "with your colors as I know them"
    tested = [supposed] if supposed else []
    unknown = _unknown(asked, set(supposed))
    plain = question.subject in ("mind", "mind anyway", "score")
    border = asked.view.border_of(asked.peer)
    if found.feasible and not given and unknown and asked.situation.beliefs.keys().isdisjoint(border):
        # With no color of the person known, a yes would be about nothing.
        return Answer(question, None, f"I cannot say yet.{unknown}")
    if found.feasible and question.subject == "score" and not unknown:
        text = f"{score_text(asked, given, own)} {score_now(asked)}"
        return _tested(question, True, text, tested, [True])
    if found.feasible:
        plan = "" if _is_so(given, asked) else plan_text(found, asked, own)
        differ = [f"{v} could be {c}" for v, c in own.items() if asked.situation.colors[v] != c]
        if len(own) == 1 and not differ and not supposed and not plan:
            so = stated(own) if plain else f"Yes, {stated(own)}"
            return _tested(question, True, f"{so}.{unknown}", tested, [True])
        if len(differ) == len(own) == 1 and not supposed and not unknown:
            could = differ[0] if plain else f"Yes, {differ[0]}"
            text = f"{could}; tell me if you want that.{plan}"
            return _tested(question, True, text, tested, [True])
        yes = condition[0].upper() + condition[1:] if plain else f"Yes, {condition}"
        text = f"{yes} I can color my part without a conflict.{unknown}{plan}"
        return _tested(question, True, text, tested, [True])
    because = asked.reasons(found)
    no = condition[0].upper() + condition[1:] if plain else f"No, {condition}"
    text = f"{no} I would have {at_least(found.conflicts)}.{reason_text(because)}"
    without = settings(Question("Q2"), asked) if supposed and not own else None
    # With a conflict, every reply says what would help.
    peace = not view.conflicts(asked.situation.colors, asked.situation.beliefs)
    if without is not None and without.feasible and peace:
        text += f" {without.text}"
    elif without is not None and (changed := _with_more(supposed, without.feasible, asked)):
        # Else only what would make this very color work.
        text += f" With {listed(changed)} I can color my part without a conflict."
    if question.subject in ("anyway", "mind anyway"):
        text += f" Shall I make {listed(own)} all the same?"
    refusal = _tested(question, False, text, tested, [False])
    more = without.feasible if without is not None else ()
    return replace(refusal, because=because, feasible=more)


# --------------------------------------------------------------------------------------------- parts


def _limits_text(node: str, colors: Sequence[str], asked: Asked, *, you: str = "you") -> str:
    """Word which colors an own node cannot have, and who said so."""
    theirs = {
        one.color for one in asked.situation.constraints if (one.by, one.node) == (asked.peer, node)
    }
    rules = enumerated(f"{node} cannot be {color}" for color in dict.fromkeys(colors))
    return f"{you} told me that {rules}" if theirs.issuperset(colors) else f"{rules}, as I was told"


def _kept_by_deals(given: Mapping[str, str], asked: Asked) -> str | None:
    """Word the deals that colors contradict; None if there are none."""
    broken = {node: color for node, color in asked.agreed.items() if given.get(node, color) != color}
    if broken:
        return f"we agreed on {listed(broken)}. {MAY_END}"
    held = asked.situation.committed.items()
    others = [(node, color) for node, color in held if given.get(node, color) != color]
    return "{} has to stay {} because of a deal.".format(*others[0]) if others else None


def _is_so(supposed: Mapping[str, str], asked: Asked) -> bool:
    """Return whether a supposition is true and the agent has no conflict: nothing need change."""
    now, beliefs = asked.situation.colors, asked.situation.beliefs
    known = {**beliefs, **now}
    return all(known.get(v) == c for v, c in supposed.items()) and not asked.view.conflicts(now, beliefs)


def _verdicts(asked: Asked, tested: Sequence[dict[str, str]]) -> list[bool]:
    if not tested:
        return []
    return [good for good, _ in feasible_all(asked.view, asked.situation, tested)]


def _allowed(asked: Asked, nodes: Sequence[str]) -> dict[str, list[str]]:
    """Return the colors that the person has not ruled out."""
    left = {node: list(asked.view.domain) for node in nodes}
    for one in asked.situation.constraints:
        if one.node in left:
            left[one.node] = [c for c in left[one.node] if (c == one.color) == (one.kind == "required")]
    for node, color in asked.view.known_fixed.items():
        if node in left:
            left[node] = [color]
    return left


def _varied(asked: Asked, border: Sequence[str]) -> tuple[str, ...]:
    """Return as many nodes of the border as can be tested, those in conflict first."""
    clashing = {v for _, v, _ in asked.view.conflicts(asked.situation.colors, asked.situation.beliefs)}
    first = sorted(border, key=lambda node: (node not in clashing, node))
    most = len(first)
    while most > 1 and len(asked.view.domain) ** most > TESTED:
        most -= 1
    return tuple(sorted(first[:most]))


def _unknown(asked: Asked, named: set[str]) -> str:
    """Say which colors an answer had to leave open."""
    missing = [
        node
        for node in asked.view.border_of(asked.peer)
        if node not in asked.situation.beliefs and node not in named
    ]
    if not missing:
        return ""
    verb = "color" if len(missing) == 1 else "colors"
    return f" I do not know the {verb} of {enumerated(missing)} yet."


def _tested(
    question: Question,
    yes: bool,
    text: str,
    tested: Sequence[dict[str, str]],
    verdicts: Sequence[bool],
) -> Answer:
    both = list(zip(tested, verdicts, strict=False))
    good = tuple(one for one, verdict in both if verdict)
    bad = tuple(one for one, verdict in both if not verdict)
    return Answer(question, yes, text, good, bad)
