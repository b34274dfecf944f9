"""Defects and healthy flows that were written before the rules were mended a third time."""

from __future__ import annotations

from tests.agents.flow.later import call, graph
from tests.agents.flow.support import chain, decision, document, edge, end, question

PLAN = question("plan", allowed_values=["free", "team", "firm"])
SEATS = question("seats", data_type="integer", minimum=1, maximum=500)
TRIAL = question("trial", data_type="boolean")
CITY = question("city", data_type="text", min_length=2, max_length=40)
SUM = question("sum", data_type="number", minimum=0, maximum=10000)
MAIL = question("mail", data_type="email")
TOPICS = question("topics", data_type="list", allowed_values=["tax", "visa", "work"])
END, OTHER, THIRD, FOURTH = end(), end("other"), end("third"), end("fourth")


def message(name, text):
    return {"id": name, "type": "message", "prompt": text}


def assign(name, **values):
    return {"id": name, "type": "assign", "values": values}


DEFECTS = [
    (
        "a plan without an edge",
        document(
            [PLAN, SEATS, decision("d"), END, OTHER],
            [
                edge("q.plan", "q.seats"),
                edge("q.seats", "d"),
                edge("d", "end", "answers.plan == 'free'"),
                edge("d", "other", "answers.plan == 'team'"),
            ],
        ),
        ["/nodes/2"],
    ),
    (
        "a hole between two ranges of seats",
        document(
            [SEATS, END, OTHER],
            [
                edge("q.seats", "end", "answers.seats < 50"),
                edge("q.seats", "other", "answers.seats > 50"),
            ],
        ),
        ["/nodes/0"],
    ),
    (
        "a hole in two answers together",
        document(
            [TRIAL, SEATS, decision("d"), END, OTHER, THIRD],
            [
                edge("q.trial", "q.seats"),
                edge("q.seats", "d"),
                edge("d", "end", "answers.trial"),
                edge("d", "other", "!answers.trial && answers.seats < 10"),
                edge("d", "third", "!answers.trial && answers.seats > 20"),
            ],
        ),
        ["/nodes/2"],
    ),
    (
        "the same range twice",
        document(
            [SUM, END, OTHER, THIRD],
            [
                edge("q.sum", "end", "answers.sum < 100.0"),
                edge("q.sum", "other", "answers.sum >= 50.0 && answers.sum < 500.0"),
                edge("q.sum", "third", "else"),
            ],
        ),
        ["/edges/1", "/edges/0"],
    ),
    (
        "a review that nobody reaches",
        document(
            [PLAN, SEATS, END, question("review"), OTHER],
            [
                edge("q.plan", "q.seats"),
                edge("q.seats", "end"),
                edge("q.review", "other"),
            ],
            entry="q.plan",
        ),
        ["/nodes/3"],
    ),
    (
        "excluded by the edge two steps before",
        document(
            [PLAN, SEATS, decision("d"), END, OTHER, THIRD],
            [
                edge("q.plan", "third", "answers.plan == 'free'"),
                edge("q.plan", "q.seats", "else"),
                edge("q.seats", "d"),
                edge("d", "end", "answers.plan in ['free'] && answers.seats > 3"),
                edge("d", "other", "else"),
            ],
        ),
        ["/edges/3"],
    ),
    (
        "more seats than the maximum",
        document(
            [SEATS, END, OTHER],
            [edge("q.seats", "other", "answers.seats >= 501"), edge("q.seats", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "a message about an answer that comes later",
        chain(PLAN, message("m", "A parcel for {city}."), CITY, END),
        ["/nodes/1"],
    ),
    (
        "an assignment that reads another branch",
        document(
            [PLAN, SEATS, CITY, assign("a", double="answers.seats * 2"), END],
            [
                edge("q.plan", "q.seats", "answers.plan == 'team'"),
                edge("q.plan", "q.city", "else"),
                edge("q.seats", "a"),
                edge("q.city", "a"),
                edge("a", "end"),
            ],
        ),
        ["/nodes/3"],
    ),
    (
        "a condition against the edge that was taken",
        document(
            [TRIAL, SEATS, question("card", when="answers.trial && answers.seats > 1"), END, OTHER],
            [
                edge("q.trial", "other", "answers.trial"),
                edge("q.trial", "q.seats", "else"),
                edge("q.seats", "q.card"),
                edge("q.card", "end"),
            ],
        ),
        ["/nodes/2"],
    ),
    (
        "a subgraph that never comes back",
        document(
            [PLAN, call("c", "sub"), END],
            [edge("q.plan", "c"), edge("c", "end")],
            subgraphs={
                "sub": graph(
                    [question("one"), question("two")],
                    [edge("q.one", "q.two"), edge("q.two", "q.one")],
                    entry="q.one",
                )
            },
        ),
        ["/subgraphs/sub", "/nodes/1", "/nodes/2"],
    ),
    (
        "a misspelled option inside a list",
        document(
            [PLAN, END, OTHER],
            [edge("q.plan", "end", "answers.plan in ['team', 'frim']"), edge("q.plan", "other", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "a city of one letter",
        document(
            [CITY, END, OTHER],
            [edge("q.city", "other", "answers.city == 'X'"), edge("q.city", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "a predicate that is always false",
        {
            **document(
                [SEATS, END, OTHER],
                [edge("q.seats", "other", "huge()"), edge("q.seats", "end", "else")],
            ),
            "predicates": {"huge": "answers.seats > 100 && answers.seats < 100"},
        },
        ["/edges/0", "/predicates/huge"],
    ),
    (
        "an end that no path reaches from a loop",
        document(
            [PLAN, question("a"), question("b"), END],
            [
                edge("q.plan", "end", "answers.plan == 'free'"),
                edge("q.plan", "q.a", "else"),
                edge("q.a", "q.b"),
                edge("q.b", "q.a"),
            ],
        ),
        ["/nodes/1", "/nodes/2", "/edges/3"],
    ),
]

HEALTHY = [
    (
        "three plans, three edges",
        document(
            [PLAN, SEATS, decision("d"), END, OTHER, THIRD],
            [
                edge("q.plan", "q.seats"),
                edge("q.seats", "d"),
                edge("d", "end", "answers.plan == 'free'"),
                edge("d", "other", "answers.plan == 'team'"),
                edge("d", "third", "answers.plan == 'firm'"),
            ],
        ),
    ),
    (
        "seats in three ranges",
        document(
            [SEATS, END, OTHER, THIRD],
            [
                edge("q.seats", "end", "answers.seats < 10"),
                edge("q.seats", "other", "answers.seats >= 10 && answers.seats < 100"),
                edge("q.seats", "third", "answers.seats >= 100"),
            ],
        ),
    ),
    (
        "two answers, four cases",
        document(
            [TRIAL, SEATS, decision("d"), END, OTHER, THIRD, FOURTH],
            [
                edge("q.trial", "q.seats"),
                edge("q.seats", "d"),
                edge("d", "end", "answers.trial && answers.seats < 10"),
                edge("d", "other", "answers.trial && answers.seats >= 10"),
                edge("d", "third", "!answers.trial && answers.seats < 10"),
                edge("d", "fourth", "!answers.trial && answers.seats >= 10"),
            ],
        ),
    ),
    (
        "an assignment after both branches",
        document(
            [PLAN, SEATS, assign("one", count="1"), assign("many", count="answers.seats"), END, OTHER],
            [
                edge("q.plan", "one", "answers.plan == 'free'"),
                edge("q.plan", "q.seats", "else"),
                edge("q.seats", "many"),
                edge("one", "end"),
                edge("many", "other"),
            ],
        ),
    ),
    ("a message about what is known", chain(CITY, message("m", "A parcel for {city}."), PLAN, END)),
    (
        "a question for some",
        document(
            [PLAN, SEATS, question("card", when="answers.plan != 'free'"), END],
            [edge("q.plan", "q.seats"), edge("q.seats", "q.card"), edge("q.card", "end")],
        ),
    ),
    (
        "a subgraph with two ways out",
        document(
            [PLAN, call("c", "sub"), END],
            [edge("q.plan", "c"), edge("c", "end")],
            subgraphs={
                "sub": graph(
                    [SUM, CITY],
                    [
                        edge("q.sum", "__exit__", "answers.sum < 100.0"),
                        edge("q.sum", "q.city", "answers.sum >= 100.0"),
                        edge("q.city", "__exit__"),
                    ],
                )
            },
        ),
    ),
    (
        "a question again until it fits",
        document(
            [SEATS, TRIAL, END],
            [
                edge("q.seats", "q.trial"),
                edge("q.trial", "q.seats", "!answers.trial"),
                edge("q.trial", "end", "answers.trial"),
            ],
            entry="q.seats",
            policies={"allow_cycles": True, "skip_known": False},
        ),
    ),
    (
        "an unknown answer has its edge",
        document(
            [MAIL, CITY, END],
            [
                edge("q.mail", "q.city", on="unknown"),
                edge("q.mail", "end"),
                edge("q.city", "end"),
            ],
        ),
    ),
    (
        "a predicate for a range",
        {
            **document(
                [SEATS, END, OTHER],
                [edge("q.seats", "other", "big()"), edge("q.seats", "end", "else")],
            ),
            "predicates": {"big": "answers.seats > 100"},
        },
    ),
]
