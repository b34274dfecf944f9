"""
Claims that a sentence makes in any of its readings, and whether the facts entail them.

The grammar in ``claims.txt``, ``possibilities.txt`` and ``quantities`` enumerates what may be said. A
sentence passes only if it has a reading and every reading is entailed by the facts, with what its
questions and requests presuppose. A condition is supposed, and what follows it is checked under it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

from ..facts import Facts
from ..grammar.chart import Chart, Grammar, Terminal
from ..grammar.compose import add_names, meaning_of
from ..grammar.meaning import Meaning, Names, Pair
from ..grammar.naming import Colored, Naming, NoAntecedent
from ..grammar.parse import rules_in, spoken_in, terminals_of, vocabulary
from ..tokens import tokens_of
from ..wordlist import words
from .causes import UNDECIDED, both_named, is_cause, named_by
from .checks import CHECKS
from .entailment import entailed
from .formula_rules import add_formulas
from .formulas import Colors, Formula, Setting, Several, Supposed
from .modal import MODAL
from .ruled_out import is_ruled_out
from .said import Said
from .shapes import BECAUSE
from .spoken_words import CLASSES, NUMBERS, is_wrong_owner, joined_words

#: Claims that are made of parts.
CLAIMS = Colors | Formula | Setting | Several | Supposed


@functools.cache
def _grammar() -> Grammar:
    rules = Grammar()
    rules.word_classes(vocabulary())
    rules.word_classes(CLASSES)
    add_names(rules)
    rules.rule("peaceful", "@after", lambda: Names("group", ()))
    for prefix, nodes in (("", "nodes"), ("f", "foreign"), ("o", "own")):
        rules.rule(f"{prefix}cpair", f"<{nodes}> (is|are|=|:|to be) <color>", Pair)
        rules.rule(f"{prefix}cpair", f"<{nodes}> [in|at|on] <color>", functools.partial(Pair, bare=True))
        rules.rule(f"{prefix}cpair_to", f"<{nodes}> [to|in|into] <color>", Pair)
        for name in ("cpair", "cpair_to"):
            listed = f"{prefix}{name}s" if name == "cpair" else f"{prefix}cpairs_to"
            rules.rule(listed, f"<{prefix}{name}>", lambda pair: (pair,))
            rules.rule(
                listed,
                f"<{prefix}{name}> [,|and|, and|&|;] <{listed}>",
                lambda pair, more: (pair, *more),
            )
    for name in ("claims", "possibilities"):
        text = resources.files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
        for kind, pattern in rules_in(text):
            rules.rule("claim1", pattern, functools.partial(_claim, kind))
            if kind == "unsatisfied":
                rules.rule("dissatisfied", pattern, functools.partial(_claim, kind))
            if kind in _CONDITIONAL:
                rules.rule("claim2", pattern, functools.partial(_claim, kind))
    add_formulas(rules)
    rules.rule("unseen", "<unseen_name>", lambda name: None or Names("participant", ()))
    rules.rule("unseen", "<unseen_name> (,|, and|and|, or|or) <unseen>", lambda name, more: more)
    _add_conditions(rules)
    for pattern in (
        "<claim1>",
        "@intro [,|:] <claim1>",
        "<claim1> [,] @outro",
        "@intro [,|:] <claim1> [,] @outro",
    ):
        rules.rule("claim", pattern, lambda claim: claim)
    rules.rule("said", "@asking [,] <claim>", lambda claim: (claim, _ASKED))
    rules.rule("said", "@asking [,] <claim> @joint <said>", lambda claim, more: (claim, _ASKED, *more))
    rules.rule("said", "<claim> [?]", lambda claim: (claim,))
    rules.rule(
        "said",
        "(since|because|as|now that) <claim> [,] <said>",
        lambda claim, more: (claim, _THEREFORE, *more),
    )
    rules.rule("said", "<claim> ? <said>", lambda claim, more: (claim, *more))
    rules.rule("said", "<claim> [?] @joint <said>", _joined)
    rules.rule("said", "<claim> [?] (:|;|.) <said>", lambda claim, more: (claim, *more))
    rules.rule("said", "<dissatisfied> as long as <said>", lambda claim, more: (claim, _BECAUSE, *more))
    rules.rule("said", "<claim> @because <said>", lambda claim, more: (claim, _BECAUSE, *more))
    rules.rule("said", "<claim> @therefore <said>", lambda claim, more: (claim, _THEREFORE, *more))
    rules.rule("said", "<claim> @asked", lambda claim: (claim, _ASKED))
    rules.rule("said", "<claim> @asked @joint <said>", lambda claim, more: (claim, _ASKED, *more))
    return rules


#: What is wrong with a reading that is none.
_NO_ANTECEDENT = "unclear"

#: Marks between claims: the second is the cause of the first, or its effect; the first was demanded.
_BECAUSE, _THEREFORE, _ASKED = BECAUSE, Meaning("therefore"), Meaning("asked")


@dataclass(frozen=True)
class Conditional:
    """
    A claim under a condition.

    Attributes
    ----------
    given
        Nodes and colors that are supposed.
    claim
        What is claimed.
    negated
        Whether the node is supposed not to have the color.
    """

    given: tuple[Pair, ...]
    claim: Meaning
    negated: bool = False


def _add_conditions(rules: Grammar) -> None:
    given = (
        "(@ifs <cpairs>|@ifs (you|i) (can change|could change|keep|kept|leave|left|make|made|set"
        "|change|changed|turn|turned)"
        " <cpairs_to>|@ifs <nodes> (turns|turned|becomes|became|stays|stayed|remains|gets|turn|become"
        "|stay|remain) <color>)"
    )
    rules.rule("given", given, _pairs_of)
    rules.rule("given", "@ifs <own> (has to be|must be|has to stay|must stay) <color>", _pairs_of)
    rules.rule("given", "@ifs [both] <nodes> (were|was) <color>", _pairs_of)
    rules.rule("notgiven", "@ifs <nodes> (is|are) not <color>", _pairs_of)
    for order in ("<{}> [,] [then] <claim2>", "<claim2> [,] <{}>"):
        rules.rule("claim1", order.format("given"), functools.partial(_conditional, negated=False))
        rules.rule("claim1", order.format("notgiven"), functools.partial(_conditional, negated=True))


def _pairs_of(*values: Any) -> Names | tuple[Pair, ...]:
    return meaning_of("given", *values).pairs


def _conditional(*values: Any, negated: bool) -> Conditional | None:
    given = next(one for one in values if isinstance(one, tuple))
    claim = next(one for one in values if not isinstance(one, tuple))
    if not isinstance(claim, Meaning) or claim.kind not in _CONDITIONAL or not given:
        return None
    return Conditional(given, claim, negated)


#: Kinds of claims that may stand under a condition.
_CONDITIONAL = words(
    """
    peace war clash willclash noclash can cannot must wouldchange mustchange satisfied neednot same
    differ
    """
)


#: Kinds of claims behind which colors may follow without a verb: "b2 is now red, b3 blue".
_LISTS = words("state becamelist became kept fromto reported demanded")


def _joined(claim: Any, more: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Join claims; names of nodes and colors without a verb follow claims about colors only."""
    bare = isinstance(more[0], Meaning) and more[0].kind == "state" and more[0].pairs[0].bare
    if bare and not (isinstance(claim, Meaning) and claim.kind in _LISTS):
        return None
    return (claim, *more)


