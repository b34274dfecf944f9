"""Grammar of clauses about conflicts and changes, and how many there are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import conflicts, simple
from .nouns import Hue
from .subject_clauses import edge_clash
from .terms import Conflicts, Fact, Group, Holds, Pair, Predicate, Setting, Several, Unit


def _part(scope: str) -> Any:
    """Return the action of "two of my four conflicts are with you"."""

    def value(part: int, number: int) -> Unit:
        return Unit(Several((Conflicts("exactly", number), Conflicts("exactly", part, scope))))

    return value


def add_conflicts(rules: Grammar) -> None:
    """Add clauses about conflicts and how many there are."""
    begins = (
        "(there is|there are|i have|we have|there would be|i would have|that leaves|this leaves|that "
        "gives|i am left with|we would have|there remains|there remain|we are left with|we "
        "still have|i still have|there is still|there are still)"
    )
    begins_no = (
        "(there is|there are|i have|we have|there would be|i would have|we "
        "would have|that leaves|this leaves|that leaves me with|this leaves me with|there "
        "will be|that leaves us with)"
    )
    for place, scope in (("@us", "us"), ("@inside", "inside"), ("[@everywhere]", "all")):
        for no in ("(no|zero|not a single|no single|no more|no other)", "not (a|any)"):
            rules.rule(
                "core",
                f"{begins_no} {no} (@conflict|@conflicts) [left|now|anymore] {place}",
                conflicts("none", scope),
            )
        rules.rule(
            "core",
            f"(no|no more|not a single) (@clash|@clashes) [left|now] {place}",
            conflicts("none", scope),
        )
        rules.rule(
            "core",
            "(nothing|no edge|nothing of mine) (clashes|conflicts|collides|is in conflict|is "
            f"violated|conflicts any more) {place}",
            conflicts("none", scope),
        )
        rules.rule(
            "core", f"{begins} (a|an) @conflict [left] {place}", conflicts("least", scope, number=1)
        )
        rules.rule(
            "core", f"{begins} (conflicts|clashes|problems) {place}", conflicts("least", scope, number=2)
        )
        rules.rule(
            "core",
            f"{begins} [exactly|only|just|still|a total of] <number> (@conflict|@conflicts) [left] "
            f"{place}",
            conflicts("exactly", scope),
        )
        rules.rule(
            "core",
            f"{begins} (exactly|only|just) (a|a single) @conflict [left] {place}",
            conflicts("exactly", scope, number=1),
        )
        rules.rule(
            "core", f"{begins} a single @conflict [left] {place}", conflicts("exactly", scope, number=1)
        )
        rules.rule(
            "core", f"<number> (@conflict|@conflicts) [left] {place}", conflicts("exactly", scope)
        )
        rules.rule("core", f"(everything|all) [is] @fine {place}", conflicts("none", scope))
        if not place.startswith("["):
            inverted = f"{place} [,] (everything|all) is @fine"
            rules.rule("core", inverted, conflicts("none", scope))
        rules.rule(
            "core",
            f"there (was|were) (no|not a) (@conflict|@conflicts) {place} [@before]",
            conflicts("none", scope, "was"),
        )
        rules.rule(
            "core",
            f"there (was|were) [exactly|only] <number> (@conflict|@conflicts) {place} [@before]",
            conflicts("exactly", scope, "was"),
        )
        rules.rule(
            "core",
            f"there (was|were) a @conflict {place} [@before]",
            conflicts("least", scope, "was", 1),
        )
        rules.rule(
            "core",
            f"(the|our|that|my) [only|one|single] @conflict {place} is (gone|resolved|solved|settled|"
            "over|fixed|cleared|out of the way|history)",
            conflicts("exactly", scope, "gone", 1),
        )
        rules.rule(
            "core",
            f"(all|both) (the|our|my|of the) @conflicts {place} are (gone|resolved|solved|settled|"
            "over|fixed)",
            conflicts("all", scope, "gone"),
        )
    for begin in ("my", "the", "our"):
        rules.rule(
            "core",
            f"<number> of {begin} <number> @conflicts (is|are) (with you|@us|at the border|at our "
            f"border)",
            _part("us"),
        )
        rules.rule("core", f"<number> of {begin} <number> @conflicts (is|are) @inside", _part("inside"))
    rules.rule(
        "unit",
        f"{begins} [exactly|only|just|still] <number> @conflicts , <number> [of them|of which|is|"
        f"are] @inside "
        "and <number> [of them|is|are] (@us|at the border|at the border with you)",
        lambda n, inside, us: (
            Unit(
                Several(
                    (
                        Conflicts("exactly", n),
                        Conflicts("exactly", inside, "inside"),
                        Conflicts("exactly", us, "us"),
                    )
                )
            ),
        ),
    )
    for place, scope in (("@us", "us"), ("with you", "us"), ("@inside", "inside")):
        rules.rule(
            "unit",
            f"{begins} [exactly|only|just|still] <number> @conflicts , <number> of (them|which) {place}",
            lambda n, part, scope=scope: (
                Unit(Several((Conflicts("exactly", n), Conflicts("exactly", part, scope)))),
            ),
        )
    rules.rule(
        "core",
        "<number> of my [<number>] nodes (changed|have changed|moved|got a new color|got new "
        "colors) [@turn] [,|:] [namely|:] <nodes>",
        lambda *v: counted_changes(*v),
    )
    rules.rule(
        "core",
        f"{begins_no} (no|not a|not any) (@conflict|@conflicts) (between|at|on|involving|around) <np>",
        conflicts("none", "all"),
    )
    rules.rule(
        "core",
        f"{begins_no} (no|not a|not any|no more) (@conflict|@conflicts) [left] with [either|"
        "any|both] [of] "
        "<np>",
        none_with,
    )
    rules.rule("core", "no (@conflict|@conflicts) with [either|any|both] [of] <np>", none_with)
    rules.rule(
        "core",
        "(nothing|nothing of mine|none of my nodes) (clashes|conflicts|clash|conflict) with [any of|"
        "either of] <np>",
        none_with,
    )
    rules.rule(
        "core", "no (@conflict|@conflicts) (remain|remains) [@everywhere]", conflicts("none", "all")
    )
    rules.rule(
        "core", f"{begins} one @conflict [left] , (at|with) <np>", conflicts("exactly", "all", number=1)
    )
    rules.rule(
        "core",
        "(no|no more) (@conflict|@conflicts) (between|at|on) <np>",
        conflicts("none", "all"),
    )
    rules.rule(
        "core",
        f"{begins} (a|an) @conflict (between|with|at|on|involving) <np>",
        conflicts("least", "all", number=1),
    )
    both = (
        "(both|both are|both being|they are both|which are both|where both are|where we are both|"
        "both of them|both on)"
    )
    rules.rule(
        "core",
        f"{begins} (a|an|one|a single) @conflict (between|on|at) [the edge] <edge> , {both} <hue>",
        edge_clash,
    )
    rules.rule(
        "core",
        f"{begins} (exactly one|only one|just one) @conflict [,] (between|on|at) <edge> , {both} <hue>",
        only_conflict,
    )
    rules.rule("core", f"{begins} (a|an) @conflict (between|on|at) <edge>", edge_clash)
    rules.rule(
        "core",
        f"{begins} [exactly|only|just] <number> (@conflict|@conflicts) (with|at|on|involving|around) "
        "<np>",
        conflicts("exactly", "all"),
    )
    rules.rule(
        "core",
        f"{begins} [exactly|only|just] (one|a single) @conflict , (and it is|it is|namely) (between|"
        "with|at|on) <edge>",
        lambda e: Unit(Conflicts("exactly", 1, "all", edges=(e,))),
    )
    rules.rule(
        "core",
        "there was (no|not a) (@conflict) (between|with|at|on) <np> [@before]",
        conflicts("none", "all", "was"),
    )
    rules.rule(
        "core",
        "(the|our) (@conflict) (between|with|at|on) <np> is (gone|resolved|solved|settled|over|"
        "fixed|cleared)",
        lambda g: Unit(Conflicts("all", 0, "all", "gone", g)),
    )
    rules.rule(
        "edge",
        "<node> (and|with|to|-|, and|against) <node>",
        lambda a, b: (a.name, b.name) if not (a.color or b.color) and a.name != b.name else None,
    )
    rules.rule("edge", "<node> <node>", lambda a, b: None)
    rules.rule("edges", "<edge>", lambda e: (e,))
    rules.rule("edges", "<edge> (and|, and|,) <edges>", lambda e, m: (e, *m))
    for only in (
        "(our|my|the) (only|one|single|sole) @conflict [@us|@everywhere] (is|sits|lies) [now|currently]",
        "(the|our|my) @conflict (is|sits|lies)",
        "(the only thing that clashes is|what clashes is|the one thing that clashes is|the only "
        "clash is|our only clash is|the one clash is|the only remaining conflict is|the only "
        "problem is|the only trouble is|the only clash i see is|the only conflict i see is|the one "
        "conflict i see is|the only conflict left is|what clashes right now is)",
    ):
        rules.rule(
            "core",
            f"{only} [the one|that] [between|on|at|with] [the edge] <edge> [, where we are both|, "
            "both|, both being|both|, where both are|, both are|, which are both|, they are both|, "
            "both on] [<hue>]",
            only_conflict,
        )
    rules.rule(
        "core",
        "(our|my|the) [two|three] conflicts are [between|on] <edges>",
        lambda e: Unit(Conflicts("exactly", len(e), "all", edges=e)),
    )
    rules.rule(
        "core",
        "<number> of our [<number>] [border|shared] (edges|links|connections) (is|are) (in conflict|"
        "violated|clashing|in trouble|broken)",
        lambda *n: edge_count(n),
    )
    rules.rule(
        "core",
        "(both|all|all three|all of|both of) [our] [<number>] [border|shared] edges (between us|) "
        "(are|is) (in conflict|violated|clashing)",
        lambda *n: Unit(Conflicts("all", 0, "us")) if not n else None,
    )
    rules.rule(
        "core",
        "(both|all|all three|all of|both of) [our] [shared|border] edges [between us] (are|is) "
        "[now] @fine",
        lambda: Unit(Conflicts("none", 0, "us")),
    )
    rules.rule(
        "core",
        "that edge is [now] (in conflict|violated)",
        lambda: Unit(Holds(Group("they", size=2), (Predicate("mutual", ("clash",)),))),
    )
    rules.rule(
        "core",
        "that edge is [now] @fine",
        lambda: Unit(Holds(Group("they", size=2), (Predicate("mutual", ("fits",)),))),
    )
    rules.rule(
        "core",
        "(i|we) (clash|conflict|collide) at <nodes>",
        lambda g: Unit(Conflicts("least", 1, "us", at=g)) if g.names and len(g.names) == 1 else None,
    )
    rules.rule(
        "core",
        "(everything|all|it|things) (is|are) @fine [@everywhere|@forme|as is|as it is|as they are]",
        simple("satisfied"),
    )
    rules.rule(
        "core",
        "(everything|all|all of it) (fits|works|is settled|is in order|lines up|adds up) "
        "[@everywhere|@forme]",
        simple("satisfied"),
    )
    rules.rule(
        "core",
        "we are (fine|good|ok|all set|settled|done|in good shape|all right) [@everywhere|as it "
        "stands|as is|as things are]",
        simple("satisfied"),
    )
    rules.rule(
        "core",
        "(my side|my cluster|my part|my whole side|my whole cluster|everything on my side|all of my "
        "side|my end) (is|stays|remains|would be|would stay|would remain) [now|completely|also] "
        "@fine",
        lambda: Unit(Fact("satisfied"), (), 2),
    )
    rules.rule(
        "core",
        "(you need not|you do not need to|you do not have to|no need for you to|no need to|there is "
        "no need for you to|there is no need to) (change|move|do|touch) (anything|a thing|any node|"
        "<np>)",
        lambda *g: (
            Unit(Fact("neednot"))
            if not g
            else Unit(
                Setting(
                    "need not change", (Pair(replace(g[0], joint="and", owner="foreign"), ("*",), "or"),)
                )
            )
        ),
    )
    rules.rule(
        "core",
        "(you need not|you do not need to|you do not have to|no need for you to|no need to|there is "
        "no need for you to|there is no need to) (change|move|do|touch) (anything|a thing|any node|"
        "<np>) (@forme|on my account|for it|for that|for this|for my conflict|for my conflicts|for my "
        "sake)",
        lambda *g: (
            Unit(Fact("you need not"))
            if not g
            else Unit(
                Setting(
                    "need not change", (Pair(replace(g[0], joint="and", owner="foreign"), ("*",), "or"),)
                )
            )
        ),
    )
    rules.rule(
        "core",
        "(nothing|no node|none of my nodes) (changed|has changed|moved|was changed) [@everywhere] "
        "[@turn]",
        simple("nothing changed"),
    )
    rules.rule(
        "core",
        "(no changes|no change|no move|no changes from me|no change from me) [@turn]",
        simple("nothing changed"),
    )
    rules.rule("core", "i made no (change|changes|move|moves) [@turn]", simple("nothing changed"))
    rules.rule(
        "core",
        "<number> of my [<number>] nodes (changed|have changed|moved|got a new color|got new colors|"
        "have a new color) [@turn]",
        lambda n, *s: Unit(Fact("number changed", n)),
    )
    rules.rule(
        "core",
        "i (changed|moved|recolored|made|touched) [exactly|only|just] <number> (node|nodes|change|"
        "changes|of my nodes|move|moves) [@turn]",
        lambda n: Unit(Fact("number changed", n)),
    )
    rules.rule(
        "core",
        "(my only change|the only change|the only change i made|my only move|the single move i made|"
        "the one change i made|the only move|the only thing i changed|the only node i changed|the "
        "only node that changed) [@turn] (is|was) <nodes> [from <hue>] [to|into] [<hue>]",
        only_change,
    )


def none_with(group: Group) -> Unit | None:
    """Return that no edge of any of the nodes is in conflict: "no conflict with h2 or h5"."""
    if group.quantity != "all" or group.minus:
        return None
    return Unit(Conflicts("none", 0, "all", at=replace(group, joint="or")))


def only_change(group: Group, *hues: Hue) -> Unit | None:
    """Return what "my only change is b2" claims."""
    only = Holds(replace(group, quantity="only"), (Predicate("changed"),))
    if not hues:
        return Unit(only)
    if any(len(hue.colors) != 1 or hue.negated for hue in hues):
        return None
    claims = [only, Holds(group, (Predicate("color", hues[-1].colors, time="began"),))]
    if len(hues) == 2:
        claims.append(Holds(group, (Predicate("color", hues[0].colors, time="gone"),)))
    return Unit(Several(tuple(claims)))


def counted_changes(*values: Any) -> Unit | None:
    """Return that so many nodes changed, and which."""
    group = values[-1]
    if len(group.names) != values[0]:
        return None
    return Unit(Holds(replace(group, quantity="only"), (Predicate("changed"),)))


def edge_count(numbers: tuple[int, ...]) -> Unit | None:
    """Return what "one of our edges is in conflict" claims."""
    return Unit(Conflicts("exactly", numbers[0], "us"))


def only_conflict(edge: tuple[str, str], *hue: Hue) -> Unit | None:
    """Return that one edge is the only one in conflict."""
    claim = Conflicts("exactly", 1, "all", edges=(edge,))
    if not hue:
        return Unit(claim)
    if len(hue[0].colors) != 1 or hue[0].negated:
        return None
    return Unit(Several((claim, Holds(Group("named", edge), (Predicate("color", hue[0].colors),)))))
