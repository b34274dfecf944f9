"""Defects and healthy flows written after the analysis: it missed 1 of 15, and was wrong on 2 of 10."""

from __future__ import annotations

from tests.agents.flow.support import chain, decision, document, edge, end, question


def graph(nodes, edges, **f):
    return {"nodes": nodes, "edges": edges, **f}


def call(n, ref, **f):
    return {"id": n, "type": "subgraph", "ref": ref, **f}


SIZE = question("size", allowed_values=["s", "m", "l"])
W = question("weight", data_type="number", minimum=0.5, maximum=30)
GIFT = question("gift", data_type="boolean")
NOTE = question("note", data_type="text", min_length=5, max_length=80)
MAIL = question("mail", data_type="email")
DAY = question("day", data_type="date")
N = question("n", data_type="integer", minimum=1, maximum=9)
END, OTHER, THIRD = end(), end("other"), end("third")
DEFECTS = [
    (
        "overlap of ranges",
        document(
            [N, END, OTHER, THIRD],
            [
                edge("q.n", "end", "answers.n <= 5"),
                edge("q.n", "other", "answers.n >= 5"),
                edge("q.n", "third", "else"),
            ],
        ),
        ["/edges/1"],
    ),
    (
        "dead twice",
        document(
            [SIZE, decision("d"), decision("e"), END, OTHER],
            [
                edge("q.size", "d", "answers.size != 's'"),
                edge("q.size", "end", "else"),
                edge("d", "e"),
                edge("e", "other", "answers.size == 's'"),
                edge("e", "end", "else"),
            ],
        ),
        ["/edges/3"],
    ),
    (
        "input asked later",
        document(
            [call("c", "g", scope="isolated", inputs={"x": "mail"}), MAIL, END],
            [edge("c", "q.mail"), edge("q.mail", "end")],
            subgraphs={
                "g": graph(
                    [question("y"), decision("d"), question("z")],
                    [
                        edge("q.y", "d"),
                        edge("d", "q.z", "answers.x == 'a@b.de'"),
                        edge("d", "__exit__", "else"),
                        edge("q.z", "__exit__"),
                    ],
                )
            },
        ),
        ["/nodes/0", "/subgraphs/g/edges/1"],
    ),
    (
        "when against the branch",
        document(
            [GIFT, question("card", when="answers.gift"), END],
            [
                edge("q.gift", "end", "answers.gift"),
                edge("q.gift", "q.card", "else"),
                edge("q.card", "end"),
            ],
        ),
        ["/nodes/1"],
    ),
    (
        "shorter than the minimum",
        document(
            [NOTE, END, OTHER],
            [edge("q.note", "other", "size(answers.note) < 5"), edge("q.note", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "after an else",
        document(
            [SIZE, N, decision("d"), END, OTHER],
            [
                edge("q.size", "end", "answers.size in ['s','m']"),
                edge("q.size", "q.n", "else"),
                edge("q.n", "d"),
                edge("d", "other", "answers.size in ['m']"),
                edge("d", "end", "else"),
            ],
        ),
        ["/edges/3"],
    ),
    ("placeholder asked later", chain({**NOTE, "prompt": "For {mail}?"}, MAIL, END), ["/nodes/0"]),
    (
        "no date",
        document(
            [DAY, END, OTHER],
            [edge("q.day", "other", "answers.day == '2026-13-01'"), edge("q.day", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "no address",
        document(
            [MAIL, END, OTHER],
            [
                edge("q.mail", "other", "answers.mail in ['none', 'x@y.de']"),
                edge("q.mail", "end", "else"),
            ],
        ),
        ["/edges/0"],
    ),
    (
        "itself and not itself",
        document(
            [GIFT, END, OTHER],
            [edge("q.gift", "other", "answers.gift && !answers.gift"), edge("q.gift", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "hole of a number",
        document(
            [W, END, OTHER],
            [
                edge("q.weight", "end", "answers.weight > 10.0"),
                edge("q.weight", "other", "answers.weight < 10.0"),
            ],
        ),
        ["/nodes/0"],
    ),
    (
        "constraint of two options",
        chain(SIZE, END, constraints=[{"check": "answers.size == 's' && answers.size == 'm'"}]),
        ["/constraints/0"],
    ),
    (
        "never exits",
        document(
            [N, call("c", "g"), END],
            [edge("q.n", "c"), edge("c", "end")],
            subgraphs={"g": graph([question("y")], [edge("q.y", "q.y")], entry="q.y")},
            policies={"allow_cycles": True},
        ),
        ["/subgraphs/g", "/nodes/1"],
    ),
    (
        "loop of action and assignment",
        document(
            [
                N,
                {"id": "a", "type": "action", "action": "nothing"},
                {"id": "s", "type": "assign", "values": {"k": "1"}},
                END,
            ],
            [
                edge("q.n", "a"),
                edge("a", "s"),
                edge("s", "end", "answers.n > 20"),
                edge("s", "a", "else"),
            ],
            policies={"allow_cycles": True},
        ),
        ["/nodes/1", "/nodes/2", "/edges/2"],
    ),
    (
        "dependency in another subgraph",
        document(
            [N, call("c", "g"), question("w", dependencies=["y"]), END],
            [
                edge("q.n", "c", "answers.n > 3"),
                edge("q.n", "q.w", "else"),
                edge("c", "end"),
                edge("q.w", "end"),
            ],
            subgraphs={"g": graph([question("y")], [edge("q.y", "__exit__")])},
        ),
        ["/nodes/2"],
    ),
]
HEALTHY = [
    (
        "all of a range",
        document(
            [N, END, OTHER, THIRD],
            [
                edge("q.n", "end", "answers.n <= 3"),
                edge("q.n", "other", "answers.n > 3 && answers.n < 8"),
                edge("q.n", "third", "answers.n >= 8"),
            ],
        ),
    ),
    (
        "gift card",
        document(
            [GIFT, question("card", when="answers.gift"), decision("d"), END, OTHER],
            [
                edge("q.gift", "q.card"),
                edge("q.card", "d"),
                edge("d", "end", "answers.gift"),
                edge("d", "other", "!answers.gift"),
            ],
        ),
    ),
    (
        "conditional answer used under its condition",
        document(
            [
                GIFT,
                question("amount", data_type="integer", when="answers.gift"),
                decision("d"),
                END,
                OTHER,
            ],
            [
                edge("q.gift", "q.amount"),
                edge("q.amount", "d"),
                edge("d", "end", "answers.gift && answers.amount > 10"),
                edge("d", "other", "!answers.gift || answers.amount <= 10"),
            ],
        ),
    ),
    (
        "mail or phone",
        document(
            [
                question("mail", data_type="email", required=False),
                decision("d"),
                question("phone", data_type="phone"),
                END,
            ],
            [
                edge("q.mail", "d"),
                edge("d", "end", "has(answers.mail)"),
                edge("d", "q.phone", "else"),
                edge("q.phone", "end"),
            ],
        ),
    ),
    (
        "repeat",
        document(
            [call("c", "g", scope="isolated", repeat={"key": "items", "prompt": "More?"}), END, OTHER],
            [
                edge("c", "end", "size(answers.items) > 2"),
                edge("c", "other", "size(answers.items) <= 2"),
            ],
            subgraphs={"g": graph([SIZE], [edge("q.size", "__exit__")])},
        ),
    ),
    (
        "assign a flag",
        document(
            [
                N,
                {"id": "s", "type": "assign", "values": {"big": "answers.n > 5"}},
                decision("d"),
                END,
                OTHER,
            ],
            [
                edge("q.n", "s"),
                edge("s", "d"),
                edge("d", "end", "answers.big"),
                edge("d", "other", "!answers.big"),
            ],
        ),
    ),
    (
        "placeholders",
        chain(
            NOTE, {"id": "m", "type": "message", "prompt": "{note} {ctx.x}"}, MAIL, end(prompt="{mail}")
        ),
    ),
    (
        "nested branches join",
        document(
            [SIZE, GIFT, N, decision("d"), END, OTHER, THIRD],
            [
                edge("q.size", "q.gift", "answers.size == 's'"),
                edge("q.size", "q.n", "answers.size != 's'"),
                edge("q.gift", "d"),
                edge("q.n", "d"),
                edge("d", "end", "answers.size == 's' && answers.gift"),
                edge("d", "other", "answers.size == 's' && !answers.gift"),
                edge("d", "third", "answers.size != 's'"),
            ],
        ),
    ),
    (
        "two subgraphs in a row",
        document(
            [call("a", "g"), call("b", "h"), END],
            [edge("a", "b"), edge("b", "end")],
            subgraphs={
                "g": graph([SIZE], [edge("q.size", "__exit__")]),
                "h": graph(
                    [decision("d"), N, GIFT],
                    [
                        edge("d", "q.n", "answers.size == 'l'"),
                        edge("d", "q.gift", "answers.size in ['s','m']"),
                        edge("q.n", "__exit__"),
                        edge("q.gift", "__exit__"),
                    ],
                    entry="d",
                ),
            },
        ),
    ),
    (
        "unknown handled",
        document(
            [W, decision("d"), END, OTHER],
            [
                edge("q.weight", "d"),
                edge("d", "other", "answers_unknown('weight')", priority=1),
                edge("d", "end", "else", priority=2),
            ],
        ),
    ),
]
