"""
Translate a person's prose into moves of bargaining (mode LLM_RB), with a preview before they are sent.

Rules read sentence by sentence. IF/THEN is an offer, in either order; "could you manage if h1 were
red?" and "can you make a5 green if I take blue?" ask about feasibility; accepting, rejecting and
withdrawing refer to an offer by its name, or to the only one. Other sentences stay prose. A sentence
that reads like a move but is not legal (two colors for a node, a negation, a node that does not touch
the neighbor) is refused with the reason.

Where the rules find no move, a language model may read; the person has to confirm what it finds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...contracts import LLMGateway
from ...errors import ActionRejected, shortened
from ..bargaining.moves import offer_id
from ..bargaining.offers import is_conditional, numbered
from ..bargaining.protocol import check_moves
from ..bargaining.rb_text import ENDS
from ..messages import Accept, ConditionalOffer, FeasibilityQuery, Move, Reject, Withdraw
from ..situation import NodeColor, Offer, Situation
from ..view import View
from ..wording.phrases import sentences_in
from ..wording.untrusted import clean
from . import deal_words, offer_words
from .hearing.unseen_conditions import unseen_condition
from .mirroring import mirror
from .move_reader import moves_by_model
from .pairs import colors_of
from .spelling.withdrawn import corrected
from .tokens import outline, tokens_of
from .translated import Translation
from .understanding import understand
from .understanding.readers.offers import offer_in

_WHOLE = "an offer is accepted whole or not at all; you can make another one"

_UNSEEN = "what {0} is to do cannot depend on what {0} does not see; leave that out, or wait for it"


@dataclass(frozen=True)
class Translator:
    """
    Translator of a person's messages.

    Attributes
    ----------
    gateway, model
        Language model as second reader; without one only the rules are used.
    deals_only
        Whether only what makes, takes, refuses or withdraws an offer is translated (mode RB); the agents
        answer all else.
    """

    gateway: LLMGateway | None = None
    model: str = ""
    deals_only: bool = False

    def __call__(self, text: str, view: View, situation: Situation, peer: str) -> Translation:
        """Translate prose of the view's owner to one neighbor; nothing is changed."""
        by_rules = translate(text, view, situation, peer, deals_only=self.deals_only)
        if by_rules.moves or by_rules.refused or self.gateway is None or not by_rules.rest:
            return by_rules
        rest = by_rules.rest
        moves, record = moves_by_model(rest, view, situation, peer, self.gateway, self.model)
        if not moves:
            return replace(by_rules, record=record)
        return Translation(moves, source="model", record=record)


def translate(
    text: str, view: View, situation: Situation, peer: str, *, deals_only: bool = False
) -> Translation:
    """
    Translate by rules alone.

    Parameters
    ----------
    view, situation
        View and situation of the sender.
    peer
        Neighbor that receives the message.
    deals_only
        Whether only what makes, takes, refuses or withdraws an offer is translated.
    """
    said = offer_words.meant(clean(text).text)
    plain = corrected(said, mirror(view, peer))
    found = _translated(plain, view, situation, peer, deals_only=deals_only)
    condition = unseen_condition(plain, mirror(view, peer)) if found.binds else None
    if condition is not None:
        beside = _translated(condition.rest, view, situation, peer, deals_only=deals_only)
        found = found if beside.moves == found.moves else Translation((), said, (_UNSEEN.format(peer),))
    # Words that are no moves are sent as they were written.
    return found if plain == said or found.moves or found.refused else Translation(rest=said)


