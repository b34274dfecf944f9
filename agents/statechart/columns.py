"""
Guards over named columns, for one agent or for arrays of agents.

``column("relevance") > column("high_threshold")`` is a guard of a scalar chart, where a column is an
entry of the context or else an attribute of the agent, and a mask over arrays in batch mode. Only
comparisons and ``&``, ``|``, ``~`` are allowed, which cannot fail or round differently. A missing column
is NaN, for which no comparison holds.
"""

# ruff: noqa: D102 (what a predicate inherits is told once, by the class it inherits from)

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .transitions import NEEDS_ORACLE

#: Columns by name: arrays of length n, or one value for all agents.
Columns = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Column:
    """Named quantity of an agent or its context; a comparison makes a :class:`Predicate`."""

    name: str

    def of(self, agent: Any, context: Any) -> Any:
        """Return the value for one agent: of the context, else the attribute, else NaN."""
        if isinstance(context, Mapping):
            if self.name in context:
                return context[self.name]
        elif context is not None and hasattr(context, self.name):
            return getattr(context, self.name)
        return getattr(agent, self.name, math.nan)

    def over(self, columns: Columns) -> Any:
        """Return values for all agents."""
        return columns.get(self.name, math.nan)

    def __lt__(self, other: Any) -> Predicate:
        return Comparison(self, "<", _operand(other))

    def __le__(self, other: Any) -> Predicate:
        return Comparison(self, "<=", _operand(other))

    def __gt__(self, other: Any) -> Predicate:
        return Comparison(self, ">", _operand(other))

    def __ge__(self, other: Any) -> Predicate:
        return Comparison(self, ">=", _operand(other))

    def __eq__(self, other: Any) -> Predicate:  # type: ignore[override]
        return Comparison(self, "==", _operand(other))

    def __ne__(self, other: Any) -> Predicate:  # type: ignore[override]
        return Comparison(self, "!=", _operand(other))

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Constant:
    """A number, or a bool."""

    value: float | bool

    def of(self, agent: Any, context: Any) -> Any:
        """Return the constant."""
        return self.value

    def over(self, columns: Columns) -> Any:
        """Return the constant."""
        return self.value

    def __str__(self) -> str:
        return repr(self.value)


def column(name: str) -> Column:
    """Name a quantity to compare."""
    return Column(name)


def _operand(value: Any) -> Column | Constant:
    if isinstance(value, Column):
        return value
    if isinstance(value, bool | int | float):
        return Constant(value)
    raise TypeError(f"a column is compared with {value!r}: expected a number, a bool or a column")


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class Predicate(ABC):
    """Condition on an agent."""

    __slots__ = ()

    @abstractmethod
    def __call__(self, agent: Any, context: Any) -> bool:
        """Return the value of the guard for one agent."""

    @abstractmethod
    def mask(self, columns: Columns) -> Any:
        """Return bool (n,) for all agents, or one bool if all columns are single values."""

    def __and__(self, other: Predicate) -> Predicate:
        return Both(self, other)

    def __or__(self, other: Predicate) -> Predicate:
        return Either(self, other)

    def __invert__(self) -> Predicate:
        return Not(self)

    def __bool__(self) -> bool:
        raise TypeError("a predicate over columns has no truth value: write &, |, ~ for and, or, not")


@dataclass(frozen=True)
class Comparison(Predicate):
    """``left sign right``."""

    left: Column
    sign: str
    right: Column | Constant

    def __call__(self, agent: Any, context: Any) -> bool:
        left, right = self.left.of(agent, context), self.right.of(agent, context)
        if self.sign == "!=" and (
            left != left or right != right
        ):  # no comparison with a missing column holds
            return False
        return bool(_COMPARE[self.sign](left, right))

    def mask(self, columns: Columns) -> Any:
        left, right = self.left.over(columns), self.right.over(columns)
        result = _COMPARE[self.sign](left, right)
        if self.sign == "!=":
            result = result & (left == left) & (right == right)
        return result

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True)
class Both(Predicate):
    """``left & right``."""

    left: Predicate
    right: Predicate

    def __call__(self, agent: Any, context: Any) -> bool:
        return self.left(agent, context) and self.right(agent, context)

    def mask(self, columns: Columns) -> Any:
        return self.left.mask(columns) & self.right.mask(columns)

    def __str__(self) -> str:
        return f"({self.left} & {self.right})"


@dataclass(frozen=True)
class Either(Predicate):
    """``left | right``."""

    left: Predicate
    right: Predicate

    def __call__(self, agent: Any, context: Any) -> bool:
        return self.left(agent, context) or self.right(agent, context)

    def mask(self, columns: Columns) -> Any:
        return self.left.mask(columns) | self.right.mask(columns)

    def __str__(self) -> str:
        return f"({self.left} | {self.right})"


@dataclass(frozen=True)
class Not(Predicate):
    """``~inner``."""

    inner: Predicate

    def __call__(self, agent: Any, context: Any) -> bool:
        return not self.inner(agent, context)

    def mask(self, columns: Columns) -> Any:
        inner = self.inner.mask(columns)
        return not inner if isinstance(inner, bool) else ~inner

    def __str__(self) -> str:
        return f"~{self.inner}"


@dataclass(frozen=True)
class SureOrOpen:
    """
    Three-valued guard: True where ``sure`` holds, NEEDS_ORACLE where ``open`` does, else False.

    Attributes
    ----------
    sure, open
        Predicates; ``sure`` takes precedence.
    """

    sure: Predicate
    open: Predicate

    def __call__(self, agent: Any, context: Any) -> Any:
        """Return the value of the guard for one agent."""
        if self.sure(agent, context):
            return True
        return NEEDS_ORACLE if self.open(agent, context) else False

    def __str__(self) -> str:
        return f"{self.sure}, else the oracle if {self.open}"
