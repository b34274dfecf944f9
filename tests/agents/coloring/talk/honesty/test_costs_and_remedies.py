"""
Costs, what colors would cause, and what would end a conflict, in random states.

Each sentence has a meaning that is computed here from the edges alone. It passes only where that is so;
with other nodes, colors, numbers and tenses most of them are lies.
"""

from __future__ import annotations

import itertools
import random

import pytest

from agents.coloring.talk.honesty import violations
from bench.drafts import facts

COLORS = ("red", "green", "blue")
OWN = ("a1", "a2", "a3", "a4", "a5")
THEIRS = ("h1", "h4")
#: Nodes of the agent that the person sees, and its neighbors.
EDGES = ("a2 a4", "a4 a5", "a2 a5", "a1 a3", "a2 h1", "a4 h4", "a5 h4")
PAIRS = [tuple(edge.split()) for edge in EDGES]


class State:
    """Colors before and after a turn, with the number of conflicts for any others."""

    def __init__(self, seed):
        choose = random.Random(seed)
        self.now = {node: choose.choice(COLORS) for node in (*OWN, *THEIRS)}
        self.now |= {"a1": "red", "a3": "blue"}
        self.was = {**self.now}
        if choose.random() < 0.7:
            for node in choose.sample(("a2", "a4", "a5"), choose.randint(1, 2)):
                self.was[node] = choose.choice(COLORS)

    def facts(self):
        return facts(
            {
                "agent": "Agent1",
                "before": {node: self.was[node] for node in OWN},
                "after": {node: self.now[node] for node in OWN},
                "beliefs": {node: self.now[node] for node in THEIRS},
                "edges": [[*pair] for pair in PAIRS],
            }
        )

    def conflicts(self, at=None, before=False, **other):
        colors = {**(self.was if before else self.now), **other}
        return sum(colors[u] == colors[v] for u, v in PAIRS if at in (None, u, v))

    def least(self, **fixed):
        rows = itertools.product(COLORS, repeat=3)
        return min(
            self.conflicts(**{**dict(zip(("a2", "a4", "a5"), row, strict=True)), **fixed})
            for row in rows
        )

    def equal(self, u, v, before=False):
        colors = self.was if before else self.now
        return colors[u] == colors[v] and ((u, v) in PAIRS or (v, u) in PAIRS)


def fits(state, node):
    return {c for c in COLORS if not state.conflicts(at=node, **{node: c})}


