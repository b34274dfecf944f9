"""A script in a person's seat: one line of commands for each step."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ...contracts import ActionRequest, Observation
from ...errors import InputError
from ..situation import Situation
from ..view import View
from ..view_cache import cached_view
from .commands import Typed, read_line
from .seat import request_of
from .typed import Translate, translated, turn_of


@dataclass(frozen=True)
class Script:
    """
    Player of a file of commands, one line for each step; after the last line nothing changes.

    Attributes
    ----------
    path
        File of commands as at the terminal; ``#`` begins a comment, an empty line waits one step.
    translate
        Translator of prose into moves of bargaining, in the mode that has it.

    Raises
    ------
    InputError
        If the file cannot be read; from :meth:`check`, if a line cannot be carried out.
    """

    path: Path
    translate: Translate | None = None
    lines: tuple[tuple[int, str], ...] = field(init=False)
    stateless: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=self.path) from error
        except UnicodeDecodeError as error:
            raise InputError("not a UTF-8 text", path=self.path) from error
        lines = [
            (number, line.partition("#")[0].strip())
            for number, line in enumerate(text.splitlines(), 1)
            if not line.lstrip().startswith("#")
        ]
        object.__setattr__(self, "lines", tuple(lines))

    def check(self, view: View) -> None:
        """Raise InputError if the player cannot carry out some line."""
        for time_step in range(len(self.lines)):
            self._typed(time_step, view)

    def _typed(self, time_step: int, view: View) -> Typed:
        if time_step >= len(self.lines):
            return Typed()
        number, line = self.lines[time_step]
        try:
            return read_line(line, view, {peer.casefold(): peer for peer in view.peers})
        except InputError as error:
            raise InputError(str(error), path=self.path, line=number) from error

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Play the line of this step."""
        seen = observation["coloring"]
        view, situation = cached_view(seen), Situation.of(seen["situation"])
        typed, moves = self._typed(time_step, view), None
        if self.translate is not None:
            moves = translated(typed, view, situation, self.translate)
        turn = turn_of(typed, view, situation, moves)
        return request_of(turn, run_id, time_step, agent_id, "Script")
