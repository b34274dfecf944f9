"""
Rules by which names make lists, lists make clauses, and clauses make messages.

Corrections are rules of messages: what comes after "no, wait" replaces what came before.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

from ..wordlist import words
from .chart import Grammar
from .meaning import Given, Meaning, Names, Pair


def add_names(rules: Grammar) -> None:
    """Add lists of nodes and of colors, and pairs of them."""
    for kind in ("own", "foreign", "any"):
        node = f"{kind}_node"
        if kind == "any":
            rules.rule(node, "<own_node>", _same)
            rules.rule(node, "<foreign_node>", _same)
        else:
            rules.rule(
                node, f"[my|your|the|our] [color of] [my|your] [node|nodes|vertex] <{kind}_name>", _same
            )
            rules.rule(node, f"<{kind}_name> ('s|s) color", _same)
        rules.rule(f"{kind}_more", "", lambda: ())
        for signs, joint in _JOINTS:
            rules.rule(
                f"{kind}_more", f"{signs} <{node}> <{kind}_more>", functools.partial(_more, joint)
            )
        target = {"own": "own", "foreign": "foreign", "any": "nodes"}[kind]
        rules.rule(target, f"[both|all] <{node}> <{kind}_more>", functools.partial(_listed, "node"))
        rules.rule(target, f"either <{node}> <{kind}_more>", functools.partial(_listed, "node"))
        rules.rule(target, f"<{node}> (-|to) <{node}>", functools.partial(_range))
        for word, stands in (("it", "@pronoun"), ("them", "@pronouns"), ("other", "@other")):
            rules.rule(target, stands, functools.partial(Names, "node", (word,), kind))
        prefix = {"own": "o", "foreign": "f", "any": ""}[kind]
        rules.rule(
            f"{prefix}pair", f"<{target}> [,] [@link] <color>", lambda n, c: Pair(n, c, bare=True)
        )
        rules.rule(f"{prefix}pair", f"<{target}> [,] @be <color>", lambda n, c: Pair(n, c))
        rules.rule(f"{prefix}pair", f"<color> @for <{target}>", lambda c, n: Pair(n, c, bare=True))
        rules.rule(f"{prefix}pairs", f"<{prefix}pair>", lambda p: (p,))
        rules.rule(
            f"{prefix}pairs",
            f"<{prefix}pair> [@between] <{prefix}pairs>",
            lambda p, more: (p, *more),
        )
        # "h2 is red and b2 blue is fine" judges the second pair; the first has a verb of its own.
        rules.rule(
            f"{prefix}judged",
            f"<{prefix}pairs>",
            lambda pairs: pairs if all(pair.bare for pair in pairs) else None,
        )
    # What is supposed may have any verb: "if h2 were red and h5 became green".
    rules.rule("spair", "<pair>", _same)
    rules.rule("spair", "<nodes> @turns <color>", lambda n, c: Pair(n, c))
    rules.rule("spairs", "<spair>", lambda p: (p,))
    rules.rule("spairs", "<spair> [@between] <spairs>", lambda p, more: (p, *more))
    # What somebody does is supposed: "what if you did green on b2 and I did red on h2".
    rules.rule("dpair", "(i|you|we) [would|could] (@did|@used|@set) <pair>", _same)
    rules.rule("dpairs", "<dpair>", lambda p: (p,))
    rules.rule("dpairs", "<dpair> [@between] (<dpairs>|<spairs>)", lambda p, more: (p, *more))
    rules.rule("color_more", "", lambda: ())
    for signs, joint in _JOINTS:
        rules.rule("color_more", f"{signs} <color_name> <color_more>", functools.partial(_more, joint))
    rules.rule(
        "color",
        "[either|both|the color|color] <color_name> <color_more>",
        functools.partial(_listed, "color"),
    )
    rules.rule("all", "@all", lambda: None or Names("all", ("all",)))
    rules.rule("name", "<participant>", _same)
    rules.rule("name", "@participants", lambda: Names("participant", ()))


_JOINTS = (
    ("(and|&|, and|as well as|+|plus|and also|, and also)", "and"),
    ("(or|, or|nor|, nor)", "or"),
    ("(,|/|)", "row"),
)


def _same(value: Hashable) -> Hashable:
    return value


def _more(joint: str, name: str, rest: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return ((joint, name), *rest)


def _listed(kind: Any, first: str, rest: tuple[tuple[str, str], ...]) -> Names | None:
    joints = {joint for joint, _ in rest}
    names = (first, *(name for _, name in rest))
    if kind == "color" and any(a == b for a, b in itertools.pairwise(names)):
        return None
    joint = "or" if "or" in joints else "and" if "and" in joints else "row" if joints else ""
    return Names(kind, names, joint)


def _range(first: str, last: str) -> Names | None:
    """Read "b1-b3", whose ends differ in their number only."""
    a, b = re.fullmatch(r"(.*?)(\d+)", first), re.fullmatch(r"(.*?)(\d+)", last)
    if a is None or b is None or a[1] != b[1] or not int(a[2]) < int(b[2]) <= int(a[2]) + 50:
        return None
    return Names("node", tuple(f"{a[1]}{i}" for i in range(int(a[2]), int(b[2]) + 1)), "range")


def _collected(values: Sequence[Any]) -> tuple[tuple[Pair, ...], tuple[Pair, ...], Names | None]:
    """Return pairs, conditions, and the name of a group, of the parts of a pattern in order."""
    pairs: list[Pair] = []
    given: list[Pair] = []
    group = None
    for value in values:
        if isinstance(value, tuple) and value and isinstance(value[0], Pair):
            pairs += value
        elif isinstance(value, Pair):
            pairs.append(value)
        elif isinstance(value, Given):
            given += value.pairs
        elif isinstance(value, Meaning):
            pairs += value.pairs
            given += value.given
        elif isinstance(value, Names) and value.kind in ("all", "participant"):
            group = value
        elif isinstance(value, Names) and value.kind == "node":
            if pairs and pairs[-1].nodes is None:
                pairs[-1] = replace(pairs[-1], nodes=value)
            else:
                pairs.append(Pair(value, None))
        elif isinstance(value, Names):
            if pairs and pairs[-1].colors is None:
                pairs[-1] = replace(pairs[-1], colors=value)
            elif pairs and pairs[-1].second is None:
                pairs[-1] = replace(pairs[-1], second=value)
            else:
                pairs.append(Pair(None, value))
    return tuple(pairs), tuple(given), group


#: Kinds whose lists may go on with a verb: "h2 red and h5 is blue".
_OPEN = words("report suppose offer compare q3 complain hearsay")


def _begins_anew(value: Any) -> bool:
    """Return whether a list goes on with a verb: "I can't do h1 green, but h4 is green"."""
    if not isinstance(value, tuple) or len(value) < 2 or not isinstance(value[0], Pair):
        return False
    return value[0].bare and any(not pair.bare for pair in value[1:])


def meaning_of(kind: str, *values: Any) -> Meaning:
    """Return a meaning of the parts of a pattern."""
    pairs, given, group = _collected(values)
    if kind == "pairs_question" and any(isinstance(one, Meaning) and one.pairs for one in values):
        return Meaning("pairs_question_about", pairs, given)
    return Meaning(kind, pairs, given, group.names if group is not None else ())


def clause_of(kind: str, *values: Any) -> Meaning | None:
    """Return a meaning of the parts of a pattern; None if a list in it begins another clause."""
    if kind not in _OPEN and any(map(_begins_anew, values)):
        return None
    return meaning_of(kind, *values)


def given_of(*values: Any) -> Given:
    """Return a condition of the parts of a pattern."""
    return Given(_collected(values)[0])


# ------------------------------------------------------------------------------------------- messages


def add_messages(rules: Grammar, *, adjacent: bool = True) -> None:
    """
    Add clauses, corrections, and their sequences.

    Parameters
    ----------
    adjacent
        Whether clauses may follow each other without a sign or a conjunction.
    """
    for kind in ("stated", "request", "question", "stance"):
        rules.rule("clause", f"<{kind}>", lambda meaning: (meaning,))
    rules.rule("clause", "<question> ?", lambda meaning: (meaning,))
    rules.rule("clause", "<question> @without [?]", lambda meaning: (meaning,))
    rules.rule("clause", "<request> ?", _questioned)
    rules.rule("clause", "<stated> ?", _questioned)
    rules.rule("clause", "<stance> ?", lambda meaning: (meaning,) if meaning.kind in _ASKABLE else None)
    rules.rule("unit", "<clause>", _same)
    rules.rule("unit", "[dear] <participant> [,|:|!|.|-] <unit>", lambda _, unit: unit)
    rules.rule("unit", "@courtesy [,|:|!|.|-] <unit>", _same)
    rules.rule("unit", "<clause> [,|.|-] @courtesy_end [?]", _same)
    rules.rule("unit", "(<stated>|<request>) [,|.|-] ok [?]", lambda meaning: (meaning,))
    rules.rule("claim", "<stated>", lambda meaning: meaning if meaning.kind in _CORRECTED else None)
    rules.rule("claim", "<request>", lambda meaning: meaning if meaning.kind in _CORRECTED else None)
    rules.rule(
        "fragment", "[to|it is|it should be|make it|rather|better|in|i meant|that is] <color>", _same
    )
    rules.rule("fragment", "<color> (it is|i mean|i meant|rather|instead)", _same)
    rules.rule("unit", "<claim> [@sep] (@amend|@slip) [@sep|:] <fragment>", _recolored)
    rules.rule("unit", "<claim> [@sep] @remake [@sep|:] <fragment>", _made)
    rules.rule("unit", "<claim> [@sep] @meant [,|:] <nodes>", _renamed)
    rules.rule("unit", "<claim> [@sep] @correct [@sep|:] <nodes> (is|are|it is|that is)", _renamed)
    rules.rule(
        "unit", "<claim> [@sep] (no|not) <color> [@sep] (but|rather|i mean) <color>", lambda *v: None
    )
    rules.rule("unit", "<claim> [@sep] @amend [@sep] <claim>", _amended)
    rules.rule("unit", "<claim> [@sep] @falter [@sep] <claim>", _replaced)
    rules.rule(
        "unit",
        "<claim> [@sep] [@correct] [@sep] @taken_back",
        lambda claim: (Meaning("withdrawn"),),
    )
    rules.rule(
        "unit",
        "(@meant|@mistake|sorry) [:|,] <nodes> [,] not <nodes> [,] (@link|@be|) <color>",
        lambda n, _, c: (Meaning("either", (Pair(n, c),)),),
    )
    rules.rule(
        "unit",
        "not <nodes> (,|;|but|, but) <nodes> (@link|@be|) <color>",
        lambda _, n, c: (Meaning("either", (Pair(n, c),)),),
    )
    rules.rule(
        "unit",
        "[no|sorry|wait|i mean|i meant|well] [,|.] not <nodes> (,|;|.|but|, but|-|, i mean|, rather)"
        " <claim>",
        lambda _, claim: (claim,) if claim.pairs and claim.pairs[0].nodes else None,
    )
    rules.rule(
        "unit",
        "<claim> [,|.|;|-] [but|and] [only] (unless|until|except if|except when|but not if|if not)"
        " <spairs>",
        lambda claim, _: (Meaning("condition"),),
    )
    rules.rule(
        "unit",
        "<claim> [,] [but] [only|just] <given>",
        lambda claim, _: (Meaning("condition"),) if claim.kind != "wish" else None,
    )
    rules.rule(
        "unit",
        "<claim> [,|;|-] [but] @unless_tail",
        lambda claim: (Meaning("condition"),),
    )
    rules.rule(
        "unit",
        "[if you can] [,] <claim> [,|;|.] [and] (otherwise|or else|else|if not) [,] <fragment>",
        lambda *values: (Meaning("condition"),),
    )
    rules.rule(
        "unit",
        "(unless|until|except if|except when|if not) <spairs> [,|;|-] <claim>",
        lambda _, claim: (Meaning("condition"),),
    )
    rules.rule(
        "unit",
        "[@set] <nodes> (@link|@be|) <color> [,|;] [and] not <nodes>",
        lambda n, c, _: (Meaning("either", (Pair(n, c),)),),
    )
    rules.rule(
        "unit",
        "(@mistake|sorry) [:|,|.|;] <claim> [,|-] [and] not <color>",
        lambda claim, _: (claim,),
    )
    rules.rule(
        "unit",
        "@mistake [:|,|.|;] <claim>",
        lambda c: (c,),
    )
    # A reason says again what is believed, or what the person fears: "since h1 is", "or we clash".
    rules.rule(
        "unit",
        "(<stated>|<request>) [,|.] (because|since|as|for) [my|the] <nodes> (is|are|has it|does|needs it"
        "|is already|needs that) [too|as well|that]",
        lambda meaning, _: (meaning,),
    )
    rules.rule(
        "unit",
        "(<stated>|<request>) [,|.|;] (otherwise|or else|because then|because otherwise)"
        " [my|your|the] (<nodes>|i|we|you|there|it) (gets|get|has|have|will have|will be|would be|is"
        "|are|would have|clash|clashes|will clash|needs|loses) [a|an|two|one|three|another|new|more|in]"
        " [clash|clashes|conflict|conflicts|problem|problems|trouble|stuck|that]",
        lambda meaning, *_: (meaning,),
    )
    rules.rule(
        "unit",
        "(<stated>|<request>) [,|.|;] (because|since) (i|we|that|it|this) (need it|need that|need this|"
        "said so|want it|like it|is better|helps|helps me|am stuck|can not move|are stuck|clash|asked|"
        "would help|is easier|conflicts|clashes|is the best)",
        lambda meaning: (meaning,),
    )
    rules.rule("message", "<unit>", _same)
    rules.rule("message", "<unit> @sep <message>", lambda first, rest: (*first, *rest))
    if adjacent:
        rules.rule("message", "<unit> <message>", _adjacent)
    rules.rule("message", "@sep <message>", _same)
    rules.rule("message", "<message_end>", _same)
    rules.rule("message_end", "<unit> @sep [@sep]", _same)
    rules.rule("message_end", "@courtesy [@sep]", lambda: (Meaning("courtesy"),))


_ASKABLE = frozenset(("help", "smalltalk", "meaning", "courtesy"))
#: Kinds that ask for the same with a question mark.
_REQUESTED = words(
    """
    order begged request request_first order_first order_second wish wish_first wish_second keep offer
    condition complain allbut denied fine noneown notboth complain_why avoidnow swap allorder keepbut
    avoidlike orderlike offerkeep only avoidask
    """
)
#: Stances that need a sign before a statement: "do not leave b2 red" is no refusal and a report.
_APART = words("refuse cancel courtesy meaning")
#: Kinds of statements that rule a color out.
_DENYING = words("avoid cannot")
_CORRECTED = words("report order should must cannot wish request begged avoid")


def _adjacent(first: tuple[Meaning, ...], rest: tuple[Meaning, ...]) -> tuple[Meaning, ...] | None:
    """Join clauses without a sign or a conjunction between them."""
    if first[-1].kind in _APART and rest[0].pairs:
        return None
    if rest[0].kind == "agree" and any(pair.bare for pair in first[-1].pairs):
        # "B2 red works for me" is one clause.
        return None
    return (*first, *rest)


def _questioned(meaning: Meaning) -> tuple[Meaning, ...] | None:
    """Turn a statement with a question mark into a question."""
    if meaning.kind in _REQUESTED:
        return (meaning,)
    if meaning.kind == "should":
        return (replace(meaning, kind="ordered_question"),)
    if meaning.kind in ("report", "isnot", "past", "must", "cannot", "possible", "avoid"):
        return (replace(meaning, kind=f"{meaning.kind}_question"),)
    if meaning.kind == "suppose":
        return (replace(meaning, kind="q3"),)
    return (replace(meaning, kind="unclear"),)


def _recolored(claim: Meaning, colors: Names) -> tuple[Meaning, ...] | None:
    if not claim.pairs or len(colors.names) != 1:
        return None
    return (replace(claim, pairs=(*claim.pairs[:-1], replace(claim.pairs[-1], colors=colors))),)


def _made(claim: Meaning, colors: Names) -> tuple[Meaning, ...] | None:
    """Correct a color, but for one that was denied: behind it "make it red" is an order of its own."""
    return None if claim.kind in _DENYING else _recolored(claim, colors)


def _renamed(claim: Meaning, nodes: Names) -> tuple[Meaning, ...] | None:
    if len(claim.pairs) != 1 or len(nodes.names) != 1 or nodes.names[0] in ("it", "them"):
        return None
    return (replace(claim, pairs=(replace(claim.pairs[0], nodes=nodes),)),)


def _replaced(first: Meaning, last: Meaning) -> tuple[Meaning, ...] | None:
    """Let a second claim replace the first: about the same nodes, or of other nodes instead."""
    if not first.pairs or not last.pairs:
        return None
    old, new = first.pairs[-1], last.pairs[-1]
    if old.nodes == new.nodes or (new.nodes is not None and new.nodes.names == ("it",)):
        kept = replace(last, pairs=(*last.pairs[:-1], replace(new, nodes=old.nodes)))
        return (replace(first, pairs=first.pairs[:-1]), kept) if len(first.pairs) > 1 else (kept,)
    if old.colors == new.colors:
        return (last,)
    return (Meaning("unclear", (*first.pairs, *last.pairs)),)


def _amended(first: Meaning, last: Meaning) -> tuple[Meaning, ...] | None:
    """Let what is said last hold: "make a5 blue - no, sorry, a4 green"."""
    replaced = _replaced(first, last)
    if replaced is None or replaced[0].kind != "unclear" or len(first.pairs) + len(last.pairs) > 2:
        return replaced
    act = first.kind if last.pairs[0].bare and last.kind == "report" else last.kind
    return (Meaning("instead", last.pairs, first.pairs, (act,)),)