def _translated(
    said: str, view: View, situation: Situation, peer: str, *, deals_only: bool
) -> Translation:
    """Translate a text in which nothing is taken back."""
    reader = _Reader(view, situation, peer, said, deals_only=deals_only)
    if offer_words.POSSIBLE.search(said):
        *before, last = sentences_in(said)
        found = _translated(" ".join(before), view, situation, peer, deals_only=deals_only)
        answers = any(isinstance(move, Accept | Reject | Withdraw) for move in found.moves)
        apart = found.moves and any(token.is_node for token in tokens_of(last, view))
        if answers or apart or found.unclear is not None:
            return replace(found, rest=" ".join(filter(None, [found.rest, last])))
        return reader.asked_as_possible(said)
    rest, refused = [], list[ActionRejected]()
    if len(sentences_in(said)) > 1 and reader.whole(said):
        return Translation(tuple(reader.moves))
    for sentence in (part for one in sentences_in(said) for part in offer_words.parts(one)):
        made = len(reader.moves)
        try:
            moved = reader.sentence(sentence)
            moved = moved or (bool(offer_words.OFFERS.match(sentence)) and reader.offered(sentence))
        except ActionRejected as error:
            refused.append(error)
            moved = False
        if not moved:
            rest.append(sentence)
        elif any(isinstance(one, Reject) and ENDS in one.reasons for one in reader.moves[made:]):
            rest += filter(None, [deal_words.color_beside(sentence)])
    if not reader.moves and not refused and reader.whole(said):
        return Translation(tuple(reader.moves))
    if any(isinstance(move, ConditionalOffer) and move.conditions for move in reader.moves):
        rest = [one for one in rest if not offer_words.TAG.fullmatch(one)]
    unclear = next((one for one in refused if isinstance(one, deal_words.Unclear)), None)
    return Translation(tuple(reader.moves), " ".join(rest), tuple(map(str, refused)), unclear)


def demands(text: str, view: View, situation: Situation, peer: str) -> bool:
    """Return whether a text asks a neighbor for a color, so that it may act on it at once."""
    reader = _Reader(view, situation, peer, clean(text).text)
    return any(reader.demands(sentence) for sentence in sentences_in(clean(text).text))


