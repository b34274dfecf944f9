"""
The command ``kempe team``: plays games and reads their traces.

Exit status: 0 the game was solved, 1 it was not or was interrupted, 2 the input or the call is wrong.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from solver.command.parser import Parser

from ..errors import InputError, expected
from ..world import TraceDb
from .conformance import ALGORITHMS, CONFORMANCE
from .game.status import Status
from .game.stop_rules import stop_reason
from .modes import MODES, mode_named, no_model
from .runner import Outcome, play
from .setup import HUMANS, TeamSettings, make_gateway, translator
from .talk.speech import STYLES

READERS = ("log", "transcript", "verify", "report", "study")


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``kempe team`` and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments and arguments[0] in READERS:
        return _read(arguments[0], arguments[1:])
    if arguments and not arguments[0].startswith("-"):
        verbs = ", ".join(READERS[:-1])
        legal = f"{verbs} or {READERS[-1]}, or options of a new game"
        raise expected("kempe team", arguments[0], legal)
    return _play(_parser().parse_args(arguments))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="kempe team",
        description="Let agents, and perhaps a person, color one graph together.",
        epilog="Also: kempe team log DB, kempe team transcript DB, kempe team verify DB, "
        "kempe team report DB, kempe team study --help.",
    )
    add_game(parser)
    parser.add_argument(
        "--db", metavar="FILE", help="file of the trace; an interrupted game continues from it"
    )
    parser.add_argument(
        "--restore",
        metavar="FILE[@STEP]",
        help="start from the last solved state of another trace, or the last up to a step, counted from "
        "1; of several games in it, the one on the same graph that began last counts",
    )
    parser.add_argument(
        "--restore-game", metavar="ID", help="run id of the game in the file of --restore to start from"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--api-key", metavar="KEY", help="API key of the provider; never stored")
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options that make a game."""
    default = TeamSettings()
    parser.add_argument(
        "--mode",
        choices=MODES,
        default=default.mode,
        help="how agents speak: "
        + ", ".join(f"{mode.about} ({name})" for name, mode in MODES.items())
        + "; default: %(default)s",
    )
    parser.add_argument(
        "--topology",
        default=default.topology,
        metavar="T",
        help="study, small, random:clusters=3,nodes=5,..., or a JSON file (default: %(default)s)",
    )
    parser.add_argument(
        "--human",
        default=default.human,
        metavar="H",
        help="the person: none, emulator, script:FILE or terminal; further people after a colon: "
        "terminal:Agent1,Agent2 or script:FILE,Agent1=FILE (default: %(default)s)",
    )
    parser.add_argument(
        "--fixed",
        type=int,
        metavar="N",
        help="fixed nodes of each cluster, at most those that touch no other cluster, in colors drawn "
        "as in the study; random:...,fixed=N has those of a solution (default: the topology's own; "
        "study: 1)",
    )
    parser.add_argument(
        "--algorithm", choices=ALGORITHMS, default=default.algorithm, help="default: %(default)s"
    )
    parser.add_argument(
        "--conformance",
        choices=tuple(CONFORMANCE),
        default=default.conformance,
        help="default: %(default)s",
    )
    parser.add_argument("--snap-threshold", type=float, metavar="X", help="default: 5")
    parser.add_argument(
        "--beliefs",
        choices=("messages", "truth"),
        default=default.beliefs,
        help="source of beliefs: reports in messages, or the true colors (default: %(default)s)",
    )
    parser.add_argument(
        "--initial", choices=("first", "random"), default=default.initial, help="default: %(default)s"
    )
    parser.add_argument(
        "--max-steps", type=int, default=default.max_steps, metavar="N", help="default: %(default)s"
    )
    parser.add_argument(
        "--soft",
        type=int,
        default=default.soft,
        metavar="K",
        help="end when all were satisfied for K steps in a row (default: %(default)s)",
    )
    parser.add_argument("--hard", action="store_true", help="end as soon as nothing is in conflict")
    parser.add_argument(
        "--seed", type=int, default=default.seed, metavar="N", help="default: %(default)s"
    )
    parser.add_argument("--model", metavar="M", help="language model that words messages, or mock")
    parser.add_argument("--api-base", metavar="URL", help="URL of an OpenAI-compatible server")
    parser.add_argument(
        "--style",
        choices=STYLES,
        default="slots",
        help="the model words the text around fixed sentences (slots), or everything (free)",
    )
    parser.add_argument("--explain", action="store_true", help="record why each node has its color")


