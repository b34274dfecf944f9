"""
The function :func:`solver.write_proof`: a lower bound as a formula and a proof that others can check.

A clique, a Mycielskian, weights or cases are translated as they are. For a bound that a search found, or
by cases whose proof would be too large, a search is run again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from ..arguments import integer, limits
from ..bounds.certificate import DEFAULT_STEPS, check_certificate
from ..errors import BudgetError, InputError, expected
from ..graphs.formats.replacing import replacing
from ..graphs.graph import Graph, as_graph
from .cases import places, refute_cases
from .clique import refute_clique
from .formula import Formula
from .levels import refute_mycielskian
from .log import ProofLog
from .search import Refutation, searched
from .weights import refute_weights


@dataclass(frozen=True)
class WrittenProof:
    """
    A proof that was written.

    Attributes
    ----------
    bound
        The proven lower bound: the formula states that one color less suffices.
    kind
        ``"clique"``, ``"mycielskian"``, ``"fractional"``, ``"branches"``, ``"tree"`` or
        ``"satisfiability"``.
    steps
        Number of constraints that the proof derives.
    formula, proof
        Files of the formula and of the proof.
    """

    bound: int
    kind: str
    steps: int
    formula: Path
    proof: Path


def write_proof(
    path: str | PathLike[str],
    graph: Graph,
    certificate: Mapping[str, Any],
    *,
    bound: int | None = None,
    time_limit: float | None = None,
) -> WrittenProof:
    """
    Write a lower bound as a formula and a proof for VeriPB.

    The formula states that one color less than the bound suffices. It is written beside the proof with
    the suffix ``.opb``; ``docs/write_formula.py`` writes the same from a DIMACS file.

    Parameters
    ----------
    path
        File of the proof; its suffix must not be ``.opb``.
    graph
        The graph.
    certificate
        Certificate of a result, as in :class:`solver.Result`; also ``{"kind": "search"}``, for which a
        search is run again.
    bound
        The lower bound; that of the certificate if omitted.
    time_limit
        Seconds for a search, 60 if not given; ``math.inf`` for no limit.

    Returns
    -------
    WrittenProof
        The files, and what they prove.

    Raises
    ------
    InputError
        If the certificate does not hold, proves only a lower bound, is a search without a bound, or one
        on equitable colorings or on those with fixed colors, or a file cannot be written.
    BudgetError
        If the formula or the proof would be too large, or the search took too long.
    """
    graph = as_graph(graph)
    proof, formula_path = Path(path), path_of_formula(path)
    seconds = limits(time_limit, None)[0]
    bound = _checked(graph, certificate, bound)
    formula = Formula(graph, bound - 1)
    kind, refute = _refutation(formula, certificate, seconds)
    # Nothing is left of a proof that turns out to be too large, and both files of before stay.
    with replacing(formula_path) as formula_file, replacing(proof) as proof_file:
        with open(proof_file, "w", encoding="ascii", newline="\n") as file:
            log = ProofLog(file, formula.variables, formula.constraints)
            log.conclude(refute(log))
        formula.write(Path(formula_file))
    return WrittenProof(bound, kind, log.steps, formula_path, proof)


def path_of_formula(path: str | PathLike[str]) -> Path:
    """Return the file of the formula that belongs to the file of a proof."""
    formula = Path(path).with_suffix(".opb")
    if formula == Path(path):
        raise expected("path", str(path), "a suffix other than .opb, which the formula gets")
    return formula


def _checked(graph: Graph, certificate: Mapping[str, Any], bound: int | None) -> int:
    """Return the bound to prove; the steps of a fractional certificate are checked when written."""
    if bound is not None:
        bound = integer("bound", bound, 1)
    if not isinstance(certificate, Mapping):
        raise expected("certificate", certificate, "an object with a 'kind'")
    for restriction in ("equitable", "fixed"):
        if certificate.get(restriction) is True:
            raise InputError(
                f"certificate with {restriction!r}: expected one of a bound on all proper colorings"
            )
    if certificate.get("kind") == "search":
        if bound is None:
            raise expected("bound", bound, "an integer >= 1 with a certificate of kind 'search'")
        return bound
    is_tree = certificate.get("kind") == "branches"  # not written as it is, so checked now
    steps = DEFAULT_STEPS if is_tree else 0
    verdict = check_certificate(graph, certificate, max_steps=steps)
    if verdict.holds is False:
        raise InputError(f"the certificate does not hold: {verdict.reason}")
    if bound is not None and bound > verdict.bound:
        raise expected("bound", bound, f"at most {verdict.bound}, which the certificate proves")
    return integer("bound", verdict.bound if bound is None else bound, 1)


def _refutation(formula: Formula, certificate: Mapping[str, Any], seconds: float) -> Refutation:
    """Return the kind of a proof, and the function that writes its steps."""
    graph, kind = formula.graph, certificate["kind"]
    if formula.k == 0:  # the first vertex has no color
        return kind, lambda log: formula.some_color(0)
    if kind == "clique":
        return kind, lambda log: refute_clique(log, formula, certificate["vertices"])
    if kind == "mycielskian":
        return kind, lambda log: refute_mycielskian(log, formula, certificate)
    if kind == "fractional":
        weights = dict(enumerate(certificate["weights"]))
        return kind, lambda log: refute_weights(
            log, formula, graph, weights, int(certificate["largest"])
        )
    if kind == "branches" and formula.k <= certificate["colors"]:
        with contextlib.suppress(BudgetError):
            steps = places(graph, certificate, formula.k)
            return kind, lambda log: refute_cases(log, formula, steps)
    return searched(formula, seconds)
