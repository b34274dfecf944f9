"""
What each sentence of the product claims, and the recomputation of the claim.

A sentence is recognized by its form, and checked against :class:`Evidence`. Forms that claim nothing
have no check. A sentence without a form here is judged by the guard of free drafts.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import NamedTuple

from ...wording.phrases import AS_NOW, WHILE_OTHERS_STAY, settings_in
from ...wording.templates import LATER
from .evidence import Evidence
from .ledger import FORMS, Check, may_change, pairs
from .ledger import LIST as _LIST
from .ledger import NAME as _N

_SOME = r"(one|\d+)"
_SCORED = re.compile(r"if you (?:set|keep) (.*), I can score (-?\d+)")
_CHANGE = re.compile(rf"{_N} (?:from {_N} )?to {_N}")


class Form(NamedTuple):
    """A form of sentences; ``check`` gets the evidence and the groups, None if nothing is claimed."""

    pattern: re.Pattern[str]
    check: Check | None


def holds(sentence: str, evidence: Evidence) -> bool | None:
    """Return whether a sentence is true; None if it has none of the forms."""
    found = _found(sentence)
    if found is None:
        return None
    check, groups = found
    return check is None or check(evidence, *groups)


@functools.lru_cache(maxsize=1 << 14)
def _found(sentence: str) -> tuple[Check | None, tuple[str | None, ...]] | None:
    """Return the check of the form of a sentence, and what it says; None if it has none of the forms."""
    for form in _forms_for(sentence):
        if match := form.pattern.fullmatch(sentence):
            return form.check, match.groups()
    return None


# -------------------------------------------------------------------------------------------- checks


def _mine(e: Evidence, text: str) -> bool:
    return all(e.colors.get(v) == c for v, c in pairs(text).items())


def _yours(e: Evidence, text: str) -> bool:
    return all(e.beliefs.get(v) == c for v, c in pairs(text).items())


def _clash(e: Evidence, own: str, other: str, color: str) -> bool:
    return (own, other, color) in e.conflicts


def _no_conflicts(e: Evidence) -> bool:
    # A person is told of what is not known; programs know what each of them has reported.
    return not e.conflicts and (e.is_sure or e.recipient not in e.view.people)


def _fits(e: Evidence, text: str = "") -> bool:
    return _yours(e, text) and not e.between


def _could(e: Evidence, text: str = "") -> bool:
    return _yours(e, text) and bool(e.conflicts) and e.fewest({}) == 0


def _could_not(e: Evidence, text: str = "") -> bool:
    return _yours(e, text) and bool(e.conflicts) and e.fewest({}) > 0


def _changed(e: Evidence, text: str) -> bool:
    for part in re.split(r", | and ", text):
        match = _CHANGE.fullmatch(part)
        if match is None or match[1] not in e.changed:
            return False
        old, new = e.changed[match[1]]
        if new != match[3] or match[2] not in (None, old):
            return False
    return True


def _changed_unseen(e: Evidence) -> bool:
    return any(node not in e.near for node in e.changed)


def _done(e: Evidence, text: str) -> bool:
    return _mine(e, text) and all(node in e.changed for node in pairs(text))


def _already(e: Evidence, text: str) -> bool:
    named = pairs(text.replace("already ", ""))
    return all(e.colors.get(v) == c and v not in e.changed for v, c in named.items())


def _free(e: Evidence, text: str) -> bool:
    return not set(re.split(r", | and ", text)) & {*e.forced, *e.view.barred}


def _score(e: Evidence, points: str) -> bool:
    return e.view.score(e.colors) == int(points)


def _scores_later(e: Evidence, points: str) -> bool:
    waits = not e.before.may_recolor or e.before.place is not None
    return waits and int(points) > e.view.score(e.colors) and e.reaches({}, {}, int(points))


def _scored(e: Evidence, text: str, *, only: bool = False) -> bool:
    parts = text.split("; ")
    more = parts[-1] == "and more"
    settings = []
    for part in parts[: -1 if more else None]:
        match = _SCORED.fullmatch(part)
        if match is None:
            return False
        named = settings_in(match[1])
        if not all(e.scores(setting, int(match[2])) for setting in named):
            return False
        settings += named
    if only:
        return len(e.working) == 1
    return not more or (e.table is not None and e.table.feasible_count > len(settings))


def _options(e: Evidence, text: str, others_stay: str | None) -> bool:
    return all(map(e.works, settings_in(text))) and _has_others(e, others_stay)


def _has_others(e: Evidence, others_stay: str | None) -> bool:
    """Return whether there are other neighbors, if a sentence depends on them."""
    return others_stay is None or e.view.has_several_peers


def _only(e: Evidence, text: str, others_stay: str | None) -> bool:
    now = {v: c for v, c in e.beliefs.items() if v in e.border}
    others = [setting for setting in e.working if setting != now]
    return others == [{**now, **pairs(text)}] and _has_others(e, others_stay)


def _works_one_of(e: Evidence, text: str) -> bool:
    parts = [part.removesuffix(AS_NOW) for part in text.split("; ")]
    return all(re.fullmatch(r"and \d+ more", part) is not None or e.works(pairs(part)) for part in parts)


def _any_of(e: Evidence, nodes: str, limited: str | None, text: str | None) -> bool:
    exceptions = [pairs(part) for part in text.split(", or ")] if text else []
    tested = list(e.settings())
    working = e.working_strictly
    excepted = [one for one in tested if any(part.items() <= one.items() for part in exceptions)]
    return (
        set(re.split(r", | and ", nodes)) == set(e.border)
        and bool(limited) == (len(tested) < len(e.view.domain) ** len(e.border))
        and all(any(part.items() <= one.items() for one in tested) for part in exceptions)
        and all(one not in working for one in excepted)
        and len(working) == len(tested) - len(excepted)
    )


def _counted(e: Evidence, count: str, text: str) -> bool:
    seen = {*e.near, *e.border}
    visible = [one for one in e.conflicts if {*one[:2]} <= seen]
    left, unseen = len(visible), 0
    for part in text.split("; "):
        if match := re.fullmatch(rf"my {_N} and (?:your|my) {_N} are both {_N}", part):
            if match.groups() not in visible:
                return False
            left -= 1
        elif match := re.fullmatch(r"(\d+) more that you see", part):
            left -= int(match[1])
        elif match := re.fullmatch(r"(\d+) that you do not see", part):
            unseen = int(match[1])
    return left == 0 and unseen == len(e.conflicts) - len(visible) and len(e.conflicts) == int(count)


def _none_works(e: Evidence, limited: str | None) -> bool:
    open_to_all = not e.view.known_fixed and all(c.node not in e.border for c in e.after.constraints)
    return bool(e.border) and (bool(limited) or open_to_all) and not e.working_strictly


def _with(e: Evidence, text: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    given = pairs(text)
    mine = {v: c for v, c in given.items() if v in e.view.own}
    return {v: c for v, c in given.items() if v not in mine}, mine


def _yes_with(e: Evidence, text: str) -> bool:
    return e.fewest(*_with(e, text), strict=True) == 0


def _no_with(e: Evidence, text: str, count: str) -> bool:
    return e.fewest(*_with(e, text), strict=True) >= _number(count)


def _number(word: str) -> int:
    return 1 if word == "one" else int(word)


def _one_of(text: str) -> list[str]:
    return re.split(r", | or ", text)


def _can_score(e: Evidence, text: str | None, points: str) -> bool:
    return e.reaches(*_with(e, text or ""), int(points))


def _score_of_many(e: Evidence, count: str, nodes: str, points: str) -> bool:
    good = [one for one in e.settings() if e.fewest(one, strict=True) == 0]
    same = [one for one in good if e.reaches(one, {}, int(points))]
    return {*re.split(r", | and ", nodes)} == {*e.border} and len(same) == int(count)


def _could_be_with(e: Evidence, text: str, node: str, colors: str) -> bool:
    each = [_with(e, f"{text} and {node} {color}") for color in _one_of(colors)]
    return all(e.fewest(supposed, own, strict=True) == 0 for supposed, own in each)


def _could_be(e: Evidence, node: str, text: str) -> bool:
    if node in e.view.own:
        colors = _one_of(text)
        kept = e.committed.get(node)
        if any(kept not in (None, one) or e.has_ruled("forbidden", node, one) for one in colors):
            return False
        return all(e.fewest({}, {node: color}, strict=True) == 0 for color in colors)
    return all(e.fewest({node: color}, strict=True) == 0 for color in _one_of(text))


def _only_that(e: Evidence, node: str, color: str) -> bool:
    others = [one for one in e.view.domain if one != color and one not in e.view.barred.get(node, ())]
    return _could_be(e, node, color) and all(
        e.fewest({}, {node: other}, strict=True) > 0 for other in others
    )


def _reason(e: Evidence, text: str) -> bool:
    parts = re.split(r", | and (?=\S+ (?:is|must|cannot|was|would)|you asked |(?:a|the) )", text)
    return all(fact_holds(e, part) for part in parts)


def fact_holds(e: Evidence, text: str) -> bool:
    """Return whether a fact that is given as a reason is true."""
    for pattern, check in _FACTS:
        if match := pattern.fullmatch(text):
            return check(e, *match.groups())
    return False


_FACTS: tuple[tuple[re.Pattern[str], Check], ...] = tuple(
    (re.compile(pattern), check)
    for pattern, check in (
        (rf"{_N} is fixed (?:to )?{_N}", lambda e, v, c: e.view.fixed.get(v) == c),
        (rf"{_N} is committed to {_N}", lambda e, v, c: e.committed.get(v) == c),
        (rf"{_N} was demanded {_N}", lambda e, v, c: e.forced.get(v) == c),
        (rf"you asked for {_N} {_N}", lambda e, v, c: e.forced.get(v) == c),
        (
            rf"{_N} cannot be {_N}",
            lambda e, v, c: c in e.view.barred.get(v, ()) or e.has_ruled("forbidden", v, c),
        ),
        (rf"{_N} must be {_N}", lambda e, v, c: e.stated(v, c)),
        (rf"{_N} is {_N}", lambda e, v, c: e.knows({v: c})),
        (rf"{_N} would be {_N}", lambda e, v, c: v in e.near or v in e.border),
        (r"(?:a|the) (?:\S+ )*\S+(?: \(\d+ of these\))?", lambda e: _unseen(e)),
    )
)


def _unseen(e: Evidence) -> bool:
    """Return whether there is a fact about a node that the recipient does not see."""
    seen = {*e.near, *e.border}
    return any(node not in seen for node in (*e.bound, *e.beliefs))


def _why(e: Evidence, node: str, color: str, text: str) -> bool:
    known = {**e.beliefs, **e.colors}
    touching = [v if u == node else u for u, v in e.view.edges if node in (u, v)]
    for part in re.split(r", | and (?=\S+ would|it cannot)", text):
        if part.startswith("it cannot be "):
            if part.removeprefix("it cannot be ") not in e.view.barred.get(node, ()):
                return False
            continue
        other, _, rest = part.partition(" would ")
        clashing = {v for v in touching if known.get(v) == other}
        if rest in ("work", "also work"):
            works = all(known.get(v) != color for v in touching)
            true = not clashing and works == (rest == "also work")
        elif rest.endswith("that you do not see"):
            true = bool(clashing - {*e.near, *e.border})
        else:
            named = re.split(r", | and ", rest.removeprefix("clash with "))
            true = set(named) <= clashing
        if not true:
            return False
    return e.colors.get(node) == color


def _unknown(e: Evidence, text: str) -> bool:
    return not {*re.split(r", | and ", text)} & {*e.beliefs}


# --------------------------------------------------------------------------------------------- forms

_TABLE: tuple[tuple[str, Check | None], ...] = (
    # The current state; "score" could be a node by its form.
    (r"My score is (-?\d+)\.", _score),
    (rf"My {_LIST}\.", _mine),
    (rf"Your {_LIST}\.", _yours),
    (rf"My {_N} and your {_N} are both {_N}\.", _clash),
    (rf"My {_N} and your {_N} are both {_N}; could you give \S+ another color\?", _clash),
    (r"There (?:is|are) (\d+) more conflicts? between us\.", lambda e, n: len(e.between) == int(n) + 2),
    (r"There is no conflict between us\.", lambda e: not e.between),
    (
        r"Some of my own nodes clash with each other\.",
        lambda e: any(v in e.view.own for _, v, _ in e.conflicts),
    ),
    (
        r"I have a conflict with another neighbor(?:, as far as I know)?\.",
        lambda e: any(v in e.view.owners and v not in e.border for _, v, _ in e.conflicts),
    ),
    (r"(?:Yes, )?I have no conflicts\.", _no_conflicts),
    (rf"(?:Yes, my|My) colors fit your {_LIST}\.", _fits),
    (r"(?:Yes, my|My) colors fit your part\.", _fits),
    (r"Yes, your part works for me\.", lambda e: not e.conflicts),
    (rf"Yes, your {_LIST} works? for me\.", lambda e, t: _yours(e, t) and not e.conflicts),
    (r"Yes, I can work with your part, but I have not done so yet\.", _could),
    (rf"Yes, I can work with your {_LIST}, but I have not done so yet\.", _could),
    (r"No, your part does not work for me\.", _could_not),
    (rf"No, your {_LIST} do(?:es)? not work for me\.", _could_not),
    (r"I can solve this on my side; you need not change anything\.", _could),
    (r"I cannot say yet\.", lambda e: any(v not in e.beliefs for v in e.border)),
    (r"Apart from conflicts, my score is (-?\d+)\.", _score),
    (re.escape(LATER).replace(r"\{\}", r"(\d+)"), _scores_later),
    # Changes.
    (r"I changed nothing\.", lambda e: not e.changed),
    (r"I (?:also )?changed nodes that you do not see\.", _changed_unseen),
    (r"I changed (.* to .*)\.", _changed),
    (r"Done: I set a node that you do not see\.", lambda e: any(v not in e.near for v in e.forced)),
    (rf"Done: {_LIST} now\.", _done),
    (r"Yes, (\S+ is already .*)\.", _already),
    (r"I may change (.*) again\.", _free),
    (rf"No, {_N} is fixed to {_N}, so I cannot make it \S+\.", lambda e, v, c: e.view.fixed.get(v) == c),
    (rf"No, a deal keeps {_N} {_N}, so .*\.", lambda e, v, c: e.before.committed.get(v) == c),
    # What would help.
    (r"What works for me: (.*)\.", _scored),
    (r"Only one setting of your nodes works for me: (.*)\.", lambda e, t: _scored(e, t, only=True)),
    (rf"Only one change would help: set (.*?)({WHILE_OTHERS_STAY})?\.", _only),
    (rf"It would work if you set (.*?)({WHILE_OTHERS_STAY})?\.", _options),
    (r"There are more ways\.", lambda e: e.table is not None and e.table.feasible_count > 1),
    (r"Reason: (.*)\.", _reason),
    (
        r"As far as I know, no setting of your border nodes(?: alone)? works for me\.",
        lambda e: not e.working,
    ),
    (
        r"I know no change of your border nodes that would solve this\.",
        lambda e: e.table is not None and bool(e.conflicts) and e.fewest({}) > 0,
    ),
    # Answers to questions.
    (r"Yes, with your colors as I know them I can color .*\.", lambda e: _yes_with(e, "")),
    (rf"Yes, with {_LIST} I can color my part without a conflict\.", _yes_with),
    (
        rf"No, with your colors as I know them I would have at least {_SOME} conflicts?\.",
        lambda e, n: _no_with(e, "", n),
    ),
    (rf"No, with {_LIST} I would have at least {_SOME} conflicts?\.", _no_with),
    (
        rf"With (?:{_LIST}|your colors as I know them) I can color my part without a conflict\.",
        lambda e, t: _yes_with(e, t or ""),
    ),
    (rf"With (?:{_LIST}|your colors as I know them) I can score (-?\d+)\.", _can_score),
    (r"There are (\d+) settings of (.+) with which I can score (-?\d+)\.", _score_of_many),
    (rf"With {_LIST}, {_N} could be (.*)\.", _could_be_with),
    (r"(?:Yes, )?I am satisfied\.", lambda e: e.after.satisfied),
    (r"(?:No, )?I am not satisfied\.", lambda e: not e.after.satisfied),
    (rf"{_N} could be (.*); (?:that works|both work|all work) for me\.", _could_be),
    (
        r"Any colors? of (.*?)( that you have not ruled out)? works? for me"
        rf"({WHILE_OTHERS_STAY})?(?:, except (.*))?\.",
        lambda e, nodes, limited, others, text: (
            _any_of(e, nodes, limited, text) and _has_others(e, others)
        ),
    ),
    (r"I have (\d+) conflicts?: (.*)\.", _counted),
    (
        r"I have (\d+) conflicts? (that you do not see)\.",
        lambda e, count, unseen: _counted(e, count, f"{count} {unseen}"),
    ),
    (
        r"(?:Yes, )?I have no conflicts that I know of\.",
        lambda e: not e.conflicts and not e.is_sure,
    ),
    (rf"With {_LIST} I would have at least {_SOME} conflicts?\.", _no_with),
    (
        rf"With your colors as I know them I would have at least {_SOME} conflicts?\.",
        lambda e, n: _no_with(e, "", n),
    ),
    (rf"(?:Yes, )?{_N} could be {_N}; tell me if you want that\.", _could_be),
    (rf"I could make {_N} (.*)\.", _could_be),
    (rf"{_N} can only be {_N} now\.", _only_that),
    (
        rf"Only one setting(?: that you allow)? works for me: (.*?)({WHILE_OTHERS_STAY})?\.",
        lambda e, t, others: e.works(pairs(t)) and _has_others(e, others),
    ),
    (
        rf"These settings work for me({WHILE_OTHERS_STAY})?: (.*)\.",
        lambda e, others, t: _works_one_of(e, t) and _has_others(e, others),
    ),
    (r"No setting of .*?( that you allow)? works for me\.", _none_works),
    (rf"{_N} is {_N} because you asked for it\.", lambda e, v, c: e.forced.get(v) == c),
    (rf"(?:No, )?{_N} has to stay {_N} because of a deal\.", lambda e, v, c: e.committed.get(v) == c),
    (rf"(?:No, )?{_N} is fixed to {_N}\.", lambda e, v, c: e.view.fixed.get(v) == c),
    (r"None of my nodes is fixed\.", lambda e: not e.view.fixed),
    (r"None of my nodes that you see is fixed\.", lambda e: not e.view.fixed.keys() & {*e.near}),
    (
        r"I have (\d+) fixed nodes? that you do not see\.",
        lambda e, n: len(e.view.fixed.keys() - {*e.near}) == int(n),
    ),
    (rf"{_N} is {_N}; (.* would .*)\.", _why),
    (rf"Now {_N} {_N} clashes (with .*)\.", lambda e, v, c, t: _why(e, v, c, f"{c} would clash {t}")),
    (r"I do not know the colors? of (.*?)(?: yet)?\.", _unknown),
    (
        r"There is a node of another neighbor whose color I do not know yet\.",
        lambda e: any(v not in e.beliefs for v in e.view.owners if v not in e.border),
    ),
    (
        rf"I said I would make {_N} {_N}, but it is {_N}\.",
        lambda e, v, _, now: e.before.colors.get(v) == now,
    ),
    (
        rf"(?:Yes, |No, )?[Aa]s far as I know {_N} is {_N}(?: now)?\.",
        lambda e, v, c: e.beliefs.get(v) == c,
    ),
    (rf"As far as I know {_LIST}\.", _yours),
    (rf"{_N} is {_N} now; I may change it unless you ask me to keep it\.", may_change),
    (
        rf"{_N} is {_N} now, not {_N}; tell me if you want {_N}\.",
        lambda e, v, now, c, again: e.colors.get(v) == now != c == again,
    ),
    (rf"(?:Yes, |No, )?{_N} is {_N}(?: now)?\.", lambda e, v, c: e.colors.get(v) == c),
    (rf"(?:No, )?{_N} cannot be {_N}, as I was told\.", lambda e, v, c: c in e.view.barred.get(v, ())),
    (rf"No, you told me that {_N} cannot be {_N}\.", lambda e, v, c: e.has_ruled("forbidden", v, c)),
    *FORMS,
    (
        rf"No color that is allowed for {_N} works for me\.",
        lambda e, v: not any(_could_be(e, v, color) for color in e.view.domain),
    ),
    (
        r"No demand of yours binds a node of mine that you see\.",
        lambda e: not e.forced.keys() & {*e.near},
    ),
    (r"No limit of yours stands now\.", lambda e: not e.rules_anything),
    (rf"You asked for {_LIST}\.", lambda e, t: pairs(t).items() <= e.forced.items()),
    (
        r"Points for each node: (.*)\.",
        lambda e, t: pairs(t) == {c: str(e.view.points.get(c, 0)) for c in e.view.domain},
    ),
    (r"The score is their sum; a conflict is worse than few points\.", None),
    # What words mean.
    (r"Colors work for me if I can then color my nodes without a conflict\.", None),
    (r"Two nodes that touch are in conflict if they have the same color; else they fit\.", None),
    (r"A score is the sum of the points of the colors of all my nodes\.", None),
    (rf'You may ask why, as in "why is {_N} ([^\s?]+)\?"\.', lambda e, v, c: e.colors.get(v) == c),
    # Questions.
    (r"Shall I make .* all the same\?", None),
    (r"What colors? (?:is|are) .*\?", None),
    (r"What each coloring of .* would cost me, and those who asked me to pass it on\.", None),
)  # fmt: skip


def _first(pattern: str) -> str | None:
    """Return the first word of the sentences of a form; None if it varies."""
    match = re.match(r"[A-Z][a-z']*(?=[ :,\\])", pattern)
    return None if match is None or "(" in pattern[: match.end()] else match[0]


_FORMS = tuple(Form(re.compile(pattern), check) for pattern, check in _TABLE)
_BY_FIRST: dict[str, list[Form]] = {}
for _form, (_pattern, _) in zip(_FORMS, _TABLE, strict=True):
    if (_word := _first(_pattern)) is not None:
        _BY_FIRST.setdefault(_word, []).append(_form)
_OTHERS = [form for form, (pattern, _) in zip(_FORMS, _TABLE, strict=True) if _first(pattern) is None]


def _forms_for(sentence: str) -> list[Form]:
    """Return the forms that begin as the sentence does, and those that begin with a name."""
    match = re.match(r"[A-Za-z']+", sentence)
    return [*_BY_FIRST.get(match[0] if match else "", ()), *_OTHERS]
