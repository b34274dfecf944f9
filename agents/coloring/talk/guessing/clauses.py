"""
Clauses: the parts of a message that each make one statement.

Sentences are split at commas and conjunctions, and parts of a list are joined again: "b1, b3 and b5 to
red" is one clause; "b1 to red and b2 to blue" are two, and the second takes the mood of the first.
Groups ("all your nodes", "b1-b3") are expanded before.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...view import View
from ..tokens import Token
from ..wordlist import words

_ENDS = frozenset(".!?;\n")
_CUTS = words(
    """
    , and & + or nor but then so because since while whereas though although however also plus - (
    ) yet
    """
)
#: A clause with one of these may have a second subject.
_OPEN = frozenset(["if", "once", "unless", "when", "until", "suppose", "that", "whether", "before"])
#: Separators of a list.
_LISTED = frozenset([",", "and", "&", "+", "or", "nor"])
_FILLERS = words(
    """
    both all node nodes the my your of either neither is are be color colors too
    """
)
_OF_ALL = re.compile(
    r"\b(?:all|every|each)(?: one)?(?: of)?(?: the)? (your|my)(?: own)? (?:nodes?|vertices)\b"
)


@dataclass(frozen=True)
class Clause:
    """
    A part of a sentence.

    Attributes
    ----------
    tokens
        Words of the clause.
    joint
        Comma or conjunction between it and the clause before; empty for the first.
    """

    tokens: tuple[Token, ...]
    joint: str = ""

    @property
    def shape(self) -> str:
        """The words with ``OWN``, ``FOR``, ``COL`` in the place of names, for patterns."""
        return shape_of(self.tokens)

    @property
    def has_nodes(self) -> bool:
        """Whether a visible node is named."""
        return any(token.is_node for token in self.tokens)

    @property
    def has_colors(self) -> bool:
        """Whether a color is named."""
        return any(token.is_color for token in self.tokens)


@dataclass(frozen=True)
class Sentence:
    """Clauses up to a full stop; ``asks`` if that is a question mark."""

    clauses: tuple[Clause, ...]
    asks: bool


_PLACES = {
    "own": "OWN",
    "foreign": "FOR",
    "other": "OTHER",
    "color": "COL",
    "no_color": "COL",
    "typo": "COL",
}


def shape_of(tokens: Sequence[Token]) -> str:
    """Return the words in one line, names replaced by their kinds."""
    return " ".join(_PLACES.get(token.kind, token.text) for token in tokens)


def sentences_of(tokens: Sequence[Token], view: View, *, mixed: bool = False) -> list[Sentence]:
    """
    Split a message into sentences and clauses.

    Parameters
    ----------
    mixed
        Whether the agent is the author: its lists may name own and foreign nodes together, as in "b2 and
        h2 are green", where a person would report one and demand the other; "my nodes" are the agent's.
    """
    found: list[Sentence] = []
    words: list[Token] = []
    for token in [*_written_out(tokens, view, mixed), Token("sign", "\n")]:
        if token.kind == "sign" and token.text in _ENDS:
            if words:
                found.append(Sentence(_clauses(words, mixed), asks=token.text == "?"))
                words = []
            continue
        words.append(token)
    return found


def _written_out(tokens: Sequence[Token], view: View, mixed: bool) -> list[Token]:
    """Expand ranges and groups to lists of nodes."""
    out: list[Token] = []
    i = 0
    while i < len(tokens):
        between = _range(tokens, i, view)
        if between:
            out.extend(between)
            i += 3
            continue
        group = _group(tokens, i, view, "my" if mixed else "your")
        if group is not None:
            names, used = group
            out.extend(names)
            i += used
            continue
        out.append(tokens[i])
        i += 1
    return out


def _range(tokens: Sequence[Token], i: int, view: View) -> list[Token]:
    """Return the nodes of "b1-b3" and "b1 through b3", if all of them are visible."""
    if i + 2 >= len(tokens) or not (tokens[i].is_node and tokens[i + 2].is_node):
        return []
    if tokens[i + 1].text not in ("-", "through"):
        return []
    ends = [re.fullmatch(r"(.*?)(\d+)", tokens[j].text) for j in (i, i + 2)]
    first, last = ends
    if first is None or last is None or first[1] != last[1]:
        return []
    numbers = range(int(first[2]), int(last[2]) + 1)
    if not 2 <= len(numbers) <= 100:
        return []
    names = [view.node_name(f"{first[1]}{n}") for n in numbers]
    if None in names:
        return []
    return _listed([name for name in names if name is not None], tokens[i])


def _group(tokens: Sequence[Token], i: int, view: View, own: str) -> tuple[list[Token], int] | None:
    """Return the nodes of "all of your nodes" (the agent's) or "all my nodes" (the visible ones)."""
    if tokens[i].text not in ("all", "every", "each"):
        return None
    for used in range(3, 8):
        words = " ".join(token.text for token in tokens[i : i + used])
        match = _OF_ALL.fullmatch(words)
        if match is None:
            continue
        if match[1] == own:
            return _listed(list(view.own), Token("own", "", tokens[i].quoted)), used
        theirs = [node for node, owner in view.owners.items() if owner == view.person]
        return (_listed(theirs, Token("foreign", "", tokens[i].quoted)), used) if theirs else None
    return None


def _listed(names: Sequence[str], like: Token) -> list[Token]:
    found: list[Token] = []
    for name in names:
        if found:
            found.append(Token("word", "and"))
        found.append(Token(like.kind, name, like.quoted))
    return found


def _clauses(tokens: Sequence[Token], mixed: bool) -> tuple[Clause, ...]:
    parts: list[Clause] = []
    words: list[Token] = []
    joint = ""
    for i, token in enumerate(tokens):
        if _cuts(tokens, i):
            if words:
                parts.append(Clause(tuple(words), joint))
                words, joint = [], token.text
            elif token.text not in _LISTED or not joint:
                joint = token.text
            continue
        if not mixed and _begins(tokens, i, words):
            parts.append(Clause(tuple(words), joint))
            words, joint = [], "so"
        words.append(token)
    if words:
        parts.append(Clause(tuple(words), joint))
    return tuple(_joined(parts, mixed))


def _begins(tokens: Sequence[Token], i: int, words: Sequence[Token]) -> bool:
    """Return whether the next clause begins without a sign: "h1 is red you make a2 blue"."""
    return (
        tokens[i].text in ("you", "i")
        and bool(words)
        and words[-1].is_color
        and any(word.is_node for word in words)
        and not any(word.text in _OPEN for word in words)
        and i + 1 < len(tokens)
    )


def _cuts(tokens: Sequence[Token], i: int) -> bool:
    token = tokens[i]
    before = tokens[i - 1].text if i else ""
    after = tokens[i + 1].text if i + 1 < len(tokens) else ""
    if token.kind == "sign" and token.text == ":":
        names = bool(i) and (tokens[i - 1].is_node or before in ("'s", "color"))
        return not names or after in ("it", "make", "this", "that", "please", "set", "change")
    if token.kind not in ("word", "sign") or token.text not in _CUTS:
        return False
    if token.text == "but":
        return before not in ("anything", "everything", "all", "any", "choice", "nothing")
    if token.text == "so":
        return after not in ("is", "are", "far", "do", "does")
    if token.text == "then":
        return True
    return not (token.text == "since" and after == "then")


def _joined(parts: Sequence[Clause], mixed: bool) -> list[Clause]:
    """Join lists: a part without its color yet, and a part that only adds a color."""
    found: list[Clause] = []
    for part in parts:
        if found and part.joint in _LISTED:
            last = found[-1]
            if _waits(last) and _goes_on(last, part, mixed):
                glue = Token("word", "and" if part.joint in (",", "and", "&", "+") else "or")
                found[-1] = Clause((*last.tokens, glue, *part.tokens), last.joint)
                continue
            if last.tokens[0].text == "except" and not last.has_nodes:
                glue = Token("word", "for")
                found[-1] = Clause((*last.tokens, glue, *part.tokens), last.joint)
                continue
            if _only_colors(last) and part.tokens[0].is_color:
                found[-1] = Clause((*last.tokens, Token("word", "and"), *part.tokens), last.joint)
                continue
            if _adds_color(last, part):
                glue = Token("word", "or" if part.joint in ("or", "nor") else "and")
                found[-1] = Clause((*last.tokens, glue, *part.tokens), last.joint)
                continue
        elif found and part.joint == "-" and not found[-1].has_colors and found[-1].has_nodes:
            found[-1] = Clause((*found[-1].tokens, *part.tokens), found[-1].joint)
            continue
        found.append(part)
    return found


#: A clause with a node and no color that is complete.
COMPLETE = re.compile(
    r"\b(never mind|forget|release|unlock|unpin|drop|undo|ignore|free|fixed|locked|flexible|stay"
    r"|stays|leave|"
    r"touch|any|whatever|what|which|why|how|it|again|said|not change|not changing|as it|anymore)\b"
)


def _waits(clause: Clause) -> bool:
    """Return whether the last node has no color yet."""
    if COMPLETE.search(clause.shape):
        return False
    named = [token for token in clause.tokens if token.is_node or token.is_color]
    if not named or not named[-1].is_node:
        return False
    if any(token.is_color for token in named):
        # A color before its nodes also applies to further ones: "red for b1 and b2".
        return not any(a.is_node and b.is_color for a, b in itertools.pairwise(named))
    return True


def _goes_on(last: Clause, part: Clause, mixed: bool) -> bool:
    """Return whether a part begins with a node of the same side, as the next one of a list."""
    rest = [token for token in part.tokens if token.text not in _FILLERS]
    if not rest or not rest[0].is_node:
        return False
    if last.has_colors:
        return len(rest) == 1
    return mixed or rest[0].kind == next(token.kind for token in reversed(last.tokens) if token.is_node)


def _only_colors(clause: Clause) -> bool:
    return all(token.is_color for token in clause.tokens)


def _adds_color(last: Clause, part: Clause) -> bool:
    """Return whether a part is only another color, as in "can't be red or green"."""
    words = [
        token
        for token in part.tokens
        if token.text not in ("be", "even", "also", "respectively", "to", "in")
    ]
    return bool(words) and all(token.is_color for token in words) and last.has_nodes and last.has_colors
