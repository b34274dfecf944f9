"""A table to bargain at: seats, a ledger, reported colors; no world and no database."""

from __future__ import annotations

from dataclasses import replace

from agents.coloring.bargaining.moves import bargain
from agents.coloring.bargaining.offers import released_by
from agents.coloring.bargaining.protocol import check_moves
from agents.coloring.conformance import PRODUCT
from agents.coloring.game.ledger import Ledger
from agents.coloring.messages import PAYLOADS, Bargaining
from agents.coloring.situation import Received, Situation
from agents.coloring.view import view_of


class Arena:
    """
    Participants of one problem at a table.

    ``events`` are the ledger's, ``said`` what was sent in the last step: (sender, message).
    """

    def __init__(self, problem, colors=None, phase="bargain", person=None):
        first = problem.domain[0]
        start = {v: problem.fixed.get(v, (colors or {}).get(v, first)) for v in problem.nodes}
        self.problem = problem
        self.people = () if person is None else (person,)
        self.views = {name: view_of(problem, name, person=person) for name in problem.clusters}
        self.seats = {
            name: Situation(
                0,
                {v: start[v] for v in view.own},
                beliefs={v: start[v] for v in view.owners},
                phase=phase,
            )
            for name, view in self.views.items()
        }
        self.time = 0
        self.events, self.said = [], []

    def see(self, name):
        """What a participant bargains on: its situation and its inbox."""
        inbox = [
            Received(sender, m.kind, m.text, m.payload, m.report)
            for sender, m in self.said
            if m.recipient == name
        ]
        return replace(self.seats[name], time_step=self.time), inbox

    def turn(self, name, colors=None):
        situation, inbox = self.see(name)
        # What computing would do at least: keep to what was agreed.
        computed = colors or {**situation.colors, **situation.committed}
        return bargain(self.views[name], situation, PRODUCT, computed, inbox)

    def play(self, turns):
        """Carry out (colors, messages) of each participant, all decided on the same state."""
        for name, (colors, messages) in turns.items():
            situation, _ = self.see(name)
            moves = [m for one in messages for m in self.moves(one)]
            for one in messages:
                check_moves(self.views[name], situation, one.recipient, self.moves(one))
            freed = released_by(situation.pins, moves, situation.offers)
            for node, color in situation.committed.items():
                assert node in freed or colors[node] == color, (name, node)
            for node, color in self.views[name].fixed.items():
                assert colors[node] == color, (name, node)
        seats = {
            name: replace(self.seats[name], colors=dict(turns[name][0])) if name in turns else seat
            for name, seat in self.seats.items()
        }
        ledger = Ledger(seats, self.people)
        for name, (_, messages) in turns.items():
            for one in messages:
                ledger.enter(name, one.recipient, self.moves(one), self.time)
        ledger.expire(self.time)
        self.events += ledger.events
        seats = ledger.seats()
        self.said = [(name, one) for name, (_, messages) in turns.items() for one in messages]
        for name, one in self.said:
            if one.report:
                heard = seats[one.recipient]
                seats[one.recipient] = replace(heard, beliefs={**heard.beliefs, **one.report})
                told = {**seats[name].announced, one.recipient: dict(one.report)}
                seats[name] = replace(seats[name], announced=told)
        self.seats = seats
        self.time += 1

    def step(self, colors=None):
        """All bargain; ``colors`` replaces what some have computed."""
        found = {name: self.turn(name, (colors or {}).get(name)) for name in self.seats}
        self.play({name: (b.colors, b.messages) for name, b in found.items()})
        return found

    def moves(self, message):
        return PAYLOADS["rb"].model_validate(message.payload).moves if message.kind == "rb" else ()

    def sent(self, sender, recipient):
        """Moves of the last step."""
        return [
            move
            for name, one in self.said
            if (name, one.recipient) == (sender, recipient)
            for move in self.moves(one)
        ]

    def colors(self):
        return {v: c for seat in self.seats.values() for v, c in seat.colors.items()}

    def conflicts(self):
        colors = self.colors()
        return sum(colors[u] == colors[v] for u, v in self.problem.edges)


def message(recipient, *moves, report=None):
    from agents.coloring.bargaining.rb_text import render
    from agents.coloring.messages import Outgoing

    payload = Bargaining(moves=moves).model_dump(mode="json")
    return Outgoing(recipient=recipient, kind="rb", text=render(moves), payload=payload, report=report)
