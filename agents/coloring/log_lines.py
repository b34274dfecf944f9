"""
Log lines of the structured events of a turn, in the words of the requirements.

The requirements tell people which lines to search a log for; programs should read the events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Data = Mapping[str, Any]


def lines(event: str, data: Data) -> list[str]:
    """Render one event; events without words of their own as name and data."""
    render = _RENDERERS.get(event)
    if render is None:
        text = " ".join(f"{key}={_value(value)}" for key, value in data.items())
        return [f"{event} {text}".rstrip()]
    return render(data)


def _value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _beliefs(data: Data) -> list[str]:
    text = [f"Known boundary colors: {data['known']}"]
    if not data["known"]:
        text.append("WARNING: No known boundary colors")
    return text


def _computed(data: Data) -> list[str]:
    if data["changed"]:
        text = [f"Updated assignments from {data['old']} to {data['new']}"]
    else:
        text = [f"Assignments unchanged: {data['old']}"]
        if data["penalty"] > 0:
            text.append(f"WARNING: Assignments didn't change despite penalty={data['penalty']}")
    for node, scores in (data.get("local_scores") or {}).items():
        text.append(f"Local scores of {node}: {scores}")
    return text


def _snap(data: Data) -> list[str]:
    current, best = data["penalties"]
    before, after = data["from"], data["to"]
    width = max((len(text) for node in after for text in (before.get(node, ""), node)), default=0)
    return [
        f"Snapping: significant improvement available (pen {current} -> {best})",
        f"Snapped to best local assignment: {after}",
        *(
            f"  {node:<{width}}  computed {before.get(node, '-'):<{width}}  best {color}"
            for node, color in after.items()
            if before.get(node) != color
        ),
    ]


#: Reasons for a color, see ``explain_colors``.
_WHY = {
    "fixed": "it is fixed",
    "committed": "a deal binds it",
    "forced": "the person asked for it",
    "only": "every other color costs more",
    "best": "no other color costs less",
    "here": "no other color costs less while the other nodes keep theirs",
    "stuck": "another color would cost less",
}


def explained(explanation: Mapping[str, Data]) -> list[str]:
    """Say why each node has its color, and what the other colors would cost."""
    text = []
    for node, reason in explanation.items():
        others = ", ".join(
            f"{color} {cost:g}" for color, cost in reason["best"].items() if color != reason["color"]
        )
        costs = f" (best penalty with {others})" if others else ""
        text.append(f"Why {node} is {reason['color']}: {_WHY[reason['why']]}{costs}")
    return text


_SKIPPED = {
    "forced": "forced assignments just applied (respecting human intent)",
    "changed": "greedy just found new solution (trusting its choice)",
    "waits": "not this agent's turn to recolor",
    "budget": "the cluster is too large for an exact answer",
}


def _snap_skipped(data: Data) -> list[str]:
    why = _SKIPPED.get(data["reason"])
    if why is None:
        pen = f"(pen {data['current']} -> {data['best']}, threshold={data['threshold']})"
        why = f"improvement too small {pen}"
    return [f"Skipping snap-to-best: {why}"]


def _boundary_conflict(data: Data) -> list[str]:
    color = data["color"]
    return [f"BOUNDARY CONFLICT DETECTED: {data['node']}({color}) <-> {data['peer']}({color})"]


def _satisfied(data: Data) -> list[str]:
    text = []
    if data["reason"] in ("conflicts", "penalty", "border_conflict") and data["penalty"] > 0:
        text.append(f"Not satisfied: current_penalty={data['penalty']:.3f} > 0")
    elif not data["value"]:
        text.append(f"Not satisfied: {_UNSATISFIED.get(data['reason'], data['reason'])}")
    return [*text, f"Satisfied: {data['value']}"]


_UNSATISFIED = {
    "beliefs_missing": "colors of the boundary are missing",
    "not_optimal": "a better assignment exists",
    "unknown_optimum": "the best assignment is not known",
    "conflicts": "conflicts, though the penalty is not above 0",
    "border_conflict": "boundary conflicts, though the penalty is not above 0",
}


def _inconsistency(data: Data) -> list[str]:
    if data["kind"] == "false_claim":
        return [f"CRITICAL BUG: Agent claims satisfied but penalty={data['penalty']}!"]
    return [f"BUG WARNING: {data['conflicts']} conflicts but penalty={data['penalty']}"]


def _forced_refused(data: Data) -> list[str]:
    node, color = data["node"], data["color"]
    if data["fixed"] is not None:
        return [f"WARNING: Refused {node}={color}: {node} is fixed {data['fixed']}"]
    return [f"WARNING: Refused {node}={color}: {node} is committed to {data['committed']}"]


def _options(data: Data) -> list[str]:
    text = [
        f"Options for {data['recipient']}: {data['feasible']} feasible of {data['kept']} "
        f"({data['total']} in all, {data['by_constraint']} ruled out by constraints, "
        f"{data['by_distance']} more than one change away)"
    ]
    for option in data.get("best", ()):
        text.append(f"If {data['recipient']} had {option['human']}: penalty {option['penalty']:g}")
    return text


def _over_budget(data: Data) -> list[str]:
    return [f"No options for {data['recipient']}: {data['reason']}"]


def _omitted(data: Data) -> list[str]:
    return [f"WARNING: Not sent to {data['recipient']}, since it is false: {'; '.join(data['claims'])}"]


_RENDERERS: Mapping[str, Callable[[Data], list[str]]] = {
    "coloring.beliefs": _beliefs,
    "coloring.computed": _computed,
    "coloring.forced_applied": lambda data: [f"Forced assignments: {data['forced']}"],
    "coloring.forced_cleared": lambda data: [f"Clearing forced_local_assignments: {data['forced']}"],
    "coloring.forced_refused": _forced_refused,
    "coloring.snap": _snap,
    "coloring.snap_skipped": _snap_skipped,
    "coloring.boundary_conflict": _boundary_conflict,
    "coloring.satisfied": _satisfied,
    "coloring.inconsistency": _inconsistency,
    "coloring.oscillation": lambda _: ["WARNING: Oscillation detected (period 2)"],
    "coloring.options": _options,
    "coloring.options_over_budget": _over_budget,
    "coloring.omitted": _omitted,
}
