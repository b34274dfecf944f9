"""Grammar of what the person said of limits: "you said h1 must be blue", "you have set no limits"."""

from __future__ import annotations

from typing import Any

from ...grammar.chart import Grammar
from .nouns import Hue
from .terms import Group, Several, State, Unit


def add_limits(rules: Grammar) -> None:
    """Add clauses about the limits and wishes that the person stated."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    rules.rule("bound", "<nodes>", lambda g: g)
    rules.rule("bound", "(it|that one|that node)", lambda: Group("it"))
    rules.rule("bound", "(they|both|they both|both of them)", lambda: Group("they"))
    must = (
        "(must be|must stay|must both be|has to be|have to be|has to stay|needs to be|need to be|"
        "must remain)"
    )
    never = "(can not be|must not be|may not be|could not be|can never be|is not allowed to be)"
    said = (
        "(you said [before|earlier|already] [that]|you told me [before|earlier] [that]|you "
        "have said [that]|"
        "you mentioned [that]|you have told me [that]|you stated [that]|according to you [,]|"
        "did not you say "
        "[that]|did you not say [that]|but did not you say [that]|you decided that|you required that|"
        "you wrote that|your rule is that|your limit is that)"
    )
    later = (
        "[,] (you said|as you said|you told me|according to you|as you told me|by your rule|by "
        "your limit)"
    )
    for pattern, kind in ((must, "must"), (never, "cannot")):
        core(f"{said} <bound> {pattern} <colors> [now|?]", lambda g, h, k=kind: limit(k, g, h))
        core(f"<bound> {pattern} <colors> {later}", lambda g, h, k=kind: limit(k, g, h))
    core(f"{said} <nodes> can only be <colors>", lambda g, h: limit("must", g, h))
    fixed = "(fixed|pinned|set|locked)"
    core(f"you [have] {fixed} <bound> (to|at|on) <color1>", lambda g, c: limit("must", g, Hue((c,))))
    out = "(ruled out|excluded|forbidden|forbade|ruled)"
    core(f"you [have] [already] {out} <colors> (for|on|at) <bound>", lambda h, g: limit("cannot", g, h))
    core("you [have] ruled <colors> out (for|on|at) <bound>", lambda h, g: limit("cannot", g, h))
    core("<colors> (is|was) ruled out (for|on|at) <bound> by you", lambda h, g: limit("cannot", g, h))
    any_limit = "(limits|rules|conditions|requirements|limit|wishes|limits or wishes|wishes or limits)"
    none = "(set|stated|given me|told me|made|mentioned|named|set me|given|imposed)"
    core(f"[so far] you [have] {none} no {any_limit} [yet|so far]", lambda: Unit(State("no limits")))
    core(f"you have not {none} [any|me any] {any_limit} [yet|so far]", lambda: Unit(State("no limits")))
    core(f"no {any_limit} from you [yet|so far]", lambda: Unit(State("no limits")))
    core(
        f"you [have] {none} (nothing|no limit|no rule|no limits) (for|on|about) <nodes>",
        lambda g: Unit(State("no limit on", g)) if g.joint == "and" else None,
    )
    core(
        f"you have not {none} (anything|a limit|any limit|a rule|any rule) (for|on|about) <nodes>",
        lambda g: Unit(State("no limit on", g)) if g.joint == "and" else None,
    )
    core(
        "nothing you (said|told me) (requires|makes|forces) <nodes> to be <colors>",
        lambda g, h: Unit(State("no limit on", g)) if g.joint == "and" and not h.negated else None,
    )


def limit(kind: str, group: Group, hue: Hue) -> Unit | None:
    """Return that the person said that nodes must have one of the colors, or cannot have them."""
    if hue.negated or group.joint == "or" or group.quantity != "all":
        return None
    if hue.joint == "and" and (kind == "must" or len(group.names) > 1):
        return None
    if kind == "cannot" and len(hue.colors) > 1:
        return Unit(
            Several(tuple(State("limit", group, colors=(c,), names=(kind,)) for c in hue.colors))
        )
    return Unit(State("limit", group, colors=hue.colors, names=(kind,)))
