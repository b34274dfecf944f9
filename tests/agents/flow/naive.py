"""
Slow and obvious: what the flows' engine must do, written once more from the requirements.

The interpreter walks the raw document; guards are Python functions that the test made together with
their text. It shares no code with the engine.
"""

from __future__ import annotations


def path_votes(sequence, paths, policy, threshold, switching, margin, decay=1):
    """For each turn: the tentative path, the active one, whether it is locked."""
    history, tentative, active = [], None, None
    out = []
    for candidate in sequence:
        if active is None and candidate in set(paths):
            history.append(candidate)
            count = {path: 0 for path in paths}
            for vote in history:
                count[vote] += 1
                if policy == "decay":
                    for other in paths:
                        if other != vote:
                            count[other] = max(0, count[other] - decay)
            if tentative is None:
                tentative = candidate
            elif candidate != tentative and switching:
                lead = count[candidate] - count[tentative]
                if policy == "literal" or lead >= max(margin, 1):
                    tentative = candidate
            runner_up = max(count[other] for other in paths if other != candidate)
            strength = count[candidate] - (runner_up if policy == "lead" else 0)
            if strength >= threshold and (switching or candidate == tentative):
                active = tentative = candidate
        out.append((tentative, active, active is not None))
    return out


class Interpreter:
    """
    A conversation.

    ``guards`` maps the text of a guard to a function of (answers, unknown).
    """

    def __init__(self, doc, guards):
        self.doc = doc
        self.guards = guards
        self.stack = [
            {"graph": doc, "at": self.entry(doc), "answers": {}, "unknown": set(), "tries": {}}
        ]
        self.asking = None
        self.over = None

    @staticmethod
    def entry(graph):
        if graph.get("entry"):
            return graph["entry"]
        targets = {e["to"] for e in graph["edges"]}
        return next(n["id"] for n in graph["nodes"] if n["id"] not in targets)

    @property
    def top(self):
        return self.stack[-1]

    def scope(self):
        return next(f for f in reversed(self.stack) if f["answers"] is not None)

    def node(self, frame=None):
        frame = frame or self.top
        return next(n for n in frame["graph"]["nodes"] if n["id"] == frame["at"])

    def true(self, text):
        return text is None or self.guards[text](self.scope()["answers"], self.scope()["unknown"])

    def applies(self, node):
        return "when" not in node or self.true(node["when"])

    def settled(self, node):
        return node["key"] in self.scope()["answers"] or node["key"] in self.scope()["unknown"]

    def wanted(self, node):
        """Whether a question is to be asked: it applies, nothing is known, no other alternative is."""
        return self.applies(node) and not self.excused(node["key"]) and not self.settled(node)

    def excused(self, key):
        """Whether every group with this key has a complete alternative without it."""
        have = self.scope()["answers"]
        groups = [g["alternatives"] for g in self.doc.get("oneOf", [])]
        mine = [g for g in groups if any(key in a for a in g)]
        return bool(mine) and all(any(key not in a and set(a) <= set(have) for a in g) for g in mine)

    def edges(self, on):
        found = [e for e in self.top["graph"]["edges"] if e["from"] == self.top["at"]]
        found = [e for e in found if e.get("on", "next") == on]
        order = sorted(range(len(found)), key=lambda i: (found[i].get("priority", 100), i))
        found = [found[i] for i in order]
        return [e for e in found if e.get("guard") != "else"] + [
            e for e in found if e.get("guard") == "else"
        ]

    def target(self, on):
        for e in self.edges(on):
            if e.get("guard") == "else" or self.true(e.get("guard")):
                return e["to"]
        return None

    def reachable_questions(self):
        """Of the graph itself, then of those that share its answers."""
        shares = [self.top["graph"]]
        grew = True
        while grew:
            grew = False
            for graph in [self.doc, *self.doc.get("subgraphs", {}).values()]:
                calls = [
                    self.doc["subgraphs"][n["ref"]]
                    for n in graph["nodes"]
                    if n["type"] == "subgraph" and n.get("scope", "shared") == "shared"
                ]
                for one, other in [(graph, c) for c in calls] + [(c, graph) for c in calls]:
                    if any(one is s for s in shares) and not any(other is s for s in shares):
                        shares.append(other)
                        grew = True
        rest = [self.doc, *self.doc.get("subgraphs", {}).values()]
        order = [self.top["graph"], *(g for g in rest if g is not self.top["graph"])]
        found = {}
        for graph in order:
            if any(graph is s for s in shares):
                for place, node in enumerate(graph["nodes"]):
                    if node["type"] == "question":
                        found.setdefault(node["key"], (node, (node.get("priority", 100), place)))
        return found

    # ---------------------------------------------------------------------------------------- turns

    def start(self):
        return self.go()

    def answer(self, updates, unknown=()):
        questions = self.reachable_questions()
        pending = self.asking
        invalid = []
        for key in sorted((k for k in updates if k in questions), key=lambda k: questions[k][1]):
            node, value = questions[key][0], updates[key]
            if value not in node["allowed_values"]:
                invalid.append(key)
            elif key in self.scope()["answers"] and key != pending:
                pass
            else:
                self.scope()["answers"][key] = value
                self.scope()["unknown"].discard(key)
                if key != self.node()["key"]:
                    self.top["tries"].pop(key, None)
        for key in unknown:
            key = pending if key is None else key
            if key in questions and not self.settled(questions[key][0]):
                self.scope()["unknown"].add(key)
        matters = [key for key in invalid if self.applies(questions[key][0])]
        if matters:
            first = matters[0]
            self.top["tries"][first] = self.top["tries"].get(first, 0) + 1
            self.asking = first
            current = self.node()["key"]
            if self.top["tries"][first] >= 3:
                del self.top["tries"][first]
                if first == current:
                    target = self.target("exhausted")
                    if target is None:
                        return self.end("escalate", "max_attempts")
                    return self.jump(target)
            else:
                if first == current and self.edges("invalid"):
                    target = self.target("invalid")
                    if target is not None:
                        return self.jump(target)
                return ("retry", first)
        node = self.node()
        self.asking = node["key"]
        if self.wanted(node):
            return ("ask", node["key"])
        frame, tries = self.top, dict(self.top["tries"])
        if node["key"] in self.scope()["unknown"]:
            target = self.target("unknown")
            if target is not None:
                frame["tries"].pop(node["key"], None)
                return self.jump(target)
        why = self.leave("next")
        stays = why == "no_edge" and self.top is frame and frame["at"] == node["id"]
        if stays and self.applies(node) and self.settled(node):
            frame["tries"] = tries
            frame["tries"][node["key"]] = frame["tries"].get(node["key"], 0) + 1
            if frame["tries"][node["key"]] < 3:
                self.asking = node["key"]
                return ("retry", node["key"])
        frame["tries"].pop(node["key"], None)
        return self.go() if why is None else self.stop(why)

    # --------------------------------------------------------------------------------------- moving

    def end(self, kind, reason):
        self.over = (kind, reason)
        self.asking = None
        return self.over

    def stop(self, why):
        if why == "end":
            return self.end("done", "end_of_graph")
        return self.end("stuck", why)

    def jump(self, target):
        why = self.follow(target)
        return self.go() if why is None else self.stop(why)

    def leave(self, on):
        """Go along an edge; None, or why that is not possible."""
        if on == "next" and not self.edges("next"):
            return self.follow("__exit__")
        target = self.target(on)
        return "no_edge" if target is None else self.follow(target)

    def follow(self, target):
        self.asking = None
        if target != "__exit__":
            self.top["at"] = target
            return None
        if len(self.stack) == 1:
            return "end"
        left = self.stack.pop()
        if left["answers"] is not None:
            for outer, inner in self.node().get("outputs", {}).items():
                if inner in left["answers"]:
                    self.scope()["answers"][outer] = left["answers"][inner]
                    self.scope()["unknown"].discard(outer)
        return self.leave("next")

    def go(self):
        for _ in range(1000):
            node = self.node()
            if node["type"] == "terminal":
                return self.end("done", node.get("reason", "success"))
            if node["type"] == "subgraph":
                frame = {"graph": self.doc["subgraphs"][node["ref"]], "answers": None, "unknown": None}
                frame |= {"at": self.entry(frame["graph"]), "tries": {}}
                if node.get("scope") == "isolated":
                    have = self.scope()["answers"]
                    inputs = node.get("inputs", {}).items()
                    frame["answers"] = {i: have[o] for i, o in inputs if o in have}
                    frame["unknown"] = set()
                self.stack.append(frame)
                continue
            if node["type"] == "question" and self.wanted(node):
                self.asking = node["key"]
                return ("ask", node["key"])
            why = self.leave("next")
            here = self.node()
            asked = why == "no_edge" and here["type"] == "question"
            if asked and self.applies(here) and self.settled(here):
                self.asking = here["key"]
                return ("retry", here["key"])
            if why is not None:
                return self.stop(why)
        return self.end("stuck", "max_hops")
