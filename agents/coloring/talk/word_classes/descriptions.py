"""Colors that are described: "anything but red", "the other two", "whatever h2 has"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...situation import Situation
from ...view import View
from .items import Item

_ANY = ("anything", "any", "everything", "every", "something", "some", "whatever", "all", "another", "a")
_EXCEPT = ("but", "except", "than", "apart", "besides", "excluding", "bar", "not")
_BETWEEN = ("color", "colors", "else", "other", "for", "from", "of", "the", "except", "one")


def described(items: Sequence[Item], view: View, situation: Situation) -> Iterator[Item]:
    """Replace descriptions of colors by the colors, as far as the agent knows them."""
    last: tuple[str, ...] = ()
    i = 0
    while i < len(items):
        found = _described_at(items, i, view, situation, last)
        if found is not None:
            item, i = found
        else:
            item = items[i]
            i += 1
        if item.kind == "color":
            last = item.names
        yield item


def _described_at(
    items: Sequence[Item], i: int, view: View, situation: Situation, last: tuple[str, ...]
) -> tuple[Item, int] | None:
    words = [word for one in items[i : i + 6] for word in (one.names if one.kind == "word" else ("\0",))]
    text = " ".join(words)
    domain = tuple(view.domain)
    for phrase in (
        "any of the three",
        "all three",
        "any color",
        "any of the three colors",
        "all three colors",
        "all colors",
    ):
        if text.startswith(f"{phrase} ") or text == phrase:
            end = _end_of(items, i, len(phrase.split()))
            later = zip(items[end:], items[end + 1 :], strict=False)
            if end and not any(a.text in _EXCEPT and b.kind == "color" for a, b in later):
                return Item("color", domain, "or"), end
    if last and len(last) < len(domain):
        for phrase in (
            *("either of the other two", "one of the other two", "the other two", "any other color"),
            *("the other two colors",),
        ):
            end = _end_of(items, i, len(phrase.split()))
            if text.startswith(phrase) and end:
                rest = tuple(color for color in domain if color not in last)
                return Item("color", rest, "or" if len(rest) > 1 else ""), end
    if words[0] in _ANY or words[:2] == ["other", "than"]:
        k, seen = i, False
        while k < len(items) and items[k].kind == "word" and k < i + 6:
            seen |= any(word in _EXCEPT for word in items[k].names)
            if not all(word in (*_ANY, *_EXCEPT, *_BETWEEN) for word in items[k].names):
                break
            k += 1
        if seen and k < len(items) and items[k].kind == "color":
            rest = tuple(color for color in domain if color not in items[k].names)
            joint = "or" if len(rest) > 1 else ""
            return (Item("color", rest, joint, frozenset(("EXCEPT",))), k + 1) if rest else None
    return _like_node(items, i, view, situation)


def _end_of(items: Sequence[Item], i: int, count: int) -> int:
    """Return the place behind a number of words; 0 if an item goes on behind them."""
    while count > 0 and i < len(items) and items[i].kind == "word":
        count -= len(items[i].names)
        i += 1
    return i if count == 0 else 0


_LIKE = ("the same color as", "the same as", "same color as", "same as", "the color of", "like")
_UNLIKE = (
    "differs from",
    "differ from",
    "different from",
    "other than",
    "anything but the color of",
    "unlike",
    "a different color than",
    "a different color from",
    "a color different from",
)


def _like_node(
    items: Sequence[Item], i: int, view: View, situation: Situation
) -> tuple[Item, int] | None:
    """Read a color that is described by a node which has it, or does not: "whatever h2 has"."""
    words = [word for one in items[i : i + 5] for word in (one.names if one.kind == "word" else ("\0",))]
    text = " ".join(words)
    before = items[i - 1] if i else None
    known = {
        **situation.beliefs,
        **{n: situation.colors.get(n) for n in view.border_to(view.person or "")},
    }

    def of(nodes: tuple[str, ...], denied: bool) -> Item | None:
        colors = tuple(dict.fromkeys(str(known.get(node)) for node in nodes))
        own = all(node in view.own for node in nodes)
        mine = any(item.kind == "node" and {*item.names} & {*view.own} for item in items[:i])
        if "None" in colors or (not denied and len(colors) > 1) or (denied and own and mine):
            # "A4 different from a5" holds whatever color a5 has.
            return None
        if denied:
            colors = tuple(color for color in view.domain if color not in colors)
        return Item("color", colors, "or" if len(colors) > 1 else "") if colors else None

    for phrases, denied in ((_UNLIKE, True), (_LIKE, False)):
        for phrase in phrases:
            end = _end_of(items, i, len(phrase.split()))
            if not text.startswith(phrase) or not end or end >= len(items):
                continue
            if phrase == "the color of" and (before is None or not before.classes & {"P", "SETb"}):
                continue
            while end < len(items) and items[end].classes & {"MY", "YOUR", "P"}:
                end += 1
            if (
                end < len(items)
                and items[end].kind == "node"
                and (found := of(items[end].names, denied))
            ):
                return found, end + 1
    if words[0] in ("whatever", "whichever"):
        k = i + 1
        while k < len(items) and items[k].classes & {"COLOR", "MY", "YOUR", "FILL"}:
            k += 1
        if k < len(items) and items[k].kind == "node":
            nodes, denied, k = items[k].names, False, k + 1
            verbs = 0
            while k < len(items) and items[k].classes & {
                "BE",
                "HAVE",
                "NEG",
                "DO",
                "SETs",
                "SETb",
                "MAYBE",
                "FILL",
            }:
                denied |= "NEG" in items[k].classes
                verbs += not items[k].classes <= {"FILL"}
                k += 1
            if verbs and (found := of(nodes, denied)):
                return found, k
    return None


__all__ = ["described"]
