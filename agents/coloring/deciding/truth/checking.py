"""
Send only what is true: sentences whose recomputation fails are left out of a message.

The checks share no conclusions with the templates, so an error in a template or in the facts behind it
is seen here before it is said. Each omission is an event ``coloring.omitted``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...bargaining.rb_text import render
from ...events import Event, event
from ...messages import Bargaining, Outgoing
from ...wording.phrases import sentences_in
from .evidence import Evidence, Undecided
from .moves import checked_move
from .sentences import holds

#: Text of a reply of which nothing else is left.
NOTHING_TO_SAY = "I cannot tell you more."


class Checked(NamedTuple):
    """Messages that are true, and the events of what was left out."""

    messages: list[Outgoing]
    events: list[Event]


def only_true(
    messages: Sequence[Outgoing],
    evidence: Callable[[str], Evidence],
    is_true_draft: Callable[[str, str], bool],
) -> Checked:
    """
    Leave out the sentences that are not true.

    Parameters
    ----------
    evidence
        Function from a recipient to the evidence for what it is told.
    is_true_draft
        Judge of sentences without a known form, given the sentence and the recipient.
    """
    checked: list[Outgoing] = []
    events: list[Event] = []
    for message in messages:
        if message.kind in ("rb", "utilities") or not message.text:
            checked.append(message)
            continue
        recipient = message.recipient
        shown = evidence(recipient)
        sentences = sentences_in(message.text)
        true = [one for one in sentences if _is_true(one, shown, recipient, is_true_draft)]
        if len(true) < len(sentences):
            wrong = [one for one in sentences if one not in true]
            events.append(_omitted(recipient, message.kind, wrong))
            text = " ".join(true) or (NOTHING_TO_SAY if message.kind == "reply" else "")
            message = message.model_copy(update={"text": text})
        checked.append(message)
    return Checked(checked, events)


def true_moves(messages: Sequence[Outgoing], evidence: Callable[[str], Evidence]) -> Checked:
    """Make moves of bargaining without the claims that are not true."""
    checked: list[Outgoing] = []
    events: list[Event] = []
    for message in messages:
        if message.kind != "rb":
            checked.append(message)
            continue
        shown = evidence(message.recipient)
        results = [checked_move(move, shown) for move in message.moves]
        if wrong := [claim for _, claims in results for claim in claims]:
            events.append(_omitted(message.recipient, message.kind, wrong))
            kept = tuple(move for move, _ in results if move is not None)
            payload = Bargaining(moves=kept).model_dump(mode="json")
            message = message.model_copy(update={"text": render(kept), "payload": payload})
            if not kept:
                continue
        checked.append(message)
    return Checked(checked, events)


def _is_true(
    sentence: str, shown: Evidence, recipient: str, is_true_draft: Callable[[str, str], bool]
) -> bool:
    try:
        verdict = holds(sentence, shown)
    except Undecided:
        return False
    return is_true_draft(sentence, recipient) if verdict is None else verdict


def _omitted(recipient: str, kind: str, wrong: Sequence[str]) -> Event:
    return event("coloring.omitted", {"recipient": recipient, "kind": kind, "claims": list(wrong)})
