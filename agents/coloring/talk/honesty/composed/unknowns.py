"""Grammar of what the agent does not know or see, and of short answers: "not yet", "none"."""

from __future__ import annotations

from typing import Any

from ...grammar.chart import Grammar
from .terms import Group, Holds, Predicate, Several, State, Unit


def add_unknowns(rules: Grammar) -> None:
    """Add clauses about nodes whose color is not known, and nodes that are not seen."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    rules.rule("whom", "<nodes>", lambda g: g)
    rules.rule("whom", "(it|that one|that|that node)", lambda: Group("it", owner="foreign"))
    rules.rule("whom", "(them|both|both of them|either of them)", lambda: Group("they", owner="foreign"))
    ask = "(tell me|let me know|give me|send me|say|share|first tell me|just tell me)"
    thing = "[the (color|colors) of|what color|which color|about|what]"
    core(f"{ask} {thing} <nodes> [has|have|is|are] [, please]", unknown)
    core(
        f"(could|can|would|will) you [first|just] {ask} {thing} <nodes> [has|have|is|are] [, "
        "please] [?]",
        unknown,
    )
    core(f"{ask} <node> 's color", lambda n: unknown(Group("named", (n.name,))))
    need = "(need|still need|am missing|miss|lack|still lack|am waiting for|am still missing|only need)"
    core(f"i {need} [to know] {thing} <whom> [first|before i can tell]", unknown)
    core(
        f"i {need} <node> 's color [first|before i can tell]",
        lambda n: unknown(Group("named", (n.name,))),
    )
    no = "(do not|do not yet|still do not|can not)"
    core(f"i {no} (know|have|see) <whom> [yet|so far|either]", unknown)
    core(
        f"i {no} (know|have|see) <node> 's color [yet|so far]",
        lambda n: unknown(Group("named", (n.name,))),
    )
    core(
        f"i {no} (know|have|see) the (color|colors) of <whom> [yet|so far]",
        unknown,
    )
    core(
        f"i {no} know (what|which) color <whom> (is|has|have|are) [yet|so far]",
        unknown,
    )
    core(
        "<node> 's color is (missing|unknown|still open|not known to me|still unknown|still missing)",
        lambda n: unknown(Group("named", (n.name,))),
    )
    core("<nodes> i (have not got|do not have|do not know) [yet]", unknown)
    core("you have not (told|given) me <whom> [yet|so far]", unknown)
    core(
        "i have not been told (<whom>|the color of <whom>|its color) [yet|so far]",
        lambda *g: unknown(g[0] if g else Group("it", owner="foreign")),
    )
    core("(what is|what about) <nodes> [though|, though] [?]", unknown)
    core("(what|which) color (is|does|has) <whom> [have] [?]", unknown)
    core("(what|which) colors (are|do) <whom> [have] [?]", unknown)
    core("(what is|tell me) <node> 's color [?]", lambda n: unknown(Group("named", (n.name,))))
    # "The only node of yours that I don't know yet."
    rules.rule(
        "only_unknown",
        "(the only|my only|the one|the only other) (node|one|border node|color) (of yours|) "
        "(linked to mine|next "
        "to mine|linked to me|joined to mine|that touches mine|at my border|) [that|whose "
        "color] i (do not|do "
        "not yet|still do not) (know|have) [yet|so far]",
        lambda: "unknown",
    )
    rules.rule(
        "only_unknown",
        "(the only|the one|only one|just one) (node|one|border node) (of yours|) [that|whose color] i "
        "(know|have got|have|know so far)",
        lambda: "known",
    )
    core("<bound> is <only_unknown>", lambda g, k: _only(g, k))
    core("that is <only_unknown>", lambda k: _only(Group("it", owner="foreign"), k))
    core("<only_unknown> (is|:) <nodes>", lambda k, g: _only(g, k))
    core(
        "[just|only] one of your nodes , <nodes> , has a color that i know",
        lambda g: _only(g, "known"),
    )
    core("i (know|have) only <nodes> [so far|yet]", lambda g: _only(g, "known"))
    core("i only (know|have|know the color of) <nodes> [so far|yet]", lambda g: _only(g, "known"))
    # "h1, h2 and h4 are outside my view."
    rules.rule("unseens", "<unseen_name>", lambda n: (n,))
    rules.rule("unseens", "<unseen_name> (,|and|, and|or|, or|nor) <unseens>", lambda n, m: (n, *m))
    away = (
        "(outside my view|out of my sight|not in my view|hidden from me|invisible to me|out "
        "of view|beyond my "
        "view|not visible to me|out of my view|outside of my view)"
    )
    core(f"<unseens> (is|are) [all|both] {away}", unseen)
    core(f"<unseens> {away}", unseen)
    core("i (can not|do not|can not even) see <unseens>", unseen)
    core("i have no (view|sight) of <unseens>", unseen)
    core("<unseens> (has|have) no (edge|edges|link|links) to (me|my nodes|mine)", unseen)
    core(
        "<unseens> (is|are) not (linked|joined|connected|tied) to (me|my nodes|mine|any of mine)", unseen
    )
    part = (
        "(all of your nodes|all your nodes|all of your side|your whole side|all of your part|"
        "everything on your side)"
    )
    core(f"i (can not|do not) see {part}", lambda: Unit(State("some unseen")))
    core(
        "i (can|do) only see (your border nodes|your nodes at the border|the nodes of yours "
        "that are linked "
        "to mine)",
        lambda: Unit(State("some unseen")),
    )
    # Short answers.
    for pattern in (
        "not yet",
        "not quite",
        "not quite yet",
        "almost",
        "nearly",
        "almost there",
        "not done yet",
        "nearly there",
    ):
        core(pattern, lambda: Unit(State("not done")))
    core(
        "we are (not yet|not|not quite|almost|nearly) (done|finished|there) [yet]",
        lambda: Unit(State("not done")),
    )


def unknown(group: Group) -> Unit | None:
    """Return that the colors of nodes are not known."""
    if group.joint == "or" and len(group.names) > 1:
        group = Group("named", group.names)
    return Unit(Holds(group, (Predicate("known", negated=True),)))


def unseen(names: tuple[str, ...]) -> Unit:
    """Return that the agent does not see nodes."""
    return Unit(State("unseen", names=names))


def _only(group: Group, kind: str) -> Unit | None:
    if group.joint == "or":
        return None
    return Unit(Several((State("unknown exactly", group, names=(kind,)),)))
