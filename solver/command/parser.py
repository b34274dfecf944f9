"""Parser of arguments whose errors are one line, as all other errors of the commands are."""

from __future__ import annotations

import argparse
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser that prints one line and no usage where arguments are wrong; so do its subparsers."""

    def error(self, message: str) -> NoReturn:
        """Print a message and end with status 2."""
        self.exit(2, f"{self.prog}: error: {message}; {self.prog} --help lists the arguments\n")
