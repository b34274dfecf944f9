"""
Items of a message: node sets, color sets, signs, and words with their classes.

Lists become sets here ("h2 and h5", "red or blue"), and so do colors that are described: "anything but
red", "the other two", "whatever h2 has". A clause is read from its items alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...situation import Situation
from ...view import View
from ..tokens import Token
from .lexicon import classes_at


@dataclass(frozen=True)
class Item:
    """
    A part of a clause.

    Attributes
    ----------
    kind
        ``"node"``, ``"color"``, ``"sign"`` or ``"word"``.
    names
        Nodes or colors; the words of a phrase; the sign.
    joint
        Connection of several names: ``"and"`` or ``"or"``.
    classes
        Classes of a word or phrase; none if the lexicon does not have it.
    """

    kind: str
    names: tuple[str, ...]
    joint: str = ""
    classes: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """Words of the item."""
        return " ".join(self.names)


def items_of(tokens: Sequence[Token], view: View, situation: Situation) -> list[Item] | None:
    """Return the items of a message; None if it names a node or color that the agent does not know."""
    if any(token.quoted or token.kind in ("no_color", "typo") for token in tokens):
        return None
    plain = list(_plain(tokens))
    return _excepting(list(_described(_listed(plain), view, situation)))


def _excepting(items: Sequence[Item]) -> list[Item]:
    """Mark "but" before a name as an exception: "you may use any color on a5 but green"."""
    out: list[Item] = []
    open_choice = False
    for i, item in enumerate(items):
        if item.kind == "sign" and item.text in ".;!?":
            open_choice = False
        open_choice |= item.kind == "word" and not {*item.names}.isdisjoint(_OPEN_CHOICE)
        before_name = i + 1 < len(items) and items[i + 1].kind != "word"
        if open_choice and before_name and item.text in ("but", "except", "but not", "not"):
            item = Item("word", item.names, classes=frozenset(("EXCEPT",)))
        out.append(item)
    return out


_OPEN_CHOICE = ("any", "anything", "whatever", "whichever", "everything", "every")


def _plain(tokens: Sequence[Token]) -> Iterator[Item]:
    words = [token.text if token.kind in ("word", "sign") else "\0" for token in tokens]
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.kind in ("own", "foreign"):
            yield Item("node", (token.text,))
        elif token.kind == "other":
            yield Item("node", (f"?{token.text}",))
        elif token.kind == "color":
            yield Item("color", (token.text,))
        else:
            classes, end = classes_at(words, i)
            if token.kind == "sign" and not classes:
                yield Item("sign", (token.text,))
            else:
                yield Item("word", tuple(words[i:end]), classes=classes)
            i = end
            continue
        i += 1


_JOINTS = {
    "and": "and",
    "&": "and",
    "+": "and",
    "plus": "and",
    ",": "and",
    "/": "and",
    "or": "or",
    "nor": "or",
}


def _listed(items: Sequence[Item]) -> list[Item]:
    """Join lists of nodes and of colors, and take exceptions from lists of nodes."""
    return _without_exceptions(_joined(_once_denied(items)))


def _once_denied(items: Sequence[Item]) -> list[Item]:
    """Return "no red, no blue" as "no red or blue"."""
    out: list[Item] = []
    for i, item in enumerate(items):
        before = [one for one in out[-3:] if one.text not in (",", "and", "or")]
        denied = len(before) > 1 and before[-1].kind == "color" and before[-2].text == item.text
        if item.text in ("no", "not") and denied and i + 1 < len(items) and items[i + 1].kind == "color":
            out.append(Item("word", ("or",)))
        else:
            out.append(item)
    return out


def _without_exceptions(items: Sequence[Item]) -> list[Item]:
    out: list[Item] = []
    for item in items:
        if (
            item.kind == "node"
            and len(out) > 1
            and "EXCEPT" in out[-1].classes
            and out[-2].kind == "node"
        ):
            rest = tuple(name for name in out[-2].names if name not in item.names)
            if rest and {*item.names} < {*out[-2].names}:
                out[-2:] = [Item("node", rest, "and" if len(rest) > 1 else "")]
                continue
        out.append(item)
    return out


def _joined(items: Sequence[Item]) -> list[Item]:
    out: list[Item] = []
    i = 0
    while i < len(items):
        item = items[i]
        if item.kind not in ("node", "color"):
            out.append(item)
            i += 1
            continue
        names, joints = [item.names[0]], set[str]()
        either = bool(out) and out[-1].text == "either"
        i += 1
        while i < len(items):
            k = i
            while k < len(items) and k < i + 2 and items[k].text in _JOINTS:
                k += 1
            if (
                k == i
                or k >= len(items)
                or items[k].kind != item.kind
                or not _alike(names[-1], items[k].names[0])
            ):
                break
            joints |= {_JOINTS[one.text] for one in items[i:k] if one.text not in (",", "/")}
            if item.kind == "node" and _begins_pair(items, k) and _ends_pair(out, i, items):
                break
            names.append(items[k].names[0])
            i = k + 1
        joint = "or" if either or "or" in joints else "and" if len(names) > 1 else ""
        if either:
            out.pop()
        out.append(Item(item.kind, tuple(dict.fromkeys(names)), joint))
    return out


def _alike(a: str, b: str) -> bool:
    """Return whether two nodes may be in one list: those of one owner, by their names' first letters."""
    return a[0] == b[0] or not (a[-1].isdigit() and b[-1].isdigit())


def _begins_pair(items: Sequence[Item], k: int) -> bool:
    after = items[k + 1] if k + 1 < len(items) else None
    return after is not None and (after.kind == "color" or bool(after.classes & {"BE", "KEEPs", "SETs"}))


def _ends_pair(out: Sequence[Item], i: int, items: Sequence[Item]) -> bool:
    """Return whether a color stands before the node: "take red on h2 and h5 stays blue"."""
    back = [
        one
        for one in out[-3:]
        if one.kind != "word" or not one.classes <= {"P", "FILL", "MY", "YOUR", "ART"}
    ]
    return bool(back) and back[-1].kind == "color"


# ----------------------------------------------------------------------------------- described colors

_ANY = ("anything", "any", "everything", "every", "something", "some", "whatever", "all", "another", "a")
_EXCEPT = ("but", "except", "than", "apart", "besides", "excluding", "bar", "not")
_BETWEEN = ("color", "colors", "else", "other", "for", "from", "of", "the", "except", "one")


def _described(items: list[Item], view: View, situation: Situation) -> Iterator[Item]:
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
        if "None" in colors or (not denied and len(colors) > 1):
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


__all__ = ["Item", "items_of"]
