"""
A game with people at it: the engine and its trace, in a thread of their own.

Nothing that a person did is in memory only. Turns are steps of the trace; colors that are tried before a
turn, and turns that wait for another person, are annotations of the trace, outside its hash chain. So a
reload, another browser or a new server continue where the game stood.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from ...coloring.game.stop_rules import stop_reason
from ...coloring.people.amending import amended
from ...coloring.people.choosing import to_who_asked
from ...coloring.people.commands import Typed
from ...coloring.people.consent import confirms, wrongly_affirmed
from ...coloring.people.prose import prose_of
from ...coloring.people.reports import offers_to, quiet_turn, with_due_reports
from ...coloring.people.seat import request_of
from ...coloring.people.typed import turn_of
from ...coloring.runner import Outcome, outcome
from ...coloring.setup import TeamSettings, make_engine, make_gateway, translator
from ...coloring.situation import Received, Situation
from ...coloring.talk.translated import Translation
from ...coloring.turn import Turn
from ...coloring.view import View
from ...coloring.wording.phrases import stated
from ...coloring.wording.untrusted import clean
from ...contracts import ActionRequest, Observation
from ...errors import InputError, KempeError, TraceError
from ...world import TraceDb
from .notes import ADVICE, DRAFT, GAME, HELP, TAKE_BACK, TRY, TRY_ADVICE, TURN, now
from .sight import Sight, broken_deals, settled_colors, sight_of

T = TypeVar("T")
POLICY = "Page"
#: Messages of a person's text that are longer are cut by the readers anyway.
LONGEST_TEXT = 2000
#: Step and words of a text, and the moves in it.
_ReadBack = tuple[tuple[int, dict[str | None, str]], Mapping[str, Translation] | None]


@dataclass(frozen=True)
class Conditions:
    """
    What the page of a game shows beside the rules of the game.

    Attributes
    ----------
    options
        Whether a person may ask for the exact best answer to what is known.
    seats
        ``{participant: id of the person in a study}``.
    study
        Name of the study and of the condition, if any.
    """

    options: bool = True
    seats: Mapping[str, str] | None = None
    study: str = ""


class Unconfirmed(InputError):
    """A text makes moves that bind, or reports what is not so; the person must confirm it."""


class _Seats:
    """Policy of all people at a table: returns the turns that were prepared."""

    stateless = True  # the trace holds the turns

    def __init__(self, table: Table) -> None:
        self._table = table

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        turn = self._table.turns.pop(agent_id)
        return request_of(turn, run_id, time_step, agent_id, POLICY)


class Table:
    """
    A game.

    Parameters
    ----------
    path
        File of the trace.
    settings
        Complete settings of a new game; None to continue the one in the file.
    gateway
        ``model``, ``api_base`` and ``api_key`` of the language model, if the game uses one.
    conditions
        Conditions of a new game.

    Attributes
    ----------
    version
        Number that grows with each change, for pages to notice it.
    turns
        Turns of people in the present step.
    """

    def __init__(
        self,
        path: Path,
        settings: TeamSettings | None = None,
        *,
        gateway: Mapping[str, Any] | None = None,
        conditions: Conditions = Conditions(),
    ) -> None:
        self.path = path
        self.version = 0
        self.turns: dict[str, Turn] = {}
        #: Step and words of a turn that a person has to confirm, and the moves that were read back.
        self._unsent: dict[str, _ReadBack] = {}
        self._api_key = (gateway or {}).get("api_key")
        self._new = settings
        self._new_conditions = conditions
        self.trace = TraceDb(path, must_exist=settings is None)
        self._loop = asyncio.new_event_loop()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"table {path.stem}")
        try:
            self._thread.submit(self._open).result()
        except BaseException:
            self.close()
            raise

    # ------------------------------------------------------------------------------ open and close

    def _open(self) -> None:
        self.trace.connect()
        if self._new is not None and self._new.run_id() not in self.trace.run_ids():
            self.trace.insert_run(self._new.metadata())
            shown = self._new_conditions
            body = {"options": shown.options, "seats": dict(shown.seats or {}), "study": shown.study}
            self.trace.annotate(self._new.run_id(), 0, GAME, body)
        runs = self.trace.run_ids()
        if len(runs) != 1:
            raise TraceError(f"{len(runs)} runs: expected one game", path=self.trace.path)
        self.run_id = runs[0]
        self.settings = TeamSettings.of(self.trace.get_run_metadata(self.run_id))
        self.team = self.settings.team()
        if not self.settings.human.startswith("page"):
            raise TraceError("expected a game that was started at the page", path=self.trace.path)
        self.people = self.team.people
        noted = self._annotations(GAME, 0)
        self.conditions = Conditions(**noted[-1]) if noted else Conditions()
        self._gateway = make_gateway(self.settings, self.trace, self._api_key)
        self._start_engine()

    def _start_engine(self) -> None:
        self._engine, self._domain = make_engine(
            self.settings, self.trace, gateway=self._gateway, seat=_Seats(self)
        )
        self._engine.run(self.trace.steps(self.run_id))
        for note in self._annotations(TURN, self.step):
            self.turns[note["agent"]] = Turn.model_validate(note["turn"])
        if self.turns and self._over() is None and self._complete():
            self._play()

    def close(self) -> None:
        """Close the trace."""

        def end() -> None:
            self.trace.close()
            self._loop.close()

        self._thread.submit(end).result()
        self._thread.shutdown()

    async def _call(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    # --------------------------------------------------------------------------------------- seeing

    @property
    def step(self) -> int:
        """Number of the present step."""
        return self.trace.steps(self.run_id)

    def _annotations(self, kind: str, step: int) -> list[dict[str, Any]]:
        rows = self.trace.query(
            "SELECT body_json FROM annotations WHERE run_id = ? AND time_step = ? AND kind = ? "
            "ORDER BY seq",
            (self.run_id, step, kind),
        )
        return [json.loads(text) for (text,) in rows]

    def _over(self) -> str | None:
        return stop_reason(self.trace, self.run_id, self.settings)

    def _seen(self, name: str) -> tuple[View, Situation]:
        seen = self._domain.observe(run_id=self.run_id, time_step=self.step, agent_id=name)
        if seen is None or name not in self.people:
            raise InputError(f"{name}: no seat of a person in this game")
        return View.of(seen["view"]), Situation.of(seen["situation"])

    def _wanted(self, name: str, view: View, situation: Situation) -> dict[str, str]:
        """Return the own colors with those that deals ask for and those that are tried."""
        return {**settled_colors(view, situation), **self._tried(name)}

    def _tried(self, name: str) -> dict[str, str]:
        notes = [note for note in self._annotations(DRAFT, self.step) if note["agent"] == name]
        return dict(notes[-1]["colors"]) if notes else {}

    def _look(self, name: str) -> Sight:
        view, situation = self._seen(name)
        return sight_of(
            view,
            situation,
            self.trace,
            self.run_id,
            colors=self._wanted(name, view, situation),
            over=self._over(),
            awaited=[p for p in self.people if p in self.turns],
        )

    async def look(self, name: str) -> Sight:
        """Return what a person may see."""
        return await self._call(self._look, name)

    async def result(self) -> Outcome:
        """Return the result of a game that is over."""
        return await self._call(
            lambda: outcome(self.trace, self.settings, self._over() or "interrupted")
        )

    # --------------------------------------------------------------------------------------- acting

    async def draft(
        self, name: str, changes: Mapping[str, str] | None, *, advised: bool = False
    ) -> None:
        """
        Keep colors that a person tries before the turn; None takes all of them back.

        ``advised`` says that they come from the best answer and not from the person's hand.
        """
        kind = TAKE_BACK if changes is None else TRY_ADVICE if advised else TRY

        def keep() -> None:
            view, situation = self._seen(name)
            for node, color in (changes or {}).items():
                if node not in view.own or node in view.fixed or color not in view.domain:
                    raise InputError(f"{node} = {color}: expected a free node and a color")
            tried = {} if changes is None else {**self._tried(name), **changes}
            settled = settled_colors(view, situation)
            tried = {node: color for node, color in tried.items() if settled[node] != color}
            body = {"agent": name, "kind": kind, "colors": tried, "at": now()}
            self.trace.annotate(self.run_id, self.step, DRAFT, body)
            self.version += 1

        await self._call(keep)

    async def note_advice(self, name: str, colors: Mapping[str, str], text: str) -> None:
        """Keep that a person asked for the best answer, and what was shown."""

        def keep() -> None:
            body = {"agent": name, "advice": dict(colors), "text": text, "at": now()}
            self.trace.annotate(self.run_id, self.step, ADVICE, {**body, "colors": self._tried(name)})

        await self._call(keep)

    async def help_shown(self, name: str) -> bool | None:
        """Return whether a person left the rules open; None if they were never opened or closed."""

        def last() -> bool | None:
            notes = [note for note in self._annotations(HELP, 0) if note["agent"] == name]
            return bool(notes[-1]["shown"]) if notes else None

        return await self._call(last)

    async def show_help(self, name: str, shown: bool) -> None:
        """Remember whether a person left the rules open."""
        body = {"agent": name, "shown": shown}
        await self._call(lambda: self.trace.annotate(self.run_id, 0, HELP, body))

    async def act(
        self, name: str, typed: Typed, *, confirmed: bool = False, step: int | None = None
    ) -> str | None:
        """
        Take a person's turn, and carry out the step when all people have.

        Colors that are tried break the deals that ask for others. Who ends the game waits for nobody,
        and may do so after the turn of the step was sent.

        Parameters
        ----------
        confirmed
            Whether the person confirmed what :class:`Unconfirmed` had told; just that is sent then.
        step
            Number of the step that the person saw, if the turn answers what they saw.

        Returns
        -------
        str or None
            The judge's reason, if it refused the turn.

        Raises
        ------
        InputError
            If the turn cannot be made.
        Unconfirmed
            If the person has to confirm what the text says; call again with ``confirmed``.
        """
        return await self._call(self._act, name, typed, confirmed, step)

    def _act(self, name: str, typed: Typed, confirmed: bool, step: int | None) -> str | None:
        if self._over() is not None:
            raise InputError("the game is over")
        if step is not None and step != self.step:
            raise InputError("the game went on meanwhile: look at it again, then decide")
        if name in self.turns:
            if typed.control != "finish":
                raise InputError("your turn is already sent: the others have not moved yet")
            turn = self.turns[name].model_copy(update={"control": "finish"})
        else:
            turn = self._prepared(name, typed, confirmed)
        self.turns[name] = turn
        body = {
            "agent": name,
            "turn": turn.model_dump(mode="json", exclude_defaults=True),
            "at": now(),
            "said": {to or "*": text for to, text in typed.said.items() if text},
        }
        self.trace.annotate(self.run_id, self.step, TURN, body)
        self.version += 1
        if not self._complete():
            return None
        played = self.step
        self._play()
        refused = self._refusal(name, played)
        if refused is None and len(self.people) == 1:
            self._pass_on(name, turn)
        return refused

    def _complete(self) -> bool:
        """Return whether all turns of the step are there; a turn that ends the game waits for none."""
        if any(turn.control == "finish" for turn in self.turns.values()):
            for name in self.people:
                if name not in self.turns:
                    self.turns[name] = quiet_turn(*self._seen(name))
        return set(self.turns) == set(self.people)

    def _prepared(self, name: str, typed: Typed, confirmed: bool) -> Turn:
        """Return a turn with the colors that are tried."""
        view, situation = self._seen(name)
        wanted = self._wanted(name, view, situation)
        changed = {node: color for node, color in wanted.items() if situation.colors[node] != color}
        typed.colors = {**changed, **typed.colors}
        typed.ended = [*typed.ended, *broken_deals(situation, {**wanted, **typed.colors})]
        typed.said = {to: text[:LONGEST_TEXT] for to, text in typed.said.items()}
        read_back = self._unsent.pop(name, None)
        if read_back is not None and not confirmed and _is_yes(typed, read_back, self.step):
            # As at the terminal, a yes is for what was read back, and for no neighbor.
            typed.said = read_back[0][1]
            confirmed = True
        if confirmed and read_back is not None and read_back[0] == (self.step, typed.said):
            moves = read_back[1]
        else:
            before = {} if read_back is None else read_back[1] or {}
            offering = {one.sender for one in offers_to(view, situation).values()}
            typed.said = to_who_asked(typed, self._answered(name), offering).said
            moves = self._moves(name, typed, view, situation, _correction(typed, before, view))
        turn = turn_of(typed, view, situation, moves)
        return with_due_reports(turn, view, situation)

    def _moves(
        self,
        name: str,
        typed: Typed,
        view: View,
        situation: Situation,
        correction: Mapping[str | None, str],
    ) -> Mapping[str, Translation] | None:
        """Return the moves in a person's words; raise Unconfirmed if they have to be confirmed."""
        shown = self._answered(name)
        translate = translator(self.settings, self._gateway, confirmed=True)
        read = replace(typed, said={**correction}) if correction else typed
        prose = prose_of(read, view, situation, shown, translate)
        if correction and prose.moves is not None:
            # To the others nothing is said, although the words may be to all.
            every = {**dict.fromkeys(view.peers, Translation()), **prose.moves}
            prose = replace(prose, moves=every)
        question = prose.read_back
        if wrong := wrongly_affirmed(typed, view, situation, shown):
            true = {node: situation.colors[node] for node in wrong}
            question = f"{stated(true)}, and your yes would say that {stated(wrong)}."
        if question:
            self._unsent[name] = (self.step, dict(typed.said)), prose.moves
            raise Unconfirmed(question)
        return prose.moves

    def _answered(self, name: str) -> list[Received]:
        """Return the messages to a person since the last turn that the person took."""
        rows = self.trace.query(
            "SELECT time_step, author_id, kind, content, payload_json FROM messages WHERE run_id = ? "
            "AND recipient IN (?, '*') AND author_id <> ? AND time_step >= ("
            "SELECT coalesce(max(time_step), 0) FROM annotations WHERE run_id = messages.run_id "
            "AND kind = ? AND time_step < ? AND json_extract(body_json, '$.agent') = ?) "
            "ORDER BY time_step, seq",
            (self.run_id, name, name, TURN, self.step, name),
        )
        return [
            Received(
                sender,
                kind,
                clean(text).text,
                payload=None if payload is None else json.loads(payload),
                time_step=step,
            )
            for step, sender, kind, text, payload in rows
        ]

    def _play(self) -> None:
        """Carry out the step; after an error of a model, a file or the trace, the game can go on."""
        try:
            if self._gateway is None:
                self._engine.step()
            else:
                self._loop.run_until_complete(self._engine.astep())
        except (KempeError, OSError, sqlite3.Error):
            self.turns = {}
            self._engine, self._domain = make_engine(
                self.settings, self.trace, gateway=self._gateway, seat=_Seats(self)
            )
            self._engine.run(self.trace.steps(self.run_id))
            raise
        finally:
            self.version += 1

    def _refusal(self, name: str, step: int) -> str | None:
        ((text,),) = self.trace.query(
            "SELECT outcome_json FROM trace WHERE run_id = ? AND time_step = ? AND agent_id = ?",
            (self.run_id, step, name),
        )
        result = json.loads(text)
        return None if result["success"] else str(result["error"])

    def _pass_on(self, name: str, turn: Turn) -> None:
        """
        Let steps pass in which the person only waits.

        Agents read a message in the next step and answer it in the one after. When everybody is
        satisfied, the game ends after as many steps as its settings ask for.
        """
        left = 1 if turn.messages else 0
        while self._over() is None:
            status = self._domain.status
            settled = status is not None and all(status.satisfied.values())
            if not settled and left <= 0:
                return
            left -= 1
            self.turns[name] = quiet_turn(*self._seen(name))
            self._play()


def _correction(typed: Typed, moves: Mapping[str, Translation], view: View) -> Mapping[str | None, str]:
    """Return the offer that was read back as typed words correct it; empty if they do not."""
    if len(typed.said) != 1:
        return {}
    ((to, text),) = typed.said.items()
    correction = amended(text, to, moves, view)
    return {} if correction is None else dict([correction])


def _is_yes(typed: Typed, read_back: _ReadBack, step: int) -> bool:
    """Return whether all that was typed is a yes to what was read back, and to the same neighbor."""
    (read_at, said), moves = read_back
    yes = bool(typed.said) and all(confirms(text, moves or {}) for text in typed.said.values())
    return read_at == step and {*typed.said} == {*said} and yes
