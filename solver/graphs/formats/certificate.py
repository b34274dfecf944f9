"""
Certificates of lower bounds in JSON files: a certificate alone, or a result that contains one.

A result, as ``kempe color --json`` prints it, also claims a lower bound. The claim is added to the
certificate as ``"bound"``, so that it is checked as well. It may also name the vertices by whose numbers
the certificate goes.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from .coloring import colors_of, require_all
from .coloring_names import Names, VertexIndex, json_order
from .source import Source

MAX_BYTES = 3 << 24  # lists of empty lists take 20 times as much memory


@dataclass(frozen=True, eq=False)
class Claims:
    """
    A certificate, and what the result around it claims.

    Attributes
    ----------
    certificate
        The certificate, with the claimed lower bound as ``"bound"``.
    k
        Number of colors; None if the file says none.
    proven
        Whether the file says that it is proven to be the smallest.
    colors
        int32[n], the coloring in the file, in the order of the graph; None if there is none, or nothing
        is said to be proven.
    order
        int32[n], the vertex of the graph that each number in the file stands for; None if these are the
        numbers of the graph.
    """

    certificate: dict[str, Any]
    k: int | None = None
    proven: bool = False
    colors: NDArray[np.int32] | None = None
    order: NDArray[np.int32] | None = None


def read_certificate(path: str | os.PathLike[str]) -> dict[str, Any]:
    """
    Read a certificate, for :func:`solver.check_certificate`.

    Parameters
    ----------
    path
        The file, ``-`` for standard input; compressed or not.

    Raises
    ------
    InputError
        If the file is not JSON or contains no certificate. Whether the certificate is valid is not
        checked.
    """
    return read_claims(path).certificate


def read_claims(
    path: str | os.PathLike[str], n: int | None = None, names: Names | None = None
) -> Claims:
    """
    Read a certificate and the claims of the result around it, if there is one.

    Parameters
    ----------
    path
        As in :func:`read_certificate`.
    n, names
        Number of vertices, and their names as in :func:`read_coloring`; None if they have none.
    """
    with Source(path) as source:
        text = source.take(MAX_BYTES)
        if source.take(1):
            raise source.error(f"more than {MAX_BYTES} bytes: expected a smaller JSON file")
        try:
            value: Any = json.loads(text)
        except json.JSONDecodeError as error:
            raise InputError(
                f"not JSON: {error.msg}", path=source.path, line=error.lineno, column=error.colno
            ) from error
        except (ValueError, RecursionError) as error:
            raise source.error(f"not JSON: {error}") from error
        if isinstance(value, dict) and isinstance(value.get("certificate"), dict):
            claimed = {"bound": value["lower_bound"]} if "lower_bound" in value else {}
            k = value.get("k")
            proven = value.get("proven") is True
            order = colors = None
            index = None if names is None else VertexIndex(names)
            if n is not None and index is not None and value.get("names") is not None:
                order = json_order(source, value["names"], n, index)
            if n is not None and proven and value.get("colors") is not None:
                colors = colors_of(source, value, n, index)
                require_all(source, colors, index, from_one=False)
            return Claims(
                {**value["certificate"], **claimed},
                k=k if type(k) is int else None,
                proven=proven,
                colors=colors,
                order=order,
            )
        if not isinstance(value, dict) or "kind" not in value:
            raise source.error("no certificate: expected one, or a result with the key 'certificate'")
        return Claims(value)
