"""What clauses leave out because the one before names it: a topic, a color, or a node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .clauses import Clause


def with_topics(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Join "h5? definitely blue": a node that is only named with what is said of it."""
    topic: Clause | None = None
    for clause in clauses:
        if topic is not None:
            if not clause.nodes and not clause.asks and not clause.role:
                clause = replace(
                    clause, items=(*topic.items, *(i for i in clause.items if i.classes != {"IT"}))
                )
            else:
                yield topic
            topic = None
        if (
            clause.asks
            and clause.nodes
            and not clause.colors
            and clause.only()
            and not clause.role
            and len(clause.nodes) == 1
        ):
            topic = clause
            continue
        yield clause
    if topic is not None:
        yield topic


def elliptic(clauses: Sequence[Clause]) -> list[Clause]:
    """Give clauses the color or the node that they leave out and the one before them names."""
    found: list[Clause] = []
    for clause in clauses:
        last = next((one for one in reversed(found) if one.named), None)
        if last is not None and (clause.joint != "or" or clause.asks):
            colors = [item for item in last.items if item.kind == "color"]
            if clause.nodes and not clause.colors and colors and _leaves_out_color(clause):
                clause = replace(
                    clause,
                    items=(*(i for i in clause.items if not i.classes & {"ELLIPSIS"}), colors[-1]),
                )
            elif (
                clause.colors
                and not clause.nodes
                and not clause.has("IT", "YOU" if not clause.asks else "IT")
                and len(last.nodes) == 1
                and (_predicates(clause) or (clause.asks and last.asks))
            ):
                node = next(item for item in last.items if item.kind == "node")
                clause = replace(clause, items=(node, *clause.items))
        found.append(clause)
    return found


def _leaves_out_color(clause: Clause) -> bool:
    """Return whether a clause ends before its color: "h5 can't be", "and h2 as well"."""
    ends = clause.items[-1].classes
    open_end = bool(
        ends & {"MAYBE", "MUST", "SHOULD", "NEG", "DO", "WILL"}
        or (ends & {"BE"} and clause.has("MAYBE", "SHOULD", "MUST", "WILL"))
    )
    denied = clause.has("NEG") and bool(ends & {"NEG", "BE"}) and clause.only("NEG", "BE")
    verbs = clause.only("MAYBE", "MUST", "SHOULD", "NEG", "BE", "DO", "WILL", "I", "IT")
    also = (
        bool(ends & {"ELLIPSIS"})
        and clause.only("ELLIPSIS", "BE")
        and clause.text.split()[-1] in ("too", "well", "also", "likewise", "ditto")
    )
    return (verbs and (open_end or denied)) or also


def _predicates(clause: Clause) -> bool:
    """Return whether a clause says something of its color: "red is a no go"."""
    return clause.has("BAD", "GOOD", "NEG", "ONLY") and clause.only(
        "BAD", "GOOD", "NEG", "ONLY", "BE", "WOULD", "I", "MAYBE", "HAVE"
    )


__all__ = ["elliptic", "with_topics"]
