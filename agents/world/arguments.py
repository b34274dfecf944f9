"""Groups of arguments that commands of worlds share."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Collection

from solver.command.values import count, natural, positive

from ..errors import InputError, shortened
from .cognitive import TEMPERATURE
from .cognitive_policies import CHOICES
from .losses import LOST_STEPS, MAX_LOST_SHARE
from .setup import DEFAULT_SIZE

#: Options that need a model, or a mock in its place.
_OF_MODELS = (
    *("policy", "temperature", "cassette", "offline", "json_mode", "api_base", "api_key"),
    *("rate_limit_rpm", "rate_limit_tpm", "no_rate_limit", "max_tokens", "max_cost", "timeout"),
)
#: Those of them that a mock cannot follow.
_NOT_OF_MOCKS = ("cassette", "offline", "json_mode")

# ------------------------------------------------------------------------------------------------ values


def _number(legal: str, low: float = 0.0, high: float = math.inf) -> Callable[[str], float]:
    """Return the type of an argument that is a finite number from ``low`` to ``high``."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not (low <= value <= high and math.isfinite(value)):
            raise argparse.ArgumentTypeError(f"{shortened(text)}: expected {legal}")
        return value

    return read


_TEMPERATURE = _number("a finite number >= 0")
_SHARE = _number("a number from 0 to 1", high=1.0)
_DOLLARS = _number("US dollars >= 0, not infinite")

# ---------------------------------------------------------------------------------------------- options


def refuse_useless(options: argparse.Namespace, gateways: Collection[str | None]) -> None:
    """
    Refuse options of a model if no run has one.

    Parameters
    ----------
    gateways
        Gateways of all runs of the command.

    Raises
    ------
    InputError
        If an option is given that no run can follow.
    """
    if "litellm" in gateways:
        return
    mock = "mock" in gateways
    legal = "a run with a model, not a mock" if mock else "a run with a model or a mock"
    for name in _NOT_OF_MOCKS if mock else _OF_MODELS:
        value = getattr(options, name, None)
        if value is None or value is False:
            continue
        quoted = "" if value is True or name == "api_key" else f" = {shortened(value)}"
        raise InputError(f"--{name.replace('_', '-')}{quoted}: expected {legal}")


def add_run(sub: argparse.ArgumentParser, mode: str, *, db: str) -> None:
    """Add the size of a run and its steps to a parser."""
    agents, steps = DEFAULT_SIZE[mode]
    sub.add_argument(
        "--agents", type=int, default=agents, metavar="N", help="number of agents (default: %(default)s)"
    )
    add_steps(sub, steps, db=db)


def add_steps(sub: argparse.ArgumentParser, steps: int, *, db: str) -> None:
    """Add the steps of a run, its seed and its trace to a parser."""
    sub.add_argument(
        "--steps", type=int, default=steps, metavar="N", help="number of steps (default: %(default)s)"
    )
    sub.add_argument(
        "--seed", type=int, default=42, metavar="N", help="master seed (default: %(default)s)"
    )
    sub.add_argument("--db", default=db, metavar="FILE", help="trace database (default: %(default)s)")
    sub.add_argument("--run-id", metavar="ID", help="name of the run (default: a hash of the settings)")
    sub.add_argument("--no-validate", action="store_true", help="do not verify the trace afterwards")
    add_max_lost_share(sub)
    add_otel(sub)
    sub.add_argument(
        "--nondeterministic-timestamps",
        action="store_true",
        help="use wall-clock timestamps; the hash of the run then differs each time",
    )


def add_max_lost_share(sub: argparse.ArgumentParser) -> None:
    """Add the share of lost turns at which a run stops to a parser."""
    sub.add_argument(
        "--max-lost-share",
        type=_SHARE,
        default=MAX_LOST_SHARE,
        metavar="X",
        help=f"stop if this share of the turns of {LOST_STEPS} steps is lost to errors of policies; "
        "0: never (default: %(default)s)",
    )


def add_mock(sub: argparse.ArgumentParser) -> None:
    """Add the mock of a model to a parser."""
    sub.add_argument(
        "--mock-llm",
        action="store_true",
        help="use a seeded mock instead of a model: it posts hello with a number if post_message is "
        "offered, and otherwise does nothing",
    )


def add_model(sub: argparse.ArgumentParser) -> None:
    """Add the server of a model, its settings and the form of its answers to a parser."""
    sub.add_argument(
        "--policy",
        choices=CHOICES,
        help="how a decision is carried out; langgraph needs that extra (default: simple)",
    )
    sub.add_argument(
        "--temperature",
        type=_TEMPERATURE,
        metavar="T",
        help=f"sampling temperature (default: {TEMPERATURE:g})",
    )
    sub.add_argument("--api-base", metavar="URL", help="URL of an OpenAI-compatible server")
    sub.add_argument("--api-key", metavar="KEY", help="key of the provider; never stored")
    sub.add_argument(
        "--json-mode",
        action="store_true",
        help="ask for actions in JSON, for models that cannot call tools",
    )
    add_cassette(sub)


def add_otel(sub: argparse.ArgumentParser) -> None:
    """Add the choice of spans to a parser."""
    sub.add_argument(
        "--otel",
        action="store_true",
        help="send spans of steps and calls to OpenTelemetry, as the variables OTEL_* say",
    )


def add_cassette(sub: argparse.ArgumentParser) -> None:
    """Add the file of recorded calls of a model to a parser."""
    sub.add_argument(
        "--cassette",
        metavar="FILE",
        help="answer calls of the model that are recorded in this file from it, and record the others",
    )
    sub.add_argument(
        "--offline", action="store_true", help="answer calls from the cassette only, without a network"
    )


def add_limits(sub: argparse.ArgumentParser) -> None:
    """Add the rate limits of a model to a parser."""
    sub.add_argument("--rate-limit-rpm", type=count, metavar="N", help="requests per minute")
    sub.add_argument("--rate-limit-tpm", type=count, metavar="N", help="tokens per minute")
    sub.add_argument(
        "--rate-limit-max-concurrent",
        type=count,
        default=10,
        metavar="N",
        help="concurrent calls (default: %(default)s)",
    )
    sub.add_argument(
        "--no-rate-limit", action="store_true", help="do not limit requests and tokens per minute"
    )
    sub.add_argument(
        "--max-tokens",
        type=natural,
        metavar="N",
        help="budget of this call in tokens; the run stops there and can be resumed",
    )
    sub.add_argument(
        "--max-cost", type=_DOLLARS, metavar="USD", help="budget of this call in US dollars"
    )
    sub.add_argument(
        "--timeout", type=positive, metavar="S", help="time limit of a request in seconds (default: 60)"
    )
