"""
The check of answers: types, ranges, options, patterns.

One :class:`AnswerCheck` per question checks every value, typed or extracted. It also returns the
canonical form: ``"12"`` becomes 12 for an integer, ``"buy LED"`` becomes the option ``"buy_led"``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, NamedTuple

from ..errors import shortened
from .ir import AnyNode, Flow, QuestionNode
from .patterns import compile_pattern, widths

#: Limits of the length of a text, and of an address or a phone number.
MAX_ANSWER, MAX_TEXT = 10_000, 256

_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
_PHONE = re.compile(r"\+?[0-9][0-9 ()./-]{3,28}[0-9]")
_URL = re.compile(r"https?://[^\s/]+\S*", re.IGNORECASE)
#: Lengths of the shortest and the longest text of a type.
_WIDTHS = {"date": (10, 10), "email": (5, MAX_TEXT), "phone": (5, 31), "url": (8, MAX_TEXT)}
#: Legal whole numbers: those of 64 bits, as in guards.
_LEAST, _MOST = -(2**63), 2**63 - 1
_YES = frozenset({"yes", "y", "true"})
_NO = frozenset({"no", "n", "false"})


class Checked(NamedTuple):
    """Value in canonical form, or an error."""

    value: Any
    error: str | None = None


def missing(value: Any) -> bool:
    """Return whether a value is None or an empty text."""
    return value is None or (isinstance(value, str) and not value.strip())


def folded(text: str) -> str:
    """Return text for comparing options: lower case, spaces for underscores, stripped."""
    return " ".join(text.replace("_", " ").casefold().split())


def match_option(message: str, options: list[str]) -> str | None:
    """
    Return the option that a message means, or None.

    An option scores 3 if all of it occurs in the message and 1 for each of its words that does, whole
    words only; the best positive score wins, of equal ones the first.
    """
    words = folded(re.sub(r"[^\w\s]", " ", message)).split()
    said, best, winner = f" {' '.join(words)} ", 0, None
    for option in options:
        phrase = folded(re.sub(r"[^\w\s]", " ", option))
        score = 3 * (bool(phrase) and f" {phrase} " in said)
        score += sum(word in words for word in phrase.split())
        if score > best:
            best, winner = score, option
    return winner


def _text(value: Any) -> Checked:
    if not isinstance(value, str) or not _plain(value):
        return Checked(None, "expected a text")
    return Checked(value.strip())


def _number(value: Any) -> Checked:
    if isinstance(value, str):
        try:
            value = float(value) if re.search(r"[.eE]", value) else int(value)
        except ValueError:
            return Checked(None, "expected a number")
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or (isinstance(value, float) and not math.isfinite(value)):
        return Checked(None, "expected a number")
    return Checked(value)


def _plain(value: object) -> bool:
    """Return whether JSON and 64 bits can represent a number, text or truth value."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return _LEAST <= value <= _MOST
    return isinstance(value, str) and is_whole(value)


