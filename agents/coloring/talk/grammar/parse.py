"""
All meanings that the grammar gives to a sentence.

A sentence with one meaning is understood. One with several is ambiguous, and the person is asked. One
with none is left to the rules for plain sentences.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import UnexpectedInput

from .meaning import Meaning, MeaningKind
from .rules import grammar_text


@functools.cache
def _parser() -> Lark:
    return Lark(grammar_text(), parser="earley", lexer="dynamic", ambiguity="explicit")


@functools.lru_cache(maxsize=4096)
def _tree(text: str) -> Any:
    """Parse a text without names; None if the grammar does not derive it."""
    try:
        return _parser().parse(text)
    except UnexpectedInput:
        return None


def derived(text: str, names: dict[str, str]) -> list[tuple[Meaning, ...]]:
    """Return the distinct meanings of a text whose names were replaced by places."""
    tree = _tree(text)
    if tree is None:
        return []
    found = dict.fromkeys(_Interpreter(names).meanings(tree))
    return [meaning for meaning in found if meaning]


_Statements = tuple[Meaning, ...]


class _Interpreter:
    """Interpreter of a tree; an ambiguous tree has the meanings of all its derivations."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def meanings(self, tree: Any) -> Iterator[_Statements]:
        """Give the meanings of each derivation."""
        if not isinstance(tree, Tree):
            return
        if tree.data == "_ambig":
            for child in tree.children:
                yield from self.meanings(child)
        elif tree.data in _ALIASES:
            for derivation in _derivations(tree):
                meaning = _ALIASES[tree.data](self, derivation)
                if meaning:
                    yield meaning
        elif tree.data == "coordination":
            parts = [list(self.meanings(child)) for child in tree.children if isinstance(child, Tree)]
            for combination in itertools.product(*parts):
                yield tuple(itertools.chain.from_iterable(combination))
        elif tree.data == "corrected":
            yield from self._corrected(tree)
        else:
            for child in tree.children:
                yield from self.meanings(child)

    def named(self, tree: Any, kind: str) -> list[str]:
        """Return the nodes or colors of a tree, in order."""
        leaves = [tree] if isinstance(tree, LarkToken) else list(tree.scan_values(_is_token))
        return [self._names[str(leaf)] for leaf in leaves if leaf.type == kind]

    def _corrected(self, tree: Tree[Any]) -> Iterator[_Statements]:
        for derivation in _derivations(tree):
            parts = [child for child in derivation.children if isinstance(child, Tree)]
            first, last = _claim(self, parts[0]), parts[-1]
            if last.data == "retraction":
                yield (Meaning("withdrawn"),)
            elif last.data == "just_color":
                (color,) = self.named(last, "COLOR") or (None,)
                if color is not None:
                    yield tuple(Meaning(one.kind, pairs=((one.pairs[-1][0], color),)) for one in first)
            else:
                yield from self._replaced(first, _claim(self, last))

    def _replaced(self, first: _Statements, last: _Statements) -> Iterator[_Statements]:
        """Let a second claim replace the first: of the same node, or of another node instead."""
        if not first or not last:
            return
        old, new = dict(first[0].pairs), dict(last[0].pairs)
        yield last
        if not old.keys() & new.keys() and set(old.values()) != set(new.values()):
            # "b3 to blue, sorry, b5 to green" may add a statement.
            yield (*first, *last)


def _is_token(leaf: object) -> bool:
    return isinstance(leaf, LarkToken)


def _derivations(tree: Any) -> Iterator[Tree[Any]]:
    """Give the trees without ambiguity that an ambiguous tree stands for."""
    if tree.data == "_ambig":
        for child in tree.children:
            yield from _derivations(child)
        return
    choices: list[list[Any]] = []
    for child in tree.children:
        choices.append(list(_derivations(child)) if isinstance(child, Tree) else [child])
    for children in itertools.islice(itertools.product(*choices), 64):
        yield Tree(tree.data, list(children))


def _says_or(tree: Any) -> bool:
    return any(str(leaf) == "or" for leaf in tree.scan_values(_is_token))


def _part(tree: Tree[Any], name: str) -> Tree[Any] | None:
    return next(
        (child for child in tree.children if isinstance(child, Tree) and child.data == name), None
    )


def _paired(
    kind: MeaningKind, nodes: Iterable[str], colors: Sequence[str], tree: Tree[Any]
) -> _Statements:
    """State one color of all nodes; several colors, or a choice of nodes, are no statement."""
    listed = _part(tree, "foreign") or _part(tree, "own")
    if len(colors) != 1 or (listed is not None and _says_or(listed)):
        return ()
    return (Meaning(kind, pairs=tuple((node, colors[0]) for node in nodes)),)


