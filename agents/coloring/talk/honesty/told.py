"""
What a sentence says of nodes by words that are left out where sentences are compared.

:mod:`.plain_words` drops "is" between a node and its color, so that "with h1 blue, and h4 is green" has
the words of a supposition, and "too", which may tie one setting to another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..wordlist import words
from .expressions import COLOR, NODE

#: Words that ``plain`` leaves out and that tie one setting to another.
_ADDING = words("too also well additionally")
_SO_IS = re.compile(r"\bso (?:is|are) (?:my |your )?[@&]")
_IS_COLORED = re.compile(r"([@&]\S+) (?:is|'s) (?:(?:now|currently|already) )*(#\S+)")
_IS = re.compile(r"[@&]\S+ (?:is|'s) #")
_CONDITIONS = re.compile(r"\b(?:if|when|once|where|should|unless|except|because|since|as)\b")
#: Words of clauses that suppose something.
_SUPPOSES = words("with if then could works work score")
_OUTCOMES = words("works work score can could")
#: Words of clauses about what would be.
WOULD = words("works work would could score if")


def tells_more(spoken: str, said: Sequence[str], clauses: Sequence[Sequence[str]]) -> bool:
    """
    Return whether "is" says of a node what the message only supposes, since ``plain`` leaves it out.

    "I can color my part without a conflict with h1 blue, and h4 is green."
    """
    if WOULD.isdisjoint(said) and "with" not in said:
        return False
    if _SO_IS.search(spoken):
        return True
    told = {
        (found[1], found[2])
        for found in _IS_COLORED.finditer(spoken)
        if not _CONDITIONS.search(spoken[: found.start()])
    }
    return bool(told - _stated(clauses))


def _stated(clauses: Sequence[Sequence[str]]) -> set[tuple[str, str]]:
    """Return the nodes with their colors that the clauses say are so."""
    found: set[tuple[str, str]] = set()
    for told in clauses:
        line = " ".join(told)
        if _SUPPOSES.isdisjoint(told):
            found.update(re.findall(rf"({NODE}) ({COLOR})(?! to #)", line))
            found.update(re.findall(rf"({NODE}) {COLOR} to ({COLOR})", line))
            found.update(re.findall(rf"({NODE}) is already ({COLOR})", line))
        both = re.search(rf"({NODE}) and ({NODE}) are both ({COLOR})", line)
        found.update((node, both[3]) for node in (both[1], both[2])) if both else None
    return found


def tells(spoken: str) -> bool:
    """Return whether a sentence says that a node is of a color, neither as a condition nor a reason."""
    found = _IS.search(spoken)
    return found is not None and not _CONDITIONS.search(spoken[: found.start()])


def adds_setting(spoken: Sequence[str]) -> bool:
    """Return whether "too" may tie one setting to another; what "also works" is not tied."""
    ends = [*spoken[1:], "."]
    return any(
        word in _ADDING and before not in _OUTCOMES and after not in _OUTCOMES
        for before, word, after in zip(["", *spoken], spoken, ends, strict=False)
    )
