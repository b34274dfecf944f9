"""
JSON in the answers of language models, which put it into fences, into prose, or into other JSON.

What an object has to hold is for the room to say that asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

#: How many opening braces are tried as the beginning of an object: some answers are nothing but braces.
MOST_BRACES = 100

_decoder = json.JSONDecoder()


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Give the JSON objects of an answer in the order they begin in, those within others too."""
    for brace in islice(re.finditer(r"\{", text), MOST_BRACES):
        try:
            yield _decoder.raw_decode(text, brace.start())[0]
        except (ValueError, RecursionError):
            continue