def settings_of(options: argparse.Namespace) -> TeamSettings:
    """Return complete settings from the options of :func:`add_game`."""
    if options.model is None and options.api_base is not None:
        raise expected("--api-base", options.api_base, "--model beside it")
    if not 0 <= options.seed < 2**63:
        raise expected("--seed", options.seed, "an integer in [0, 2**63)")
    kind, _, _ = options.human.partition(":")
    if kind == "page" or kind not in HUMANS:
        legal = "none, emulator, terminal or script:FILE; kempe page is for people at a browser"
        raise expected("--human", options.human, legal)
    gateway = "none" if options.model is None else "mock" if options.model == "mock" else "litellm"
    return TeamSettings(
        mode=options.mode,
        topology=options.topology,
        human=options.human,
        fixed=options.fixed,
        algorithm=options.algorithm,
        conformance=options.conformance,
        snap_threshold=options.snap_threshold,
        beliefs=options.beliefs,
        initial=options.initial,
        max_steps=options.max_steps,
        soft=options.soft,
        hard=options.hard,
        seed=options.seed,
        gateway=gateway,
        model=options.model,
        api_base=options.api_base,
        style=options.style,
        explain=options.explain,
    ).complete()


def _play(options: argparse.Namespace) -> int:
    settings = settings_of(options)
    if options.restore is not None:
        from .restoring import checkpoint_from

        start = checkpoint_from(options.restore, settings.team(), options.restore_game)
        # A file may hold several games on one graph.
        print(f"starting from the colors of game {start.run_id}", file=sys.stderr)
        settings = replace(settings, initial=start.initial())
    elif options.restore_game is not None:
        raise InputError("--restore-game: expected --restore with the file of that game")
    if MODES[settings.mode].consults and settings.gateway == "none":
        print(f"kempe: warning: {no_model(settings.mode)}", file=sys.stderr)
    seat: Any = None
    at_terminal = settings.human.partition(":")[0] == "terminal"
    if at_terminal and options.json:
        raise InputError("--json with --human terminal: expected one of the two")
    quiet = options.quiet or options.json or at_terminal
    with TraceDb(options.db or "") as trace:
        gateway = make_gateway(settings, trace, options.api_key)
        if at_terminal:
            from .people.terminals import Terminals

            # Warnings are events in the trace; on the screen they would stand between the messages.
            logging.getLogger("agents").addHandler(logging.NullHandler())
            seat = Terminals(
                settings.people(),
                translate=translator(settings, gateway, confirmed=True),
                steps=settings.max_steps,
                they_offer=mode_named(settings.mode).bargains,
            )
            seat.resume(trace, settings.run_id())
        if _has_ended(trace, settings):
            print("this game has ended before; nothing is played, this is its result", file=sys.stderr)
        outcome = play(
            settings,
            trace,
            gateway=gateway,
            seat=seat,
            progress=None if quiet else _progress(settings.max_steps),
        )
        if seat is not None and outcome.stop_reason != "interrupted":
            seat.show_last(trace, outcome.run_id)
    if options.json:
        chosen = {"mode": settings.mode, "model": settings.model, "seed": settings.seed}
        print(json.dumps({**outcome.json_dict(), **chosen}))
    else:
        _print(outcome, options.db)
        left = at_terminal and options.db and outcome.stop_reason == "interrupted"
        # A line is kept with its step, which may have been interrupted while agents computed.
        if left and seat.typed_at() >= outcome.steps:
            print("the last line that you typed was not carried out: type it again")
    return 0 if outcome.solved and outcome.stop_reason != "interrupted" else 1


def _has_ended(trace: TraceDb, settings: TeamSettings) -> bool:
    run_id = settings.run_id()
    return run_id in trace.run_ids() and stop_reason(trace, run_id, settings) is not None


def _progress(steps: int) -> Any:
    def show(status: Status) -> None:
        content = sum(status.satisfied.values())
        print(
            f"step {status.time_step + 1:>4}/{steps}  conflicts {status.conflicts:>4}  "
            f"penalty {status.penalty:>8g}  satisfied {content}/{len(status.satisfied)}",
            file=sys.stderr,
        )

    return show


#: Words for the reasons why a game ended.
_ENDS = {
    "satisfied": "all were satisfied",
    "consensus": "all were satisfied",
    "solved": "nothing is in conflict",
    "finished": "you ended the game",
    "max_steps": "no steps were left",
    "interrupted": "interrupted",
}


