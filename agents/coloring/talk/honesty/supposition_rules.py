"""Grammar of suppositions: "if h4 were red", "with h1 blue as it is", "should you move h2 to green"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names, Pair
from .formulas import Formula, Given, Group, Predicate, Setting, Several, Supposed
from .shapes import colored_group, each, mutual, neither, value_of


def add_suppositions(rules: Grammar) -> None:
    """Add claims under suppositions."""
    _add_pairs(rules)

    def given(name: str, pattern: str, *, negated: bool = False, actual: bool = False) -> None:
        def value(*values: Any) -> Given | None:
            names = [one for one in values if isinstance(one, Names)]
            nodes = next((one for one in names if one.kind == "node"), None)
            colors = next((one for one in names if one.kind == "color"), None)
            return Given(nodes, colors, negated, actual) if nodes is not None else None

        rules.rule(name, pattern, value)

    given("gclause", "<nodes> [also|then|ever|both|instead] @gbe [both|back|back to] <color>")
    given("gclause", "<nodes> @gbe <color> (instead of|rather than|not) <color_name>")
    given("gclause", "<nodes> [also|both|really] @gstay [on|at|in|both] <color>", actual=True)
    given(
        "gclause",
        (
            "<nodes> (is|are|were|was|becomes|turns) (not|anything but|something other "
            "than|different from) <color>"
        ),
        negated=True,
    )
    given("gclause", "<nodes> (is|were|was|stays|becomes|are) neither <color>", negated=True)
    for who in ("you", "you were to", "we", "you [would|could] [like to|rather|just]"):
        given("gclause", f"{who} @gput <foreign> [@gto|the color] <color>")
        given("gclause", f"{who} @gkeep <foreign> [at|on|in] <color>", actual=True)
        given(
            "gclause",
            f"{who} @gkeep <foreign> [as it is|as they are|where it is|where they are|there]",
            negated=True,
        )
        given(
            "gclause",
            (
                f"{who} (change|changed|move|moved|switch|switched|recolor|recolored) <foreign> "
                "[to (something else|another color)]"
            ),
        )
        given(
            "gclause",
            f"{who} (take|took|move|moved|get|got) <foreign> (off|away from|out of) <color>",
            negated=True,
        )
        given("gclause", f"{who} (do not change|did not change|do not move) <foreign>", negated=True)
        given(
            "gclause",
            (
                f"{who} (use|used|take|took|put|pick|picked|choose|chose|go for|went for) "
                "<color> (for|on) <foreign>"
            ),
        )
    given("gclause", "you (need|want|prefer|wish) <foreign> [to be|on|at|in] <color>")
    for who in ("i", "i were to"):
        given("gclause", f"{who} @gput <own> [@gto|the color] <color>")
        given("gclause", f"{who} @gkeep <own> [at|on|in] <color>", actual=True)
        given("gclause", f"{who} (use|used|take|took|put|pick|picked) <color> (for|on) <own>")
    given("gmore", "@gput <foreign> [@gto] <color>")
    given("gmore", "@gkeep <foreign> [at|on|in] <color>", actual=True)
    given("gmore", "@gkeep <foreign> [as it is|as they are|where it is|alone]", negated=True)
    given("gmore", "@gstay [on|at|in] <foreign> <color>", actual=True)
    rules.rule("gclauses", "<gclause> [,] (and|but|while) <gmore>", lambda one, more: (one, more))
    rules.rule("gclauses", "<gclause> [@gelse]", lambda one: (one,))
    rules.rule(
        "gclauses",
        "<gclause> [@gelse] [,] (and|while|but|plus|with) <gclauses>",
        lambda one, more: (one, *more),
    )
    rules.rule(
        "gclauses", "<gclause> [,] (and|while|plus) <bares>", lambda one, more: (one, *_given(more))
    )
    rules.rule("supposition", "@gif <gclauses>", value_of)
    rules.rule("supposition", "@gwith [both|only] <bares> [@gelse]", lambda pairs: _given(pairs))
    rules.rule("supposition", "(if|should|once) <bares> [@gelse]", lambda pairs: _given(pairs))
    rules.rule(
        "supposition", "(with|given) [your|both] <bares> @gasis", lambda pairs: _given(pairs, True)
    )
    rules.rule(
        "supposition",
        "@gwhile <gclauses>",
        lambda many: tuple(replace(one, actual=True) for one in many),
    )
    given("gerund", "@gputting <foreign> [@gto] <color> [@gelse]")
    given("gerund", "(changing|moving|switching|recoloring) <foreign> [alone|only]")
    given("gerund", "(taking|moving|getting) <foreign> (off|away from) <color>", negated=True)
    given("gerund", "@gputting <own> [@gto] <color> [@gelse]")
    given("gerund", "(keeping|leaving) <nodes> [at|on|in] <color>", actual=True)
    given("gerund", "a <color> <nodes>")
    rules.rule("supposition", "(by|if) <gerund>", lambda one: (one,))
    rules.rule("supposition", "<gerund> and <gerund>", lambda a, b: (a, b))
    rules.rule("subject", "<gerund>", lambda one: (one,))
    _add_claims(rules)


def _add_pairs(rules: Grammar) -> None:
    """Add nodes with colors and without a verb: "h1 red plus h4 blue", "red on b2"."""
    for prefix, nodes in (("", "nodes"), ("f", "foreign"), ("o", "own")):
        rules.rule(f"{prefix}bare", f"<{nodes}> [on|in|=|at|being|staying] [both] <color>", Pair)
        rules.rule(f"{prefix}bare", f"<color> (on|for|at) <{nodes}>", lambda c, n: Pair(n, c))
        rules.rule(f"{prefix}bare", f"(a|the) <color> <{nodes}>", lambda c, n: Pair(n, c))
        rules.rule(f"{prefix}bares", f"<{prefix}bare>", lambda one: (one,))
        rules.rule(
            f"{prefix}bares",
            f"<{prefix}bare> [,] [and|plus|, and|&|+|with|together with|next to] <{prefix}bares>",
            lambda one, more: (one, *more),
        )


def _given(pairs: tuple[Pair, ...], actual: bool = False) -> tuple[Given, ...]:
    return tuple(
        Given(pair.nodes, pair.colors, actual=actual) for pair in pairs if pair.nodes is not None
    )


def _add_claims(rules: Grammar) -> None:
    for part in ("formula", "wouldformula", "setting", "thensetting"):
        rules.rule("body1", f"<{part}>", value_of)
    rules.rule("body", "<body1>", value_of)
    rules.rule("body", "<body1> [,] (and|but|;|, so|so|while) [then] <body>", _several)
    rules.rule("claim1", "<setting>", value_of)
    rules.rule("supposed", "<supposition> [,|:|,] [then|still] <body>", _supposed)
    rules.rule(
        "supposed",
        "<supposition> [,] <supposition> [,] [then] <body>",
        lambda a, b, c: _supposed((*a, *b), c),
    )
    rules.rule(
        "supposed",
        "<body1> [,] [even|at least] <supposition>",
        lambda body, given: _supposed(given, body),
    )
    rules.rule(
        "supposed", "<supposition> [,] <body1> <supposition>", lambda a, b, c: _supposed((*a, *c), b)
    )
    rules.rule(
        "supposed",
        "<setting> (between|next to|beside) <fbares>",
        lambda setting, pairs: _supposed(_given(pairs, True), setting),
    )
    rules.rule("supposed", "<subject> <effect>", _supposed)
    rules.rule("supposed", "what if <gclauses> ? [thereupon] [,] <body>", _supposed)
    rules.rule(
        "supposed", "<subject> <effect> <supposition>", lambda a, effect, b: _supposed((*a, *b), effect)
    )
    # What follows a question or a proposal is said of the case that it is accepted.
    for first in ("<setting>", "<wondering>"):
        for join in ("((;|.|,|?|, and|and) then|? thereupon)", "(;|.|?|,|, and)"):
            body = "<body>" if "then" in join else "<thenbody>"
            rules.rule("claim1", f"{first} {join} [,] {body}", _after)
    for part in ("wouldformula", "thensetting"):
        rules.rule("thenbody", f"[then|so] <{part}>", value_of)
        rules.rule("thenbody", f"[then] <{part}> [,] (and|but|;) [then] <thenbody>", _several)
    rules.rule("claim1", "<supposed>", value_of)
    rules.rule("wouldformula", "<nodes> <wouldvps>", _each_would)
    rules.rule("wouldformula", "neither <nodes> <wouldvps>", neither)
    rules.rule("wouldformula", "<gset> <wouldmutual>", mutual)
    rules.rule(
        "wouldformula",
        "no @clashnoun @betweenus would (be left|remain|be there)",
        lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
    )
    rules.rule(
        "wouldformula",
        "there would [then|still] be (a|one) @clashnoun (between|with|at) <oneedge>",
        lambda g: Formula("all", g, (Predicate("clash"),)),
    )
    rules.rule(
        "wouldformula",
        "there would be (a|one) @clashnoun (with|at) <nodes>",
        lambda n: each(n, (Predicate("clash"),)),
    )
    # "h4 red would clash with a4": the color is supposed of the node.
    rules.rule("supposed", "<fbares> <wouldvps>", _of_bares)
    rules.rule("supposed", "<obare> <wouldvps>", _of_own)
    rules.rule(
        "wouldvp", "would work with <some> [too|either]", lambda other: Predicate("fits", other=other)
    )
    # "b2 red is fine with h2 green": the colors are those that the nodes have.
    rules.rule("formula", "<bare> <vps>", _of_actual)
    rules.rule("other", "[both|either] <bares>", colored_group)
    rules.rule("other", "(that|this)", lambda: Group("named", Names("node", ("it",), "any")))
    rules.rule("formula", "<bare> [,] (and|plus|as well as) <bares> [both|all] <vps>", _of_both)


def _of_bare(pair: Pair, predicates: tuple[Predicate, ...]) -> Supposed | None:
    if pair.nodes is None:
        return None
    formula = each(pair.nodes, predicates)
    return None if formula is None else Supposed(_given((pair,)), formula)


def _of_bares(pairs: tuple[Pair, ...], predicates: tuple[Predicate, ...]) -> Supposed | None:
    group = colored_group(pairs)
    if group is None or group.names is None:
        return None
    formula = Formula("all", Group("named", group.names), predicates)
    return Supposed(_given(pairs), formula)


def _each_would(nodes: Names, predicates: tuple[Predicate, ...]) -> Formula | None:
    # "a4 and a5 would not clash" is said of the two.
    if len(nodes.names) > 1 and any(one.kind == "clash" and not one.other for one in predicates):
        return None
    return each(nodes, predicates)


def _of_own(pair: Pair, predicates: tuple[Predicate, ...]) -> Supposed | None:
    # Without another node it is said of a world in which the agent's other nodes may change too.
    return _of_bare(pair, predicates) if all(one.other for one in predicates) else None


def _of_actual(pair: Pair, predicates: tuple[Predicate, ...]) -> Formula | None:
    group = colored_group((pair,))
    return None if group is None else Formula("all", group, predicates)


def _after(first: Setting, body: Any) -> Several | None:
    """Return a claim about colors of foreign nodes, and what holds if they have them."""
    supposed = _supposed(_given(first.pairs), body)
    if supposed is None or first.kind not in ("can", "asked") or not first.pairs:
        return None
    return Several((first, supposed))


def _of_both(pair: Pair, more: tuple[Pair, ...], predicates: tuple[Predicate, ...]) -> Formula | None:
    group = colored_group((pair, *more))
    return None if group is None else Formula("all", group, predicates)


def _several(first: Any, more: Any) -> Several | None:
    rest = more.claims if isinstance(more, Several) else (more,)
    return Several((first, *rest))


def _supposed(given: tuple[Given, ...], claim: Any) -> Supposed | None:
    if not isinstance(claim, Formula | Setting | Several):
        return None
    return Supposed(given, claim)
