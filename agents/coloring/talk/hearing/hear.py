"""
Stage 1 of a turn for a person's messages: demands, reports, constraints, questions and replies.

Demands, reports and constraints take effect in this turn. Questions are answered from the state after
it. The agent asks about doubts, and "yes" in the next turn confirms them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ....contracts import LLMGateway
from ...situation import NodeColor, Received, Situation, believed
from ...view import View
from ...wording.hearing import Heard
from ...wording.phrases import sentences_in
from ..answers import Answer, answers
from ..reading import Alternative, Question, Reading, ReadingKind, Understanding
from ..tokens import tokens_of
from . import stock
from .changing import other_color, to_change
from .conversation import Conversation, step
from .courtesies import courtesy_in, is_open
from .in_conversation import in_conversation, open_to
from .kept import kept_after, stays
from .main_clauses import with_main_clause
from .named import names_any, names_only_unseen
from .promised import checked_promises
from .put_as_questions import (
    costs_more,
    fewest,
    names_in_statements,
    offered,
    only_wished,
    put_as_questions,
    supposed_together,
)
from .recorded import recorded
from .second_reader import ACTS, back, read_again
from .statements import statements
from .subjects import about_last, anyway, questions_of, with_subject
from .taking_back import putting_back

#: Words with which a color that a node has may be unwanted: "I refuse h2 red".
_OPPOSES = re.compile(
    r"\b(?:refus\w+|not|no|never|hate|dislike|against|avoid|without|cannot|reject|bad|wrong)\b|n't\b",
    re.IGNORECASE,
)
_MEANT = re.compile(r"\bi meant?\b", re.IGNORECASE)


@dataclass(frozen=True)
class Listener:
    """
    Reader of what a person says; a ``Hear``.

    Attributes
    ----------
    gateway, model
        Language model as second reader; without one the rules and the network are used.
    """

    gateway: LLMGateway | None = None
    model: str = "default"

    def __call__(self, said: Sequence[Received], view: View, situation: Situation) -> Heard:
        """Understand the messages of one person, oldest first."""
        if not said:
            return Heard()
        return _Hearing(self, view, situation, said[-1].sender).heard(said)


def hear(said: Sequence[Received], view: View, situation: Situation) -> Heard:
    """Understand the messages of one person without a language model."""
    return Listener()(said, view, situation)


@dataclass
class _Hearing:
    """The messages of one person in one turn, and what was collected from them."""

    listener: Listener
    view: View
    situation: Situation
    peer: str
    demands: dict[str, str] = field(default_factory=dict)
    released: dict[str, None] = field(default_factory=dict)
    restored: dict[str, str] = field(default_factory=dict)
    avoided: dict[str, str] = field(default_factory=dict)
    reports: dict[str, str] = field(default_factory=dict)
    denied: dict[str, None] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    wishes: list[NodeColor] = field(default_factory=list)
    supposed: tuple[NodeColor, ...] = ()
    confirmed: tuple[Reading, ...] = ()
    open: tuple[NodeColor, ...] = ()
    replies: list[str] = field(default_factory=list)
    asked: list[Reading] = field(default_factory=list)
    choices: tuple[Alternative, ...] = ()
    put_off: list[Reading] = field(default_factory=list)
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def heard(self, said: Sequence[Received]) -> Heard:
        conversation = Conversation.of(self.situation.flow, self.view, self.peer)
        now = open_to(said, self.situation, conversation)
        self.supposed, self.confirmed = now.supposed, now.asked
        self.open = tuple(NodeColor(one.node, one.color) for one in now.asked if one.node and one.color)
        admitted = [*checked_promises(self.situation, self._seen)]
        self.events += [("nl.promise", record) for _, record in admitted]
        self.replies += [text for text, _ in admitted if text]
        read = [self._read(message, now) for message in said]
        # "1" chooses what was said before in so many words.
        chosen = [one.readings for one in conversation.choices]
        self.confirmed += tuple(r for one in read if one.readings in chosen for r in one.readings)
        for understood in read:
            self._take(understood)
        taken = [one for text in read for one in text.readings if one not in self.put_off]
        together = Understanding("", tuple(taken))
        shown = {node: color for one in said for node, color in (one.report or {}).items()}
        standing, theirs = self.situation.constraints, self._theirs(together)
        about = statements(theirs, self.view, standing, self.peer, shown)
        for one in about.stated:
            if one.kind == "required" and one.node not in {**self.situation.beliefs, **self.reports}:
                self.reports[one.node] = one.color  # it cannot have another
        if about.withdrawn and len(said) == 1:
            # "No, scratch that, it can be red" was understood, if not all of its words.
            self.replies = [one for one in self.replies if one != stock.UNCLEAR]
        self.replies += [*about.confirmed, *about.asked]
        beliefs = dict(believed(self.situation.beliefs, self.reports, self.denied))
        # To put back what was put back would undo the undoing.
        undoes = conversation.before in [text.readings for text in read]
        moved = step(
            conversation,
            read,
            self.view,
            self.peer,
            asked=self.asked,
            choices=self.choices or about.choices,
            before=() if undoes else putting_back(self.demands, about.stated, self.situation),
            supposed=next((one.supposed for one in reversed(self.questions) if one.supposed), ()),
            kept=kept_after(read, conversation.kept, shown),
            beliefs=beliefs,
            time_step=self.situation.time_step,
        )
        self.events += [("nl.mode", {"mode": moved.mode, "missing": list(moved.missing)}), *moved.events]
        return Heard(
            demands=self.demands,
            released=tuple(self.released),
            restored=self.restored,
            avoided=self.avoided,
            reports=self.reports,
            denied=tuple(node for node in self.denied if node not in {**self.reports, **shown}),
            constraints=about.stated,
            withdrawn=about.withdrawn,
            replies=tuple(dict.fromkeys(self.replies)),
            flow=moved.conversation.json_dict(),
            events=tuple(self.events),
            answer=self._answer(),
        )

    def _read(self, message: Received, conversation: Conversation) -> Understanding:
        polite = courtesy_in(message.text, asked=is_open(conversation, self.situation))
        if polite is not None:
            understood, replies = Understanding(message.text), [] if self.replies else [polite]
        else:
            understood, replies = in_conversation(
                message.text, self.view, self.situation, self.peer, conversation
            )
        self.replies += replies
        record: dict[str, Any] = {"asked": False}
        if self.listener.gateway is not None and polite is None:
            understood, record = read_again(
                understood, self.view, self.listener.gateway, model=self.listener.model
            )
        self.events.append(("nl.parsed", recorded(message, understood, record)))
        return understood

    def _take(self, understood: Understanding) -> None:
        for reading in self._at_once(understood):
            if not self._known(reading, understood):
                self._one(reading)
        for one in understood.of("preference"):
            node, color = one.node, one.color
            unknown = node in self.view.owners and node not in self.situation.beliefs
            if unknown and node and color and stays(node, understood.text):
                self.reports[node] = color
        self._suppose(understood.text)
        self.choices = understood.choices or self.choices
        if not understood.readings and names_only_unseen(understood.text, self.view):
            self.replies.append(stock.SEES_NONE)
        else:
            asked = questions_of(understood, self.view, self.situation.beliefs)
            about = [about_last(q, understood.text, self.view, self.supposed, self.open) for q in asked]
            about = with_main_clause([*self.questions, *about], understood.text, self.view)
            self.questions = [one for one in about if one.subject != "unseen"]
            if len(self.questions) < len(about):
                self.replies.append(stock.HIDDEN)
            offers = [offered(one, self.view, self.situation) for one in asked]
            self.asked += [one for one in offers if one is not None and self._seen(one.node)]
            if not understood.readings and not understood.questions:
                if understood.unread:
                    self.replies.append(
                        stock.UNCLEAR if names_any(understood.text, self.view) else stock.UNREAD
                    )
                elif not self.replies:
                    self.replies.append(
                        stock.WELCOME if stock.THANKS.search(understood.text) else stock.AGREES
                    )
            elif not understood.questions and all(map(self._is_unseen_wish, understood.readings)):
                self.replies.append(stock.HIDDEN)
        if understood.cut:
            self.replies.append("Your message is too long; I read only the beginning.")

    def _is_unseen_wish(self, reading: Reading) -> bool:
        return (
            reading.kind == "preference"
            and reading.node in self.view.own
            and not self._seen(reading.node)
        )

    def _at_once(self, understood: Understanding) -> tuple[Reading, ...]:
        """Return the readings without wishes, and without requests that are put as questions."""
        for one in only_wished(understood, self.view):
            if one not in self.confirmed and self._seen(one.node):
                self.put_off.append(one)
                limit = replace(one, kind="forbidden")
                self.asked.append(limit if one.node in self.view.owners else one)
                self.replies.append(back(limit))
        kept = tuple(one for one in understood.readings if one not in self.put_off)
        understood = replace(understood, readings=kept)
        for one in to_change(understood, self.view, self.situation, self.peer):
            if one not in self.confirmed and one.node is not None and self._seen(one.node):
                self._change(one.node, one)
        if "?" not in understood.text:
            rest = self._without_asked_demands(understood)
            return tuple(one for one in rest if one not in self.put_off)
        denied = [
            one for one in understood.of("negation") if one not in {*self.confirmed, *self.put_off}
        ]
        told = names_in_statements(understood.text)
        nodes = dict.fromkeys(one.node for one in denied if one.node and one.node.casefold() not in told)
        left = [node for node in nodes if self._denial_costs(node, denied)]
        self.put_off += [one for one in denied if one.node in left]
        return tuple(one for one in self._without_asked_demands(understood) if one not in self.put_off)

    def _change(self, node: str, asked: Reading) -> None:
        """Change a node in this turn, or ask whether to if that costs a conflict."""
        if (best := other_color(self.view, self.situation, node)) is None or asked.color is None:
            return
        self.put_off.append(asked)
        if self.situation.colors[node] != asked.color:  # it changed while the person wrote
            self.avoided[node] = asked.color
            self.replies.append(f"{node} is no longer {asked.color}.")
        elif best.costs:
            supposed = (NodeColor(node, best.color),)
            self.questions.append(Question("Q3", supposed=supposed, subject="anyway"))
            self.asked.append(Reading("demand", node, best.color))
        else:
            self.avoided[node], self.released[node] = asked.color, None

    def _denial_costs(self, node: str, denied: Sequence[Reading]) -> bool:
        """Ask whether to do without colors of a node, if each other color of it costs a conflict."""
        barred = {one.color for one in denied if one.node == node}
        others = [color for color in self.view.domain if color not in barred]
        if node not in self.view.own or not others:
            return False
        if not all(self._costs([NodeColor(node, color)]) for color in others):
            return False
        # The one that costs least is the one to ask about.
        others.sort(key=lambda color: fewest(self.view, self.situation, node, color), reverse=True)
        for color in others[:-1]:
            self.questions.append(Question("Q3", supposed=(NodeColor(node, color),)))
        last = NodeColor(node, others[-1])
        self.questions.append(Question("Q3", supposed=(last,), subject="anyway"))
        self.asked.append(Reading("demand", last.node, last.color))
        return True

    def _without_asked_demands(self, understood: Understanding) -> tuple[Reading, ...]:
        """Ask about demands that are questions, or stand beside one and would cost a conflict."""
        wanted = tuple(
            NodeColor(one.node, one.color)
            for one in understood.of("demand")
            if one.node and one.color and one not in self.confirmed
        )
        asked = put_as_questions(understood.text, wanted)
        if not asked and "?" in understood.text and self._costs(wanted):
            asked = wanted
        if not asked:
            return understood.readings
        self.questions.append(Question("Q3", supposed=asked, subject=anyway(understood.text)))
        nodes = [one.node for one in asked]
        put = [one for one in understood.of("demand") if one.node in nodes]
        # What is only asked about decides nothing, and ends no limit.
        self.put_off += put
        barred = self.situation.barred
        self.asked += [one for one in put if one.color not in barred.get(one.node or "", ())]
        return tuple(one for one in understood.readings if one not in put)

    def _costs(self, wanted: Sequence[NodeColor]) -> bool:
        known = self.situation.but(beliefs={**self.situation.beliefs, **self.reports})
        return all(self._seen(one.node) for one in wanted) and costs_more(self.view, known, wanted)

    def _one(self, reading: Reading) -> None:
        node, color = reading.node, reading.color
        if reading.source == "model" and reading.kind in ACTS:
            self._ask_back(reading)
        elif reading.kind == "demand" and node is not None and color is not None:
            self.demands[node] = color
            self.released.pop(node, None)
        elif reading.kind == "release" and node is not None:
            self.released[node] = None
            excluded = any(one.node == node for one in self.situation.constraints)
            if node not in self.situation.forced and self._seen(node) and not excluded:
                self.replies.append(stock.AGREES)
            self.demands.pop(node, None)
        elif reading.kind == "restore" and node is not None and color is not None:
            self.restored[node], self.released[node] = color, None
        elif reading.kind == "report" and node is not None and color is not None:
            self._reported(node, color)
        elif reading.kind == "refused":
            self._refused(reading)
        elif reading.kind == "doubt":
            self._doubted(reading)
        elif reading.kind == "foreign_language":
            self.replies.append(stock.ENGLISH)
        elif reading.kind == "help":
            self.replies.append(stock.HELP)
        elif reading.kind == "off_topic":
            self.replies.append(stock.OFF_TOPIC)
        elif reading.kind in ("preference", "hypothetical"):
            self._wished(reading)
        elif reading.kind == "negation":
            self._denied(reading)
        elif reading.kind == "complaint" and self._seen(node) and node in self.view.own:
            self.questions.append(Question("deals", node, color=color, subject="promise"))
        elif reading.kind == "indifferent":
            self.replies.append(stock.CHOOSES if node in self.view.own else stock.TELL)

    def _reported(self, node: str, color: str) -> None:
        """Believe a report, unless a deal says otherwise: the platform holds both sides to it."""
        agreed = {
            term.node: term.color
            for offer in self.situation.offers
            if offer.status == "accepted" and self.peer in (offer.sender, offer.recipient)
            for term in (*offer.conditions, *offer.assignments)
        }
        if agreed.get(node, color) == color:
            self.reports[node] = color
        else:
            self.replies.append(f"We agreed on {node} {agreed[node]}.")

    def _refused(self, reading: Reading) -> None:
        """Give the reason; a demand on a fixed node is refused by the turn itself, with its event."""
        node, color = reading.node, reading.color
        fixed = node in self.view.fixed and color in self.view.domain
        if fixed and node is not None and color is not None:
            self.demands[node] = color
        elif reading.reason is not None and not self._names_unseen(reading.reason):
            self.replies.append(reading.reason)
        else:
            self.replies.append("I can't do that.")

    def _known(self, reading: Reading, understood: Understanding) -> bool:
        """Return whether a doubt asks for the color that a node has, and for no other one."""
        if reading.kind != "doubt" or reading.node is None or reading.color is None:
            return False
        name = re.compile(rf"\b{re.escape(reading.node)}\b", re.IGNORECASE)
        said = " ".join(one for one in sentences_in(understood.text) if name.search(one))
        if _OPPOSES.search(said or understood.text):
            return False
        colors = {one.color for one in understood.readings if one.node == reading.node}
        known = self.situation.colors if reading.node in self.view.own else self.situation.beliefs
        return colors == {known.get(reading.node)}

    def _doubted(self, reading: Reading) -> None:
        """Ask about a doubt, and keep what an answer would mean."""
        question = reading.reason or stock.UNCLEAR
        if self._names_unseen(question):
            self.replies.append("Which color do you mean?")
            return
        self.replies.append(question)
        if reading.meant is not None:
            self.asked.append(replace(reading.meant, confidence=0.9))
        if reading.node is None:
            return
        if reading.color is None:
            self._ask_for_color(reading.node)
        else:
            kind: ReadingKind = "demand" if reading.node in self.view.own else "report"
            self.asked.append(replace(reading, kind=kind, reason=None, confidence=0.9))

    def _wished(self, reading: Reading) -> None:
        """Ask about a wish for an own node; work out what a wish for a foreign node would mean."""
        node, color = reading.node, reading.color
        frees = self._freed(reading).kind == "retract"
        if frees or node is None or color is None or not self._seen(node):
            return
        if node in self.view.own and reading.kind == "preference":
            if self.situation.colors.get(node) != color:
                self._ask_back(Reading("demand", node, color))
            else:
                self.replies.append(stock.AGREES)
        else:
            self.wishes.append(NodeColor(node, color))

    def _suppose(self, text: str) -> None:
        """Ask what the wishes of a message mean: together, or each if a node has several colors."""
        wishes = tuple(dict.fromkeys(self.wishes))
        if wishes and _MEANT.search(text):
            # "No, I meant if h5 is blue": what was supposed of own nodes stands.
            kept = [one for one in self.supposed if one.node in self.view.own]
            wishes = tuple(dict.fromkeys((*wishes, *kept)))
        groups = supposed_together(wishes, text)
        self.questions += [with_subject(Question("Q3", supposed=group), text) for group in groups]
        self.wishes.clear()

    def _denied(self, reading: Reading) -> None:
        """Ask about a denial that contradicts what the agent believes."""
        node, color = reading.node, reading.color
        if node is None or not self._seen(node) or self._excludes(reading):
            return
        if node in self.view.owners and self.situation.beliefs.get(node) == color:
            self.denied[node] = None
            self._ask_for_color(node)
            self.replies.append(f"What color is {node}?")
        elif node in self.view.owners and (believed := self.situation.beliefs.get(node)) is not None:
            self.replies.append(f"As far as I know {node} is {believed}.")
        elif node in self.view.owners:
            self._ask_for_color(node)
        elif node in self.view.fixed:
            fixed = f"{node} is fixed to {self.view.fixed[node]}"
            held = color == self.view.fixed[node]
            self.replies.append(f"{fixed}, so I cannot change it." if held else f"{fixed}.")
        elif node in self.situation.committed:
            # The turn may end the deal: what binds the node is said when that is known.
            self.questions.append(Question("deals", node, subject="promise"))

    def _excludes(self, reading: Reading) -> bool:
        """Return whether the person excludes a color that nothing keeps an own node in."""
        node = reading.node
        return (
            reading.kind in ("negation", "forbidden")
            and node in self.view.own
            and node is not None
            and self._seen(node)
            and node not in self.view.fixed
            and self.situation.committed.get(node) != reading.color
        )

    def _ask_for_color(self, node: str) -> None:
        """Keep the question for a color open for the next message."""
        self.asked.append(Reading("demand" if node in self.view.own else "report", node))

    def _ask_back(self, reading: Reading) -> None:
        if self._seen(reading.node):
            self.asked.append(replace(reading, source="rules", confidence=0.9))
            self.replies.append(back(reading))
        else:
            self.replies.append(stock.UNCLEAR)

    def _theirs(self, understood: Understanding) -> Understanding:
        """Return what the rules read, with limits of nodes that the person and the agent own only."""
        decided = {one.node for one in understood.of("demand", "release", "restore")}
        # What a denial beside a demand says of the node, the demand says as well.
        barring = [r for r in understood.readings if self._excludes(r) and r.node not in decided]
        kept = tuple(
            replace(reading, kind="forbidden") if reading in barring else reading
            for reading in map(self._freed, understood.readings)
            if reading.source != "model"
            and (
                reading.kind not in ("forbidden", "required", "retract")
                or reading.node in self.view.border_of(self.peer)
                or (reading.kind == "retract" and reading.node in self.view.own)
                or self._excludes(reading)
            )
        )
        return replace(understood, readings=kept)

    def _freed(self, reading: Reading) -> Reading:
        """Return what ends a demand, or allows a color, as the end of what was ruled out."""
        barred = self.situation.barred.get(reading.node or "", ())
        freed = reading.kind == "release" or (reading.kind == "preference" and reading.color in barred)
        return replace(reading, kind="retract") if barred and freed else reading

    def _answer(self) -> Callable[[View, Situation, bool], Sequence[Answer]] | None:
        if not self.questions:
            return None
        asked, peer = tuple(self.questions), self.peer
        return lambda view, now, offers: answers(asked, view, now, peer, makes_offers=offers)

    def _names_unseen(self, text: str) -> bool:
        return any(one.is_node and not self._seen(one.text) for one in tokens_of(text, self.view))

    def _seen(self, node: str | None) -> bool:
        return node in {*self.view.border_of(self.peer), *self.view.border_to(self.peer)}