def _claim(kind: str, *values: Any) -> Meaning:
    numbers = tuple(value for value in values if isinstance(value, int))
    rest = [value for value in values if not isinstance(value, int)]
    return Meaning(kind, meaning_of(kind, *rest).pairs, group=tuple(map(str, numbers)))


def readings(text: str, facts: Facts) -> list[tuple[Meaning, ...]]:
    """Return all sequences of claims that a text may make; an empty list if it has no reading."""
    spoken = joined_words(spoken_in(tokens_of(text, facts.view)))
    if any(token.kind in ("no_color", "typo") or token.quoted for token in spoken):
        return []

    if any(is_wrong_owner(spoken, i) for i in range(len(spoken) - 1)):
        return []

    def number(i: int) -> int | None:
        word = spoken[i].text
        return int(word) if word.isdigit() else NUMBERS.get(word)

    def seen(kind: str) -> Terminal:
        return lambda i: spoken[i].text if spoken[i].kind == kind else None

    # A node that the agent does not see is named only to say so.
    names = {"own_name": seen("own"), "foreign_name": seen("foreign"), "unseen_name": seen("other")}
    terminals = {**terminals_of(spoken, facts.view), **names, "number": number}
    words = [token.text if token.kind in ("word", "sign") else f"\0{token.kind}" for token in spoken]
    chart = Chart(_grammar(), words, terminals)
    return [value for value in chart.meanings("said") if isinstance(value, tuple)]


