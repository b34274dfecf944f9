"""
An agent's turn, all ten stages of it, as a policy of the world.

Stateless: what it decides follows from the observation alone. Stage 1 reads the messages of the last
step; 2 to 8 compute colors and judge them (``compute``); 9 answers the person; 10 tells the
neighbors (``speaking``), or bargains with them (``bargaining/moves``). The behavior chart says which
of the drafts are sent; what a neighbor believes of the border is kept true in any case, and a person who
spoke is answered in any case.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...canonical import digest
from ...contracts import ActionRequest, EventSink, LLMGateway, Observation
from ...errors import InputError
from ..assessing import solving
from ..assessing.satisfaction import conflicts, is_satisfied
from ..bargaining.moves import bargain, is_content
from ..bargaining.utilities import next_turn
from ..conformance import PRODUCT, Rules
from ..inbox import received
from ..messages import Outgoing
from ..situation import Pin, Received, Situation
from ..talk.conversation import Conversation
from ..talk.reading import Reading
from ..talk.second_reader import back
from ..turn import ChartMove, Turn
from ..view import View, cached_view
from ..wording.hearing import Hear, Heard, Speaker, asks_for_team, checked, hear_nothing
from ..wording.templates import beside_text
from . import behavior
from .behavior import Facts
from .chart_oracle import oracle
from .compute import Computed, Event, compute
from .model_actions import Action, act
from .model_tools import consult
from .speaking import Drafts, Mode, draft, reply, standing_towards, status
from .wording import After, post, word

#: How each mode speaks in structured content.
_MODES: dict[str, Mode] = {
    **{"RB": "RB", "LLM_RB": "RB"},
    **{"LLM_U": "LLM_U", "LLM_C": "LLM_C", "LLM_F": "LLM_F", "LLM_API": "LLM_API"},
}


@dataclass(frozen=True)
class ColoringPolicy:
    """
    Plays for one agent, or for any number of them.

    Attributes
    ----------
    mode
        How it speaks with its neighbors: ``"RB"``, ``"LLM_U"``, ``"LLM_C"``, ``"LLM_F"``, ``"LLM_API"``
        (as LLM_C while there are conflicts, else as LLM_U; a model takes one action beside it), or
        ``"LLM_RB"`` (as RB; its moves are worded to the person).
    rules
        Of a turn.
    sink
        Takes the events of each turn.
    explain
        Whether decisions say why each node has its color.
    seed
        Of the algorithms that draw lots.
    hear
        Reads what a person says; nothing, if omitted.
    speaker
        Words what goes to the person; templates do, if omitted.
    gateway, model
        A language model, the oracle of the behavior chart; without one its fallback is taken.
    """

    mode: str = "LLM_U"
    rules: Rules = PRODUCT
    sink: EventSink | None = None
    explain: bool = False
    seed: int = 0
    hear: Hear = hear_nothing
    speaker: Speaker | None = None
    gateway: LLMGateway | None = None
    model: str = ""
    stateless: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        if self.mode not in _MODES:
            raise InputError(f"mode {self.mode!r}: expected one of {', '.join(_MODES)}")

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Take the agent's turn."""
        seen = observation["coloring"]
        view, situation = cached_view(seen), Situation.of(seen["situation"])
        turn, events = self.turn(view, situation, received(observation, agent_id))
        if self.sink is not None:
            for name, data in events:
                self.sink.emit(name, data)
        return ActionRequest(
            run_id=run_id,
            time_step=time_step,
            agent_id=agent_id,
            action_name="coloring:turn",
            arguments=turn.model_dump(mode="json", exclude_defaults=True),
            metadata={"policy": "ColoringPolicy", "mode": self.mode},
        )

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Like :meth:`decide`; others go on while a model thinks."""
        request = {"run_id": run_id, "time_step": time_step, "agent_id": agent_id}
        if self.gateway is None and self.speaker is None:
            return self.decide(**request, observation=observation)  # type: ignore[arg-type]
        return await asyncio.to_thread(self.decide, **request, observation=observation)  # type: ignore[arg-type]

    def turn(
        self, view: View, situation: Situation, inbox: Sequence[Received]
    ) -> tuple[Turn, list[Event]]:
        """
        Take a turn: a pure function of what is seen.

        Parameters
        ----------
        inbox
            What came since the last turn.

        Returns
        -------
        tuple
            The turn, and its events in order.
        """
        said = [m for m in inbox if m.sender == view.person and m.kind != "rb" and m.text.strip()]
        heard = checked(self.hear(said, view, situation), view) if said else Heard()
        before, situation = situation, _informed(situation, heard)
        first = self._computed(view, situation, heard)
        planned, tables = self._in_tree(view, situation, first)
        planned, action, consulted = self._by_model(view, situation, planned, inbox, bool(said))
        heard = _asked_back(heard, action, view)
        computed, bargained = self._after_deals(view, situation, planned, inbox, action)
        events = [*heard.events, *consulted, *computed.events]
        bound = _bound(situation, computed, view)
        facts = Facts(
            message_received=any(message.kind != "utilities" for message in inbox),
            person_spoke=bool(said),
            satisfied=computed.satisfied,
            beliefs_changed=bool(computed.changes) or computed.beliefs != situation.last_beliefs,
            offer_closed=_offer_closed(view, situation),
            oscillation=computed.oscillates,
        )
        drafts = Drafts()
        if behavior.speaks(behavior.step(situation.chart, facts)):
            drafts, facts = self._drafted(view, bound, computed, facts, said, bargained)
        choose = None if self.gateway is None else oracle(self.gateway, self.model, view.agent)
        moves = behavior.step(situation.chart, facts, choose)
        messages = self._spoken(view, bound, computed, heard, said, drafts, moves, bargained)
        messages += tables
        after = After(view, before, bound, computed, heard)
        if self.speaker is not None:
            kinds = ("rb",) if self.mode != "LLM_RB" else ()
            messages, worded = word(after, self.speaker, messages, said, as_it_is=kinds)
            events += worded
        posted, guarded = post(after, action.words, messages)
        messages += posted
        events += guarded
        if behavior.speaks(moves):
            moves = behavior.sent(moves, facts)
        events += [*drafts.events, *_told(moves, messages)]
        turn = Turn(
            assignments=computed.assignments,
            satisfied=computed.satisfied,
            learned=dict(heard.reports),
            demanded=tuple(
                Pin(node, color, "forced", view.person or "")
                for node, color in computed.binding.forced.items()
                if node not in view.fixed
            ),
            released=computed.binding.released,
            stated=tuple(heard.constraints),
            withdrawn=tuple(heard.withdrawn),
            promised=tuple(heard.promised),
            decision=computed.decision,
            messages=tuple(messages),
            chart=tuple(moves),
            flow=heard.flow,
        )
        return turn, events

    # ------------------------------------------------------------------------------------- stages

    def _computed(self, view: View, situation: Situation, heard: Heard) -> Computed:
        lot = digest(f"{self.seed}\0{view.agent}\0{situation.time_step}")
        # In a tree of agents the tables decide about colors.
        return compute(
            view,
            replace(situation, may_recolor=situation.may_recolor and situation.place is None),
            self.rules,
            demands=heard.demands,
            # A deal is ended by a move of bargaining, and not by a word.
            released=[node for node in heard.released if node not in situation.committed],
            explain=self.explain,
            seed=int(lot[:8], 16),
        )

    def _in_tree(
        self, view: View, situation: Situation, computed: Computed
    ) -> tuple[Computed, tuple[Outgoing, ...]]:
        """Take the agent's part in a tree of agents that pass tables on, if it has a place in one."""
        # A demand is met at once; tables that hold it are made in the next round.
        if situation.place is None or computed.binding.forced:
            return computed, ()
        bound = _bound(situation, computed, view)
        found = next_turn(view, bound, computed.assignments, seed=self.seed)
        computed = replace(computed, events=[*computed.events, *found.events])
        return self._recolored(view, situation, computed, found.colors, "tables"), found.messages

    def _by_model(
        self,
        view: View,
        situation: Situation,
        computed: Computed,
        inbox: Sequence[Received],
        asked: bool,
    ) -> tuple[Computed, Action, list[Event]]:
        """Let a model ask and propose one action, where there is something to decide."""
        waits = any(o.recipient == view.agent and o.status == "pending" for o in situation.offers)
        quiet = not computed.conflicts and not waits and not asked
        if self.mode != "LLM_API" or self.gateway is None or quiet:
            return computed, Action(), []
        bound = _bound(situation, computed, view)
        call, events = consult(self.gateway, self.model, view, bound, self.rules, inbox)
        if call is None:
            return computed, Action(), events
        action = act(call, view, situation, self.rules, computed, asked=asked)
        if action.colors is not None:
            computed = self._recolored(view, situation, computed, action.colors, "model")
        return computed, action, [*events, action.event(call)]

    def _after_deals(
        self,
        view: View,
        situation: Situation,
        computed: Computed,
        inbox: Sequence[Received],
        action: Action,
    ) -> tuple[Computed, tuple[Outgoing, ...]]:
        """Bargain, in the mode that does; colors may change by deals."""
        if _MODES[self.mode] not in ("RB", "LLM_API"):
            return computed, ()
        chosen = None if _MODES[self.mode] == "RB" else action.moves
        found = bargain(view, situation, self.rules, computed.assignments, inbox, chosen=chosen)
        computed = replace(computed, events=[*computed.events, *found.events])
        after = self._recolored(view, situation, computed, found.colors, "deal", found.released)
        if chosen is not None:
            return after, found.messages
        announced = {peer: dict(told) for peer, told in situation.announced.items()}
        for message in found.messages:
            announced.setdefault(message.recipient, {}).update(message.report or {})
        told = replace(situation, announced=announced, beliefs=computed.beliefs)
        if after.satisfied and not is_content(view, told, found.colors):
            after = replace(after, satisfied=False, reason="not_announced")
        return after, found.messages

    def _recolored(
        self,
        view: View,
        situation: Situation,
        computed: Computed,
        colors: dict[str, str],
        reason: str,
        freed: Collection[str] = (),
    ) -> Computed:
        """Let other colors stand than were computed, and judge them."""
        if colors == computed.assignments and not freed:
            return computed
        required = {
            node: color
            for node, color in computed.binding.lasting.items()
            if node not in freed or node in view.fixed
        }
        beliefs = computed.beliefs
        judged = is_satisfied(view, self.rules, colors, beliefs, required)
        found = conflicts(view, colors, beliefs, self.rules)
        cost = solving.penalty(view, colors, beliefs, self.rules.scope)
        old = situation.colors
        told = {
            "old": computed.assignments,
            "new": colors,
            "changed": colors != computed.assignments,
            "algorithm": reason,
            "penalty": cost,
            "conflicts": len(found),
        }
        judgment = {"value": judged.value, "reason": judged.reason, "penalty": cost}
        decision = computed.decision.model_copy(
            update={
                "reasons": (*computed.decision.reasons, reason),
                "penalty": cost,
                "conflicts": len(found),
            }
        )
        return replace(
            computed,
            assignments=colors,
            satisfied=judged.value,
            reason=judged.reason,
            conflicts=found,
            penalty=cost,
            changes={n: (old.get(n), c) for n, c in colors.items() if old.get(n) != c},
            could_alone=computed.could_alone and bool(found),
            decision=decision,
            events=[
                *computed.events,
                ("coloring.computed", told),
                ("coloring.satisfied", judgment),
            ],
        )

    def _drafted(
        self,
        view: View,
        situation: Situation,
        computed: Computed,
        facts: Facts,
        said: Sequence[Received],
        bargained: Sequence[Outgoing],
    ) -> tuple[Drafts, Facts]:
        if _MODES[self.mode] == "RB":
            waits = any(o.sender == view.agent and o.status == "pending" for o in situation.offers)
            offers = bool(bargained)
            return Drafts(), replace(facts, options_exist=offers or waits, nothing_new=not offers)
        team = asks_for_team(said)
        drafts = draft(view, situation, self.rules, _MODES[self.mode], computed, team=team)
        new = bool(drafts.fresh(situation))
        return drafts, replace(facts, options_exist=drafts.options_exist, nothing_new=not new)

    def _spoken(
        self,
        view: View,
        situation: Situation,
        computed: Computed,
        heard: Heard,
        said: Sequence[Received],
        drafts: Drafts,
        moves: Sequence[ChartMove],
        bargained: tuple[Outgoing, ...],
    ) -> list[Outgoing]:
        """Choose what is sent: the reply, what the chart lets out, and reports that are due."""
        messages = list(bargained)
        if _MODES[self.mode] != "RB" and behavior.speaks(moves):
            messages += drafts.fresh(situation)
        if said and view.person is not None:
            person = view.person
            # Prose needs no second message beside the reply.
            beside = [
                m
                for m in messages
                if m.recipient == person and m.kind in ("cost_list", "constraints", "rb")
            ]
            standing = drafts.standings.get(person) or standing_towards(view, person, computed)
            replies = [*heard.replies, *(one.text for one in heard.answers(view, situation))]
            answer = reply(standing, said[-1], replies, with_options=not beside)
            told = [
                m if m.kind == "rb" else m.model_copy(update={"text": beside_text(standing, m.kind)})
                for m in beside
            ]
            messages = [answer, *told, *(m for m in messages if m.recipient != person)]
        if _MODES[self.mode] != "RB":
            messages += self._reports(view, situation, computed, messages)
        return messages

    def _reports(
        self, view: View, situation: Situation, computed: Computed, messages: Sequence[Outgoing]
    ) -> list[Outgoing]:
        """What neighbors have to know of the border, and would not learn otherwise."""
        told = {message.recipient for message in messages}
        due = []
        for peer in view.peers:
            report = {node: computed.assignments[node] for node in view.border_to(peer)}
            if peer not in told and situation.announced.get(peer) != report:
                due.append(status(standing_towards(view, peer, computed)))
        return due


