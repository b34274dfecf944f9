"""JSON objects in the answers of language models: in code fences, prose, or other JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

#: Limit of opening braces tried as the start of an object, since an answer may be mostly braces.
MOST_BRACES = 100

_decoder = json.JSONDecoder()


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of an answer, nested ones included, in the order in which they begin."""
    for brace in islice(re.finditer(r"\{", text), MOST_BRACES):
        try:
            yield _decoder.raw_decode(text, brace.start())[0]
        except (ValueError, RecursionError):
            continue
