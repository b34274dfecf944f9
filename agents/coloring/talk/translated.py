"""What becomes of a person's prose: the moves in it, the words that are left, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..bargaining.rb_text import render
from ..messages import ConditionalOffer, FeasibilityQuery, Move
from . import deal_words


@dataclass(frozen=True)
class Translation:
    """
    The translation of prose to one neighbor.

    Attributes
    ----------
    moves
        Legal moves, in the order of the text.
    rest
        Sentences that are not moves, as they were written.
    refused
        Reasons why sentences that read like moves are not legal.
    unclear
        One of these reasons, if it is that several deals or offers may be meant.
    source
        Reader of the moves; the person has to confirm those of a model.
    record
        Record of the model's reading.
    """

    moves: tuple[Move, ...] = ()
    rest: str = ""
    refused: tuple[str, ...] = ()
    unclear: deal_words.Unclear | None = None
    source: Literal["rules", "model"] = "rules"
    record: Mapping[str, Any] = field(default_factory=dict)

    @property
    def binds(self) -> bool:
        """Whether a move changes what is agreed; questions and announcements bind nobody."""
        return any(
            not isinstance(move, FeasibilityQuery)
            and not (isinstance(move, ConditionalOffer) and not move.conditions)
            for move in self.moves
        )

    @property
    def offers(self) -> bool:
        """Whether a move offers something for something."""
        return any(
            isinstance(move, ConditionalOffer) and move.conditions and move.assignments
            for move in self.moves
        )

    @property
    def prose(self) -> str:
        """The moves as the neighbor will read them: the preview."""
        return render(self.moves)
