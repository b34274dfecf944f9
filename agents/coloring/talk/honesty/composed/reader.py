"""
The verdict of the compositional reader on a sentence.

A sentence has a verdict if the grammar reads it: True if the facts entail each reading, and False
otherwise. A sentence that it does not read is left to the other rules of the guard.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from ...facts import Facts
from ...grammar.chart import Chart, Terminal
from ...grammar.parse import spoken_in
from ...tokens import Token, tokens_of
from ..spoken_words import NUMBERS, is_wrong_owner
from .clauses import VERBS
from .discourse import Unread
from .links import linked
from .rules import grammar
from .truth import Truth
from .verbs import VerbGroups

Span = Callable[[int], Iterator[tuple[int, Hashable]]]

#: Classes of verbs whose rules heed an "only": "can only be red". With others it would get lost: "I can
#: only solve it if you change h2" would be read without it.
_WITH_ONLY = frozenset({"be", "show", "turn", "stay", "take", "put"})


def verdict(sentence: str, truth: Truth) -> bool | None:
    """Return whether all readings of a sentence are entailed; None if it has none."""
    units = readings(sentence, truth.facts)
    if not units:
        truth.discourse.unread(
            [token.text for token in tokens_of(sentence, truth.facts.view) if token.is_node]
        )
        return None
    found = False
    best: Truth | None = None
    for one in units:
        trial = truth.copied()
        try:
            if linked(one, trial) is not True:
                return False
        except Unread:
            continue
        found, best = True, best or trial
    if best is not None:
        truth.adopt(best)
    return True if found else None


def readings(sentence: str, facts: Facts) -> list[tuple[Hashable, ...]]:
    """Return the readings of a sentence: clauses and the links between them."""
    spoken = _spoken(sentence, facts)
    if spoken is None:
        return []
    texts = [token.text if token.kind in ("word", "sign") else f"\0{token.kind}" for token in spoken]
    rules = grammar()
    groups = VerbGroups(texts, rules.neutral)

    def seen(*kinds: str) -> Terminal:
        return lambda i: spoken[i].text if spoken[i].kind in kinds else None

    def number(i: int) -> int | None:
        word = spoken[i].text
        return int(word) if word.isdigit() else NUMBERS.get(word)

    terminals = {
        "own_name": seen("own"),
        "foreign_name": seen("foreign"),
        "color1": seen("color"),
        "number": number,
    }
    spans: dict[str, Span] = {}
    for name, verbs in VERBS.items():
        of = frozenset(verbs.split())
        exclusive = name in _WITH_ONLY
        spans[f"v_{name}"] = _verbs(groups, of, passive=False, exclusive=exclusive)
        spans[f"p_{name}"] = _verbs(groups, of, passive=True, exclusive=exclusive)
        spans[f"b_{name}"] = _base(groups, of, exclusive=exclusive)
    chart = Chart(rules, texts, terminals, spans)
    return [value for value in chart.meanings("said") if isinstance(value, tuple)]


def _verbs(groups: VerbGroups, of: frozenset[str], *, passive: bool, exclusive: bool) -> Span:
    def span(i: int) -> Iterator[tuple[int, Hashable]]:
        for end, group in groups.at(i):
            if group.verb in of and group.passive == passive and (exclusive or not group.only):
                yield end, group

    return span


def _base(groups: VerbGroups, of: frozenset[str], *, exclusive: bool) -> Span:
    def span(i: int) -> Iterator[tuple[int, Hashable]]:
        for end, group in groups.infinitives(i):
            if group.verb in of and not group.passive and (exclusive or not group.only):
                yield end, group

    return span


def _spoken(sentence: str, facts: Facts) -> list[Token] | None:
    spoken = spoken_in(tokens_of(sentence, facts.view))
    if any(token.kind in ("no_color", "typo", "other") or token.quoted for token in spoken):
        return None
    if any(token.text in facts.hidden for token in spoken if token.is_node):
        return None
    if any(is_wrong_owner(spoken, i) for i in range(len(spoken) - 1) if spoken[i].kind == "word"):
        return None
    kept = []
    for i, token in enumerate(spoken):
        joined = 0 < i < len(spoken) - 1 and spoken[i - 1].kind == spoken[i + 1].kind == "word"
        if token.text == "-" and joined:
            continue
        kept.append(token)
    while kept and kept[-1].text in (".", "!", ",", ";", ":"):
        kept.pop()
    return kept
