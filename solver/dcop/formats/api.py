"""Reading and writing cost networks: the choice of the format, and the file itself."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np

from ...errors import InputError, expected
from ...graphs.formats.sink import Sink, without_compression
from ...graphs.formats.source import Source
from ..network import CostNetwork
from . import cfn, pydcop, uai, wcsp
from .limits import MAX_BYTES

Reader = Callable[[str, str], CostNetwork]
Writer = Callable[[CostNetwork, str], str]

FORMATS: dict[str, tuple[Reader, Writer]] = {
    "pydcop": (pydcop.parse, pydcop.render),
    "wcsp": (wcsp.parse, wcsp.render),
    "cfn": (cfn.parse, cfn.render),
    "uai": (uai.parse, uai.render),
}
SUFFIXES = {".yaml": "pydcop", ".yml": "pydcop", ".wcsp": "wcsp", ".cfn": "cfn", ".uai": "uai"}


def read(path: str | os.PathLike[str], *, format: str | None = None) -> CostNetwork:
    """
    Read a cost network.

    Parameters
    ----------
    path
        File, or ``-`` for standard input. Compression by gzip, xz or bzip2 is recognized by content.
    format
        ``"pydcop"``, ``"wcsp"``, ``"cfn"`` or ``"uai"``; given by the suffix of the name if omitted
        (``.yaml``, ``.yml``, ``.wcsp``, ``.cfn``, ``.uai``, optionally with ``.gz``, ``.xz`` or
        ``.bz2``).

    Returns
    -------
    CostNetwork
        Costs to be minimized. Those of a maximization are negated, probabilities become minus their
        natural logarithm, rounded to a double.

    Raises
    ------
    InputError
        If the file is ill-formed or exceeds a limit (:mod:`solver.dcop.formats.limits`), or has a cost
        function that is not a table; with path, line and the name or
        number of the function.
    """
    name = os.fspath(path)
    reader, _ = FORMATS[_format(name, format)]
    with Source(name) as source:
        data = source.take(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"expected at most {MAX_BYTES} bytes after decompression", path=name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("expected UTF-8 text", path=name, line=line) from error
    del data
    return _parsed(reader, text, name)


def _parsed(reader: Reader, text: str, name: str) -> CostNetwork:
    try:
        with np.errstate(all="ignore"):
            return reader(text, name)
    except InputError as error:
        if error.path is not None:
            raise
        raise InputError(str(error), path=name) from None


def write(network: CostNetwork, path: str | os.PathLike[str], *, format: str | None = None) -> None:
    """
    Write a cost network so that :func:`read` gives the same costs.

    Parameters
    ----------
    network
        The network. ``wcsp`` has only integer costs and no names; ``uai`` has no names either, and its
        probabilities round costs to about 12 digits.
    path
        File; the suffix ``.gz``, ``.xz`` or ``.bz2`` compresses it.
    format
        As for :func:`read`.

    Raises
    ------
    InputError
        If the text, read again, would give other costs, or the file cannot be written.
    """
    if not isinstance(network, CostNetwork):
        raise expected("network", network, "a CostNetwork; write(network, path)")
    name = os.fspath(path)
    format = _format(name, format)
    reader, writer = FORMATS[format]
    text = writer(network, name)
    _check(network, _parsed(reader, text, name), name, format)
    with Sink(name) as file:
        file.write(text.encode())


def _check(network: CostNetwork, copy: CostNetwork, path: str, format: str) -> None:
    """Raise InputError unless a network that was written and read again has the same costs."""
    error = InputError(f"{format}: expected costs that the format holds exactly", path=path)
    is_same = np.array_equal(network.sizes, copy.sizes) and np.array_equal(network.ends, copy.ends)
    if not is_same or network.scopes != copy.scopes:
        raise error
    tables = [network.unary(name) for name in network.names]
    others = [copy.unary(name) for name in copy.names]
    tables += [network.table(e) for e in range(network.m)]
    others += [copy.table(e) for e in range(copy.m)]
    tables += [network.factor(f) for f in range(len(network.scopes))]
    others += [copy.factor(f) for f in range(len(copy.scopes))]
    difference = network.constant - copy.constant
    for table, other in zip(tables, others, strict=True):
        allowed = np.isfinite(table)
        if not np.array_equal(allowed, np.isfinite(other)):
            raise error
        shift = table[allowed] - other[allowed]
        if format == "uai" and np.allclose(table[allowed], other[allowed], rtol=1e-12, atol=1e-12):
            shift[:] = 0.0  # probabilities round
        elif format == "wcsp" and shift.size:  # which moves costs to the constant
            difference += shift[0]
            shift -= shift[0]
        if shift.any():
            raise error
    if abs(difference) > (1e-12 * max(1.0, abs(network.constant)) if format == "uai" else 0.0):
        raise error


def _format(path: str, name: str | None) -> str:
    if name is None:
        suffix = os.path.splitext(without_compression(path))[1].lower()
        if suffix not in SUFFIXES:
            raise expected("suffix", suffix, f"one of {', '.join(SUFFIXES)}", path=path)
        name = SUFFIXES[suffix]
    if name not in FORMATS:
        raise expected("format", name, f"one of {', '.join(map(repr, FORMATS))}")
    return name
