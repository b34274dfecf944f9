"""Replies to proposals on random graphs: what passes is so by trying all colorings."""

from __future__ import annotations

import itertools
import random

import pytest

from agents.coloring.talk.honesty import violations
from bench.drafts import facts

COLORS = ("red", "green", "blue")
OWN, THEIRS = ("a1", "a2", "a3", "a4", "a5"), ("h1", "h4")
WORDS = {0: "no conflicts", 1: "one conflict", 2: "two conflicts", 3: "three conflicts"}


class Naive:
    """Conflicts of all colorings of the cluster."""

    def __init__(self, edges, own, theirs):
        self.edges, self.own, self.theirs = edges, own, theirs

    def conflicts(self, own, theirs):
        colors = {**own, **theirs}
        return sum(colors[u] == colors[v] for u, v in self.edges)

    def all(self, theirs, bound):
        for row in itertools.product(COLORS, repeat=len(OWN)):
            own = dict(zip(OWN, row, strict=True))
            if bound.items() <= own.items():
                yield own

    def best(self, proposal=None):
        """Fewest conflicts if a proposal is taken on."""
        proposal = proposal or {}
        bound = {n: c for n, c in proposal.items() if n in OWN}
        theirs = {**self.theirs, **{n: c for n, c in proposal.items() if n in THEIRS}}
        return min(self.conflicts(own, theirs) for own in self.all(theirs, bound))

    def at_once(self, proposal=None):
        """Conflicts if nothing else changes."""
        colors = {**self.own, **self.theirs, **(proposal or {})}
        return sum(colors[u] == colors[v] for u, v in self.edges)

    def better(self, proposal):
        """Whether a proposal leaves fewer conflicts, or as many and fewer at once."""
        return (self.best(proposal), self.at_once(proposal)) < (self.best(), self.at_once())

    def same(self, proposal):
        """Whether a proposal makes no difference, with or without an answer to it."""
        return (self.best(proposal), self.at_once(proposal)) == (self.best(), self.at_once())

    def changes(self):
        """Fewest nodes to recolor without a conflict left; None if there is no such coloring."""
        clean = (own for own in self.all(self.theirs, {}) if not self.conflicts(own, self.theirs))
        return min((sum(self.own[n] != own[n] for n in OWN) for own in clean), default=None)


#: What is said, and whether it is so of a proposal.
SAYINGS = [
    ("That works for me.", lambda it, p, n: it.best(p) == 0),
    ("Fine with me!", lambda it, p, n: it.best(p) == 0),
    ("No objection.", lambda it, p, n: it.best(p) == 0),
    ("Yes, that would be possible.", lambda it, p, n: it.best(p) == 0),
    ("No, that does not work for me.", lambda it, p, n: it.best(p) > 0),
    ("That is not possible.", lambda it, p, n: it.best(p) > 0),
    ("I can do that.", lambda it, p, n: it.best(p) == 0 and {*p} <= {*OWN}),
    ("That would leave me with {n}.", lambda it, p, n: it.best(p) == n),
    ("My best with that is {n}.", lambda it, p, n: it.best(p) == n),
    ("Then my best would be {n}.", lambda it, p, n: it.best(p) == n),
    ("I can get to {n} either way.", lambda it, p, n: it.best(p) == it.best() == n),
    ("That costs me nothing.", lambda it, p, n: it.best(p) <= it.best()),
    ("That would cost me one conflict.", lambda it, p, n: it.best(p) == it.best() + 1),
    ("That would help.", lambda it, p, n: it.best(p) == 0 and it.better(p)),
    (
        "It would not help.",
        lambda it, p, n: it.best(p) >= it.best() and it.at_once(p) >= it.at_once(),
    ),
    ("That changes nothing for me.", lambda it, p, n: it.same(p)),
    ("I'm at {n} and that's already my best.", lambda it, p, n: it.at_once() == it.best() == n),
    ("I only need {k} changes on my side.", lambda it, p, n: it.changes() == n),
]


def drawn(seed):
    """A random state, a proposal of the person, and the facts."""
    draw = random.Random(seed)
    inside = [edge for edge in itertools.combinations(OWN, 2) if draw.random() < 0.6]
    border = [(own, other) for other in THEIRS for own in draw.sample(("a2", "a4", "a5"), 2)]
    own = {node: draw.choice(COLORS) for node in OWN}
    theirs = {node: draw.choice(COLORS) for node in THEIRS}
    near = sorted({edge[0] for edge in border})
    node = draw.choice([*THEIRS, *near])
    color = draw.choice([one for one in COLORS if one != {**own, **theirs}[node]])
    edges = [*inside, *border]
    asked = f"What if I take {color} for {node}?" if node in THEIRS else f"Can you make {node} {color}?"
    line = {"agent": "Agent1", "before": own, "beliefs": theirs, "edges": edges, "asked": asked}
    return Naive(edges, own, theirs), {node: color}, facts(line)


@pytest.mark.parametrize("first", range(0, 9, 3))
def test_what_passes_is_so(first):
    passed = so = 0
    for seed in range(first, first + 3):
        naive, proposal, known = drawn(seed)
        assert known.request.proposed == (proposal,)
        for text, is_so in SAYINGS:
            for number in range(4) if "{" in text else (0,):
                said = text.format(n=WORDS[number], k=WORDS[number].split()[0])
                true = bool(is_so(naive, proposal, number))
                if not violations(said, known):
                    assert true, (seed, said)
                    passed += 1
                so += true
    assert passed >= 0.9 * so > 0
