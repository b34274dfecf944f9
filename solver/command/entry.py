"""The entry point of ``kempe``: light to import, so that Ctrl-C during other imports ends quietly."""

from __future__ import annotations

import _thread
import sys
import threading
from typing import Any


def main() -> int:
    """Run ``kempe`` with the arguments of the process and return its exit status."""
    report = sys.unraisablehook
    sys.unraisablehook = _report_unless_interrupted
    try:
        from .cli import main as kempe

        return kempe()
    except KeyboardInterrupt:
        print("kempe: interrupted", file=sys.stderr)
        return 1
    finally:
        sys.unraisablehook = report


def _report_unless_interrupted(unraisable: Any) -> None:
    """Interrupt again, instead of a traceback, where Python drops an interrupt: when LLVM calls it."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    later = threading.Timer(0.1, _thread.interrupt_main)
    later.daemon = True
    later.start()
