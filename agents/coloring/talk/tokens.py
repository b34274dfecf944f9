"""
Words of a message: visible nodes, colors of the domain, signs, and all other words.

A word is a node only if the agent sees the node, and a color only if the domain has the color. A word
that looks like one of them and is not has a kind of its own, so that it can be refused. "Colour" is read
as "color", and contractions are expanded.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Literal

from ..view import View
from .wordlist import words

#: ``own`` and ``foreign`` nodes, ``other`` for names of nodes that are not visible; ``color`` for colors
#: of the domain, ``no_color`` for other colors, ``typo`` for a word one typing error away from a color
#: of the domain.
TokenKind = Literal["own", "foreign", "other", "color", "no_color", "typo", "word", "sign"]


@dataclass(frozen=True)
class Token:
    """
    A word.

    Attributes
    ----------
    kind
        Kind of the word.
    text
        Word in lower case; for a node or a color its name.
    quoted
        Whether it is part of a quotation.
    """

    kind: TokenKind
    text: str
    quoted: bool = False

    @property
    def is_node(self) -> bool:
        """Whether it is a visible node."""
        return self.kind in ("own", "foreign")

    @property
    def is_color(self) -> bool:
        """Whether it is a color, or is meant as one."""
        return self.kind in ("color", "no_color", "typo")


_NAMED_COLORS = words(
    """
    red green blue yellow orange purple violet pink brown black white gray grey cyan magenta
    turquoise teal indigo gold silver beige lime maroon navy olive crimson scarlet
    """
)
#: English words that are one typing error away from a color.
_OWN_WORDS = words(
    """
    glue clue blur flue greed greet greek preen read bred rid bed led fed rod blues greens bluer greener
    while whine brow block blank pin ping pine grab good god like line time team tell tea can whites
    """
)

#: Circles and squares that people send for a color. Hearts are left out: they mean something else.
_DRAWN = {
    "🔴": "red", "🟥": "red", "🟢": "green", "🟩": "green", "🔵": "blue", "🟦": "blue", "🟡": "yellow",
    "🟨": "yellow", "🟠": "orange", "🟧": "orange", "🟣": "purple", "🟪": "purple", "🟤": "brown",
    "🟫": "brown", "⚫": "black", "⬛": "black", "⚪": "white", "⬜": "white",
}  # fmt: skip
#: Words that are written together, with or without their sign, and what they stand for.
CONTRACTIONS = {
    "cannot": "can not", "cant": "can not", "can't": "can not", "won't": "will not", "wont": "will not",
    "dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not", "arent": "are not",
    "wasnt": "was not", "shouldnt": "should not", "mustnt": "must not", "couldnt": "could not",
    "wouldnt": "would not", "havent": "have not", "hasnt": "has not", "shan't": "shall not",
    "ain't": "is not", "let's": "let us", "lets": "let us", "gonna": "going to", "wanna": "want to",
    "gotta": "have to", "im": "i am", "ive": "i have", "id": "i would",
    "ill": "i will",
    "whats": "what is", "thats": "that is", "nvm": "never mind", "nevermind": "never mind",
    "pls": "please", "plz": "please", "okay": "ok", "kk": "ok", "u": "you",
    "ur": "your", "thx": "thanks", "cuz": "because", "cos": "because", "coz": "because", "bc": "because",
    "prob": "probably", "probs": "probably", "werent": "were not", "idk": "i do not know",
    "tho": "though", "rn": "right now", "youre": "you are", "youve": "you have",
    "yeah": "yes", "yep": "yes", "yup": "yes", "ya": "yes",
}  # fmt: skip
_ENDINGS = (
    ("n't", " not"),
    ("'m", " am"),
    ("'re", " are"),
    ("'ve", " have"),
    ("'ll", " will"),
    ("'d", " would"),
)
_IS = words(
    """
    it that what this there he she who where how everything here all which
    """
)
_BETWEEN = words(", . ; ! ? and but") | {"\n"}
_SPELLED = re.compile(r"colour")
_SIGN = r":=|->|=>|==|[=:,.;!?&()+/\n\"'-]"
_WORD = r"[^\W\d_][^\W_]*(?:'[^\W\d_]+)?|\d+(?:\.\d+)?|[^\W_]+|_"
#: A letter three times or more: "greeeen".
_LONG = re.compile(r"([a-z])\1{2,}")
_LIKE_A_NODE = re.compile(r"[a-z]{1,3}\d{1,4}$")


def tokens_of(text: str, view: View) -> list[Token]:
    """Split a clean text into words; those in quotation marks or on lines with ">" are quoted."""
    found: list[Token] = []
    for line in _joined(text, view).split("\n"):
        quoted = line.startswith(">")
        found.extend(_line(line.lstrip("> ") if quoted else line, view, quoted))
        found.append(Token("sign", "\n"))
    return found


def _joined(text: str, view: View) -> str:
    """Return the text with nodes in one word: "b 2" is b2; "a 2" may be an article."""

    def node(match: re.Match[str]) -> str:
        name = match[1] + match[2]
        return name if match[1].casefold() != "a" and view.node_name(name) is not None else match[0]

    for drawn, color in _DRAWN.items():
        if drawn in text:  # "red 🔴" and "🔴 red" say it once
            beside = rf"(?i)(\b{color}\b)[ \ufe0f]*{drawn}|{drawn}[ \ufe0f]*(\b{color}\b)"
            text = re.sub(beside, lambda found: found[1] or found[2], text).replace(drawn, f" {color} ")
    text = re.sub(r"(?<!\w)b/c(?!\w)", "because", text.replace("≠", " differs from "))
    return re.sub(r"(?<!\w)([^\W\d_]) (\d+)(?!\w)", node, text)


def _line(line: str, view: View, quoted: bool) -> list[Token]:
    pattern = _words(view)
    found: list[Token] = []
    foreign = _foreign_words(line, view)
    for match in pattern.finditer(line):
        said = quoted or any(start <= match.start() < end for start, end in foreign)
        for token in _tokens(match, view):
            if token.is_color and found and found[-1].text == "its":
                found[-1:] = [Token("word", "it", said), Token("word", "is", said)]
            found.append(Token(token.kind, token.text, quoted=said))
    return found


#: Records in brackets, which a person does not write.
_RECORDS = re.compile(r"\{[^{}]*[:\"'][^{}]*\}|\[[^\[\]]*[:\"'][^\[\]]*\]")
_QUOTES = re.compile(r"\"([^\"]*)\"|(?<!\w)'([^']*)'(?!\w)")


def outline(tokens: Iterable[Token]) -> str:
    """Return the words with NODE and COLOR for names of visible nodes and colors, one blank apart."""
    return " ".join(
        "NODE" if token.is_node else "COLOR" if token.is_color else token.text for token in tokens
    )


def clauses_of(tokens: Iterable[Token]) -> list[list[Token]]:
    """Return the words between signs and conjunctions, clause by clause."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in _BETWEEN:
            clauses.append([])
        else:
            clauses[-1].append(token)
    return [clause for clause in clauses if clause]


