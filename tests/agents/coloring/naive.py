"""The slow, obvious way to do what agents of the coloring room do: plain loops over everything."""

from __future__ import annotations

import itertools


def penalty(view, colors, beliefs, scope="cluster"):
    known = {**beliefs, **colors}
    mine = set(view.own)
    total = 0.0
    for u, v in view.edges:
        if scope == "cluster" and not mine & {u, v}:
            continue
        if u in known and v in known and known[u] == known[v]:
            total += view.conflict_penalty
    for node, color in known.items():
        total -= view.preferences.get(node, {}).get(color, 0.0)
    return total


def conflicts(view, colors, beliefs, scope="cluster"):
    known = {**beliefs, **colors}
    mine = set(view.own)
    return sum(
        u in known and known[u] == known.get(v)
        for u, v in view.edges
        if scope == "global" or mine & {u, v}
    )


def best(view, beliefs, required, scope="cluster"):
    """The first of the cheapest colorings, the last free node varying fastest."""
    bound = {**required, **view.fixed}
    free = [node for node in view.own if node not in bound]
    found = None
    for drawn in itertools.product(view.domain, repeat=len(free)):
        given = {**bound, **dict(zip(free, drawn, strict=True))}
        colors = {node: given[node] for node in view.own}
        cost = penalty(view, colors, beliefs, scope)
        if found is None or cost < found[0]:
            found = cost, colors
    return found


def greedy(view, beliefs, required, preseed):
    bound = {**required, **view.fixed}
    seen = dict(bound) if preseed else {}
    chosen = {}
    for node in view.own:
        if node in bound:
            chosen[node] = seen[node] = bound[node]
            continue
        costs = []
        for color in view.domain:
            cost = 0.0
            for u, v in view.edges:
                if node in (u, v):
                    other = v if u == node else u
                    if {**beliefs, **seen}.get(other) == color:
                        cost += view.conflict_penalty
            costs.append(cost - view.preferences.get(node, {}).get(color, 0.0))
        chosen[node] = seen[node] = view.domain[costs.index(min(costs))]
    return chosen


def satisfied(view, colors, beliefs, required, scope="cluster"):
    if conflicts(view, colors, beliefs, scope) or any(node not in beliefs for node in view.owners):
        return False
    return penalty(view, colors, beliefs, scope) <= best(view, beliefs, required, scope)[0] + 0.001


def best_scores(view, beliefs, required, scope="cluster"):
    """The highest score among the cheapest colorings."""
    bound = {**required, **view.fixed}
    rows = []
    for drawn in itertools.product(view.domain, repeat=len(view.own)):
        colors = dict(zip(view.own, drawn, strict=True))
        if all(colors[node] == color for node, color in bound.items()):
            rows.append((penalty(view, colors, beliefs, scope), -view.score(colors)))
    return -min(rows)[1]
