"""
Drafts of a language model that words for Agent2 of the study: truths and lies, by state of affairs.

They were written from the rules of honesty, not from the guard. Human speaks to Agent2, whose b4 is
fixed green and who sees h2 and h5 and no other node of anybody. A state gives the colors of b1-b5
before and after the turn, the beliefs about h2 and h5, and the node that the person pinned:

- ``solved``: b1, b2 and b3 changed, and nothing clashes any more.
- ``stuck``: the person pinned b2 green, which clashes with h2; nothing changed.
- ``worse``: b1, b2 and b3 changed at the person's wish, and b2 clashes with h2 now.
- ``steady``: nothing changed, nothing clashes.
- ``blind``: nothing changed, nothing clashes as far as known; the color of h5 is not known.
"""

from __future__ import annotations

import json
from pathlib import Path

_DATA = json.loads((Path(__file__).parent / "data" / "drafts.json").read_text())
STATES = _DATA["states"]
#: Colorings of (h2, h5) that are feasible under the pin; all others are infeasible then.
FEASIBLE_PINNED = [tuple(colors) for colors in _DATA["feasible_pinned"]]
SCORE = _DATA["score"]
TRUTHS = [(state, text) for state, texts in _DATA["true"].items() for text in texts]
LIES = [(state, text) for state, texts in _DATA["lies"].items() for text in texts]
