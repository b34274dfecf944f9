"""Random flows that compile, with the meaning of their guards, and random conversations."""

from __future__ import annotations

from tests.agents.flow.support import decision, edge, end, question

OPTIONS = ("x", "y", "z")


def guards():
    return {"else": None}


def random_guard(rng, keys, known, depth=0):
    """Text and meaning, over keys with three options; a missing answer makes a comparison fail."""
    if depth < 2 and rng.random() < 0.35:
        a, b = (random_guard(rng, keys, known, depth + 1) for _ in range(2))
        left, right = known[a], known[b]
        if rng.random() < 0.5:
            text = f"({a}) && ({b})"
            known[text] = _and(left, right)
        else:
            text = f"({a}) || ({b})"
            known[text] = _or(left, right)
        return text
    key, value = rng.choice(keys), rng.choice(OPTIONS)
    pick = rng.randrange(5)
    if pick == 0:
        text = f"has(answers.{key})"
        known[text] = lambda answers, unknown: key in answers
    elif pick == 1:
        text = f"answers.{key} in ['x', '{value}']"
        known[text] = _needs(key, lambda answers: answers[key] in ("x", value))
    elif pick == 2:
        text = f"answers.{key} != '{value}'"
        known[text] = _needs(key, lambda answers: answers[key] != value)
    elif pick == 3:
        text = f"answers_unknown('{key}')"
        known[text] = lambda answers, unknown: key in unknown
    else:
        text = f"answers.{key} == '{value}'"
        known[text] = _needs(key, lambda answers: answers[key] == value)
    return text


def _needs(key, test):
    """None stands for an error: neither true nor false."""
    return lambda answers, unknown: test(answers) if key in answers else None


def _and(a, b):
    def both(answers, unknown):
        values = {a(answers, unknown), b(answers, unknown)}
        return False if False in values else None if None in values else True

    return both


def _or(a, b):
    def either(answers, unknown):
        values = {a(answers, unknown), b(answers, unknown)}
        return True if True in values else None if None in values else False

    return either


def random_graph(rng, prefix, keys, known, subgraphs, *, top):
    """Nodes in a row; edges lead to later ones, so that there is no cycle."""
    size = rng.randint(2, 7)
    nodes = []
    for index in range(size):
        kind = rng.choice(["question", "question", "decision", "subgraph"])
        if index < 2 and not top:
            kind = "question"  # whose keys the guards of this graph read
        if kind == "subgraph" and not subgraphs:
            kind = "question"
        if kind == "question":
            key = f"{prefix}{index}"
            fields = {"allowed_values": list(OPTIONS), "required": rng.random() < 0.8}
            if rng.random() < 0.3:
                fields["when"] = random_guard(rng, keys, known)
            nodes.append(question(key, priority=rng.choice([1, 2]), **fields))
        elif kind == "decision":
            nodes.append(decision(f"d{index}"))
        else:
            node = {"id": f"s{index}", "type": "subgraph", "ref": rng.choice(sorted(subgraphs))}
            if rng.random() < 0.5:
                inner = subgraphs[node["ref"]]
                node["scope"] = "isolated"
                inside = [n["key"] for n in inner["nodes"] if n["type"] == "question"]
                if inside:
                    node["inputs"] = {rng.choice(inside): rng.choice(keys)}
                    node["outputs"] = {rng.choice(keys): rng.choice(inside)}
            nodes.append(node)
    if top:
        nodes += [end("end"), end("other", reason="other")]
    edges = []
    for index, node in enumerate(nodes[:size]):
        later = [n["id"] for n in nodes[index + 1 :]] + ([] if top else ["__exit__"])
        later = later or ["end"]
        # The first way leads on to the next node, so that all can be reached.
        ways = rng.choice([0, 0, 1, 2])
        for place in range(ways):
            target = later[0] if place == 0 else rng.choice(later)
            guard = random_guard(rng, keys, known)
            edges.append(edge(node["id"], target, guard, priority=rng.choice([100, 100, 50])))
        if top and index == size - 1:
            edges.append(edge(node["id"], "other", random_guard(rng, keys, known), priority=60))
        if node["type"] == "question" and rng.random() < 0.3:
            on = rng.choice(["invalid", "exhausted", "unknown"])
            edges.append(edge(node["id"], rng.choice(later), on=on))
        last = rng.random()
        if last < 0.5:
            edges.append(edge(node["id"], later[0], "else", priority=200))
        elif last < 0.8 or node["type"] == "decision" or not ways:
            edges.append(edge(node["id"], later[0], priority=200))
    return {"entry": nodes[0]["id"], "nodes": nodes, "edges": edges}


def random_flow(rng):
    """A document, and the meaning of its guards. It may have errors: guards are random."""
    known = guards()
    subgraphs = {}
    keys = [f"t{i}" for i in range(3)]
    for level in range(rng.randint(0, 2)):
        prefix = "abc"[level]
        subgraphs[f"g{level}"] = random_graph(
            rng, prefix, [f"{prefix}0", f"{prefix}1"], known, dict(subgraphs), top=False
        )
    doc = random_graph(rng, "t", keys, known, subgraphs, top=True)
    doc |= {"version": "v1", "id": "random", "given": keys, "policies": {"on_unknown": "skip"}}
    if subgraphs:
        doc["subgraphs"] = subgraphs
    if rng.random() < 0.4:
        asked = [node["key"] for node in doc["nodes"] if node["type"] == "question"] + keys
        alternatives = [rng.sample(asked, rng.randint(1, 2)) for _ in range(2)]
        doc["oneOf"] = [{"alternatives": alternatives}]
    return doc, known


def random_turn(rng, asked, keys):
    """Updates and unknown keys: mostly what was asked, sometimes more, sometimes nonsense."""
    updates = {}
    if rng.random() < 0.8:
        updates[asked] = rng.choice([*OPTIONS, *OPTIONS, "nonsense"])
    while rng.random() < 0.25:
        updates[rng.choice([*keys, "nobody_asks"])] = rng.choice([*OPTIONS, "nonsense"])
    unknown = [None] if rng.random() < 0.15 else []
    return updates, unknown
