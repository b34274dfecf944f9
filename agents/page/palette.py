"""Colors and letters of the drawings, which color-blind people can tell apart."""

from __future__ import annotations

from collections.abc import Sequence

from solver.command.picture import FEW

#: Shades of the colors of games, from Okabe and Ito's palette where it has them.
NAMED = {
    "red": "#d55e00",
    "green": "#009e73",
    "blue": "#56b4e9",
    "yellow": "#f0e442",
    "orange": "#e69f00",
    "purple": "#0072b2",
    "pink": "#cc79a7",
    "brown": "#8c6d46",
}
UNKNOWN = "#bdbdbd"
CONFLICT = "#d7191c"


def fill(color: str | int | None, domain: Sequence[str] = ()) -> str:
    """Return the shade of a color: of its name, else of its number or place in the domain."""
    if color is None or color == -1:
        return UNKNOWN
    if isinstance(color, str):
        if (shade := NAMED.get(color.casefold())) is not None:
            return shade
        color = list(domain).index(color) if color in domain else sum(color.encode())
    if color < len(FEW):
        return FEW[color]
    # Hues at golden-angle steps; beyond eight colors the number on the node tells them apart.
    return f"hsl({color * 137.508 % 360:.0f}, 65%, {(45, 60, 75)[color % 3]}%)"


def ink(shade: str) -> str:
    """Return the color of text on a shade."""
    if not shade.startswith("#"):
        return "#000000"
    red, green, blue = (int(shade[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 110 else "#ffffff"


def letters(domain: Sequence[str]) -> dict[str, str]:
    """Return the shortest beginnings that tell the colors apart, in capitals."""
    short: dict[str, str] = {}
    for color in domain:
        size = 1
        while size < len(color) and any(
            other != color and other[:size].casefold() == color[:size].casefold() for other in domain
        ):
            size += 1
        short[color] = color[:size].upper() if size == 1 else color[:size].capitalize()
    return short
