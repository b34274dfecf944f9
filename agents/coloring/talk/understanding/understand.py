"""
Understand what a person writes: a pure function of the message, the view and the situation.

The rules give all meanings of a message (``rules``). One meaning is acted upon; several, and a part
without a meaning that names a node or a color, make the agent ask, with what it may mean as choices.
Then the readers of ``STAGES`` read messages of one kind each, in any words: in each stage the first one
that reads the message replaces what was read. Last, the steps of ``REVISIONS`` change what is read.

Tried without success: log-linear classifiers of what is done with each node and color (words, pairs of
words, their classes, and the meanings of the rules as features), learned from 1,000 labelled sentences.
In five-fold cross-validation they were right on 41% of the messages, the rules on 33%; where the rules
ask, their best guess was right 9 times in 100 and wrong 14 times. A network that learned from
eleven times as many is asked beside the rules, of people only (``agents.coloring.talk.learned``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...situation import Situation
from ...view import View
from ...wording.untrusted import clean
from ..grammar import Interpretation
from ..reading import Question, Reading, Understanding
from ..spelling.language import is_foreign
from ..spelling.withdrawn import without_withdrawn
from .idle_sentences import without_idle
from .message import Message, Result
from .readers.agreed import agreed_in
from .readers.all_possible import all_possible
from .readers.allowed import allowed_in, with_denied
from .readers.another import another_in
from .readers.by_exclusion import all_but_one, by_exclusion
from .readers.clashes import clash_of
from .readers.colors_asked import colors_asked_in
from .readers.colors_compared import colors_compared_in
from .readers.conditions import condition_in
from .readers.contented import contented_in
from .readers.dropped import dropped
from .readers.liking import liked_if, liking_in
from .readers.limits_asked import limits_in
from .readers.limits_doubted import limits_doubted_in, limits_set_in
from .readers.limits_listed import limits_listed_in
from .readers.listed import chosen_in
from .readers.meant import meant_in
from .readers.offers import avoiding_offer_in, denied_offer_in, offer_in, possible_in
from .readers.offers_asked import offers_asked_in, with_offer_wanted
from .readers.opened import all_opened, lifts, opened
from .readers.pointing import pointing_in
from .readers.promised import promise_in
from .readers.replying import answer_in, done_in, reply_in
from .readers.unnamed import stays_in, unnamed_in
from .readers.worth import made_in, worth_in
from .revisions.answered import with_declined, with_leave
from .revisions.conditional import without_conditional
from .revisions.contradictions import without_contradictions
from .revisions.decisions import with_decisions
from .revisions.denied import without_denied
from .revisions.doubtful import doubt_all
from .revisions.lasting import with_lasting
from .revisions.nodded import more_than_a_nod
from .revisions.satisfied import only_satisfied
from .revisions.settled import settled
from .revisions.standing import with_standing
from .revisions.supposing import (
    of_named_colors,
    supposing,
    supposing_anew,
    supposing_either,
    with_other_colors,
)
from .revisions.taken_back import without_taken_back
from .revisions.together import together
from .revisions.topics import with_topic
from .revisions.unlikely import without_unlikely
from .revisions.weakened import weakened
from .revisions.which_node import which_node, which_to_change
from .rules import read_by_rules
from .topics import states_clash
from .two_questions import both_questions, questions_beside, why_not_as_before


def always(result: Result) -> bool:
    """Read every message."""
    return True


def unread(result: Result) -> bool:
    """Read a message of which a part was not read."""
    return result.unread


def unread_or_idle(result: Result) -> bool:
    """Read a message of which a part was not read, or that refuses or says nothing of the game."""
    idle = all(one.kind == "off_topic" for one in result.readings) and not result.read.questions
    refuses = [one.kind for one in result.readings] == ["refuse"]
    return result.unread or ((idle or refuses) and result.reader == "rules")


def empty_or_asking_of_all(result: Result) -> bool:
    """Read a message of which nothing was read, or that asks for the colors of several nodes."""
    kinds = [one.kind for one in result.read.questions]
    if not kinds and all(one.kind == "off_topic" for one in result.readings):
        return result.unread or not result.is_empty
    return kinds[1:] == ["Q1"] * (len(kinds) - 1) and len(kinds) > 1


def uncertain_or_empty(result: Result) -> bool:
    """Read a message that is asked about, or of which nothing was read."""
    return result.is_uncertain or result.is_empty


def uncertain_or_demanding(result: Result) -> bool:
    """Read a message that is uncertain, or demands one color and says no more."""
    return uncertain_or_empty(result) or [one.kind for one in result.readings] == ["demand"]


def uncertain_or_denying(result: Result) -> bool:
    """Read a message that is asked about, or that denies several colors of one node and says no more."""
    stated = [one for one in result.readings if one.kind != "refuse"]
    denied = [one for one in stated if one.kind in ("negation", "forbidden")]
    denies = len(denied) == len(stated) > 1 and len({one.node for one in denied}) == 1
    return result.is_uncertain or denies


def maybe_offering(result: Result) -> bool:
    """Read a message that is uncertain, or whose meaning binds on both sides."""
    kinds = {reading.kind for reading in result.readings}
    if kinds == {"hypothetical", "preference"} or (kinds == {"preference"} and len(result.readings) > 1):
        # "I'd switch h5 to red provided that b2 goes blue" is an offer as a whole.
        return True
    if kinds == {"hypothetical"} and result.read.questions:
        # "If you do b2 blue, I do h5 red, how is it?" asks for an answer to the offer.
        return True
    both = kinds & {"report", "forbidden", "hypothetical", "preference"}
    supposes = any(one.kind == "Q3" and one.supposed for one in result.read.questions)
    if kinds <= {"report", "refuse", "demand"} and supposes:
        # "Here is my price: h4 goes blue and you put a4 in red, yes?" reports nothing.
        return True
    return uncertain_or_empty(result) or ("demand" in kinds and bool(both))


def _offer_in(message: Message, result: Result) -> Interpretation | None:
    """Read an offer, also one behind a refusal: "Not for me. But h5 green I could do if b2 is red"."""
    offer = offer_in(message.tokens, message.view)
    end = next((i for i, one in enumerate(message.tokens) if one.text in (".", "!", ",", "\n")), None)
    if offer is not None or end is None:
        return offer
    if any(one.is_node or one.is_color for one in message.tokens[:end]):
        return None
    offer = offer_in(message.tokens[end + 1 :], message.view)
    if offer is not None:
        offer.readings += [one for one in result.readings if one.kind == "refuse"]
    return offer


@dataclass(frozen=True)
class Reader:
    """A reader of messages of one kind, and the results that it may replace."""

    name: str
    when: Callable[[Result], bool]
    read: Callable[[Message, Result], Interpretation | None]


def _clash_in(message: Message, result: Result) -> Interpretation | None:
    return Interpretation([], [Question("Q5")]) if states_clash(message.tokens) else None


def _opened_in(message: Message, result: Result) -> Interpretation | None:
    """Believe no demand for the present color where it is left open: "same for b2, as you like"."""
    named = {token.text for token in message.tokens}
    tells = {one.kind for one in result.read.questions} == {"Q4"} and "?" not in named
    if not uncertain_or_demanding(result) and not (tells and lifts(message.words)):
        return None
    if any(one.kind == "demand" and one.color in named for one in result.readings):
        return None
    return opened(message)


#: Readers after the rules: in each stage the first one that reads the message is believed.
STAGES = (
    (
        Reader("allowed", always, lambda message, _: allowed_in(message)),
        Reader("all limits", always, lambda message, _: all_opened(message)),
        Reader("agreed", always, lambda message, _: agreed_in(message)),
        Reader("colors asked for", always, lambda message, _: colors_asked_in(message)),
        Reader("colors compared", always, lambda message, _: colors_compared_in(message)),
        Reader("meant", always, lambda message, _: meant_in(message)),
        Reader("contented", always, contented_in),
        Reader("pointing", always, pointing_in),
        Reader("choice", always, lambda message, _: chosen_in(message)),
        Reader("promise", always, promise_in),
        Reader("limits asked for", always, limits_in),
        Reader("avoiding offer", always, lambda message, _: avoiding_offer_in(message)),
        Reader("limits listed", always, lambda message, _: limits_listed_in(message)),
        Reader("limits set", always, lambda message, _: limits_set_in(message)),
        Reader("limits doubted", always, lambda message, _: limits_doubted_in(message)),
        Reader("condition", always, lambda message, _: condition_in(message)),
        Reader("worth of an offer", always, lambda message, _: worth_in(message)),
        Reader("reason of an offer", always, lambda message, _: made_in(message)),
        Reader("offers asked for", always, lambda message, _: offers_asked_in(message)),
        Reader("unchanged", always, lambda message, _: stays_in(message)),
        Reader("clash", always, clash_of),
        Reader("answer", always, answer_in),
        Reader("done", always, done_in),
        Reader("liked if", always, lambda message, _: liked_if(message)),
        Reader("another color", always, lambda message, _: another_in(message)),
        Reader("all but one", always, lambda message, _: all_but_one(message)),
        Reader("all possible", always, lambda message, _: all_possible(message.tokens, message.view)),
        Reader("possible", always, lambda message, result: possible_in(message, result.readings)),
        Reader("offer", maybe_offering, _offer_in),
    ),
    (
        Reader("dropped", unread_or_idle, lambda message, _: dropped(message)),
        Reader("opened", always, _opened_in),
        Reader("exclusion", uncertain_or_denying, lambda message, _: by_exclusion(message)),
        Reader("liking", uncertain_or_empty, lambda message, _: liking_in(message)),
        Reader("denied offer", uncertain_or_empty, lambda message, _: denied_offer_in(message)),
        Reader("conflict", uncertain_or_empty, _clash_in),
        Reader("reply", unread, lambda message, _: reply_in(message, message.tokens)),
        Reader("unnamed", empty_or_asking_of_all, lambda message, _: unnamed_in(message)),
    ),
)  # fmt: skip

#: Steps that change what is read, in place.
REVISIONS: tuple[Callable[[Message, Result], None], ...] = (
    weakened,
    without_unlikely,
    which_node,
    which_to_change,
    with_topic,
    with_standing,
    without_denied,
    supposing,
    supposing_anew,
    supposing_either,
    of_named_colors,
    with_other_colors,
    together,
    with_decisions,
    with_declined,
    with_leave,
    only_satisfied,
    doubt_all,
    without_taken_back,
    without_contradictions,
    with_denied,
    with_offer_wanted,
    with_lasting,
    without_conditional,
    settled,
    more_than_a_nod,
)


def understand(
    text: str, view: View, situation: Situation, *, about: Sequence[str] = (), said: str = ""
) -> Understanding:
    """
    Return the meaning of a message; nothing is changed.

    Parameters
    ----------
    about
        Nodes that the agent asked about last, for which "it" may stand.
    said
        Words of the agent before the message, in which "the second one" may stand.
    """
    cleaned = clean(text)
    whole = without_withdrawn(cleaned.text, view)
    meant, refused = without_idle(whole, view, situation, said=said)
    if whole and not meant:
        return Understanding(meant, readings=tuple(refused), cut=cleaned.cut)

    def read_of(words: str) -> Result:
        return _read(Message.of(words, view, situation, about, said))

    read, unread = (result := read_of(meant)).read, result.unread
    if both := why_not_as_before(meant, view, read_of) or both_questions(meant, read, read_of):
        read, unread = both, False
    elif (more := questions_beside(meant, result, read_of)) is not None:
        read = more
    return Understanding(
        text=meant,
        readings=(*refused, *read.readings),
        questions=tuple(dict.fromkeys(read.questions)),
        conditions=tuple(dict.fromkeys(read.conditions)),
        assignments=tuple(dict.fromkeys(read.assignments)),
        cut=cleaned.cut,
        unread=unread,
        choices=tuple(read.choices),
    )


def _read(message: Message) -> Result:
    if is_foreign(message.plain):
        return Result(Interpretation([Reading("foreign_language")]))
    result = read_by_rules(message.tokens, message.view, message.situation, message.about)
    for stage in STAGES:
        for reader in stage:
            if reader.when(result) and (read := reader.read(message, result)) is not None:
                result = Result(read, reader=reader.name)
                break
    for revise in REVISIONS:
        revise(message, result)
    return result
