"""
Statements: what a clause says of a node, by the owner of the node and the classes of the other words.

Each rule names the classes that a clause may have at most; a word that is in none of them leaves the
clause unread. Meanings are those of the grammar, so that pronouns, fixed nodes and unknown colors are
treated alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from ...view import View
from ..grammar.meaning import Meaning, Names, Pair
from .clauses import Clause, pairs_in
from .colorless import AVOID, KEEP, SET, without_colors

_CHOICE = (
    *("EXCEPT", "USEN", "FREE", "MAYBE", "BE", "GOOD", "SETb", "YOU", "I", "IT", "WANT", "WHAT"),
    *("SHOULD", "WOULD", "ASKYOU"),
)
_MODES = ("MAYBE", "MUST", "SHOULD", "WILL", "WOULD", "WANT")
Meanings = tuple[Meaning, ...]


def statement(clause: Clause, view: View, about: Sequence[str] = ()) -> Meanings | None:
    """Return the meanings of a clause that is no question and no condition; None if it is not read."""
    if clause.first("REGRET"):
        clause = replace(clause, items=tuple(i for i in clause.items if "REGRET" not in i.classes))
    if not clause.known:
        return None
    if not clause.named and clause.only():
        return ()
    if (
        clause.has("ONEOF")
        or (clause.colors and _excepts_node(clause))
        or (clause.has("BOTH") and clause.has("NEG"))
        or "swap" in clause.text
    ):
        return None
    if _is_tangled(clause):
        return None
    if (
        (clause.joint in ("or", "nor", "so") and clause.first("BE"))
        or clause.joint in ("or", "nor")
        or (clause.has("SAME") and len(clause.nodes) > 1 and bool(clause.colors))
    ):
        return None
    if clause.has("NEG") and (eased := _eased(clause, view)) is not None:
        return eased or None
    sides = {node in view.own for node in clause.nodes}
    if sides == {True, False} and clause.has("CLASH") and not clause.has("NEG"):
        # "B2 green clashes with my h2" says what is, and asks for nothing by itself.
        return (Meaning("q5"),) if clause.only("CLASH", "BE", "HAVE", "I", "BOTH", "IT") else None
    pronoun = clause.has("IT") and not clause.nodes and bool(clause.colors)
    context = ("it",) if pronoun else tuple(about) if clause.colors and not clause.nodes else ()
    if clause.colors:
        bare = clause.only()
        pairs = pairs_in(clause, context, bare=bare)
        if pairs is None:
            return None
        side = _side(pairs, view, about)
        if not side and not context:
            return _clashing(clause, pairs, view)
        if (
            side == "own"
            and context
            and about
            and clause.only("GOOD", "BE", "WOULD", "IT", "I", "WANT", "SETb", "KEEPb")
        ):
            return (Meaning("only" if _several(pairs) else "should", pairs),)
        if side == "own":
            return _own(clause, pairs)
        return _foreign(clause, pairs) if side == "foreign" else None
    if clause.nodes:
        return without_colors(clause, view)
    return None


def _clashing(clause: Clause, pairs: Sequence[Pair], view: View) -> Meanings | None:
    """Read "h4 and a4 are both red", which asks for nothing by itself."""
    colors = {pair.colors for pair in pairs}
    if not clause.only("BE", "HAVE", "I", "BOTH", "CLASH", "SAME", "SETp", "KEEPs", "KEEPb", "BAD"):
        return None
    if clause.has("NEG") or _open(pairs) or any(node.startswith("?") for node in clause.nodes):
        return None
    theirs = tuple(pair for pair in pairs if pair.nodes and pair.nodes.names[0] in view.owners)
    if clause.has("CLASH", "BAD"):
        return (Meaning("q5"),)
    if len(colors) == 1 and theirs:
        return (Meaning("report", theirs), Meaning("q5"))
    return None


def _is_tangled(clause: Clause) -> bool:
    """Return whether several negations, or one of a whole clause, may turn the sense around."""
    texts = [item.text for item in clause.items]
    denials = [
        text
        for text, item in zip(texts, clause.items, strict=True)
        if "NEG" in item.classes and text not in ("nor", "neither")
    ]
    only_subject = any(
        a == "only" and item.kind == "node" for a, item in zip(texts, clause.items[1:], strict=False)
    ) and clause.has("BE")
    bare_no = only_subject or (
        clause.first("NEG")
        and clause.told[0].text == "no"
        and len(clause.told) > 1
        and clause.told[1].kind == "node"
    )
    of_clause = bare_no or any(
        a == "not" and b in ("that", "because", "as", "only") for a, b in itertools.pairwise(texts)
    )
    did = (
        "did" in texts
        and bool(denials)
        and (clause.has("WANT", "GOOD", "BAD") or any(t in ("ask", "asked") for t in texts))
    )
    return len(denials) > 1 or of_clause or did


def _eased(clause: Clause, view: View) -> Meanings | None:
    """Read "b2 does not need to be red anymore", which ends a demand; empty if it cannot be read."""
    needs = [item.text for item in clause.items if "MUST" in item.classes and item.text != "must"]
    if not needs:
        return None
    mine = bool(clause.nodes) and all(node in view.own for node in clause.nodes)
    if mine and clause.only("NEG", "MUST", "BE", "DO", "SETb", "KEEPb", "HAVE", "YOU"):
        return (Meaning("free", (Pair(Names("node", clause.nodes, "and"), None),)),)
    return ()


def _side(pairs: Sequence[Pair], view: View, about: Sequence[str]) -> str:
    nodes = [name for pair in pairs if pair.nodes is not None for name in pair.nodes.names]
    nodes = [name for node in nodes for name in (about if node == "it" else (node,))]
    own = {node in view.own for node in nodes}
    if not nodes or len(own) != 1 or any(node.startswith("?") for node in nodes):
        return ""
    return "own" if own == {True} else "foreign"


def _several(pairs: Sequence[Pair]) -> bool:
    """Return whether each pair leaves a choice of colors."""
    return all(
        pair.colors is not None and len(pair.colors.names) > 1 and pair.colors.joint == "or"
        for pair in pairs
    )


def _open(pairs: Sequence[Pair]) -> bool:
    return any(pair.colors is not None and pair.colors.joint == "or" for pair in pairs)


def _any_number(pairs: Sequence[Pair]) -> bool:
    return any(pair.colors is not None and len(pair.colors.names) > 1 for pair in pairs)


def _foreign(clause: Clause, pairs: tuple[Pair, ...]) -> Meanings | None:
    """Read what is said of the person's nodes."""
    all_colors = any(pair.colors is not None and len(pair.colors.names) > 2 for pair in pairs)
    hedged = clause.has("HEDGE")
    if clause.has("TAKEBACK"):
        return _taken_back(clause, pairs, "loosen")
    if clause.has("YOU") or (clause.has("PAST") and not clause.has("DIDTO")):
        return None
    if clause.has("EXCEPT") and clause.has("USEN", "FREE") and not clause.has("NEG", "BAD", "HEDGE"):
        return (Meaning("cannot", _each(pairs)),) if clause.only(*_CHOICE) else None
    if clause.has("DIDTO") and clause.only("DIDTO", "I", "SETb", "PAST") and not _open(pairs):
        return (Meaning("report", pairs),)
    if clause.has("OFF") and clause.has("SETp") and not clause.has("NEG"):
        # "Just took blue off h4" says that it is not blue now, and forbids nothing.
        return (Meaning("isnot", _each(pairs)),) if clause.only("OFF", "SETp", "I", "BAD") else None
    if clause.has("NEG", "BAD"):
        if (
            clause.has("NEG")
            and clause.has("BAD")
            and not clause.only("BAD", "BE", "IT", "WOULD", "WILL")
        ):
            return None
        if clause.has("HEDGE", "FREE") or all_colors or clause.has("ONLY"):
            return None
        did = any(item.text == "did" for item in clause.items)
        states = clause.has("BE", "SETp", "HAVE") or did
        if (
            states
            and clause.only("NEG", "BE", "I", "IT", "SETp", "HAVE", "DO", *(("SETb",) if did else ()))
            and clause.has("NEG")
        ):
            return (Meaning("isnot", _each(pairs)),)
        if clause.only(
            "NEG", "BAD", "GOOD", "BE", "I", "IT", *SET, *_MODES, *KEEP, "HAVE", "DO", "GIVE"
        ):
            return (Meaning("cannot", _each(pairs)),)
        return None
    if clause.only(
        "BE", "HAVE", "I", "IT", "SETp", "SETs", "KEEPp", "KEEPADJ", "DO", "HEDGE", "UNDECIDED"
    ) and not clause.has("WILL"):
        if clause.has("UNDECIDED") or _open(pairs):
            free = clause.has("UNDECIDED") or not clause.has("BE", "HAVE", "SETp", "SETs")
            return _possible(clause, pairs) if _several(pairs) and free else None
        return (Meaning("hearsay" if hedged else "report", pairs),)
    if hedged:
        unsure = clause.has("MAYBE", "WILL", "LATER", "SETg") and not _open(pairs)
        allowed = clause.only("HEDGE", "MAYBE", "WILL", "LATER", "I", "IT", "BE", "HAVE", *SET)
        return (Meaning("planned", pairs),) if unsure and allowed else None
    if clause.has("MUST", "ONLY") and clause.only(
        "MUST", "ONLY", "GOOD", "BE", "HAVE", "I", "IT", *SET, *KEEP, "MAYBE", "KEEPADJ"
    ):
        if _any_number(pairs) and all_colors:
            return None
        return (Meaning("must", pairs),)
    if clause.only(
        "KEEPs", "KEEPb", "KEEPg", "KEEPp", "KEEPADJ", "BE", "I", "IT", "WILL"
    ) and clause.has(*KEEP):
        kind = "must" if clause.has("WILL", "KEEPg", "I") else "report"
        return (Meaning(kind, pairs),) if not _any_number(pairs) or not _open(pairs) else None
    if clause.has("MAYBE", "GOOD", "EITHER", "FREE") and clause.only(
        "MAYBE",
        "GOOD",
        "EITHER",
        "FREE",
        "BE",
        "HAVE",
        "I",
        "IT",
        "SETb",
        "WILL",
        "WOULD",
        "UNDECIDED",
        "KEEPb",
        "LATER",
    ):
        return _possible(clause, pairs)
    if clause.has("WILL", "WANT", "WOULD", "SHOULD", "SETg") and clause.only(
        "WILL", "WANT", "WOULD", "SHOULD", "BE", "HAVE", "I", "IT", "SETb", "SETg", "LATER"
    ):
        if _open(pairs):
            return _possible(clause, pairs) if clause.has("WILL") and _several(pairs) else None
        return (Meaning("planned" if clause.has("WILL", "SETg") else "wish", pairs),)
    if clause.only("I", "SETb") and clause.has("I") and not _open(pairs):
        return (Meaning("planned", pairs),)
    return None


