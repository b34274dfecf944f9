"""
Measures of a game, read from its trace: convergence and messages.

The measures are those of the study that this product follows: rounds to a stable coloring, final
penalty, messages and their length, repetition, vague phrases, clear proposals, oscillation, and signs
that bargaining succeeds or stalls. Rates of messages are per hundred.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ...world import TraceDb

_VAGUE = re.compile(
    r"\b(maybe|perhaps|somehow|something|some other|a different color|might want|could be better|"
    r"let'?s see|figure (it|this) out|work on it)\b",
    re.IGNORECASE,
)
_CLEAR = re.compile(r"\bif you\b.*\bI (can|could|color|will)\b", re.IGNORECASE)
#: Names of the measures, in the order of the columns.
NAMES = (
    *("steps", "final_penalty", "final_conflicts", "first_solved", "improvements", "regressions"),
    *("oscillations", "satisfaction_lost", "messages", "words_per_message", "different_messages"),
    *("repetition_rate", "vague_rate", "clear_proposal_rate", "message_quality", "offers"),
    *("different_offers", "most_repeated_offer", "deals", "steps_to_accept", "refused_turns"),
)
#: A message sent this often in a row is a repetition; a penalty reached this often an oscillation.
REPEATED = 3


def metrics(trace: TraceDb, run_id: str) -> dict[str, Any]:
    """
    Measure one game.

    Returns
    -------
    dict
        One number for each measure.
    """
    rows = trace.query(
        "SELECT penalty, conflicts, satisfied FROM coloring_eval WHERE run_id = ? ORDER BY time_step",
        (run_id,),
    )
    messages = trace.query(
        "SELECT author_id, recipient, kind, content, payload_json FROM messages "
        "WHERE run_id = ? ORDER BY time_step, seq",
        (run_id,),
    )
    ((failed,),) = trace.query(
        "SELECT count(*) FROM trace WHERE run_id = ? AND NOT json_extract(outcome_json, '$.success')",
        (run_id,),
    )
    return {
        **_convergence(rows),
        **_talk(messages),
        **_bargaining(trace, run_id, messages),
        "refused_turns": failed,
    }


def _convergence(rows: Sequence[Any]) -> dict[str, Any]:
    penalties = [penalty for penalty, _, _ in rows]
    steps = list(pairwise(penalties))
    changes = [penalty for i, penalty in enumerate(penalties) if i == 0 or penalty != penalties[i - 1]]
    solved = [i + 1 for i, (_, conflicts, _) in enumerate(rows) if conflicts == 0]
    flips = Counter[str]()
    before: dict[str, bool] = {}
    for _, _, text in rows:
        now = json.loads(text)
        flips.update(name for name, value in now.items() if before.get(name) and not value)
        before = now
    return {
        "steps": len(rows),
        "final_penalty": penalties[-1] if penalties else None,
        "final_conflicts": rows[-1][1] if rows else None,
        "first_solved": solved[0] if solved else None,
        "improvements": sum(b < a for a, b in steps),
        "regressions": sum(b > a for a, b in steps),
        "oscillations": sum(count >= REPEATED for count in Counter(changes).values()),
        "satisfaction_lost": flips.total(),
    }


def _talk(messages: Sequence[Any]) -> dict[str, Any]:
    texts = [content for _, _, _, content, _ in messages]
    by_pair: dict[tuple[str, str], list[str]] = {}
    for author, recipient, _, content, _ in messages:
        by_pair.setdefault((author, recipient), []).append(content)
    repeated = sum(_repetitions(said) for said in by_pair.values())
    vague = sum(bool(_VAGUE.search(text)) for text in texts)
    clear = sum(bool(_CLEAR.search(text)) for text in texts)
    count = max(len(texts), 1)
    words = [len(text.split()) for text in texts]
    different = len(set(texts))
    quality = 100 - (0.3 * repeated + 0.1 * vague) * 100 / count + 0.2 * clear * 100 / count
    return {
        "messages": len(texts),
        "words_per_message": sum(words) / count,
        "different_messages": different / count,
        "repetition_rate": 100 * repeated / count,
        "vague_rate": 100 * vague / count,
        "clear_proposal_rate": 100 * clear / count,
        "message_quality": max(0.0, quality),
    }


def _repetitions(said: Sequence[str]) -> int:
    """Return the number of messages that repeat the one before for the third time or more."""
    run, repetitions = 1, 0
    for before, now in pairwise(said):
        run = run + 1 if now == before else 1
        repetitions += run >= REPEATED
    return repetitions


def _bargaining(trace: TraceDb, run_id: str, messages: Sequence[Any]) -> dict[str, Any]:
    offers: Counter[str] = Counter()
    for author, recipient, kind, _, payload in messages:
        if kind != "rb" or payload is None:
            continue
        for move in json.loads(payload)["moves"]:
            if move["move"] == "ConditionalOffer" and move["conditions"]:
                terms = json.dumps([move["conditions"], move["assignments"]], sort_keys=True)
                offers[f"{author} {recipient} {terms}"] += 1
    ((accepted, waited),) = trace.query(
        "SELECT count(*), avg(time_step - json_extract(offer, '$.step_sent')) FROM coloring_offer "
        "WHERE run_id = ? AND status = 'accepted'",
        (run_id,),
    )
    return {
        "offers": offers.total(),
        "different_offers": len(offers),
        "most_repeated_offer": max(offers.values(), default=0),
        "deals": accepted,
        "steps_to_accept": waited,
    }
