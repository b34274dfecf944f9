"""
Planted defects, written before the analysis that must find them.

Each has a name, a document, and the locations one of which a finding must name.
"""

from __future__ import annotations

from tests.agents.flow.support import chain, decision, document, edge, end, question

CYCLES = {"allow_cycles": True}


def action(name, **fields):
    return {"id": name, "type": "action", "action": "nothing", **fields}


def call(name, ref, **fields):
    return {"id": name, "type": "subgraph", "ref": ref, **fields}


def graph(nodes, edges, **fields):
    return {"nodes": nodes, "edges": edges, **fields}


AGE = question("age", data_type="integer", minimum=0, maximum=150)
ADULT = question("age", data_type="integer", minimum=18, maximum=99)
KIND = question("kind", allowed_values=["buy", "rent", "sell"])
SURE = question("sure", data_type="boolean")
NAME = question("name", data_type="text", min_length=2, max_length=20)
CODE = question("code", data_type="text", max_length=4)
PRICE = question("price", data_type="number", minimum=0)
END, OTHER = end(), end("other")

DEFECTS = [
    (
        "read before it is asked",
        document(
            [decision("d"), AGE, END, OTHER],
            [edge("d", "q.age", "answers.age < 18"), edge("d", "other", "else"), edge("q.age", "end")],
            entry="d",
        ),
        ["/edges/0"],
    ),
    (
        "read one question too early",
        document(
            [KIND, NAME, AGE, END, OTHER],
            [
                edge("q.kind", "q.name"),
                edge("q.name", "other", "answers.age >= 65"),
                edge("q.name", "q.age", "else"),
                edge("q.age", "end"),
            ],
        ),
        ["/edges/1"],
    ),
    (
        "asked on another branch only",
        document(
            [KIND, AGE, PRICE, decision("d"), END, OTHER],
            [
                edge("q.kind", "q.age", "answers.kind == 'buy'"),
                edge("q.kind", "q.price", "else"),
                edge("q.age", "end"),
                edge("q.price", "d"),
                edge("d", "end", "answers.age >= 18"),
                edge("d", "other", "else"),
            ],
        ),
        ["/edges/4"],
    ),
    (
        "when reads a later question",
        chain(question("a", when="answers.sure == true"), SURE, END),
        ["/nodes/0"],
    ),
    ("dependency asked later", chain(question("a", dependencies=["name"]), NAME, END), ["/nodes/0"]),
    (
        "dependency on another branch",
        document(
            [KIND, AGE, question("car", dependencies=["age"]), END],
            [
                edge("q.kind", "q.age", "answers.kind == 'buy'"),
                edge("q.kind", "q.car", "else"),
                edge("q.age", "end"),
                edge("q.car", "end"),
            ],
        ),
        ["/nodes/2"],
    ),
    (
        "above the maximum",
        document(
            [AGE, END, OTHER],
            [edge("q.age", "other", "answers.age > 150"), edge("q.age", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "below the minimum",
        document(
            [ADULT, decision("d"), END, OTHER],
            [
                edge("q.age", "d"),
                edge("d", "other", "answers.age < 18"),
                edge("d", "end", "else"),
            ],
        ),
        ["/edges/1"],
    ),
    (
        "equal to what is out of range",
        document(
            [PRICE, END, OTHER],
            [edge("q.price", "other", "answers.price == -1.0"), edge("q.price", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "longer than it may be",
        document(
            [CODE, END, OTHER],
            [edge("q.code", "other", "size(answers.code) > 4"), edge("q.code", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "a constant longer than it may be",
        document(
            [CODE, END, OTHER],
            [edge("q.code", "other", "answers.code == 'ADMIN'"), edge("q.code", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "a constant that the pattern refuses",
        document(
            [question("zip", pattern="[0-9]{5}"), END, OTHER],
            [edge("q.zip", "other", "answers.zip == 'none'"), edge("q.zip", "end", "else")],
        ),
        ["/edges/0"],
    ),
    (
        "contradicts the path taken",
        document(
            [KIND, NAME, decision("d"), END, OTHER],
            [
                edge("q.kind", "q.name", "answers.kind == 'buy'"),
                edge("q.kind", "other", "else"),
                edge("q.name", "d"),
                edge("d", "other", "answers.kind == 'rent'"),
                edge("d", "end", "else"),
            ],
        ),
        ["/edges/3"],
    ),
    (
        "contradicts the else taken",
        document(
            [AGE, decision("d"), END, OTHER],
            [
                edge("q.age", "other", "answers.age < 18"),
                edge("q.age", "d", "else"),
                edge("d", "other", "answers.age < 16"),
                edge("d", "end", "else"),
            ],
        ),
        ["/edges/2"],
    ),
    (
        "contradicts the range of the path taken, two nodes later",
        document(
            [AGE, SURE, NAME, decision("d"), END, OTHER],
            [
                edge("q.age", "q.sure", "answers.age >= 65"),
                edge("q.age", "end", "else"),
                edge("q.sure", "q.name"),
                edge("q.name", "d"),
                edge("d", "other", "answers.age < 30 && answers.sure"),
                edge("d", "end", "else"),
            ],
        ),
        ["/edges/4"],
    ),
    (
        "constraint against a range",
        chain(AGE, END, constraints=[{"check": "answers.age > 200"}]),
        ["/constraints/0"],
    ),
    (
        "constraint against two ranges",
        chain(
            question("low", data_type="integer", minimum=10, maximum=20),
            question("high", data_type="integer", minimum=1, maximum=5),
            END,
            constraints=[{"check": "answers.low < 10 || answers.high > 5"}],
        ),
        ["/constraints/0"],
    ),
    (
        "a boolean without an edge for no",
        document([SURE, END], [edge("q.sure", "end", "answers.sure")]),
        ["/nodes/0"],
    ),
    (
        "a boolean compared with true only",
        document(
            [SURE, NAME, END],
            [edge("q.sure", "q.name", "answers.sure == true"), edge("q.name", "end")],
        ),
        ["/nodes/0"],
    ),
    (
        "an option without an edge, at the question",
        document(
            [KIND, END, OTHER],
            [
                edge("q.kind", "end", "answers.kind == 'buy'"),
                edge("q.kind", "other", "answers.kind == 'rent'"),
            ],
        ),
        ["/nodes/0"],
    ),
    (
        "a hole between two ranges",
        document(
            [AGE, decision("d"), END, OTHER],
            [
                edge("q.age", "d"),
                edge("d", "end", "answers.age > 18"),
                edge("d", "other", "answers.age < 18"),
            ],
        ),
        ["/nodes/1"],
    ),
    (
        "a loop of actions",
        document(
            [NAME, action("charge", outputs={"paid": "ok"}), END],
            [
                edge("q.name", "charge"),
                edge("charge", "end", "answers.paid == true"),
                edge("charge", "charge", "else"),
            ],
            policies=CYCLES,
        ),
        ["/nodes/1"],
    ),
    (
        "a loop of two actions without an exit that can change",
        document(
            [NAME, action("one"), action("two"), END],
            [
                edge("q.name", "one"),
                edge("one", "two"),
                edge("two", "end", "answers.name == 'x'"),
                edge("two", "one", "else"),
            ],
            policies=CYCLES,
        ),
        ["/nodes/1", "/nodes/2"],
    ),
    (
        "an action returns a text for a number",
        {
            **chain(AGE, action("look_up", action="look_up", outputs={"age": "years"}), END),
            "actions": {"look_up": {"results": {"years": "text"}}},
        },
        ["/nodes/1"],
    ),
    (
        "an action returns no such result",
        {
            **chain(NAME, action("look_up", action="look_up", outputs={"score": "socre"}), END),
            "actions": {"look_up": {"results": {"score": "number"}}},
        },
        ["/nodes/1"],
    ),
    (
        "a misspelled field of ctx",
        document(
            [NAME, decision("d"), decision("e"), END, OTHER],
            [
                edge("q.name", "d"),
                edge("d", "e", "ctx.customer == 'gold'"),
                edge("d", "other", "else"),
                edge("e", "end", "ctx.customer == 'gold' && ctx.cusotmer != 'new'"),
                edge("e", "other", "else"),
            ],
        ),
        ["/edges/3"],
    ),
    (
        "a field that ctx is not declared to have",
        {
            **document(
                [NAME, END, OTHER],
                [edge("q.name", "end", "ctx.country == 'de'"), edge("q.name", "other", "else")],
            ),
            "context": {"region": "text"},
        },
        ["/edges/0"],
    ),
    (
        "a dead end",
        document(
            [KIND, NAME, END],
            [edge("q.kind", "end", "answers.kind == 'buy'"), edge("q.kind", "q.name", "else")],
        ),
        ["/nodes/1"],
    ),
    (
        "contradicts the path taken, inside a subgraph",
        document(
            [KIND, call("sub", "s"), END, OTHER],
            [
                edge("q.kind", "sub", "answers.kind == 'buy'"),
                edge("q.kind", "other", "else"),
                edge("sub", "end"),
            ],
            subgraphs={
                "s": graph(
                    [NAME, decision("d"), AGE],
                    [
                        edge("q.name", "d"),
                        edge("d", "q.age", "answers.kind == 'sell'"),
                        edge("d", "__exit__", "else"),
                        edge("q.age", "__exit__"),
                    ],
                )
            },
        ),
        ["/subgraphs/s/edges/1"],
    ),
    (
        "read in an isolated subgraph that has no such input",
        document(
            [KIND, call("sub", "s", scope="isolated"), END],
            [edge("q.kind", "sub"), edge("sub", "end")],
            subgraphs={
                "s": graph(
                    [decision("d"), NAME],
                    [
                        edge("d", "q.name", "answers.name == 'x'"),
                        edge("d", "__exit__", "else"),
                        edge("q.name", "__exit__"),
                    ],
                    entry="d",
                )
            },
        ),
        ["/subgraphs/s/edges/0"],
    ),
]

#: Several defects at once: each location must be named.
TOGETHER = [
    (
        "a misspelled type beside others",
        document(
            [
                {**KIND, "type": "questoin"},
                {**AGE, "minimum": 200},
                question("zip", pattern="[0-9"),
                decision("d"),
                END,
                OTHER,
            ],
            [
                edge("q.kind", "q.age"),
                edge("q.age", "q.zip"),
                edge("q.zip", "d"),
                edge("d", "end", "answers.kidn == 'buy'"),
                edge("d", "ghost", "answers.zip =="),
                edge("d", "other", "else"),
            ],
        ),
        [
            "/nodes/0/type",
            "/nodes/1/minimum",
            "/nodes/2/pattern",
            "/edges/3/guard",
            "/edges/4/to",
            "/edges/4/guard",
        ],
    ),
    (
        "a value of the wrong type beside others",
        document(
            [{**KIND, "priority": "high"}, question("b", data_type="integr"), decision("d"), END],
            [
                edge("q.kind", "q.b"),
                edge("q.b", "d"),
                edge("d", "end", "answers.x == 1"),
                edge("d", "end", "els"),
            ],
            policies={"max_hops": 0},
        ),
        [
            "/nodes/0/priority",
            "/nodes/1/data_type",
            "/edges/2/guard",
            "/edges/3/guard",
            "/policies/max_hops",
        ],
    ),
]
