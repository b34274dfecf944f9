"""
The verdict of the compositional reader on a sentence.

A sentence has a verdict if the grammar reads it: True if the facts entail each reading, and False
otherwise. A sentence that it does not read is left to the other rules of the guard.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence

from ...facts import Facts
from ...grammar.chart import Chart, Terminal
from ...grammar.parse import spoken_in
from ...nouns import Descriptions
from ...tokens import Token, tokens_of
from ...wordlist import words
from ..spoken_words import NUMBERS, is_wrong_owner
from .answering import answered, yes_or_no
from .as_is import AS_IS
from .clauses import VERBS
from .discourse import NoReferent, Unread
from .harmless import approves, is_harmless
from .links import linked
from .reaching import REACHING
from .rules import grammar
from .terms import Effect, Fact, Holds, Setting, Several, Term, Unit
from .truth import Truth
from .verbs import VerbGroups
from .worlds import Value, every

Span = Callable[[int], Iterator[tuple[int, Hashable]]]

#: Classes of verbs whose rules heed an "only": "can only be red". With others it would get lost: "I can
#: only solve it if you change h2" would be read without it.
_WITH_ONLY = frozenset({"be", "show", "turn", "stay", "take", "put"})
#: Adjuncts of several words that say nothing of their own, with their sizes.
_ADJUNCTS = frozenset(
    tuple(phrase.split())
    for phrase in (
        "right now",
        "at the moment",
        "at present",
        "for now",
        "for the moment",
        "of course",
        "in fact",
        "as of now",
        "as things stand",
        "as it stands",
        "by the way",
        "after all",
        "equally well",
        "perfectly well",
        "just as well",
        "as a result",
        "as well",
        "along with it",
        "along with that",
        "if needed",
        "if necessary",
        "if you like",
        "if you want",
        "if you prefer",
    )
)
_SIZES = sorted({len(one) for one in _ADJUNCTS}, reverse=True)


def verdict(sentence: str, truth: Truth) -> bool | None:
    """Return whether all readings are entailed; None if there is no reading or it is undecided."""
    spoken = spoken_in(tokens_of(sentence, truth.facts.view))
    if answered(spoken) is not None:
        return answered(spoken) == yes_or_no(truth.facts)
    if is_harmless(spoken):
        return truth.approve() is True if approves(spoken) else True
    units = readings(sentence, truth.facts)
    if not units:
        truth.forget([token.text for token in spoken if token.is_node])
        return None
    values: list[Value] = []
    best: Truth | None = None
    without, was_lost = False, truth.lost
    for one in units:
        trial = truth.copied()
        try:
            value = linked(one, trial)
        except NoReferent:
            without = True
            continue
        except Unread:
            continue
        request = truth.facts.request
        answers = (request.why or request.reason_of) and one[0] == "because before"
        if not value and (trial.replied or answers):
            # The other grammar does not know what "that" stands for, or what "because" answers.
            return False
        values.append(value if value or _is_factual(one) else None)
        best = best or trial
    if best is not None and all(values):
        truth.adopt(best)
    else:
        truth.drop()
    return every(values) if values else False if without and not was_lost else None


def _is_factual(reading: Sequence[Hashable]) -> bool:
    """
    Return whether a reading supposes nothing, or nothing else: what would be is read too strictly.

    So is "while h2 is green", which need not be the only reason.
    """
    units = [one for one in reading if isinstance(one, Unit)]
    return all(
        (not one.hypothetical and not one.given)
        or (_is_about_present(one.claim) and not any(g.relevant and g.actual for g in one.given))
        for one in units
    )


def _is_about_present(claim: Term) -> bool:
    """Return whether a claim is about the agent's colors as they are, or read as it is meant."""
    match claim:
        case Several():
            return any(map(_is_about_present, claim.claims))
        case Fact():
            return claim.kind == "calm at once"
        case Holds():
            return any(one.kind in ("rid", "can") for one in claim.predicates)
        case Effect():
            return True
        case Setting():
            return (
                claim.kind.endswith(AS_IS) or claim.kind in REACHING or claim.kind in ("fixes", "cannot")
            )
    return False


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
        "unseen_name": seen("other"),
        "number": number,
    }
    spans: dict[str, Span] = {}
    for name, verbs in VERBS.items():
        of = frozenset(verbs.split())
        exclusive = name in _WITH_ONLY
        spans[f"v_{name}"] = _verbs(groups, of, passive=False, exclusive=exclusive)
        spans[f"p_{name}"] = _verbs(groups, of, passive=True, exclusive=exclusive)
        spans[f"b_{name}"] = _base(groups, of, exclusive=exclusive)
    phrases = Descriptions(spoken)

    def described(i: int) -> Iterator[tuple[int, Hashable]]:
        while i < len(spoken):
            if texts[i] not in ("mine", "yours"):
                yield from phrases.at(i)
            if texts[i] not in rules.neutral:
                return
            i += 1

    spans["described"] = described
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
    spoken = spoken_in(tokens_of(_with_colors_first(sentence, facts), facts.view))
    if any(token.kind in ("no_color", "typo") or token.quoted for token in spoken):
        return None
    if any(token.text in facts.hidden for token in spoken if token.is_node):
        return None
    if any(is_wrong_owner(spoken, i) for i in range(len(spoken) - 1) if spoken[i].kind == "word"):
        return None
    kept: list[Token] = []
    spoken = with_verbs(spoken)
    for i, token in enumerate(spoken):
        joined = 0 < i < len(spoken) - 1 and spoken[i - 1].kind == spoken[i + 1].kind == "word"
        if token.text == "-" and joined:
            continue
        if token.text in ("(", ")"):
            # "I have one conflict (a4 with a5)" is read with commas.
            token = Token("sign", ",")
            if not kept or kept[-1].kind == "sign":
                continue
        elif token.kind == "sign" and kept and kept[-1].text == "," and token.text in ",.;:":
            kept.pop()
        kept.append(token)
    kept = _then_first(_without_adjuncts(kept))
    while kept and kept[0].text in (",", ";"):
        kept.pop(0)
    while kept and kept[-1].text in (".", "!", ",", ";", ":"):
        kept.pop()
    return kept


