"""``kempe check``: check a coloring, a lower bound, or both."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from ..benchmark.figures import counted
from ..errors import InputError
from .bandwidth import read_distances
from .interrupts import UNDECIDED
from .output import GraphNames, load_named, require_one_reader, vertex_label
from .values import GRAPH_HELP, color_count, count, file_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..bounds.certificate import Verdict
    from ..graphs.formats.certificate import Claims
    from ..graphs.graph import Graph

SUMMARY = "Check a coloring, a lower bound, or both; exit status 0 if all of it holds."

#: Conflicting edges that are printed.
SHOWN = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe check``."""
    parser.epilog = (
        "Exit status: 0 all of it holds, 1 something does not, 2 illegal input or arguments, "
        f"{UNDECIDED} nothing was refuted, but the bound is not decided: it was found by a search, "
        "which leaves nothing to check, it needs the fixed colors (--fixed), or --max-steps did not "
        "suffice; or the check was interrupted."
    )
    parser.add_argument("graph", type=file_name, help=GRAPH_HELP)
    parser.add_argument(
        "coloring",
        nargs="?",
        type=file_name,
        help="coloring in DIMACS solution format or JSON. If it names its vertices, and so does the "
        "graph, the colors are those of the vertices with these names. A result must not have more "
        "colors than its k",
    )
    parser.add_argument(
        "--distances",
        action="store_true",
        help="check the distances of a file of kempe bandwidth, lines e VERTEX VERTEX DISTANCE; "
        "conflicts are then edges whose colors are too close",
    )
    parser.add_argument(
        "--fixed",
        type=file_name,
        metavar="F",
        help="partial coloring that the coloring must keep, as for kempe color. A bound is then one on "
        "the largest color",
    )
    parser.add_argument(
        "--bound",
        type=file_name,
        metavar="F",
        help="certificate of a lower bound as JSON, or a result that holds one; of a result, the claims "
        "lower_bound and proven (with its k and colors) are checked as well",
    )
    parser.add_argument(
        "--max-steps", type=count, metavar="N", help="work limit of a check that needs a search"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print one JSON object; of the coloring, the keys proper, k (number of different colors), "
        "largest (color, from 1), conflicts, uncolored (always 0), claimed_k if a file in JSON says "
        "another number, and with --fixed fixed_changed (number of vertices); of the bound, bound_holds "
        "(null if not decided), lower_bound, reason, certified_bound and certified_reason if a smaller "
        "one is confirmed beside one that is not decided, and proven_holds if the file says that its k "
        "is proven",
    )


def run(options: argparse.Namespace) -> int:
    """Run ``kempe check`` and return its exit status."""
    from ..graphs.formats import read_coloring

    _check_arguments(options)
    distances = None
    names = None
    if options.distances:
        graph, distances = read_distances(options.graph)
    else:
        graph, names = load_named(options.graph)
    fixed = None
    if options.fixed is not None:
        fixed = read_coloring(options.fixed, graph.n, partial=True, names=names)
    report = Report(graph, names, distances, fixed)
    if options.coloring is not None:
        report.check_coloring(options.coloring)
    if options.bound is not None:
        report.check_bound(options.bound, options.max_steps)
    print(json.dumps(report.facts) if options.json else "\n".join(report.lines))
    return report.status


def _check_arguments(options: argparse.Namespace) -> None:
    """Refuse arguments that do not fit together."""
    if options.coloring is None and options.bound is None:
        raise InputError("nothing to check: expected a coloring, --bound, or both")
    if options.max_steps is not None and options.bound is None:
        raise InputError("--max-steps: expected only with --bound")
    require_one_reader(
        {
            "graph": options.graph,
            "coloring": options.coloring,
            "--fixed": options.fixed,
            "--bound": options.bound,
        }
    )
    if options.distances and options.bound is not None:
        raise InputError("--distances: expected no --bound, which is on the number of different colors")


