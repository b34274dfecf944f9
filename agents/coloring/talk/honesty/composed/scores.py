"""Grammar of clauses about numbers of conflicts that are reached: "I can get down to zero"."""

from __future__ import annotations

from typing import Any

from ...grammar.chart import Grammar
from .terms import Conflicts, Fact, Given, Pair, Setting, Several, Supposed, Term, Unit
from .verbs import VerbGroup


def add_scores(rules: Grammar) -> None:
    """Add clauses about numbers of conflicts that the agent has, or can reach."""
    rules.rule("total", "<number> [color] [@conflict|@conflicts]", lambda n: n)
    rules.rule("total", "no (@conflict|@conflicts)", lambda: 0)
    tail = "[@there|@everywhere|@forme|too|again] [@alone] [@atbest|as well|too|again]"

    def ivp(pattern: str, action: Any) -> None:
        rules.rule("ivp", pattern, action)

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    # What can be reached.
    ivp(f"<v_getto> [down|back|back down|all the way|still] to <total> {tail}", reached)
    ivp(f"<v_reach> <total> {tail}", reached)
    ivp(f"<v_end> [up] (with|at|on) <total> {tail}", reached)
    ivp(
        f"<v_find> (colors|a way|a coloring|a solution) (without|with no|to avoid) (any|a|) "
        f"[@conflict|@conflicts] {tail}",
        lambda vg: reached(vg, 0),
    )
    ivp(f"<v_find> (a solution|a way|colors) with <total> {tail}", reached)
    best = (
        "(the best i can do|the best i can get|the best i can reach|the best i can manage|the lowest i "
        "can get|the lowest i can reach|best i can do|my best|my best score|my best result|my best "
        "case|best case for me|my lowest number of conflicts|my score at best|the best possible result|"
        "my minimum|best case)"
    )
    core(f"{best} [@there|now] (is|would be|stays|remains) [still|also] <total> {tail}", fewest)
    core(
        f"{best} [@there|now] <givens> (is|would be|stays|remains) [still|also] <total> {tail}",
        lambda given, n: Unit(Fact("fewest", n), given, 2),
    )
    core("my score (can|could) (go|get|come|drop) [down] to <total> [@alone]", fewest)
    ivp(
        "(can not|could not) (get|go|come|do|bring it) (below|under|better than|lower than) "
        "<total> [@alone]",
        fewest,
    )
    ivp(
        "[always|still] (keep|have|am left with|would have|would keep|will have|am stuck with|would be "
        "left with) [always|still] at least <total> [left] [@alone] [@atbest]",
        lambda n: Unit(Fact("fewest", n, "least"), (), 1),
    )
    rules.rule(
        "said",
        "<unit> (and|, and|, which|;|:) [that|it|this] costs me [at least] <total> [@atbest]",
        lambda u, n: (*u, "and", Unit(Fact("fewest", n, "least"), (), 1)) if n else None,
    )
    core(f"{best} would be <total>", fewest)
    core(
        "<total> [is|are|would be] possible [@forme|for my part]",
        lambda n: Unit(Fact("fewest", n), (), 2),
    )
    core(
        "(that|this|it) is [already] (my best|the best i can do|the best i can get|the best "
        "possible|the "
        "minimum|my minimum) [@forme]",
        lambda: Unit(Fact("at best"), (), 1),
    )
    # How many nodes would change.
    changes = "(change|changes|color change|color changes|recolorings|moves|move)"
    where = "[on my side|from my side|of mine|inside my cluster|elsewhere]"
    need = lambda n: Unit(Fact("changes", n), (), 1)  # noqa: E731
    core(
        f"<number> {changes} {where} (is|are|would be) (enough|sufficient|needed|necessary|all i "
        f"need|all it "
        "takes)",
        need,
    )
    to_end = (
        "[to (clear|solve|fix|end|remove|get rid of) (it|them|everything|all conflicts|all of them|"
        "them all|my "
        "conflicts|my last conflict|the conflict|the conflicts|that|this)]"
    )
    core(
        "i [only|just] (need|would need|have to make|would have to make) [only|just] <number> "
        f"{changes} {where} {to_end}",
        need,
    )
    core(
        f"i [only|just] need at least <number> {changes} {where} {to_end}",
        lambda n: Unit(Fact("changes", n, "least"), (), 1),
    )
    # What is so as the agent stands.
    ivp("<v_be> [still|back] (at|on|down to|up to) <total> [@everywhere|@there]", stands)
    ivp("<v_be> stuck at <total> [at best|at least]", lambda vg, n: stuck(vg, n))
    ivp(
        "<v_have> <total> [left] [@there]", lambda vg, n: stands(vg, n) if vg.hypothetical == 2 else None
    )
    ivp(
        "<v_have> only <number> (@conflict|@conflicts) [left]",
        lambda vg, n: Unit(Conflicts("exactly", n)) if vg.plain and not vg.past else None,
    )
    ivp(
        "<v_get> [only] <total> [then]",
        lambda vg, n: stands(vg, n) if not vg.perfect and not vg.past else None,
    )
    # What colors bring.
    core(
        "<subj> [alone|only] (would bring|brings|will bring|gets|would get|takes|would take) "
        "(it|me|that|"
        "this|us|the number|my conflicts) [back] [down|up] to <total>",
        brings,
    )
    core(
        "<subj> [alone|only] (gives|would give|leaves|would leave) me [with] [exactly|only|"
        "just] <total>",
        lambda p, n: brings(p, n) if p[0].group.kind != "proposed" else None,
    )
    core(
        "<subj> (lets|would let|allows|would allow) me [to] (stay at|get to|reach|get down to|"
        "go to) <total>",
        lambda p, n: under(p, Fact("fewest", n)),
    )
    core(
        "<subj> [alone|only] (would bring|brings|will bring|gets|would get|takes|would take) (it|me|us) "
        "[back] [down|up] from <total> to <total>",
        lambda p, n, m: Unit(Several((Fact("present conflicts", n), brings(p, m).claim)), (), 2),
    )
    core(
        "<subj> (solves|fixes|clears|removes|resolves|would solve|would fix|would clear|would remove|"
        "would resolve) (my|my only|the only|my one) @conflict",
        lambda p: Unit(Several((Fact("present conflicts", 1), Setting("fixes", p))), (), 2),
    )
    every = (
        "(all|both|all of|both of|all three of|all two of|all four of) (my|the|them) [<number>] "
        "[@conflicts]"
    )
    core(
        f"<subj> [alone] (solves|fixes|clears|removes|resolves|would solve|would fix|would "
        "clear|would remove|"
        f"would resolve) {every} [at once]",
        solves_all,
    )


