"""
The domain ``coloring`` of the world: owns the game's state, judges turns, and carries them out.

All participants decide on the same state; a turn that is legal is put aside, and when all have moved
the step is carried out for everybody at once (``step``). Neighbors take turns: each participant has a
slot (:attr:`Team.slots`), and in a step of another slot it may not recolor of its own accord.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from sqlite3 import Connection
from typing import Any, Literal

from ...canonical import canonical, digest
from ...contracts import (
    ActionOutcome,
    ActionRequest,
    EventSink,
    OutgoingMessage,
    ToolSpec,
    emit_all,
)
from ...errors import expected
from ..bargaining.offers import agreed_by, released_by
from ..bargaining.protocol import check_kind, check_moves, check_reply
from ..bargaining.utilities import check_table
from ..conformance import Rules
from ..events import event
from ..handover import Handover
from ..situation import Phase, Received, Situation
from ..team import Team
from ..turn import TURN, Turn
from ..view import View
from . import record, tables
from .addressing import Talks, said_to
from .judge import Judge, read_turn
from .status import Status, colors_of, evaluate
from .step import carry_out, inboxes_of, moves_of, tables_of, with_satisfied_peers, with_truth
from .tours import Tours, is_touring

Beliefs = Literal["messages", "truth"]


@dataclass(frozen=True)
class Game:
    """
    Settings of a game in addition to the rules of a turn.

    Attributes
    ----------
    beliefs
        ``"messages"``: agents know what was reported to them. ``"truth"``: they see the colors of their
        border, as the baselines of the study do.
    initial
        ``"first"``: every node starts in the first color, fixed ones in theirs. ``"random"``: a random
        color.
    mode
        Name of the mode by which the protocol is checked; None for any.
    bargaining
        Whether offers may be made from the start; otherwise the person announces.
    seed
        Seed of random colors.
    """

    beliefs: Beliefs = "messages"
    initial: Literal["first", "random"] = "first"
    bargaining: bool = False
    seed: int = 0
    mode: str | None = None

    def __post_init__(self) -> None:
        if self.beliefs not in ("messages", "truth"):
            raise expected("beliefs", self.beliefs, "messages or truth")
        if self.initial not in ("first", "random"):
            raise expected("initial", self.initial, "first or random")

    @property
    def truth(self) -> bool:
        """Whether beliefs follow the colors themselves."""
        return self.beliefs == "truth"


class ColoringDomain:
    """
    A game in a world.

    Parameters
    ----------
    team
        Problem and participants; the ids of the world's agents are their names.
    rules
        Rules of a turn, the same for all agents.
    game
        Settings of the game.
    initial_colors
        ``{node: color}`` to start from instead; fixed colors override it.
    sink
        Receiver of the events of offers; the trace, in a recorded run.
    handover
        Exchange of records with the policies of this process.

    Attributes
    ----------
    status
        State of the game after the last step; None until :meth:`load`.
    """

    name = "coloring"
    actions: Sequence[ToolSpec] = (TURN,)
    observes_copies = True
    writes_at_the_end = True

    def __init__(
        self,
        team: Team,
        rules: Rules,
        game: Game = Game(),
        initial_colors: Mapping[str, str] | None = None,
        sink: EventSink | None = None,
        handover: Handover | None = None,
    ) -> None:
        self.team, self.rules, self.game = team, rules, game
        self._handover = handover or Handover(())
        self._sink = sink
        self._initial = initial_colors
        self.views = {name: team.view(name, rules.scope) for name in team.participants}
        self._judges = {
            name: Judge(view, self.views, rules, is_person=name in team.people)
            for name, view in self.views.items()
        }
        self._texts_of_views: dict[tuple[str, str | None], tuple[str, str]] = {}
        self._views_read: dict[tuple[str, str | None], View] = {}
        self._tours = Tours(self.views, team.slots, team.people) if rules.take_turns else None
        self._seats: dict[str, Situation] = {}
        self._texts: dict[str, str] = {}
        self._fields: dict[str, dict[str, tuple[Any, str]]] = {}
        self._offers = tables.OfferTexts()
        self._turns: dict[str, Turn] = {}
        self._inboxes: dict[str, list[Received]] = {}
        self._finished = False
        self._spoken_to: set[str] = set()
        self._touring = False
        self.status: Status | None = None

    # --------------------------------------------------------------------------------- beginning

    def init_schema(self, connection: Connection) -> None:
        """Create the tables of the domain where they are missing."""
        tables.make(connection)

    def load(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Prepare to continue with ``time_step``."""
        self._turns = {}
        self._inboxes = {}
        if self._handover.inboxes:
            self._inboxes = tables.read_inboxes(connection, run_id, time_step - 1)
        self._finished = False
        if time_step == 0:
            self._begin(tables.Writer(connection, run_id, 0), connection, run_id)
        else:
            self._seats = tables.read_seats(connection, run_id, time_step)
            self._texts = {
                name: tables.seat_text(seat, self._offers) for name, seat in self._seats.items()
            }
            self._finished = tables.read_finished(connection, run_id, time_step)
        self._spoken_to = (
            {name for name in self.team.agents if Talks.of(self._seats[name]).waiting}
            if self.team.guests
            else tables.read_spoken_to(connection, run_id, time_step - 1, self.team.person)
        )
        self._touring = is_touring(self._seats)
        self.status = self._evaluated(time_step - 1)

    def _begin(self, writer: tables.Writer, connection: Connection, run_id: str) -> None:
        colors = self._initial_colors()
        phase: Phase = "bargain" if self.game.bargaining else "configure"
        self._seats = {
            name: Situation(0, {node: colors[node] for node in view.own}, phase=phase)
            for name, view in self.views.items()
        }
        if self.game.truth:
            self._seats = with_truth(self._seats, self.views)
        self._texts = dict.fromkeys(self._seats, "")
        known = connection.execute(
            "SELECT count(*) FROM coloring_problem WHERE run_id = ?", (run_id,)
        ).fetchone()
        if known == (0,):
            text = self.described()
            writer.add("problem", text, digest(text))
            owners = self.team.problem.owners
            writer.add_all("assignment", [(n, c, str(owners[n]), "init") for n, c in colors.items()])
            writer.write()

    def _initial_colors(self) -> dict[str, str]:
        problem = self.team.problem
        rng = random.Random(self.game.seed)
        colors: dict[str, str] = {}
        for node in problem.nodes:
            color = problem.domain[0]
            if self.game.initial == "random":
                color = rng.choice(problem.domain)
            if self._initial is not None:
                color = self._initial.get(str(node), color)
            colors[str(node)] = str(problem.fixed.get(node, color))
        named: Any = colors
        problem.encode(named)  # refuses unknown nodes and colors
        return colors

    def described(self) -> str:
        """Return the problem and its settings as the trace stores them."""
        problem = self.team.problem
        return canonical(
            {
                "nodes": list(problem.nodes),
                "edges": [list(edge) for edge in problem.edges],
                "domain": list(problem.domain),
                "fixed": dict(problem.fixed),
                "owners": dict(problem.owners),
                "preferences": problem.preferences.tolist() if problem.preferences.any() else None,
                "conflict_penalty": problem.conflict_penalty,
                "person": self.team.person,
                **({"guests": list(self.team.guests)} if self.team.guests else {}),
                "points": dict(self.team.points),
                "rules": asdict(self.rules),
                "game": asdict(self.game),
            }
        )

    # ------------------------------------------------------------------------------ observation

    def observe(self, *, run_id: str, time_step: int, agent_id: str) -> dict[str, Any] | None:
        """Return what a participant sees: its view and its situation."""
        if agent_id not in self._seats:
            return None
        seat = self._seats[agent_id].but(
            time_step=time_step,
            may_recolor=self._may_recolor(agent_id, time_step),
        )
        talk: dict[str, Any] = {}
        person = self.team.person
        if self.team.guests and agent_id in self.team.agents:
            talks = Talks.of(seat)
            person = self._answered(agent_id, talks)
            seat = seat.but(flow=talks.flows.get(person))
            talk = {"people": list(self.team.people), "words": talks.words()}
        if agent_id in self._handover.agents:
            if self._handover.inboxes:
                talk["inbox"] = self._inboxes.get(agent_id, ())
            return {"view": self._handed_out(agent_id, person), "situation": seat, **talk}
        text, view_id = self._shown(agent_id, person)
        return {"view": json.loads(text), "view_id": view_id, "situation": seat.json_dict(), **talk}

    def _answered(self, name: str, talks: Talks) -> str:
        """Return the person whom an agent answers; if nobody waits, the first one beside it."""
        near = [person for person in self.team.people if person in self.views[name].peers]
        return talks.next or (near or self.team.people)[0]

    def _shown(self, name: str, person: str | None) -> tuple[str, str]:
        """Return a view in its plain form, for an agent that answers this person, and its digest."""
        if (name, person) not in self._texts_of_views:
            others = tuple(one for one in self.team.people if one != person)
            text = canonical(replace(self.views[name], person=person, guests=others).json_dict())
            self._texts_of_views[name, person] = text, digest(text)
        return self._texts_of_views[name, person]

    def _handed_out(self, name: str, person: str | None) -> View:
        """Return the view as it is read from its plain form, whose keys are sorted."""
        if (name, person) not in self._views_read:
            self._views_read[name, person] = View.of(json.loads(self._shown(name, person)[0]))
        return self._views_read[name, person]

    def _may_recolor(self, name: str, time_step: int) -> bool:
        if self._tours is None:
            return True
        return self._tours.may_recolor(name, self._seats[name], time_step, self._touring)

    # ------------------------------------------------------------------------------------ turns

    def handle_action(
        self, *, action: str, request: ActionRequest, connection: Connection
    ) -> ActionOutcome:
        """Judge a turn, and put it aside until all have moved."""
        name = request.agent_id
        turn = self._handover.take(name, request.arguments) or read_turn(request.arguments)
        seat = self._seats[name]
        moves = moves_of(turn)
        flat = [move for _, part in moves for move in part]
        released = released_by(seat.pins, flat, seat.offers)
        self._judges[name].check(turn, seat, released, agreed_by(name, flat, seat.offers))
        for recipient, part in moves:
            check_moves(self.views[name], seat, recipient, part)
        for message in turn.messages:
            if message.kind == "utilities":
                check_table(self.views[name], message.recipient, message.content)
        self._check_talk(name, turn)
        self._turns[name] = turn
        return ActionOutcome(
            {"conflicts": len(self.views[name].conflicts(turn.assignments, seat.beliefs))},
            [
                OutgoingMessage(
                    message.text,
                    recipient=message.recipient,
                    kind=message.kind,
                    payload=message.payload,
                    report=message.report,
                    payload_text=None if message.payload is None else message.payload_text,
                    report_text=None if message.report is None else message.report_text,
                )
                for message in turn.messages
            ],
        )

    def _check_talk(self, name: str, turn: Turn) -> None:
        """Refuse kinds that the mode does not have, and unsolicited replies."""
        if self.game.mode is not None:
            for message in turn.messages:
                check_kind(self.game.mode, message.kind, person=name in self.team.people)
        replies = sum(message.kind == "reply" for message in turn.messages)
        check_reply(name in self._spoken_to, replies)

    def end_step(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Carry out all turns of the step, and evaluate."""
        writer = tables.Writer(connection, run_id, time_step)
        before, turns = self._seats, self._turns
        for name in before:
            if name in turns:
                record.write_chart(writer, name, turns[name])
        carried = carry_out(
            before,
            turns,
            views=self.views,
            rules=self.rules,
            time_step=time_step,
            truth=self.game.truth,
        )
        for offer in carried.offers:
            writer.offer(offer, self._offers.of(offer))
        if self._sink is not None:
            emit_all(self._sink, [event(name, data) for name, data in carried.events], plain=True)
        self._finished |= carried.finished
        after = carried.seats
        if self._tours is not None:
            after = self._tours.arrange(after, time_step + 1, tables_of(turns))
        after = with_satisfied_peers(after, self.views)
        after = self._with_words(before, after, time_step)
        self._write(before, after, writer)
        self._inboxes = inboxes_of(turns, time_step) if self._handover.inboxes else {}
        self._seats, self._turns = after, {}
        self._touring = is_touring(after)
        self.status = self._evaluated(time_step)
        record.write_status(writer, self.status, after, self.views)
        writer.write()

    def _with_words(
        self, before: Mapping[str, Situation], after: dict[str, Situation], time_step: int
    ) -> dict[str, Situation]:
        """Keep to whom people have spoken in this step, and the conversations with several people."""
        team, turns = self.team, self._turns
        if not team.guests:
            spoken = turns[team.person].messages if team.person in turns else ()
            self._spoken_to = {message.recipient for message in spoken if message.kind != "rb"}
            return after
        self._spoken_to = set()
        for name in team.agents:
            talks = Talks.of(before[name])
            said = said_to(name, team.people, turns, time_step)
            talks = talks.after(self._answered(name, talks), turns.get(name), said)
            after[name] = after[name].but(flow=talks.plain())
            if talks.waiting:
                self._spoken_to.add(name)
        return after

    def _evaluated(self, time_step: int) -> Status:
        return evaluate(self.team, self._seats, time_step, finished=self._finished)

    # ------------------------------------------------------------------------------ persistence

    def _write(
        self, before: Mapping[str, Situation], after: Mapping[str, Situation], writer: tables.Writer
    ) -> None:
        origin = "truth" if self.game.truth else "report"
        for name, seat in after.items():
            if seat is before[name]:
                continue
            turn, people = self._turns.get(name), self.team.people
            record.write_seat(
                writer, name, before[name], seat, turn, people=people, belief_origin=origin
            )
            text = tables.seat_text(seat, self._offers, self._fields.setdefault(name, {}))
            if text != self._texts[name]:
                self._texts[name] = text
                writer.add("seat", name, text)

    def get_state_snapshot(self, *, run_id: str, time_step: int) -> dict[str, Any]:
        """Describe the state after the step: a digest of each seat, and the evaluation of the game."""
        status = self.status or self._evaluated(time_step)
        return {
            "seats": {name: digest(text) for name, text in self._texts.items()},
            "conflicts": status.conflicts,
            "penalty": status.penalty,
            "finished": status.finished,
        }

    def colors(self) -> dict[str, str]:
        """Return the colors of all nodes, which no participant sees."""
        return colors_of(self._seats)

    def situations(self) -> dict[str, Situation]:
        """Return the situation of each participant."""
        return dict(self._seats)
