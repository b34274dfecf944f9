"""
Frames: what a clause says about a color, made of a verb, what it applies to, and what is around it.

A verb phrase gives a node a color (``S``; ``U`` if the color comes first, as in "take blue for b2"),
keeps its color (``K`` with a color, ``N`` without), excludes a color (``A``) or changes it (``C``), in
the base form, the -ing form or the past (``b``, ``g``, ``p``), for own or foreign nodes. Rules in
``frames.txt`` put phrases into orders, requests, reports, constraints, suppositions and questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..wordlist import words
from .chart import Grammar
from .compose import given_of
from .meaning import PRESENT, Meaning, Names, Pair

_FORMS = ("b", "g", "p")
_SIDES = {"o": "own", "f": "foreign"}

#: Patterns of each phrase, for the form F of the verb, the nodes <T>, and pairs <P>.
_PHRASES: dict[str, tuple[str, ...]] = {
    "S": (
        "@set_F <P>",
        "@set_F <T> [back|away|around] from <color> @into <color>",
        "@set_F <T> [back] @into <color>",
        "@set_F <T> [to] be [@set_p] <color>",
        "@set_F <T> into a <color> (one|node)",
        "@set_F <T> a <color> (one|node)",
        "@set_F (<color>|a <color> color|the color <color>) (@for|onto) <T>",
    ),
    "U": (
        "@use_F <P>",
        "@use_F [the color] <color> [color] (@for|onto|with|as) <T>",
        "(@for) <T> [,] @use_F <color>",
        "@use_F <color> <there>",
    ),
    "K": (
        "@keep_F <T> [@into|at|as|on] <color> [@as_is]",
        "@keep_F <color> @for <T>",
        "@stick_F <color> (@for|with) <T>",
        "@stick_F <P>",
    ),
    "N": (
        "@keep_F <T> [@as_is]",
        "@stick_F (what|the color) (you have|it has|i have|is there) @for <T>",
    ),
    "A": (
        "@avoid_F [the|that] <color> (@for|with|from) <T>",
        "@avoid_F (@set_g|@use_g|@keep_g|@stick_g) <P>",
        "@avoid_F (@use_g|@stick_g) <color> (@for|with) <T>",
        "@set_F <T> (off|away from|out of|from) [the] <color>",
        "@set_F <T> [@into] @any @except <color>",
        "@use_F @any @except <color> @for <T>",
    ),
    "C": (
        "@change_F [the color of] <T> [@another|@into @another]",
        "@set_F <T> [@into] @another",
        "@use_F @another @for <T>",
        "@use_F (another|a different|some other|a new) color @for <T>",
    ),
}


def forms_in(text: str) -> Iterator[str]:
    """Give the word classes of verbs in their forms: ``set_b``, ``set_g``, ``set_p``, ``set_s``."""
    joined = text.replace("\n    |", " |")
    for line in joined.split("\n"):
        if not line.strip() or line.startswith("//"):
            continue
        name, _, verbs = line.partition(": ")
        forms = [_forms(verb.strip()) for verb in verbs.split(" | ")]
        for i, form in enumerate((*_FORMS, "s")):
            yield f"{name}_{form}: {' | '.join(dict.fromkeys(one[i] for one in forms))}"


def _forms(verb: str) -> tuple[str, str, str, str]:
    base, *given = verb.split("/")
    first, _, rest = base.partition(" ")
    rest = f" {rest}" if rest else ""
    stem = first.removesuffix("e") if not first.endswith("ee") else first
    third = f"{first}es" if first.endswith(("s", "x", "ch", "sh", "o")) else f"{first}s"
    if given:
        return base, given[0], given[1], third + rest
    return base, f"{stem}ing{rest}", f"{stem}ed{rest}", third + rest


def _bare(nodes: Names, colors: Names) -> Pair:
    return Pair(nodes, colors, bare=True)


def _kept(nodes: Names) -> Pair:
    return Pair(nodes, Names("color", (PRESENT,)))


def pairs_of(*values: Any) -> tuple[Pair, ...]:
    """Return the pairs of the parts of a pattern."""
    return given_of(*values).pairs


def add_frames(rules: Grammar) -> None:
    """Add verb phrases in all forms, and sequences of them."""
    # "If h4 becomes green but h1 stays": the second has the color that it has.
    stays = "(but|and|while|,|, but|, and|, while) <foreign> @stays [@as_is]"
    for part in ("doings", "spairs"):
        rules.rule("doings", f"<{part}1> {stays}", lambda before, nodes: (*before, _kept(nodes)))
        rules.rule(f"{part}1", f"<{part}>", lambda pairs: pairs)
    rules.rule(
        "doings", "<foreign> @stays [@as_is] (but|and|,) <doings>", lambda n, more: (_kept(n), *more)
    )
    rules.rule(
        "there", "(there|on it|for it|on that|for that one)", lambda: Names("node", ("it",), "own")
    )
    rules.rule("mine", "", lambda: Names("node", ("mine",), "own"))
    for nodes, group in (
        ("foreign", "their_group"),
        ("own", "my_group"),
        ("nodes", "their_group"),
        ("nodes", "my_group"),
    ):
        rules.rule(nodes, f"<{group}>", lambda names: names)
    # Within a verb phrase, a list has no verbs and no "but": those begin another clause.
    for side, nodes in _SIDES.items():
        rules.rule(f"{side}item", f"<{nodes}> [,] [@link] <color>", _bare)
        rules.rule(f"{side}item", f"<color> @for <{nodes}>", lambda c, n: _bare(n, c))
        rules.rule(f"{side}list", f"<{side}item>", lambda pair: (pair,))
        rules.rule(
            f"{side}list",
            f"<{side}item> (and|,|, and|&|+|plus|as well as|/) <{side}list>",
            lambda pair, more: (pair, *more),
        )
    for side, nodes in _SIDES.items():
        for form in _FORMS:
            for name, patterns in _PHRASES.items():
                part = f"{name}{form}{side}"
                for pattern in patterns:
                    written = pattern.replace("_F", f"_{form}")
                    written = written.replace("<T>", f"<{nodes}>").replace("<P>", f"<{side}list>")
                    rules.rule(f"{part}1", written, pairs_of)
                rules.rule(part, f"<{part}1>", lambda pairs: pairs)
            # "Painted h2 blue and switched h5 to green", "took green on h2 and left h5 blue".
            for more in ("S", "U", "K"):
                rules.rule(
                    f"S{form}{side}",
                    f"<S{form}{side}1> (and|,|, and|and then|&) <{more}{form}{side}1>",
                    lambda first, second: (*first, *second),
                )
                rules.rule(
                    f"U{form}{side}",
                    f"<U{form}{side}1> (and|,|, and|and then|&) <{more}{form}{side}1>",
                    lambda first, second: (*first, *second),
                )
            rules.rule(f"V{form}{side}", f"<S{form}{side}>", lambda pairs: pairs)
            rules.rule(f"V{form}{side}", f"<U{form}{side}>", lambda pairs: pairs)


#: "B2 red, so we are done" says what will be.
_STANCES = words("satisfied unsatisfied agree refuse")
_BEFORE = (
    "now that|since|because|as|seeing that|seeing as|considering that|considering|given that|so|also"
    "|and also|plus"
)
_THEREFORE = "so|hence|therefore|thus|which means|which is why|meaning|that means|then|because|since|as"
_NOT = "never|not|no|please not|certainly not|definitely not"


def add_loose_messages(rules: Grammar) -> None:
    """Add remarks that say nothing, reasons, and colors that are excluded again."""
    rules.rule("unit", "@remark", lambda: (Meaning("courtesy", group=("-",)),))
    rules.rule("unit", "@report_back [?]", lambda: (Meaning("courtesy", group=("-",)),))
    rules.rule("unit", "<gist>", lambda meaning: (meaning,))
    rules.rule("unit", f"({_BEFORE}) <clause>", lambda clause: clause)
    rules.rule("unit", "<clause> <skip>", lambda clause, left_out: (*clause, left_out))
    rules.rule("unit", "<skip> <clause>", lambda left_out, clause: (left_out, *clause))
    rules.rule(
        "message",
        f"<unit> [,|;] ({_THEREFORE}) [,] <message>",
        lambda first, rest: None if rest[0].kind in _STANCES else (*first, *rest),
    )
    rules.rule("unit", "<no_lead> [,|.|;|:|-] [but] <clause>", _after_no)
    rules.rule("no_lead", "@no_lead", lambda: Names("none", ()))
    rules.rule(
        "unit",
        f"<claim> [,|;|-] (but|and|,|just|only|) ({_NOT}) <color>",
        _but_not,
    )
    rules.rule(
        "unit",
        f"<nodes> (@maybe_be|@isc|@tobe) <color> [,] (but|just|only|and|,) ({_NOT}) <color>",
        lambda nodes, said, color: (
            None if {*said.names} & {*color.names} else (Meaning("cannot", (Pair(nodes, color),)),)
        ),
    )

    for side in _SIDES:
        rules.rule(
            "request",
            f"i @askfor <{side}item> (over|rather than|instead of|more than|to|before|and not)"
            f" (<{side}item>|<color>)",
            lambda first, _: Meaning("wish", (first,)),
        )


def _after_no(_: Names, clause: tuple[Meaning, ...]) -> tuple[Meaning, ...] | None:
    """Take "no, h5 green is impossible": the refusal says again what the clause says."""
    return clause if clause[0].kind in ("cannot", "keep", "must", "isnot") else None


def _but_not(claim: Meaning, color: Names) -> tuple[Meaning, ...] | None:
    """Take "make b2 red or blue, but not green", where the end adds nothing."""
    named = {name for pair in claim.pairs if pair.colors is not None for name in pair.colors.names}
    return (claim,) if named and named.isdisjoint(color.names) else None
