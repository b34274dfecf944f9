"""
All meanings of a message: its words, the grammar's rules, and what pronouns and corrections stand for.

A message is a sequence of clauses with signs and conjunctions between them. Its meanings are the
distinct sequences of statements over all derivations; a message with none was not understood.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from importlib import resources

from ...view import View
from ..tokens import Token
from ..wordlist import words
from .chart import Chart, Grammar, Terminal
from .compose import add_messages, add_names, clause_of, given_of, meaning_of
from .frames import add_frames, add_loose_messages, forms_in, pairs_of
from .meaning import Meaning, Names
from .spans import spans_of

#: Longer messages are read sentence by sentence.
MOST_WORDS = 45

#: Rules about the same thing whatever it is called; a question mark turns them into questions.
_REQUESTS = words(
    """
    avoidask begged complain_why order order_first order_second should request request_first keep
    avoid avoidnow swap wish offer foreignorder condition suppose free complain hearsay allorder
    allbut third wish_first wish_second keepall keepbut avoidlike orderlike offerkeep only planned
    """
)


def _text(name: str) -> str:
    return (resources.files(__package__) / f"{name}.txt").read_text(encoding="utf-8")


def vocabulary() -> str:
    """Return the word classes."""
    return _text("vocabulary")


def rules_in(text: str) -> Iterable[tuple[str, str]]:
    """Give the name and the pattern of each rule of a text."""
    for line in re.sub(r"\n +", " ", text).split("\n"):
        if line.strip() and not line.startswith("//"):
            kind, _, pattern = line.partition(": ")
            # A line may be broken behind a bar.
            yield kind, re.sub(r"\| +", "|", pattern)


@functools.cache
def grammar(*, loose: bool = False) -> Grammar:
    """
    Return the grammar of messages; it is read from the text files beside this module.

    Parameters
    ----------
    loose
        Whether verbs are classes, adverbs may stand anywhere and harmless stretches may be left out.
    """
    rules = Grammar()
    rules.word_classes(vocabulary())
    if loose:
        rules.word_classes("\n".join(forms_in(_text("verbs"))))
        rules.word_classes(_text("frames_words"))
        rules.word_classes("neutral: @neutral | @loose")
    add_names(rules)
    for name, pattern in rules_in(_text("sentences")):
        rules.rule(name, pattern, given_of if name == "given" else functools.partial(meaning_of, "q3"))
    for part in ("statements", "comparisons", "changes", "questions", "stances"):
        for kind, pattern in rules_in(_text(part)):
            where = part[:-1]
            if part in ("statements", "comparisons", "changes"):
                where = "request" if kind in _REQUESTS else "stated"
            rules.rule(where, pattern, functools.partial(clause_of, kind))
    if loose:
        add_frames(rules)
        for name, pattern in rules_in(_text("frames")):
            _add_frame(rules, name, pattern)
        rules.rule("unit", "<skip>", lambda left_out: (left_out,))
        add_loose_messages(rules)
    add_messages(rules, adjacent=not loose)
    return rules


def _add_frame(rules: Grammar, kind: str, pattern: str) -> None:
    if kind in ("oside", "fside", "doing", "doings"):
        rules.rule(kind, pattern, pairs_of)
    elif kind == "given":
        rules.rule(kind, pattern, given_of)
    else:
        where = "request" if kind in _REQUESTS else "question" if kind in _ASKING else "stated"
        rules.rule(where, pattern, functools.partial(clause_of, kind))


_ASKING = words("q1 q2 q3 q4 q5 why compare")


# --------------------------------------------------------------------------------------------- parsing


def meanings_of(
    tokens: Sequence[Token], view: View, *, loose: bool = False
) -> list[tuple[Meaning, ...]]:
    """Return the distinct meanings of a message; an empty list if it has none."""
    spoken = spoken_in(tokens)
    if not spoken or len(spoken) > MOST_WORDS or any(token.quoted for token in spoken):
        return []
    texts = [token.text if token.kind in ("word", "sign") else f"\0{token.kind}" for token in spoken]
    if loose:
        texts = _with_verbs(texts)
    spans = spans_of(spoken, view) if loose else None
    chart = Chart(grammar(loose=loose), texts, terminals_of(spoken, view), spans)
    return [value for value in chart.meanings("message") if isinstance(value, tuple)]


def _with_verbs(texts: Sequence[str]) -> list[str]:
    """Write "h2's blue" with its verb, and leave "h2's color"."""
    after = [*texts[1:], ""]
    return [
        "is" if word == "'s" and then not in _OWNED else word
        for word, then in zip(texts, after, strict=True)
    ]


_OWNED = words("color colors state neighbor neighbors border edge edges")


def terminals_of(spoken: Sequence[Token], view: View) -> dict[str, Terminal]:
    """Return the parts of a message that are names."""
    peers = {name.casefold() for name in (view.agent, *view.peers)}

    def name(*kinds: str) -> Terminal:
        def value(i: int) -> str | None:
            token = spoken[i]
            return _written(token) if token.kind in kinds else None

        return value

    return {
        "own_name": name("own", "other"),
        "foreign_name": name("foreign", "other"),
        "color_name": name("color", "no_color", "typo"),
        "participant": lambda i: Names("participant", ()) if spoken[i].text in peers else None,
    }


_SIGNS = {"!": ".", "...": ".", "==": "=", ":=": "=", "=>": "->", "(": ",", ")": ","}


def spoken_in(tokens: Sequence[Token]) -> list[Token]:
    """Return the words with signs in one form, none twice and none at the ends."""
    kept: list[Token] = []
    for token in tokens:
        text = _SIGNS.get(token.text, token.text) if token.kind == "sign" else token.text
        if text == "\n":
            text = "."
        if token.kind == "sign" and (not kept or (kept[-1].kind == "sign" and text in ".,;")):
            if kept and kept[-1].text == "," and text == ".":
                kept[-1] = Token("sign", ".")
            continue
        if text == "?" and kept and kept[-1].kind == "sign" and kept[-1].text in ".,":
            # "Green!?" asks.
            kept.pop()
        kept.append(Token(token.kind, text, token.quoted))
    while kept and kept[-1].kind == "sign" and kept[-1].text in ".,;:-":
        kept.pop()
    return kept


def _written(token: Token) -> str:
    """Mark names that are no nodes that the agent sees, and no colors of the domain."""
    marks = {"other": "?", "no_color": "!", "typo": "~"}
    return marks.get(token.kind, "") + token.text
