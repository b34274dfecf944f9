"""
Sentences that the templates generate, each with the check of its facts.

These sentences are matched as a whole and checked exactly, instead of being read clause by clause.
A form whose check fails is a violation, whoever wrote the sentence.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...wording.phrases import WHILE_OTHERS_STAY, listed, settings_in
from ..facts import Facts
from .ruled_out import is_ruled_out

#: Settings of the border that are tested for a claim about all of them.
MOST_TESTED = 243
#: Conflicts that the templates name before they count the others.
NAMED = 2
SHOWN = 5

Coloring = dict[str, str]
Slots = dict[str, str]


@dataclass(frozen=True)
class Form:
    """
    A form of sentence.

    Attributes
    ----------
    claim
        Kind of the violation if the check fails.
    text
        The sentence, with slots in angle brackets.
    check
        Whether the sentence is true, given the texts in its slots.
    """

    claim: str
    text: str
    check: Callable[[Facts, Slots], bool]


# -------------------------------------------------------------------------------------------- slots


def _coloring(text: str, facts: Facts, between: str = "") -> Coloring | None:
    """Read "h1 red, h2 blue and h4 red"; None if the text holds anything else."""
    found: Coloring = {}
    for part in re.split(r", | and ", text):
        node_text, _, color_text = part.strip().rpartition(" ")
        node = facts.view.node_name(node_text.removesuffix(between).strip())
        color = facts.view.color_name(color_text)
        if node is None or color is None or node in facts.hidden or (between and between not in part):
            return None
        found[node] = color
    return found


def _theirs(text: str, facts: Facts, between: str = "") -> Coloring | None:
    coloring = _coloring(text, facts, between)
    return coloring if coloring and coloring.keys() <= facts.view.owners.keys() else None


def _is_border(facts: Facts, slots: Slots) -> bool:
    """Return whether the colors of the slot are those of the border."""
    coloring = _theirs(slots["colors"], facts)
    return coloring is not None and coloring.items() <= facts.beliefs.items()


def _border(facts: Facts) -> list[str]:
    """Return the nodes of the border that the recipient sees."""
    return [node for node in facts.view.owners if node not in facts.hidden]


def _works(facts: Facts, supposed: Coloring | None) -> bool:
    """Return whether a coloring of the border is allowed and leaves the agent a conflict-free answer."""
    if supposed is None or is_ruled_out(facts, supposed):
        return False
    believed = {node: facts.beliefs[node] for node in _border(facts) if node in facts.beliefs}
    return facts.can({**believed, **supposed}) is True


def _settings(facts: Facts) -> Iterator[Coloring] | None:
    """Return all allowed settings of the border; None if there are too many to test."""
    border = _border(facts)
    if len(facts.view.domain) ** len(border) > MOST_TESTED:
        return None
    rows = itertools.product(facts.view.domain, repeat=len(border))
    settings = (dict(zip(border, row, strict=True)) for row in rows)
    return (one for one in settings if not is_ruled_out(facts, one))


def _working(facts: Facts) -> list[Coloring] | None:
    settings = _settings(facts)
    if settings is None:
        return None
    return [one for one in settings if facts.can(one) is True]


# ------------------------------------------------------------------------------------------ conflicts


def _between_us(facts: Facts) -> int:
    """Return the number of conflicts with nodes that the recipient sees."""
    return sum(v in facts.view.owners and v not in facts.hidden for _, v, _ in facts.conflicts)


def _inner(facts: Facts) -> bool:
    return any(v not in facts.view.owners for _, v, _ in facts.conflicts)


def _with_others(facts: Facts) -> bool:
    return any(v in facts.view.owners and v in facts.hidden for _, v, _ in facts.conflicts)


def _both(facts: Facts, slots: Slots) -> bool:
    """Return whether an own node and a foreign one have a color, and clash."""
    own, other = facts.view.node_name(slots["own"]), facts.view.node_name(slots["other"])
    return any(clash == (own, other, slots["color"]) for clash in facts.conflicts)


def _changed(facts: Facts) -> set[str]:
    return set(facts.changed)


# ------------------------------------------------------------------------------------------- options


def _scored_options(facts: Facts, slots: Slots) -> bool:
    """Return whether each listed setting works, with the score that the payload holds for it."""
    for part in slots["options"].split("; "):
        if re.fullmatch(r"and (?:\d+ )?more", part):
            continue
        match = re.fullmatch(r"if you (?:keep (.+?))?(?:, or )?(?:set (.+))?, I can score (\d+)", part)
        if match is None:
            return False
        kept = _theirs(match[1], facts, "") if match[1] else {}
        if kept is None or not kept.items() <= facts.beliefs.items():
            return False
        settings: list[Coloring | None] = [kept] if match[1] else []
        if match[2]:
            settings += [_theirs(listed(one), facts, "") for one in settings_in(match[2])]
        if not all(_works(facts, one) and _scores(facts, one, int(match[3])) for one in settings):
            return False
    return True


def _scores(facts: Facts, setting: Coloring | None, score: int) -> bool:
    """Return whether the payload has a score for a setting of the border."""
    wanted = {**facts.beliefs, **(setting or {})}
    return any(option.items() <= wanted.items() and known == score for option, known in facts.scores)


def _all_work(facts: Facts, text: str) -> bool:
    """Return whether each of the settings that a text names works."""
    settings = [_theirs(listed(one), facts, "") for one in settings_in(text)]
    return all(_works(facts, setting) for setting in settings)


def _only_scored_option(facts: Facts, slots: Slots) -> bool:
    working = _working(facts)
    return working is not None and len(working) == 1 and _scored_options(facts, slots)


def _ways(facts: Facts, slots: Slots) -> bool:
    """Return whether each of the listed changes works; other neighbors that are named must exist."""
    ways = slots["ways"].removesuffix(WHILE_OTHERS_STAY)
    return _all_work(facts, ways) and _names_peers(facts, slots)


def _names_peers(facts: Facts, slots: Slots) -> bool:
    return facts.view.has_several_peers or not slots["ways"].endswith(WHILE_OTHERS_STAY)


def _other_ways(facts: Facts) -> int | None:
    """Return the number of settings beside the current one that work; None if too many to test."""
    working = _working(facts)
    if working is None:
        return None
    return sum(not one.items() <= facts.beliefs.items() for one in working)


def _only_way(facts: Facts, slots: Slots) -> bool:
    way = slots["ways"].removesuffix(WHILE_OTHERS_STAY)
    works = _works(facts, _theirs(way, facts, " to")) and _names_peers(facts, slots)
    return works and _other_ways(facts) == 1


def _no_way(facts: Facts, slots: Slots) -> bool:
    return _working(facts) == []


def _no_single_change(facts: Facts, slots: Slots) -> bool:
    """Return whether no setting works that differs in at most one node; others are not tested."""
    working = _working(facts)
    return working is not None and all(
        sum(facts.beliefs.get(node) != color for node, color in one.items()) > 1 for one in working
    )


# ------------------------------------------------------------------------------------------- reasons


def _committed(facts: Facts) -> set[tuple[str, str]]:
    """Return the own nodes with the colors that deals bind them to."""
    return {(pin.node, pin.color) for pin in facts.pins if pin.kind == "committed"}


_UNSEEN: dict[str, Callable[[Facts], bool]] = {
    "a color is taken by another neighbor": lambda facts: any(n in facts.hidden for n in facts.beliefs),
    "a node of mine is fixed": lambda facts: bool(facts.view.fixed),
    "a color is promised to another neighbor": lambda facts: bool(_committed(facts)),
    "a color was demanded of me": lambda facts: bool(facts.demanded),
    "a color was forbidden to me": lambda facts: any(
        one.node in facts.view.own for one in facts.constraints
    ),
}
_PREMISE = re.compile(
    r"(?P<node>\S+) (?P<how>is fixed|is committed to|was demanded|cannot be|must be|is|would be) "
    r"(?P<color>\S+)"
)


def _premise(text: str, facts: Facts) -> bool:
    """Return whether a fact that is named as a reason is true."""
    unseen = re.sub(r" \(\d+ of these\)$", "", text)
    if unseen in _UNSEEN:
        return _UNSEEN[unseen](facts)
    match = _PREMISE.fullmatch(text)
    if match is None:
        return False
    node, color = facts.view.node_name(match["node"]), facts.view.color_name(match["color"])
    if node is None or color is None or node in facts.hidden:
        return False
    required = {(one.node, one.color) for one in facts.constraints if one.kind == "required"}
    holds = {
        "is fixed": facts.view.fixed.get(node) == color,
        "is committed to": (node, color) in _committed(facts),
        "was demanded": facts.demanded.get(node) == color,
        "cannot be": any(
            (one.kind, one.node, one.color) == ("forbidden", node, color) for one in facts.constraints
        ),
        "must be": (node, color) in required,
        "is": facts.beliefs.get(node) == color,
        "would be": any(one.get(node) == color for one in facts.infeasible),
    }
    return holds[match["how"]]


def _reasons(facts: Facts, slots: Slots) -> bool:
    """Return whether all reasons are true; the search for them proves that they exclude a solution."""
    parts = re.split(r", | and (?=\S+ (?:is|was|must|would)|a )", slots["reasons"])
    return all(_premise(part, facts) for part in parts)


# --------------------------------------------------------------------------------------------- table

FORMS = (
    Form(
        "conflict",
        "My <own> and your <other> are both <color>; could you give <same> another color?",
        lambda facts, slots: slots["same"] == slots["other"] and _both(facts, slots),
    ),
    Form(
        "number",
        "There (?:is|are) <number> more conflicts? between us.",
        lambda facts, slots: _between_us(facts) == int(slots["number"]) + NAMED,
    ),
    Form("conflict", "Some of my own nodes clash with each other.", lambda facts, slots: _inner(facts)),
    Form(
        "conflict",
        "I have a conflict with another neighbor(?:, as far as I know)?.",
        lambda facts, slots: _with_others(facts),
    ),
    Form(
        "success",
        "There is no conflict between us.",
        lambda facts, slots: not _between_us(facts),
    ),
    Form("success", "I have no conflicts.", lambda facts, slots: not facts.conflicts and facts.complete),
    Form(
        "success",
        "I can solve this on my side; you need not change anything.",
        lambda facts, slots: facts.solvable is True,
    ),
    Form(
        "success",
        "Yes, I can work with your <colors>, but I have not done so yet.",
        lambda facts, slots: (
            _is_border(facts, slots) and facts.solvable is True and bool(facts.conflicts)
        ),
    ),
    Form(
        "success",
        "Yes, my colors fit your <colors>.",
        lambda facts, slots: _is_border(facts, slots) and facts.complete and not facts.conflicts,
    ),
    Form(
        "conflict",
        "No, your <colors> (?:does|do) not work for me.",
        lambda facts, slots: _is_border(facts, slots) and facts.solvable is False,
    ),
    Form(
        "change",
        "I (?:also )?changed nodes that you do not see.",
        lambda facts, slots: bool(_changed(facts) & facts.hidden),
    ),
    Form(
        "change",
        "Done: I set a node that you do not see.",
        lambda facts, slots: any(
            facts.after.get(n) == c for n, c in facts.demanded.items() if n in facts.hidden
        ),
    ),
    Form(
        "change",
        "No, I cannot change a node that you named.",
        lambda facts, slots: bool(facts.view.fixed or _committed(facts)),
    ),
    Form(
        "color",
        "Yes, <already>.",
        lambda facts, slots: all(
            facts.after.get(node) == color == facts.before.get(node)
            for node, color in (_coloring(slots["already"], facts, " is already") or {"": ""}).items()
        ),
    ),
    Form("unclear", "I cannot say yet.", lambda facts, slots: not facts.complete),
    Form(
        "number",
        "Apart from conflicts, my score is <number>.",
        lambda facts, slots: int(slots["number"]) == facts.view.score(facts.after),
    ),
    Form("proposal", "What works for me: <options>.", _scored_options),
    Form("proposal", "Only one setting of your nodes works for me: <options>.", _only_scored_option),
    Form("proposal", "It would work if you set <ways>.", _ways),
    Form("proposal", "Only one change would help: set <ways>.", _only_way),
    Form(
        "number",
        "There are more ways.",
        lambda facts, slots: (_other_ways(facts) or SHOWN + 1) > SHOWN,
    ),
    Form(
        "success",
        "As far as I know, no setting of your border nodes(?: alone)? works for me.",
        _no_way,
    ),
    Form("success", "I know no change of your border nodes that would solve this.", _no_single_change),
    Form("unclear", "Reason: <reasons>.", _reasons),
)

_SLOT = {
    "already": r"\S+ is already .+",
    "number": r"\d+",
    "own": r"\S+",
    "other": r"\S+",
    "same": r"\S+",
    "color": r"\S+",
}
_PATTERNS = [
    (
        form,
        re.compile(
            re.sub(
                r"<(\w+)>",
                lambda slot: f"(?P<{slot[1]}>{_SLOT.get(slot[1], '.+?')})",
                form.text.replace(".", r"\.").replace("another color?", r"another color\?"),
            )
        ),
    )
    for form in FORMS
]


def form_of(sentence: str) -> tuple[Form, Slots] | None:
    """Return the form of a sentence with its slots; None if the templates have no such sentence."""
    for form, pattern in _PATTERNS:
        match = pattern.fullmatch(sentence)
        if match is not None:
            return form, match.groupdict()
    return None
