"""Grammar of sentences: clauses with suppositions, joined by conjunctions."""

from __future__ import annotations

import functools
from dataclasses import replace
from importlib import resources
from typing import Any

from ...grammar.chart import Grammar
from .agent_actions import said_of
from .agent_clauses import add_agent
from .asking_back import add_asking_back
from .causes_named import add_causes
from .change_clauses import add_changes
from .clash_nouns import add_clash_nouns
from .clauses import Said, held, states
from .color_lists import add_color_lists
from .comparisons import add_comparisons
from .conditions import add_conditions
from .conflict_clauses import add_conflicts
from .conflict_phrases import add_conflict_phrases, claim, placed
from .costs import add_costs
from .descriptions import add_passing
from .free_colors import add_free_colors
from .knowledge_clauses import add_knowledge, add_requests, demanded
from .limit_clauses import add_limits
from .neighbor_clauses import add_neighbors
from .nouns import add_nouns
from .other_nodes import add_other_nodes
from .person_clauses import add_person
from .plain_speech import add_plain_speech
from .possible_clauses import add_possible
from .remedies import add_remedies
from .replies import add_replies
from .scores import add_scores
from .subject_clauses import add_subjects
from .suppositions import add_suppositions
from .terms import Conflicts, Fact, Given, Group, Holds, Predicate, Setting, Several, Unit
from .topic_colors import add_topic_colors
from .unknowns import add_unknowns
from .verb_phrases import add_verb_phrases


@functools.cache
def grammar() -> Grammar:
    """Return the grammar of what the compositional reader reads."""
    rules = Grammar()
    for name in ("phrases.txt", "state_phrases.txt"):
        rules.word_classes(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))
    add_nouns(rules)
    add_verb_phrases(rules)
    add_subjects(rules)
    add_agent(rules)
    add_conflicts(rules)
    add_possible(rules)
    add_knowledge(rules)
    add_requests(rules)
    add_person(rules)
    add_suppositions(rules)
    add_conditions(rules)
    add_asking_back(rules)
    add_scores(rules)
    add_plain_speech(rules)
    add_replies(rules)
    add_costs(rules)
    add_remedies(rules)
    add_descriptions(rules)
    add_clash_nouns(rules)
    add_causes(rules)
    add_changes(rules)
    add_other_nodes(rules)
    add_comparisons(rules)
    add_sentences(rules)
    return rules


def add_descriptions(rules: Grammar) -> None:
    """Add clauses that describe the state: colors, conflicts, edges, limits and what is known."""
    add_conflict_phrases(rules)
    add_color_lists(rules)
    add_free_colors(rules)
    add_limits(rules)
    add_neighbors(rules)
    add_unknowns(rules)
    add_topic_colors(rules)
    add_passing(rules)


