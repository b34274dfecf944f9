"""Start or resume a run from the command line, for ``vvm`` and ``kempe world run``."""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
import sys
from contextlib import nullcontext
from dataclasses import fields, replace
from typing import Any

from solver.command.values import natural

from ..contracts import LLMGateway
from ..errors import GatewayError, InputError, PolicyError, TraceError, expected, shortened
from ..llm.accounting import Account
from .arguments import add_limits, add_mock, add_model, add_run, add_steps, refuse_useless
from .clerk import StepReport
from .cognitive_policies import CHOICES
from .engine import WorldEngine
from .faults import fault
from .losses import MAX_LOST_SHARE
from .options import WorldOptions
from .own import World, read_options
from .scheduler import BarrierScheduler
from .setup import Settings, machine, make_engine, make_gateway, make_parts
from .trace import TraceDb
from .verify import Verified, verify

#: Time limit of a turn in seconds, including the retries of the gateway.
LONGEST_TURN = 600.0
#: Value of ``--order-seed`` for the order of the ids.
_BY_ID = "none"

# ------------------------------------------------------------------------------------------- arguments


def add_phase1(modes: Any) -> None:
    """Add the command ``phase1`` to a parser."""
    phase1 = modes.add_parser("phase1", help="random agents", description="Run random agents.")
    phase1.set_defaults(command=_phase1)
    add_run(phase1, "phase1", db="./simulation.db")


def add_phase2(modes: Any) -> None:
    """Add the command ``phase2`` to a parser."""
    phase2 = modes.add_parser(
        "phase2",
        help="agents that call a language model",
        description="Run agents that call a language model.",
    )
    phase2.set_defaults(command=_phase2)
    add_run(phase2, "phase2", db="./simulation_cognitive.db")
    phase2.add_argument(
        "--model", default="gpt-3.5-turbo", help="name of the model (default: %(default)s)"
    )
    add_mock(phase2)
    add_model(phase2)
    phase2.add_argument(
        "--message-history",
        type=natural,
        default=20,
        metavar="N",
        help="number of newest messages that an agent sees (default: %(default)s)",
    )
    add_limits(phase2)
    phase2.add_argument(
        "--export-parquet", action="store_true", help="also write the folder DB.parquet/"
    )


def add_own(modes: Any) -> None:
    """Add the command ``own`` to a parser."""
    own = modes.add_parser(
        "own",
        help="a world of your own",
        description="Run a world that a module defines; it is found in the current folder too.",
    )
    own.set_defaults(command=_own)
    own.add_argument(
        "--world", required=True, metavar="MODULE:FUNCTION", help="function that makes the world"
    )
    own.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the world; may be given several times",
    )
    add_steps(own, 100, db="./simulation.db")
    own.add_argument(
        "--order-seed",
        type=_order_seed,
        metavar="N",
        help="seed of the order in which the actions of a step are executed, in worlds with domains; "
        "none: in the order of the ids, where the first agent wins contests (default: --seed)",
    )
    own.add_argument(
        "--message-history",
        type=natural,
        default=20,
        metavar="N",
        help="number of newest messages that an agent sees (default: %(default)s)",
    )
    own.add_argument("--model", help="name of a model, if the agents use one")
    add_mock(own)
    own.add_argument(
        "--mock-acts",
        action="store_true",
        help="use a mock that takes any of the actions offered: post_message, and those whose schemas "
        "list the values or the numbers of their required arguments",
    )
    add_model(own)
    add_limits(own)


def add_experiment(modes: Any) -> None:
    """Add the command ``experiment`` to a parser."""
    experiment = modes.add_parser(
        "experiment",
        help="a run described in a file",
        description="Run an experiment described in a file.",
    )
    experiment.set_defaults(command=_experiment)
    experiment.add_argument("--config", required=True, metavar="FILE", help="description in JSON")
    experiment.add_argument(
        "--run-id", metavar="ID", help="name of the run (default: the one in the file)"
    )
    experiment.add_argument(
        "--runs-dir", default="runs", metavar="DIR", help="folder of all runs (default: %(default)s)"
    )
    experiment.add_argument("--api-key", metavar="KEY", help="key of the provider; never stored")
    experiment.add_argument("--no-validate", action="store_true", help="do not verify the trace")
    experiment.add_argument(
        "--export-parquet", action="store_true", help="also write the folder DB.parquet/"
    )


# --------------------------------------------------------------------------------------------- running


