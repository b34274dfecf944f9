"""
The incumbent of one graph: the best coloring, the best lower bound, and why the search ended.

Every coloring and every bound that a member, a run or another process offers is judged here. An
incumbent always holds a proper coloring: until one is offered, each vertex has a color of its own. It
may be offered colorings by one thread and closed by another.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bounds.certificate import check_certificate, searched
from ..clock import Clock
from ..errors import KempeError
from ..graphs.graph import Graph
from ..graphs.repair import without_gaps
from ..graphs.verify import conflicts, is_clique
from ..result import Result


class Incumbent:
    """
    The best coloring and the best lower bound of one graph.

    Parameters
    ----------
    graph
        Graph.
    target
        Number of colors that suffices; None to look for the fewest.
    clock
        Clock that dates the history.
    check_steps
        Work limit of the check of a certificate that needs a search; with 0 only cliques are checked.
    floor
        Number of colors that is not worth improving on.

    Attributes
    ----------
    coloring, k, method
        Best proper coloring, its number of colors, and the routine that found it.
    lower_bound, certificate
        Best lower bound, and what shows it.
    history
        ``(seconds, ticks, k, 0)`` at each improvement of the coloring.
    stop_reason
        Why the search ended, or None.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        target: int | None = None,
        clock: Clock | None = None,
        check_steps: int = 0,
        floor: int = 0,
    ) -> None:
        self.graph, self.target, self.floor = graph, target, floor
        self.coloring: NDArray[np.int32] = np.arange(graph.n, dtype=np.int32)
        self.k = graph.n
        self.method = ""
        self.lower_bound = 0
        self.certificate: dict[str, Any] = {"kind": "clique", "vertices": []}
        self._certified = 0, self.certificate  # the best bound that a search has not found
        self.history: list[tuple[float, int, int, int]] = []
        self.stop_reason: str | None = None
        self._clock = Clock() if clock is None else clock
        self._check_steps = check_steps
        self._lock = threading.Lock()
        self._closed = False

    @property
    def found(self) -> bool:
        """Whether a coloring has been offered."""
        return bool(self.history)

    @property
    def enough(self) -> int:
        """Number of colors on which no coloring improves, or need not improve."""
        return max(self.lower_bound, self.floor)

    def offer(self, coloring: NDArray[np.int32], method: str, ticks: int = 0) -> bool:
        """
        Take over a coloring if it has fewer colors than the best one.

        Parameters
        ----------
        coloring
            Colors (n,), which need not be without gaps.
        method
            Routine that found the coloring.
        ticks
            Ticks used so far, for the history.

        Returns
        -------
        bool
            Whether it is the best coloring now.

        Raises
        ------
        KempeError
            If it would be the best one but is not proper.
        """
        compact, k = without_gaps(coloring)
        if self.found and k >= self.k:
            return False
        if conflicts(self.graph, coloring):
            raise KempeError(f"{method} returned a coloring with conflicts; please report this")
        with self._lock:
            if self._closed:
                return False
            self.coloring, self.k, self.method = compact, k, method
            self.history.append((self._clock.seconds(), ticks, k, 0))
        return True

    def raise_bound(self, lower_bound: int, certificate: dict[str, Any]) -> bool:
        """
        Take over a lower bound if it is higher than the best one.

        Beside a bound by a search the certificate of the best other bound is kept, for those who check.

        Raises
        ------
        KempeError
            If it would be the best one but its certificate does not hold.
        """
        certified, shown = lower_bound, certificate
        if certificate["kind"] == "search":
            shown = certificate.get("certified", {})
            certified = shown.get("bound", 0)
        if lower_bound <= self.lower_bound and certified <= self._certified[0]:
            return False
        if certified > self._certified[0]:
            self._check(certified, shown)
        with self._lock:
            if self._closed:
                return False
            if certified > self._certified[0]:
                self._certified = certified, shown
            raises = lower_bound > self.lower_bound
            self.lower_bound = max(lower_bound, self.lower_bound)
            self.certificate = self._certified[1]
            if self.lower_bound > self._certified[0]:
                self.certificate = searched(*self._certified)
        return raises

    def close(self, reason: str | None) -> None:
        """Take no more offers; ``reason`` is the stop reason unless one is known."""
        with self._lock:
            self._closed = True
            self.stop(reason)

    def _check(self, lower_bound: int, certificate: dict[str, Any]) -> None:
        kind = certificate["kind"]
        if kind == "clique":
            vertices = certificate["vertices"]
            if len(vertices) < lower_bound or not is_clique(self.graph, vertices):
                raise KempeError("a bound does not hold (not a clique); please report this")
        elif self._check_steps:
            verdict = check_certificate(self.graph, certificate, max_steps=self._check_steps)
            if verdict.holds is False or verdict.bound < lower_bound:
                raise KempeError(f"a bound does not hold ({verdict.reason}); please report this")

    def stop(self, reason: str | None) -> bool:
        """Note why the search ends, unless a reason is known already; return whether it ends."""
        if self.stop_reason is None:
            self.stop_reason = reason
        return self.stop_reason is not None

    def decide(self) -> bool:
        """Stop if the bounds have met, the target is reached, or it is below the lower bound."""
        if self.target is not None and self.target < self.lower_bound:
            return self.stop("infeasible")
        if self.found and self.k <= self.enough:
            return self.stop("proven")
        if self.found and self.target is not None and self.k <= self.target:
            return self.stop("target")
        return self.stop(None)

    def result(
        self,
        *,
        ticks: int,
        iterations: int,
        nearest: tuple[NDArray[np.int32], str] | None = None,
        reason: str = "done",
    ) -> Result:
        """
        Return the result; conflicts are counted where the coloring was not checked when it was offered.

        Parameters
        ----------
        ticks, iterations
            Work of all members.
        nearest
            Coloring with ``target`` colors and few conflicts, and its method, where the target was
            missed.
        reason
            Stop reason if none was noted.
        """
        k, colors, method = self.k, self.coloring, self.method
        if nearest is not None and self.target is not None:
            k, (colors, method) = self.target, nearest
        clashes = 0 if nearest is None else conflicts(self.graph, colors)
        return Result(
            colors=colors,
            k=k,
            conflicts=clashes,
            lower_bound=self.lower_bound,
            proven=clashes == 0 and k <= self.enough,
            certificate=self.certificate,
            method=method,
            seconds=self._clock.seconds(),
            ticks=ticks,
            iterations=iterations,
            history=tuple(self.history),
            stop_reason=self.stop_reason or reason,
        )