def add_sentences(rules: Grammar) -> None:
    """Add sentences: clauses that conjunctions join."""

    def given(values: tuple[Any, ...]) -> tuple[tuple[Given, ...], Unit]:
        units = [one for one in values if isinstance(one, Unit)]
        givens = tuple(one for value in values if isinstance(value, tuple) for one in value)
        return givens, units[0]

    def under(*values: Any) -> Unit | None:
        found, unit = given(values)
        return replace(unit, given=(*found, *unit.given))

    rules.rule("clause", "<core>", lambda u: u)
    rules.rule("clause", "<givens> (, ,|:|, then|: then) <core>", under)
    rules.rule("clause", "<core> [,] <givens>", under)
    rules.rule("clause", "<givens> [,] [then] <core>", under)
    rules.rule("clause", "<givens> [,] [then] <core> [,] <givens>", under)
    rules.rule(
        "clause", "<core> [,] @asasked", lambda u: replace(u, claim=Several((u.claim, Fact("asked"))))
    )
    rules.rule(
        "clause", "@asasked [,] <core>", lambda u: replace(u, claim=Several((u.claim, Fact("asked"))))
    )
    rules.rule("unit", "<clause>", lambda u: (u,))
    rules.rule(
        "said",
        "(about|as for|regarding|as to|concerning) your (wish|request|demand) (for|of) <pairs> (:|"
        ",) <said>",
        lambda p, m: (d, "and", *m) if (d := demanded(p)) else None,
    )
    rules.rule(
        "unit",
        "it (was|is) <nodes> that (forced|pushed|made|moved|drove|forces|keeps) <nodes> (to|into|to "
        "be|to become|onto|be) <hue>",
        lambda a, b, h: (
            (
                said_of(b, Said((Predicate("color", h.colors, time="began"), Predicate("forced")))),
                "because of",
                Unit(Holds(a, (Predicate("reason"),))),
            )
            if len(h.colors) == 1 and not h.negated
            else None
        ),
    )
    rules.rule(
        "unit",
        "<clause> , which you told me (is|are) <hue>",
        lambda u, h: (
            (u, "and", Unit(Holds(Group("last"), (Predicate("told", h.colors),))))
            if len(h.colors) == 1 and not h.negated
            else None
        ),
    )
    rules.rule(
        "unit",
        "<clause> , (with|and) <conflict_np> <places>",
        lambda u, c, p: (u, "and", more) if (more := claim(placed(c, p))) and not c.bare else None,
    )
    rules.rule("unit", "@intro [,|:] <unit>", lambda u: u)
    rules.rule("unit", "@intro [,|:] @intro [,|:] <clause>", lambda u: (u,))
    # "I see no conflict" is no such phrase.
    rules.rule("unit", "i see (,|:) <unit>", lambda u: u)
    rules.rule("unit", "<clause> [,] @outro", lambda u: (u,))
    rules.rule("unit", "@thatcase [,] <clause>", lambda u: ("then", replace(u, hypothetical=2)))
    rules.rule(
        "unit",
        "(that|this|it|doing so|doing that|which|that move|that change|this one) <v_leave> me "
        "[with] [exactly|only|just|still] <number> (@coloring|@colorings)",
        lambda vg, n: (
            ("then", Unit(Fact("colorings", n), (), 2))
            if vg.mode in ("", "would", "will") and not vg.negated and not vg.past
            else None
        ),
    )
    rules.rule(
        "unit",
        "(that|this|it|which|that one|this change) (needs|requires|means|would need|would require|"
        "would mean|also needs) <nodes> [to be|being|at|on|in] <hue>",
        lambda g, h: (
            ("then", Unit(Holds(g, (Predicate("must", h.colors),)), (), 2))
            if not h.negated and len(h.colors) == 1
            else None
        ),
    )
    rules.rule(
        "unit",
        "(that|this|it|which|that one|doing so) (fixes|solves|resolves|would fix|would solve|would "
        "resolve|will fix|settles|would settle|clears|would clear|cures|will settle|will solve|ends|"
        "would end) (it|everything|the conflict|the clash|this|that|things|both|all of it)",
        lambda: ("then", Unit(Fact("calm then"), (), 2)),
    )
    rules.rule(
        "unit",
        "(that|this|it|which) (does not work|would not work|is not possible|is impossible|can not "
        "work|fails) [@forme]",
        lambda: ("then", Unit(Fact("unsolvable"), (), 2)),
    )
    rules.rule(
        "unit",
        "(that|this|it|which|either|both) (work|suit me|are fine|are possible|works|would "
        "work|is possible|"
        "would be possible|is fine|"
        "would be fine|suits me|would suit me|is ok|would be ok) [too|as well] "
        "[@forme]",
        lambda: ("then", Unit(Fact("solvable"), (), 2)),
    )
    rules.rule(
        "unit",
        "(i am in it|i have taken it|i have it|this is it|i am using it|i am there|this is one of "
        "them|my current one is one of them|i have got it) [already|now]",
        lambda: ("then", Unit(Fact("satisfied"), (), 2)),
    )
    rules.rule("unit", "@courtesy", lambda: (Unit(Fact("courtesy")),))
    for why in ("because", "(that is|it is|this is|it is so|that was) because"):
        rules.rule("said", f"{why} <unit>", lambda u: ("because before", *u))
    rules.rule(
        "said", "because <unit> (and|, and) <unit>", lambda u, w: ("because before", *u, "and", *w)
    )
    rules.rule(
        "said",
        "because <unit> (,|and|, and) <unit> (, and|and) <unit>",
        lambda u, v, w: ("because before", *u, "and", *v, "and", *w),
    )
    rules.rule(
        "unit",
        "(the one|the conflict|the clash|that|that conflict) (between|at|on) <edge> (is still there|"
        "remains|still stands|is still open|stays)",
        lambda e: (Unit(Holds(Group("named", e), (Predicate("mutual", ("clash",), time="kept"),))),),
    )
    rules.rule("said", "<unit> [?]", lambda u: u)
    for link, words in (
        ("and then", "(and|, and)"),
        ("colon", "(:|;|-)"),
        (
            "and",
            "(,|, but|but|, yet|yet|, while|whereas|, whereas|although|, although|"
            "though|, though|even though|; and|, or|?|-|, even though|; but|and also|. |, so that "
            "means|, only|, even if you see)",
        ),
        (
            "because",
            "(because|, because|since|, since|as|, as|now that|, now that|given that|, given that|"
            "because of the fact that|, seeing that|for|: after all|, after all|, considering that)",
        ),
        (
            "so",
            "(so|, so|and so|, and so|therefore|, therefore|which is why|, which is why|that is why|"
            ", that is why|hence|, hence|; therefore|and therefore|, and therefore|, and that is "
            "why|and that is why|so that is why)",
        ),
        ("while", "while"),
        ("so that", "(so that|, so that|such that|, such that)"),
        ("which", "(, which|which|, which both|which both|, which all|which all)"),
    ):
        if link == "which":
            rules.rule(
                "said",
                f"<unit> {words} <vps> [?]",
                lambda u, s: (*u, "and", more) if (more := held(_last(s), s)) else None,
            )
            rules.rule(
                "said",
                f"<unit> {words} <vps> (,|, and|, but|, so) <said>",
                lambda u, s, m: (*u, "and", more, "and", *m) if (more := held(_last(s), s)) else None,
            )
        else:
            rules.rule("said", f"<unit> [?] {words} <said>", functools.partial(linked, link))
    rules.rule(
        "said",
        "(because|since|as|now that|given that) <unit> (,|so|, so|that is why|, that is why) <said>",
        lambda u, m: (*u, "so", *m),
    )
    rules.rule(
        "said",
        "(although|though|even though|while|whereas) <unit> [,] <said>",
        lambda u, m: (*u, "and", *m),
    )
    rules.rule(
        "said",
        "(because|since|as|now that) <unit> (and|, and) <unit> , [so] <said>",
        lambda u, w, m: (*u, "with", *w, "so", *m),
    )
    rules.rule("said", "(the reason [why|that]) <unit> is that <said>", lambda u, m: (*u, "because", *m))
    rules.rule(
        "said",
        "(the reason for|because of|due to|thanks to) <pairs> [,] <said>",
        lambda p, m: (Unit(s), "so", *m) if (s := states(p)) else None,
    )
    rules.rule(
        "unit",
        "<clause> [,] (because of|due to|thanks to|on account of|owing to) <nodes>",
        lambda u, g: (u, "because of", Unit(Holds(g, (Predicate("reason"),)))),
    )
    rules.rule(
        "said",
        "<unit> [,] (because of|due to|thanks to|on account of|owing to) <pairs>",
        lambda u, p: (*u, "because", Unit(s)) if (s := states(p)) else None,
    )


