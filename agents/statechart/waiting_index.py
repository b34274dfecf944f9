"""
Index of transitions by the events they wait for.

An event name has few prefixes that end at a dot, so looking these up finds the transitions that wait for
it without a look at each: a state with 25,927 events took over a minute to check otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .definition import Arc, after_event, matches_longer, prefix_of


class WaitingIndex:
    """
    Index of some transitions.

    Parameters
    ----------
    arcs
        Transitions, in order.
    """

    def __init__(self, arcs: Sequence[Arc]) -> None:
        self._arcs = arcs
        self._eventless: list[int] = []
        self._timed: dict[str, list[int]] = {}
        self._any: list[int] = []
        self._by_name: dict[str, list[int]] = {}
        self._by_prefix: dict[str, list[int]] = {}
        for place, arc in enumerate(arcs):
            if arc.edge.after is not None:
                self._timed.setdefault(after_event(arc), []).append(place)
            elif not arc.edge.events:
                self._eventless.append(place)
            for descriptor in arc.edge.events if arc.edge.after is None else ():
                if descriptor == "*":
                    self._any.append(place)
                else:
                    exact = arc.edge.exact
                    longer = matches_longer(descriptor, exact=exact)
                    table = self._by_prefix if longer else self._by_name
                    table.setdefault(prefix_of(descriptor, exact=exact), []).append(place)
        self._lengths = sorted(set(map(len, self._by_prefix)))

    def waiting(self, event: str | None) -> tuple[Arc, ...]:
        """Return the transitions that wait for an event (None: eventless), in order."""
        if event is None:
            places = set(self._eventless)
        else:
            places = {*self._any, *self._timed.get(event, ()), *self._by_name.get(event, ())}
            for prefix in self._prefixes(event):
                places.update(self._by_prefix.get(prefix, ()))
        return tuple(self._arcs[place] for place in sorted(places))

    def _prefixes(self, event: str) -> Iterator[str]:
        for length in self._lengths:
            if length == len(event) or event[length : length + 1] == ".":
                yield event[:length]
