"""Parser of arguments whose errors are one line, as all other errors of the commands are."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn


class Parser(argparse.ArgumentParser):
    """A parser that prints one line and no usage where arguments are wrong; so do its subparsers."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse arguments, and refuse unknown ones here: the main parser would name itself."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options, unknown

    def error(self, message: str) -> NoReturn:
        """Print a message and end with status 2."""
        self.exit(2, f"{self.prog}: error: {message}; {self.prog} --help lists the arguments\n")