def _stated(kind: MeaningKind, node_kind: str) -> Callable[[_Interpreter, Tree[Any]], _Statements]:
    def meaning(it: _Interpreter, tree: Tree[Any]) -> _Statements:
        return _paired(kind, it.named(tree, node_kind), it.named(tree, "COLOR"), tree)

    return meaning


def _about(kind: MeaningKind, node_kind: str = "") -> Callable[[_Interpreter, Tree[Any]], _Statements]:
    """State something of nodes and colors that are not paired."""

    def meaning(it: _Interpreter, tree: Tree[Any]) -> _Statements:
        kinds = (node_kind,) if node_kind else ("OWN", "FOREIGN")
        nodes = [name for one in kinds for name in it.named(tree, one)]
        return (Meaning(kind, tuple(nodes), tuple(it.named(tree, "COLOR"))),)

    return meaning


def _about_several(kind: MeaningKind) -> Callable[[_Interpreter, Tree[Any]], _Statements]:
    """State something that holds of two nodes or more together."""

    def meaning(it: _Interpreter, tree: Tree[Any]) -> _Statements:
        (found,) = _about(kind)(it, tree)
        return (found,) if len(found.nodes) > 1 else ()

    return meaning


def _each(kind: MeaningKind, node_kind: str) -> Callable[[_Interpreter, Tree[Any]], _Statements]:
    """State colors one to one."""

    def meaning(it: _Interpreter, tree: Tree[Any]) -> _Statements:
        nodes, colors = it.named(tree, node_kind), it.named(tree, "COLOR")
        if len(nodes) != len(colors) or len(set(nodes)) < len(nodes) or len(nodes) < 2:
            return ()
        return (Meaning(kind, pairs=tuple(zip(nodes, colors, strict=True))),)

    return meaning


def _changed(it: _Interpreter, tree: Tree[Any]) -> _Statements:
    """State the last of two colors."""
    colors = it.named(tree, "COLOR")
    nodes = it.named(tree, "FOREIGN")
    if len(colors) != 2 or len(nodes) != 1:
        return ()
    last = colors[-1]
    return (Meaning("report", pairs=((nodes[0], last),)),)


def _one_of_two(
    place: int, kind: MeaningKind, node_kind: str
) -> Callable[[_Interpreter, Tree[Any]], _Statements]:
    """State the color of one of two nodes: the other one is excluded."""

    def meaning(it: _Interpreter, tree: Tree[Any]) -> _Statements:
        nodes, colors = it.named(tree, node_kind), it.named(tree, "COLOR")
        if len(nodes) != 2 or len(colors) != 1:
            return ()
        return (Meaning(kind, pairs=((nodes[place], colors[0]),)),)

    return meaning


def _first_claim(it: _Interpreter, tree: Tree[Any]) -> _Statements:
    claim = next(child for child in tree.children if isinstance(child, Tree))
    return _claim(it, claim)


def _claim(it: _Interpreter, tree: Tree[Any]) -> _Statements:
    kind: MeaningKind = "report" if tree.data == "claim_foreign" else "demand"
    node_kind = "FOREIGN" if kind == "report" else "OWN"
    return _paired(kind, it.named(tree, node_kind), it.named(tree, "COLOR"), tree)


def _all_foreign(it: _Interpreter, tree: Tree[Any]) -> _Statements:
    colors = it.named(tree, "COLOR")
    return (Meaning("report", ("*",), tuple(colors)),) if len(colors) == 1 else ()


def _conditional(it: _Interpreter, tree: Tree[Any]) -> _Statements:
    return (Meaning("conditional", tuple(it.named(tree, "OWN")), tuple(it.named(tree, "COLOR"))),)


_ALIASES: dict[str, Callable[[_Interpreter, Tree[Any]], _Statements]] = {
    "state_foreign": _stated("report", "FOREIGN"),
    "state_foreign_list": _each("report", "FOREIGN"),
    "state_foreign_swapped": _each("report", "FOREIGN"),
    "state_all_foreign": _all_foreign,
    "changed_foreign": _changed,
    "demand": _stated("demand", "OWN"),
    "request": _stated("request", "OWN"),
    "demand_second": _one_of_two(1, "demand", "OWN"),
    "demand_first": _one_of_two(0, "demand", "OWN"),
    "forbid": _about("forbid", "FOREIGN"),
    "require": _about("require", "FOREIGN"),
    "is_not": _about("is_not", "FOREIGN"),
    "avoid": _about("avoid", "OWN"),
    "avoid_current": _about("avoid_current", "OWN"),
    "what_else": _about("what_else", "OWN"),
    "all_but": _about("all_but"),
    "not_both": _about_several("not_both"),
    "not_same": _about_several("not_same"),
    "one_of": _about_several("one_of"),
    "state_each": _each("report", "FOREIGN"),
    "demand_each": _each("demand", "OWN"),
    "meant_first": _one_of_two(0, "report", "FOREIGN"),
    "first_claim": _first_claim,
    "conditional_demand": _conditional,
}