def _print(outcome: Outcome, db: str | None) -> None:
    if outcome.stop_reason == "interrupted" and sys.stdout.isatty():
        print()  # the terminal shows ^C on the line that was interrupted
    left = "1 conflict" if outcome.conflicts == 1 else f"{outcome.conflicts} conflicts"
    result = "solved" if outcome.solved else f"{left} left"
    counts = f"{outcome.steps} steps and {outcome.messages} messages"
    print(f"{result} after {counts} ({_ENDS[outcome.stop_reason]})")
    print(f"penalty {outcome.penalty:g}, score {outcome.score} of all nodes together")
    for name, content in outcome.satisfied.items():
        print(f"  {name}: {'satisfied' if content else 'not satisfied'}")
    _print_colors(outcome.colors)
    if outcome.best_conflicts < outcome.conflicts:
        conflicts = (
            "1 conflict" if outcome.best_conflicts == 1 else f"{outcome.best_conflicts} conflicts"
        )
        print(f"best state: {conflicts} after step {outcome.best_step}")
        _print_colors(outcome.best_colors)
    if db:
        print(f"trace: {db}, run {outcome.run_id}")
    if outcome.stop_reason == "interrupted":
        print(
            f"to continue: the same command with --db {db}"
            if db
            else "not kept, since --db was not given"
        )


def _print_colors(colors: Mapping[str, str]) -> None:
    text = " ".join(f"{node}={color}" for node, color in colors.items())
    print(textwrap.fill(text, 80, break_long_words=False, break_on_hyphens=False))


# ------------------------------------------------------------------------------------------- readers


def _read(name: str, arguments: Sequence[str]) -> int:
    if name == "study":
        from .studies.study import main as study

        return study(arguments)
    parser = Parser(prog=f"kempe team {name}")
    parser.add_argument("db", metavar="DB", help="file of the trace")
    parser.add_argument(
        "--run-id", metavar="ID", help="id of one game in the file (default: all; a report is of one)"
    )
    if name in ("log", "transcript"):
        parser.add_argument("--agent", metavar="NAME", help="show only this participant")
    options = parser.parse_args(list(arguments))
    with TraceDb(options.db, readonly=True) as trace:
        run_ids = [options.run_id] if options.run_id else trace.run_ids()
        games = {run_id: TeamSettings.of(trace.get_run_metadata(run_id)) for run_id in run_ids}
        if name == "report" and len(games) > 1:
            # Two objects after each other are no JSON.
            raise expected("--run-id", None, f"one of {', '.join(games)}", path=options.db)
        if name in ("log", "transcript"):
            _check_participant(options.agent, games.values())
        for run_id, settings in games.items():
            if name == "verify":
                _verify(trace, run_id, settings)
            elif name == "log":
                _log(trace, run_id, options.agent)
            elif name == "transcript":
                _transcript(trace, run_id, options.agent)
            else:
                from .studies.report import report

                print(json.dumps(report(settings.team(), settings.rules()), indent=2))
    return 0


def _check_participant(agent: str | None, games: Iterable[TeamSettings]) -> None:
    """Refuse a name that no game has."""
    names = dict.fromkeys(name for settings in games for name in settings.team().participants)
    if agent is not None and agent not in names:
        raise expected("--agent", agent, f"one of {', '.join(names)}")


def _verify(trace: TraceDb, run_id: str, settings: TeamSettings) -> None:
    from ..world import verify
    from .setup import make_domain

    verified = verify(trace, run_id, domains=[make_domain(settings, trace)])
    counts = f"{verified.steps} steps, {verified.rows} turns, {verified.messages} messages"
    print(f"{run_id}: verified: {counts}, chain whole, outcomes executed again\nhash={verified.hash}")


def _log(trace: TraceDb, run_id: str, agent: str | None) -> None:
    from .log_lines import explained, lines

    rows = trace.query(
        "SELECT time_step, agent_id, name, data_json FROM events "
        "WHERE run_id = ? ORDER BY time_step, seq",
        (run_id,),
    )
    reasons = trace.query(
        "SELECT time_step, agent_id, json_extract(info_json, '$.arguments.decision.explanation') "
        "FROM trace WHERE run_id = ? ORDER BY time_step, seq",
        (run_id,),
    )
    # What happened in a step, then why each node of an agent has its color, if that was recorded.
    printed = [
        (step, 0, name, line)
        for step, name, event, text in rows
        for line in lines(event, json.loads(text))
    ]
    printed += [
        (step, 1, name, line)
        for step, name, text in reasons
        if text is not None
        for line in explained(json.loads(text))
    ]
    for step, _, name, line in sorted(printed, key=lambda row: row[:2]):
        if agent is None or name == agent:
            print(f"{step:>4}  {name or 'game':<10} {line}")


def _transcript(trace: TraceDb, run_id: str, agent: str | None) -> None:
    """Print all that was said, by whom and to whom; with ``agent``, by or to one participant."""
    for message in trace.fetch_messages(run_id):
        if message.content and agent in (None, message.author_id, message.recipient):
            pair = f"{message.author_id} to {message.recipient}"
            text = textwrap.fill(
                message.content, 80, initial_indent="      ", subsequent_indent="      "
            )
            print(f"{message.time_step:>4}  {pair}\n{text}")
