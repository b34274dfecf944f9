"""Satisfaction that agrees to nothing: "great, we're done"."""

from __future__ import annotations

import re

from ...reading import Reading
from ..message import Message, Result

_AGREES = re.compile(r"\b(?:yes|sure|agree|agreed|deal|accept|accepted|ok with)\b")


def only_satisfied(message: Message, result: Result) -> None:
    """Take no agreement from satisfaction, unless the message agrees in words."""
    if {one.kind for one in result.readings} == {"agree", "satisfied"} and not _AGREES.search(
        message.words
    ):
        result.readings[:] = [Reading("satisfied")]
