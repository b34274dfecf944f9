"""Rules about conflicts, their absence, and all words that describe the state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .. import lexicon
from ..polarity import is_scattered
from ..tokens import Token
from .colors import SUPPOSED
from .rules import Rule, Rules, Said, Verdict, always, is_ruled_out, judged, leave, refuse, shaped

#: A verb that stands for the one before it ("it no longer clashes with h2, but it does with h5").
_DOES = r"\b(?:it|they|OWN) (?:still )?(?:does|do|did|is|are)(?: still)?(?: not)? with\b"
_UNKNOWN = (
    r"\b(?:not|never) (?:yet )?(?:know|see|sure|understand|been told|told|have(?= (?:the |a "
    r"|any )?colors?\b| yours?\b| FOR\b))\b|\bnot (?:what"
    r"|which)\b|\bunknown\b|\bmissing\b|\b(?:need|have|like|want) to know\b|\b(?:need|want) the color\b"
)
EVERY = r"\b(?:all|every|everything|whole|entire|each|everyone|any|anything)\b"
#: The agent knows nothing about other participants.
_OTHERS = (
    r"\b(?:others?|the other (?:agents?|side|team)|everyone|everybody"
    r"|all agents)\b(?! than)"
)
_CHOICE = r"\b(?:or|either|one of|some of)\b"
_MODAL = r"\b(?:can|could|would|might|may|able|allow|allowed|allows|to)\b"
_NO_SUBJECT = r"^(?:and |still |now )*(?:clash|clashes|conflicts?|collides?) with\b"
_THEY = r"^(?:so )?(?:they|the two|those two|these two|those|both)\b"
_IT = r"^(?:so |but |and )?(?:it|they|which|that)\b"
_UNABLE = r"\b(?:unable|can not|could not|not able|not find|not found)\b"
_I_SOLVED = r"\b(?:i|we) (?:have )?(?:\w+ly |just |now )?(?:fixed|resolved|removed|solved)\b"


def _does(said: Said) -> bool:
    return not said.claim and said.has(_DOES)


def _claim(said: Said) -> int:
    """Return whether the clause says that all is well (1) or not (-1); "it does" repeats a conflict."""
    if _does(said):
        return 1 if said.negated else -1
    return said.claim


def _nodes(said: Said) -> Sequence[Token]:
    if _does(said):
        return [*(token for token in said.context.nodes if token.kind == "own"), *said.nodes]
    return said.nodes


def _is_past(said: Said) -> bool:
    return bool(
        said.vocabulary & {"clashed", "conflicted"}
        or (said.vocabulary & lexicon.CONFLICT and said.vocabulary & {"was", "were", "had"})
    )


def _clashed(said: Said) -> bool:
    """Return whether some named nodes clashed with the colors from before the turn."""
    names = {token.text for token in (*said.context.own, *said.nodes)}
    earlier = said.facts.view.conflicts(said.facts.before, said.facts.beliefs)
    return any(u in names and v in names for u, v, _ in earlier) and not said.negated


def _says_unknown(said: Said) -> bool:
    need = {"need"} if "know" in said.vocabulary else set()
    other_topics = lexicon.CONFLICT | lexicon.FAILURE | ({"need", "change"} - need)
    return said.has(_UNKNOWN) and not said.vocabulary & other_topics


def unknown(said: Said) -> bool:
    """Return whether all colors that the clause says are not known are indeed not known."""
    named: Sequence[Token] = said.nodes
    if not named and re.search(r"\b(?:it|them|that|this|its)\b", said.clause.shape):
        named = said.context.nodes
    return all(t.kind == "foreign" and t.text not in said.facts.beliefs for t in named)


def _names_nodes(said: Said) -> bool:
    """Return whether a clause about an unknown color says whose; "I do not know" alone is no claim."""
    refers = re.search(r"\b(?:it|them|that|this|its)\b", said.clause.shape)
    return bool(said.nodes or (refers and said.context.nodes))


# ------------------------------------------------------------------------------------------ claims


def _supposed(said: Said) -> dict[str, str]:
    """Return the colors of foreign nodes under which something is said to hold."""
    pairs = {pair.node.text: pair.color for pair in said.pairs if pair.node.kind == "foreign"}
    if said.has(SUPPOSED) or (said.has(_MODAL) and "no" not in said.words[:1]):
        return pairs
    return {}


def _follows(said: Said) -> bool:
    """Return whether the stated consequence of a supposition follows."""
    facts, supposed = said.facts, _supposed(said)
    verdict = facts.can(supposed)
    stands = supposed.items() <= facts.beliefs.items()
    if verdict is None and stands:
        verdict = not facts.conflicts and facts.complete
    if stands and facts.conflicts:
        verdict = False
    return verdict is (_claim(said) > 0)


def _subjects(said: Said) -> list[str]:
    """Return the nodes that a claim is limited to; none if it is about everything."""
    tokens = _nodes(said)
    names = [token.text for token in tokens]
    conflict = bool(said.vocabulary & lexicon.CONFLICT)
    subjects = names if any(token.kind == "foreign" for token in tokens) else []
    if conflict and names:
        subjects = names
        if said.has(_NO_SUBJECT) and "OWN" not in said.words:
            subjects = [*(t.text for t in said.context.nodes if t.kind == "own"), *names]
        if len(names) == 1 and said.has(_IT):
            subjects = [*(t.text for t in said.context.nodes), *names]
    refers_back = (not subjects and said.words[0] == "which") or (
        not names and (said.has(_THEY) or (conflict and said.has(r"^it\b")))
    )
    if refers_back:
        return list(said.earlier) if len(set(said.earlier)) > 1 else [*said.earlier, *names]
    return subjects


def _are_well(said: Said) -> bool:
    facts, subjects = said.facts, _subjects(said)
    if facts.clashes(subjects) or any(facts.color(name) is None for name in subjects):
        return False
    border = [name for name in subjects if name not in facts.view.own]
    return not (set(subjects) == set(border) and facts.clashes(border[:1]))


def _clash(said: Said) -> bool:
    facts, subjects = said.facts, _subjects(said)
    return facts.clashes(subjects) and (said.has(_CHOICE) or facts.all_clash(subjects))


def _all_is_well(said: Said) -> bool:
    hedged = "so far" in said.clause.shape or "as far as" in said.clause.shape
    return not said.facts.conflicts and (said.facts.complete or hedged)


_SUPPOSITIONS: Rules[Said] = (
    refuse("proposal", lambda said: is_ruled_out(said.facts, _supposed(said))),
    Rule("success", lambda said: _claim(said) > 0, _follows),
    Rule("conflict", lambda said: _claim(said) < 0, _follows),
)
_ABOUT_SOME: Rules[Said] = (
    Rule("success", lambda said: _claim(said) > 0, _are_well),
    Rule("conflict", lambda said: _claim(said) < 0, _clash),
    Rule(
        "number",
        lambda said: _claim(said) < 0 and said.has(r"\bonly\b|\bone\b|\bsingle\b"),
        lambda said: len(said.facts.conflicts) == 1,
    ),
)
_ABOUT_ALL: Rules[Said] = (
    Rule("success", lambda said: _claim(said) > 0, _all_is_well),
    refuse(
        "unclear",
        lambda said: _claim(said) > 0 and said.has(EVERY) and said.has(r"\b(?:graph|everyone)\b"),
    ),
    leave(lambda said: _claim(said) > 0),
    refuse("success", shaped(r"\bimpossible|whatever|no way\b"), ends=True),
    Rule(
        "conflict",
        shaped(_UNABLE),
        lambda said: said.facts.solvable is False and bool(said.facts.conflicts),
        ends=True,
    ),
    Rule("conflict", always, lambda said: bool(said.facts.conflicts)),
)
_STATES: Rules[Said] = (
    Rule("unclear", lambda said: "whether" in said.vocabulary, lambda said: said.negated, ends=True),
    Rule("conflict", _is_past, _clashed, ends=True),
    leave(shaped(r"\b(?:can|could) not\b.*\bwithout chang")),  # an ability, judged as a change
    Rule("change", shaped(_I_SOLVED), lambda said: bool(said.facts.changed)),
    refuse("unclear", lambda said: _claim(said) and is_scattered(said.words)),
    Rule("color", lambda said: _says_unknown(said) and _names_nodes(said), unknown),
    leave(_says_unknown),
    Rule(
        "unclear",
        shaped(r"\bknown?\b"),
        lambda said: all(said.facts.color(token.text) is not None for token in _nodes(said)),
    ),
    Rule(
        "unclear",
        lambda said: (
            said.has(r"\bknown?\b")
            and (said.has(EVERY) or (not _nodes(said) and "your" in said.vocabulary))
        ),
        lambda said: said.facts.complete,
    ),
    leave(lambda said: not _claim(said)),
    refuse("attribution", shaped(_OTHERS)),
)


def states(said: Said) -> Iterator[Verdict]:
    """Judge the claims of a clause about conflicts and their absence."""
    ended = yield from judged(_STATES, said)
    if ended:
        return
    if _supposed(said):
        yield from judged(_SUPPOSITIONS, said)
    elif _subjects(said):
        yield from judged(_ABOUT_SOME, said)
    else:
        yield from judged(_ABOUT_ALL, said)
