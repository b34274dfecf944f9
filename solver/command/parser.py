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
        """
        Parse arguments, and refuse unknown ones here: the main parser would name itself.

        A list of any length may go on behind an option (``run CHART --json EVENT``): argparse takes it
        to be complete, and empty, before the option.
        """
        options, unknown = super().parse_known_args(args, namespace)
        lists = [one for one in self._actions if not one.option_strings and one.nargs == "*"]
        if unknown and lists and not any(text.startswith("-") for text in unknown):
            name, before = lists[0].dest, getattr(options, lists[0].dest)
            more = [self._get_value(lists[0], text) for text in unknown]
            setattr(options, name, [*([] if before is lists[0].default else before), *more])
        elif unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options, []

    def error(self, message: str) -> NoReturn:
        """Print a message and end with status 2."""
        self.exit(2, f"{self.prog}: error: {message}; {self.prog} --help lists the arguments\n")
