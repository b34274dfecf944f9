"""Questions of a study, the pages that they stand on, and what is a legal answer to each."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    StrictBool,
    StrictFloat,
    StrictInt,
    model_serializer,
)

from ...errors import InputError
from .yaml_model import Part, legal

Whole = Annotated[StrictInt, legal("an integer")]
Finite = Annotated[StrictFloat, Field(allow_inf_nan=False)]
Number = Annotated[StrictInt | Finite, legal("a number")]
#: Characters of an answer in words.
LONGEST_ANSWER = 10_000
#: Key of the answer to a sentence that is to be ticked.
AGREED = "agreed"
Words = Annotated[str, Field(pattern=r"\S")]


class Question(Part):
    """
    A question of a questionnaire.

    Attributes
    ----------
    key, text
        Name of the column in the export, and the question.
    type
        ``"choice"`` among ``options``, ``"scale"`` from ``low`` to ``high``, ``"number"`` or ``"text"``.
    options
        Possible answers of a choice.
    low, high
        Ends of a scale; labels of the ends are ``low_label`` and ``high_label``.
    min, max
        Least and greatest legal number; None for no limit.
    required
        Whether the page can be left without an answer.
    """

    key: Words
    text: Words
    type: Literal["choice", "scale", "number", "text"] = "text"
    options: tuple[Words, ...] = ()
    low: Whole = 1
    high: Whole = 7
    low_label: str = ""
    high_label: str = ""
    min: Number | None = None
    max: Number | None = None
    required: StrictBool = True

    @model_serializer(mode="wrap")
    def with_limits(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Return the fields; the plans of earlier versions, which are compared, have no limits."""
        values = handler(self)
        return {k: v for k, v in values.items() if k not in ("min", "max") or v is not None}

    @property
    def points(self) -> list[Any]:
        """Possible answers of a choice or a scale, in order; none for other types."""
        is_scale = self.type == "scale"
        return [*range(self.low, self.high + 1)] if is_scale else [*self.options]

    @property
    def ends(self) -> tuple[float, float]:
        """Least and greatest legal answer of a scale or a number."""
        if self.type == "scale":
            return self.low, self.high
        low = -math.inf if self.min is None else self.min
        return low, math.inf if self.max is None else self.max

    @property
    def legal_number(self) -> str:
        """Legal answers of a scale or a number, in words."""
        if self.type == "scale":
            return f"{self.low} to {self.high}"
        if self.min is not None and self.max is not None:
            return f"a number from {self.min} to {self.max}"
        if self.min is not None:
            return f"a number of at least {self.min}"
        return "a number" if self.max is None else f"a number of at most {self.max}"


class Sheet(Part):
    """
    A page of text and questions.

    Attributes
    ----------
    title, text
        Heading and text, shown as they are.
    questions
        The questions.
    agree
        Sentence to be ticked before going on, as in a consent.
    """

    title: Words
    text: str = ""
    questions: tuple[Question, ...] = ()
    agree: str = ""


def checked_answer(question: Question, value: Any) -> Any:
    """
    Return the answer to a question, in its type; None if there is none.

    Raises
    ------
    InputError
        If a required answer is missing, or it is not legal.
    """
    if isinstance(value, str):
        value = value.strip()[:LONGEST_ANSWER]
    if value is None or value == "":
        if question.required:
            raise InputError(f"Please answer: {question.text}")
        return None
    if question.type == "choice" and value not in question.options:
        raise InputError(f"{question.text}: expected one of {', '.join(question.options)}")
    if question.type in ("scale", "number"):
        low, high = question.ends
        value = _number(value)
        if value is None or not low <= value <= high:
            raise InputError(f"{question.text}: expected {question.legal_number}")
    return value


def _number(value: Any) -> float | None:
    """Return a finite number, an integer if it is one; None if the value is no number."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() else number
