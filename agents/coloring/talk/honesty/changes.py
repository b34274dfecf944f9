"""Rules about changes that name no color, and about nodes that stay as they are."""

from __future__ import annotations

from .. import lexicon
from .rules import Rule, Rules, Said, leave, refuse, shaped

_ANOTHER = r"\b(?:another|new|different|adjustments?|changes?|other)\b"
_KEPT = r"\bleft (?:my|OWN|it|them|all|everything|the)\b|\bsame\b.*\b(?:before|still)\b"
_ONLY = r"\bonly\b|\bOWN alone\b|\bjust (?:OWN|one)\b|\b(?:all|what) (?:that )?(?:i|we)\b"


def _changes(said: Said) -> bool:
    """Return whether the clause has a verb of change."""
    verbs = said.vocabulary & lexicon.CHANGE
    if said.vocabulary & lexicon.CONFLICT:
        verbs -= {"gone", "go", "goes", "went"}  # a conflict that is gone
    return bool(verbs)


def _sets(said: Said) -> bool:
    return _changes(said) or bool(said.vocabulary & lexicon.SETS and said.has(_ANOTHER))


def _stays(said: Said) -> bool:
    return bool(said.vocabulary & (lexicon.STAYS - {"same", "left"})) or said.has(_KEPT)


def _meant(said: Said) -> list[str]:
    """Return the own nodes that are mentioned, by name or as "it"."""
    if not said.own and said.has(r"\b(?:it|them|they)\b"):
        return [token.text for token in said.context.nodes if token.kind == "own"]
    return said.own


def _changed(said: Said) -> set[str]:
    return set(said.facts.changed)


def _was(said: Said) -> bool:
    past = said.has(r"\b(?:before|earlier|previously|was|were)\b")
    return past and not _changes(said) and not _stays(said)


def _changed_as_said(said: Said) -> bool:
    own, changed = set(_meant(said)), _changed(said)
    if own:
        return not own & changed if said.negated else own <= changed
    if said.negated:
        return not changed
    if said.has(r"\b(?:all|every|everything|each)\b"):
        return changed == set(said.facts.view.own)
    return bool(changed)


def _may_stay(said: Said) -> bool:
    """Return whether "you can keep h2" is good advice: nothing is wrong with its color."""
    known = {name: said.facts.beliefs[name] for name in said.foreign if name in said.facts.beliefs}
    return len(known) == len(set(said.foreign)) and said.facts.can(known) is True


def _stayed_as_said(said: Said) -> bool:
    own, changed = set(_meant(said)), _changed(said)
    return bool((own & changed) if own else changed) == said.negated


def _is_ability(said: Said) -> bool:
    able = said.has(r"\b(?:without|let me|can|could|would|might|may|able to)\b")
    return _sets(said) and able


CHANGES: Rules[Said] = (
    Rule(
        "change",
        shaped(r"\bOWN (?:now )?(?:has|have|got) (?:a )?(?:new|different|another) colors?\b"),
        lambda said: set(said.own) <= _changed(said) and not said.negated,
        ends=True,
    ),
    refuse("unclear", lambda said: _changes(said) and said.vocabulary & {"score", "scores", "points"}),
    Rule(
        "change",
        lambda said: _stays(said) and not said.nodes and said.has(r"\b(?:the rest|the others?|else)\b"),
        lambda said: _changed(said) <= {token.text for token in said.context.own},
        ends=True,
    ),
    refuse(
        "unclear",
        lambda said: (
            (_changes(said) or _stays(said))
            and said.has(r"\b(?:but|except|apart|else|besides|other than)\b")
        ),
    ),
    leave(lambda said: _was(said) and said.vocabulary & lexicon.CONFLICT),  # a conflict of the past
    Rule(
        "change",
        _was,
        lambda said: not _changed(said) & set(_meant(said) or said.facts.view.own) and not said.negated,
    ),
    # A clause about what the person needs to do is judged as a state, or as a proposal.
    leave(shaped(r"\b(?:you|your|FOR)\b.*\b(?:need|have|must|should)\b|\bneeds? to change\b")),
    refuse(
        "unclear",
        lambda said: (
            _changes(said)
            and "had" not in said.vocabulary
            and said.has(r"\b(?:need|needs|have|has|had|must|should) to\b")
        ),
    ),
    Rule(
        "change",
        shaped(r"\bi (?:do|did|have) not (?:have|need) to change\b"),
        lambda said: not _changed(said),
        ends=True,
    ),
    # "I can't fix this without changing b2" is true only where nothing can be solved.
    Rule(
        "success",
        lambda said: _is_ability(said) and said.has(r"\bcan not\b|\bcould not\b|\bwithout\b"),
        lambda said: said.facts.solvable is False,
        ends=True,
    ),
    refuse("unclear", _is_ability, ends=True),
    refuse("attribution", lambda said: _sets(said) and said.foreign),
    Rule("change", _sets, _changed_as_said),
    Rule(
        "change",
        lambda said: _sets(said) and _meant(said) and said.has(_ONLY),
        lambda said: set(_meant(said)) == _changed(said),
    ),
    leave(_sets),
    leave(
        lambda said: (
            _stays(said)
            and "still" in said.vocabulary
            and not said.vocabulary & (lexicon.STAYS - {"still"})
        )
    ),
    leave(
        lambda said: (
            _stays(said)
            and said.vocabulary & {"remain", "remains", "remaining", "still", "left"}
            and said.vocabulary & lexicon.CONFLICT
        )
    ),
    Rule("proposal", lambda said: _stays(said) and said.foreign, _may_stay, ends=True),
    Rule("change", _stays, _stayed_as_said, ends=True),
    refuse(
        "unclear",
        lambda said: (
            _meant(said) and said.vocabulary & (lexicon.SETS | {"touched", "reconsidered", "care"})
        ),
    ),
)
