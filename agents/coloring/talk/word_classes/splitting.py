"""The clauses of a message: where they begin, what joins them, and which of them belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..wordlist import words
from .clauses import CORRECTIONS, NEUTRAL, Clause
from .ellipsis import elliptic, with_topics
from .items import Item

_ENDS = frozenset(".;!?\n")
_CUTS = words(", - ( ) ...")
_CONDITIONS = words(
    "if provided assuming supposing suppose unless when whenever once imagine hypothetically pretend"
)
_LONG_CONDITIONS = (
    "as long as",
    "as soon as",
    "in case",
    "given that",
    "so long as",
    "on condition that",
    "on the condition that",
    "under the condition that",
    "what if",
    "only if",
    "even if",
    "let us say",
    "if only",
    "in the event that",
    "what happens if",
)
_CAUSES = words("because since cause as")
_AND = words("and but so then or while whereas though although else otherwise")
_VERBS = frozenset(f"{verb}{form}" for verb in ("SET", "KEEP", "AVOID", "CHANGE") for form in "bgps") | {
    "BE",
    "HAVE",
    "MAYBE",
    "MUST",
    "SHOULD",
    "WILL",
    "WOULD",
    "WANT",
    "DO",
}


def clauses_of(items: Sequence[Item]) -> list[Clause]:
    """Return the clauses of a message."""
    found: list[Clause] = []
    for sentence, asks in _sentences(items):
        found.extend(_joined([_supposed(clause) for clause in _asking(list(_split(sentence)), asks)]))
    return elliptic([_plain(clause) for clause in with_topics(found)])


def _plain(clause: Clause) -> Clause:
    """Return a clause without colors that only contrast: "from red to blue", "red, not blue"."""
    items = list(clause.items)
    i = 0
    while i < len(items):
        color = items[i].kind == "color"
        others = [item for item in items if item.kind == "color" and item is not items[i]]
        before = items[i - 1] if i else None
        behind = any(item.kind == "color" for item in items[:i])
        if (
            color
            and before is not None
            and others
            and set(items[i].names).isdisjoint(n for o in others for n in o.names)
        ):
            contrasts = before.text == "not" and behind
            leaves = "OFF" in before.classes and not before.classes & {"BAD"}
            if contrasts or leaves:
                del items[i - 1 : i + 1]
                i -= 1
                continue
        i += 1
    return replace(clause, items=tuple(items)) if len(items) < len(clause.items) else clause


def _asking(clauses: Sequence[Clause], asks: bool) -> list[Clause]:
    """Let a question mark hold for the last clause, and for the one before a tag or a condition."""
    if not asks or not clauses:
        return list(clauses)
    last = len(clauses) - 1
    while last > 0 and (clauses[last].role or _is_tag(clauses[last])):
        last -= 1
    return [replace(clause, asks=i >= last) for i, clause in enumerate(clauses)]


def _is_tag(clause: Clause) -> bool:
    """Return whether a clause is a tag such as "right?" or "isn't it?"."""
    tags = {"BE", "DO", "NEG", "IT", "HAVE", "I", "YOU", "PAST"}
    if clause.only() and not clause.named:
        # "Green on b2, seriously?"
        return True
    if (
        clause.only(*tags)
        and 2 <= len(clause.told) <= 3
        and clause.told[0].classes & {"BE", "DO", "HAVE", "PAST"}
        and not clause.named
    ):
        return True
    return clause.text in (
        "right",
        "correct",
        "true",
        "yes",
        "is not it",
        "is that right",
        "no",
        "is it",
        "yeah",
        "is it not",
        "is that correct",
        "eh",
        "huh",
    )


def _supposed(clause: Clause) -> Clause:
    """Return "had h1 been red" as the condition that it is."""
    told = clause.told
    inverted = (
        len(told) > 1
        and told[0].text in ("had", "were", "should")
        and (told[1].kind == "node" or told[1].text == "i")
    )
    if (inverted and not clause.asks) or (inverted and told[0].text == "had"):
        return replace(
            clause,
            items=tuple(item for item in clause.items if item is not told[0]),
            role="if",
            joint="if",
        )
    return clause


def _sentences(items: Sequence[Item]) -> Iterator[tuple[list[Item], bool]]:
    sentence: list[Item] = []
    for item in items:
        if item.kind == "sign" and item.text in _ENDS:
            if sentence:
                yield sentence, item.text == "?"
            sentence = []
        else:
            sentence.append(item)
    if sentence:
        yield sentence, False


def _split(items: Sequence[Item]) -> Iterator[Clause]:
    part: list[Item] = []
    joint, role = "", ""
    i = 0
    while i < len(items):
        item = items[i]
        conjunction = _conjunction(items, i)
        begins = _begins(part, items, i)
        if conjunction and _joins_nodes(part, items, i):
            part.append(Item("word", (conjunction[0],), "", frozenset(("FILL",))))
            i += 1
            continue
        if (
            conjunction
            or (item.kind == "sign" and item.text in _CUTS | {":"} and not _is_colon(items, i))
            or begins
        ):
            if any(_says_something(one) for one in part):
                yield Clause(tuple(part), joint, role)
                part, joint, role = [], "", ""
            if conjunction:
                joint, i = conjunction
                role = "if" if joint in _CONDITIONS or joint in _LONG_CONDITIONS else role
                role = "because" if joint in _CAUSES else role
                continue
            if not begins:
                joint = joint or item.text
                i += 1
                continue
        if item.kind != "sign":
            part.append(item)
        i += 1
    if part:
        yield Clause(tuple(part), joint, role)


def _joins_nodes(part: Sequence[Item], items: Sequence[Item], i: int) -> bool:
    """Return whether "and" joins nodes of two owners: "h4 and a4 are both red"."""
    rest = [item for item in items[i + 1 : i + 4] if not item.classes & {"MY", "YOUR", "ART", "BOTH"}]
    if items[i].text != "and" or not part or part[-1].kind != "node" or not rest:
        return False
    goes_on = len(rest) > 1 and (rest[1].kind == "color" or bool(rest[1].classes & _VERBS))
    return rest[0].kind == "node" and not (goes_on and any(one.kind == "color" for one in part))


def _says_something(item: Item) -> bool:
    """Return whether an item makes a clause of its own."""
    return (
        item.kind != "word"
        or not item.classes
        or not item.classes <= NEUTRAL
        or item.text in CORRECTIONS
    )


def _is_colon(items: Sequence[Item], i: int) -> bool:
    """Return whether a colon stands between a node and its color, or a hyphen between two nodes."""
    if not 0 < i < len(items) - 1 or items[i - 1].kind != "node":
        return False
    behind = items[i + 1].kind
    return (items[i].text == ":" and behind == "color") or (items[i].text == "-" and behind == "node")


def _conjunction(items: Sequence[Item], i: int) -> tuple[str, int] | None:
    """Return the conjunction at a place, and where it ends."""
    if items[i].kind != "word" or "EXCEPT" in items[i].classes:
        return None
    words_here = [word for one in items[i : i + 4] if one.kind == "word" for word in one.names]
    for phrase in _LONG_CONDITIONS:
        if words_here[: len(phrase.split())] == phrase.split():
            count, k = len(phrase.split()), i
            while count > 0:
                count -= len(items[k].names)
                k += 1
            if count == 0:
                return phrase, k
    text = items[i].text
    if text == "or" and i + 1 < len(items) and items[i + 1].text in ("not", "no"):
        return None
    if text == "as" and not (i + 1 < len(items) and items[i + 1].classes & {"I", "MY"} and i == 0):
        return None
    if text in _AND | _CONDITIONS | _CAUSES:
        return text, i + 1
    return None


def _begins(part: Sequence[Item], items: Sequence[Item], i: int) -> bool:
    """Return whether a clause begins without a sign: "if you take a2 red I'll leave h1 blue"."""
    item = items[i]
    if not part or i + 1 >= len(items):
        return False
    complete = any(one.kind == "color" for one in part) and any(one.kind == "node" for one in part)
    complete = complete or (
        any(one.kind == "node" for one in part) and bool(part[-1].classes & {"KEEPADJ", "TOUCH"})
    )
    if "MAYBE" in item.classes and any(one.kind == "color" for one in part):
        # "Could be red could be blue".
        told = [one for one in part if _says_something(one)]
        return bool(told) and told[0].text == item.text
    if not complete or part[-1].classes & {"P", "MY", "YOUR"}:
        return False
    follows = items[i + 1]
    if item.classes & {"I", "YOU"} and (follows.classes & _VERBS or follows.classes <= NEUTRAL):
        return bool(part[-1].kind != "word" or part[-1].classes & {"FILL", "KEEPADJ"})
    return bool(item.classes & {"MAYBE", "WOULD", "WILL", "DO", "ASKYOU"}) and bool(
        follows.classes & {"YOU", "I", "IT"} or "ASKYOU" in item.classes
    )


def _joined(clauses: Sequence[Clause]) -> list[Clause]:
    """Join clauses that only go on with a list: "make b2 red and b3 green"."""
    found: list[Clause] = []
    for clause in clauses:
        last = found[-1] if found else None
        if (
            last is not None
            and clause.joint in ("and", ",", "or")
            and not clause.role
            and _goes_on(last, clause)
        ):
            items = (*last.items, *clause.items)
            found[-1] = replace(last, items=items)
        elif last is not None and _is_alternative(last, clause):
            colors = Item("color", (*last.colors, *clause.colors), "or")
            items = tuple(colors if item.kind == "color" else item for item in clause.items)
            found[-1] = replace(clause, items=items, joint=last.joint)
        elif last is not None and _contrasts(last, clause):
            continue
        elif last is not None and not clause.role and not last.role and _completes(last, clause):
            said = tuple(item for item in clause.items if item.classes != {"IT"})
            topic = tuple(item for item in last.items if "MIND" not in item.classes)
            found[-1] = replace(last, items=(*topic, *said), asks=clause.asks)
        else:
            found.append(clause)
    return found


def _is_alternative(last: Clause, clause: Clause) -> bool:
    """Return whether a clause names another color for the same node: "a4 red or a4 green"."""
    alike = clause.joint == "or" and last.only() and last.nodes == clause.nodes and len(last.nodes) == 1
    return alike and len(last.colors) == len(clause.colors) == 1 and not clause.role


def _contrasts(last: Clause, clause: Clause) -> bool:
    """Return whether a clause only names the color that it is not: "blue and not green"."""
    denied = clause.first("NEG") and clause.only("NEG", "OFF") and not clause.nodes and not clause.role
    return (
        denied and bool(clause.colors) and bool(last.colors) and {*clause.colors}.isdisjoint(last.colors)
    )


def _goes_on(last: Clause, clause: Clause) -> bool:
    """Return whether a clause only names further nodes with colors, of the same owner."""
    if clause.joint == "or":
        return (
            last.has("NEG")
            and clause.only("BE")
            and len(clause.named) == 2
            and bool(clause.nodes)
            and bool(clause.colors)
        )
    if not clause.only():
        return False
    kinds = [item.kind for item in clause.named]
    before = [item.kind for item in last.named]
    if sorted(kinds) == ["color", "node"] and sorted(set(before)) == ["color", "node"]:
        return last.nodes[-1][0] == clause.nodes[0][0] and len(before) % 2 == 0
    return False


def _completes(last: Clause, clause: Clause) -> bool:
    """Return whether a clause gives what the one before leaves open: "h5, it is red now"."""
    topic = bool(last.nodes) and not last.colors and last.only("MIND")
    if topic and not clause.nodes and clause.has("IT"):
        return True
    if clause.nodes or not clause.colors:
        return bool(last.has("WORSE") and last.has("WHAT") and not last.named and len(clause.named) > 2)
    return topic or (
        bool(last.nodes) and not last.colors and last.has("FREE") and clause.only("NEG", "ONLY")
    )


__all__ = ["clauses_of"]