def _last(said: Said) -> Group:
    """Return what "which" stands for: one node if its verb is in the singular."""
    return Group("last", size=1 if said.singular else None)


def linked(link: str, unit: tuple[Any, ...], more: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Join clauses; a list without a verb stands behind a colon only."""
    if more[0] in ("because before", "so before"):
        return None
    if (link == "and then" and (_goes_on(unit[-1], more[0]) or _asks_for(unit[-1], more[0]))) or (
        link in ("and", "and then") and _is_carried_on(unit[-1], more[0])
    ):
        return (*unit, "then", replace(more[0], hypothetical=2), *more[1:])
    if link == "so that" and _is_possible(unit[-1]) and isinstance(more[0], Unit) and not more[0].given:
        # "I can make b2 red so that it does not clash": in the case that is supposed.
        return (*unit, link, "then", replace(more[0], hypothetical=2), *more[1:])
    if link == "while" and isinstance(unit[-1], Unit) and unit[-1].hypothetical:
        # "b2 can not be red while h1 is red" supposes that h1 is.
        return None
    link = "and" if link in ("and then", "while") else link
    if (
        isinstance(more[0], Unit)
        and more[0].listed
        and (more[0].listed == "list" or is_listed(unit[-1]))
    ):
        return None
    around: tuple[Any, ...] = (more[0], unit[-1]) if link == "and" else (more[0],)
    if _is_full_list(unit[-1]) and len(unit) == 1 and isinstance(more[0], Unit) and not more[0].bare:
        around = ()
    if link != "colon" and any(isinstance(one, Unit) and one.bare for one in around):
        return None
    return (*unit, "and" if link == "colon" else link, *more)


def _is_full_list(unit: Any) -> bool:
    """Return whether a list of nodes and colors is long enough to stand before "and" and "but"."""
    return (
        isinstance(unit, Unit)
        and unit.bare
        and isinstance(unit.claim, Several)
        and len(unit.claim.claims) > 2
    )


def is_listed(unit: Any) -> bool:
    """Return whether a clause is a list of edges that may go on."""
    return isinstance(unit, Unit) and unit.listed == "list"


def _is_possible(first: Any) -> bool:
    """Return whether a clause is about what would be, and names it."""
    return isinstance(first, Unit) and first.hypothetical == 2 and isinstance(first.claim, Setting)


def _asks_for(first: Any, second: Any) -> bool:
    """Return whether a clause is about what is asked for: "make h2 red and I can use red on b2"."""
    return (
        isinstance(first, Unit)
        and isinstance(second, Unit)
        and isinstance(first.claim, Setting)
        and first.claim.kind == "asked"
        and bool(second.hypothetical)
        and not second.given
    )


def _goes_on(first: Any, second: Any) -> bool:
    """Return whether a clause is about what the one before supposes: "and then I have no conflict"."""
    return (
        isinstance(first, Unit)
        and isinstance(second, Unit)
        and first.hypothetical == 2
        and not second.hypothetical
        and not second.given
        and isinstance(second.claim, Conflicts | Fact)
        and getattr(second.claim, "time", "now") in ("now", "gone")
    )


def _is_carried_on(first: Any, second: Any) -> bool:
    """Return whether a clause says what is left: "If h1 is red, I can make b2 blue and all is fine"."""
    if not isinstance(first, Unit) or not isinstance(second, Unit):
        return False
    claim = second.claim
    if second.hypothetical or second.given or not isinstance(claim, Conflicts):
        return False
    if claim.quantity not in ("none", "all"):
        return False
    supposed = any(not one.actual and not one.relevant for one in first.given)
    return supposed if claim.time == "now" else claim.time == "gone" and first.hypothetical > 0