def false_claims(text: str, facts: Facts) -> list[str]:
    """Return the kinds of claims that are not entailed; ``["unclear"]`` if the text has no reading."""
    several = readings(text, facts)
    if not several:
        return ["unclear"]
    kinds = [list(_false(claims, facts)) for claims in several]
    if not all(_NO_ANTECEDENT in one for one in kinds):
        # A pronoun that stands for nothing makes no reading if there is another one: "it works".
        kinds = [one for one in kinds if _NO_ANTECEDENT not in one]
    return list(dict.fromkeys(kind for one in kinds for kind in one))


def _false(claims: Sequence[Any], facts: Facts) -> Iterator[str]:
    """Give the kinds of the claims of one reading that are not entailed."""
    naming = Naming(facts.view, subjects=True)
    said: list[tuple[Any, Sequence[Colored]]] = []
    for claim in claims:
        try:
            if isinstance(claim, CLAIMS):
                names = naming.copied()
                unnamed = isinstance(claim, Setting) and not claim.pairs and "points" not in claim.kind
                if unnamed and facts.request.proposed:
                    # "I could follow" is about what the person proposed, which is not known here.
                    yield "proposal"
                if not entailed(claim, facts, naming):
                    yield "formula"
                said.append(named_by(claim, names))
                continue
            if isinstance(claim, Conditional):
                given = _expanded(claim.given, naming)
                said.append((claim, given))
                if not _holds_under(claim, given, _parts(claim.claim, naming), facts):
                    yield "condition"
                continue
            parts = _parts(claim, naming)
        except NoAntecedent:
            yield _NO_ANTECEDENT
            return
        said.append((claim, [one for part in parts for one in part]))
        if claim in (_BECAUSE, _THEREFORE, _ASKED):
            continue
        following = claims[len(said)] if len(said) < len(claims) else None
        if _is_answer(claim, following):
            continue
        if claim.kind == "willclash" or not _holds(claim, parts, facts):
            yield claim.kind
    for i, (claim, _) in enumerate(said):
        if claim == _ASKED and not _was_asked(said[i - 1][1], facts):
            yield "demanded"
        if claim in (_BECAUSE, _THEREFORE) and 0 < i < len(said) - 1:
            effect, cause = (i - 1, i + 1) if claim == _BECAUSE else (i + 1, i - 1)
            if claim == _THEREFORE and said[cause][0] == UNDECIDED:
                continue
            before = said[cause - 1] if cause and claim == _THEREFORE else None
            if not (
                is_cause(said[cause], said[effect], facts)
                # "h2 is red, b2 is red, so one of us has to change": two claims are the cause.
                or (before and is_cause(both_named(before, said[cause]), said[effect], facts))
            ):
                yield "cause"


