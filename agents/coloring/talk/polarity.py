"""Polarity of a clause: denied or not, all well or not, supposition or consequence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import lexicon
from .clauses import Clause
from .tokens import Token


def nouns_first(tokens: list[Token]) -> list[Token]:
    """Reorder "your red h2" to "your h2 red"."""
    found = list(tokens)
    for i in range(1, len(found) - 1):
        if (
            found[i].is_color
            and found[i + 1].is_node
            and found[i - 1].text in ("your", "my", "a", "the")
        ):
            found[i], found[i + 1] = found[i + 1], found[i]
    return found


def with_suppositions(clauses: Sequence[Clause]) -> list[Clause]:
    """Join "with h2 red and h5 blue" with its consequence."""
    found: list[Clause] = []
    for clause in clauses:
        if found and re.search(r"\bwith (?:your |my |both )?FOR (?:\w+ )?COL$", found[-1].shape):
            if re.match(r"(?:your )?FOR (?:in |= )?COL\b(?! is)", clause.shape) or not clause.has_nodes:
                found[-1] = Clause(
                    (*found[-1].tokens, Token("word", "and"), *clause.tokens), found[-1].joint
                )
                continue
        elif (
            found
            and re.search(r"\bwith (?:your |my )?FOR .*FOR COL$", found[-1].shape)
            and not clause.has_nodes
        ):
            found[-1] = Clause((*found[-1].tokens, *clause.tokens), found[-1].joint)
            continue
        found.append(clause)
    return found


def condition_and_rest(words: list[str]) -> tuple[list[str], list[str]]:
    """Split a clause into its condition and its consequence."""
    at = next((i for i, word in enumerate(words) if word in ("if", "once", "unless", "provided")), None)
    if at is None:
        return [], words
    if at > 1:
        return words[at:], words[:at]
    last = max((i for i, word in enumerate(words) if word == "COL"), default=len(words) - 1)
    return words[: last + 1], words[last + 1 :]


def is_scattered(words: Sequence[str]) -> bool:
    """Return whether a negation may belong to another part: "a clash that you do not see"."""
    loaded = lexicon.CONFLICT | lexicon.SUCCESS | lexicon.FAILURE
    first = next((i for i, word in enumerate(words) if word in loaded), len(words))
    late = [i for i, word in enumerate(words) if word in lexicon.NEGATES and i > first]
    return any(not set(words[i + 1 : i + 5]) & (loaded | {"zero"}) and i < len(words) - 1 for i in late)


def is_negated(words: Sequence[str]) -> bool:
    """Return whether the number of negating words is odd."""
    return sum(word in lexicon.NEGATES for word in words) % 2 == 1


def claim_of(words: Sequence[str]) -> int:
    """Return 1 if the words say that all is well, -1 if they say that it is not, else 0."""
    found = set(words)
    shape = " ".join(words)
    if re.search(
        r"\bnothing (?:\w+ )*(?:need|needs|have|has|to)\b.*\bchange\b|\b(?:not (?:need"
        r"|have) to|need not) change\b|\bno need (?:for \w+ )?to change\b|\b(?:can|may|could"
        r"|should) (?:\w+ )?(?:leave|keep) (?:everything|all"
        r"|it|things|them|your colors?)\b|\bnothing needs to\b",
        shape,
    ):
        return 1
    if re.search(
        r"\b(?:you|your|FOR|we) (?:\w+ )?(?:need|have|must|should|needs|has"
        r"|ought)(?: to)? (?:change|switch|move|recolor)\b",
        shape,
    ):
        return -1
    if re.search(r"\bno two (?:\w+ )?(?:neighbors|nodes) (?:share|have)\b", shape):
        return 1
    if re.search(r"\bnothing (?:\w+ ){0,3}(?:to|wrong)\b", shape):
        return 1
    if re.search(r"\b(?:do|does|did|done|made|make|got|get) (?:it|the job)\b|\bthat is it\b", shape):
        return 1 if not is_negated(words) else -1
    negated = is_negated(words)
    if re.search(r"\bnot (?:quite )?there\b", shape):
        return -1
    if re.search(r"\bin order\b(?! to)", shape):
        return -1 if negated else 1
    if found & lexicon.CONFLICT:
        removes = (
            sum(word in lexicon.REMOVES for word in words) % 2 == 1
            or re.search(r"\bi fixed\b", shape) is not None
        )
        return 1 if negated != removes else -1
    if found & lexicon.FAILURE:
        return 1 if negated else -1
    if found & lexicon.SUCCESS or ("without" in found and found & lexicon.CONFLICT):
        return -1 if negated else 1
    return 0
