"""
A trace as the page shows it, step by step.

The trace is verified first, and its actions are executed again; an inconsistent one says where. It is
read within a time limit, since a file from elsewhere may hold queries without end.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import solver
from solver import BudgetError

from ...coloring.log_lines import lines
from ...coloring.setup import TeamSettings, make_domain
from ...coloring.team import Team
from ...coloring.wording.untrusted import clean
from ...errors import KempeError, TraceError
from ...world import TraceDb, verify

#: Seconds for reading and verifying.
LONGEST = 60.0
#: Steps that are read.
MOST_STEPS = 20_000
#: Entries of a table of counterfactuals that are drawn.
MOST_CELLS = 4096


@dataclass(frozen=True)
class Deed:
    """
    A turn as recorded.

    Attributes
    ----------
    agent, action
        Participant, and name of the action.
    refused
        The judge's reason, if it refused the turn.
    satisfied
        Claim to be satisfied; None in worlds without such claims.
    computed, snapped, standing
        Colors that the algorithm gave, the best answer that replaced them, and those of the turn.
    penalties
        Penalty of the computed colors, of the best answer and of the turn.
    reasons
        Names of the rules that decided.
    details
        Arguments of actions of other worlds.
    """

    agent: str
    action: str
    refused: str | None
    satisfied: bool | None = None
    computed: Mapping[str, str] = field(default_factory=dict)
    snapped: Mapping[str, str] | None = None
    standing: Mapping[str, str] = field(default_factory=dict)
    penalties: tuple[float | None, float | None, float | None] = (None, None, None)
    reasons: tuple[str, ...] = ()
    details: str = ""


@dataclass(frozen=True)
class Note:
    """A message: sender, recipient, kind and text."""

    sender: str
    recipient: str
    kind: str
    text: str


@dataclass
class Step:
    """
    One step.

    Attributes
    ----------
    deeds, notes
        Turns and messages.
    log
        Events of the turns in words.
    claims
        Claims in drafts of a language model, with the verdict on each.
    colors
        Colors of all nodes after the step.
    conflicts, penalty
        Of the whole problem after the step; None in other worlds.
    satisfied
        Whether each participant is satisfied after the step.
    beliefs
        ``{participant: {node: color}}`` after the step.
    """

    deeds: list[Deed] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)
    colors: dict[str, str] = field(default_factory=dict)
    conflicts: int | None = None
    penalty: float | None = None
    satisfied: dict[str, bool] = field(default_factory=dict)
    beliefs: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass
class Recording:
    """
    A run of a trace.

    Attributes
    ----------
    run_id, run_ids
        The run, and all runs of the file.
    fault
        Why the trace does not verify; None if it does.
    verdict
        Summary of the verification.
    settings, team
        Settings and problem of a team game; None in other worlds.
    start
        Colors before the first step.
    steps
        The steps.
    """

    run_id: str
    run_ids: list[str]
    fault: str | None
    verdict: str
    settings: TeamSettings | None
    team: Team | None
    start: dict[str, str]
    steps: list[Step]


def read_recording(path: Path, run_id: str | None = None) -> Recording:
    """
    Read a run of a trace, by default the first.

    Raises
    ------
    TraceError
        If the file is not a trace, is of another version, or takes too long.
    """
    with TraceDb(path, readonly=True) as trace:
        end = time.monotonic() + LONGEST
        trace.connection.set_progress_handler(lambda: time.monotonic() > end, 100_000)
        run_ids = trace.run_ids()
        if not run_ids:
            raise TraceError("the trace has no run", path=trace.path)
        chosen = run_ids[0] if run_id is None else run_id
        settings, team = _game(trace, chosen)
        fault, verdict = _verified(trace, chosen, settings)
        steps = [Step() for _ in range(min(trace.steps(chosen), MOST_STEPS))]
        start: dict[str, str] = {}
        try:
            _read_deeds(trace, chosen, steps)
            _read_messages(trace, chosen, steps)
            _read_events(trace, chosen, steps)
            if team is not None:
                start = _read_colors(trace, chosen, steps)
        except (TraceError, ValueError, KeyError, TypeError) as error:
            # A damaged trace shows what could be read, below its fault.
            fault = fault or f"{path.name}: {error}"
        return Recording(chosen, run_ids, fault, verdict, settings, team, start, steps)


def _game(trace: TraceDb, run_id: str) -> tuple[TeamSettings | None, Team | None]:
    try:
        settings = TeamSettings.of(trace.get_run_metadata(run_id))
        # A trace names no file of this machine that would be read.
        if settings.topology not in ("study", "small") and not settings.topology.startswith("random:"):
            return None, None
        return settings, settings.team()
    except KempeError:
        return None, None


def _verified(trace: TraceDb, run_id: str, settings: TeamSettings | None) -> tuple[str | None, str]:
    try:
        domains = [] if settings is None else [make_domain(settings, trace)]
        result = verify(trace, run_id, domains=domains)
    except KempeError as error:
        return str(error), ""
    again = ", outcomes executed again" if result.executed else ""
    return None, (
        f"Verified: {result.steps} steps, {result.rows} turns, {result.messages} messages, "
        f"chain whole{again}. Hash {result.hash}."
    )


def _read_deeds(trace: TraceDb, run_id: str, steps: list[Step]) -> None:
    for event in trace.fetch_trace_events(run_id, 0, len(steps) - 1):
        arguments = event.info.get("arguments", {})
        refused = None if event.outcome["success"] else str(event.outcome["error"])
        decision = arguments.get("decision") or {}
        is_turn = event.action_type == "coloring:turn"
        steps[event.time_step].deeds.append(
            Deed(
                event.agent_id,
                event.action_type,
                refused,
                satisfied=bool(arguments.get("satisfied", False)) if is_turn else None,
                computed=decision.get("computed") or {},
                snapped=decision.get("snapped"),
                standing=arguments.get("assignments") or {},
                penalties=(
                    decision.get("computed_penalty"),
                    decision.get("best_penalty"),
                    decision.get("penalty"),
                ),
                reasons=tuple(decision.get("reasons", ())),
                details="" if is_turn else json.dumps(arguments)[:500],
            )
        )


def _read_messages(trace: TraceDb, run_id: str, steps: list[Step]) -> None:
    for message in trace.fetch_messages(run_id):
        if 0 <= message.time_step < len(steps):
            steps[message.time_step].notes.append(
                Note(message.author_id, message.recipient, message.kind, clean(message.content).text)
            )


def _read_events(trace: TraceDb, run_id: str, steps: list[Step]) -> None:
    for step, agent, name, text in trace.query(
        "SELECT time_step, agent_id, name, data_json FROM events WHERE run_id = ? "
        "ORDER BY time_step, seq",
        (run_id,),
    ):
        if not 0 <= step < len(steps):
            continue
        data = json.loads(text)
        if name == "nl.guard":
            steps[step].claims.append(f"{agent}: {_guarded(data)}")
        elif name.startswith(("coloring.", "rb.", "model.")):
            steps[step].log += [f"{agent or 'game'}: {line}" for line in lines(name, data)]


def _guarded(data: Mapping[str, Any]) -> str:
    """Word the check of a model's draft: what it wrote, what was wrong, what was sent instead."""
    parts = [f"draft {clean(str(data.get('draft', ''))[:300]).text!r}: {data.get('action', '')}"]
    parts += [clean(str(one)[:300]).text for one in data.get("violations", ())]
    if data.get("final"):
        parts.append(f"sent: {clean(str(data['final'])).text}")
    return "; ".join(parts)


