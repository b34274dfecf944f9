"""
What the agent can change, and what that does to conflicts, in random states.

Each sentence has a meaning that is computed here by enumeration. It passes only where that is so.
"""

from __future__ import annotations

import itertools
import random

import pytest

from agents.coloring.situation import Situation
from agents.coloring.talk.facts import facts_of
from agents.coloring.talk.honesty import violations
from agents.coloring.view import view_of
from bench.drafts import facts
from solver import Problem

COLORS = ("red", "green", "blue")
OWN = ("b1", "b2", "b3", "b4")
THEIRS = ("h1", "h2", "h3")
INSIDE = (("b1", "b2"), ("b2", "b3"), ("b3", "b4"), ("b4", "b1"))
ACROSS = (("b1", "h1"), ("b2", "h1"), ("b2", "h2"), ("b3", "h2"), ("b4", "h3"))
PAIRS = (*INSIDE, *ACROSS)


class State:
    """Colors of a ring of nodes and of the border, with the conflicts of these and other colors."""

    def __init__(self, seed):
        choose = random.Random(seed)
        self.now = {node: choose.choice(COLORS) for node in (*OWN, *THEIRS)}

    def facts(self):
        return facts(
            {
                "before": {**{node: self.now[node] for node in OWN}, "b5": "red"},
                "beliefs": {node: self.now[node] for node in THEIRS},
                "edges": [*map(list, PAIRS)],
            }
        )

    def conflicts(self, **other):
        colors = {**self.now, **other}
        return {edge for edge in PAIRS if colors[edge[0]] == colors[edge[1]]}

    def reached(self, **fixed):
        """Give the conflicts of each recoloring of the cluster."""
        for row in itertools.product(COLORS, repeat=len(OWN)):
            colors = dict(zip(OWN, row, strict=True))
            if all(colors.get(node, color) == color for node, color in fixed.items()):
                yield self.conflicts(**{**colors, **fixed})

    def able(self, **fixed):
        least = len(self.conflicts(**{n: c for n, c in fixed.items() if n in THEIRS}))
        return any(
            len(found) <= least and not any({*edge} & {*fixed} & {*OWN} for edge in found)
            for found in self.reached(**fixed)
        )


def effects(state):
    """Give sentences about single changes with whether they are true."""
    now = state.conflicts()
    for node, color in itertools.product((*OWN, *THEIRS), COLORS):
        then = state.conflicts(**{node: color})
        new = state.now[node] != color
        fine = new and not then - now
        for edge in PAIRS:
            u, v = edge
            ends = edge in now and edge not in then and fine
            yield f"Making {node} {color} fixes the clash between {u} and {v}.", ends
            yield f"Turning {node} {color} would get rid of {u}-{v}.", ends
            stays = new and edge in now and edge in then
            yield f"{node} {color} would not solve the conflict {u}-{v}.", stays
            yield (
                f"If {node} becomes {color}, the clash between {u} and {v} is gone.",
                new and edge in now and edge not in then,
            )
            yield f"Changing {node} to {color} would give a new conflict {u}-{v}.", edge in then - now
            yield f"{node} {color} leaves only {u}-{v}.", new and then == {edge}
        both = fine and len(now) == 2 and not then
        yield f"Making {node} {color} would solve both of my conflicts.", both
        every = fine and bool(now) and not then
        yield f"Setting {node} to {color} removes all my conflicts.", every
        if node in OWN:
            yield f"I can fix everything by making {node} {color}.", every
            yield f"I only have to make {node} {color}.", every


def reaches(state):
    """Give sentences about what the agent can do with whether they are true."""
    now = state.conflicts()
    solvable = any(not found for found in state.reached())
    for node, color in itertools.product(OWN, COLORS):
        new = state.now[node] != color
        able = state.able(**{node: color})
        yield f"I can turn {node} {color}.", new and able
        yield f"I could make {node} {color}.", new and able
        yield f"I can't make {node} {color}.", not able and new
        for other, second in itertools.product(OWN, COLORS):
            if other != node:
                pair = {node: color, other: second}
                changed = new and state.now[other] != second
                yield (
                    f"I can make {node} {color} and {other} {second}.",
                    changed and state.able(**pair),
                )
    for u, v in itertools.combinations(OWN, 2):
        swapped = {u: state.now[v], v: state.now[u]}
        yield f"I can swap {u} and {v}.", state.now[u] != state.now[v] and state.able(**swapped)
    for u, v in PAIRS:
        ends = any((u, v) not in found and found <= now for found in state.reached())
        yield f"I can fix the clash between {u} and {v}.", (u, v) in now and ends
    yield "I can't solve my side.", bool(now) and not solvable
    yield "You don't have to change anything for me.", solvable
    for node in THEIRS:
        clash = any(node in edge for edge in now)
        others = min(len(found) for c in COLORS for found in state.reached(**{node: c}))
        kept = min(len(found) for found in state.reached(**{node: state.now[node]}))
        keeps = not clash or (state.able(**{node: state.now[node]}) and kept <= others)
        for color in COLORS:
            so = state.now[node] == color
            yield (
                f"You can keep {node} {color}.",
                so and (keeps and (not clash or not any(node in e for e in _best(state)))),
            )
            would = any(node in edge for edge in state.conflicts(**{node: color}))
            stuck = solvable and not any(not found for found in state.reached(**{node: color}))
            yield f"Please make sure {node} isn't {color}.", would or stuck
            yield f"Please don't use {color} for {node}.", would or stuck


