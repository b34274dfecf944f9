"""Reading and writing cost networks: which format it is, and the file itself."""

from __future__ import annotations

import os
from collections.abc import Callable

from ...errors import InputError
from ...graphs.formats.sink import Sink, without_compression
from ...graphs.formats.source import Source
from ..network import CostNetwork
from . import cfn, pydcop, uai, wcsp

Reader = Callable[[str, str], CostNetwork]
Writer = Callable[[CostNetwork, str], str]

FORMATS: dict[str, tuple[Reader, Writer]] = {
    "pydcop": (pydcop.parse, pydcop.render),
    "wcsp": (wcsp.parse, wcsp.render),
    "cfn": (cfn.parse, cfn.render),
    "uai": (uai.parse, uai.render),
}
SUFFIXES = {".yaml": "pydcop", ".yml": "pydcop", ".wcsp": "wcsp", ".cfn": "cfn", ".uai": "uai"}

#: More than any file that is read whole.
ALL = 1 << 62


def read(path: str | os.PathLike[str], *, format: str | None = None) -> CostNetwork:
    """
    Read a cost network.

    Parameters
    ----------
    path
        The file, or ``-`` for standard input. Compression by gzip, xz or bzip2 is seen by content.
    format
        ``"pydcop"``, ``"wcsp"``, ``"cfn"`` or ``"uai"``; by the name's suffix if omitted (``.yaml``,
        ``.yml``, ``.wcsp``, ``.cfn``, ``.uai``, each also with ``.gz``, ``.xz`` or ``.bz2`` behind).

    Returns
    -------
    CostNetwork
        Costs to be minimized: those of a maximization come negated, probabilities as minus their natural
        logarithm, rounded to a double.

    Raises
    ------
    InputError
        If the file is ill-formed, or has a cost function of more than two variables or one that is not a
        table; with path, line and the name or number of the function.
    """
    name = os.fspath(path)
    reader, _ = _format(name, format)
    with Source(name) as source:
        data = source.take(ALL)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("not UTF-8 text", path=name, line=line) from error
    return reader(text, name)


def write(network: CostNetwork, path: str | os.PathLike[str], *, format: str | None = None) -> None:
    """
    Write a cost network so that :func:`read` gives the same costs.

    Parameters
    ----------
    network
        The network. ``wcsp`` takes integer costs only and forgets names; ``uai`` forgets names too, and
        its probabilities round costs to about 16 digits.
    path
        The file; ``.gz``, ``.xz`` or ``.bz2`` behind compresses.
    format
        As for :func:`read`.

    Raises
    ------
    InputError
        If the format cannot hold the network, or the file cannot be written.
    """
    name = os.fspath(path)
    _, writer = _format(name, format)
    text = writer(network, name)
    with Sink(name) as file:
        file.write(text.encode())


def _format(path: str, name: str | None) -> tuple[Reader, Writer]:
    if name is None:
        suffix = os.path.splitext(without_compression(path))[1].lower()
        if suffix not in SUFFIXES:
            raise InputError(
                f"suffix {suffix!r} names no format, expected one of {', '.join(SUFFIXES)}", path=path
            )
        name = SUFFIXES[suffix]
    if name not in FORMATS:
        raise InputError(f"format = {name!r}, expected one of {', '.join(map(repr, FORMATS))}")
    return FORMATS[name]