#: Kinds of claims that a "yes" or "no" before them only introduces.
_AFFIRMED, _DENIED = words("can state kept clash"), words("cannot bound fixed notstate notbut noclash")


def _is_answer(claim: Meaning, following: Any) -> bool:
    """Return whether a claim is the "yes" or "no" of the claim behind it."""
    if isinstance(following, Conditional):
        following = following.claim
    if isinstance(following, Supposed):
        following = following.claim
    if isinstance(following, Formula | Setting):
        return claim.kind == ("no" if _denies(following) else "yes")
    kind = following.kind if isinstance(following, Meaning) else ""
    return (claim.kind == "yes" and kind in _AFFIRMED) or (claim.kind == "no" and kind in _DENIED)


def _denies(claim: Formula | Setting) -> bool:
    if isinstance(claim, Setting):
        return claim.kind in ("cannot", "unsolvable", "no solution", "none")
    return claim.quantity == "none" or any(
        one.negated or one.kind in ("cannot", "clash") for one in claim.predicates
    )


def _parts(claim: Meaning, naming: Naming) -> list[list[Colored]]:
    naming.begin()
    return [list(naming.expanded(pair)) for pair in naming.completed(claim.pairs)]


def _expanded(pairs: Sequence[Pair], naming: Naming) -> list[Colored]:
    return [one for pair in naming.completed(pairs) for one in naming.expanded(pair)]


def _was_asked(colored: Sequence[Colored], facts: Facts) -> bool:
    """Return whether the person demanded the colors that are named, or those of the nodes."""
    return bool(colored) and all(
        node in facts.demanded and facts.demanded[node] in (*colors[-1:], facts.after.get(node))
        for node, colors in colored
    )


def _holds_under(
    claim: Conditional, given: Sequence[Colored], parts: Sequence[Sequence[Colored]], facts: Facts
) -> bool:
    """Return whether a claim holds under a condition, whatever the condition leaves open."""
    nodes = [node for node, _ in given]
    if not given or any(not colors or node in facts.hidden or not node for node, colors in given):
        return False
    domain = facts.view.domain
    rows: Iterator[tuple[str, ...]] = itertools.product(
        *(
            # "If h5 is red or blue" supposes each of the colors.
            [color for color in domain if color not in colors] if claim.negated else colors
            for _, colors in given
        )
    )
    for row in rows:
        supposed = dict(zip(nodes, row, strict=True))
        mine = {node: color for node, color in supposed.items() if node in facts.view.own}
        # An own node keeps its color: what another color would do is said with other words.
        if not mine.items() <= facts.after.items():
            return False
        theirs = {node: color for node, color in supposed.items() if node not in mine}
        beliefs = {**facts.beliefs, **theirs}
        complete = all(node in beliefs for node in facts.view.owners)
        solvable = facts.test(beliefs) if facts.test is not None and complete else None
        world = replace(facts, beliefs=beliefs, solvable=solvable)
        if is_ruled_out(facts, theirs):
            return False
        if claim.claim.kind in ("peace", "satisfied", "neednot"):
            # What another coloring of the agent would do is said with "I can".
            if not complete or world.conflicts:
                return False
            continue
        if claim.claim.kind == "war" and solvable is not False:
            return False
        if not _holds(claim.claim, parts, world, mine):
            return False
    return True


# --------------------------------------------------------------------------------------------- checks


def _holds(
    claim: Meaning,
    parts: Sequence[Sequence[Colored]],
    facts: Facts,
    mine: Mapping[str, str] | None = None,
) -> bool:
    colored = [one for part in parts for one in part]
    subject = [node for node, _ in parts[0]] if len(parts) > 1 else []
    nodes = [node for node, _ in colored if node]
    if any(node in facts.hidden for node in nodes) or any(not node for node, _ in colored):
        return False
    check = CHECKS.get(claim.kind) or MODAL.get(claim.kind)
    return check is not None and check(Said(claim, colored, nodes, subject, facts, mine or {}))