class _Reader:
    """Reader of one sentence at a time; a reason given after a refusal belongs to it."""

    def __init__(
        self, view: View, situation: Situation, peer: str, text: str, *, deals_only: bool = False
    ) -> None:
        self.view, self.situation, self.peer = view, situation, peer
        self._deals_only = deals_only
        self.moves: list[Move] = []
        self._unknown: list[str] = []
        self._text = text
        self._mirror = mirror(view, peer)
        known = {v: situation.beliefs.get(v, view.domain[0]) for v in self._mirror.own}
        border = {v: situation.colors[v] for v in self._mirror.owners}
        self._theirs = Situation(situation.time_step, known, beliefs=border)

    def whole(self, text: str) -> bool:
        """Read colors of both sides as one offer, in any order; return whether it is one."""
        found = offer_in(tokens_of(text, self._mirror), self._mirror)
        if found is None:
            return False
        move = self._offer("offer", tuple(found.conditions), tuple(found.assignments))
        try:
            check_moves(self.view, self.situation, self.peer, [move])
        except ActionRejected:
            return False
        self.moves.append(move)
        return True

    def asked_as_possible(self, said: str) -> Translation:
        """Read terms of which it is asked whether they are possible as a question that binds nobody."""
        asked = understand(said, self._mirror, self._theirs).questions
        pairs = tuple(pair for one in asked if one.kind == "Q3" for pair in one.supposed)
        if self._deals_only or not any(pair.node in self._mirror.owners for pair in pairs):
            return Translation(rest=said)
        query = FeasibilityQuery(query_id=self._id("query"), conditions=pairs)
        try:
            check_moves(self.view, self.situation, self.peer, [query])
        except ActionRejected:
            return Translation(rest=said)
        return Translation((query,))

    def offered(self, sentence: str) -> bool:
        """Read a sentence that says that it is an offer; raise ActionRejected if it asks for nothing."""
        if self.whole(sentence):
            return True
        sides = {token.kind for token in tokens_of(sentence, self._mirror)} & {"own", "foreign"}
        if sides == {"foreign"} and not sentence.rstrip().endswith("?"):
            form = f"if you color {self._mirror.own[0]} {self.view.domain[0]}, I color ..."
            raise ActionRejected(f"an offer needs what {self.peer} gives for it, such as {form!r}")
        return False

    def demands(self, sentence: str) -> bool:
        """Return whether a sentence asks for a color of the neighbor's nodes."""
        readings = understand(sentence, self._mirror, self._theirs).readings
        return any(reading.kind == "demand" for reading in readings)

    def sentence(self, sentence: str) -> bool:
        """Read a sentence; return whether it is a move. Raise ActionRejected if it is not legal."""
        words, named = self._without_names(sentence)
        if not words:
            return not self._unknown
        if ended := self._ended(words, named):
            check_moves(self.view, self.situation, self.peer, [*self.moves, *ended])
            self.moves += ended
            return True
        move = self._move(words, named)
        if self._deals_only and isinstance(move, ConditionalOffer | FeasibilityQuery):
            two_sided = isinstance(move, ConditionalOffer) and move.conditions and move.assignments
            move = move if two_sided else None
        if move is None:
            return self._taught(words)
        if move in self.moves:
            return True  # "deal! I take your offer"
        check_moves(self.view, self.situation, self.peer, [*self.moves, move])
        self.moves.append(move)
        # Nothing answers an announcement but words: the report is said, too.
        return not (isinstance(move, ConditionalOffer) and not move.conditions)

    def _without_names(self, sentence: str) -> tuple[str, list[Offer]]:
        """Remove names of offers, which would be read as nodes."""
        named = []
        for offer in self._between():
            # A name may begin another one.
            pattern = re.compile(rf"\[?(?<![\w%]){re.escape(offer.offer_id)}(?![\w%])\]?", re.I)
            if pattern.search(sentence):
                named.append(offer)
                sentence = pattern.sub("that", sentence)
        self._unknown = offer_words.NAME.findall(sentence)
        for number in offer_words.NUMBER.findall(sentence):
            # The numbers are those on the screen, of the offers of all neighbors.
            meant = numbered(self.situation.offers, self.view.agent).get(int(number))
            if meant is not None and meant.sender == self.peer:
                named.append(meant)
            else:
                self._unknown.append(f"offer {number}")
        sentence = offer_words.NUMBER.sub("that", sentence)
        sentence = offer_words.PLACED.sub(lambda it: self._placed(it, named), sentence)
        sentence = " ".join(offer_words.NAME.sub("", sentence).split())
        return offer_words.TO_THAT.sub(r"\1", sentence) if named else sentence, named

    def _placed(self, name: re.Match[str], named: list[Offer]) -> str:
        """Note the offer that a number names, if there is such an offer of the neighbor."""
        number = offer_words.PLACES[name[3].casefold()] if name[3] else int(name[1] or name[2])
        meant = numbered(self.situation.offers, self.view.agent).get(number)
        if meant is None or meant.sender != self.peer:
            return name[0]
        named.append(meant)
        return "that"

    def _between(self) -> list[Offer]:
        return [o for o in self.situation.offers if self.peer in (o.sender, o.recipient)]

    def _ended(self, words: str, named: Sequence[Offer]) -> list[Move]:
        """Return the moves that end deals, or take back own offers, in a sentence that asks for it."""
        kinds = {reading.kind for reading in understand(words, self._mirror, self._theirs).readings}
        mine, between = self._open(mine=True), self._between()
        deals = [one for one in between if one.status == "accepted"]
        requests = not words.rstrip().endswith("?") or offer_words.MAY_WE.search(words)
        leaves = offer_words.THAT.search(words) or deal_words.leaves(words)
        ends = offer_words.END.search(words) or (leaves and deals and not mine)
        if deal_words.asks_ending(words) or deal_words.supposes_end(words):
            return []
        if requests and not offer_words.KEEPS.search(words):
            if deal_words.wants_none(words):
                if self._open(mine=False) and not (deals and re.search(r"\bour\b", words, re.I)):
                    return [Reject(refers_to=self._one(self._open(mine=False), named))]
                if mine and not deals:
                    return self._taken_back(mine, words, named)
                ends = True
            if ends or deal_words.ends_all(words):
                return self._end(deals, words, named)
        # Where nothing is open, "I take that back" is about what was said last.
        traded = bool(offer_words.TRADED.search(words))
        open_ones = bool(mine or deals) and re.search(r"\bthat\b", words, re.I) is not None
        about = {"refuse", "agree", *(["retract"] * (traded or open_ones))}
        if offer_words.BACK.search(words) and kinds <= about:
            if offer_words.OFFERED.search(words):
                # An offer of the agent that became a deal was never the person's own.
                deals = deal_words.offered_last(between, self.view.agent)
            if deals and not mine and not named:
                return self._end(deals, words, named)
            if mine or named or traded or self._unknown:
                return self._taken_back(mine, words, named)
        return []

    def _end(self, deals: Sequence[Offer], words: str, named: Sequence[Offer]) -> list[Move]:
        return [
            Reject(refers_to=one, reasons=(ENDS,)) for one in self._meant(deals, words, named, "deal")
        ]

    def _taken_back(self, mine: Sequence[Offer], words: str, named: Sequence[Offer]) -> list[Move]:
        return [Withdraw(refers_to=one) for one in self._meant(mine, words, named, "offer")]

    def _meant(
        self, some: Sequence[Offer], words: str, named: Sequence[Offer], what: str
    ) -> Sequence[str]:
        """Return the ids of the deals or own offers that a sentence means."""
        if named or self._unknown:
            return [self._one(some, named)]
        tokens = [token for token in tokens_of(words, self.view) if token.is_node]
        nodes = [node for token in tokens if (node := self.view.node_name(token.text)) is not None]
        return [
            one.offer_id
            for one in deal_words.meant(some, words, nodes, self.view.agent, self.peer, what)
        ]

    def _move(self, words: str, named: Sequence[Offer]) -> Move | None:
        understood = understand(words, self._mirror, self._theirs)
        kinds: set[str] = {reading.kind for reading in understood.readings}
        if offer_words.BACK.search(words) and not named and kinds <= {"refuse", "agree", "retract"}:
            return None
        far = all(r.node in self._mirror.owners for r in understood.of("forbidden"))
        taught = {"forbidden"} if far else set()
        theirs = self._open(mine=False)
        if theirs and offer_words.IN_PART.search(words):
            raise ActionRejected(_WHOLE)
        if (theirs or named) and (limited := offer_words.ACCEPTS_IF.match(words)):
            if offer_words.POLITE.fullmatch(limited["terms"]):
                return self._move(limited["consent"], named)
            return self._countered(limited["terms"], self._one(theirs, named))
        if (together := self._never_together(words, theirs)) is not None:
            return together
        says_so = bool(offer_words.REJECT.search(words) or offer_words.ACCEPT.search(words))
        # "No, that's bad. What else can you offer?" rejects, whatever it asks for.
        else_asked = "refuse" in kinds and {one.kind for one in understood.questions} == {"Q2"}
        if (theirs or named or says_so) and (else_asked or not understood.questions):
            supposed = [q.supposed for q in understand(self._text, self._mirror, self._theirs).questions]
            content = {"satisfied"} if named else set()
            if named and offer_words.READY.fullmatch(words):
                return Accept(refers_to=self._one(theirs, named))
            if (
                kinds
                and kinds <= {"agree", *content}
                and not (understood.unread or offer_words.REJECT.search(words))
                and not self._agrees_in_part(words)
                and (named or says_so or not deal_words.asks_otherwise(supposed, theirs))
            ):
                return Accept(refers_to=self._one(theirs, named))
            refuses = {"refuse", "unsatisfied"} if named else {"refuse"}
            if kinds & refuses and kinds <= {"refuse", "unsatisfied"} | taught:
                impossible = understood.of("forbidden")
                return Reject(
                    refers_to=self._one(theirs, named),
                    impossible_conditions=_pairs(impossible),
                )
        asks = words.rstrip().endswith("?")
        offers = offer_words.MINE.search(words) or offer_words.IF.search(words) or "demand" in kinds
        try:
            return self._terms(words, kinds)
        except ActionRejected as error:
            for_several = isinstance(error, deal_words.ForSeveral)
            if offers and not asks and (for_several or not self._deals_only):
                raise
            return None  # the agents answer what is no offer: "h2 can be red or blue"

    def _countered(self, terms: str, offer_id: str) -> Move:
        """Return the other offer that consent on a condition makes; raise ActionRejected if none."""
        taken = next(one for one in self._between() if one.offer_id == offer_id)
        stays = [next(filter(None, one.groups())) for one in offer_words.STAYS.finditer(terms)]
        kept = {self.view.node_name(name): self.situation.beliefs.get(name.casefold()) for name in stays}
        others = offer_words.STAYS.sub(" ", terms)
        if offer_words.NOT.search(others) or others.rstrip().endswith("?"):
            raise ActionRejected(_WHOLE)
        wanted = {v: c for v, c in kept.items() if v is not None and c is not None}
        wanted |= {pair.node: pair.color for pair in colors_of(others, self._mirror)}
        named = {self.view.node_name(one.text) for one in tokens_of(terms, self.view) if one.is_node}
        if not wanted or named != {*wanted} or not named <= {*self._mirror.own}:
            raise ActionRejected(_WHOLE)
        promised = {pair.node: pair.color for pair in taken.assignments}
        if promised | wanted == promised:
            return Accept(refers_to=offer_id)
        conditions = tuple(NodeColor(v, c) for v, c in (promised | wanted).items())
        return self._offer("offer", conditions, taken.conditions)

    def _agrees_in_part(self, words: str) -> bool:
        """Return whether consent is to a part, or is praise before a question: "perfect. a2 too?"."""
        praises = offer_words.PRAISES.fullmatch(words.strip(" .!")) and self._text.rstrip()[-1:] == "?"
        return bool(praises or offer_words.A_PART.search(self._text))

    def _never_together(self, words: str, theirs: Sequence[Offer]) -> Reject | None:
        """Read "h1 and h3 can't both be green" as the refusal of the one offer that asks for both."""
        denies = offer_words.NOT.search(words) and offer_words.TOGETHER.search(words)
        if not denies or words.rstrip().endswith("?"):
            return None
        try:
            pairs = colors_of(words, self._mirror)
        except ActionRejected:
            return None
        asking = [offer for offer in theirs if {*pairs} <= {*offer.conditions}]
        if len(pairs) < 2 or len(asking) != 1:
            return None
        return Reject(refers_to=asking[0].offer_id, impossible_combinations=(tuple(pairs),))

    def _terms(self, words: str, kinds: set[str]) -> Move | None:
        """Read an offer, a request, a question or an announcement."""
        understood = understand(words, self._mirror, self._theirs)
        asks = words.rstrip().endswith("?")
        supposed = [q.supposed for q in understood.questions if q.kind == "Q3"]
        if asks and not kinds and len(supposed) > 1:
            return None  # "would you rather have h1 red or green?", which the agent answers
        pairs = colors_of(words, self._mirror) if kinds or supposed or understood.unread else []
        yours = tuple(pair for pair in pairs if pair.node in self._mirror.own)
        mine = tuple(pair for pair in pairs if pair.node in self._mirror.owners)
        if offer_words.MINE.search(words) and offer_words.IF.search(words) and (yours or mine):
            self._here(words)
        asked = offer_words.TAIL.sub("", words)
        if asks and offer_words.POINTS.search(words) and not understood.conditions:
            return None  # the agents answer with a score
        if asks and yours and mine and offer_words.ASKS.search(asked):
            self._plain(words)
            return FeasibilityQuery(query_id=self._id("query"), conditions=(*mine, *yours))
        if yours and mine and offer_words.MINE.search(words) and offer_words.JOINED.search(words):
            self._plain(words)
            # Words that ask for an answer to an offer leave no doubt that it is one.
            if understood.unread and asked == words:
                form = f"if you color {yours[0].node} {yours[0].color}, I color {mine[0].node} ..."
                raise ActionRejected(f"{shortened(words)}: expected an offer such as {form!r}")
            return self._offer("offer", yours, mine)
        if supposed and not yours and mine and asks:
            self._plain(words)
            return FeasibilityQuery(query_id=self._id("query"), conditions=mine)
        if yours and not mine and kinds == {"demand"}:
            self._plain(words)
            return self._offer("offer", yours, ())
        stands = all(self.situation.colors[pair.node] == pair.color for pair in mine)
        if mine and not yours and kinds == {"report"} and stands:
            return self._offer("update", (), mine)
        return None

    def _offer(
        self, kind: str, conditions: tuple[NodeColor, ...], assignments: tuple[NodeColor, ...]
    ) -> ConditionalOffer:
        return ConditionalOffer(offer_id=self._id(kind), conditions=conditions, assignments=assignments)

    def _here(self, words: str) -> None:
        found = [self.view.node_name(one.text) for one in tokens_of(words, self.view) if one.is_node]
        nodes = [node for node in found if node is not None]
        deal_words.check_for_one({v: self.view.owners[v] for v in nodes if v in self.view.owners})
        for node in nodes:
            if self._mirror.node_name(node) is None:
                legal = ", ".join((*self._mirror.own, *self._mirror.owners))
                raise ActionRejected(f"{node}: expected a node of your common border: {legal}")

    def _plain(self, words: str) -> None:
        outlined = outline(tokens_of(words, self._mirror))
        if offer_words.NOT.search(words) or offer_words.OFF_COLOR.search(outlined):
            raise ActionRejected(
                f"{shortened(words)}: expected the color that a node gets, not one that it avoids"
            )

    def _taught(self, words: str) -> bool:
        """Add "h1 can never be red" to the refusal just before it."""
        last = self.moves[-1] if self.moves else None
        if not isinstance(last, Reject):
            return False
        understood = understand(words, self._mirror, self._theirs)
        impossible = _pairs(understood.of("forbidden"))
        if not impossible or len(impossible) != len(understood.readings):
            return False
        taught = last.model_copy(
            update={"impossible_conditions": (*last.impossible_conditions, *impossible)}
        )
        check_moves(self.view, self.situation, self.peer, [*self.moves[:-1], taught])
        self.moves[-1] = taught
        return True

    def _id(self, kind: str) -> str:
        step, place = self.situation.time_step, len(self.moves)
        return offer_id(kind, self.view.agent, self.peer, step, place)

    def _open(self, *, mine: bool) -> list[Offer]:
        by = self.view.agent if mine else self.peer
        pending = [one for one in self._between() if one.sender == by and one.status == "pending"]
        return [*filter(is_conditional, pending)]

    def _one(self, offers: Sequence[Offer], named: Sequence[Offer]) -> str:
        """Return the id of the offer that is meant, the named one or the only one."""
        if len(named) == 1 and not self._unknown:
            return named[0].offer_id
        if self._unknown:
            raise ActionRejected(
                f"{shortened(self._unknown[0])}: expected an offer between you and {self.peer}"
            )
        if not named and len(offers) == 1:
            return offers[0].offer_id
        if not offers:
            raise ActionRejected(f"no offer of {self.peer} waits for your answer")
        open_ones = numbered(self.situation.offers, self.view.agent)
        numbers = {one.offer_id: f"offer {number}" for number, one in open_ones.items()}
        choice = ", ".join(numbers.get(one.offer_id, one.offer_id) for one in named or offers)
        raise ActionRejected(f"name one of these: {choice}")


def _pairs(readings: Sequence[Any]) -> tuple[NodeColor, ...]:
    return tuple(NodeColor(one.node, one.color) for one in readings if one.node and one.color)
