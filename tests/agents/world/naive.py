"""Slow, obvious oracles for the world."""

import hashlib
import json
from functools import cmp_to_key
from itertools import groupby


def natural_order(ids):
    """Compare run by run: digits by value and before anything else, then the rest as text."""

    def runs(name):
        return ["".join(part) for _, part in groupby(name, key=lambda c: c in "0123456789")]

    def compare(a, b):
        for x, y in zip(runs(a), runs(b), strict=False):
            digits = x[0] in "0123456789", y[0] in "0123456789"
            if digits == (True, True):
                if int(x) != int(y):
                    return -1 if int(x) < int(y) else 1
            elif digits != (False, False):
                return -1 if digits[0] else 1
            elif x != y:
                return -1 if x < y else 1
        if len(runs(a)) != len(runs(b)):
            return -1 if len(runs(a)) < len(runs(b)) else 1
        return (a > b) - (a < b)

    return sorted(ids, key=cmp_to_key(compare))


def seen_messages(posted, agent_id, limit):
    """The last messages to an agent or to all, of (step, seq, recipient, text) in order."""
    return [m for m in posted if m[2] in ("*", agent_id)][-limit:]


def chain(trace, run_id):
    """All heads of the chain of a run, from the tables."""

    def text(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def sha(what):
        return hashlib.sha256(what.encode()).hexdigest()

    run = trace.query(
        "SELECT run_id, seed, created_at, config_json FROM runs WHERE run_id = ?", (run_id,)
    )
    heads = [sha(text(run[0]))]
    for t, state in trace.query(
        "SELECT time_step, state_hash FROM steps WHERE run_id = ? ORDER BY time_step", (run_id,)
    ):
        lines = [heads[-1], str(t), state]
        for table in ("trace", "messages", "llm_calls", "events"):
            rows = trace.query(f"SELECT * FROM {table} ORDER BY run_id, time_step, seq")
            lines.append(text([row for row in rows if row[:2] == (run_id, t)]))
        heads.append(sha("\n".join(lines) + "\n"))
    return heads