def _phase1(options: argparse.Namespace) -> int:
    return start(
        options,
        Settings(
            mode="phase1",
            seed=options.seed,
            agents=options.agents,
            steps=options.steps,
            deterministic_timestamps=not options.nondeterministic_timestamps,
        ),
    )


def _phase2(options: argparse.Namespace) -> int:
    settings = Settings(
        mode="phase2",
        seed=options.seed,
        agents=options.agents,
        steps=options.steps,
        deterministic_timestamps=not options.nondeterministic_timestamps,
        message_history_limit=options.message_history,
        policy=CHOICES[options.policy or "simple"],
        gateway="mock" if options.mock_llm else "litellm",
        model=options.model,
        api_base=None if options.mock_llm else options.api_base,
        temperature=options.temperature,
        supports_tool_calls=False if options.json_mode else None,
    )
    return start(options, settings)


def _own(options: argparse.Namespace) -> int:
    if options.mock_llm and options.mock_acts:
        raise InputError("--mock-llm: expected no --mock-acts, which is another mock")
    mock = options.mock_llm or options.mock_acts
    uses_model = mock or options.model is not None
    settings = Settings(
        mode="own",
        seed=options.seed,
        steps=options.steps,
        deterministic_timestamps=not options.nondeterministic_timestamps,
        message_history_limit=options.message_history,
        gateway=("mock" if mock else "litellm") if uses_model else None,
        model=(options.model or "mock") if uses_model else None,
        api_base=None if mock else options.api_base,
        policy=None if options.policy is None else CHOICES[options.policy],
        temperature=options.temperature,
        world=options.world,
        options=read_options(options.set),
        supports_tool_calls=False if options.json_mode else None,
        order_seed=None if options.order_seed == _BY_ID else options.order_seed,
        mock_acts=options.mock_acts,
    )
    return start(options, with_roster(settings, shuffled=options.order_seed != _BY_ID))


def _order_seed(text: str) -> int | str:
    return _BY_ID if text == _BY_ID else int(text)


def with_roster(settings: Settings, *, shuffled: bool = True) -> Settings:
    """
    Return settings with what the world adds to the record of its run.

    That is the ids of its agents, and the seed of the order of actions if it has domains.
    """
    if settings.world is None:
        return settings
    with TraceDb(":memory:") as scratch:
        world = make_parts(settings, scratch)
    order_seed = settings.order_seed
    if order_seed is None and shuffled and world.domains:
        order_seed = settings.seed
    roster = tuple(world.agents)
    return replace(settings, roster=roster, agents=len(roster), order_seed=order_seed)


def _experiment(options: argparse.Namespace) -> int:
    from .experiment import folder_for, read_experiment

    experiment = read_experiment(options.config)
    settings = experiment.settings()
    if options.run_id is None:
        options.run_id = experiment.run.run_id or settings.run_id()
    folder = folder_for(options.runs_dir, options.run_id)
    options.db = str(folder / "simulation.db")
    options.rate_limit_max_concurrent = experiment.scheduler.max_concurrent
    options.rate_limit_rpm = options.rate_limit_tpm = None
    options.no_rate_limit = False
    status = start(options, settings, experiment.barrier())
    with TraceDb(options.db, readonly=True) as trace:
        record = trace.get_run_metadata(options.run_id).model_dump(mode="json")
    text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    (folder / "run_metadata.json").write_text(text, encoding="utf-8")
    return status


def start(
    options: argparse.Namespace, settings: Settings, scheduler: BarrierScheduler | None = None
) -> int:
    """Start a run, or resume it if it was interrupted."""
    if not options.db:
        raise expected("--db", options.db, "a file")
    refuse_useless(options, (settings.gateway,))
    run_id = settings.run_id() if options.run_id is None else options.run_id
    with TraceDb(options.db) as trace:
        if run_id not in trace.run_ids():
            gateway = gateway_of(options, settings, trace)
            trace.insert_run(settings.metadata(run_id))
            finished = False
        else:
            if (recorded := settings_of(trace, run_id)) != settings:
                raise TraceError(
                    f"run id {run_id!r} is used by a run with other settings: "
                    f"{first_difference(settings, recorded)}, or a new --run-id or another --db",
                    path=options.db,
                )
            finished = trace.steps(run_id) >= settings.steps
            gateway = None if finished else gateway_of(options, settings, trace)
        if not finished:
            why = carry_on(options, settings, trace, run_id, gateway, scheduler)
            if report_stopped(why, options, settings, trace, run_id):
                return 1
        print(f"run_id={run_id}\ndb={options.db}")
        if finished:
            print_verified(_verified(trace, run_id, settings), "this run is complete already; ")
        elif not options.no_validate:
            print_verified(verify(trace, run_id, execute=False))
        if getattr(options, "export_parquet", False):
            from .parquet import export_parquet

            export_parquet(trace, f"{options.db}.parquet")
    return 0


