"""
The tokens of CEL: names, numbers, strings, operators, each with its offset.

Literals follow CEL's language definition: decimal and hexadecimal integers, doubles with a
digit after the point, strings and bytes in one or three quotes, raw or with escapes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .errors import GuardError
from .tree import Constant

_TOKEN = re.compile(
    r"""
    (?P<space>  (?:[ \t\n\r\f]|//[^\n]*)+)
  | (?P<string> [bB]?[rR]?  (?:'{3}|"{3}|'|"))
  | (?P<double> (?:[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+))
  | (?P<int>    0x[0-9a-fA-F]+|[0-9]+)
  | (?P<name>   [A-Za-z_][A-Za-z0-9_]*)
  | (?P<operator> &&|\|\||==|!=|<=|>=|[-+*/%<>!?:.,()\[\]{}`])
    """,
    re.VERBOSE,
)
_SIMPLE = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    "\\": "\\", "?": "?", '"': '"', "'": "'", "`": "`",
}  # fmt: skip
#: The digits that follow the letter of a numeric escape.
_DIGITS = {"x": 2, "X": 2, "u": 4, "U": 8}


class Token(NamedTuple):
    """``kind`` is ``name``, ``int``, ``double``, ``string``, ``bytes``, ``operator`` or ``end``."""

    kind: str
    text: str
    position: int
    value: Constant = None


def tokenize(source: str) -> list[Token]:
    """
    Return the tokens of a text; the last is of kind ``end``.

    Raises
    ------
    GuardError
        At the first character that starts no token, or an ill-formed literal.
    """
    tokens: list[Token] = []
    at = 0
    while at < len(source):
        found = _TOKEN.match(source, at)
        if found is None:
            meant = f"; write {source[at] * 2}" if source[at] in "&|=" else ""
            raise GuardError("syntax", f"unexpected {source[at]!r}{meant}", source=source, position=at)
        kind, text, start = str(found.lastgroup), found.group(), at
        at = found.end()
        if kind == "string":
            token, at = _quoted(source, start, text)
            tokens.append(token)
        elif kind == "int":
            tokens.append(Token("int", text, start, int(text, 16 if text[:2] == "0x" else 10)))
        elif kind == "double":
            tokens.append(Token("double", text, start, float(text)))
        elif kind != "space":
            tokens.append(Token(kind, text, start))
        if (
            kind in ("int", "double")
            and at < len(source)
            and (source[at].isalnum() or source[at] == "_")
        ):
            _refuse_suffix(source, start, at)
    return [*tokens, Token("end", "", len(source))]


def _refuse_suffix(source: str, start: int, at: int) -> None:
    if source[at] in "uU":
        raise GuardError(
            "unsupported",
            f"unsigned literals are not part of the guard language; write {source[start:at]}",
            source=source,
            position=start,
        )
    raise GuardError("syntax", f"{source[at]!r} follows a number", source=source, position=at)


#: Characters that mean themselves within every kind of quotes.
_PLAIN = re.compile(r"[^\\'\"\r\n]+")


def _quoted(source: str, start: int, opening: str) -> tuple[Token, int]:
    """Read the string literal that begins at ``start``; also return the offset behind it."""
    quote = opening.lstrip("rRbB")
    prefix = opening[: -len(quote)].lower()
    kind = "bytes" if "b" in prefix else "string"
    pieces: list[str | bytes] = []
    at = start + len(opening)
    while not source.startswith(quote, at):
        if at >= len(source) or (len(quote) == 1 and source[at] in "\n\r"):
            raise GuardError(
                "syntax", f"no closing {quote} for this {kind}", source=source, position=start
            )
        if (plain := _PLAIN.match(source, at)) is not None:
            pieces.append(plain[0])
            at = plain.end()
        elif source[at] != "\\":
            pieces.append(source[at])
            at += 1
        elif "r" in prefix:
            if source.startswith(quote, at + 1):  # CEL's definition and its implementations differ here
                reason = f"a backslash before {quote} in a raw {kind}"
                raise GuardError("syntax", reason, source=source, position=at)
            length = 2 if source[at + 1 : at + 2] == "\\" else 1
            pieces.append(source[at : at + length])
            at += length
        else:
            piece, at = _escape(source, at, kind)
            pieces.append(piece)
    text = source[start : at + len(quote)]
    value: str | bytes
    if kind == "bytes":
        raw = (p if isinstance(p, bytes) else p.encode("utf-8", "surrogatepass") for p in pieces)
        value = b"".join(raw)
    else:
        value = "".join(str(p) for p in pieces)
    return Token(kind, text, start, value), at + len(quote)


def _escape(source: str, at: int, kind: str) -> tuple[str | bytes, int]:
    """Read the escape sequence whose backslash is at ``at``."""

    def wrong(reason: str) -> GuardError:
        return GuardError("syntax", reason, source=source, position=at)

    letter = source[at + 1 : at + 2]
    if letter in _SIMPLE:
        return _SIMPLE[letter], at + 2
    if letter in _DIGITS:
        end, base = at + 2 + _DIGITS[letter], 16
        digits = source[at + 2 : end]
    else:
        end, base = at + 4, 8
        digits = source[at + 1 : end]
    legal = "01234567" if base == 8 else "0123456789abcdefABCDEF"
    needed = 3 if base == 8 else _DIGITS[letter]
    if len(digits) < needed or any(digit not in legal for digit in digits):
        raise wrong(f"\\{letter} begins no escape sequence of CEL")
    code = int(digits, base)
    if base == 8 and code > 0o377:
        raise wrong(f"\\{digits} is over \\377")
    if kind == "bytes":
        if letter in "uU":
            raise wrong(f"\\{letter} has no meaning among bytes")
        return bytes([code]), end
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise wrong(f"\\{letter}{digits} is not a Unicode scalar value")
    return chr(code), end
