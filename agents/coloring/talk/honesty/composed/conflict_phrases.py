"""
Grammar of conflicts as noun phrases: "the only conflict I know of", "two conflicts, b1-b5 and b5-h3".

A phrase says how many there are, where, whether only known ones are meant, and perhaps which edges they
are. Each clause takes any phrase.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import Said, related_said
from .edge_groups import add_edge_groups
from .terms import Conflicts, Fact, Group, Holds, Predicate, Several, State, Term, Unit
from .verbs import VerbGroup

Edge = tuple[str, str]


@dataclass(frozen=True)
class Counted:
    """
    A noun phrase of conflicts.

    Attributes
    ----------
    quantity, number
        How many there are.
    scope
        ``us``, ``inside`` or ``all``.
    known
        Whether only those are meant that the agent knows of.
    edges
        The edges that they are, if these are named.
    beside
        Nodes of which each is in one of them, and each conflict has one.
    color
        Color that both ends of the edges have.
    bare
        Whether no noun is said: "one, between b2 and b3".
    """

    quantity: str
    number: int = 0
    scope: str = "all"
    known: bool = False
    edges: tuple[Edge, ...] = ()
    beside: Group | None = None
    color: str = ""
    bare: bool = False


def add_conflict_phrases(rules: Grammar) -> None:
    """Add clauses that say of phrases of conflicts that they are there, and which they are."""
    _add_edges(rules)
    _add_counted(rules)
    _add_places(rules)

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    for adverb, time in (("[only|just|now]", "now"), ("still [only|just]", "kept")):
        have = f"(i|we) {adverb} have [got]"
        see = f"(i|we) {adverb} (see|can see|count|notice|find|know of|am aware of|know about)"
        there = f"(there {adverb} (is|are)|there (is|are) {adverb}|there remains|there remain)"
        for verb in (
            have,
            there,
            f"(i|we) have [got] {adverb}",
            f"<place> [,] {there}",
            f"<place> [,] {have}",
        ):
            core(f"{verb} <there>", lambda *v, t=time: claim(at(v[-1], *v[:-1]), t))
        core(f"{see} <there>", lambda c, t=time: claim(replace(c, known=True), t))
        core(
            f"<place> [,] {see} <there>",
            lambda p, c, t=time: claim(at(replace(c, known=True), p), t) if p[0] != "known" else None,
        )
        core(
            f"<nodes> {adverb} (has|have) {adverb} <there>",
            lambda g, c, t=time: claim(at(c, ("beside", g)), t) if g.joint == "and" else None,
        )
    core("(i am|we are) left with <counted>", claim)
    for deny in ("do not", "can not", "do not yet"):
        core(
            f"(i|we) {deny} (know of|see|know about|find|notice) (a|any) (@conflict|"
            "@conflicts) <places>",
            lambda p: claim(placed(Counted("none", known=True), p)),
        )
    core(
        "there (is|are) not (a|any|a single) (@conflict|@conflicts) <places>",
        lambda p: claim(placed(Counted("none"), p)),
    )
    core(
        "<place> [,] there (is|are) not (a|any|a single) (@conflict|@conflicts) <places>",
        lambda q, p: claim(at(placed(Counted("none"), p), q)),
    )
    core("<counted>", lambda c: claim(c))
    core("<only_one> (is|sits|lies) [now|still] [the one|that] <which_edges>", which_are)
    core("<only_one> (:|,) <which_edges>", which_are)
    core("<all_of_them> are [now|still] <which_edges>", which_are)
    core("<edge_list> (is|are) [now] <only_one>", lambda e, c: which_are(c, e))
    core("<edge_list> (is|are) [now] <all_of_them>", lambda e, c: which_are(c, e))
    core("only <edge_list> (is|are) [still] (left|in conflict|a conflict|conflicts)", only_these)
    core("only <edge_list> (remain|remains|clash|clashes|conflict|conflicts) <places>", only_these)
    core(
        "(only|just) <which_edges> <places>",
        lambda e, p: about(which_are(placed(Counted("exactly", len(e[0])), p), e)),
    )
    # Those that the agent knows of: the answer is a list, not a number.
    core(
        "<edge_list> <places>",
        lambda e, p: about(which_are(placed(Counted("exactly", len(e), known=True), _plain(p)), e)),
    )
    clash = "(in conflict|a conflict|a clash|conflicts|clashes|clashing|violated|a problem|problems)"
    core(f"<edge_list> <v_be> [both|all] {clash}", these_clash)
    core("<edge_list> <v_clash>", these_clash)
    core("<edge_list> (remain|remains|stay|stays) <v_stays_on>", lambda e: _each(e, "kept"))
    core("<edge_list> <v_be> [both|all] @fine", these_fit)
    core("only <edge_list> <v_be> [still] (open|unknown|undecided)", open_edges)
    core("<edge_list> <v_be> [still] (unknown|undecided)", open_edges)
    core(
        "(both|all|all three) [of them] (lie|are|sit) (@us|at the border)",
        lambda: Unit(State("all conflicts", names=("us",))),
    )
    core(
        "(both|all|all three) [of them] (lie|are|sit) @inside",
        lambda: Unit(State("all conflicts", names=("inside",))),
    )
    core("(i am|we are) [now] (free|clear) of known (@conflict|@conflicts)", _no_known)
    core("(i am|we are) (conflict free|clean|free of conflicts) <far>", _no_known)
    rules.rule("v_stays_on", "(conflicts|clashes|a conflict|a clash|in conflict)", lambda: None)
    add_edge_groups(rules)
    each_other = "(with each other|with one another|each other|among each other|against each other)"
    rules.rule("vp", f"<v_clash> {each_other}", related_said("clash"))
    rules.rule("vp", "<v_clash> with <np> (and|and also) with <np>", _with_both)
    core(f"<nodes> [both] <v_clash> {each_other} and with <nodes>", _and_with)
    core("(so far so good|good so far|all good so far|so far so clean|all good|so good)", _no_known)
    core(
        "(not so well|not so good|not great|not too well|could be better)",
        lambda: claim(Counted("least", 1)),
    )
    rules.rule("far", "@asfar", lambda: True)
    for pattern in ("@asfar [,] <unit>", "<clause> [,] @asfar"):
        rules.rule("unit", pattern, lambda unit: as_known(unit if isinstance(unit, tuple) else (unit,)))


# ----------------------------------------------------------------------------------------- edges


def _add_edges(rules: Grammar) -> None:
    """Add edges by their ends: "b1-b5", "a4 with h1", "between b2 and b3"."""

    def ends(*nodes: Any) -> Edge | None:
        first, second = nodes
        plain = not (first.color or second.color) and first.name != second.name
        return (first.name, second.name) if plain else None

    rules.rule("strict_edge", "<node> (-|/|with|against|to|vs) <node>", ends)
    rules.rule("strict_edge", "(between|on|at) <node> and <node>", ends)
    rules.rule(
        "strict_edge", "(the|that|our|my) (edge|link|pair|one) [between] <node> (and|-|/) <node>", ends
    )
    rules.rule("strict_edge", "[the] (edge|conflict|clash) [between] <node> (-|/|and) <node>", ends)
    rules.rule("strict_edge", "(my|our|the|your) [own|border] (edge|link) <node> (-|/) <node>", ends)
    for name, one in (("edge_list", "<strict_edge>"),):
        rules.rule(name, one, lambda e: (e,))
        rules.rule(name, f"{one} (and|, and|,|and also|plus) <{name}>", _listed)
    rules.rule("any_edge", "<strict_edge>", lambda e: e)
    rules.rule("any_edge", "[between] <node> (and|, and) <node>", ends)
    rules.rule("which_edges", "<edge_list> <edge_color>", lambda e, h: (e, h))
    rules.rule("which_edges", "<any_edge> <edge_color>", lambda e, h: ((e,), h))
    rules.rule("edge_color", "", lambda: "")
    rules.rule(
        "edge_color",
        "[,] (both|all|both are|all are|all of them|which are both|which are all|they are both|they are "
        "all|both being|all being|each) <color1>",
        lambda c: c,
    )


def _listed(first: Edge, more: tuple[Edge, ...]) -> tuple[Edge, ...] | None:
    named = {frozenset(edge) for edge in more}
    return None if frozenset(first) in named else (first, *more)


# ------------------------------------------------------------------------------- phrases of conflicts


def _add_counted(rules: Grammar) -> None:
    kinds: tuple[tuple[str, dict[str, Any]], ...] = (
        ("", {}),
        ("known", {"known": True}),
        ("@inner", {"scope": "inside"}),
        ("@crossing", {"scope": "us"}),
    )
    for (kind, more), (nouns, noun, plural) in itertools.product(
        kinds,
        # "No problem" alone is a courtesy.
        (("conflict_np", "@clash", "@clashes"), ("problem_np", "@problem", "@problems")),
    ):
        one, several = f"{kind} {noun}", f"{kind} {plural}"
        for quantity, number, pattern in (
            ("none", 0, f"(no|zero|not a single|no single|no more|no other) ({one}|{several})"),
            ("least", 1, f"(a|an) {one}"),
            ("exactly", 1, f"(only a|just a|exactly a|a single|only a single|just a single) {one}"),
            ("exactly", 1, f"(the one|just the one|only the one) {one}"),
        ):
            rules.rule(
                nouns,
                pattern,
                lambda q=quantity, n=number, more=more: Counted(q, n, **more),
            )
        # "Clashes" may be a verb: without a number it needs a verb before it.
        rules.rule("plural_np", several, lambda more=more: Counted("least", 2, **more))
        rules.rule(
            nouns,
            f"[exactly|only|just|still|in total] <number> ({one}|{several})",
            lambda n, more=more: Counted("exactly", n, **more),
        )
        rules.rule(
            "only_np",
            f"(the|my|our) (only|one|single|sole|last|one remaining|only remaining|only other) {one}",
            lambda more=more: Counted("exactly", 1, **more),
        )
        rules.rule(
            "all_np",
            f"(the|my|our|both my|all my|both our|both) [only] [<number>] {several}",
            lambda *n, more=more: Counted("exactly", n[0] if n else 0, **more),
        )
    rules.rule("conflict_np", "[exactly|only|just] <number>", lambda n: Counted("exactly", n, bare=True))
    rules.rule("conflict_np", "just the one", lambda: Counted("exactly", 1, bare=True))
    rules.rule("conflict_np", "none", lambda: Counted("none", bare=True))
    rules.rule("counted", "<conflict_np> <places>", placed)
    rules.rule("there", "<counted>", lambda c: c)
    rules.rule("there", "<problem_np> <places>", placed)
    rules.rule("there", "[some|several] <plural_np> <places>", placed)
    rules.rule(
        "counted",
        "<conflict_np> <places> (,|:|;|-|namely|, namely|: namely) <which_edges> <places>",
        lambda c, p, e, q: _named(placed(placed(c, p), q), e),
    )
    rules.rule(
        "counted",
        "<conflict_np> <places> [,] (between|on|at|the edge|the edges) <which_edges> <places>",
        lambda c, p, e, q: _named(placed(placed(c, p), q), e),
    )
    rules.rule("only_one", "<only_np> <places>", placed)
    rules.rule("all_of_them", "<all_np> <places>", placed)


def _add_places(rules: Grammar) -> None:
    """Add what stands behind the noun: where the conflicts are, and whether they are known."""
    rules.rule("places", "", lambda: ())
    rules.rule("places", "[,] <place> <places>", lambda p, more: (p, *more))
    rules.rule("place", "(@known|so far)", lambda: ("known", True))
    rules.rule("place", "@us", lambda: ("scope", "us"))
    rules.rule("place", "@inside", lambda: ("scope", "inside"))
    rules.rule("place", "@everywhere", lambda: ("", None))
    rules.rule("place", "(with|involving) <np>", lambda g: ("beside", g))
    rules.rule("place", "at <nodes>", lambda g: ("beside", g))
    rules.rule(
        "place",
        "(in my own|within my own|inside my own|in my|within my|inside my) (bunch|group|"
        "nodes|part|half|graph|side)",
        lambda: ("scope", "inside"),
    )
    rules.rule(
        "place",
        "(among|between) (my own nodes|my nodes|them|themselves|my own)",
        lambda: ("scope", "inside"),
    )


def placed(counted: Counted | None, places: tuple[tuple[str, Any], ...]) -> Counted | None:
    """Return a phrase of conflicts with what stands behind it."""
    for name, value in places:
        if not name or counted is None:
            continue
        if getattr(counted, name) not in ("all", False, None):
            return None
        counted = replace(counted, **{name: value})
    return counted


def _plain(places: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
    """Leave out that conflicts are known."""
    return tuple(place for place in places if place[0] != "known")


def at(counted: Counted | None, *places: tuple[str, Any]) -> Counted | None:
    """Return a phrase of conflicts with what stands before its clause."""
    return None if counted is None else placed(counted, places)


def _named(counted: Counted | None, listed: tuple[tuple[Edge, ...], str]) -> Counted | None:
    edges, color = listed
    if counted is None or counted.edges or counted.quantity == "none":
        return None
    count = {"exactly": len(edges) == counted.number or not counted.number}.get(counted.quantity, True)
    if counted.quantity == "least" and counted.number > len(edges):
        return None
    return replace(counted, edges=edges, color=color) if count else None


def claim(counted: Counted | None, time: str = "now") -> Unit | None:
    """Return that there are these conflicts."""
    if counted is None:
        return None
    claims: list[Term] = [State("about conflicts")] if counted.bare and not counted.edges else []
    one = Conflicts(counted.quantity, counted.number, counted.scope, time, edges=(), known=counted.known)
    if counted.edges:
        claims += _clashing(counted.edges, time)
        # "A conflict, b1-b5" may be one of several; "one conflict" is not.
        if counted.quantity == "exactly":
            claims.append(replace(one, edges=counted.edges, time="now"))
        if counted.color:
            claims += _in_color(counted.edges, counted.color)
    group = counted.beside
    if group is not None:
        if group.quantity != "all" or group.minus:
            return None
        one = replace(one, at=replace(group, joint="or"))
        if counted.quantity == "none":
            return Unit(Several((*claims, one)))
        if group.joint != "and":
            return None
        claims.append(Holds(group, (Predicate("clash", time=time),)))
    if not counted.edges:
        claims.append(one)
    return Unit(claims[0] if len(claims) == 1 else Several(tuple(claims)))


def _clashing(edges: tuple[Edge, ...], time: str = "now") -> list[Term]:
    clash = Predicate("mutual", ("clash",), time=time)
    return [Holds(Group("named", edge), (clash,)) for edge in edges]


def _in_color(edges: tuple[Edge, ...], color: str) -> list[Term]:
    return [Holds(Group("named", edge), (Predicate("color", (color,)),)) for edge in edges]


def _each(edges: tuple[Edge, ...], time: str) -> Unit:
    return Unit(Several(tuple(_clashing(edges, time))))


def which_are(counted: Counted | None, listed: Any) -> Unit | None:
    """Return that the conflicts of a phrase are these edges and no others."""
    edges, color = (
        listed if isinstance(listed[-1], str) and not isinstance(listed[0], str) else (listed, "")
    )
    if counted is None or counted.beside is not None or counted.edges:
        return None
    if counted.number not in (0, len(edges)):
        return None
    if counted.number == 0 and len(edges) < 2:
        return None
    exact = Conflicts("exactly", len(edges), counted.scope, "now", edges=edges, known=counted.known)
    claims = [exact, *(_in_color(edges, color) if color else ())]
    return Unit(claims[0] if len(claims) == 1 else Several(tuple(claims)))


def only_these(edges: tuple[Edge, ...], places: tuple[tuple[str, Any], ...] = ()) -> Unit | None:
    """Return that these edges are in conflict and no others."""
    return which_are(placed(Counted("exactly", len(edges)), places), edges)


def about(unit: Unit | None) -> Unit | None:
    """Return a claim without a noun, which stands only where conflicts were asked about."""
    if unit is None:
        return None
    return Unit(Several((State("about conflicts"), unit.claim)), listed="list")


def these_clash(edges: tuple[Edge, ...], vg: VerbGroup) -> Unit | None:
    """Return that each of the edges is in conflict, or no longer."""
    if vg.mode or vg.past or vg.perfect or vg.only or (vg.negated and vg.still):
        return None
    time = "gone" if vg.ended else "kept" if vg.still else "now"
    one = Predicate("mutual", ("clash",), negated=vg.negated, time=time)
    return Unit(Several(tuple(Holds(Group("named", edge), (one,)) for edge in edges)), listed="clause")


def these_fit(edges: tuple[Edge, ...], vg: VerbGroup) -> Unit | None:
    """Return that none of the edges is in conflict."""
    if not vg.plain or vg.past or vg.perfect or vg.only or vg.still:
        return None
    one = Predicate("mutual", ("fits",))
    return Unit(Several(tuple(Holds(Group("named", edge), (one,)) for edge in edges)))


def open_edges(edges: tuple[Edge, ...], vg: VerbGroup) -> Unit | None:
    """Return that these are the edges of which an end is not known."""
    return Unit(State("open edges", edges=edges)) if vg.plain and not vg.past else None


def _with_both(vg: VerbGroup, first: Group, second: Group) -> Said | None:
    one, other = (related_said("clash")(vg, group) for group in (first, second))
    return None if one is None or other is None else Said((*one.predicates, *other.predicates))


def _and_with(group: Group, vg: VerbGroup, other: Group) -> Unit | None:
    """Return what "a2 and a5 clash with each other and with h2" says."""
    if not vg.plain or vg.past or vg.perfect or vg.only or vg.still:
        return None
    if group.joint == "or" or len(group.names) < 2 or {*group.names} & {*other.names}:
        return None
    clash = Predicate("clash", (), other)
    return Unit(Several((Holds(group, (Predicate("mutual", ("clash",)),)), Holds(group, (clash,)))))


def _no_known(*_: Any) -> Unit:
    return Unit(Conflicts("none", known=True))


def as_known(units: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return clauses that are about known conflicts only: "as far as I can see"."""
    return tuple(
        replace(one, claim=_known(one.claim)) if isinstance(one, Unit) else one for one in units
    )


def _known(term: Term) -> Term:
    match term:
        case Conflicts():
            return replace(term, known=True)
        case Several():
            return Several(tuple(map(_known, term.claims)))
        case Holds() if term.group.kind == "named" and term.group.quantity == "all":
            one = term.predicates[0]
            if len(term.predicates) == 1 and one == Predicate("clash", negated=True):
                return Conflicts("none", at=replace(term.group, joint="or"), known=True)
        case Fact() if term.kind in ("satisfied", "calm"):
            return Conflicts("none", known=True)
        case Fact() if term.kind == "calm us":
            return Conflicts("none", 0, "us", known=True)
    return term
