"""
Rounds of tables: the trees of agents and their steps, the platform's part of ``bargaining/utilities``.

If conflicts are left after every participant has had some slots, rounds of tables follow each other. For
each round the team is cut into trees of bounded height, grown breadth first around roots that rotate
from round to round; a tree without a conflict takes no part. In a round an agent recolors of its own
accord only in the step in which its place in the tree chooses. A person passes no tables on and so is
never below an agent: in every third round the person is the first root, and in the others the person has
the last step. Agents in the trees end the deals and offers between them when a round begins
(``bargaining/moves``): they did not lead to a solution, and the tables cover everything they covered.
A deal with the person ends if it is old and the agent is still in conflict; a new one stays.

In a large team few agents are still in conflict after some rounds. There, trees grow around these first,
and an edge that a round leaves in conflict gains three times the weight. Of 20 random teams of 200
agents that had not been played before, 19 were solved in 100 steps in mode RB, and 16 without the two
rules. Of 8 teams of 100 agents with 3 colors and 3 links between neighbors, which are harder, 4 were
solved, and 1 without; 3 with trees of height 1 or with less weight, 4 where the weights decayed. Trees
without edges between their branches, so that no two neighbors choose at once, solved none of the 4
tried.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from ..messages import Utilities
from ..situation import HeardTable, Place, Situation
from ..view import View

#: Least number of steps before the first round, if one cycle of slots is not longer.
PATIENCE = 6
#: The person is the first root in every third round; with 2, two games fewer of 120 were solved.
PERSONS_SHARE = 3
#: Greatest height of a tree.
MAX_HEIGHT = 2
#: Number of participants up to which the actual height of the trees is computed.
SMALL = 16
#: Number of agents by which the first root moves from round to round in a larger team, where neighbors
#: have neighboring numbers: a prime above most sizes, so that all agents come in turn.
STRIDE = 10_007
#: Strains that a round in a larger team adds to an edge that it leaves in conflict.
STRAINS = 3


def grow(
    peers: Mapping[str, Sequence[str]],
    number: int,
    max_height: int = MAX_HEIGHT,
    people: Sequence[str] = (),
    first_roots: Container[str] = (),
) -> dict[str, Place]:
    """
    Cut a team into trees, and return the place of each agent in its tree.

    Parameters
    ----------
    peers
        ``{participant: its neighbors}``.
    number
        Number of the round; each round has another first root.
    people
        Participants who are roots or in no tree.
    first_roots
        Agents that become roots before others.
    """
    agents = [name for name in peers if name not in people]
    start = number % len(agents) if agents else 0
    order = [*agents[start:], *agents[:start]]
    order.sort(key=lambda name: name not in first_roots)
    if number % PERSONS_SHARE == 0:
        order = [*people, *order]
        agents = [*people, *agents]
    parent: dict[str, str | None] = {}
    root: dict[str, str] = {}
    depth: dict[str, int] = {}
    for first in order:
        if first in parent:
            continue
        parent[first], root[first], depth[first] = None, first, 0
        queue = [first]
        for agent in queue:
            if depth[agent] == max_height:
                break
            for peer in peers[agent]:
                if peer not in parent and peer not in people:
                    parent[peer], root[peer], depth[peer] = agent, first, depth[agent] + 1
                    queue.append(peer)
    height: dict[str, int] = {}
    children: dict[str, list[str]] = {agent: [] for agent in agents}
    for agent in agents:
        height[root[agent]] = max(height.get(root[agent], 0), depth[agent])
        above = parent[agent]
        if above is not None:
            children[above].append(agent)
    when = {agent: height[root[agent]] + depth[agent] for agent in agents}
    return {
        agent: Place(
            parent[agent],
            tuple(children[agent]),
            depth[agent],
            height[root[agent]],
            0,
            tuple(peer for peer in peers[agent] if when.get(peer) == when[agent]),
        )
        for agent in agents
    }


class Tours:
    """
    The rounds of a game.

    All lasting state is in the situations, so a resumed game continues as it would have.

    Parameters
    ----------
    views
        Views of all participants.
    slots
        ``{participant: slot}`` of ordinary turns.
    people
        Participants who are people.
    max_height
        Greatest height of a tree.
    """

    def __init__(
        self,
        views: Mapping[str, View],
        slots: Mapping[str, int],
        people: Sequence[str] = (),
        max_height: int = MAX_HEIGHT,
    ) -> None:
        self._views, self._slots, self._people = views, slots, people
        self._cycle = max(slots.values(), default=0) + 1
        self._peers = {name: view.peers for name, view in views.items()}
        self._max_height = max_height
        self._begin = max(PATIENCE, self._cycle)
        self._height = self._reach()
        self._period = 2 * self._height + 1 + bool(people)

    def _reach(self) -> int:
        """Return the greatest height of any tree; in a large team, the greatest allowed."""
        if len(self._peers) > SMALL:
            return self._max_height
        grown = [
            grow(self._peers, i, self._max_height, self._people).values()
            for i in range(PERSONS_SHARE * len(self._peers))
        ]
        return max((place.height for places in grown for place in places), default=0)

    def arrange(
        self,
        seats: Mapping[str, Situation],
        step: int,
        tables: Mapping[str, Mapping[str, Utilities]],
    ) -> dict[str, Situation]:
        """
        Give each participant its place in the next step.

        Parameters
        ----------
        seats
            Situations after the last step.
        step
            The next step.
        tables
            ``{recipient: {sender: table}}`` sent in the last step.
        """
        after = dict(seats)
        if step < self._begin:
            return after
        tick = (step - self._begin) % self._period
        if tick == 0:
            return self._next_round(after, (step - self._begin) // self._period)
        for name, seat in seats.items():
            if seat.place is None:
                continue
            heard = dict(seat.heard)
            for sender, table in tables.get(name, {}).items():
                heard[sender] = HeardTable(table.boundary_nodes, table.costs)
            after[name] = seat.but(place=replace(seat.place, tick=tick), heard=heard)
        return after

    def _next_round(self, seats: dict[str, Situation], number: int) -> dict[str, Situation]:
        colors = {node: color for seat in seats.values() for node, color in seat.colors.items()}
        conflicts = {
            name: view.conflicts(seats[name].colors, {v: colors[v] for v in view.owners})
            for name, view in self._views.items()
        }
        if not any(conflicts.values()):
            return {
                name: seat.but(place=None, heard={}) if seat.place or seat.heard else seat
                for name, seat in seats.items()
            }
        large = len(self._peers) > SMALL
        places = grow(
            self._peers,
            number * STRIDE if large else number,
            self._max_height,
            self._people,
            {name for name, found in conflicts.items() if found} if large else (),
        )
        active = self._active(places, conflicts)
        after = {}
        for name, seat in seats.items():
            strains = seat.strains
            if conflicts[name] and number > 0:
                strains = {node: dict(row) for node, row in strains.items()}
                for node, other, _ in conflicts[name]:
                    row = strains.setdefault(node, {})
                    row[other] = row.get(other, 0) + (STRAINS if large else 1)
            place = places[name] if name in active else None
            after[name] = seat.but(place=place, heard={}, strains=strains)
        return after

    def _active(
        self, places: Mapping[str, Place], conflicts: Mapping[str, Sequence[object]]
    ) -> set[str]:
        """Return the agents of trees with a conflict."""
        active: set[str] = set()
        for name in places:
            if not conflicts[name] or name in active:
                continue
            top: str = name
            while (above := places[top].parent) is not None:
                top = above
            queue = [top]
            for agent in queue:
                queue += places[agent].children
            active.update(queue)
        return active

    def may_recolor(self, name: str, seat: Situation, step: int, touring: bool) -> bool:
        """
        Return whether a participant may change colors of its own accord.

        Parameters
        ----------
        touring
            Whether any participant has a place in a tree, see :func:`is_touring`.
        """
        if not touring:
            return step % self._cycle == self._slots[name]
        if name in self._people and seat.place is None:
            return (step - self._begin) % self._period == self._period - 1
        return seat.place is not None and seat.place.chooses


def is_touring(seats: Mapping[str, Situation]) -> bool:
    """Return whether a round of tables is under way."""
    return any(seat.place is not None for seat in seats.values())
