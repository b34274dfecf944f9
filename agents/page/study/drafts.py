"""
Answers that are not sent yet: the browser keeps them, so that a reload loses none of them.

The server does not keep them: what a person has not sent is not the study's. A tick under a consent is
given anew after a reload.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from nicegui import ui

from .questions import Question

#: Seconds in which a browser says what it keeps.
PATIENCE = 10.0
_KEEP = """(value) => {{ try {{
const kept = JSON.parse(localStorage.getItem({place}) ?? "{{}}"); kept[{key}] = value;
localStorage.setItem({place}, JSON.stringify(kept));
}} catch {{}} }}"""
#: What was kept for pages that are sent goes.
_FETCH = """try {{
for (const one of Object.keys(localStorage))
  if (one.startsWith({seat}) && one !== {place}) localStorage.removeItem(one);
return JSON.parse(localStorage.getItem({place}));
}} catch {{ return null; }}"""


class Drafts:
    """
    What the browser keeps for one seat.

    Parameters
    ----------
    seat
        Name of the seat, other than that of any other seat of any study.
    page
        Name of the page that is shown; what was kept for other pages of the seat is forgotten.
    """

    def __init__(self, seat: str, page: str) -> None:
        beginning = f"kempe {seat} "
        self._seat, self._place = json.dumps(beginning), json.dumps(beginning + page)

    def keep(self, question: Question, field: Any) -> None:
        """Keep what is put into a field, in the browser, as soon as it is there."""
        script = _KEEP.format(place=self._place, key=json.dumps(question.key))
        field.on("update:model-value", js_handler=script)

    def forget_others(self) -> None:
        """Forget what was kept for other pages of the seat."""
        ui.run_javascript(_FETCH.format(seat=self._seat, place=self._place))

    async def restore(self, fields: Mapping[Question, Any]) -> None:
        """Fill in what the browser kept, where a field is still empty."""
        try:
            script = _FETCH.format(seat=self._seat, place=self._place)
            kept = await ui.run_javascript(script, timeout=PATIENCE)
        except TimeoutError:
            return
        if not isinstance(kept, dict):
            return
        for question, field in fields.items():
            value = _value(question, kept.get(question.key))
            if value is not None and field.value in (None, ""):
                field.value = value


def _value(question: Question, kept: Any) -> Any:
    """Return what a field holds for what its browser kept; None if it is nothing that it can hold."""
    if question.points:
        is_point = isinstance(kept, int) and 0 <= kept < len(question.points)
        return question.points[kept] if is_point else None
    return kept if isinstance(kept, str) else None
