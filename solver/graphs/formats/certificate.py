"""
Certificates of lower bounds in files: JSON, the certificate alone or a whole result that holds one.

A whole result, as ``kempe color --json`` prints it, also claims a bound; it comes along as the
certificate's ``"bound"``, so that the check covers what the result says.
"""

from __future__ import annotations

import json
import os
from typing import Any

from ...errors import InputError
from .source import Source

MAX_BYTES = 1 << 28


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
        If the file is no JSON or holds no certificate. Whether that one holds is not looked at.
    """
    with Source(path) as source:
        text = source.take(MAX_BYTES)
        if source.take(1):
            raise source.error(f"more than {MAX_BYTES} bytes of JSON")
        try:
            value: Any = json.loads(text)
        except json.JSONDecodeError as error:
            raise InputError(
                error.msg, path=source.path, line=error.lineno, column=error.colno
            ) from error
        except (ValueError, RecursionError) as error:
            raise source.error(f"no JSON: {error}") from error
        if isinstance(value, dict) and isinstance(value.get("certificate"), dict):
            claimed = {"bound": value["lower_bound"]} if "lower_bound" in value else {}
            return {**value["certificate"], **claimed}
        if not isinstance(value, dict) or "kind" not in value:
            raise source.error("expected a certificate, or a result with one as 'certificate'")
        return value
