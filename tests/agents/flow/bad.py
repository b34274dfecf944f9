"""Bad flows: a name, the document, and exactly the codes that it must be reported with."""

from __future__ import annotations

from tests.agents.flow.support import chain, decision, document, edge, end, question

Q, END = question("a"), end()


def deep(levels):
    value = {}
    for _ in range(levels):
        value = {"x": value}
    return value


def sub(*nodes, **fields):
    """A subgraph of nodes one after the other, which exits at its end."""
    inner = chain(*nodes)
    exits = [edge(nodes[-1]["id"], "__exit__")]
    return {"nodes": inner["nodes"], "edges": inner["edges"] + exits, "entry": nodes[0]["id"], **fields}


def call(name="s", ref="sub", **fields):
    return {"id": name, "type": "subgraph", "ref": ref, **fields}


def action(name="act", **fields):
    return {"id": name, "type": "action", "action": "nothing", **fields}


COUNT = question("n", data_type="integer")
OPTIONS = question("a", allowed_values=["x", "y", "z"])


def choice(*edges, first=OPTIONS, **fields):
    """A question with three options, then a decision with these edges."""
    return document([first, decision("d"), END], [edge("q.a", "d"), *edges], **fields)


BAD = [
    ("too large", document([{"id": "x"}] * 20_001, []), ["FLOW007"]),
    (
        "too many subgraphs",
        document([], [], subgraphs=dict.fromkeys(map(str, range(1001)))),
        ["FLOW007"],
    ),
    ("too many rules", document([], [], oneOf=[{"alternatives": [["a"]] * 1000}]), ["FLOW007"]),
    ("no object", [1, 2], ["FLOW001"]),
    ("nested too deeply", document([Q, END], [edge("q.a", "end")], meta=deep(80)), ["FLOW001"]),
    ("nodes missing", {"version": "v1", "id": "x", "edges": []}, ["FLOW002"]),
    ("type missing", document([{"id": "a"}, END], []), ["FLOW002"]),
    ("misspelled guard", document([Q, END], [edge("q.a", "end", gaurd="true")]), ["FLOW003"]),
    ("misspelled field, and more", chain({**Q, "promt": "?", "key": None}, END), ["FLOW003", "FLOW201"]),
    ("a field named like its type", chain(Q, action(guard="true"), END), ["FLOW003"]),
    ("priority is text", chain({**Q, "priority": "high"}, END), ["FLOW004"]),
    ("priority is true", chain({**Q, "priority": True}, END), ["FLOW004"]),
    ("threshold of 0", chain(Q, END, policies={"path": {"lock_threshold": 0}}), ["FLOW004"]),
    ("half a character", chain({**Q, "prompt": "\ud800"}, END), ["FLOW004"]),
    ("half a name", chain({**Q, "meta": {"\ud800": 1}}, END), ["FLOW004"]),
    ("infinity", chain({**Q, "meta": {"x": [float("inf")]}}, END), ["FLOW004"]),
    ("unknown type", chain({"id": "x", "type": "questoin"}, END), ["FLOW005"]),
    ("future version", {**chain(Q, END), "version": "v9"}, ["FLOW006"]),
    ("same id", document([Q, END, end()], [edge("q.a", "end")]), ["FLOW101"]),
    ("same key", chain(Q, question("b", key="a"), END), ["FLOW102"]),
    (
        "a key of two types",
        chain(question("a", data_type="integer"), call(), END, subgraphs={"sub": sub(Q)}),
        ["FLOW103"],
    ),
    ("a flow without a name", chain(Q, END, id=" "), ["FLOW104"]),
    ("empty id", chain({**Q, "id": " "}, END), ["FLOW104"]),
    ("reserved id", chain({**Q, "id": "__exit__"}, END), ["FLOW104"]),
    ("empty key", chain({**Q, "key": ""}, END), ["FLOW104"]),
    ("from nowhere", document([Q, END], [edge("q.a", "end"), edge("ghost", "end")]), ["FLOW105"]),
    (
        "to nowhere",
        document([Q, END], [edge("q.a", "end"), edge("q.a", "ghost", "true")]),
        ["FLOW106", "FLOW409"],
    ),
    ("exit on top", document([Q, END], [edge("q.a", "__exit__")], entry="q.a"), ["FLOW107"]),
    ("unknown subgraph", chain(Q, call(ref="ghost"), END), ["FLOW108"]),
    (
        "two beginnings",
        document([Q, question("b"), END], [edge("q.a", "end"), edge("q.b", "end")]),
        ["FLOW109"],
    ),
    (
        "no beginning",
        document([Q, question("b")], [edge("q.a", "q.b"), edge("q.b", "q.a")]),
        ["FLOW109"],
    ),
    ("no nodes", document([], []), ["FLOW109"]),
    ("unknown entry", chain(Q, END, entry="ghost"), ["FLOW110"]),
    ("unknown action", chain(Q, action(action="ghost"), END), ["FLOW111"]),
    ("unknown validator", chain({**Q, "validate": "ghost"}, END), ["FLOW112"]),
    ("unknown dependency", chain({**Q, "dependencies": ["ghost"]}, END), ["FLOW113"]),
    ("unknown key in a group", chain(Q, END, oneOf=[["a"], ["ghost"]]), ["FLOW113"]),
    (
        "unknown input",
        chain(
            Q, call(scope="isolated", inputs={"x": "ghost"}), END, subgraphs={"sub": sub(question("b"))}
        ),
        ["FLOW113"],
    ),
    ("unused subgraph", chain(Q, END, subgraphs={"sub": sub(question("b"))}), ["FLOW114"]),
    ("key with a dash", chain({**Q, "key": "court-size"}, END), ["FLOW115"]),
    ("no key", chain({**Q, "key": None}, END), ["FLOW201"]),
    ("no prompt", chain({**Q, "prompt": "  "}, END), ["FLOW202"]),
    ("no ref", chain(Q, call(ref=None), END), ["FLOW203"]),
    ("no action", chain(Q, action(action=None), END), ["FLOW204"]),
    (
        "after the end",
        document([Q, END, end("e2")], [edge("q.a", "end"), edge("end", "e2")]),
        ["FLOW205"],
    ),
    ("minimum over maximum", chain({**COUNT, "minimum": 5, "maximum": 4}, END), ["FLOW206"]),
    ("a minimum without a type", chain({**Q, "minimum": 1}, END), ["FLOW212"]),
    ("no option", chain({**Q, "allowed_values": []}, END), ["FLOW206"]),
    ("options that fold together", chain({**Q, "allowed_values": ["a_b", "A b"]}, END), ["FLOW206"]),
    ("a pattern that looks ahead", chain({**Q, "pattern": "(?=a)b"}, END), ["FLOW206"]),
    ("broken pattern", chain({**Q, "pattern": "["}, END), ["FLOW206"]),
    (
        "mapping on a shared scope",
        chain(Q, call(inputs={"b": "a"}), END, subgraphs={"sub": sub(question("b"))}),
        ["FLOW207"],
    ),
    (
        "failure of a question",
        document([Q, END], [edge("q.a", "end"), edge("q.a", "end", on="failure")]),
        ["FLOW208"],
    ),
    ("a decision for nothing", chain(Q, decision("d")), ["FLOW209", "FLOW308"]),
    (
        "unreachable",
        document([Q, question("b"), END], [edge("q.a", "end")], entry="q.a"),
        ["FLOW301", "FLOW303"],
    ),
    (
        "no way out",
        document(
            [Q, question("b"), END],
            [edge("q.a", "end", "answers.a == '1'"), edge("q.a", "q.b", "else"), edge("q.b", "q.b")],
            policies={"allow_cycles": True},
        ),
        ["FLOW302"],
    ),
    ("no terminal", document([Q], []), ["FLOW303", "FLOW308"]),
    (
        "hot loop",
        document(
            [Q, decision("d"), decision("e"), END],
            [
                edge("q.a", "d"),
                edge("d", "end", "answers.a == '1'"),
                edge("d", "e", "else"),
                edge("e", "d"),
            ],
        ),
        ["FLOW304"],
    ),
    (
        "hot loop through a subgraph",
        document(
            [Q, decision("d"), call(), END],
            [
                edge("q.a", "d"),
                edge("d", "end", "answers.a == '1'"),
                edge("d", "s", "else"),
                edge("s", "d"),
            ],
            subgraphs={"sub": sub(decision("in"))},
        ),
        ["FLOW304"],
    ),
    (
        "cycle",
        document(
            [Q, END], [edge("q.a", "end", "answers.a == '1'"), edge("q.a", "q.a", "else")], entry="q.a"
        ),
        ["FLOW305"],
    ),
    (
        "a cycle that asks once",
        document(
            [Q, END],
            [edge("q.a", "end", "answers.a == '1'"), edge("q.a", "q.a", "else")],
            entry="q.a",
            policies={"allow_cycles": True},
        ),
        ["FLOW312"],
    ),
    (
        "an argument that looks like an expression",
        chain(Q, action(arguments={"x": "answers.a"}), END),
        ["FLOW506"],
    ),
    (
        "a dependency that is asked later",
        chain({**Q, "dependencies": ["b"]}, question("b"), END),
        ["FLOW310"],
    ),
    (
        "a loop of actions",
        document(
            [Q, action(), END],
            [edge("q.a", "act"), edge("act", "end", "answers.a == '1'"), edge("act", "act", "else")],
            policies={"allow_cycles": True},
        ),
        ["FLOW311"],
    ),
    (
        "recursion",
        chain(
            Q,
            call(),
            END,
            subgraphs={
                "sub": {
                    "entry": "d",
                    "nodes": [decision("d"), call()],
                    "edges": [
                        edge("d", "__exit__", "answers.a == '1'"),
                        edge("d", "s", "else"),
                        edge("s", "__exit__"),
                    ],
                }
            },
        ),
        ["FLOW306"],
    ),
    (
        "never exits",
        document(
            [Q, call(), END],
            [edge("q.a", "end", "answers.a == '1'"), edge("q.a", "s", "else"), edge("s", "end")],
            subgraphs={"sub": {"entry": "q.b", "nodes": [question("b")], "edges": [edge("q.b", "q.b")]}},
            policies={"allow_cycles": True},
        ),
        ["FLOW302", "FLOW302", "FLOW307"],
    ),
    (
        "waiting for each other",
        chain({**Q, "dependencies": ["b"]}, question("b", dependencies=["a"]), END),
        ["FLOW309"],
    ),
    (
        "unparsable guard",
        choice(edge("d", "end", "answers.a =="), edge("d", "end", "else")),
        ["FLOW401"],
    ),
    ("guard is no bool", choice(edge("d", "end", "1 + 1"), edge("d", "end", "else")), ["FLOW401"]),
    (
        "python in a guard",
        choice(edge("d", "end", "__import__('os')"), edge("d", "end", "else")),
        ["FLOW402"],
    ),
    (
        "no such option",
        choice(edge("d", "end", "answers.a == 'w'"), edge("d", "end", "else")),
        ["FLOW401"],
    ),
    ("broken when", chain({**Q, "when": "true &&"}, END), ["FLOW401"]),
    ("broken validator", chain({**Q, "validate": "value >"}, END), ["FLOW401"]),
    (
        "unknown key in a guard",
        choice(edge("d", "end", "answers.b == 'x'"), edge("d", "end", "else")),
        ["FLOW402"],
    ),
    ("unknown predicate", choice(edge("d", "end", "ghost()"), edge("d", "end", "else")), ["FLOW402"]),
    (
        "predicates in a circle",
        chain(Q, END, predicates={"p": "q()", "q": "p()"}),
        ["FLOW403"],
    ),
    (
        "two elses",
        choice(
            edge("d", "end", "answers.a == 'x'"),
            edge("d", "end", "else"),
            edge("d", "q.a", "else"),
            policies={"allow_cycles": True},
            entry="q.a",
        ),
        ["FLOW404"],
    ),
    ("else first", choice(edge("d", "end", "else"), edge("d", "end", "answers.a == 'x'")), ["FLOW405"]),
    (
        "overlap",
        choice(
            edge("d", "end", "answers.a == 'x'"),
            edge("d", "end", "answers.a in ['x', 'y']"),
            edge("d", "end", "else"),
        ),
        ["FLOW406"],
    ),
    (
        "overlap unknown",
        choice(
            edge("d", "end", "shouting(answers.a)"),
            edge("d", "end", "answers.a == 'x'"),
            edge("d", "end", "else"),
        ),
        ["FLOW407"],
    ),
    (
        "a case forgotten",
        choice(edge("d", "end", "answers.a == 'x'"), edge("d", "end", "answers.a == 'y'")),
        ["FLOW408"],
    ),
    ("behind always", choice(edge("d", "end"), edge("d", "end", "answers.a == 'x'")), ["FLOW409"]),
    ("behind a tautology", choice(edge("d", "end", "true"), edge("d", "end", "else")), ["FLOW409"]),
    (
        "never true",
        choice(edge("d", "end", "answers.a == 'x' && answers.a == 'y'"), edge("d", "end", "else")),
        ["FLOW410"],
    ),
    ("predicate of a taken name", chain(Q, END, predicates={"always": "true"}), ["FLOW411"]),
    (
        "predicates that double their cost",
        chain(
            Q,
            END,
            predicates={"p0": "answers_has('a')"}
            | {f"p{i}": f"p{i - 1}() || p{i - 1}()" for i in range(1, 14)},
        ),
        ["FLOW412"],
    ),
    ("group without alternatives", chain(Q, END, oneOf=[{"alternatives": []}]), ["FLOW501"]),
    ("empty alternative", chain(Q, END, oneOf=[["a"], []]), ["FLOW501"]),
    (
        "exclusive twins",
        chain(Q, END, oneOf=[{"alternatives": [["a"], ["a"]], "exclusive": True}]),
        ["FLOW501"],
    ),
    (
        "alternative within another",
        chain(Q, question("b"), END, oneOf=[["a"], ["a", "b"]]),
        ["FLOW502"],
    ),
    (
        "read before it is asked",
        document(
            [decision("d"), Q, END],
            [edge("d", "end", "answers.a == '1'"), edge("d", "q.a", "else"), edge("q.a", "end")],
            entry="d",
        ),
        ["FLOW413"],
    ),
    (
        "a constant that is too long",
        document(
            [{**Q, "max_length": 2}, END, end("e2")],
            [edge("q.a", "e2", "answers.a == 'abc'"), edge("q.a", "end", "else")],
        ),
        ["FLOW414"],
    ),
    (
        "a misspelled field of ctx",
        choice(
            edge("d", "end", "ctx.tier == 'gold' || ctx.teir == 'x'"),
            edge("d", "end", "ctx.tier == 'silver'", priority=101),
            edge("d", "end", "else", priority=102),
        ),
        ["FLOW415"],
    ),
    (
        "a result that is not declared",
        chain(Q, action(outputs={"b": "b"}), END, actions={"nothing": {}}),
        ["FLOW504"],
    ),
    (
        "a result of another type",
        chain(
            {**Q, "data_type": "integer"},
            action(outputs={"a": "b"}),
            END,
            actions={"nothing": {"results": {"b": "text"}}},
        ),
        ["FLOW505"],
    ),
    ("an assignment of nothing", chain(Q, {"id": "x", "type": "assign"}, END), ["FLOW210"]),
    ("a placeholder of nothing", chain({**Q, "prompt": "Hello {nmae}"}, END), ["FLOW116"]),
    (
        "a repeated subgraph with shared answers",
        chain(
            Q,
            call(repeat={"key": "items", "prompt": "More?"}),
            END,
            subgraphs={"sub": sub(question("b"))},
        ),
        ["FLOW211"],
    ),
    ("constraint on nothing", chain(Q, END, constraints=[{"check": "path_locked()"}]), ["FLOW503"]),
    ("a limit without effect", chain({**Q, "data_type": "date", "minimum": 3}, END), ["FLOW212"]),
    (
        "a pattern for options",
        chain({**OPTIONS, "pattern": "[x-z]"}, END),
        ["FLOW212"],
    ),
    (
        "a misspelled field of ctx in a text",
        chain({**Q, "prompt": "{ctx.shpo}"}, END, context={"shop": "text"}),
        ["FLOW116"],
    ),
    (
        "a field of ctx that resembles another in texts",
        chain(Q | {"prompt": "{ctx.tier}, {ctx.tier}, {ctx.teir}"}, END),
        ["FLOW415"],
    ),
    (
        "a value that the question refuses",
        chain(
            {"id": "x", "type": "assign", "values": {"a": "'many'"}}, {**Q, "data_type": "integer"}, END
        ),
        ["FLOW505"],
    ),
    (
        "a value of another type",
        chain(Q, {"id": "x", "type": "assign", "values": {"n": "size(answers.a) > 3"}}, COUNT, END),
        ["FLOW505"],
    ),
    (
        "a question behind all cases",
        document(
            [
                question("k", allowed_values=["buy"]),
                {"id": "m", "type": "message", "prompt": "Oh."},
                Q,
                END,
            ],
            [
                edge("q.k", "end", "answers.k == 'buy'"),
                edge("q.k", "m", "else"),
                edge("m", "q.a"),
                edge("q.a", "end"),
            ],
        ),
        ["FLOW409"],
    ),
    (
        "an upgrade to nothing",
        chain(Q, END, upgrades=[{"from": "sha256:0", "nodes": {"x": "q.b"}, "keys": {"x": "aa"}}]),
        ["FLOW117", "FLOW117"],
    ),
    (
        "a call of a misspelled key",
        choice(edge("d", "end", "answers_has('aa')"), edge("d", "end", "else")),
        ["FLOW402"],
    ),
    (
        "a call of misspelled keys in a list",
        choice(edge("d", "end", "deps_missing('a', ['b'])"), edge("d", "end", "else")),
        ["FLOW402"],
    ),
]
