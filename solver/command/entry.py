"""The entry point of ``kempe``: light to import, so that Ctrl-C during other imports ends quietly."""

from __future__ import annotations

import sys


def main() -> int:
    """Run ``kempe`` with the arguments of the process and return its exit status."""
    try:
        from .cli import main as kempe

        return kempe()
    except KeyboardInterrupt:
        print("kempe: interrupted", file=sys.stderr)
        return 1
