"""
A pure simulation of how agents search: slots, and rounds of tables; what it measures is what rules do.

Everybody's colors are reported truthfully after each step. Run it as a script for the figures:
``python -m tests.agents.coloring.search 20``.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace

import solver
from agents.coloring.bargaining.moves import bargain
from agents.coloring.bargaining.utilities import check_table, next_turn
from agents.coloring.conformance import PRODUCT
from agents.coloring.game.ledger import Ledger
from agents.coloring.game.tours import Tours, is_touring
from agents.coloring.messages import PAYLOADS, Utilities
from agents.coloring.situation import Received, Situation
from agents.coloring.topologies import RandomTeam
from agents.coloring.view import view_of


class Search:
    """
    A team that searches.

    ``rounds`` is whether tables are passed on, ``offers`` whether agents bargain; ``person``, if any,
    answers best when it may, with some likelihood.
    """

    def __init__(self, team, seed=0, *, rounds=True, offers=False, person=None, willing=0.6, **more):
        problem = self.problem = team.problem
        self.views = {str(name): view_of(problem, name) for name in problem.clusters}
        self.rng, self.seed, self.person, self.willing = random.Random(seed), seed, person, willing
        self.rounds, self.offers = rounds, offers
        self.slots = team.slots
        self.cycle = max(self.slots.values()) + 1
        self.tours = Tours(self.views, self.slots, () if person is None else (person,), **more)
        start = {v: problem.fixed.get(v, problem.domain[0]) for v in problem.nodes}
        self.seats = {
            name: Situation(
                0,
                {v: start[v] for v in view.own},
                beliefs={v: start[v] for v in view.owners},
                phase="bargain",
            )
            for name, view in self.views.items()
        }
        self.time, self.said, self.deals, self.sent = 0, [], 0, 0

    def answer(self, name):
        """The best response, the present colors if they are one."""
        view, seat = self.views[name], self.seats[name]
        return dict(
            solver.best_response(
                view.problem, name, seat.beliefs, {**seat.forced, **seat.committed}, "current",
                current=seat.colors,
            ).assignment
        )  # fmt: skip

    def step(self):
        touring = is_touring(self.seats)
        turns = {}
        for name, seat in self.seats.items():
            seat = self.seats[name] = replace(seat, time_step=self.time)
            colors, messages = {**seat.colors, **seat.committed}, ()
            free = self.tours.may_recolor(name, seat, self.time, touring)
            is_willing = name != self.person or self.rng.random() < self.willing
            if free and seat.place is None:
                colors = self.answer(name) if is_willing else colors
            elif is_willing:
                planned = next_turn(self.views[name], seat, colors, seed=self.seed)
                colors, messages = planned.colors, planned.messages
            if self.offers:
                inbox = [
                    Received(s, m.kind, m.text, m.payload) for s, m in self.said if m.recipient == name
                ]
                found = bargain(self.views[name], seat, PRODUCT, colors, inbox)
                colors, messages = found.colors, (*messages, *found.messages)
            turns[name] = colors, messages
        self.carry_out(turns)

    def carry_out(self, turns):
        seats = {name: replace(seat, colors=dict(turns[name][0])) for name, seat in self.seats.items()}
        self.said = [(name, one) for name, (_, messages) in turns.items() for one in messages]
        self.sent += len(self.said)
        ledger = Ledger(seats)
        tables = {}
        for name, one in self.said:
            payload = PAYLOADS[one.kind].model_validate(one.payload)
            if isinstance(payload, Utilities):
                check_table(self.views[name], one.recipient, payload)
                tables.setdefault(one.recipient, {})[name] = payload
            else:
                ledger.enter(name, one.recipient, payload.moves, self.time)
        ledger.expire(self.time)
        self.deals += sum(name == "rb.accept" for name, _ in ledger.events)
        seats = ledger.seats()
        colors = {v: c for seat in seats.values() for v, c in seat.colors.items()}
        for name, view in self.views.items():
            told = {p: {v: colors[v] for v in view.border_to(p)} for p in view.peers}
            seats[name] = replace(
                seats[name], beliefs={v: colors[v] for v in view.owners}, announced=told
            )
        self.time += 1
        self.seats = self.tours.arrange(seats, self.time, tables) if self.rounds else seats

    def conflicts(self):
        colors = {v: c for seat in self.seats.values() for v, c in seat.colors.items()}
        return sum(colors[u] == colors[v] for u, v in self.problem.edges)

    def solve(self, steps=50):
        """The step after which nothing is in conflict; None if there is none."""
        for _ in range(steps):
            self.step()
            if self.conflicts() == 0:
                return self.time
        return None


def teams(count, seed=0):
    """Solvable teams of all sizes: 3x5 to 5x10 nodes, 3 or 4 colors, 0 or 1 fixed nodes a cluster."""
    rng = random.Random(f"teams {seed}")
    for i in range(count):
        yield RandomTeam(
            clusters=rng.choice([3, 4, 5]), nodes=rng.choice([5, 6, 8, 10]), colors=rng.choice([3, 4]),
            density=rng.choice([0.3, 0.5]), links=rng.choice([2, 3, 5, 7]), fixed=rng.choice([0, 1]),
            person=0, seed=1000 * seed + i,
        )  # fmt: skip


def main(count):
    rules = {
        "slots": {"rounds": False},
        "slots + offers": {"rounds": False, "offers": True},
        "rounds": {},
        "rounds + offers": {"offers": True},
        "rounds, a person": {"person": True},
        "rounds + offers, a person": {"person": True, "offers": True},
    }
    for name, how in rules.items():
        start, found, sent = time.process_time(), [], 0
        for i, drawn in enumerate(teams(count)):
            team = drawn.make()
            options = dict(how)
            if options.get("person"):
                options["person"] = next(iter(team.problem.clusters))
            search = Search(team, i, **options)
            found.append(search.solve())
            sent += search.sent
        done = sorted(step for step in found if step)
        share = 100 * len(done) / count
        middle = done[len(done) // 2] if done else "-"
        took = time.process_time() - start
        counts = f"median step {middle}, {sent / count:.0f} messages, {took:.1f} s CPU"
        print(f"{name:25} {share:5.1f}% solved, {counts}", flush=True)
        print(
            "   left:", *[t for t, s in zip(teams(count), found, strict=True) if not s][:3], sep="\n   "
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
