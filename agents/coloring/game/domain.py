"""
The domain ``coloring`` of the world: owns the game's state, judges turns, and carries them out.

All participants decide on the same state; a turn that is legal is put aside, and when all have moved
the step is carried out for everyone at once: colors, pins, offers, and what was reported to whom.
Neighbors take turns: each participant has a slot (:attr:`Team.slots`), and in a step of another slot it
is told that it may not recolor of its own accord.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from sqlite3 import Connection
from typing import Any, Literal, NamedTuple

import solver

from ...canonical import canonical, digest
from ...contracts import ActionOutcome, ActionRequest, EventSink, OutgoingMessage, ToolSpec
from ...errors import InputError
from ..bargaining.offers import released_by
from ..bargaining.protocol import check_kind, check_moves, check_reply
from ..bargaining.utilities import check_table
from ..conformance import Rules
from ..events import event
from ..messages import Bargaining, Utilities, fingerprint
from ..situation import (
    REMEMBERED,
    ChartState,
    Constraint,
    Past,
    Phase,
    Pin,
    Situation,
    colors_digest,
)
from ..team import Team
from ..turn import TURN, Turn
from . import tables
from .judge import Judge, read_turn
from .ledger import Ledger
from .tours import Tours, is_touring

Beliefs = Literal["messages", "truth"]
#: Messages to one recipient that are remembered.
REMEMBERED_MESSAGES = 5


class Status(NamedTuple):
    """
    The whole game after a step; nobody in it sees this.

    ``satisfied`` is by participant; ``score`` the points of all nodes.
    """

    time_step: int
    conflicts: int
    penalty: float
    satisfied: Mapping[str, bool]
    score: int
    finished: bool

    @property
    def solved(self) -> bool:
        """Whether no edge is in conflict."""
        return self.conflicts == 0


@dataclass(frozen=True)
class Game:
    """
    How a game is played, beside the rules of a turn.

    Attributes
    ----------
    beliefs
        ``"messages"``: agents know what they were told. ``"truth"``: they see the colors of their
        border, as the baselines of the study do.
    initial
        ``"first"``: every node starts in the first color, fixed ones in theirs. ``"random"``: drawn.
    mode
        How participants speak, by which the protocol is checked; None for any way.
    bargaining
        Whether offers may be made from the start; otherwise the person announces.
    seed
        Of random colors.
    """

    beliefs: Beliefs = "messages"
    initial: Literal["first", "random"] = "first"
    bargaining: bool = False
    seed: int = 0
    mode: str | None = None

    def __post_init__(self) -> None:
        if self.beliefs not in ("messages", "truth"):
            raise InputError(f"beliefs {self.beliefs!r}: expected messages or truth")
        if self.initial not in ("first", "random"):
            raise InputError(f"initial {self.initial!r}: expected first or random")


class ColoringDomain:
    """
    A game in a world.

    Parameters
    ----------
    team
        Problem and participants; the ids of the world's agents are theirs.
    rules
        Of a turn, the same for all agents.
    game
        How it is played.
    initial_colors
        ``{node: color}`` to start from instead; fixed colors override it.
    sink
        Takes what happens to offers; the trace, in a recorded run.

    Attributes
    ----------
    status
        Of the last step.
    """

    name = "coloring"
    actions: Sequence[ToolSpec] = (TURN,)

    def __init__(
        self,
        team: Team,
        rules: Rules,
        game: Game = Game(),
        initial_colors: Mapping[str, str] | None = None,
        sink: EventSink | None = None,
    ) -> None:
        self.team, self.rules, self.game = team, rules, game
        self._sink = sink
        self._initial = initial_colors
        self.views = {name: team.view(name, rules.scope) for name in team.participants}
        self._judges = {name: Judge(view, self.views, rules) for name, view in self.views.items()}
        shown = {name: view.json_dict() for name, view in self.views.items()}
        self._shown = {
            name: {"view": view, "view_id": digest(canonical(view))} for name, view in shown.items()
        }
        self._tours = Tours(self.views, team.slots, team.person) if rules.take_turns else None
        self._seats: dict[str, Situation] = {}
        self._texts: dict[str, str] = {}
        self._turns: dict[str, Turn] = {}
        self._finished = False
        self._spoken_to: set[str] = set()
        self._touring = False
        self.status: Status | None = None

    # --------------------------------------------------------------------------------- beginning

    def init_schema(self, connection: Connection) -> None:
        """Create its tables where they are missing."""
        tables.make(connection)

    def load(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Make ready to continue before ``time_step``."""
        self._turns = {}
        self._finished = False
        self._spoken_to = tables.read_spoken_to(connection, run_id, time_step - 1, self.team.person)
        if time_step == 0:
            self._begin(tables.Writer(connection, run_id, 0), connection, run_id)
        else:
            self._seats = tables.read_seats(connection, run_id, time_step)
            self._texts = {name: tables.seat_text(seat) for name, seat in self._seats.items()}
            self._finished = tables.read_finished(connection, run_id, time_step)
        self._touring = is_touring(self._seats)
        self.status = self._evaluate(time_step - 1)

    def _begin(self, writer: tables.Writer, connection: Connection, run_id: str) -> None:
        colors = self._initial_colors()
        phase: Phase = "bargain" if self.game.bargaining else "configure"
        self._seats = {
            name: Situation(0, {node: colors[node] for node in view.own}, phase=phase)
            for name, view in self.views.items()
        }
        if self.game.beliefs == "truth":
            self._seats = self._with_truth(self._seats)
        self._texts = dict.fromkeys(self._seats, "")
        known = connection.execute(
            "SELECT count(*) FROM coloring_problem WHERE run_id = ?", (run_id,)
        ).fetchone()
        if known == (0,):
            text = self.described()
            writer.add("problem", text, digest(text))
            owners = self.team.problem.owners
            writer.add_all("assignment", [(n, c, str(owners[n]), "init") for n, c in colors.items()])

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
        problem.encode(named)  # refuses what is no node or color
        return colors

    def described(self) -> str:
        """Write down the problem and how it is played, as the trace keeps it."""
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
                "points": dict(self.team.points),
                "rules": asdict(self.rules),
                "game": asdict(self.game),
            }
        )

    # ----------------------------------------------------------------------------- what is seen

    def observe(self, *, run_id: str, time_step: int, agent_id: str) -> dict[str, Any] | None:
        """Say what a participant sees: its view and its situation."""
        if agent_id not in self._seats:
            return None
        seat = replace(
            self._seats[agent_id],
            time_step=time_step,
            may_recolor=self._may_recolor(agent_id, time_step),
        )
        return {**self._shown[agent_id], "situation": seat.json_dict()}

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
        turn = read_turn(request.arguments)
        seat = self._seats[name]
        moves = _moves(turn)
        released = released_by(seat.pins, [move for _, part in moves for move in part], seat.offers)
        self._judges[name].check(turn, seat, released)
        for recipient, part in moves:
            check_moves(self.views[name], seat, recipient, part)
        for message in turn.messages:
            if message.kind == "utilities":
                table = Utilities.model_validate(message.payload)
                check_table(self.views[name], message.recipient, table)
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
                )
                for message in turn.messages
            ],
        )

    def _check_talk(self, name: str, turn: Turn) -> None:
        """Refuse kinds that the mode does not have, and replies that nobody asked for."""
        person = self.team.person
        if self.game.mode is not None:
            for message in turn.messages:
                check_kind(self.game.mode, message.kind, person=name == person)
        replies = sum(message.kind == "reply" for message in turn.messages)
        check_reply(name in self._spoken_to, replies)

    def end_step(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Carry out all turns of the step, and evaluate."""
        writer = tables.Writer(connection, run_id, time_step)
        person = self.team.person or ""
        before = self._seats
        after = {
            name: self._own_part(name, seat, self._turns[name], writer) if name in self._turns else seat
            for name, seat in before.items()
        }
        after = self._with_deals(after, time_step, writer)
        after = self._with_reports(after)
        if self.game.beliefs == "truth":
            after = self._with_truth(after)
        after = self._with_control(after)
        if self._tours is not None:
            after = self._tours.arrange(after, time_step + 1, self._tables())
            for offer in self._tours.ended:
                writer.offer(offer)
                if self._sink is not None:
                    ended = {"offer_id": offer.offer_id, "from": offer.sender, "to": offer.recipient}
                    self._sink.emit(*event("rb.superseded", {**ended, "by": "a round of tables"}))
        satisfied = {name for name, seat in after.items() if seat.satisfied}
        for name, seat in after.items():
            content = tuple(peer for peer in self.views[name].peers if peer in satisfied)
            if content != seat.satisfied_peers:
                after[name] = replace(seat, satisfied_peers=content)
        self._write(before, after, writer)
        self._spoken_to = {
            message.recipient
            for message in (self._turns[person].messages if person in self._turns else ())
            if message.kind != "rb"
        }
        self._seats, self._turns = after, {}
        self._touring = is_touring(after)
        self.status = self._evaluate(time_step)
        self._write_status(self.status, writer)

    def _own_part(self, name: str, seat: Situation, turn: Turn, writer: tables.Writer) -> Situation:
        """Take over what the turn says of the participant itself."""
        view = self.views[name]
        beliefs = {**seat.beliefs, **turn.learned}
        demanded = {pin.node: pin for pin in turn.demanded}
        pins = [
            pin
            for pin in seat.pins
            if pin.kind != "forced" or (pin.node not in turn.released and pin.node not in demanded)
        ]
        if self.rules.forced_until == "released":
            pins += demanded.values()
        conflicts = len(view.conflicts(turn.assignments, beliefs))
        known: Any = {**beliefs, **turn.assignments}
        past = Past(
            colors_digest(turn.assignments),
            float(solver.penalty(view.problem, known)),
            conflicts,
            turn.satisfied,
        )
        sent = {peer: list(marks) for peer, marks in seat.sent.items()}
        announced = {peer: dict(told) for peer, told in seat.announced.items()}
        for message in turn.messages:
            sent.setdefault(message.recipient, []).append(fingerprint(message))
            if message.report:
                announced.setdefault(message.recipient, {}).update(message.report)
        chart = ChartState(seat.chart.state, seat.chart.ticks + 1)
        if turn.chart:
            chart = ChartState(turn.chart[-1].to, turn.chart[-1].ticks)
            writer.add_all(
                "transition",
                [
                    (name, i, m.source, m.to, m.trigger, m.oracle, int(m.fallback))
                    for i, m in enumerate(turn.chart)
                ],
            )
        turns = (*seat.past, past)[-REMEMBERED:]
        return replace(
            seat,
            colors={node: turn.assignments[node] for node in view.own},
            beliefs=beliefs,
            last_beliefs=beliefs,
            last_pins=tuple(pins),
            pins=tuple(pins),
            constraints=self._constraints(name, seat, turn),
            sent={peer: tuple(marks[-REMEMBERED_MESSAGES:]) for peer, marks in sent.items()},
            announced=announced,
            satisfied=turn.satisfied,
            past=turns,
            calm=seat.calm or _oscillated(turn),
            chart=chart,
            flow=turn.flow if turn.flow is not None else seat.flow,
            promises=turn.promised,
        )

    def _constraints(self, name: str, seat: Situation, turn: Turn) -> tuple[Constraint, ...]:
        kept = [one for one in seat.constraints if one.constraint_id not in turn.withdrawn]
        known = {(one.node, one.kind, one.color) for one in kept}
        number = max((int(one.constraint_id[1:]) for one in seat.constraints), default=0)
        for stated in turn.stated:
            if (stated.node, stated.kind, stated.color) not in known:
                number += 1
                known.add((stated.node, stated.kind, stated.color))
                kept.append(replace(stated, constraint_id=f"c{number}"))
        return tuple(kept)

    def _with_deals(
        self, seats: dict[str, Situation], time_step: int, writer: tables.Writer
    ) -> dict[str, Situation]:
        """Let the moves of bargaining take effect, and old offers expire."""
        ledger = Ledger(seats)
        for name, turn in self._turns.items():
            for recipient, moves in _moves(turn):
                ledger.enter(name, recipient, moves, time_step)
        ledger.expire(time_step)
        for offer in ledger.changed:
            writer.offer(offer)
        if self._sink is not None:
            for name, data in ledger.events:
                self._sink.emit(name, data)
        return ledger.seats()

    def _with_reports(self, seats: dict[str, Situation]) -> dict[str, Situation]:
        """Turn reports into what their recipients believe."""
        told: dict[str, dict[str, str]] = {}
        for turn in self._turns.values():
            for message in turn.messages:
                if message.report and message.recipient in seats:
                    told.setdefault(message.recipient, {}).update(message.report)
        return {
            name: replace(seat, beliefs={**seat.beliefs, **told[name]}) if name in told else seat
            for name, seat in seats.items()
        }

    def _tables(self) -> dict[str, dict[str, Utilities]]:
        """Give the tables that were passed on in this step, by recipient and sender."""
        passed: dict[str, dict[str, Utilities]] = {}
        for name, turn in self._turns.items():
            for message in turn.messages:
                if message.kind == "utilities":
                    table = Utilities.model_validate(message.payload)
                    passed.setdefault(message.recipient, {})[name] = table
        return passed

    def _with_truth(self, seats: dict[str, Situation]) -> dict[str, Situation]:
        colors = {node: color for seat in seats.values() for node, color in seat.colors.items()}
        return {
            name: replace(seat, beliefs={node: colors[node] for node in self.views[name].owners})
            for name, seat in seats.items()
        }

    def _with_control(self, seats: dict[str, Situation]) -> dict[str, Situation]:
        """Carry out the person's control token."""
        controls = {turn.control for turn in self._turns.values()}
        if "finish" in controls:
            self._finished = True
        if "announce" not in controls:
            return seats
        return {
            name: replace(
                seat,
                phase="bargain",
                round=seat.round + 1,
                offers=(),
                announced={},
                pins=tuple(pin for pin in seat.pins if pin.kind != "committed"),
            )
            for name, seat in seats.items()
        }

    # ----------------------------------------------------------------------------- what is kept

    def _write(
        self, before: Mapping[str, Situation], after: Mapping[str, Situation], writer: tables.Writer
    ) -> None:
        for name, seat in after.items():
            old = before[name]
            if seat is old:
                continue
            turn = self._turns.get(name)
            writer.add_all("assignment", self._recolored(name, old, seat, turn))
            learned = turn.learned if turn else {}
            writer.add_all(
                "belief",
                [
                    (name, node, color, "text" if learned.get(node) == color else self._origin())
                    for node, color in seat.beliefs.items()
                    if old.beliefs.get(node) != color
                ],
            )
            writer.add_all("pin", _pin_rows(name, old.pins, seat.pins))
            writer.add_all("constraint", _constraint_rows(name, old.constraints, seat.constraints))
            text = tables.seat_text(seat)
            if text != self._texts[name]:
                self._texts[name] = text
                writer.add("seat", name, text)

    def _origin(self) -> str:
        return "truth" if self.game.beliefs == "truth" else "report"

    def _recolored(
        self, name: str, old: Situation, seat: Situation, turn: Turn | None
    ) -> list[tuple[str, str, str, str]]:
        decision = turn.decision if turn else None
        rows = []
        for node, color in seat.colors.items():
            if old.colors[node] == color:
                continue
            source = decision.algorithm if decision else "turn"
            if name == self.team.person:
                source = "human"
            elif seat.committed.get(node) == color:
                source = "commit"
            elif seat.forced.get(node) == color or (
                turn and any(pin.node == node for pin in turn.demanded)
            ):
                source = "forced"
            elif decision and decision.snapped is not None:
                source = "snap"
            rows.append((node, color, name, source))
        return rows

    def _evaluate(self, time_step: int) -> Status:
        colors: Any = {n: c for seat in self._seats.values() for n, c in seat.colors.items()}
        problem = self.team.problem
        points = self.team.points
        return Status(
            time_step,
            int(solver.conflict_counts(problem, problem.encode(colors)[None])[0]),
            float(solver.penalty(problem, colors)),
            {name: seat.satisfied for name, seat in self._seats.items()},
            sum(points.get(color, 0) for color in colors.values()),
            self._finished,
        )

    def _write_status(self, status: Status, writer: tables.Writer) -> None:
        scores = {name: view.score(self._seats[name].colors) for name, view in self.views.items()}
        writer.add(
            "eval",
            *(status.penalty, status.conflicts),
            *(canonical(dict(status.satisfied)), canonical(scores)),
        )
        if status.solved:
            colors = {n: c for seat in self._seats.values() for n, c in seat.colors.items()}
            writer.add("checkpoint", canonical(colors), status.penalty, status.score)

    def get_state_snapshot(self, *, run_id: str, time_step: int) -> dict[str, Any]:
        """Describe the state after the step: a digest of each seat, and what the game comes to."""
        assert self.status is not None
        return {
            "seats": {name: digest(text) for name, text in self._texts.items()},
            "conflicts": self.status.conflicts,
            "penalty": self.status.penalty,
            "finished": self.status.finished,
        }

    def colors(self) -> dict[str, str]:
        """Colors of all nodes, which nobody in the game sees."""
        return {n: c for seat in self._seats.values() for n, c in seat.colors.items()}

    def situations(self) -> dict[str, Situation]:
        """Where everybody stands."""
        return dict(self._seats)


def _moves(turn: Turn) -> list[tuple[str, Sequence[Any]]]:
    """Give (recipient, moves) of a turn's bargaining."""
    return [
        (message.recipient, Bargaining.model_validate(message.payload).moves)
        for message in turn.messages
        if message.kind == "rb" and message.payload is not None
    ]


def _oscillated(turn: Turn) -> bool:
    return turn.decision is not None and "oscillation" in turn.decision.reasons


def _pin_rows(
    name: str, old: Sequence[Pin], new: Sequence[Pin]
) -> list[tuple[str, str, str, str, str, int]]:
    def row(pin: Pin, active: int) -> tuple[str, str, str, str, str, int]:
        return name, pin.node, pin.color, pin.kind, pin.by, active

    return [row(pin, 0) for pin in old if pin not in new] + [
        row(pin, 1) for pin in new if pin not in old
    ]


def _constraint_rows(
    name: str, old: Sequence[Constraint], new: Sequence[Constraint]
) -> list[tuple[str, str, str, str, str, str, int]]:
    def row(one: Constraint, active: int) -> tuple[str, str, str, str, str, str, int]:
        return name, one.constraint_id, one.by, one.node, one.kind, one.color, active

    return [row(one, 0) for one in old if one not in new] + [
        row(one, 1) for one in new if one not in old
    ]
