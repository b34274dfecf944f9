"""
Questions: what a clause asks, by its question word, its modal verb, and the nodes and colors in it.

A question binds nothing, so its words are checked less strictly than those of statements.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...view import View
from ..grammar.meaning import Meaning, Names, Pair
from .clauses import NEUTRAL, Clause, pairs_in

_MODAL = ("MAYBE", "SHOULD", "WOULD", "WILL", "BEST", "GOOD", "WANT", "BAD")
_AUXILIARIES = ("BE", "DO", "HAVE", "MAYBE", "WOULD", "WILL", "SHOULD", "MUST", "ASKYOU")
#: Words with which a question may order or take back something.
_TURNS = ("TAKEBACK", "EXCHANGE", "OFF", *("AVOIDb", "AVOIDg"))
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
        or told[0].text
        in ("what", "which", "whats", "which color", "what color", "what colors", "which colors")
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
    unknown = sum(item.kind == "word" and not item.classes for item in clause.items)
    if any(node.startswith("?") for node in clause.nodes) or (
        clause.has(*_TURNS) and not clause.has("WHY")
    ):
        return None
    begins = bool(clause.told) and bool(
        clause.told[0].classes & {"MAYBE", "WOULD", "ASKYOU", "DO", "WHAT", "BE", "WHY", "HOWMANY"}
        or clause.told[0].text in ("how", "which", "what", "any")
    )
    lenient = begins and bool(clause.nodes) and unknown <= 2
    if unknown and not (clause.has("WHY") or (given and not clause.named) or lenient):
        return None
    nodes = _pairs_of_nodes(clause)
    if clause.has("EXCEPT") and nodes and not clause.has("WHY", "NEG"):
        return (Meaning("q1", nodes),)
    if clause.has("WHY"):
        return _why(clause, view, nodes)
    if (
        clause.has("NEG")
        and clause.nodes
        and not clause.colors
        and not clause.has("CLASH", "WHY", "NOCLASH")
        and clause.has("COLOR", "WHAT", "MAYBE", "BEST")
    ):
        return (Meaning("q1", nodes),)
    if (
        clause.has("NEG")
        and not (clause.has("WHAT") and clause.colors and not clause.nodes)
        and not (clause.asks and clause.only("NEG", "BE", "IT"))
        and not clause.has("CLASH")
    ):
        return None
    pairs = pairs_in(clause, ("it",) if clause.has("IT") and not clause.nodes else ())
    if given and not clause.colors:
        return _given(clause, given, nodes)
    if (
        clause.colors
        and not clause.nodes
        and {"which", "yours", "your", "any"} & {w for i in clause.items for w in i.names}
    ):
        return _of_all(clause, view)
    if clause.colors and pairs is None:
        mine = view.border_to(view.person or "")
        if (
            not given
            or clause.nodes
            or len(mine) != 1
            or len(clause.colors) != 1
            or not clause.has("ASKYOU", "YOU")
        ):
            return None
        # "Could you stay on green?" is about the only node that the person sees.
        pairs = (Pair(Names("node", mine), Names("color", clause.colors)),)
    if pairs:
        return _with_colors(clause, view, pairs, given)
    if clause.has("HOWMANY") and not clause.nodes:
        return (Meaning("q5"),) if clause.has("CLASH") else None
    if clause.has("SAME") and len(clause.nodes) > 1:
        return (Meaning("q4", nodes),)
    if clause.has("CLASH") and not clause.has("SHOULD"):
        return (Meaning("q5", nodes),)
    if not clause.nodes:
        return _of_all(clause, view)
    if clause.has("SETb", "CHANGEb") and clause.has("ASKYOU"):
        return None
    modal = clause.has(
        "BEST",
        "WANT",
        "GOOD",
        "BAD",
        "SHOULD",
        "MAYBE",
        "FIXED",
        "WILL",
        "WOULD" if not clause.has("TELL") else "BEST",
    )
    if modal:
        return (Meaning("q1", nodes),)
    if not any(node in view.own for node in clause.nodes) and not clause.has("BE", "HAVE", "TELL"):
        return (Meaning("q1", nodes),) if clause.has("WHAT") else None
    if clause.first("WHAT", "TELL", "BE", "DO", "HAVE", "P", "COLOR") or clause.has("WHAT", "TELL"):
        return (Meaning("q4", nodes),)
    if clause.only("BE"):
        return (Meaning("q4", nodes),)
    return None


def _pairs_of_nodes(clause: Clause) -> tuple[Pair, ...]:
    return tuple(
        Pair(Names("node", item.names, item.joint), None) for item in clause.items if item.kind == "node"
    )


def _why(clause: Clause, view: View, nodes: tuple[Pair, ...]) -> Meanings | None:
    pairs = pairs_in(clause)
    if pairs:
        return (Meaning("why", pairs),)
    if nodes and not clause.colors:
        return (Meaning("why", nodes),)
    last = clause.named[-2:]
    if [item.kind for item in last] == ["node", "color"]:
        # "Is it because of a1 that a2 can't be green?"
        pair = Pair(
            Names("node", last[0].names, last[0].joint), Names("color", last[1].names, last[1].joint)
        )
        return (Meaning("why", (pair,)),)
    return None


def _given(clause: Clause, given: tuple[Pair, ...], nodes: tuple[Pair, ...]) -> Meanings | None:
    """Read a question about a supposition: what is supposed is tested."""
    if nodes and clause.has("WHAT") and clause.has(*_MODAL, "GOOD"):
        return (Meaning("suppose", given), Meaning("q1", nodes))
    return (Meaning("q3", (), given),)


def _with_colors(
    clause: Clause, view: View, pairs: tuple[Pair, ...], given: tuple[Pair, ...]
) -> Meanings | None:
    own = {name in view.own for pair in pairs if pair.nodes is not None for name in pair.nodes.names}
    choice = any(pair.colors is not None and len(pair.colors.names) > 1 for pair in pairs)
    if clause.has("WHETHER", "WORSE", "BEST") and (choice or len(pairs) > 1):
        return (Meaning("compare", pairs),)
    if clause.has("ASKYOU", "SETb") and own == {True} and not given:
        asks = clause.has("CLASH", "GOOD", "WOULD")
        asks = asks or clause.has("NOCLASH")
        requests = (
            clause.only("ASKYOU", "SETb", "SETg", "KEEPb")
            and clause.has("ASKYOU")
            and clause.has("MAKE", "KEEPb")
        )
        asks = asks or clause.has("BOTH") or not clause.has("MAKE", "KEEPb")
        if requests and not asks:
            return (Meaning("request", pairs),)
        return (
            (Meaning("q3", pairs),)
            if clause.has("CLASH", "GOOD", "MAYBE") and not clause.has("ASKYOU")
            else (Meaning("q3", pairs),)
            if asks
            else None
        )
    modal = clause.has(
        "MAYBE", "WOULD", "GOOD", "BAD", "WILL", "CLASH", "SHOULD", "WORSE", "BEST", "WANT"
    ) or bool(given)
    if (
        not modal
        and clause.has("BE", "HAVE")
        and clause.only("BE", "HAVE", "NEG", "IT", "DO", "KEEPADJ", "SETp", "CHANGEb", "YOU", "I")
    ):
        return (Meaning("q4", pairs),) if not choice else None
    if modal or clause.only("WHAT"):
        return (Meaning("q3", pairs, given),)
    return None


def _of_all(clause: Clause, view: View) -> Meanings | None:
    """Read a question about the colors of all nodes: "list all your colors"."""
    words = {word for item in clause.items if item.kind == "word" for word in item.names}
    if not (
        {"your", "you", "yours"} & words and ({"color", "colors", "nodes", "ones", "yours"} & words)
    ):
        return None
    if clause.has(*_MODAL, "CLASH", "CHANGEb", "CHANGEp") or not (
        clause.has("TELL", "WHAT") or "any" in words
    ):
        return None
    mine = bool({"my", "mine"} & words)
    nodes = (view.border_of if mine else view.border_to)(view.person or "")
    return (Meaning("q4", (Pair(Names("node", nodes, "and"), None),)),) if nodes else None


__all__ = ["NEUTRAL", "asks_by_words", "is_question", "question"]
