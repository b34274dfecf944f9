"""Healthy flows, in which the compiler must find nothing."""

from __future__ import annotations

from tests.agents.flow.planted import (
    ADULT,
    AGE,
    CYCLES,
    END,
    KIND,
    NAME,
    OTHER,
    PRICE,
    SURE,
    action,
    call,
    graph,
)
from tests.agents.flow.support import chain, decision, document, edge, end, question

HEALTHY = [
    ("one question", chain(NAME, END)),
    (
        "a complete enumeration",
        document(
            [KIND, decision("d"), END, OTHER, end("third")],
            [
                edge("q.kind", "d"),
                edge("d", "end", "answers.kind == 'buy'"),
                edge("d", "other", "answers.kind == 'rent'"),
                edge("d", "third", "answers.kind == 'sell'"),
            ],
        ),
    ),
    (
        "a complete boolean",
        document(
            [SURE, decision("d"), END, OTHER],
            [edge("q.sure", "d"), edge("d", "end", "answers.sure"), edge("d", "other", "!answers.sure")],
        ),
    ),
    (
        "a complete pair of ranges",
        document(
            [AGE, decision("d"), END, OTHER],
            [
                edge("q.age", "d"),
                edge("d", "end", "answers.age >= 18"),
                edge("d", "other", "answers.age < 18"),
            ],
        ),
    ),
    (
        "a complete enumeration at the question",
        document(
            [KIND, END, OTHER],
            [
                edge("q.kind", "end", "answers.kind in ['buy', 'sell']"),
                edge("q.kind", "other", "answers.kind == 'rent'"),
            ],
        ),
    ),
    (
        "ranges that the minimum and the maximum complete",
        document(
            [ADULT, decision("d"), END, OTHER],
            [
                edge("q.age", "d"),
                edge("d", "end", "answers.age >= 18 && answers.age < 65"),
                edge("d", "other", "answers.age >= 65 && answers.age <= 99"),
            ],
        ),
    ),
    (
        "an optional question with has",
        document(
            [question("name", required=False), decision("d"), END, OTHER],
            [
                edge("q.name", "d"),
                edge("d", "end", "has(answers.name)"),
                edge("d", "other", "!has(answers.name)"),
            ],
        ),
    ),
    (
        "an optional question with else",
        document(
            [question("name", required=False), decision("d"), END, OTHER],
            [edge("q.name", "d"), edge("d", "end", "answers.name == 'x'"), edge("d", "other", "else")],
        ),
    ),
    (
        "branches that meet, then the same key again",
        document(
            [KIND, AGE, PRICE, decision("d"), END, OTHER],
            [
                edge("q.kind", "q.age", "answers.kind == 'buy'"),
                edge("q.kind", "q.price", "else"),
                edge("q.age", "d"),
                edge("q.price", "d"),
                edge("d", "end", "answers.kind == 'buy' && answers.age >= 18"),
                edge("d", "other", "else"),
            ],
        ),
    ),
    (
        "branches of two that meet",
        document(
            [KIND, NAME, decision("d"), END, OTHER, end("third")],
            [
                edge("q.kind", "q.name", "answers.kind == 'buy'"),
                edge("q.kind", "q.name", "answers.kind == 'rent'"),
                edge("q.kind", "third", "else"),
                edge("q.name", "d"),
                edge("d", "end", "answers.kind == 'buy'"),
                edge("d", "other", "answers.kind == 'rent'"),
            ],
        ),
    ),
    (
        "a dependency on a branch that may have been taken",
        document(
            [KIND, AGE, question("car", dependencies=["age"]), END],
            [
                edge("q.kind", "q.age", "answers.kind == 'buy'"),
                edge("q.kind", "q.car", "else"),
                edge("q.age", "q.car"),
                edge("q.car", "end"),
            ],
        ),
    ),
    (
        "a question that applies only sometimes",
        chain(KIND, question("floor", data_type="integer", when="answers.kind == 'rent'"), END),
    ),
    (
        "retries until it is sure",
        document(
            [
                question("name", overwrite=True, skip_known=False),
                question("sure", data_type="boolean", skip_known=False),
                END,
            ],
            [
                edge("q.name", "q.sure"),
                edge("q.sure", "end", "answers.sure"),
                edge("q.sure", "q.name", "else"),
            ],
            entry="q.name",
            policies=CYCLES,
        ),
    ),
    (
        "an action with a failure edge",
        document(
            [NAME, action("book", outputs={"booking": "number"}), END, OTHER],
            [edge("q.name", "book"), edge("book", "end"), edge("book", "other", "action_failed")],
        ),
    ),
    (
        "an action whose result decides",
        document(
            [NAME, action("check", outputs={"ok": "ok"}), decision("d"), END, OTHER],
            [
                edge("q.name", "check"),
                edge("check", "d"),
                edge("check", "other", "action_failed"),
                edge("d", "end", "answers.ok == true"),
                edge("d", "other", "else"),
            ],
        ),
    ),
    (
        "an action with a declared result that completes the cases",
        {
            **document(
                [NAME, action("check", action="check", outputs={"ok": "ok"}), END, OTHER],
                [
                    edge("q.name", "check"),
                    edge("check", "end", "answers.ok"),
                    edge("check", "other", "!answers.ok"),
                    edge("check", "other", on="failure"),
                ],
            ),
            "actions": {"check": {"results": {"ok": "boolean"}}},
        },
    ),
    (
        "a given key",
        document(
            [NAME, decision("d"), END, OTHER],
            [
                edge("q.name", "d"),
                edge("d", "end", "answers.customer == '7'"),
                edge("d", "other", "else"),
            ],
            given=["customer"],
        ),
    ),
    (
        "ctx with two fields that resemble each other",
        document(
            [NAME, decision("d"), END, OTHER],
            [
                edge("q.name", "d"),
                edge("d", "end", "ctx.min_age > 3 && ctx.max_age < 9"),
                edge("d", "other", "else"),
            ],
        ),
    ),
    (
        "ctx with numbered fields",
        document(
            [NAME, decision("d"), END, OTHER],
            [
                edge("q.name", "d"),
                edge("d", "end", "ctx.line1 == 'x' || ctx.line2 == 'y' || ctx.line1 == 'z'"),
                edge("d", "other", "else"),
            ],
        ),
    ),
    (
        "a subgraph for each branch",
        document(
            [KIND, call("a", "s"), call("b", "t"), END],
            [
                edge("q.kind", "a", "answers.kind == 'buy'"),
                edge("q.kind", "b", "else"),
                edge("a", "end"),
                edge("b", "end"),
            ],
            subgraphs={
                "s": graph([PRICE], [edge("q.price", "__exit__")]),
                "t": graph([NAME], [edge("q.name", "__exit__")]),
            },
        ),
    ),
    (
        "a subgraph called on two branches reads what both know",
        document(
            [KIND, call("a", "s"), call("b", "s"), END],
            [
                edge("q.kind", "a", "answers.kind == 'buy'"),
                edge("q.kind", "b", "else"),
                edge("a", "end"),
                edge("b", "end"),
            ],
            subgraphs={
                "s": graph(
                    [decision("d"), PRICE, NAME],
                    [
                        edge("d", "q.price", "answers.kind == 'buy'"),
                        edge("d", "q.name", "answers.kind != 'buy'"),
                        edge("q.price", "__exit__"),
                        edge("q.name", "__exit__"),
                    ],
                    entry="d",
                )
            },
        ),
    ),
    (
        "an isolated subgraph that returns a verdict",
        document(
            [
                NAME,
                call("v", "s", scope="isolated", inputs={"who": "name"}, outputs={"verdict": "sure"}),
                END,
                OTHER,
            ],
            [edge("q.name", "v"), edge("v", "end", "answers.verdict"), edge("v", "other", "else")],
            subgraphs={"s": graph([SURE], [edge("q.sure", "__exit__")])},
        ),
    ),
    *(
        (
            f"an action sets a key that an isolated subgraph asks: {data_type}",
            document(
                [action("book", outputs={"x": "number"}), call("v", "s", scope="isolated"), END, OTHER],
                [
                    edge("book", "v"),
                    edge("v", "end", guard),
                    edge("v", "other", "else"),
                    edge("book", "other", "action_failed"),
                ],
                subgraphs={
                    "s": graph([question("x", data_type=data_type, **limits)], [edge("q.x", "__exit__")])
                },
            ),
        )
        for data_type, limits, guard in (
            ("integer", {"minimum": 5}, "answers.x < 5"),
            ("date", {}, "answers.x == 'none'"),
        )
    ),
    (
        "a predicate that covers the rest",
        document(
            [AGE, decision("d"), END, OTHER],
            [edge("q.age", "d"), edge("d", "end", "adult()"), edge("d", "other", "!adult()")],
            predicates={"adult": "answers.age >= 18"},
        ),
    ),
    (
        "a text that looks like a call",
        document(
            [NAME, decision("d"), END, OTHER],
            [edge("q.name", "d"), edge("d", "end", "b()"), edge("d", "other", "else")],
            predicates={"a": "answers.name == 'b ('", "b": "a()"},
        ),
    ),
    (
        "a constraint over two dates",
        chain(
            question("from_day", data_type="date"),
            question("to_day", data_type="date"),
            END,
            constraints=[{"check": "answers.from_day <= answers.to_day"}],
        ),
    ),
    (
        "priorities instead of exclusion",
        document(
            [AGE, decision("d"), END, OTHER, end("third")],
            [
                edge("q.age", "d"),
                edge("d", "third", "answers.age >= 65", priority=1),
                edge("d", "end", "answers.age >= 18", priority=2),
                edge("d", "other", "else", priority=3),
            ],
        ),
    ),
    (
        "an edge for a person who does not know",
        document(
            [AGE, decision("d"), END, OTHER],
            [
                edge("q.age", "d"),
                edge("q.age", "other", on="unknown"),
                edge("d", "end", "answers.age >= 18"),
                edge("d", "other", "answers.age < 18"),
            ],
        ),
    ),
    (
        "one of two contacts",
        chain(
            question("email", data_type="email"),
            question("phone", data_type="phone"),
            END,
            oneOf=[["email"], ["phone"]],
        ),
    ),
    (
        "codes by their beginning and length",
        document(
            [NAME, decision("d"), END, OTHER],
            [
                edge("q.name", "d"),
                edge("d", "end", "size(answers.name) > 10 && answers.name.startsWith('x')"),
                edge("d", "other", "else"),
            ],
        ),
    ),
    (
        "a menu that comes back",
        document(
            [
                question("wish", allowed_values=["add", "stop"], skip_known=False, overwrite=True),
                PRICE,
                END,
            ],
            [
                edge("q.wish", "q.price", "answers.wish == 'add'"),
                edge("q.wish", "end", "answers.wish == 'stop'"),
                edge("q.price", "q.wish"),
            ],
            entry="q.wish",
            policies=CYCLES,
        ),
    ),
]