def first_difference(settings: Settings, recorded: Settings) -> str:
    """Return the first setting that differs from the recorded one, given by a user if there is such."""
    # The roster and the seed of the order follow from others.
    last = ("roster", "order_seed")
    names = sorted((field.name for field in fields(Settings)), key=last.__contains__)
    pairs = [(name, getattr(settings, name), getattr(recorded, name)) for name in names]
    name, value, legal = next(pair for pair in pairs if pair[1] != pair[2])
    return f"{name} = {shortened(value)}: expected {shortened(legal)}, as recorded"


def _verified(trace: TraceDb, run_id: str, settings: Settings) -> Verified:
    if settings.world is None:
        return verify(trace, run_id)
    world = make_parts(settings, trace)
    return verify(trace, run_id, tools=world.tools, domains=world.domains)


def world_of(trace: TraceDb, run_id: str, name: str | None) -> World | None:
    """
    Return the world of a recorded run if its factory is named again; None for built-in worlds.

    Raises
    ------
    InputError
        If another factory is named than the recorded one.
    """
    recorded = trace.get_run_metadata(run_id).config.get("world")
    if name != recorded:
        if name is None:
            return None
        raise expected("--world", name, f"{recorded or 'none'}, as recorded")
    return None if name is None else make_parts(settings_of(trace, run_id), trace)


def require_world(trace: TraceDb, run_id: str, name: str | None) -> None:
    """Refuse to load the code of a recorded world that is not named again."""
    recorded = trace.get_run_metadata(run_id).config.get("world")
    if name != recorded:
        legal = "none" if recorded is None else f"{recorded} (its code will be loaded)"
        raise expected("--world", name, legal)


def settings_of(trace: TraceDb, run_id: str) -> Settings:
    """Return the settings of a recorded run."""
    return Settings.of(trace.get_run_metadata(run_id))


def gateway_of(options: argparse.Namespace, settings: Settings, trace: TraceDb) -> LLMGateway | None:
    """Return the gateway shared by all agents, with the given limits; None for mocks."""
    cassette, offline = getattr(options, "cassette", None), getattr(options, "offline", False)
    if settings.gateway != "litellm":
        return None
    limits: dict[str, Any] = {"max_concurrent": options.rate_limit_max_concurrent}
    if not options.no_rate_limit:
        limits |= {"rpm": options.rate_limit_rpm, "tpm": options.rate_limit_tpm}
    if (account := _account_of(options)) is not None:
        limits["account"] = account
    if (timeout := getattr(options, "timeout", None)) is not None:
        limits["timeout"] = timeout
    if cassette is not None or offline:
        limits |= {"cassette": cassette, "offline": offline}
    traced = telemetry_of(options) is not None
    return make_gateway(settings, trace, api_key=options.api_key, limits=limits, traced=traced)


def _account_of(options: argparse.Namespace) -> Account | None:
    """Return an account with the budgets of the command; None without one."""
    tokens, cost = getattr(options, "max_tokens", None), getattr(options, "max_cost", None)
    if tokens is None and cost is None:
        return None
    return Account(max_tokens=tokens, max_cost=cost)


def telemetry_of(options: argparse.Namespace) -> Any:
    """
    Return the module of spans if they are asked for, else None.

    Raises
    ------
    InputError
        If OpenTelemetry is not installed.
    """
    if not getattr(options, "otel", False):
        return None
    try:
        from . import telemetry
    except ImportError as error:
        raise InputError("--otel needs OpenTelemetry: pip install 'kempe[otel]'") from error
    return telemetry