def _best(state):
    """Return the conflicts of the best recoloring with the fewest at the border."""
    return min(state.reached(), key=lambda found: (len(found), sorted(found)))


def _lies(sentences, known):
    return [text for text, true in sentences if not true and not violations(text, known)]


@pytest.mark.parametrize("seed", range(4))
def test_what_passes_of_effects_is_so(seed):
    state = State(seed)
    assert _lies(effects(state), state.facts()) == []


@pytest.mark.parametrize("seed", range(8))
def test_what_passes_of_abilities_is_so(seed):
    state = State(seed)
    assert _lies(reaches(state), state.facts()) == []


#: b1-h1 and b3-h2 clash; each can be ended by one node.
NAMED = {"b1": "red", "b2": "blue", "b3": "green", "b4": "blue", "h1": "red", "h2": "green", "h3": "red"}


@pytest.mark.parametrize(
    ("truth", "lies"),
    [
        (
            "I could get rid of b1-h1 by turning b1 green, and that leaves only b3-h2.",
            [
                "I could get rid of b1-h1 by turning b1 blue, and that leaves only b3-h2.",
                "I could get rid of b3-h2 by turning b1 green, and that leaves only b3-h2.",
                "I could get rid of b1-h1 by turning b1 green, and that leaves only b2-h2.",
            ],
        ),
        (
            "Recoloring b3 doesn't help with b1-h1.",
            ["Recoloring b1 doesn't help with b1-h1.", "Recoloring b3 doesn't help with b2-h1."],
        ),
        (
            "I can fix both of my conflicts if I make b1 green and b3 red.",
            [
                "I can fix all three of my conflicts if I make b1 green and b3 red.",
                "I can fix both of my conflicts if I make b1 green and b3 blue.",
                "I can fix both of my conflicts if I make b1 green and h2 red.",
            ],
        ),
        ("I'd make b1 green and b3 red.", ["I'd make b1 blue and b3 red.", "I'd make b2 red."]),
        (
            "Would you please leave h3 as it is? It is red.",
            ["Would you please leave h1 as it is? It is red."],
        ),
        ("Just make sure h3 isn't blue.", ["Just make sure h3 isn't green."]),
        (
            "If you turn h1 green, the clash between b1 and h1 is gone.",
            [
                "If I turn b1 red, the clash between b1 and h1 is gone.",
                "If you turn h1 green, the clash between b3 and h2 is gone.",
                "If you turn h1 red, the clash between b1 and h1 is gone.",
            ],
        ),
    ],
)
def test_a_near_miss_is_refused(truth, lies):
    state = State(0)
    state.now = NAMED
    known = state.facts()
    assert [text for text in lies if not violations(text, known)] == []
    assert violations(truth, known) == []


@pytest.mark.parametrize("sentences", [effects, reaches])
def test_most_truths_pass(sentences):
    state = State(1)
    known = state.facts()
    truths = [text for text, true in sentences(state) if true]
    refused = [text for text in truths if violations(text, known)]
    assert len(truths) > 20
    assert len(refused) <= 0.1 * len(truths)


def large_cluster():
    """The facts of a path of twelve nodes, one of them in a conflict that a change would end."""
    own = [f"b{i}" for i in range(1, 13)]
    problem = Problem(
        [*own, "h1"],
        [*itertools.pairwise(own), ("b1", "h1")],
        COLORS,
        owners={**dict.fromkeys(own, "Agent2"), "h1": "Human"},
    )
    colors = {node: COLORS[i % 2] for i, node in enumerate(own)}
    view = view_of(problem, "Agent2", person="Human")
    return facts_of(view, Situation(3, colors=colors, beliefs={"h1": "red"}), colors, recipient="Human")


@pytest.mark.parametrize(
    "lie",
    [
        "I can't make b1 blue.",
        "I can't make b1 green.",
        "I can't fix the clash between b1 and h1.",
        "b1 can't be blue.",
        "With h1 red I can't solve my side.",
        "I can't get rid of the clash with h1 by changing b1.",
    ],
)
def test_too_many_colorings_are_no_proof(lie):
    assert violations(lie, large_cluster())
