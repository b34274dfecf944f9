"""What is known about the answers at one place of a flow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..guard import Guard
from .formulas import keys_of
from .keys import KeySet

#: Limit of the guards remembered at one node.
MAX_FACTS = 32

#: Guard, and whether it was true.
Fact = tuple[Guard, bool]


@dataclass(frozen=True)
class Knowledge:
    """
    Knowledge at a place.

    Attributes
    ----------
    must, may
        Keys with a value on every way, and on some way.
    facts
        Formulas that were true, or not true, on every way.
    values
        Options that are left, by key; other keys may have any.
    """

    must: KeySet
    may: KeySet
    facts: frozenset[Fact] = frozenset()
    values: Mapping[str, frozenset[Any]] = field(default_factory=dict)

    def join(self, other: Knowledge) -> Knowledge:
        """Return what is known after either."""
        both = {
            key: options | other.values[key]
            for key, options in self.values.items()
            if key in other.values
        }
        return Knowledge(self.must & other.must, self.may | other.may, self.facts & other.facts, both)

    def forget(self, keys: Iterable[str]) -> Knowledge:
        """Return what is known once some answers may have changed."""
        changed = frozenset(keys)
        if not changed:
            return self
        kept = frozenset(fact for fact in self.facts if changed.isdisjoint(keys_of(fact[0])))
        values = {key: options for key, options in self.values.items() if key not in changed}
        return replace(self, facts=kept, values=values)

    def learn(self, facts: Iterable[Fact]) -> Knowledge:
        """Return what is known with further facts; those about anything but answers and ctx change."""
        lasting = [fact for fact in facts if lasts(fact[0])]
        kept = self.facts.union(lasting)
        if len(kept) > MAX_FACTS:
            return self
        return replace(self, facts=kept)


def lasts(formula: Guard) -> bool:
    """Return whether a formula stays true while the answers it reads do not change."""
    return not formula.calls and not any(path.startswith("path") for path in formula.reads)
