"""Values of clauses that are linked: "b2 is red because h2 is green, so nothing clashes"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .discourse import Unread
from .reasons import Atom, explains
from .relevance import bears
from .terms import Fact, Holds, State, Unit
from .truth import Truth
from .worlds import Value, every


def linked(parts: Sequence[Any], truth: Truth) -> Value:
    """Return whether all clauses are true, and each reason is one."""
    truth.begin_sentence()
    # "Because b2 is red and h2 is red": all clauses are the reason.
    behind = parts[0] == "because before"
    links: list[str] = []
    values: list[Value] = []
    stated: list[list[Atom]] = []
    waiting = ""
    #: The clauses, each with what was said before it.
    said: list[tuple[Unit, Truth] | None] = []
    for part in parts:
        if isinstance(part, str):
            if part == "then":
                truth.resume()
            elif part in ("because before", "so before"):
                # The sentence before is the effect, or the cause.
                links.append("")
                values.append(True)
                said.append(None)
                stated.append(truth.last_atoms)
                waiting = part.split()[0]
                if not truth.last_atoms:
                    return None
            else:
                waiting = part
            continue
        assert isinstance(part, Unit)
        said.append((part, truth.elsewhere(truth.facts)))
        if waiting == "because of":
            nodes = truth.members(part.claim.group, truth.actual)  # type: ignore[union-attr, arg-type]
            value: Value = True
            atoms = [Atom("is", node, truth.actual.color(node) or "") for node in nodes]
        else:
            spot, truth.discourse.spot = truth.discourse.spot, ""
            value, atoms = truth.unit(part)
            if spot and atoms and all(atom.kind == "is" for atom in atoms):
                # "a4 has no color left: a3 is red": what is said of its neighbors goes on.
                truth.discourse.spot = truth.discourse.spot or spot
                if any(atom.node != spot and not truth.actual.near(atom.node, spot) for atom in atoms):
                    value = None
        links.append(waiting or "and")
        values.append(value)
        stated.append(atoms)
        waiting = ""
    wanted = truth.facts.demanded
    for i in range(1, len(links)):
        # "Both of your wishes are met: a5 is red": it was one of the wishes.
        if Atom("demands met") in stated[i - 1] and any(
            atom.kind in ("is", "became", "kept") and atom.node not in wanted for atom in stated[i]
        ):
            return None
        if not _elaborates(stated[i - 1], stated[i], truth):
            return None
    for i, link in enumerate(links):
        if i == 0 or link in ("and", "with"):
            continue
        before, after = stated[i - 1], stated[i]
        if link == "so" and after and all(atom.kind in ("near", "apart") for atom in after):
            # Nothing is a reason for an edge: "because b2 is red and h2 is red, and they are linked".
            raise Unread
        if link in ("because", "because of"):
            causes, effects = _causes(stated, links, i), before
        else:
            effects = after
            causes = before + (stated[i - 2] if i >= 2 and links[i - 1] in ("with",) else [])
        if _is_blocked(effects, causes, said[i] if link == "so" else said[i - 1], truth):
            values[i if link == "so" else i - 1] = True
            continue
        good = explains(causes, effects, truth.actual)
        if behind:
            good = good and _of_one_conflict(causes, effects, truth)
        elif not good and link in ("because", "because of"):
            good = explains(after, effects, truth.actual)
        if not good and link == "so" and i >= 2 and links[i - 1] == "and":
            good = explains(stated[i - 2] + before, effects, truth.actual)
        if not good and link in ("because", "because of", "so"):
            good = _decided(i, links, stated, said)
        if link == "so that":
            apart = [a for a in after if a.kind == "fits" and a.other]
            near = all(truth.actual.near(a.node, a.other) for a in apart)
            good = (near and bool({a.node for a in before} & {b.node for b in after} - {""})) or any(
                a.kind in ("calm", "satisfied") for a in after
            )
        if not good or (link == "so" and not _all_around(i, links, stated, said, truth)):
            return None
    if truth.showing and not _shown([atom for atoms in stated for atom in atoms], truth):
        # The other grammar does not know that they answer the question for conflicts.
        truth.replied = True
        return None
    truth.last_atoms = stated[-1] if stated else []
    truth.end(courtesy=all(one.claim == Fact("courtesy") for one in parts if isinstance(one, Unit)))
    return every(values)


def _decided(
    i: int,
    links: Sequence[str],
    stated: Sequence[list[Atom]],
    said: Sequence[tuple[Unit, Truth] | None],
) -> bool:
    """Return whether the clause of a reason, with those joined to it, decides what it explains."""
    effect = said[i] if links[i] == "so" else said[i - 1]
    if effect is None:
        return False
    if links[i] != "so":
        return bears(_causes(stated, links, i), *effect)
    causes: list[Atom] = []
    for k in range(i - 1, -1, -1):
        # "b1 is red and h1 is red, so ...": the reason is one of the clauses, or several.
        causes = [*stated[k], *causes]
        if bears(causes, *effect):
            return True
        if links[k] not in ("and", "with"):
            break
    return False


def _all_around(
    i: int,
    links: Sequence[str],
    stated: Sequence[list[Atom]],
    said: Sequence[tuple[Unit, Truth] | None],
    truth: Truth,
) -> bool:
    """Return whether all colors before "so only red is left" are of neighbors of the node."""
    effect = said[i]
    nodes = {atom.node for atom in stated[i]}
    if effect is None or not isinstance(effect[0].claim, State) or len(nodes) != 1:
        return True
    (node,) = nodes
    for k in range(i - 1, -1, -1):
        if any(
            atom.kind == "is" and atom.node != node and not truth.actual.near(atom.node, node)
            for atom in stated[k]
        ):
            return False
        if links[k] not in ("and", "with"):
            return True
    return True


def _is_blocked(
    effects: Sequence[Atom], causes: Sequence[Atom], said: tuple[Unit, Truth] | None, truth: Truth
) -> bool:
    """
    Return whether nodes cannot have a color because neighbors have it: "b2 can't be red because of h1".

    It is so as long as the neighbors that are named stay as they are, whatever the agent could change.
    """
    if said is None or said[0].given or not isinstance(said[0].claim, Holds):
        return False
    first, *more = said[0].claim.predicates
    if more or first.kind != "can" or not first.negated or not effects:
        return False
    taken = {
        (cause.node, effect.node)
        for effect in effects
        for cause in causes
        if effect.kind == "cannot"
        and cause.kind == "is"
        and cause.color == effect.color == truth.actual.color(cause.node)
        and truth.actual.near(cause.node, effect.node)
    }
    all_causes = {cause.node for cause in causes} == {cause for cause, _ in taken}
    return bool(causes) and all_causes and {one.node for one in effects} == {node for _, node in taken}


def _of_one_conflict(causes: Sequence[Atom], effects: Sequence[Atom], truth: Truth) -> bool:
    """Return whether several nodes that are the reason of a conflict clash with each other."""
    nodes = {atom.node for atom in causes if atom.kind == "is"}
    if len(nodes) < 2 or not any(atom.kind in ("war", "clash") for atom in effects):
        return True
    edges = [edge for edge in truth.actual.edges("all") if truth.actual.edge(edge)]
    return all(any({node} < {*edge} <= nodes for edge in edges) for node in nodes)


def _elaborates(conflict: Sequence[Atom], atoms: Sequence[Atom], truth: Truth) -> bool:
    """Return whether equal nodes that are named behind a conflict are in it."""
    nodes = {atom.node for atom in atoms if atom.kind == "is"}
    colors = {atom.color for atom in atoms if atom.kind == "is"}
    if not any(atom.kind == "war" for atom in conflict) or len(nodes) < 2 or len(colors) != 1:
        return True
    return any({*edge} <= nodes and truth.actual.edge(edge) for edge in truth.actual.edges("all"))


def _shown(atoms: Sequence[Atom], truth: Truth) -> bool:
    """Return whether equal nodes that are named to show conflicts are in conflict with each other."""
    colors: dict[str, set[str]] = {}
    for atom in atoms:
        if atom.kind == "is":
            colors.setdefault(atom.color, set()).add(atom.node)
    edges = [edge for edge in truth.actual.edges("all") if truth.actual.edge(edge)]
    for atom in atoms:
        if atom.kind == "clash" and atom.other:
            # "a4 clashes with h1 and h3, they are all green."
            colors.get(truth.actual.color(atom.node) or "", set()).update((atom.node, atom.other))
    return all(
        any(node in edge and {*edge} <= nodes for edge in edges)
        for nodes in colors.values()
        if len(nodes) > 1
        for node in nodes
    )


def _causes(stated: Sequence[list[Atom]], links: Sequence[str], i: int) -> list[Atom]:
    """Return the facts of a reason, with those of the clauses that are joined to it by "and"."""
    found = list(stated[i])
    if links[i] == "because of":
        return found
    for k in range(i + 1, len(stated)):
        if links[k] != "and":
            break
        found += stated[k]
    return found
