"""Values of clauses that are linked: "b2 is red because h2 is green, so nothing clashes"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .reasons import Atom, explains
from .terms import Unit
from .truth import Truth
from .worlds import Value, every


def linked(parts: Sequence[Any], truth: Truth) -> Value:
    """Return whether all clauses are true, and each reason is one."""
    links: list[str] = []
    values: list[Value] = []
    stated: list[list[Atom]] = []
    waiting = ""
    for part in parts:
        if isinstance(part, str):
            if part == "then":
                truth.resume()
            else:
                waiting = part
            continue
        assert isinstance(part, Unit)
        if waiting == "because of":
            nodes = truth.members(part.claim.group, truth.actual)  # type: ignore[union-attr]
            value: Value = True
            atoms = [Atom("is", node, truth.actual.color(node) or "") for node in nodes]
        else:
            value, atoms = truth.unit(part)
        links.append(waiting or "and")
        values.append(value)
        stated.append(atoms)
        waiting = ""
    for i, link in enumerate(links):
        if i == 0 or link in ("and", "with"):
            continue
        before, after = stated[i - 1], stated[i]
        if link in ("because", "because of"):
            causes, effects = _causes(stated, links, i), before
        else:
            effects = after
            causes = before + (stated[i - 2] if i >= 2 and links[i - 1] in ("with",) else [])
        good = explains(causes, effects, truth.actual)
        if not good and link in ("because", "because of"):
            good = explains(after, effects, truth.actual)
        if not good and link == "so" and i >= 2 and links[i - 1] == "and":
            good = explains(stated[i - 2] + before, effects, truth.actual)
        if link == "so that":
            good = bool({a.node for a in before} & {b.node for a in after for b in (a,)} - {""}) or any(
                a.kind in ("calm", "satisfied") for a in after
            )
        if not good:
            return None
    return every(values)


def _causes(stated: Sequence[list[Atom]], links: Sequence[str], i: int) -> list[Atom]:
    """Return the facts of a reason, with those of the clauses that are joined to it by "and"."""
    found = list(stated[i])
    for k in range(i + 1, len(stated)):
        if links[k] != "and":
            break
        found += stated[k]
    return found
