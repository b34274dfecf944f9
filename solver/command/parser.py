"""Parser of arguments whose errors are one line, as all other errors of the commands are."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

#: Negative numbers, which are no options.
_NEGATIVE = re.compile(r"-(?:[0-9]+|[0-9]*\.[0-9]+)")


class Parser(argparse.ArgumentParser):
    """A parser that prints one line and no usage where arguments are wrong; so do its subparsers."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """
        Parse arguments, and refuse unknown ones here: the main parser would name itself.

        A list of any length may go on behind an option (``run CHART --json EVENT``): argparse takes it
        to be complete before the option. What follows ``--`` is never an option.
        """
        options, unknown = super().parse_known_args(args, namespace)
        if not unknown:
            return options, []
        end = unknown.index("--") if "--" in unknown else len(unknown)
        rest = [*unknown[:end], *unknown[end + 1 :]]
        lists = [one for one in self._actions if not one.option_strings and one.nargs in ("*", "+")]
        wrong = [text for text in unknown[:end] if self._is_option(text)] if lists else rest
        if wrong:
            self.error(f"unrecognized arguments: {' '.join(wrong)}")
        name, before = lists[0].dest, getattr(options, lists[0].dest)
        try:
            more = [self._get_value(lists[0], text) for text in rest]
        except argparse.ArgumentError as error:
            self.error(str(error))
        setattr(options, name, [*([] if before is lists[0].default else before), *more])
        return options, []

    def _is_option(self, text: str) -> bool:
        """Return whether argparse takes a text for an option, known or not."""
        if not text.startswith("-") or text == "-" or " " in text:
            return False
        return bool(self._has_negative_number_optionals) or not _NEGATIVE.fullmatch(text)

    def error(self, message: str) -> NoReturn:
        """Print a message and end with status 2."""
        self.exit(2, f"{self.prog}: error: {message}; {self.prog} --help lists the arguments\n")