def carry_on(
    options: argparse.Namespace,
    settings: Settings,
    trace: TraceDb,
    run_id: str,
    gateway: LLMGateway | None,
    scheduler: BarrierScheduler | None = None,
    noted: WorldOptions | None = None,
) -> str | None:
    """
    Run the remaining steps; return in words why the run stopped, None if it is complete.

    Parameters
    ----------
    noted
        Options of its world, which note what is read. Without them a warning names unread options.
    """
    done = trace.steps(run_id)
    given = WorldOptions(settings.options or {}) if noted is None else noted

    def warn() -> None:
        if noted is None and given.warning:
            print(f"{run_id}: warning: {given.warning}", file=sys.stderr)

    if done:
        print(f"{run_id}: resuming after {done} of {settings.steps} steps", file=sys.stderr)
    trace.annotate(run_id, done, "machine", machine())
    if gateway is not None and scheduler is None:
        # The gateway has its own retries and pauses.
        scheduler = BarrierScheduler(
            max_concurrent=options.rate_limit_max_concurrent, timeout=LONGEST_TURN, retries=0
        )
    telemetry = telemetry_of(options)

    def watch(report: StepReport) -> None:
        if report.time_step == done:  # a world may read options in its first step
            warn()

    try:
        engine = make_engine(
            trace.get_run_metadata(run_id),
            trace,
            gateway=gateway,
            account=_account_of(options),
            scheduler=scheduler,
            max_lost_share=getattr(options, "max_lost_share", MAX_LOST_SHARE) or None,
            engine=WorldEngine if telemetry is None else telemetry.TracedEngine,
            options=given,
        )
        with nullcontext() if telemetry is None else telemetry.exporting():
            if gateway is None:
                engine.run(settings.steps, watch)
            else:
                asyncio.run(engine.arun(settings.steps, watch))
    except (KeyboardInterrupt, Exception) as error:
        why = _why_it_stopped(error)
        if why is None:
            raise
        if trace.steps(run_id) == done:
            warn()
        return f"{why[0]} after {trace.steps(run_id)} of {settings.steps} steps{why[1]}"
    _warn_of_lost_turns(trace, run_id)
    return None


def _why_it_stopped(error: BaseException) -> tuple[str, str] | None:
    """Return in words how a run that can be resumed ended, and why; None if it cannot."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted", ""
    if (text := fault(error)) is not None:
        return "stopped", f": {text}"
    return ("stopped", f": {error}") if isinstance(error, GatewayError | PolicyError) else None


def report_stopped(
    why: str | None, options: argparse.Namespace, settings: Settings, trace: TraceDb, run_id: str
) -> bool:
    """Print why a run stopped and the command that continues it; return whether it stopped."""
    if why is None:
        return False
    newline = "\n" if why.startswith("interrupted") else ""  # after the ^C of a terminal
    resume = _resuming(options, settings, trace, run_id)
    print(f"{newline}{run_id}: {why}; to continue: {resume}", file=sys.stderr)
    return True


def _resuming(options: argparse.Namespace, settings: Settings, trace: TraceDb, run_id: str) -> str:
    """Return the command that resumes a run, with what is needed beside the trace."""
    words = ["kempe", "world", "resume", trace.path]
    if len(trace.run_ids()) > 1:
        words += ["--run-id", run_id]
    if settings.world is not None:
        words += ["--world", settings.world]
    if (cassette := getattr(options, "cassette", None)) is not None:
        words += ["--cassette", cassette]
    if getattr(options, "offline", False):
        words.append("--offline")
    return shlex.join(words)


def _warn_of_lost_turns(trace: TraceDb, run_id: str) -> None:
    """Print a warning if policies failed, for instance because of a wrong key."""
    lost = "run_id = ? AND json_extract(info_json, '$.metadata.policy_error') IS NOT NULL"
    ((count,),) = trace.query(f"SELECT count(*) FROM trace WHERE {lost}", (run_id,))
    if not count:
        return
    ((turns,),) = trace.query("SELECT count(*) FROM trace WHERE run_id = ?", (run_id,))
    ((step, agent_id, why),) = trace.query(
        "SELECT time_step, agent_id, json_extract(info_json, '$.metadata.policy_error') "
        f"FROM trace WHERE {lost} ORDER BY time_step, seq LIMIT 1",
        (run_id,),
    )
    print(
        f"{run_id}: warning: {count} of {turns} turns lost to errors, "
        f"the first at step {step} of {agent_id}: {why}",
        file=sys.stderr,
    )


def print_verified(verified: Verified, prefix: str = "") -> None:
    """Print the summary of a verified run."""
    unfinished = verified.planned is not None and verified.steps < verified.planned
    planned = f" of {verified.planned}" if unfinished else ""
    executed = ", outcomes executed again" if verified.executed else ""
    calls = f", {verified.calls} calls of a model" if verified.calls else ""
    print(
        f"{prefix}verified: {verified.steps}{planned} steps, {verified.rows} rows, "
        f"{verified.messages} messages"
        f"{calls}, chain whole{executed}\nhash={verified.hash}"
    )