def _then_first(spoken: Sequence[Token]) -> list[Token]:
    """Say "I would then" as "then I would", which names what is supposed before the clause."""
    kept = list(spoken)
    for i in range(len(kept) - 2):
        who, modal, then = (token.text for token in kept[i : i + 3])
        if who in ("i", "you", "we") and modal in ("would", "could", "can") and then == "then":
            kept[i : i + 3] = [kept[i + 2], kept[i], kept[i + 1]]
    return kept


def _with_colors_first(sentence: str, facts: Facts) -> str:
    """Return a sentence with "blue b3" for "b3 (blue)"."""
    if "(" not in sentence:
        return sentence
    nodes, colors = (
        "|".join(map(re.escape, names))
        for names in ((*facts.view.own, *facts.view.owners), facts.view.domain)
    )
    return re.sub(rf"\b({nodes}) \(({colors})\)", r"\2 \1", sentence, flags=re.IGNORECASE)


#: Words behind which "'s" behind a name is a verb: "a1's next to a5", "b4's got no color left".
_BEHIND_IS = words(
    """
    not still also in on fine ok the a an my your next linked joined now already no one only blocked
    stuck free just too at out both clashing good safe boxed what why where right fixed caught touching
    """
)


def with_verbs(spoken: Sequence[Token]) -> list[Token]:
    """Return the words with "is" or "has" for "'s" where it is a verb: "b4's blue"."""
    kept = list(spoken)
    for i in range(1, len(kept) - 1):
        following = kept[i + 1]
        if kept[i].text != "'s" or not kept[i - 1].is_node:
            continue
        if following.text == "got":
            kept[i] = Token("word", "has")
        elif following.text in _BEHIND_IS:
            kept[i] = Token("word", "is")
        elif following.is_color:
            # "h5's green is no trouble": its color.
            after = kept[i + 2] if i + 2 < len(kept) else Token("sign", ".")
            if after.kind in ("sign", "own", "foreign") or after.text in _BEHIND_COLOR:
                kept[i] = Token("word", "is")
    return kept


#: Words behind the color in "b4's blue now".
_BEHIND_COLOR = words("now and but so too like as by because since already while anyway though or")


def _without_adjuncts(spoken: Sequence[Token]) -> list[Token]:
    """Leave out neutral adjuncts of several words: "at the moment"."""
    texts = tuple(token.text for token in spoken)
    kept: list[Token] = []
    i = 0
    while i < len(spoken):
        size = next((n for n in _SIZES if texts[i : i + n] in _ADJUNCTS), 0)
        # "All right now" is not "right now", and "as well as" joins names.
        if kept and i == 1 and kept[0].text == "not":
            # "Not right now" is another answer than "not".
            size = 0
        if size and texts[i - 1 : i] != ("all",) and texts[i + size : i + size + 1] != ("as",):
            i += size
            while kept and kept[-1].text == "," and texts[i : i + 1] == (",",):
                i += 1
        else:
            kept.append(spoken[i])
            i += 1
    return kept
