"""Grammar of edges and nodes that are not named one by one: "all my other edges", "my own nodes"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .terms import Conflicts, Several, State, Unit
from .verbs import VerbGroup


def add_edge_groups(rules: Grammar) -> None:
    """Add what is said of edges, or of all nodes, together."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    fine = "(is|are) [all|both] @fine"
    for edges, scope in (
        ("[all|all of] (my own|my inner|the inner|my inside|my internal) (edges|links)", "inside"),
        ("[all|all of] (my|the) [own] edges (inside|among my nodes|between my nodes)", "inside"),
        ("[all|both|all of|both of] (our|the|my) (border|shared) (edges|links)", "us"),
        ("[all|both] (the|my|our) (edges|links) (between us|to you|to your nodes|to your side)", "us"),
        ("every edge (between us|to you)", "us"),
        ("(our|the) border", "us"),
        ("[all|all of] my edges", "all"),
    ):
        core(f"{edges} {fine}", lambda s=scope: Unit(Conflicts("none", 0, s)))
        core(f"{edges} {fine} @asfar", lambda s=scope: Unit(Conflicts("none", 0, s, known=True)))
    core(
        f"[all|all of] (my other|the other|my remaining|our other|the remaining) (edges|links) {fine}",
        lambda: Unit(State("other edges fit")),
    )
    core(
        f"(everything else|all else|the rest) {fine} [@everywhere|on my side]",
        lambda: Unit(State("other edges fit")),
    )
    mine = "(my nodes|my own nodes|the nodes on my side|all my nodes|all of my nodes)"
    other = "(with each other|with one another|among themselves|among each other|among one another)"
    core(
        f"{mine} <v_clash> {other}",
        lambda vg: _inside(vg),
    )
    core(
        f"{mine} <v_clash> (with each other|with one another|among themselves) (or|nor) [with] <np>",
        lambda vg, g: (
            Unit(Several((Conflicts("none", 0, "inside"), Conflicts("none", at=replace(g, joint="or")))))
            if vg.negated and _is_plain(vg) and g.quantity == "all"
            else None
        ),
    )
    core(
        f"(none of my nodes|no nodes of mine|no two nodes of mine|no two of my nodes) <v_clash> {other}",
        lambda vg: Unit(Conflicts("none", 0, "inside")) if vg.plain and _is_plain(vg) else None,
    )
    free = "(have no|have zero|are without) (@conflict|@conflicts)"
    core(f"{mine} {free} {other}", lambda: Unit(Conflicts("none", 0, "inside")))
    core(
        f"{mine} {free} {other} (or|nor|and) with <nodes>",
        lambda g: Unit(
            Several((Conflicts("none", 0, "inside"), Conflicts("none", at=replace(g, joint="or"))))
        ),
    )
    yours = "(yours|your nodes|any of yours|any of your nodes|your side|your border nodes|you)"
    core(
        f"{mine} <v_clash> with {yours}",
        lambda vg: (
            Unit(Conflicts("none", 0, "us")) if vg.negated and not vg.still and _is_plain(vg) else None
        ),
    )
    core(
        f"none of my nodes <v_clash> with {yours}",
        lambda vg: Unit(Conflicts("none", 0, "us")) if vg.plain and _is_plain(vg) else None,
    )
    core(
        f"{mine} <v_clash> with <nodes>",
        lambda vg, g: (
            Unit(Conflicts("none", at=replace(g, joint="or")))
            if vg.negated and _is_plain(vg) and not vg.still
            else None
        ),
    )


def _is_plain(vg: VerbGroup) -> bool:
    return not (vg.mode or vg.past or vg.perfect or vg.only or vg.ended)


def _inside(vg: VerbGroup) -> Unit | None:
    if not _is_plain(vg) or vg.still:
        return None
    return Unit(Conflicts("none", 0, "inside")) if vg.negated else None
