"""
A base class for domains whose state is one plain value, so that they need no SQL.

The state is stored after each step in which it changes. A domain with a large state, of which a step
changes little, should have tables of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from sqlite3 import Connection
from typing import Any

from ..canonical import canonical
from ..contracts import ActionOutcome, ActionRequest, ToolSpec
from ..errors import ActionRejected, InputError, expected


class StateDomain:
    """
    Domain whose state is a dictionary of plain values.

    A subclass gives ``name``, ``actions``, :meth:`begin`, :meth:`see` and :meth:`act`, and perhaps
    :meth:`advance` and a method ``present(*, run_id, time_step)``.

    Attributes
    ----------
    name
        Name of the domain: lowercase letters and digits, a letter first.
    actions
        Actions with their schemas.
    state
        State after the actions so far; the methods of the subclass read and change it.
    """

    name: str
    actions: Sequence[ToolSpec] = ()
    state: dict[str, Any]

    # ------------------------------------------------------------------------- written by a subclass

    def begin(self) -> dict[str, Any]:
        """Return the state before the first step."""
        raise NotImplementedError

    def see(self, agent_id: str) -> dict[str, Any] | None:
        """Return the observation of an agent; None if it sees nothing."""
        raise NotImplementedError

    def act(
        self, agent_id: str, action: str, arguments: Mapping[str, Any]
    ) -> Mapping[str, Any] | ActionOutcome:
        """
        Execute an action and return data for its author, or an outcome with messages.

        Raises
        ------
        ActionRejected
            If the action breaks a rule; the state is then as before the action.
        """
        raise NotImplementedError

    def advance(self, time_step: int) -> None:
        """Change the state after all actions of a step."""

    # ------------------------------------------------------------------------- called by the world

    def init_schema(self, connection: Connection) -> None:
        """Create the table of the states."""
        name = self.name
        if not (name.isascii() and name.isalnum() and name.islower() and name[0].isalpha()):
            raise expected("domain", name, "lowercase letters and digits, a letter first")
        connection.execute(
            f"""CREATE TABLE IF NOT EXISTS {self.name}_state (
                run_id TEXT NOT NULL,
                time_step INTEGER NOT NULL,
                state_json TEXT NOT NULL,
                PRIMARY KEY (run_id, time_step)
            ) STRICT, WITHOUT ROWID"""
        )

    def load(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Restore the state before a step."""
        row = connection.execute(
            f"SELECT state_json FROM {self.name}_state WHERE run_id = ? AND time_step < ? "
            "ORDER BY time_step DESC LIMIT 1",
            (run_id, time_step),
        ).fetchone()
        self._stored = "" if row is None else str(row[0])
        # Read back even if new: the state is what a resumed run sees.
        self.state = json.loads(self._stored or self._text(self.begin()))

    def observe(self, *, run_id: str, time_step: int, agent_id: str) -> dict[str, Any] | None:
        """Return the observation of an agent."""
        return self.see(agent_id)

    def handle_action(
        self, *, action: str, request: ActionRequest, connection: Connection
    ) -> ActionOutcome:
        """Execute an action; a rejected one leaves the state unchanged."""
        before = self._text(self.state)
        try:
            result = self.act(request.agent_id, action, request.arguments)
        except ActionRejected:
            self.state = json.loads(before)
            raise
        return result if isinstance(result, ActionOutcome) else ActionOutcome(result)

    def end_step(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Advance, and store the state if it has changed."""
        self.advance(time_step)
        text = self._text(self.state)
        if text != self._stored:
            connection.execute(
                f"INSERT INTO {self.name}_state VALUES (?, ?, ?)", (run_id, time_step, text)
            )
            self._stored = text
            self.state = json.loads(text)

    def get_state_snapshot(self, *, run_id: str, time_step: int) -> dict[str, Any]:
        """Return the state."""
        return self.state

    def _text(self, state: Mapping[str, Any]) -> str:
        try:
            return canonical(state)
        except (ValueError, TypeError, RecursionError) as error:
            raise InputError(f"domain {self.name!r}: the state is not plain: {error}") from error
