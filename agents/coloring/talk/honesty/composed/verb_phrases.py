"""Grammar of verb phrases: what is said of nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import Said, color_said, kept_said, moved_said, related_said
from .nouns import Hue
from .terms import Group, Predicate
from .verbs import VerbGroup


def _numbered(action: Callable[..., Said | None]) -> Callable[..., Said | None]:
    """Return an action that also says whether the verb is in the singular or in the plural."""

    def value(*values: Any) -> Said | None:
        said = action(*values)
        verbs = [one for one in values if isinstance(one, VerbGroup)]
        if said is None or not verbs:
            return said
        return replace(said, singular=verbs[0].singular, plural=verbs[0].plural)

    return value


def add_verb_phrases(rules: Grammar) -> None:
    """Add ``vp``: what is said of nodes."""

    def add(pattern: str, action: Any) -> None:
        rules.rule("vp", pattern, _numbered(action))

    def color(how: str) -> Any:
        return lambda vg, hue, *rest: None if vg.passive and how == "be" else color_said(vg, hue, how)

    tails = "[@before|@turn|too]"
    add(
        f"<v_be> [both|all|each|on|at|in|set to|currently on|colored|back] [both|all] <hue> {tails}",
        color("be"),
    )
    add(
        "<v_be> [on|at|in] <hue> (@asbefore|like before|too as before)",
        lambda vg, h: (
            color_said(replace(vg, still=True), h, "be")
            if not vg.mode
            and not vg.passive
            and not vg.negated
            and not h.negated
            and not vg.past
            and not vg.ended
            else None
        ),
    )
    add(
        f"<v_show> [the color|color] <hue> {tails}",
        lambda vg, h, *r: (
            None
            if vg.mode or vg.ended or vg.negated or vg.passive or vg.verb == "take"
            else color_said(vg, h, "be")
        ),
    )
    add(
        f"<v_turn> [back|over] [to|into|on|onto|in] <hue> {tails}",
        lambda vg, h: None if vg.verb in ("get", "take") and vg.passive else color_said(vg, h, "turn"),
    )
    add(
        "<v_take> [on] [the color] <hue>",
        lambda vg, h: (
            color_said(vg, h, "turn" if vg.mode else "be")
            if vg.verb in ("take", "have", "use") and not vg.passive and (vg.mode or vg.verb != "take")
            else None
        ),
    )
    add(
        f"<p_paint> [to|in|on|into|at] <hue> {tails}",
        lambda vg, h: color_said(vg, h, "stay" if vg.verb in ("leave", "keep") else "turn"),
    )
    add("<p_keep> [to|in|on|at] <hue>", lambda vg, h: color_said(vg, h, "stay"))
    add(f"<v_stay> [on|at|in|with] <hue> {tails}", lambda vg, h: color_said(vg, h, "stay"))
    add("<v_move> [back|over|away] from <hue> (to|over to|into) <hue> [@turn]", from_to)
    add("<p_touch_it> from <hue> (to|over to|into) <hue> [@turn]", from_to)
    add("<v_turn> from <hue> (to|over to|into) <hue> [@turn]", from_to)
    add("<v_leaves> <hue> [behind|for <hue>]", left)
    add(
        "(gave up|gives up|left|dropped|moved off|moved away from|had to leave|had to give up|let "
        "go of|got off|went off) <hue> [@turn]",
        lambda hue: (
            Said((Predicate("color", hue.colors, time="gone"),)) if len(hue.colors) == 1 else None
        ),
    )
    add(
        "(must leave|has to leave|has to give up|must give up|needs to leave|have to leave) <hue>",
        lambda hue: (
            Said((Predicate("color", hue.colors), Predicate("can", hue.colors, negated=True)))
            if len(hue.colors) == 1
            else None
        ),
    )
    add(
        "<v_move> [color|colors|its color|their colors|its place|along|too] [@turn]",
        lambda vg: moved_said(vg),
    )
    add("<p_touch_it> [@turn]", lambda vg: moved_said(vg))
    add("<v_stay> @asbefore [@turn]", lambda vg: kept_said(vg))
    add(
        "<v_keep> (its color|their colors|their color|its present color|its current color) [@turn]",
        lambda vg: kept_said(vg),
    )
    add(
        "<v_be> (unchanged|as before|the same as before|where it was|where they were|what it was|"
        "what they were|as it was|as they were|untouched|what it was before|what they were before|"
        "still the same|the same as they were) [@turn]",
        lambda vg: kept_said(vg),
    )
    add("<p_keep> @asbefore [@turn]", lambda vg: kept_said(vg))
    add("<p_touch_it> (either|at all) [@turn]", lambda vg: moved_said(vg))
    # Relations.
    for with_ in ("[with|against|into] <np>", "", "anywhere", "[@everywhere]"):
        add(f"<v_clash> {with_} [@before|@turn]", related_said("clash"))
    add("<v_bump> into <np>", related_said("clash"))
    for verb, kind in (("clash", "clash"), ("near", "near"), ("match", "same")):
        add(f"<v_{verb}> [with] <np> [,] (but not|not|and not) [with] <np>", but_not(kind))
        add(f"<v_{verb}> neither [with] <np> nor [with] <np>", neither_nor(kind))
    noun = (
        "(in conflict|in a conflict|in a clash|at odds|in trouble|a problem|an issue|the problem|in "
        "any conflict|part of a conflict|part of any conflict|involved in a conflict|involved in "
        "any conflict)"
    )
    add(f"<v_be> {noun} [with <np>] [@before]", related_said("clash"))
    add("<v_be> [now|both|all] @fine [with|for|against|next to|beside] [<np>]", fine)
    add("<v_be> [now|both|all] @fine @forme", fine_for_me)
    add("<v_be> [now|both|all] @fine [@everywhere|as they are|as it is|where it is]", fine)
    add("<v_work> [with|for|against|alongside|next to] <np>", fits)
    add("<v_have> (no|zero) (@conflict|@conflicts) [with <np>|@everywhere|@us]", free)
    add("<v_have> (a|one|its) (@conflict) [with <np>|@us]", lambda vg, *g: related_said("clash")(vg, *g))
    add(
        "(stays|stay|remains|remain|is|are|would stay|would be|would remain) (clear of|out of the "
        "way of|out of the way for|away from) <np>",
        lambda g: Said((Predicate("fits", (), g),)),
    )
    add("<v_match> <np> [@before]", related_said("same"))
    add("<v_share> (the|a|the same|its|their) color (with|of) <np> [@before]", related_said("same"))
    add(
        "<v_share> (the same color|the color|the very same color) (as|of) <np> [@before]",
        related_said("same"),
    )
    add("<v_share> (the same color|a color|one color|their color|the color)", related_said("same"))
    add(
        "<v_be> (the same color as|the same as|colored like|like|equal to|identical to|of the same "
        "color as|the color of|in the same color as) <np>",
        related_said("same"),
    )
    add(
        "<v_be> (the same|the same color|equal|identical|alike|of the same color|in the same color)",
        related_said("same"),
    )
    add("<v_differ> [from <np>]", differs)
    add(
        "<v_be> (different from|unlike|a different color than|a different color from|another color "
        "than|not like|no longer like) <np>",
        differs,
    )
    add(
        "<v_be> (different|all different|of different colors|different colors|different in color|"
        "apart in color)",
        differs,
    )
    add("<v_share> (a different color|another color|a color different) (than|from|to) <np>", differs)
    add("<v_share> different colors", differs)
    add("<v_near> <np>", related_said("near"))
    add("<v_near> [each other|one another]", related_said("near"))
    add("<p_linked> (to|with) <np>", related_said("near"))
    add("<p_linked> [by an edge|to each other|directly]", related_said("near"))
    add(
        "<v_be> (next to|right next to|adjacent to|a neighbor of|neighbors of|beside|a neighbor to|"
        "next door to|tied to) <np>",
        related_said("near"),
    )
    add("<v_be> (neighbors|adjacent|next to each other|joined|linked|connected)", related_said("near"))
    add("<v_have> (an edge|a link|a connection) (to|with) <np>", related_said("near"))
    add("<v_be> [each|both] (fixed|locked|pinned|frozen|given) [to|at|on|in] [<hue>] [for good]", fixed)
    add("<p_fixed> [to|at|on|in] [<hue>] [for good]", fixed)
    add(
        "<v_be> (free to change|movable|free to move|flexible|free)",
        lambda vg: (
            Said((Predicate("movable", negated=vg.negated),)) if not vg.mode and not vg.past else None
        ),
    )
    add(
        "<v_be> [what|the color] you (asked for|wanted|demanded|requested|wished for)",
        lambda vg: Said((Predicate("demanded met"),)) if vg.plain and not vg.past else None,
    )
    add(
        "<v_have> (no other option|no choice|no other choice|no alternative|no other color) [left] "
        "[but] <hue>",
        lambda vg, hue: (
            color_said(replace(vg, verb="be", mode="must"), hue, "be")
            if vg.plain and not vg.past
            else None
        ),
    )
    add(
        "<v_have> (no other option|no choice|no other choice|no alternative|nothing else) [left]",
        lambda vg: Said((Predicate("only present"),)) if vg.plain and not vg.past else None,
    )
    add(
        "<v_be> (hidden from you|invisible to you|out of your sight)",
        lambda vg: Said((Predicate("seen", negated=not vg.negated),)) if not vg.mode else None,
    )
    add(
        "<v_be> (unknown to me|not known to me|still unknown to me|unknown) [so far|yet]",
        lambda vg: (
            Said((Predicate("known", negated=not vg.negated),)) if not vg.mode and not vg.past else None
        ),
    )
    add(
        "<v_be> known to me [so far|yet]",
        lambda vg: (
            Said((Predicate("known", negated=vg.negated),)) if not vg.mode and not vg.past else None
        ),
    )
    add(
        "<v_be> [both|also] <hue> [just|exactly|also] (like|as is|as are|the same as|same as) [my|"
        "your] <np>",
        like,
    )
    add(
        "<v_be> (a problem|an issue|the problem|in trouble|problematic|in the way|troublesome|the "
        "issue) [@forme|@before]",
        related_said("trouble"),
    )
    add("<v_have> (a problem|problems|trouble|an issue)", related_said("trouble"))
    add("<v_go> well with <np>", fits)
    add("<v_be> [a|the] (bad|poor) (choice|color|match) (for|next to) <np>", related_said("clash"))
    add(
        "<v_need> to (change|move|be changed|be moved|be recolored)",
        lambda vg: (
            moved_said(replace(vg, mode="need not" if vg.negated else "must", negated=False))
            if not vg.mode
            else None
        ),
    )
    add(
        "<v_be> (able to|free to) (stay|remain) @asbefore",
        lambda vg: Said((Predicate("must move", negated=not vg.negated),), 1) if not vg.past else None,
    )
    add("<v_have> to (change|move|go)", lambda vg: None)
    add("<v_be> what [the color|] it was [before]", lambda vg: kept_said(vg))
    add(
        "<v_near> (nothing|none|no node) of yours",
        lambda vg: (
            Said((Predicate("near", (), Group("yours", quantity="none")),))
            if vg.plain and not vg.past
            else None
        ),
    )
    add("<v_avoid> <np>", avoids)
    add("<v_avoid> (a|any|the) (conflict|clash) with <np>", avoids)
    add("<v_be> (free|possible|available|open)", lambda vg: None)
    rules.rule("vps", "<vp>", lambda said: said)
    rules.rule(
        "vps",
        "<vp> or <vp>",
        lambda a, b: (
            and_said(a, b)
            if a.hypothetical
            and all(
                p.kind in ("can", "color", "stays") and not p.negated
                for p in (*a.predicates[:1], *b.predicates[:1])
            )
            and len(b.predicates) == 1
            and a.predicates[0].kind == "can"
            and b.predicates[0].kind == "can"
            else None
        ),
    )
    rules.rule("vps", "<vp> [,] (and|but|, and|, but|and so|so|yet) <vps>", and_said)


def and_said(first: Said, second: Said) -> Said | None:
    """Return what two verb phrases say together."""
    if first.hypothetical != second.hypothetical:
        return None
    singular, plural = first.singular or second.singular, first.plural or second.plural
    if singular and plural:
        # "b4 is joined to h1 and b3, and both are red" does not say that b4 is red.
        return None
    return Said((*first.predicates, *second.predicates), first.hypothetical, singular, plural)


def like(vg: VerbGroup, hue: Hue, other: Group) -> Said | None:
    """Return what "is red like h2" says."""
    said = color_said(vg, hue, "be")
    if said is None or vg.mode or vg.negated or hue.negated or vg.ended or len(hue.colors) != 1:
        return None
    time = "was" if said.predicates[0].time == "was" else "now"
    return Said((*said.predicates, Predicate("same", (), other, time=time)), said.hypothetical)


def avoids(vg: VerbGroup, other: Group) -> Said | None:
    """Return what "avoids h2" says."""
    return fits(vg, other) if vg.plain and not vg.past else None


def from_to(vg: VerbGroup, old: Hue, new: Hue) -> Said | None:
    """Return what "went from red to blue" says."""
    if len(old.colors) != 1 or len(new.colors) != 1 or old.negated or new.negated:
        return None
    if vg.mode == "":
        if vg.negated or vg.still or vg.ended or vg.only:
            return None
        return Said(
            (Predicate("color", old.colors, time="gone"), Predicate("color", new.colors, time="began"))
        )
    if vg.mode in ("can", "would", "will"):
        return Said((Predicate("color", old.colors), Predicate("can", new.colors, fresh=True)), 2)
    if vg.mode == "must" and vg.past:
        return Said(
            (
                Predicate("color", old.colors, time="gone"),
                Predicate("color", new.colors, time="began"),
                Predicate("forced"),
            )
        )
    if vg.mode == "must":
        return Said((Predicate("color", old.colors), Predicate("must", new.colors)), 2)
    return None


def left(vg: VerbGroup, old: Hue, *new: Hue) -> Said | None:
    """Return what "left red for blue" says."""
    if new:
        return from_to(vg, old, new[0])
    return None


def fine(vg: VerbGroup, *other: Group) -> Said | None:
    """Return what "is fine with h2" says."""
    return fits(vg, *other)


def fine_for_me(vg: VerbGroup) -> Said | None:
    """Return what "is fine with me" says: nothing of mine clashes with it."""
    return None if vg.ended else related_said("trouble")(replace(vg, negated=not vg.negated))


def fits(vg: VerbGroup, *other: Any) -> Said | None:
    """Return what "fits h2" says."""
    return related_said("fits")(vg, *other)


def free(vg: VerbGroup, *other: Any) -> Said | None:
    """Return what "has no conflict" says."""
    said = related_said("clash")(vg, *other)
    if said is None or vg.negated or vg.mode in ("would not", "will not", "cannot"):
        return None
    if vg.ended or vg.still:
        return None
    return Said(
        tuple(replace(one, negated=not one.negated) for one in said.predicates), said.hypothetical
    )


def differs(vg: VerbGroup, *other: Any) -> Said | None:
    """Return what "differs from h2" says."""
    if vg.ended:
        return None
    said = related_said("same")(vg, *other)
    if said is None or any(one.time == "gone" for one in said.predicates):
        return None
    return Said(
        tuple(replace(one, negated=not one.negated) for one in said.predicates), said.hypothetical
    )


def but_not(kind: str) -> Callable[..., Said | None]:
    """Return the action of "clashes with h2, but not with h5"."""

    def value(vg: VerbGroup, first: Group, second: Group) -> Said | None:
        one, other = related_said(kind)(vg, first), related_said(kind)(vg, second)
        if one is None or other is None or vg.negated or vg.mode or vg.ended:
            return None
        denied = tuple(replace(each, negated=True) for each in other.predicates)
        return Said((*one.predicates, *denied), one.hypothetical)

    return value


def neither_nor(kind: str) -> Callable[..., Said | None]:
    """Return the action of "clashes neither with h2 nor with h5"."""

    def value(vg: VerbGroup, first: Group, second: Group) -> Said | None:
        one, other = related_said(kind)(vg, first), related_said(kind)(vg, second)
        if one is None or other is None or vg.negated or vg.ended:
            return None
        both = (*one.predicates, *other.predicates)
        return Said(tuple(replace(each, negated=True) for each in both), one.hypothetical)

    return value


def fixed(vg: VerbGroup, *hue: Hue) -> Said | None:
    """Return what "is fixed" says."""
    if vg.mode or vg.past or vg.ended:
        return None
    found: tuple[Predicate, ...] = (Predicate("fixed", negated=vg.negated),)
    if hue:
        if vg.negated or len(hue[0].colors) != 1:
            return None
        found += (Predicate("color", hue[0].colors),)
    return Said(found)
