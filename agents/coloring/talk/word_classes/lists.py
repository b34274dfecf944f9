"""
Items of a message: its words with their classes, and lists of names as sets.

"h2 and h5", "red or blue" and "all but h2" become one item each, before colors that are only described
and words that only modify are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...situation import Situation
from ...view import View
from ..tokens import Token
from .descriptions import described
from .items import Item
from .lexicon import classes_at
from .modifiers import NOTHING, without_modifiers


def items_of(tokens: Sequence[Token], view: View, situation: Situation) -> list[Item] | None:
    """Return the items of a message; None if it names a node or color that the agent does not know."""
    if any(token.quoted or token.kind in ("no_color", "typo") for token in tokens):
        return None
    plain = list(_plain(tokens, view.agent))
    return without_modifiers(_excepting(list(described(_listed(plain), view, situation))))


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


def _plain(tokens: Sequence[Token], agent: str) -> Iterator[Item]:
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
                called = token.text == agent.casefold()
                yield Item("word", tuple(words[i:end]), classes=NOTHING if called else classes)
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


__all__ = ["items_of"]