def reached(vg: VerbGroup, number: int) -> Unit | None:
    """Return what "I can get to zero conflicts" claims: that it is the least that is possible."""
    if vg.perfect or vg.passive or vg.only or vg.ended:
        return None
    if vg.mode == "can" or (vg.mode in ("would", "will") and number == 0):
        return Unit(Fact("fewest", number), (), 1)
    if vg.mode == "cannot":
        return Unit(Fact("fewest", number + 1, "least"), (), 1)
    return None


def fewest(number: int) -> Unit:
    """Return what "my best is one conflict" claims."""
    return Unit(Fact("fewest", number), (), 1)


def stands(vg: VerbGroup, number: int) -> Unit | None:
    """Return what "I am at two conflicts" claims: the number if the agent changes nothing more."""
    if vg.perfect or vg.past or vg.negated or vg.ended or vg.only:
        return None
    if vg.mode == "":
        return Unit(Fact("conflicts", number))
    return Unit(Fact("conflicts", number), (), 2) if vg.mode in ("would", "will") else None


def stuck(vg: VerbGroup, number: int) -> Unit | None:
    """Return what "I am stuck at one conflict" claims."""
    if vg.mode in ("", "would") and not (vg.negated or vg.past or vg.ended):
        return Unit(Fact("fewest", number), (), max(1, vg.hypothetical))
    return None


def under(pairs: tuple[Pair, ...], claim: Term) -> Unit:
    """Return a claim under colors."""
    return Unit(Supposed((Given(pairs),), claim), (), 2)


def brings(pairs: tuple[Pair, ...], number: int) -> Unit:
    """Return what "turning a4 red brings it down to one" claims: it, and nothing else, changes."""
    return under(pairs, Fact("conflicts brought", number))


def solves_all(pairs: tuple[Pair, ...], *number: int) -> Unit:
    """Return what "turning b2 red solves all three of my conflicts" claims."""
    claim = Setting("fixes", pairs)
    if not number:
        return Unit(claim, (), 2)
    return Unit(Several((Fact("present conflicts", number[0]), claim)), (), 2)
