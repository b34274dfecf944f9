"""How many examples a property is tried on: few and always the same, or as many new as asked for."""

from __future__ import annotations

import os

from hypothesis import settings

#: For a long run.
ASKED = os.environ.get("KEMPE_FUZZ_EXAMPLES")


def fuzz(examples):
    return settings(max_examples=int(ASKED or examples), deadline=None, derandomize=ASKED is None)
