"""
Costs of dialogue flows: ``python -m bench.flows``.

Compiling a thousand nodes, evaluating a guard, a turn with and without a sink, saving and resuming.
Times are medians of repeated runs in CPU time of this process, without language models.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any


def median(job: Callable[[], Any], *, repeat: int = 9, number: int = 1) -> float:
    """Return the median seconds of a call over repetitions."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        for _ in range(number):
            job()
        times.append((time.process_time() - start) / number)
    return statistics.median(times)


def question(index: int, **fields: Any) -> dict[str, Any]:
    return {"id": f"q{index}", "type": "question", "key": f"k{index}", "prompt": "?", **fields}


def ladder(size: int) -> dict[str, Any]:
    """Return a flow of questions with options, each followed by a decision with three edges."""
    nodes, edges = [], []
    for index in range(size // 2):
        nodes += [
            question(index, allowed_values=["x", "y", "z"]),
            {"id": f"d{index}", "type": "decision"},
        ]
        after = f"q{index + 1}" if index + 1 < size // 2 else "end"
        edges += [
            {"from": f"q{index}", "to": f"d{index}"},
            {"from": f"d{index}", "to": after, "guard": f"answers.k{index} == 'x'"},
            {"from": f"d{index}", "to": "end", "guard": f"answers.k{index} == 'y'"},
            {"from": f"d{index}", "to": after, "guard": "else"},
        ]
    nodes.append({"id": "end", "type": "terminal"})
    return {"version": "v1", "id": "ladder", "nodes": nodes, "edges": edges}


def conversation(flow: Any, answers: list[tuple[str, str]], sink: Any = None) -> Callable[[], None]:
    from agents.flow import Session

    def talk() -> None:
        session = Session(flow, sink=sink)
        session.start()
        for key, value in answers:
            session.answer({key: value})

    return talk


class Nowhere:
    """Event sink that discards events."""

    def emit(self, name: str, data: Any) -> None:
        """Discard an event."""


def main() -> int:
    from agents.flow import Session, compile_flow
    from agents.flow.migrate import migrate

    doc = ladder(1000)
    chain = {
        **doc,
        "nodes": [question(i) for i in range(1000)] + [{"id": "end", "type": "terminal"}],
        "edges": [{"from": f"q{i}", "to": f"q{i + 1}" if i < 999 else "end"} for i in range(1000)],
    }
    checklist = migrate([{"key": f"k{i}", "prompt": "?"} for i in range(100)])
    for name, document in (
        ("1000 nodes, 1000 guards", doc),
        ("1000 questions in a row", chain),
        ("a migrated checklist of 100", checklist),
    ):
        print(f"compile {name}: {median(lambda d=document: compile_flow(d), repeat=5) * 1e3:.0f} ms")
    flow = compile_flow(doc)
    guard = flow.place("", "d0").ways["next"][0].guard
    assert guard is not None
    values = {"answers": {"k0": "x"}, "unknown": [], "ctx": {}, "path": {}}
    print(f"a guard: {median(lambda: guard(values), number=20_000) * 1e6:.2f} us")
    answers = [(f"k{i}", "x") for i in range(500)]
    for name, sink in (("without", None), ("with", Nowhere())):
        turn = median(conversation(flow, answers, sink)) / len(answers)
        print(f"a turn (question and decision) {name} a sink: {turn * 1e6:.1f} us")
    long = compile_flow(checklist)
    turn = median(conversation(long, [(f"k{i}", "x") for i in range(100)])) / 100
    print(f"a turn of the migrated checklist of 100, mean: {turn * 1e6:.1f} us")
    session = Session(flow)
    session.start()
    for key, value in answers[:100]:
        session.answer({key: value})
    saved = session.dump()
    print(f"save 100 answers: {median(session.dump, number=200) * 1e6:.0f} us")
    print(f"resume them: {median(lambda: Session.resume(flow, saved), number=200) * 1e6:.0f} us")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
