"""
An agent's turn in ten stages, as a policy of the world.

The policy keeps nothing between turns: what it decides follows from the observation alone. Stage 1 reads
the messages of the last step; stages 2 to 8 compute colors and judge them (``compute``); stage 9 answers
the person and stage 10 sends messages to the neighbors (``speaking``). Between 8 and 9, tables of a
round, a model and deals may change the colors (``negotiating``), and the behavior chart says whether
drafts are sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...contracts import (
    ActionRequest,
    EventSink,
    LLMGateway,
    Observation,
    PlainRequest,
    emit_all,
    trusted,
)
from ..conformance import PRODUCT, Rules
from ..events import Event
from ..handover import Handover
from ..inbox import received
from ..modes import mode_named
from ..situation import Received, Situation
from ..turn import Turn
from ..view import View
from ..view_cache import cached_view
from ..wording.hearing import Hear, Speaker, hear_nothing
from .chart_oracle import oracle
from .compute import (
    apply_assignments,
    clear_forced,
    compare_assignments,
    compute_assignments,
    log_state,
    snap_to_best,
    update_satisfaction,
)
from .negotiating import negotiate
from .position import Position
from .receiving import receive_messages
from .repeating import keep, repeated
from .speaking import deliberate, message_neighbors, reply_to_person


@dataclass(frozen=True)
class ColoringPolicy:
    """
    Policy of one agent, or of any number of them.

    Attributes
    ----------
    mode
        Name of the way to speak with neighbors, one of :data:`~agents.coloring.modes.MODES`.
    rules
        Rules of a turn.
    sink
        Receiver of the events of each turn.
    explain
        Whether decisions say why each node has its color.
    seed
        Seed of the randomized algorithms.
    hear
        Reader of the person's messages; nothing is understood if omitted.
    speaker
        Writer of the messages to the person; templates if omitted.
    gateway, model
        A language model, the oracle of the behavior chart; without one its fallback is taken.
    handover
        Exchange of records with the domain in this process.
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
    handover: Handover | None = None
    stateless: bool = field(default=True, init=False)
    #: The world need not show older messages.
    reads_last_step: bool = field(default=True, init=False)

    @property
    def reads_no_messages(self) -> bool:
        """Whether the domain hands out the messages, so that the world need not show them."""
        return self.handover is not None and self.handover.inboxes

    def __post_init__(self) -> None:
        mode_named(self.mode)

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Take the agent's turn."""
        seen = observation["coloring"]
        view, situation = cached_view(seen), Situation.of(seen["situation"])
        turn, events = self.turn(view, situation, received(observation, agent_id))
        arguments = turn.plain()
        if self.handover is not None:
            self.handover.leave(agent_id, arguments, turn)
        # What a model says is checked, as anything from outside is.
        is_plain = self.gateway is None and self.speaker is None
        if self.sink is not None:
            emit_all(self.sink, events, plain=is_plain)
        return trusted(
            PlainRequest if is_plain else ActionRequest,
            {
                "run_id": run_id,
                "time_step": time_step,
                "agent_id": agent_id,
                "action_name": "coloring:turn",
                "arguments": arguments,
                "metadata": {"policy": "ColoringPolicy", "mode": self.mode},
            },
        )

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Take the agent's turn in a thread, so that others go on while a model answers."""
        request = {"run_id": run_id, "time_step": time_step, "agent_id": agent_id}
        if self.gateway is None and self.speaker is None:
            return self.decide(**request, observation=observation)  # type: ignore[arg-type]
        return await asyncio.to_thread(self.decide, **request, observation=observation)  # type: ignore[arg-type]

    def turn(
        self, view: View, situation: Situation, inbox: Sequence[Received]
    ) -> tuple[Turn, tuple[Event, ...]]:
        """
        Take a turn, as a pure function of the observation.

        Parameters
        ----------
        inbox
            Messages since the last turn.

        Returns
        -------
        tuple
            The turn, and its events in order.
        """
        # Random algorithms draw anew in each step; a model may answer otherwise.
        can_repeat = self.gateway is None and self.rules.algorithm in ("greedy", "exhaustive")
        settings = (self.mode, self.rules, self.explain, self.seed)
        if can_repeat and (last := repeated(view, situation, inbox, settings)) is not None:
            return last
        turn, events = self.computed_turn(view, situation, inbox)
        if can_repeat:
            keep(view, situation, inbox, settings, turn, events)
        return turn, events

    def computed_turn(
        self, view: View, situation: Situation, inbox: Sequence[Received]
    ) -> tuple[Turn, tuple[Event, ...]]:
        """Take a turn in its ten stages; :meth:`turn` computes none that repeats the last one."""
        position = Position.at_start(
            view=view,
            before=situation,
            rules=self.rules,
            mode=mode_named(self.mode),
            inbox=tuple(inbox),
            seed=self.seed,
            explain=self.explain,
        )
        choose = None if self.gateway is None else oracle(self.gateway, self.model, view.agent)
        position = receive_messages(position, self.hear)  # 1
        position = log_state(position)  # 2
        position = compute_assignments(position)  # 3
        position = compare_assignments(position)  # 4
        position = apply_assignments(position)  # 5
        position = clear_forced(position)  # 6
        position = snap_to_best(position)  # 7
        position = update_satisfaction(position)  # 8
        position = negotiate(position, self.gateway, self.model)
        position = deliberate(position, choose)
        position = reply_to_person(position)  # 9
        position = message_neighbors(position, self.speaker)  # 10
        return position.turn(), position.events
