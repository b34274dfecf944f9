"""The entry point of ``kempe``: light to import, so that Ctrl-C during other imports ends quietly."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

from .interrupts import interrupted_status, interrupts


def main() -> int:
    """Run ``kempe`` with the arguments of the process and return its exit status."""
    report = sys.unraisablehook
    sys.unraisablehook = _report_unless_interrupted
    try:
        with interrupts.handled():
            status = _status()
            if interrupts.are_handled():
                interrupts.ignore()
            return status
    finally:
        sys.unraisablehook = report


def _status() -> int:
    try:
        from .cli import main as kempe

        return kempe()
    except KeyboardInterrupt:
        print("kempe: interrupted", file=sys.stderr)
        return interrupted_status(sys.argv[1:])


def _report_unless_interrupted(unraisable: Any) -> None:
    """Interrupt again, instead of a traceback, where Python drops an interrupt: when LLVM calls it."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    interrupts.forget()
    # A signal, unlike `interrupt_main`, also ends a wait for a process.
    later = threading.Timer(0.1, os.kill, (os.getpid(), interrupts.latest))
    later.daemon = True
    later.start()
