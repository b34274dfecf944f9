"""Statements about nodes without a color: what is to stay, to change, to be free, or is taken back."""

from __future__ import annotations

from ...view import View
from ..grammar.meaning import Meaning, Names, Pair
from .clauses import Clause

SET = ("SETb", "SETg", "SETp", "SETs")
KEEP = ("KEEPb", "KEEPg", "KEEPp", "KEEPs")
CHANGE = ("CHANGEb", "CHANGEg", "CHANGEp", "CHANGEs")
AVOID = ("AVOIDb", "AVOIDg", "AVOIDp", "AVOIDs")
Meanings = tuple[Meaning, ...]


def without_colors(clause: Clause, view: View) -> Meanings | None:
    """Read a clause about nodes that names no color."""
    nodes = clause.nodes
    if clause.has("SAME") and len(nodes) > 1:
        return _compared(clause)
    if (clause.has("CLASH", "BAD") and len({node in view.own for node in nodes}) == 2) or (
        clause.has("CLASH") and clause.has("I", "THERE")
    ):
        seen = clause.only("CLASH", "BAD", "HAVE", "BE", "I", "THERE", "HEDGE", "TOUCH", "IT", "YOU")
        return (Meaning("q5"),) if seen and not clause.has("NEG") else None
    if any(node.startswith("?") for node in nodes):
        return None
    own = {node in view.own for node in nodes}
    if len(own) != 1 or any(item.joint == "or" for item in clause.named):
        return None
    pairs = (Pair(Names("node", nodes, "and" if len(nodes) > 1 else ""), None),)
    mine = own == {True}
    if (
        mine
        and clause.has("EXCEPT")
        and clause.only("EXCEPT", "USEN", "REST", "MAYBE", "FREE", *CHANGE, "SETp", "BE", "GOOD", "BAD")
    ):
        everything = clause.items[0].text in ("everything", "all", "anything") and clause.has(
            *CHANGE, "FREE"
        )
        return (Meaning("keep", pairs),) if everything else None
    if (
        mine
        and clause.has("NEG")
        and clause.only("NEG", "BAD", "DO", "I", "BE", "CLASH")
        and clause.has("BAD")
    ):
        return (Meaning("content", pairs),)
    if (
        mine
        and clause.has("ANOTHER")
        and clause.only(
            "ANOTHER", *SET, "CHANGEb", "SHOULD", "MUST", "WANT", "I", "YOU", "ASKYOU", "GIVE", "BE"
        )
    ):
        return (
            (Meaning("avoidnow", pairs),)
            if not clause.has("PAST", "SETp") or clause.has("SETb")
            else None
        )
    if clause.has("TAKEBACK") and clause.only("TAKEBACK", "SAIDTHAT", "I", "YOU", "MAYBE"):
        return (Meaning("free" if mine else "loosen", pairs),)
    if clause.has("ONLY") and clause.only("ONLY", "I"):
        return (Meaning("courtesy", group=("-",)),)
    keeps = clause.has(*KEEP, "KEEPADJ") and not clause.has("NEG")
    keeps = keeps or (clause.has("NEG") and clause.has(*CHANGE, "TOUCH"))
    if keeps and clause.has("HEDGE", "PAST", "FREE", "OFF", "GOOD"):
        return None
    if mine:
        if keeps and clause.only(
            "NEG",
            "TOUCH",
            *CHANGE,
            "KEEPb",
            "KEEPADJ",
            "YOU",
            "I",
            "GIVE",
            "SHOULD",
            "MUST",
            "WANT",
            "ASKYOU",
            "BE",
            "IT",
            "SETb",
            "MAYBE",
        ):
            return (Meaning("keep", pairs),)
        if clause.has("CHANGEb") and clause.only(
            "CHANGEb", "SETb", "YOU", "I", "GIVE", "SHOULD", "MUST", "WANT", "ASKYOU"
        ):
            return (Meaning("avoidnow", pairs),)
        is_free = clause.has("FREE") or any(item.text == "free" for item in clause.items)
        if is_free and clause.only("FREE", "GOOD", "BE", "IT", "YOU", "MAYBE", "SETb", "WHAT", "KEEPb"):
            return (Meaning("free", pairs),)
        return None
    if keeps:
        if clause.has("MUST", "WILL") and clause.only(
            "NEG", "TOUCH", *CHANGE, *KEEP, "KEEPADJ", "MUST", "WILL", "BE", "IT", "I"
        ):
            return (Meaning("keep", pairs),)
        if (
            clause.has("NEG")
            and clause.has("MAYBE")
            and clause.only("NEG", "TOUCH", *CHANGE, "MAYBE", "I", "IT")
        ):
            return (Meaning("keep", pairs),)
        if clause.only(*KEEP, "KEEPADJ", "BE", "IT", "I", "HAVE", "NEG", *CHANGE, "TOUCH", "DO"):
            return (Meaning("content", pairs),)
        return None
    if clause.has("UNDECIDED") and clause.only("UNDECIDED", "I", "BE", "HAVE", "IT", "SETp"):
        return (Meaning("courtesy", group=("-",)),)
    if clause.has("FREE", "MAYBE") and clause.only(
        "FREE", "MAYBE", "BE", "IT", "I", *CHANGE, "SETb", "GOOD", "HAVE", "THERE"
    ):
        return (Meaning("loosen", pairs),)
    return None


def _compared(clause: Clause) -> Meanings | None:
    """Read a wish that nodes have the same color or different ones."""
    wished = clause.has("SHOULD", "MUST", "WANT", "GIVE", "SETb", "KEEPb")
    if not wished or not clause.only(
        "SAME", "ANOTHER", "SHOULD", "MUST", "WANT", "GIVE", "I", "YOU", "BE", "HAVE", "NEG", *SET, *KEEP
    ):
        return None
    unlike = not {"different", "differ", "differently", "distinct"}.isdisjoint(clause.text.split())
    kind = "notsame" if unlike != clause.has("NEG") else "same"
    pairs = tuple(
        Pair(Names("node", item.names, item.joint), None) for item in clause.items if item.kind == "node"
    )
    return (Meaning(kind, pairs),)


__all__ = ["AVOID", "CHANGE", "KEEP", "SET", "without_colors"]
