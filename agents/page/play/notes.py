"""
What the page keeps of a game beside its turns, as annotations of the trace.

They are outside the hash chain: no move depends on them, and the export of a study reads them.
"""

from __future__ import annotations

import time

#: Kinds of annotations: the game's conditions, colors that are tried, turns, the rules opened or closed,
#: and best answers that were shown.
GAME, DRAFT, TURN, HELP = "page.game", "page.draft", "page.turn", "page.help"
ADVICE = "page.advice"
#: Kinds of drafts: colors by hand, those of the best answer, and all taken back.
TRY, TRY_ADVICE, TAKE_BACK = "try", "try_best_answer", "take_back"


def now() -> float:
    """Return the time of a note, in seconds since 1970."""
    return round(time.time(), 3)
