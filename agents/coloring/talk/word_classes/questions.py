"""
Questions: what a clause asks, by how it begins and what it is about.

A question binds nothing, so that words without a class do not leave it unread: what begins like a
question is read by its head (a reason, a number, a comparison, a request, anything else) and its
object (nodes with colors, nodes, colors, or none of them). "Can't b2 be red?" asks the same as "can b2
be red?".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...view import View
from ..grammar.meaning import PRESENT, Meaning, Names, Pair
from ..wordlist import words
from .clauses import NEUTRAL, Clause, pairs_in
from .items import Item

_MODAL = ("MAYBE", "SHOULD", "WOULD", "WILL", "BEST", "GOOD", "WANT", "BAD", "FIXED", "WORSE")
_AUXILIARIES = ("BE", "DO", "HAVE", "MAYBE", "WOULD", "WILL", "SHOULD", "MUST", "ASKYOU")
_CHANGES = ("CHANGEb", "CHANGEg", "SETb", "SETg", "KEEPb", "ANOTHER")
#: Words with which a question may order or take back something.
_TURNS = ("TAKEBACK", "EXCHANGE")
_WHICH = words("what which whats")
_BEGIN = words("what which whats how where who when whose")
#: Nodes that a question may be about without a name, as in "which of your nodes".
_NODES = words("node nodes one ones border borders neighbor neighbors vertex vertices side colors color")
Meanings = tuple[Meaning, ...]


def is_question(clause: Clause) -> bool:
    """Return whether a clause asks: by its sign, a question word, or an auxiliary before its subject."""
    if clause.role:
        return False
    return clause.asks or asks_by_words(clause)


def asks_by_words(clause: Clause) -> bool:
    """Return whether a clause without a question mark asks."""
    told = clause.told
    if not told or clause.role:
        return False
    if (
        clause.has("WHY")
        or told[0].classes & {"HOWMANY", "WHETHER"}
        or told[0].text in ("which color", "what color", "what colors", "which colors", "what", "which")
        or told[0].text == "whats"
    ):
        return True
    if told[0].classes & {"TELL"} and not (told[0].classes & {"GIVE"}):
        return not clause.colors
    if told[0].text in ("how", "where", "who") or told[0].text.startswith("any "):
        return True
    inverted = told[0].classes & {*_AUXILIARIES} and not told[0].classes & {"SETb", "FILL"}
    return (
        bool(inverted)
        and len(told) > 1
        and (
            told[1].kind == "node"
            or bool(told[1].classes & {"I", "YOU", "IT"})
            or "ASKYOU" in told[0].classes
        )
    )


def question(
    clause: Clause, view: View, about: Sequence[str] = (), given: tuple[Pair, ...] = ()
) -> Meanings | None:
    """
    Return the meanings of a clause that asks; None if it is not read.

    Parameters
    ----------
    given
        What a condition supposes.
    """
    if any(node.startswith("?") for node in clause.nodes):
        return None
    if clause.has("WHY"):
        return _why(clause, about, view)
    if clause.has("TOLD"):
        return (Meaning("rules"),)
    if clause.has(*_TURNS) or not (given or _begins(clause) or _is_known(clause)):
        return None
    nodes = _pairs_of_nodes(clause)
    if clause.has("NEG") and nodes and not clause.colors and clause.has(*_MODAL, "WHAT", "COLOR"):
        return (Meaning("q1", nodes),)
    denied = clause.has("NEG") and not (clause.nodes and _begins(clause))
    if denied and not (clause.asks and (clause.only("NEG", "BE", "IT") or clause.has("CLASH"))):
        return None
    positive = replace(clause, items=tuple(item for item in clause.items if "NEG" not in item.classes))
    if clause.colors:
        return _about_colors(positive, view, given)
    if given:
        return _given(positive, given, nodes)
    if clause.nodes:
        return _about_nodes(positive, view, nodes)
    if about and clause.has(*_CHANGES) and clause.has("ASKYOU", "MAYBE") and not clause.has("IT"):
        # "We clash at b2, could you move?"
        return (Meaning("q1", tuple(Pair(Names("node", (node,)), None) for node in about)),)
    return _about_none(positive, view)


def _is_known(clause: Clause) -> bool:
    return all(item.kind != "word" or item.classes for item in clause.items)


def _begins(clause: Clause) -> bool:
    """Return whether the first word that says something begins a question."""
    told = clause.told
    if not told:
        return False
    return bool(
        told[0].classes & {*_AUXILIARIES, "WHAT", "HOWMANY", "WHETHER", "TELL"}
        or told[0].text.split()[0] in {*_BEGIN, "any"}
    )


def _pairs_of_nodes(clause: Clause) -> tuple[Pair, ...]:
    return tuple(
        Pair(Names("node", item.names, item.joint), None) for item in clause.items if item.kind == "node"
    )


def _why(clause: Clause, about: Sequence[str], view: View) -> Meanings | None:
    """Ask for the reason of a color: of the first one, if others are only contrasted with it."""
    if clause.has("NEG") and not clause.named:
        # "Why not" agrees.
        return None
    own = view.border_to(view.person or "")
    last = about if len(about) == 1 else own if len(own) == 1 else ()
    pairs = pairs_in(clause, last) or _nearest(clause)[:1]
    if pairs:
        return (Meaning("why", pairs),)
    nodes = _pairs_of_nodes(clause)[:1] or tuple(Pair(Names("node", (node,)), None) for node in last)
    return (Meaning("why", nodes),) if nodes and not clause.colors else None


# ---------------------------------------------------------------------------------- objects of questions


def _about_colors(clause: Clause, view: View, given: tuple[Pair, ...]) -> Meanings | None:
    """Read a question that names colors."""
    texts = {word for item in clause.items if item.kind == "word" for word in item.names}
    of_nodes = _WHICH & texts and (_NODES & texts or clause.has("YOU", "YOUR", "MY"))
    if not clause.nodes and of_nodes and (of_all := _of_all(clause, view)) is not None:
        return of_all
    pairs = pairs_in(clause, ("it",) if clause.has("IT") and not clause.nodes else ())
    if pairs is None:
        pairs = _nearest(clause) if clause.nodes else _subject(clause, view)
    if not pairs:
        return None
    own = {name in view.own for pair in pairs if pair.nodes is not None for name in pair.nodes.names}
    choice = any(pair.colors is not None and len(pair.colors.names) > 1 for pair in pairs)
    either = any(pair.nodes is not None and pair.nodes.joint == "or" for pair in pairs)
    if (either and not clause.only()) or (
        clause.has("WHETHER", "WORSE", "BEST", "WANT") and (choice or len(pairs) > 1)
    ):
        return (Meaning("compare", tuple(_each(pairs))),)
    if clause.has("ASKYOU", "SETb", "KEEPb") and own == {True} and not given:
        requests = clause.has("ASKYOU") and clause.only("ASKYOU", "SETb", "SETg", "KEEPb")
        requests = requests and not any(item.text == "of" for item in clause.items)
        if requests and clause.has("MAKE", "KEEPb") and not clause.has("BOTH", "CLASH", "GOOD", "WOULD"):
            return (Meaning("request", pairs),)
        return (Meaning("q3", pairs),)
    asks_for_fact = clause.has("TELL", "PAST") or clause.first("BE", "HAVE", "DO", "KEEPADJ", "LOOK")
    if (
        not given
        and not choice
        and asks_for_fact
        and not clause.has(*_MODAL, "CLASH", "WHAT", "NOCLASH")
    ):
        return (Meaning("q4", pairs),)
    return (Meaning("q3", pairs, given),)


def _about_nodes(clause: Clause, view: View, nodes: tuple[Pair, ...]) -> Meanings | None:
    """Read a question that names nodes and no color."""
    if clause.has("SAME") and len(clause.nodes) > 1:
        return (Meaning("q4", nodes),)
    if clause.has("SEE"):
        return (Meaning("q4", nodes),) if clause.has("COLOR", "WHAT") else (Meaning("sees"),)
    if clause.has("CLASH") and not clause.has("SHOULD", "COLOR"):
        return (Meaning("q5", nodes),)
    own = any(node in view.own for node in clause.nodes)
    if clause.has("KEEPb", "KEEPg") and clause.has("I", *_MODAL) and not own:
        present = Names("color", (PRESENT,))
        return (Meaning("q3", tuple(replace(pair, colors=present) for pair in nodes)),)
    if clause.has(*_MODAL, "EXCEPT") and not (clause.has("TELL") and clause.only("TELL", "WOULD", "BE")):
        return (Meaning("q1", nodes),)
    if (
        clause.has(*_CHANGES)
        and clause.has("ASKYOU", "DO", "I", "YOU", "WHAT")
        and not clause.has("PAST")
    ):
        return (Meaning("q1", nodes),)
    if not own and clause.has("WHAT") and not clause.has("BE", "HAVE", "TELL", "DO"):
        return (Meaning("q1", nodes),)
    return (Meaning("q4", nodes),)


def _about_none(clause: Clause, view: View) -> Meanings | None:
    """Read a question that names neither."""
    if clause.has("HOWMANY"):
        return (Meaning("q5"),) if clause.has("CLASH", "BAD") else None
    if clause.has("SEE") and clause.has("WHAT", "YOU", "I"):
        return (Meaning("sees"),)
    return _of_all(clause, view)


def _given(clause: Clause, given: tuple[Pair, ...], nodes: tuple[Pair, ...]) -> Meanings | None:
    """Read a question about a supposition: what is supposed is tested."""
    if nodes and clause.has("WHAT") and clause.has(*_MODAL):
        return (Meaning("suppose", given), Meaning("q1", nodes))
    return (Meaning("q3", (), given),)


def _of_all(clause: Clause, view: View) -> Meanings | None:
    """Read a question about the colors of all nodes: "list all your colors"."""
    texts = {word for item in clause.items if item.kind == "word" for word in item.names}
    if not (
        {"your", "you", "yours", "my", "mine", "i"} & texts and (_NODES | {"yours", "mine"}) & texts
    ):
        return None
    if not _is_known(clause) and not clause.has("COLOR"):
        # "Which of my nodes matter to you?" asks what would have to change.
        return (Meaning("q2"),) if not clause.colors else None
    if clause.has(*_MODAL, "CLASH", "CHANGEb", "CHANGEp") or not (
        clause.has("TELL", "WHAT") or "any" in texts
    ):
        return None
    mine = bool({"my", "mine"} & texts)
    nodes = (view.border_of if mine else view.border_to)(view.person or "")
    return (Meaning("q4", (Pair(Names("node", nodes, "and"), None),)),) if nodes else None


# ------------------------------------------------------------------------------------ nodes with colors


def _subject(clause: Clause, view: View) -> tuple[Pair, ...] | None:
    """Return the only node that "you" or "I" may color, with the color: "could you stay on green?"."""
    person = view.person or ""
    yours = clause.has("ASKYOU", "YOU")
    nodes = view.border_to(person) if yours else view.border_of(person) if clause.has("I") else ()
    if (len(nodes) != 1 and (yours or not clause.has("BOTH"))) or len(clause.colors) != 1:
        return None
    joint = "and" if len(nodes) > 1 else ""
    return (Pair(Names("node", nodes, joint), Names("color", clause.colors)),)


def _nearest(clause: Clause) -> tuple[Pair, ...]:
    """Return each color with the node that is named last before it, or else first behind it."""
    pairs: list[Pair] = []
    before: Item | None = None
    waiting: list[Item] = []
    for item in clause.named:
        if item.kind == "node":
            before = item
            pairs += [_pair(item, color) for color in waiting]
            waiting = []
        elif before is not None:
            pairs.append(_pair(before, item))
        else:
            waiting.append(item)
    return tuple(pairs)


def _pair(node: Item, color: Item) -> Pair:
    return Pair(Names("node", node.names, node.joint), Names("color", color.names, color.joint))


def _each(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Give alternatives of nodes as nodes that are asked about one by one."""
    for pair in pairs:
        both = pair.nodes is not None and pair.nodes.joint == "or"
        yield replace(pair, nodes=replace(pair.nodes, joint="and")) if both and pair.nodes else pair


__all__ = ["NEUTRAL", "asks_by_words", "is_question", "question"]
