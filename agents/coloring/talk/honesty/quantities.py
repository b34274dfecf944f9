"""
Claims about how many nodes something is true of: "all my nodes", "two of my nodes", "only b2".

A quantity and a predicate make a claim. A predicate is true, false or unknown of each node, and a claim
holds only if the known nodes decide it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ..facts import Facts
from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from ..grammar.naming import Naming


@dataclass(frozen=True)
class Quantity:
    """
    A quantity of nodes.

    Attributes
    ----------
    kind
        Kind: ``all``, ``both``, ``none``, ``exactly``, ``least``, ``most``, ``only``, ``except`` or
        ``neither``.
    number
        Number of nodes of the kinds that have one.
    theirs
        Whether it counts the visible nodes of the recipient instead of those of the agent.
    named
        Nodes that ``only``, ``except`` and ``neither`` name.
    """

    kind: str
    number: int = 0
    theirs: bool = False
    named: Names | None = None


@dataclass(frozen=True)
class Predicate:
    """Something that is true or false of a node: its color, its change, or a conflict."""

    kind: str
    colors: Names | None = None
    negated: bool = False


@dataclass(frozen=True)
class Quantified:
    """A claim that a predicate holds of a quantity of nodes."""

    quantity: Quantity
    predicate: Predicate


_MINE = "(my nodes|mine|the nodes that i color)"
_YOURS = (
    "(your nodes [that i see|that i can see|next to mine|next to <own>|at our border|on our border]"
    "|yours)"
)


def add_quantities(rules: Grammar) -> None:
    """Add claims about quantities of nodes."""
    for theirs, nodes in ((False, _MINE), (True, _YOURS)):

        def quantity(
            pattern: str, kind: str, *, nodes: str = nodes, theirs: bool = theirs, more: int = 0
        ) -> None:
            def value(*values: Hashable) -> Quantity:
                number = next((one for one in values if isinstance(one, int)), 0)
                return Quantity(kind, number + more, theirs)

            rules.rule("quantity", pattern.replace("$", nodes), value)

        quantity("(all|all of|each of|every one of) $", "all")
        quantity("(both|both of) $", "both")
        quantity("(none of|not one of|neither of|no one of) $", "none")
        for words in ("[exactly|just|only] <number> of", "only <number> of"):
            quantity(f"{words} $", "exactly")
        quantity("at least <number> of $", "least")
        quantity("at most <number> of $", "most")
        quantity("more than <number> of $", "least", more=1)
        quantity("(fewer than|less than) <number> of $", "most", more=-1)
    rules.rule("quantity", "only <own>", lambda named: Quantity("only", named=named))
    rules.rule("quantity", f"of {_MINE} only <own>", lambda named: Quantity("only", named=named))
    for nodes in ("my nodes", "of my nodes", "my other nodes"):
        rules.rule(
            "quantity",
            f"all {nodes} (except|but|apart from) <own>",
            lambda n: Quantity("except", named=n),
        )
    rules.rule(
        "quantity",
        "(apart from|except for|besides) <own> [,] (none of my nodes|no other node of mine)",
        lambda named: Quantity("only", named=named),
    )
    rules.rule(
        "quantity",
        "neither <nodes>",
        lambda n: Quantity("neither", named=n) if len(n.names) > 1 else None,
    )
    rules.rule("predicate", "(is|are) [now] <color>", lambda colors: Predicate("color", colors))
    rules.rule("predicate", "(was|were) <color>", lambda colors: Predicate("was", colors))
    rules.rule("predicate", "(has|have|is|are) [been] (changed|recolored)", lambda: Predicate("changed"))
    rules.rule("predicate", "(changed|have changed|has changed)", lambda: Predicate("changed"))
    rules.rule(
        "predicate", "(did not change|have not changed)", lambda: Predicate("changed", negated=True)
    )
    rules.rule(
        "predicate",
        "(kept|keep|keeps) (its color|their colors|their color)",
        lambda: Predicate("changed", negated=True),
    )
    rules.rule(
        "predicate",
        "(is in conflict|are in conflict|clash|clashes|has a conflict|have a conflict)",
        lambda: Predicate("clash"),
    )
    rules.rule(
        "predicate",
        "(is|are) free of conflicts",
        lambda: Predicate("clash", negated=True),
    )
    rules.rule(
        "predicate",
        "(has no conflict|have no conflict|have no conflicts)",
        lambda: Predicate("clash", negated=True),
    )
    rules.rule("predicate", "(is|are) fixed", lambda: Predicate("fixed"))
    rules.rule("claim", "<quantity> <predicate>", Quantified)
    rules.rule(
        "claim",
        "i (changed|recolored|have changed|have recolored) <quantity>",
        lambda quantity: Quantified(quantity, Predicate("changed")),
    )


def holds(claim: Quantified, facts: Facts, naming: Naming) -> bool:
    """Return whether the facts entail a claim about a quantity of nodes."""
    quantity = claim.quantity
    named: tuple[str, ...] = ()
    if quantity.named is not None:
        named = tuple(node for node in naming.nodes(quantity.named) if node)
        if not named or any(node in facts.hidden or node.startswith("?") for node in named):
            return False
    if quantity.kind == "neither":
        return all(_of(claim.predicate, node, facts) is False for node in named)
    theirs = [node for node in facts.view.owners if node not in facts.hidden]
    domain = theirs if quantity.theirs else list(facts.view.own)
    values = {node: _of(claim.predicate, node, facts) for node in domain}
    if not values or None in values.values() or not set(named) <= set(values):
        return False
    true = {node for node, value in values.items() if value}
    match quantity.kind:
        case "all":
            return len(true) == len(domain) > 1
        case "both":
            return len(true) == len(domain) == 2
        case "none":
            return not true
        case "exactly":
            return len(true) == quantity.number
        case "least":
            return len(true) >= quantity.number
        case "most":
            return len(true) <= quantity.number
        case "only":
            return true == set(named)
        case _:
            return true == set(domain) - set(named) and bool(true)


def _of(predicate: Predicate, node: str, facts: Facts) -> bool | None:
    value = _positive(predicate, node, facts)
    return None if value is None else value != predicate.negated


def _positive(predicate: Predicate, node: str, facts: Facts) -> bool | None:
    colors: Sequence[str] = predicate.colors.names if predicate.colors is not None else ()
    own = node in facts.view.own
    known = facts.after.get(node) if own else facts.beliefs.get(node)
    match predicate.kind:
        case "color":
            return None if known is None or len(colors) != 1 else known == colors[0]
        case "was":
            before = facts.before.get(node) if own else None
            return None if before is None or len(colors) != 1 else before == colors[0]
        case "changed":
            return (node in facts.changed) if own else None
        case "clash":
            # Of a foreign node only the conflicts with the agent's nodes are known.
            if facts.clashes([node]):
                return True
            return False if own and facts.complete else None
        case _:
            return (node in facts.view.fixed) if own else None