def _read_colors(trace: TraceDb, run_id: str, steps: list[Step]) -> dict[str, str]:
    """Fill in colors, beliefs and evaluations; return the colors before the first step."""
    start: dict[str, str] = {}
    changes: list[dict[str, str]] = [{} for _ in steps]
    for step, node, color, source in trace.query(
        "SELECT time_step, node, color, source FROM coloring_assignment WHERE run_id = ? "
        "ORDER BY time_step, rowid",
        (run_id,),
    ):
        if source == "init":
            start[node] = color
        elif 0 <= step < len(steps):
            changes[step][node] = color
    told: list[list[tuple[str, str, str]]] = [[] for _ in steps]
    for step, agent, node, color in trace.query(
        "SELECT time_step, agent, node, color FROM coloring_belief WHERE run_id = ? "
        "ORDER BY time_step, rowid",
        (run_id,),
    ):
        if 0 <= step < len(steps):
            told[step].append((agent, node, color))
    for step, penalty, conflicts, satisfied in trace.query(
        "SELECT time_step, penalty, conflicts, satisfied FROM coloring_eval WHERE run_id = ?", (run_id,)
    ):
        if 0 <= step < len(steps):
            steps[step].penalty, steps[step].conflicts = penalty, conflicts
            steps[step].satisfied = json.loads(satisfied)
    colors = dict(start)
    beliefs: dict[str, dict[str, str]] = {}
    for step, changed, news in zip(steps, changes, told, strict=True):
        colors.update(changed)
        step.colors = dict(colors)
        for agent, node, color in news:
            beliefs.setdefault(agent, {})[node] = color
        step.beliefs = {agent: dict(known) for agent, known in beliefs.items()}
    return start


@dataclass(frozen=True)
class HeatMap:
    """
    A table of counterfactuals.

    Attributes
    ----------
    rows, columns
        Colorings of the first nodes of the boundary, and of the others.
    values
        Penalty of the agent's best answer to each.
    now
        Row and column of the present coloring; None if it is not known.
    """

    rows: list[str]
    columns: list[str]
    values: list[list[float]]
    now: tuple[int, int] | None


def heat_map(team: Team, agent: str, peer: str, beliefs: Mapping[str, str]) -> HeatMap | None:
    """Return what each coloring of a neighbor's border costs an agent; None if there are too many."""
    view = team.view(agent)
    boundary = list(view.border_of(peer))
    k = len(view.domain)
    if not boundary or k ** len(boundary) > MOST_CELLS:
        return None
    known: Any = {node: color for node, color in beliefs.items() if node in view.owners}
    try:
        table = solver.counterfactuals(view.problem, view.agent, boundary, known, scope="cluster")
        penalties = table.penalty
    except BudgetError:
        return None
    split = len(boundary) - len(boundary) // 2
    rows, columns = boundary[:split], boundary[split:]
    values = penalties.reshape(k ** len(rows), k ** len(columns))
    places = [view.domain.index(beliefs[n]) for n in boundary if beliefs.get(n) in view.domain]
    now = None
    if len(places) == len(boundary):
        now = _number(places[:split], k), _number(places[split:], k)
    return HeatMap(_words(rows, view.domain), _words(columns, view.domain), values.tolist(), now)


def _words(nodes: list[str], domain: tuple[str, ...]) -> list[str]:
    words = [""]
    for node in nodes:
        words = [f"{text} {node} {color}".strip() for text in words for color in domain]
    return words


def _number(places: list[int], k: int) -> int:
    number = 0
    for place in places:
        number = number * k + place
    return number