# ------------------------------------------------------------------------------------------- parts


def _asked_back(heard: Heard, action: Action, view: View) -> Heard:
    """Put it to the person whether a demand ends; "yes" in the next turn ends it."""
    if action.released is None or view.person is None:
        return heard
    ends = Reading("release", action.released)
    conversation = Conversation.of(heard.flow, view, view.person)
    asked = replace(conversation, asked=(*conversation.asked, ends))
    return replace(heard, replies=(*heard.replies, back(ends)), flow=asked.json_dict())


def _informed(situation: Situation, heard: Heard) -> Situation:
    """Add what was understood."""
    kept = [one for one in situation.constraints if one.constraint_id not in heard.withdrawn]
    return replace(
        situation,
        beliefs={**situation.beliefs, **heard.reports},
        constraints=(*kept, *heard.constraints),
    )


def _bound(situation: Situation, computed: Computed, view: View) -> Situation:
    """The situation with the colors and pins that stand after the turn."""
    lasting = computed.binding.lasting
    pins = tuple(
        Pin(node, color, "committed" if node in situation.committed else "forced", view.person or "")
        for node, color in lasting.items()
        if node not in view.fixed
    )
    return replace(situation, beliefs=computed.beliefs, colors=computed.assignments, pins=pins)


def _offer_closed(view: View, situation: Situation) -> bool:
    return any(
        offer.sender == view.agent and offer.step_closed == situation.time_step - 1
        for offer in situation.offers
    )


def _told(moves: Sequence[ChartMove], messages: Sequence[Outgoing]) -> list[Event]:
    """Events of what was done: moves of the chart, and messages."""
    events: list[Event] = []
    for move in moves:
        if move.trigger == "tick":
            continue
        data: dict[str, Any] = {"from": move.source, "to": move.to, "trigger": move.trigger}
        if move.oracle is not None:
            events.append(("chart.oracle", {**data, "fallback": move.fallback}))
        events.append(("chart.timeout" if move.trigger == "timeout" else "chart.fire", data))
    for message in messages:
        told = {"recipient": message.recipient, "kind": message.kind}
        events.append(("coloring.message", told))
    return events