def _each(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return pairs with each of the nodes: "no red on h2 or h5" excludes it for both."""
    return tuple(
        replace(pair, nodes=replace(pair.nodes, joint="and"))
        if pair.nodes is not None and pair.nodes.joint == "or"
        else pair
        for pair in pairs
    )


def _possible(clause: Clause, pairs: tuple[Pair, ...]) -> Meanings | None:
    sizes = {len(pair.colors.names) for pair in pairs if pair.colors is not None}
    if sizes == {2}:
        return (Meaning("must", pairs),)
    if sizes == {1} and not clause.has("UNDECIDED"):
        return (Meaning("possible", pairs),)
    if sizes <= {3, 4, 5}:
        return (Meaning("loosen", tuple(Pair(pair.nodes, None) for pair in pairs)),)
    return None


def _own(clause: Clause, pairs: tuple[Pair, ...]) -> Meanings | None:
    """Read what is said of the agent's nodes."""
    if all(pair.colors is not None and len(pair.colors.names) > 2 for pair in pairs):
        leaves = clause.has("MAYBE", "FREE", "GOOD") and clause.only(*_CHOICE, "KEEPb")
        return (Meaning("free", tuple(Pair(pair.nodes, None) for pair in pairs)),) if leaves else None
    if clause.has("HEDGE"):
        # "I think b2 should be red" is a wish at most.
        items = tuple(item for item in clause.items if "HEDGE" not in item.classes)
        # "I" is the subject of the verb that was left out.
        items = items[1:] if items[0].text == "i" else items
        firm = _own(replace(clause, items=items), pairs)
        wished = firm and firm[0].kind in ("order", "should", "request", "wish")
        return (Meaning("wish", pairs),) if wished else None
    wishes = clause.has("WANT", "GIVE")
    if clause.has("EXCEPT") and clause.has("USEN", "FREE") and not clause.has("NEG", "BAD", "HEDGE"):
        return (Meaning("avoid", _each(pairs)),) if clause.only(*_CHOICE) else None
    if (clause.has("PAST") and not wishes) or any(
        pair.colors is not None and len(pair.colors.names) > 2 for pair in pairs
    ):
        return None
    if clause.has("TAKEBACK"):
        return _taken_back(clause, pairs, "free")
    if clause.has("NEG"):
        if clause.only("NEG", "BE", "IT", "HAVE") and clause.has("BE", "HAVE"):
            return (Meaning("isnot", _each(pairs)),)
        if clause.has("FREE", "ONLY", "BAD", "AVOIDb", "CHANGEb", "OFF"):
            return (
                (Meaning("avoid", _each(pairs)),)
                if clause.only("NEG", "FREE", "BE", "MAYBE", "ONLY", "IT") and _free_but(clause)
                else None
            )
        if clause.only(
            "NEG", "BE", "IT", "HAVE", "I", "YOU", "GIVE", *SET, *KEEP, *_MODES, "GOOD", "DO"
        ):
            return (Meaning("avoid", _each(pairs)),)
        return None
    if clause.has(*AVOID) and clause.only(
        *AVOID, "YOU", "I", "GIVE", "SHOULD", "MUST", "WANT", "ASKYOU", "OFF", "SETb"
    ):
        return (Meaning("avoid", _each(pairs)),)
    if clause.has("OFF") and clause.only(
        "OFF", "YOU", "I", "GIVE", "SHOULD", "MUST", "WANT", "SETb", "KEEPb", "CHANGEb", "ASKYOU"
    ):
        return (Meaning("avoid", _each(pairs)),)
    if (
        clause.has("BAD")
        and clause.only("BAD", "BE", "IT", "WOULD", "YOU", "I")
        and "is a problem" not in clause.text
    ):
        return (Meaning("avoid", _each(pairs)),)
    if clause.has("ONLY", "EITHER") or _open(pairs):
        if not clause.only(
            "ONLY",
            "EITHER",
            "BE",
            "IT",
            "MAYBE",
            "GOOD",
            "MUST",
            "SHOULD",
            "WANT",
            "I",
            "YOU",
            "SETb",
            "GIVE",
            "FREE",
            "ASKYOU",
            "WILL",
            "WOULD",
        ):
            return None
        if _several(pairs):
            excludes = any(item.kind == "color" and item.classes for item in clause.items)
            sure = not clause.has("GOOD") or clause.has("ONLY", "FREE") or excludes
            alone = not clause.only() or len(clause.nodes) == 1
            return (Meaning("only", pairs),) if sure and alone else None
        return (
            (Meaning("order", pairs),)
            if not _open(pairs) and clause.has("ONLY") and clause.has("MAYBE", "MUST", "GOOD")
            else None
        )
    if clause.only(
        "KEEPb", "SETb", "YOU", "GIVE", "SHOULD", "MUST", "I", "WANT", "ASKYOU", "KEEPADJ"
    ) and clause.has("KEEPb"):
        return (Meaning("order", pairs),)
    if clause.has("SHOULD", "MUST") and clause.only(
        "SHOULD", "MUST", "SETb", "SETp", "KEEPb", "BE", "IT", "YOU", "WILL"
    ):
        return (Meaning("should", pairs),)
    if clause.has("WANT", "GIVE") and clause.only(
        "WANT", "GIVE", "I", "SETb", "SETp", "BE", "IT", "KEEPb", "YOU", "HAVE", "WOULD", "MAYBE"
    ):
        return (Meaning("should", pairs),) if clause.has("GIVE", "I") or _wishes(clause) else None
    if clause.has("ASKYOU") and clause.only("ASKYOU", "SETb", "SETg", "KEEPb"):
        return (Meaning("request", pairs),)
    if clause.has("GOOD") and clause.only("GOOD", "BE", "IT", "WOULD", "MAYBE", "I", "WILL", "HAVE"):
        return (Meaning("wish", pairs),)
    if clause.only("SETb") and clause.first("SETb"):
        return (Meaning("order", pairs),)
    if clause.has("MAYBE") and clause.only("MAYBE", "BE", "SETb", "IT") and clause.has("BE"):
        return (Meaning("wish", pairs),)
    if clause.only("YOU", "MAYBE", "SETb") and clause.has("MAYBE") and clause.has("YOU"):
        return (Meaning("wish", pairs),)
    if clause.only("BE", "IT") or clause.only():
        return (Meaning("report", pairs),)
    return None


def _excepts_node(clause: Clause) -> bool:
    """Return whether a node is excepted from what is said: "everything but b2 can be green"."""
    behind = zip(clause.items, clause.items[1:], strict=False)
    return any("EXCEPT" in a.classes and a.kind == "word" and b.kind == "node" for a, b in behind)


def _wishes(clause: Clause) -> bool:
    """Return whether a clause begins like "it would be easier for me if"."""
    return any(
        "WANT" in item.classes and item.names[-1] in ("if", "that", "is") for item in clause.items
    )


def _taken_back(clause: Clause, pairs: Sequence[Pair], kind: str) -> Meanings | None:
    """Read "never mind the thing about b2 being red"."""
    names_it = clause.has("SAIDTHAT") or any(item.text == "being" for item in clause.items)
    if not names_it or not clause.only("TAKEBACK", "SAIDTHAT", "BE", "IT", "I", "SETg", "YOU"):
        return None
    return (Meaning(kind, tuple(Pair(pair.nodes, None) for pair in pairs)),)


def _free_but(clause: Clause) -> bool:
    """Return whether everything but a color is allowed: "whatever you like, only not green"."""
    return clause.has("FREE")


__all__ = ["statement"]
