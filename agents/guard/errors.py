"""The error of an ill-formed guard."""

from __future__ import annotations

from ..errors import KempeError

#: A longer source is quoted in part.
_QUOTED = 60
#: A longer reason, with a long name or number of the source in it, is cut.
_LONGEST = 300


class GuardError(KempeError):
    """
    A guard is ill-formed.

    Attributes
    ----------
    source, position
        Text, and 0-based offset of the error in it.
    code
        ``"syntax"``; ``"unsupported"``, CEL outside of this profile; ``"unknown"``, an undeclared name;
        ``"type"``; ``"limit"``, too long, deep or large.
    reason
        Message without the position.
    """

    def __init__(self, code: str, reason: str, *, source: str, position: int) -> None:
        self.code = code
        reason = reason if len(reason) <= _LONGEST else f"{reason[: _LONGEST - 1]}…"
        self.reason = reason
        self.source = source
        self.position = position
        super().__init__(f"column {position + 1}: {reason} (in {self._quote()})")

    def _quote(self) -> str:
        start = max(0, self.position - _QUOTED // 2)
        text = self.source[start : start + _QUOTED]
        before = "…" if start else ""
        after = "…" if start + _QUOTED < len(self.source) else ""
        return before + repr(text) + after
