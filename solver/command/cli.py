"""
The command ``kempe``: the parser, and what becomes of errors.

Subcommands of other packages register in the entry-point group ``kempe.commands``: a function that takes
the arguments after the name of the subcommand and returns the exit status. It is loaded only when named.

Exit status: 0 done, 1 no answer of the quality asked for, 2 illegal input or arguments, 3 ``kempe
check`` could not decide a bound or was interrupted, 141 the reader of the output has gone.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from io import TextIOWrapper
from typing import Any

from .. import __version__
from ..clock import process_age
from ..errors import InputWarning, KempeError, expected
from . import bandwidth, bench, check, color, completion, info, warmup
from .interrupts import interrupted_status, interrupts
from .parser import Parser

#: The subcommands of this package, in the order of the help.
SUBCOMMANDS = (color, check, bandwidth, info, bench, warmup, completion)

#: The status that a shell reports of a process that SIGPIPE has ended.
READER_GONE = 128 + 13

EPILOG = (
    "Exit status: 0 done, 1 no answer of the quality asked for, 2 illegal input or arguments, 3 kempe "
    "check could not decide a bound or was interrupted, 141 the reader of the output has gone."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``kempe`` and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if argv is None and isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        # A path or name may have signs that standard output cannot encode; those of stderr are escaped.
        sys.stdout.reconfigure(errors="backslashreplace")
    # A time limit counts from the start of the command.
    age, began = process_age() if argv is None else 0.0, time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("always", InputWarning)
        warnings.showwarning = _show_warning  # type: ignore[assignment]
        status = _run(arguments, lambda: age + time.perf_counter() - began)
    if argv is None and (worker := sys.modules.get("solver.portfolio.worker")):
        sys.stderr.flush()
        worker.end_at_once(status)
    return status


def _run(arguments: list[str], clock: Callable[[], float]) -> int:
    try:
        return _flushed(_subcommand(arguments, clock))
    except KempeError as error:
        print(f"kempe: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as interrupt:
        print(f"kempe: interrupted {interrupt}".rstrip(), file=sys.stderr)
        return interrupted_status(arguments)
    except BrokenPipeError:
        # The reader of the output has gone; keep Python from complaining when it flushes at exit.
        _keep_output()
        return READER_GONE
    except MemoryError:
        print("kempe: error: not enough memory", file=sys.stderr)
        return 2
    except OSError as error:
        _keep_output()
        place = "" if error.filename is None else f"{error.filename}: "
        print(f"kempe: error: {place}{error.strerror or error}", file=sys.stderr)
        return 2


def _subcommand(arguments: list[str], clock: Callable[[], float]) -> int:
    if arguments and (registered := _registered(arguments[0])):
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, _interrupt)
            if callable(signal.getsignal(signal.SIGINT)):
                # asyncio ends its tasks on Ctrl-C only if the handler is Python's.
                signal.signal(signal.SIGINT, signal.default_int_handler)
        return registered(arguments[1:])
    if arguments and not arguments[0].startswith("-"):
        _check_name(arguments[0])
    options = parser().parse_args(arguments)
    options.clock = clock
    run: Callable[[argparse.Namespace], int] = options.run
    with interrupts.handled():
        return run(options)


def _check_name(name: str) -> None:
    """Refuse a subcommand that there is not."""
    names = {module.__name__.rpartition(".")[2] for module in SUBCOMMANDS} | _registered_names()
    if name not in names:
        raise expected("command", name, f"one of {', '.join(sorted(names))}")


def _flushed(status: int) -> int:
    """Write out what was printed, so that a full disk is an error of the command."""
    if sys.stdout is not None:
        sys.stdout.flush()
    return status


def _keep_output() -> None:
    """Write out what was printed; discard it if it was that which failed."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _show_warning(message: Warning | str, *_: Any) -> None:
    print(f"kempe: warning: {message}", file=sys.stderr)


def _registered_names() -> set[str]:
    return {entry.name for entry in entry_points(group="kempe.commands")}


def _registered(name: str) -> Callable[[list[str]], int] | None:
    for entry in entry_points(group="kempe.commands", name=name):
        try:
            return entry.load()  # type: ignore[no-any-return]
        except ModuleNotFoundError as error:
            if not entry.value.startswith("agents."):
                raise
            hint = f'kempe {name} needs {error.name}: pip install "kempe[agents]"'
            raise KempeError(hint) from error
    return None


def parser() -> argparse.ArgumentParser:
    """Return the parser of all subcommands of this package."""
    registered = ", ".join(sorted(_registered_names()))
    kempe = Parser(
        prog="kempe",
        description="Color graphs with few colors, and bound how few there could be.",
        epilog=f"More commands, each with its own --help: {registered}. {EPILOG}",
    )
    kempe.add_argument("--version", action="version", version=f"kempe {__version__}")
    subparsers = kempe.add_subparsers(required=True, metavar="COMMAND")
    for module in SUBCOMMANDS:
        sub = subparsers.add_parser(
            module.__name__.rpartition(".")[2],
            help=module.SUMMARY,
            description=module.SUMMARY,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(sub)
        sub.set_defaults(run=module.run, parser=kempe)
    return kempe


if __name__ == "__main__":
    sys.exit(main())