def without_records(text: str) -> str:
    """Return the text without records in brackets."""
    before = None
    while before != text:
        before, text = text, _RECORDS.sub(" ", text)
    return text


def _foreign_words(line: str, view: View) -> list[tuple[int, int]]:
    """Return the spans in quotation marks that hold a node and a color: quoted statements."""
    spans = []
    for match in _QUOTES.finditer(line):
        kinds = {
            token.kind for inner in _words(view).finditer(match[0]) for token in _tokens(inner, view)
        }
        if kinds & {"own", "foreign"} and kinds & {"color", "no_color", "typo"}:
            spans.append(match.span())
    return spans


@functools.lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of names, the longest first, then words, then signs."""
    known = "|".join(re.escape(name) for name in sorted(names, key=lambda n: (-len(n), n)))
    named = (
        rf"(?<![\w])(?P<name>{known})(?:(?P<is>'s)\b)?(?!\w|-[^\W\d_]+\b(?<!-))"
        if known
        else r"(?P<name>(?!))(?P<is>)"
    )
    return re.compile(rf"{named}|(?P<word>{_WORD})|(?P<sign>{_SIGN})", re.IGNORECASE)


def _words(view: View) -> re.Pattern[str]:
    return _pattern((*view.own, *view.owners, *view.domain))


def _tokens(match: re.Match[str], view: View) -> list[Token]:
    name = match["name"]
    if name is not None:
        return _named(name, match["is"] is not None, view)
    if match["sign"] is not None:
        return [Token("sign", match["sign"])]
    word = _SPELLED.sub("color", match["word"].casefold())
    return [_word(part, view) for part in _written_out(word).split()]


def _named(name: str, possessive: bool, view: View) -> list[Token]:
    node = view.node_name(name)
    if node is not None:
        token = Token("own" if node in view.own else "foreign", node)
    else:
        token = Token("color", view.color_name(name) or name)
    return [token, Token("word", "'s")] if possessive else [token]


def _written_out(word: str) -> str:
    if word in CONTRACTIONS:
        return CONTRACTIONS[word]
    for ending, written in _ENDINGS:
        if word.endswith(ending):
            return word[: -len(ending)] + written
    if word.endswith("'s") and word[:-2] in _IS:
        return word[:-2] + " is"
    return word.removesuffix("'s")


def _word(word: str, view: View) -> Token:
    if word in _NAMED_COLORS:
        return Token("no_color", word)
    drawn_out = view.color_name(_LONG.sub(r"\1\1", word)) or view.color_name(_LONG.sub(r"\1", word))
    if drawn_out is not None:
        return Token("color", drawn_out)
    plural = view.color_name(word.removesuffix("s"))
    if plural is not None and word.endswith("s"):
        return Token("color", plural)
    meant = _meant(word, tuple(view.domain))
    if meant is not None:
        return Token("typo", meant)
    return Token("other" if _LIKE_A_NODE.match(word) else "word", word)


@functools.cache
def known_words() -> frozenset[str]:
    """Return the words of the grammar, which are no misspelled colors: "can" is not "cyan"."""
    talk = resources.files(__package__)
    folder = talk / "grammar"
    names = (
        *("vocabulary", "statements", "comparisons", "changes", "questions", "stances", "sentences"),
        *("frames", "frames_words", "verbs"),
    )
    files = [*(folder / f"{name}.txt" for name in names), talk / "word_classes" / "lexicon.txt"]
    texts = (file.read_text(encoding="utf-8") for file in files)
    return frozenset(re.findall(r"[a-z]+", " ".join(texts)))


@functools.lru_cache(maxsize=4096)
def _meant(word: str, domain: tuple[str, ...]) -> str | None:
    """
    Return the color that a word misspells, if there is exactly one.

    Of colors with three letters only exchanged letters are recognized: "rod" is a word.
    """
    if len(word) < 3 or word in _OWN_WORDS | known_words() or not word.isalpha():
        return None
    near = [
        c
        for c in domain
        if c.isalpha() and one_slip(word, c.casefold()) and (len(c) >= 4 or sorted(word) == sorted(c))
    ]
    return near[0] if len(near) == 1 else None


def one_slip(a: str, b: str) -> bool:
    """Return whether one letter is missing, added, wrong, or swapped with the next, plurals excluded."""
    if a == b + "s" or a[0] != b[0] or abs(len(a) - len(b)) > 1:
        return False
    if len(a) == len(b):
        wrong = [i for i in range(len(a)) if a[i] != b[i]]
        if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
            i, j = wrong
            return a[i] == b[j] and a[j] == b[i]
        return len(wrong) == 1
    short, long = sorted((a, b), key=len)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def slipped(word: str, known: str) -> bool:
    """Return whether a word is a known one with a letter missing, added or exchanged, but none wrong."""
    if not word or not one_slip(word, known):
        return False
    return len(word) != len(known) or sorted(word) == sorted(known)
