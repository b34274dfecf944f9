"""
Guards of compiled steps: one event in one configuration, and the steps by enabled transitions.

A guard of the guard language is called without the record of its outcome; a failure, an answer for the
oracle and any other value than true or false leave the step to the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ..guard import Guard
from .definition import Condition
from .quick_content import Repeat

#: Function of the values that returns whether a guard holds.
Test: TypeAlias = Callable[[dict[str, Any]], Any]
#: Tests with the numbers of their transitions, in the order in which they are tried; None holds always.
TestChain: TypeAlias = tuple[tuple[Test | None, int], ...]

#: Name under which the values hold the scope of guards that are functions.
SCOPE = "_scope"
#: Limit of stored steps of one event.
MAX_STEPS = 1_000


class GuardedMoves:
    """
    Compiled steps of an event in a configuration, by the transitions that its guards enable.

    Parameters
    ----------
    chains
        Tests of each innermost active state and its ancestors.
    build
        Function from the numbers of the enabled transitions to the compiled step, or None for a step of
        the kernel.
    needs_event, needs_scope
        Whether guards or content read the event; whether guards are functions of the scope.
    """

    __slots__ = ("_build", "_chains", "_first", "_moves", "needs_event", "needs_scope")

    def __init__(
        self,
        chains: tuple[TestChain, ...],
        build: Callable[[Sequence[int]], Any],
        *,
        needs_event: bool,
        needs_scope: bool,
    ) -> None:
        self._first = chains[0]
        self._chains = chains[1:]
        self._build = build
        self._moves: dict[Any, Any] = {}
        self.needs_event = needs_event
        self.needs_scope = needs_scope

    def move(self, values: dict[str, Any]) -> Any:
        """
        Return the compiled step for the values of the variables; None for a step of the kernel.

        Raises
        ------
        Failure, Repeat
            If a guard is neither true nor false.
        """
        key: Any = enabled(self._first, values)
        if self._chains:
            key = (key, *[enabled(chain, values) for chain in self._chains])
        try:
            return self._moves[key]
        except KeyError:
            if len(self._moves) >= MAX_STEPS:
                self._moves.clear()
            numbers = dict.fromkeys(
                number for number in (key if self._chains else (key,)) if number >= 0
            )
            move = self._moves[key] = self._build(tuple(numbers))
            return move


def enabled(chain: TestChain, values: dict[str, Any]) -> int:
    """Return the number of the first transition whose guard holds, or -1."""
    for test, number in chain:
        if test is None:
            return number
        holds = test(values)
        if holds is True:
            return number
        if holds is not False:
            raise Repeat
    return -1


def test_of(guard: Condition | None) -> Test | None:
    """Return a guard as a function of the values."""
    if guard is None:
        return None
    if isinstance(guard, Guard):
        return guard.run
    evaluate = getattr(guard, "evaluate", None)
    if evaluate is None:
        return lambda values: guard(values[SCOPE])  # type: ignore[operator]

    def holds(values: dict[str, Any]) -> bool:
        answer, error = evaluate(values)
        if error is not None or isinstance(answer, str):
            raise Repeat
        return bool(answer)

    return holds
