"""
Pairs of transitions of one state that wait for an event in common.

Transitions with equal events are alike here, so only one of each kind is compared with those that the
index of events finds. Looking at all pairs took over a minute in a state with 29,412 transitions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from .definition import Arc, event_named
from .reports import common_event
from .waiting_index import WaitingIndex

#: Places of transitions in order, by their targets.
_Places = dict[tuple[str, ...], list[int]]


class Rivals:
    """
    Rivals among some transitions of one state.

    A descriptor that matches no name, such as ``.``, is treated as if it matched ``anything``.

    Parameters
    ----------
    arcs
        Transitions, in order. Those with ``after`` have no rivals.
    """

    def __init__(self, arcs: Sequence[Arc]) -> None:
        self._arcs = arcs
        self._places: dict[tuple[str, ...], list[int]] = {}
        self._targets: dict[tuple[str, ...], _Places] = {}
        for place, arc in enumerate(arcs):
            if arc.edge.after is None:
                events = arc.edge.events
                self._places.setdefault(events, []).append(place)
                self._targets.setdefault(events, {}).setdefault(arc.edge.targets, []).append(place)
        kinds = [arcs[places[0]] for places in self._places.values()]
        index = WaitingIndex(kinds)
        self._sharing: dict[tuple[str, ...], set[tuple[str, ...]]] = {e: set() for e in self._places}
        for kind in kinds:
            events = kind.edge.events
            for descriptor in events or (None,):
                exact = kind.edge.exact
                name = None if descriptor is None else event_named(descriptor, exact=exact)
                for other in index.waiting(name):
                    self._sharing[events].add(other.edge.events)
                    self._sharing[other.edge.events].add(events)

    def kinds(self) -> Iterator[tuple[Arc, Arc]]:
        """Yield the first pair of each two kinds in each order, in the order of all pairs."""
        firsts = {places[0]: events for events, places in self._places.items()}
        for place, events in firsts.items():
            found = []
            for other in self._sharing[events]:
                places = self._places[other]
                after = bisect_right(places, place)
                found += places[after : after + 1]
            for later in sorted(found):
                yield self._arcs[place], self._arcs[later]

    def pairs(self) -> Iterator[tuple[Arc, Arc]]:
        """Yield the pairs with different targets, in the order of all pairs."""
        for place, arc in enumerate(self._arcs):
            found: list[int] = []
            for events in self._sharing[arc.edge.events] if arc.edge.after is None else ():
                for targets, places in self._targets[events].items():
                    if targets != arc.edge.targets and places[-1] > place:
                        found += places[bisect_right(places, place) :]
            for later in sorted(found):
                yield arc, self._arcs[later]

    def count(self) -> int:
        """Return the number of pairs with different targets."""
        sizes = {
            events: Counter({targets: len(places) for targets, places in by_targets.items()})
            for events, by_targets in self._targets.items()
        }
        twice = 0
        for events, others in self._sharing.items():
            for other in others:
                equal = sum(n * sizes[other][targets] for targets, n in sizes[events].items())
                twice += len(self._places[events]) * len(self._places[other]) - equal
        return twice // 2


def shared_events(arcs: Sequence[Arc]) -> Iterator[tuple[str, tuple[Arc, ...]]]:
    """Yield each event that a pair has in common, with all transitions that wait for it."""
    timeless = [arc for arc in arcs if arc.edge.after is None]
    index = WaitingIndex(timeless)
    known: set[str] = set()
    for one, other in Rivals(timeless).kinds():
        event = common_event(one, other)
        if event and event not in known:
            known.add(event)
            yield event, index.waiting(event)