class Report:
    """
    What was checked, and what was found.

    Parameters
    ----------
    graph, names
        Graph, and the names of its vertices, if it has some.
    distances
        Distances of the edges; None for a plain coloring.
    fixed
        Colors that must be kept, -1 for those that are free; None if there are none.

    Attributes
    ----------
    facts, lines
        What was found, by key and in words.
    refuted, undecided
        Whether something does not hold, and whether something could not be decided.
    """

    def __init__(
        self,
        graph: Graph,
        names: GraphNames | None,
        distances: NDArray[np.int64] | None,
        fixed: NDArray[np.int32] | None,
    ) -> None:
        self.graph, self.names, self.distances, self.fixed = graph, names, distances, fixed
        self.facts: dict[str, Any] = {}
        self.lines: list[str] = []
        self.refuted = self.undecided = False
        self._is_equitable = False

    @property
    def status(self) -> int:
        """Exit status."""
        return 1 if self.refuted else UNDECIDED * self.undecided

    def refute(self, line: str) -> None:
        """Note that something does not hold."""
        self.refuted = True
        self.lines.append(line)

    def check_coloring(self, path: str) -> None:
        """Check that the coloring is proper, keeps the fixed colors, and has no more than its k."""
        import numpy as np

        from ..graphs.formats.coloring import read_coloring_and_k

        colors, claimed = read_coloring_and_k(path, self.graph.n, names=self.names)
        wrong = self._too_close(colors)
        clashes = len(wrong)
        k = len(np.unique(colors))
        self._is_equitable = _are_equal(colors)
        largest = int(colors.max(initial=-1)) + 1
        proper = clashes == 0
        self.facts.update(proper=proper, k=k, largest=largest, conflicts=clashes, uncolored=0)
        if proper:
            self.lines.append(f"proper: {color_count(k, largest)}")
        else:
            self.refute(f"not proper: {color_count(k, largest)}, {counted(clashes, 'conflict')}")
            self._show(colors, wrong)
        if self.fixed is not None:
            self._check_fixed(colors)
        numbers = self._numbers(colors)
        if not proper or claimed is None or claimed in numbers:
            return
        self.facts["claimed_k"] = claimed
        if claimed < min(numbers):
            self.refute(f"{path} says {_colors(claimed)}, which is not so")
        else:
            self.lines.append(f"{path} says {_colors(claimed)}: {min(numbers)} suffice")

    @property
    def _counts_largest(self) -> bool:
        """Whether colors have numbers that matter, so that the largest counts."""
        is_fixed = self.fixed is not None and bool((self.fixed >= 0).any())
        return is_fixed or self.distances is not None

    def _numbers(self, colors: NDArray[np.int32]) -> set[int]:
        """Return the numbers that a result with these colors may call its number of colors."""
        import numpy as np

        largest = int(colors.max(initial=-1)) + 1
        # Without --fixed, the result may all the same be one with fixed colors.
        return {largest} if self._counts_largest else {len(np.unique(colors)), largest}

    def _show(self, colors: NDArray[np.int32], wrong: NDArray[np.intp]) -> None:
        """Append lines on the edges that are wrong."""
        edges = self.graph.edges()
        from_one = "all from 1" if self.names is None else "colors from 1"
        for i in wrong[:SHOWN]:
            a, b = edges[i]
            both = f"both have color {colors[a] + 1}"
            if self.distances is not None:
                both = (
                    f"have colors {colors[a] + 1} and {colors[b] + 1}, at distance {self.distances[i]}"
                )
            ends = f"{vertex_label(self.names, a)} and {vertex_label(self.names, b)}"
            self.lines.append(f"  vertices {ends} {both} ({from_one})")
        if len(wrong) > SHOWN:
            self.lines.append(f"  and {len(wrong) - SHOWN} more")

    def _check_fixed(self, colors: NDArray[np.int32]) -> None:
        """Check that the fixed colors are kept."""
        import numpy as np

        assert self.fixed is not None
        changed = np.flatnonzero((self.fixed >= 0) & (self.fixed != colors))
        fixed = int(np.count_nonzero(self.fixed >= 0))
        self.facts["fixed_changed"] = len(changed)
        if not len(changed):
            self.lines.append(f"{counted(fixed, 'fixed color')} kept")
            return
        self.refute(f"{len(changed)} of {counted(fixed, 'fixed color')} not kept")
        for v in changed[:SHOWN]:
            self.lines.append(
                f"  vertex {vertex_label(self.names, v)} has color {colors[v] + 1}, fixed is "
                f"{self.fixed[v] + 1} (from 1)"
            )
        if len(changed) > SHOWN:
            self.lines.append(f"  and {len(changed) - SHOWN} more")

    def check_bound(self, path: str, max_steps: int | None) -> None:
        """Check a lower bound, and the claims of a result that it is part of."""
        from ..graphs.formats.certificate import read_claims

        claims = read_claims(path, self.graph.n, self.names)
        try:
            bound, holds, reason, certified = self._decide(claims, max_steps)
        except InputError as error:
            raise InputError(str(error), path=path) if error.path is None else error from error
        self.facts.update(bound_holds=holds, lower_bound=bound, reason=reason)
        if certified is not None and holds is None:
            reason += self._note_certified(bound, certified)
        self.refuted |= holds is False
        self.undecided |= holds is None
        if holds:
            self.lines.append(f"{self._least(bound)}: {reason}")
        else:
            fault = "is not decided" if holds is None else "does not hold"
            self.lines.append(f"the lower bound of {bound} {fault}: {reason}")
        if claims.proven:
            self._check_proven(path, claims, bound, holds)
        number = "largest" if self._counts_largest else "k"
        if holds and not self.refuted and self._is_valid_coloring() and self.facts[number] == bound:
            self.lines.append("optimal")

    def _least(self, bound: int) -> str:
        """Return the statement of a lower bound."""
        if self._counts_largest:
            return f"the largest color is at least {bound}"
        return f"at least {_colors(bound)}"

    def _note_certified(self, bound: int, certified: Verdict) -> str:
        """Note the smaller bound beside one that is not decided, and return what remains."""
        if not certified.holds:
            return f"; one of {certified.bound} is not decided either: {certified.reason}"
        self.facts.update(certified_bound=certified.bound, certified_reason=certified.reason)
        self.lines.append(f"{self._least(certified.bound)}: {certified.reason}")
        suffice = "does" if bound == 2 else "do"
        return f"; what remains is that {_colors(bound - 1)} {suffice} not suffice"

    def _is_valid_coloring(self) -> bool:
        """Return whether a coloring was checked and holds."""
        return self.facts.get("proper", False) and not self.facts.get("fixed_changed")

    def _decide(
        self, claims: Claims, max_steps: int | None
    ) -> tuple[int, bool | None, str, Verdict | None]:
        """Return the bound, whether it holds, the reason, and the verdict on a bound beside it."""
        from ..bounds.certificate import DEFAULT_STEPS, check_certificate, is_equitable

        graph, fixed = self.graph, self.fixed
        if claims.order is not None:  # the vertices of a certificate are numbered as in its file
            graph = graph.subgraph(claims.order)
            fixed = None if fixed is None else fixed[claims.order]
        verdict = check_certificate(
            graph, claims.certificate, max_steps=max_steps or DEFAULT_STEPS, fixed=fixed
        )
        bound, holds, reason = verdict.bound, verdict.holds, verdict.reason
        if holds is False:
            reason += " (certificates count from 0)"
        if holds is not True and self.fixed is not None:
            largest = int(self.fixed.max(initial=-1)) + 1
            if bound <= largest:
                return bound, True, f"color {largest} is fixed", None
        # Without --fixed, the bound may all the same be one on the largest color.
        number, coloring, is_of_its_kind = "largest", "the coloring", self._is_valid_coloring()
        if is_equitable(claims.certificate):
            number, coloring = "k", "the equitable coloring"
            is_of_its_kind &= self._is_equitable
        if holds is None and is_of_its_kind and self.facts[number] < bound:
            return bound, False, f"{coloring} has {_colors(self.facts[number])}", None
        return bound, holds, reason, verdict.certified

    def _check_proven(self, path: str, claims: Claims, bound: int, holds: bool | None) -> None:
        """Check the claim that the coloring of a result is proper and has no more than the bound."""
        from ..bounds.certificate import is_equitable

        fault = None
        if claims.k is not None and claims.k != bound:
            fault = f"it has {_colors(claims.k)}, and the lower bound is {bound}"
        elif claims.colors is not None:
            fault = self._fault_in_colors(claims.colors, bound)
            if fault is None and is_equitable(claims.certificate) and not _are_equal(claims.colors):
                fault = "its classes differ by more than one vertex"
        self.facts["proven_holds"] = False if fault or holds is False else holds
        if fault:
            self.refute(f"{path} says that its number of colors is proven, which is not so: {fault}")

    def _fault_in_colors(self, colors: NDArray[np.int32], bound: int) -> str | None:
        """Return why a coloring is not one of as many colors as the bound; None if it is."""
        if clashes := len(self._too_close(colors)):
            return f"its coloring has {counted(clashes, 'conflict')}"
        if self.fixed is not None and ((self.fixed >= 0) & (self.fixed != colors)).any():
            return "its coloring does not keep the fixed colors"
        numbers = self._numbers(colors)
        return None if bound in numbers else f"its coloring has {_colors(min(numbers))}"

    def _too_close(self, colors: NDArray[np.int32]) -> NDArray[np.intp]:
        """Return the indices of the edges whose colors differ by less than the distance, else by 0."""
        import numpy as np

        from ..graphs.verify import conflicts

        if self.distances is None and not conflicts(self.graph, colors):
            return np.empty(0, np.intp)  # without a list of all edges
        u, v = self.graph.edges().T
        least = 1 if self.distances is None else self.distances
        return np.flatnonzero(np.abs(colors[u] - colors[v]) < least)


def _colors(number: int) -> str:
    return counted(number, "color")


def _are_equal(colors: NDArray[np.int32]) -> bool:
    """Return whether the classes of a coloring differ in size by at most one vertex."""
    import numpy as np

    sizes = np.unique(colors, return_counts=True)[1]
    return not len(sizes) or int(np.ptp(sizes)) <= 1
