"""
The meaning of a message in its conversation: as an answer to the agent, or by what was named last.

A message that is clear by itself means what it says. Others choose among meanings that the agent listed,
confirm or refuse what it asked, give a color that it misses, or allow a color that was ruled out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...bargaining.offers import is_conditional
from ...situation import Received, Situation
from ...view import View
from ...wording.phrases import NEEDS, sentences_in
from ..doubts import doubted
from ..learned import second_opinion
from ..nouns import with_names
from ..reading import Reading, Understanding
from ..tokens import Token, tokens_of
from ..understanding import understand
from ..understanding.pointing_words import corrects_itself
from ..understanding.readers.listed import spoken_of
from ..understanding.readers.opened import lifts
from . import stock
from .choices import chosen_of, read_choice, which_of
from .confirming import asked_again, changes_answer, confirms
from .conversation import Conversation
from .corrections import corrected
from .if_possible import ordered_if_possible
from .lost_questions import loses_question
from .put_as_questions import does_without
from .reply import named_answer, read_reply
from .taking_back import taken_back
from .unseen_conditions import unseen_condition, without_condition

#: Words that allow a color of which the node need not be named: "you can have green back".
_ALLOWS = re.compile(
    r"\b(?:can|may|could|is|are|ok|okay|use|have|take)\b.*\b(?:fine|ok|okay|then|after all)\b"
    r"|\b(?:allowed|back|again)\b",
    re.IGNORECASE,
)
#: A question that a yes answers.
_ASKS = re.compile(rf"(?!{re.escape(stock.NOTHING_ASKED)}|What colors? )[^?]*\?$")
#: A question of the agent whether to change a node, after which a no leaves everything as it is.
_ASKS_LEAVE = re.compile(
    r"^(?:Do you want me to|(?:Shall|Should|May|Can) I)"
    r" (?:change|make|set|turn|switch|recolor|put|color|move|try|do)\b(?!.* or )[^?]*\?$"
)
#: A question for a color or a node, which neither yes nor no answers.
_ASKS_WHAT = re.compile(r"(?:What|Which) [^?]*\?$")
_BARE_NO = re.compile(r"\W*(?:(?:no|nope)\b\W*)+", re.IGNORECASE)
#: A question that gives the choice.
_EITHER = re.compile(r"^(?:Do you mean (?!that\b)|Which ).* or ")
#: Consent to something, other than a nod such as "ok".
_YES = re.compile(
    r"^\W*(?:(?:oh|ok|okay|great|well|so|then|fine|hmm?|and|but|please)\W+)*"
    r"(?:y|ye[sp]+|yeah|yup|sure|agreed?|deal|accept(?:ed)?|i (?:do |will )?(?:agree|accept)"
    r"|(?:just |please )?(?:do (?:it|that|so)|go ahead|go for it)(?! if\b))\b",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"\b(?:never ?mind|nvm|no matter|no need|needed|let it be"
    r"|(?:forget|scrap|drop|skip|cancel|scratch|leave|strike) (?:about )?(?:it|that|this|everything)"
    r"|(?:change|do|move) anything|bother)\b",
    re.IGNORECASE,
)
_UNDOES = r"\b(?:undo|revert|reverse) (?:(?:it|that|this|them)(?: change)?|the (?:last )?change)\b"
_PUT_BACK = re.compile(
    r"\b(?:put|change|set|turn|switch|make|move|bring) (?:\w+ )?back\b"
    r"|^(?:no|sorry|never mind|nevermind|wait)\W+(?:\w+ )?(?:keep|leave) (?:it|that|them)\b"
    r"|\bgo back\b|\bback to (?:how|what|the way|where) (?:it|they) (?:was|were)\b"
    rf"|{_UNDOES}",
    re.IGNORECASE,
)
_UNDO = re.compile(
    r"\W*(?:(?:no|sorry|wait|please|never ?mind|actually|oh|ok|okay|then|but|hmm?|well|w?h?oops|ups|damn"
    rf"|(?:can|could|would|will) you)\W+)*(?:undo|{_UNDOES})\W*(?:please\W*)?",
    re.IGNORECASE,
)
#: The same before a question: "ok then put it back please, and how many conflicts do you have?".
_PUT_BACK_BESIDE = re.compile(
    r"(?!(?:\w+\W+){0,3}(?:how|what|why|who|which|when|where|is|are|do|does|did|can|could|should|shall"
    r"|if|not|n't|would|will)\b)"
    rf"[^?.!;]*?(?:{_PUT_BACK.pattern})[^?,.!;]*[,.!;-]*\s+(?:(?:and|but|also|then),? )*"
    r"(?P<asked>(?:how|what|why|who|which|when|where|is|are|do|does|did|can|could|will|would|have|has)"
    r"\b[^?]*\?)\W*",
    re.IGNORECASE,
)
_KEEPS = re.compile(r"\b(?:keep|leave)\b", re.IGNORECASE)
#: A question about what was supposed last: "is it ok now with red".
_ASKS_ON = re.compile(
    r"^\W*(?:(?:and|so|but|ok|okay|then|well)\W+)*"
    r"(?:is|would|does|will|can|could) (?:it|that|this)\b[^.!;]*$",
    re.IGNORECASE,
)
#: Steps from a question to the turn that reads its answer.
AT_ONCE = 3
#: Steps in which a plain yes or no answers a question: the person may speak to another agent first,
#: which takes two steps more. Other words, and a yes that comes later, may be about something else.
ANSWERED = 7
_PLAIN = re.compile(
    r"\W*(?:oh|ok|okay|well)?\W*(?:y|yes|yeah|yep|yup|sure|n|no|nope|nah|(?:please )?do (?:it|that|so)"
    r"|go ahead)\b(?:\W+(?:please|do (?:it|that|so)|go ahead|thanks|thank you|of course|rather not))*"
    r"\W*",
    re.IGNORECASE,
)
#: "Leave it" refuses a change that the agent asked about, and demands nothing.
_LEAVES = re.compile(r"^\W*(?:no\W+|then |just |please )*leave it\W*$", re.IGNORECASE)


def in_conversation(
    text: str, view: View, situation: Situation, peer: str, conversation: Conversation
) -> tuple[Understanding, list[str]]:
    """Return the meaning of a message, and replies to what needs no other answer."""

    def read(words: str) -> tuple[Understanding, list[str]]:
        return _in_conversation(words, view, situation, peer, conversation)

    def read_all(words: str) -> tuple[Understanding, list[str]]:
        understood, replies = read(words)
        lost = loses_question(understood, lambda sentence: read(sentence)[0])
        return understood, [*replies, stock.QUESTION_UNREAD] if lost else replies

    condition = unseen_condition(text, view)
    return read_all(text) if condition is None else without_condition(text, condition, view, read_all)


def open_to(said: Sequence[Received], situation: Situation, conversation: Conversation) -> Conversation:
    """
    Return a conversation as messages continue it.

    After other things were told, a question of the agent is open to a plain yes or no only.
    """
    late = situation.time_step - conversation.step > AT_ONCE
    about = {one.node for one in conversation.asked}
    elsewhere = conversation.told and about.isdisjoint(one.node for one in conversation.told)
    if late and elsewhere and not any(_PLAIN.fullmatch(one.text) for one in said):
        return replace(conversation, asked=())
    return conversation


def _in_conversation(
    text: str, view: View, situation: Situation, peer: str, conversation: Conversation
) -> tuple[Understanding, list[str]]:
    if (correction := corrected(text, conversation, view)) is not None:
        return correction, []
    # "Leave a4 as it is" means the color that the person saw, which may have changed meanwhile.
    shown = situation.but(colors=situation.seen(peer))
    ordered = ordered_if_possible(text, view, situation, shown, peer, conversation.asked)
    if ordered is not None:
        return ordered
    about = tuple(dict.fromkeys(one.node for one in conversation.asked if one.node is not None))
    supposed = {one.node for one in conversation.supposed if one.node in view.own}
    if not supposed and _ASKS_ON.match(text):
        supposed = {one.node for one in conversation.supposed}
    if not about and len(supposed) == 1:
        about = tuple(supposed)
    said = conversation.said
    if not about and not corrects_itself(text, view):
        about = spoken_of(said, text, view, peer)
    understood = understand(text, view, shown, about=about, said=said)
    if _is_uncertain(understood) and (named := named_answer(text, conversation.asked, view)):
        # "Red, but I can switch it" answers the question for the color of h4, and says more.
        answered = understand(named, view, shown, about=about)
        understood = understood if _is_uncertain(answered) else answered
    tokens = with_names(tokens_of(understood.text, view), view, situation, about)
    if _is_uncertain(understood) and (allowed := _allowed(tokens, view, situation, peer)) is not None:
        return replace(understood, readings=(allowed,), questions=(), unread=False, choices=()), []
    understood = second_opinion(understood, view, shown, said=said)
    understood = does_without(understood, view, situation)
    more = any(token.text == "?" for token in tokens) or _names_another(tokens, situation, conversation)
    if conversation.before and not more and _PUT_BACK.search(text):
        nodes = {token.text for token in tokens if token.is_node}
        if not nodes or nodes == {one.node for one in conversation.before}:
            back = conversation.before
            if _KEEPS.search(text):
                back = tuple(replace(one, kind="demand") for one in back)
            return replace(understood, readings=back, questions=(), unread=False, choices=()), []
    beside = _PUT_BACK_BESIDE.fullmatch(text) if conversation.before else None
    if beside is not None and not any(token.is_node or token.is_color for token in tokens):
        asked = understand(beside["asked"], view, shown, said=said)
        replies = [stock.UNREAD] if asked.readings or asked.unread or not asked.questions else []
        return replace(asked, readings=conversation.before, unread=False, choices=()), replies
    if _UNDO.fullmatch(text):
        reply = stock.AGREES if conversation.asked else stock.NOTHING_DONE
        refused = (Reading("refuse"),)
        return replace(understood, readings=refused, questions=(), unread=False, choices=()), [reply]
    if (ended := taken_back(tokens, situation, conversation)) is not None:
        agrees = [stock.AGREES] if ended == (Reading("refuse"),) else []
        return replace(understood, readings=ended, questions=(), unread=False, choices=()), agrees
    # "The first" is the first choice before it is the first of the nodes.
    plain = tokens_of(understood.text, view)
    meant = chosen_of(plain, conversation.choices) or chosen_of(tokens, conversation.choices)
    if meant is not None:
        understood = replace(
            understood, readings=meant.readings, questions=meant.questions, unread=False, choices=()
        )
        named_one = understood.questions or any(one.node for one in meant.readings)
        answers = not named_one or any(one.kind == "refuse" for one in meant.readings)
        reply = stock.AGREES if meant.readings else stock.AGAIN
        return understood, [reply] if answers else []
    if (which := which_of(tokens, conversation.choices)) is not None:
        kept = conversation.choices
        return replace(understood, readings=(which,), questions=(), unread=False, choices=kept), []
    chosen = read_choice(tokens, conversation.asked)
    if chosen is not None:
        if (again := _asked_what(text, conversation)) is not None:
            return replace(understood, readings=again, questions=(), unread=False), []
        agreed = [] if any(reading.node for reading in chosen) else [stock.AGREES]
        return replace(understood, readings=chosen, questions=(), unread=False), agreed
    answer = _answer(understood, view, situation, peer, conversation)
    if understood.unread and [one.kind for one in understood.readings] == ["agree"]:
        left = [stock.QUESTION_UNREAD] if "?" in text else [stock.UNREAD]
        return answer, left if "?" in text or answer is understood else []
    return answer, _taken_note_of(answer, situation, conversation) if answer is understood else []


def _names_another(tokens: Sequence[Token], situation: Situation, conversation: Conversation) -> bool:
    """Return whether a text names colors beside what is to be taken back: "not red! put it back"."""
    now = {situation.colors.get(one.node or "") for one in conversation.before}
    return any(
        token.is_color
        and (
            token.text not in now
            or not any(one.text in ("not", "no") for one in tokens[max(i - 2, 0) : i])
        )
        for i, token in enumerate(tokens)
    )


def _answer(
    understood: Understanding, view: View, situation: Situation, peer: str, conversation: Conversation
) -> Understanding:
    """Return what a message means as an answer to what the agent asked; itself if it is none."""
    asked, kinds = conversation.asked, {reading.kind for reading in understood.readings}
    if asked and _LEAVES.search(understood.text):
        return replace(understood, readings=(Reading("refuse"),))
    # "Okay, done!" may answer the question as well; "OK, but only if a2 goes blue" does not agree yet.
    open_still = "satisfied" in kinds and kinds <= {"satisfied", "agree"}
    if asked and (open_still or {"agree", "hypothetical"} <= kinds):
        return replace(understood, readings=tuple(map(asked_again, asked)))
    if asked and kinds == {"agree"} and not understood.questions:
        within = ANSWERED if _PLAIN.fullmatch(understood.text) else AT_ONCE
        late = situation.time_step - conversation.step > within
        return replace(understood, readings=tuple(map(asked_again, asked)) if late else asked)
    if confirms(understood, conversation):
        rest = tuple(one for one in understood.readings if one.kind != "agree")
        return replace(understood, readings=(*asked, *rest))
    if "agree" in kinds and changes_answer(understood, conversation):
        return replace(understood, readings=tuple(map(doubted, understood.readings)))
    if (
        not asked
        and conversation.said
        and "refuse" in kinds
        and any(r.node for r in understood.readings)
    ):
        # "No, it's green" denies what the agent said, and gives no color that is missing.
        return understood
    missing = [Reading("report", node) for node in view.border_of(peer) if node not in situation.beliefs]
    # A color alone confirms or denies no limit.
    colors = [one for one in asked if one.kind in ("report", "demand")]
    reply = read_reply(tokens_of(understood.text, view), colors if asked else missing)
    return understood if reply is None else replace(understood, readings=reply, questions=())


def _taken_note_of(
    understood: Understanding, situation: Situation, conversation: Conversation
) -> list[str]:
    """Return the reply to a yes or no that answers nothing but words."""
    kinds = {reading.kind for reading in understood.readings}
    offered = any(one.status == "pending" and is_conditional(one) for one in situation.offers)
    if understood.questions or kinds not in ({"refuse"}, {"agree"}):
        return []
    asked = conversation.asked or any(map(_ASKS_LEAVE.search, sentences_in(conversation.said)[-1:]))
    if kinds == {"refuse"} and (asked or _DROPPED.search(understood.text)):
        return [stock.AGREES]
    if offered:
        return []
    if kinds == {"refuse"}:
        return [stock.UNCLEAR]
    return [_consented(understood.text, situation, conversation)]


def _asked_what(text: str, conversation: Conversation) -> tuple[Reading, ...] | None:
    """Return the question for a color once more where a bare no answers it; None if there is none."""
    asked = next(iter(sentences_in(conversation.said)[-1:]), "")
    open_ones = [one.node for one in conversation.asked if one.node and one.color is None]
    # "No thanks" and "no idea" decline to name one.
    if len(open_ones) < len(conversation.asked) or not _BARE_NO.fullmatch(text):
        return None
    question = f"{stock.UNCLEAR} {asked}"
    # Who says no once more will not name one.
    if not _ASKS_WHAT.match(asked) or question in conversation.said:
        return None
    return tuple(Reading("doubt", node, None, 0.4, question, deliberate=True) for node in open_ones)


def _consented(text: str, situation: Situation, conversation: Conversation) -> str:
    """Return the reply to consent to nothing: a late yes to what was done, a yes to nothing, a nod."""
    if not _YES.search(text):
        return stock.AGREES
    done = [one for one in conversation.told if one.kind == "demand" and one.node in situation.colors]
    if done and all(situation.colors[one.node or ""] == one.color for one in done):
        return " ".join(f"Yes, {one.node} is already {one.color}." for one in done)
    said = sentences_in(conversation.said)
    asked = [one for one in said if _ASKS.match(one)]
    if asked and _EITHER.search(asked[-1]):
        # A yes does not choose: the question is asked again, with what it needs the answer for.
        return " ".join([*(one for one in said if one.startswith(NEEDS)), asked[-1]])
    return stock.AGREES if asked else stock.NOTHING_ASKED


def _allowed(tokens: Sequence[Token], view: View, situation: Situation, peer: str) -> Reading | None:
    """Return that a color is allowed again, where only one node that the person sees is without it."""
    colors = {token.text for token in tokens if token.is_color}
    names = any(token.is_node or token.kind == "other" for token in tokens)
    denies = any(token.text in ("not", "no", "never") for token in tokens)
    near = view.border_to(peer)
    nodes = [v for v, barred in situation.barred.items() if colors <= {*barred} and v in near]
    said = " ".join(token.text for token in tokens)
    if len(colors) != 1 or names or len(nodes) != 1:
        return None
    if not (lifts(said) or (_ALLOWS.search(said) and not denies)):
        return None
    return Reading("retract", nodes[0], next(iter(colors)))


def _is_uncertain(understood: Understanding) -> bool:
    nothing = not understood.readings and not understood.questions
    return nothing or any(one.kind == "doubt" for one in understood.readings)