def sentences(state):
    """Give sentences with whether they are true."""
    s, now, total = state, state.now, state.conflicts()
    was = state.conflicts(before=True)
    for n in (0, 10, 20, 30):
        true = n == 10 * total
        if n:
            yield f"We still pay {n} points.", true and was >= total
            yield f"We pay {n} points.", true
            yield f"We lose {n} points.", true
        else:
            yield "Now we have zero penalty on my side.", true
            yield "Our penalty is 0.", true
    for (u, v), n in itertools.product((("a5", "h4"), ("a2", "h1"), ("a4", "h4")), (10, 20)):
        clash = s.equal(u, v)
        c = now[u]
        yield f"{u} and your {v} are both {c}. That costs us {n} points.", clash and 10 * total == n
        yield f"{u} is {c} and so is your {v}.", now[v] == c
        yield (
            f"{u} clashes with your {v}, so we still pay {n} points.",
            (clash and 10 * total == n and was >= total),
        )
        yield f"{u} no longer clashes with {v}.", not clash and s.equal(u, v, before=True)
        yield f"The clash is {v} with {u}.", clash and total == 1
        yield f"There is only one conflict on my side, {u} with your {v}.", clash and total == 1
    for a, b in itertools.combinations((("a2", "h1"), ("a5", "h4"), ("a4", "h4")), 2):
        listed = f"{a[0]} with {a[1]} and {b[0]} with {b[1]}"
        both = s.equal(*a, before=True) and s.equal(*b, before=True) and was == 2
        yield f"We had two clashes, {listed}, and both are gone now.", both and total == 0
        yield f"We had two clashes, {listed}.", both
    yield "Fixed.", was > 0 and total == 0
    yield (
        "Inside my cluster everything is fine.",
        not any(s.equal(u, v) for u, v in PAIRS if v[0] == "a"),
    )
    for node, color in itertools.product(THEIRS, COLORS):
        then = s.conflicts(**{node: color})
        new = now[node] != color
        ok = fits(s, node) == {color}
        yield f"With my current colors {node} should be {color}.", ok
        yield f"{node} should be {color}.", ok and s.least(**{node: color}) == 0
        yield f"If you set {node} to {color}, the conflict disappears.", total == 1 and then == 0
        yield f"If you could make {node} {color}, the conflict would be gone.", total == 1 and then == 0
        yield (
            f"If you changed {node} to {color}, the conflict would be gone without me doing anything.",
            total == 1 and then == 0 and new,
        )
        for own in ("a2", "a4", "a5"):
            ends = s.conflicts(at=own) > 0 and s.conflicts(at=own, **{node: color}) == 0
            yield f"If you could make {node} {color}, it would clear the clash with {own}.", ends
            near = (own, node) in PAIRS
            yield (
                f"With my current colors {node} should be {color}, since {own} is {now[own]}.",
                ok and near and len(fits(s, node)) == 2,
            )
            yield (
                f"Please keep {node} {color}, since changing it to {now[own]} would clash with my "
                f"{own}.",
                not new and not s.conflicts(at=node) and near,
            )
        yield f"Please keep {node} {color}.", not new and not s.conflicts(at=node)
        yield f"I'd rather you keep {node} {color}.", not new and not s.conflicts(at=node)
        yield (
            f"Changing {node} to {color} wouldn't help with my current colors.",
            new and total > 0 and then >= total,
        )
        brought = s.conflicts(at=node, **{node: color}) - s.conflicts(at=node)
        yield (
            f"Changing {node} to {color} would cost us a clash with my present colors.",
            new and brought == 1 and then > total,
        )
        yield (
            f"Changing {node} to {color} would cost us 10 points with my present colors.",
            new and brought == 1,
        )
        works = s.least(**{node: color}) == 0
        others = [c for c in COLORS if c != color]
        yield (
            f"Anything but {color} is okay for {node}.",
            not works and all(s.least(**{node: c}) == 0 for c in others),
        )
        yield (
            f"{node} can be {others[0]} or {others[1]}, but not {color}.",
            not works and all(s.least(**{node: c}) == 0 for c in others),
        )
        either = [one for one in THEIRS if s.conflicts(at=one, **{one: color})]
        for own in ("a2", "a4", "a5"):
            yield (
                f"h1 is {now['h1']} and h4 is {now['h4']}. If either of them turns {color}, it will "
                f"clash with my {own}.",
                either == [*THEIRS] and all((own, one) in PAIRS for one in THEIRS),
            )
            yield f"If {node} is {color}, I might have to adjust {own}.", then > 0
    for node in THEIRS:
        yield f"Your {node} is fine with me.", not s.conflicts(at=node)
        yield f"Could you pick a different color for {node}?", total > 0


@pytest.mark.parametrize("seed", range(6))
def test_what_passes_is_so(seed):
    state = State(seed)
    known = state.facts()
    wrong = [text for text, true in sentences(state) if not true and not violations(text, known)]
    assert wrong == []


def test_what_is_so_passes():
    passed = []
    for seed in range(4):
        state = State(seed)
        known = state.facts()
        # What the agent might have to adjust, and what should be, is decided by more than this.
        passed += [
            not violations(text, known)
            for text, true in sentences(state)
            if true and "might" not in text and " should " not in text
        ]
    assert sum(passed) >= 0.9 * len(passed) > 0


def drafted(agent, colors, beliefs, asked="", before=()):
    """The facts of the study's graph with colors of one agent."""
    now = dict(zip((f"{agent}{i}" for i in range(1, 6)), colors.split(), strict=True))
    seen = dict(one.split("=") for one in beliefs.split())
    line = {"agent": {"a": "Agent1", "b": "Agent2"}[agent], "before": {**now, **dict(before)}}
    return facts({**line, "after": now, "beliefs": seen, "asked": asked})