def is_whole(text: str) -> bool:
    """Return whether a text has no lone surrogate."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _double(value: Any) -> Checked:
    number = _number(value)
    try:
        # Guards see the declared type: 12 must behave as 12.0 in arithmetic.
        return number if number.error else Checked(float(number.value))
    except OverflowError:
        return Checked(None, "expected a number below 1e308")


def _integer(value: Any) -> Checked:
    number = _number(value)
    if number.error or number.value != int(number.value):
        return Checked(None, "expected a whole number")
    if not _plain(int(number.value)):
        return Checked(None, f"expected a whole number from {_LEAST} to {_MOST}")
    return Checked(int(number.value))


def _boolean(value: Any) -> Checked:
    if isinstance(value, bool):
        return Checked(value)
    word = folded(value) if isinstance(value, str) else ""
    if word in _YES or word in _NO:
        return Checked(word in _YES)
    return Checked(None, "expected yes or no")


def _date(value: Any) -> Checked:
    try:
        return Checked(date.fromisoformat(value.strip()).isoformat())
    except (ValueError, AttributeError, TypeError):
        return Checked(None, "expected a date such as 2026-03-31")


def _shaped(pattern: re.Pattern[str], what: str) -> Callable[[Any], Checked]:
    def check(value: Any) -> Checked:
        if (
            isinstance(value, str)
            and len(value) <= MAX_TEXT
            and _plain(value)
            and pattern.fullmatch(value.strip())
        ):
            return Checked(value.strip())
        return Checked(None, f"expected {what}")

    return check


def _anything(value: Any) -> Checked:
    if _plain(value):
        return Checked(value.strip() if isinstance(value, str) else value)
    if isinstance(value, list) and all(_plain(item) for item in value):
        return Checked(list(value))
    return Checked(None, "expected a text, a number, yes or no, or a list of these")


_READERS: dict[str, Callable[[Any], Checked]] = {
    "any": _anything,
    "text": _text,
    "number": _double,
    "integer": _integer,
    "boolean": _boolean,
    "date": _date,
    "email": _shaped(_EMAIL, "an e-mail address"),
    "phone": _shaped(_PHONE, "a phone number"),
    "url": _shaped(_URL, "an address that begins with http:// or https://"),
}


def read_declared(kind: str, value: Any) -> Checked:
    """Return a value of the host in the canonical form of its declared type, or an error."""
    if kind == "any":
        return Checked(value)
    if kind == "list":
        return Checked(value) if isinstance(value, list) else Checked(None, "expected a list")
    return _READERS[kind](value)


def misfit(question: QuestionNode, value: Any) -> str | None:
    """Return why a value is of another type than the answers to a question; None if it is not."""
    if question.allowed_values is not None and not isinstance(value, str):
        return "expected a text, one of the allowed values"
    return _READERS[question.data_type](value).error


def whole_range(question: QuestionNode) -> tuple[int, int]:
    """Return the least and the greatest whole number within the limits of a question."""
    least = _LEAST if question.minimum is None else max(_LEAST, math.ceil(question.minimum))
    most = _MOST if question.maximum is None else min(_MOST, math.floor(question.maximum))
    return least, most


def length_range(question: QuestionNode) -> tuple[int, int]:
    """Return the least and the greatest length of a text that answers a question."""
    least, most = max(1, question.min_length or 0), MAX_ANSWER
    limits = [_WIDTHS.get(question.data_type, (1, MAX_ANSWER)), (1, question.max_length)]
    if question.pattern is not None:
        limits.append(widths(question.pattern))
    for low, high in limits:
        least, most = max(least, low), most if high is None else min(most, high)
    return least, most


def faults(question: QuestionNode) -> list[tuple[str, str]]:
    """Return contradictory fields of a question, with reasons."""
    found = []
    for low, high in (("minimum", "maximum"), ("min_length", "max_length")):
        least, most = getattr(question, low), getattr(question, high)
        if least is not None and most is not None and least > most:
            found.append((low, f"{low}={_shown(least)} exceeds {high}={_shown(most)}"))
    if question.data_type == "integer" and not found:
        least, most = whole_range(question)
        if least > most:
            name = "maximum" if question.minimum is None else "minimum"
            found.append((name, f"no whole number of 64 bits lies within {_limits_of(question)}"))
    options = question.allowed_values
    if options is not None:
        if not options:
            found.append(("allowed_values", "no value is allowed"))
        elif question.data_type not in ("any", "text"):
            found.append(("allowed_values", f"options are texts, data_type is {question.data_type!r}"))
        if len({folded(option) for option in options}) < len(options):
            found.append(("allowed_values", "two options differ only in case or underscores"))
        if any(not folded(option) for option in options):
            found.append(("allowed_values", "an option is empty"))
    kind = question.data_type
    if kind in _WIDTHS and options is None:
        found += _beyond_length(question, f"an answer of type {kind!r}", *_WIDTHS[kind])
    if question.pattern is not None:
        try:
            compile_pattern(question.pattern)
        except ValueError as error:
            found.append(("pattern", str(error)))
        else:
            beyond = _beyond_length(question, shortened(question.pattern), *widths(question.pattern))
            found += [("pattern", told) for _, told in beyond]
    return found


def idle(question: QuestionNode) -> list[tuple[str, str]]:
    """Return limits that no typed answer to a question is compared with, with reasons."""
    numbers, lengths = ("minimum", "maximum"), ("min_length", "max_length", "pattern")
    kind = question.data_type
    without: tuple[str, ...]
    if question.allowed_values is not None:
        without, reason = (*numbers, *lengths), "only the allowed values are answers"
    elif kind in ("integer", "number"):
        without, reason = lengths, f"it is for texts, data_type is {kind!r}"
    elif kind == "boolean":
        without, reason = (*numbers, *lengths), "the answer is yes or no"
    elif kind == "any":
        without, reason = numbers, "without 'data_type' that is a text"
    else:
        without, reason = numbers, f"it is for numbers, data_type is {kind!r}"
    return [(name, reason) for name in without if getattr(question, name) is not None]


def _shown(limit: float) -> str:
    return str(int(limit)) if limit == int(limit) and abs(limit) < 1e18 else f"{limit:.12g}"


def _limits_of(question: QuestionNode) -> str:
    limits = {"minimum": question.minimum, "maximum": question.maximum}
    return " and ".join(f"{name}={_shown(limit)}" for name, limit in limits.items() if limit is not None)


def _beyond_length(
    question: QuestionNode, what: str, least: int, most: int | None
) -> Iterator[tuple[str, str]]:
    """Yield limits of the length that no text of a form keeps to."""
    if question.max_length is not None and least > question.max_length:
        told = f"{what} has at least {least} characters"
        yield "max_length", f"{told}, max_length={question.max_length}: no answer fits both"
    if question.min_length is not None and most is not None and most < question.min_length:
        told = f"{what} has at most {most} characters"
        yield "min_length", f"{told}, min_length={question.min_length}: no answer fits both"


def without_faults(flow: Flow) -> Flow:
    """Return a flow whose questions have no faults: the faulty fields are dropped."""

    def mended(nodes: list[AnyNode]) -> list[AnyNode]:
        return [
            node.model_copy(update=dict.fromkeys((name for name, _ in faults(node)), None))
            if node.type == "question"
            else node
            for node in nodes
        ]

    subgraphs = {
        name: graph.model_copy(update={"nodes": mended(graph.nodes)})
        for name, graph in flow.subgraphs.items()
    }
    return flow.model_copy(update={"nodes": mended(flow.nodes), "subgraphs": subgraphs})


class AnswerCheck:
    """
    Check of values for one question.

    Parameters
    ----------
    question
        Question without :func:`faults`.
    """

    __slots__ = ("_high", "_long", "_low", "_message", "_options", "_pattern", "_read", "_short")

    def __init__(self, question: QuestionNode) -> None:
        self._read = _READERS[question.data_type]
        self._options = {folded(option): option for option in question.allowed_values or ()}
        self._low, self._high = question.minimum, question.maximum
        self._short, self._long = question.min_length, question.max_length
        self._pattern = compile_pattern(question.pattern) if question.pattern is not None else None
        self._message = question.error_message

    def __call__(self, value: Any) -> Checked:
        """Return the canonical value, or an error: the author's message or the reason."""
        checked = self._judge(value)
        if checked.error and self._message:
            return Checked(None, self._message)
        return checked

    def _judge(self, value: Any) -> Checked:
        if missing(value):
            return Checked(None, "expected an answer, got nothing")
        if isinstance(value, str) and len(value) > MAX_ANSWER:
            return Checked(None, f"expected at most {MAX_ANSWER} characters, got {len(value)}")
        checked = self._read(value)
        if checked.error:
            return checked
        value = checked.value
        if self._options:
            option = self._options.get(folded(value)) if isinstance(value, str) else None
            return Checked(option, None if option else f"expected one of: {self._listed()}")
        if isinstance(value, str | list):
            error = self._length(value)
        elif isinstance(value, bool):
            error = None
        else:
            error = self._range(value)
        return Checked(None, error) if error else checked

    def _listed(self) -> str:
        return ", ".join(self._options.values())

    def _range(self, value: float) -> str | None:
        if self._low is not None and value < self._low:
            return f"expected at least {_shown(self._low)}"
        if self._high is not None and value > self._high:
            return f"expected at most {_shown(self._high)}"
        return None

    def _length(self, value: str | list[Any]) -> str | None:
        what = "characters" if isinstance(value, str) else "items"
        if self._short is not None and len(value) < self._short:
            return f"expected at least {self._short} {what}"
        if self._long is not None and len(value) > self._long:
            return f"expected at most {self._long} {what}"
        if isinstance(value, str) and self._pattern and not self._pattern.fullmatch(value):
            return f"expected the form {self._pattern.pattern}"
        return None
