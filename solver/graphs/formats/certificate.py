"""
Certificates of lower bounds in JSON files: a certificate alone, or a result that contains one.

A result, as ``kempe color --json`` prints it, also claims a lower bound. The claim is added to the
certificate as ``"bound"``, so that it is checked as well.
"""

from __future__ import annotations

import json
import os
from typing import Any

from ...errors import InputError
from .source import Source

MAX_BYTES = 3 << 24  # lists of empty lists take 20 times as much memory


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
            return {**value["certificate"], **claimed}
        if not isinstance(value, dict) or "kind" not in value:
            raise source.error("no certificate: expected one, or a result with the key 'certificate'")
        return value