WHY = drafted("b", "red green red green blue", "h2=green h5=red", "Why is there a conflict?")
RED = drafted("b", "green red blue green blue", "h2=blue h5=green", "Can I turn h5 red?")
OPEN = drafted("a", "green blue green blue red", "")
DONE = drafted(
    "a",
    "green blue red green red",
    "h1=red h4=blue",
    "Can you fix things on your side?",
    {"a2": "red", "a3": "blue", "a5": "blue"},
)
PARTLY = drafted("a", "green red blue green blue", "h1=red h4=red", "", {"a3": "green", "a4": "red"})
NONE = drafted("a", "green red green red blue", "h1=green h4=green")
UNKNOWN = drafted("b", "blue red blue green blue", "h2=green")
CLASH = drafted("a", "green red green red blue", "h1=blue h4=blue")
FREE = drafted("a", "green red green red blue", "h1=blue", "What colors can h4 have?")


@pytest.mark.parametrize(
    ("known", "true", "lies"),
    [
        (
            WHY,
            ["Because my b2 is green and your h2 is green too, and they are connected."],
            [
                "Because my b2 is green and your h5 is green too, and they are connected.",
                "Because my b2 is green and your h5 is red, and they are connected.",
                "Because my b2 is red and your h2 is red too, and they are connected.",
                "Because my b2 is green and your h2 is green too, and they are not connected.",
                "Because your h5 is red.",
                "Because h5 is red and b2 is green.",
            ],
        ),
        (
            RED,
            [
                "You can, but then b2 has to become green since h2 is blue.",
                "Not right now please, my b2 is red and it's linked to h5, so it would cost us 10 "
                "points.",
                "Yes, if I move b2 to green first.",
            ],
            [
                "You can, but then b2 has to become blue since h2 is red.",
                "You can, but then b2 has to become green since h2 is red.",
                "You can, but then b2 has to become red since h2 is blue.",
                "You can, and b2 can stay red.",
                "Not at all.",
                "Not really, my b2 is red.",
                "Not right now, my b2 is green and it's linked to h5, so it would cost us 10 points.",
                "Not right now, my b2 is red and it's linked to h5, so it would cost us 20 points.",
                "Not right now, my b2 is red and it's linked to h2, so it would cost us 10 points.",
                "Yes, if I move b2 to blue first.",
                "Yes, if I move b2 to red first.",
                "No, if I move b2 to green first.",
            ],
        ),
        (
            OPEN,
            [
                "I can work with almost anything, but please don't make both h1 and h4 red, because "
                "then I can't avoid a clash.",
                "With my current colors, h1 should be red or green and h4 should be green.",
                "Could you tell me the color of h4? It touches both a4 and a5, so I need it to choose "
                "well.",
            ],
            [
                "I can work with anything, but please don't make both h1 and h4 red.",
                "Please don't make both h1 and h4 green, because then I can't avoid a clash.",
                "Please don't make h4 red, because then I can't avoid a clash.",
                "With my current colors, h1 should be red or blue and h4 should be green.",
                "With my current colors, h1 should be red or green and h4 should be red.",
                "With my current colors, h1 should be red.",
                "It touches both a2 and a5, so I need it to choose well.",
                "Now we have zero penalty on my side.",
            ],
        ),
        (
            DONE,
            [
                "Yes, I changed a2 from red to blue because your h1 is red.",
                "Fixed!",
                "We had two clashes, a2 with h1 and a5 with h4, and both are gone now.",
            ],
            [
                "Yes, I changed a2 from red to blue because your h1 is blue.",
                "Yes, I changed a2 from green to blue because your h1 is red.",
                "No, I changed a2 from red to blue because your h1 is red.",
                "We had two clashes, a2 with h1 and a4 with h4, and both are gone now.",
                "We had one clash, a2 with h1, and it is gone now.",
                "Not completely.",
                "We still pay 10 points.",
            ],
        ),
        (
            PARTLY,
            [
                "Not completely. a4 no longer clashes with h4, but a2 and h1 are both red, so we still "
                "pay 10."
            ],
            [
                "Fixed!",
                "Not completely. a5 no longer clashes with h4.",
                "a2 no longer clashes with h1.",
                "a2 and h1 are both red, so we still pay 20.",
                "a4 and h4 are both red, so we still pay 10.",
                "a4 and a5 are different, so we still pay 10.",
                "That costs us 10 points.",
                "The conflict would be gone.",
            ],
        ),
        (
            NONE,
            ["Now we have zero penalty."],
            ["Fixed!", "Not completely.", "That costs us 10 points.", "The conflict disappears."],
        ),
        (
            UNKNOWN,
            ["b2 is red and your h2 is green, so that's fine. What color is h5?"],
            [
                "b2 is red and your h2 is red, so that's fine.",
                "b2 is red and your h5 is green, so that's fine.",
                "b2 is green and your h2 is green, so that's fine.",
                "Your h5 is fine with me.",
                "We pay 0 points.",
            ],
        ),
        (
            FREE,
            [
                "With my current colors h4 should be green, since a4 is red and a5 is blue. Red or blue "
                "would cause one clash.",
                "h4 can be green or red, but not blue: with h1 blue I need a5 blue, so a blue h4 would "
                "cost 10 points.",
                "Anything but blue is okay for h4. I might have to adjust a4 if you choose red.",
            ],
            [
                "h4 should be green.",
                "With my current colors h4 should be green, since a4 is red.",
                "With my current colors h4 should be green, since a5 is red and a4 is blue.",
                "With my current colors h4 should be green. Green or blue would cause one clash.",
                "With my current colors h4 should be green. Red or blue would cause two clashes.",
                "Red on h4 would cause one clash.",
                "A red h4 would cost 10 points.",
                "A blue h4 would cost 20 points.",
                "With h1 blue I need a5 red.",
                "With h1 blue I need a4 red.",
                "Anything but red is okay for h4.",
                "Anything but green is okay for h4.",
                "I might have to adjust a4 if you choose green for h4.",
                "h4 can be green or blue, but not red.",
            ],
        ),
        (
            WHY,
            ["It's because b2 and your h2 are both green."],
            [
                "It's because b2 and your h5 are both green.",
                "It's because b2 and your h2 are both red.",
                "It's because your h2 and h5 are both green.",
                "I fixed it.",
            ],
        ),
        (
            RED,
            ["b2 stays red because it's next to h2, which is blue."],
            [
                "b2 stays red because it's next to h2.",
                "b2 stays red because it's next to h2, which is red.",
                "b2 stays red because it's next to h5, which is blue.",
                "b2 stays blue because it's next to h2, which is blue.",
                "b2 turned red because it's next to h2, which is blue.",
                "Everything is fixed now.",
            ],
        ),
        (
            DONE,
            [
                "Everything is fixed now.",
                "There were two conflicts and I solved both.",
                "No penalty left.",
            ],
            ["There was one conflict and I solved both.", "There are two conflicts and I solved both."],
        ),
        (
            PARTLY,
            [],
            [
                "I fixed it.",
                "Everything is fixed now.",
                "There were two conflicts and I solved both.",
                "I solved both.",
                "No penalty left.",
            ],
        ),
        (NONE, [], ["I fixed it.", "Everything is fixed now.", "I solved both conflicts."]),
        (
            CLASH,
            [
                "The clash between a5 and h4 costs us 10 points.",
                "That conflict costs us 10 points.",
                "Right now a5 and h4 clash, which costs us 10 points.",
                "a5 and h4 are both blue and that costs 10 points.",
                "If you change h4 to green, we would have no conflict on my border.",
            ],
            [
                "The clash between a4 and h4 costs us 10 points.",
                "The clash between a5 and h4 costs us 20 points.",
                "That conflict costs us 0 points.",
                "Right now a4 and h4 clash, which costs us 10 points.",
                "a4 and h4 are both blue and that costs 10 points.",
                "a2 is red and that costs 10 points.",
                "If you change h4 to red, we would have no conflict on my border.",
                "If you change h1 to green, we would have no conflict on my border.",
                "No penalty left.",
                "I can't fix it, so we lose 20 points.",
                "Your green h4 is fine for me.",
                "Your green h4 would work.",
                "Green h4 works for me.",
                "h4 is no longer fine with me.",
            ],
        ),
    ],
)
def test_answers_and_suppositions(known, true, lies):
    assert [text for text in true if violations(text, known)] == []
    assert [text for text in lies if not violations(text, known)] == []
