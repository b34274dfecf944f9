"""
Texts of agents without a language model: short and concrete, with exact nodes and colors.

Changes made come before possible changes; a question is answered with yes or no first. The agent asks
for no change where it can solve the conflict itself, and offers no change of its
own nodes that does not help. Every sentence follows from a ``Standing``, which names only what the
recipient sees.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

from ..assessing.options import OptionTable
from ..messages import Option
from .phrases import (
    WHILE_OTHERS_STAY,
    alternatives,
    assigned,
    enumerated,
    listed,
    sentences_in,
    stated,
)
from .standing import Standing

#: Number of options in a text; the typed content holds more.
SHOWN = 5
#: Number of options searched for those that change least.
LOOKED_AT = 200
#: Number of conflicts that a text names.
NAMED = 2


# ------------------------------------------------------------------------------------------- modes


def cost_list_text(standing: Standing) -> str:
    """Word scored options (LLM_U)."""
    parts = [
        *(_known(standing), changes_text(standing), _clashes(standing) or _none(standing)),
        _score(standing),
    ]
    if not standing.missing:
        parts.append(_ALONE if standing.alone else _scored_options(standing))
    return _joined(parts)


def constraints_text(standing: Standing) -> str:
    """Word the current state, then what would help (LLM_C)."""
    if standing.missing:
        return _joined([_state(standing), _known(standing), _clashes(standing)])
    # A program reads the colors in the report.
    changes = changes_text(standing) if standing.to_person else ""
    if not standing.in_conflict:
        works = f"Yes, {_your(standing)} {_works(standing)} for me."
        return _joined([works, changes or _mine(standing)])
    return _joined([_refusal(standing), changes, _clashes(standing), _help(standing)])


def free_text(standing: Standing) -> str:
    """Word the current state in two or three sentences (LLM_F)."""
    if standing.missing:
        return _joined([_state(standing), _known(standing), _clashes(standing)])
    if not standing.in_conflict:
        return _joined([_state(standing), _fit(standing)])
    if not standing.clashes or standing.alone or not _may_help(standing):
        nothing = "" if standing.clashes else "There is no conflict between us."
        return _joined([changes_text(standing), nothing, _clashes(standing), _help(standing)])
    requests = [
        f"My {own} and your {other} are both {color}; could you give {other} another color?"
        for own, other, color in standing.clashes[:NAMED]
    ]
    return _joined([changes_text(standing), *requests, _plain_options(standing)])


def status_text(standing: Standing) -> str:
    """Tell a neighbor the colors on the common border, and whether they fit."""
    fits = _fit(standing) if standing.satisfied else _clashes(standing)
    return _joined([_state(standing) if standing.to_person else _mine(standing), fits])


def beside_text(standing: Standing, kind: str) -> str:
    """Word what a message adds to the reply that is sent together with it."""
    if kind == "cost_list":
        options = _ALONE if standing.alone else _scored_options(standing)
        return _joined([_score(standing), "" if standing.missing else options])
    return _help(standing) if standing.in_conflict and not standing.missing else ""


def reply_text(standing: Standing, answers: Sequence[str] = (), *, with_options: bool = True) -> str:
    """
    Answer a person: answers, changes made, the current state, what would help.

    Parameters
    ----------
    answers
        Answers to their questions, which come first.
    with_options
        Whether to say what would help; False if an answer, or a message sent with it, says it.
    """
    done = [*answers, *_demands(standing)]
    if done:
        changes = changes_text(standing)
        # Who only asked something else has not asked for the conflicts.
        well = _none(standing) if changes or len(done) > len(answers) else ""
        parts = [*done, changes, _new(_clashes(standing) or well, answers)]
    elif standing.missing:
        known = f"Your {stated(standing.border)}." if standing.border else ""
        parts = [known, changes_text(standing) or _UNCHANGED, _clashes(standing)]
    elif standing.in_conflict:
        changes = changes_text(standing) or _UNCHANGED
        demanded = f"You asked for {listed(standing.demanded)}." if standing.demanded else ""
        parts = [_refusal(standing), changes, _clashes(standing), demanded]
    else:
        fits = f"my colors fit {_your(standing)}" if standing.mine else _none(standing).rstrip(".")
        parts = [f"Yes, {fits}.", changes_text(standing) or _UNCHANGED]
    if standing.missing:
        parts.append(_question(standing))
    elif standing.in_conflict and with_options and (done or not standing.alone):
        parts.append(_help(standing))
    return _joined(parts)


_ALONE = "I can solve this on my side; you need not change anything."
_UNCHANGED = "I changed nothing."
#: Score that waits for the agent's turn to change nodes that touch other agents.
LATER = (
    "I can score {} with your colors as soon as it is my turn to change nodes that touch other agents."
)


# -------------------------------------------------------------------------------------- current state


def _joined(parts: Iterable[str]) -> str:
    return " ".join(part for part in parts if part)


def _your(standing: Standing) -> str:
    return f"your {listed(standing.border)}" if standing.border else "your part"


def _works(standing: Standing) -> str:
    return "work" if len(standing.border) > 1 else "works"


def _fit(standing: Standing) -> str:
    return f"My colors fit {_your(standing)}."


def _mine(standing: Standing) -> str:
    return f"My {stated(standing.mine)}." if standing.mine else ""


def _state(standing: Standing) -> str:
    """Say what changed, or else the own border."""
    return changes_text(standing) or _mine(standing)


def _known(standing: Standing) -> str:
    border = f"Your {stated(standing.border)}." if standing.border else ""
    return _joined([border, _question(standing)])


def _question(standing: Standing) -> str:
    """Ask for the colors that are not known."""
    if not standing.missing:
        return ""
    names = enumerated(standing.missing)
    return f"What colors are {names}?" if len(standing.missing) > 1 else f"What color is {names}?"


def _none(standing: Standing) -> str:
    if standing.in_conflict or standing.missing:
        return ""
    may_differ = standing.to_person and standing.has_others
    return "I have no conflicts that I know of." if may_differ else "I have no conflicts."


def _clashes(standing: Standing) -> str:
    sentences = [
        f"My {own} and your {other} are both {color}." for own, other, color in standing.clashes[:NAMED]
    ]
    if more := len(standing.clashes) - len(sentences):
        verb, conflicts = ("is", "conflict") if more == 1 else ("are", "conflicts")
        sentences.append(f"There {verb} {more} more {conflicts} between us.")
    if standing.inner:
        sentences.append("Some of my own nodes clash with each other.")
    if standing.others:
        known = ", as far as I know" if standing.to_person else ""
        sentences.append(f"I have a conflict with another neighbor{known}.")
    return " ".join(sentences)


def _new(text: str, answers: Sequence[str]) -> str:
    """Return the sentences that an answer does not hold already."""
    given = " ".join(answers).casefold()
    if re.search(r"\bi have \d+ conflicts?(?::| that you do not see)", given):
        return ""
    return _joined(one for one in sentences_in(text) if one.rstrip(".").casefold() not in given)


def _refusal(standing: Standing) -> str:
    """Answer the question whether the agent can work with the person's colors, when it does not yet."""
    if standing.alone:
        return f"Yes, I can work with {_your(standing)}, but I have not done so yet."
    if standing.helpless:
        return ""  # to blame the recipient's colors would mislead
    does_not_work = "do not work" if len(standing.border) > 1 else "does not work"
    return f"No, {_your(standing)} {does_not_work} for me."


def _score(standing: Standing) -> str:
    if not standing.in_conflict:
        # The list names the score that can be reached with the present colors, which may be higher.
        later = "" if standing.later is None else LATER.format(standing.later)
        return _joined([f"My score is {standing.score}.", later])
    return f"Apart from conflicts, my score is {standing.score}."


# ----------------------------------------------------------------------------------- possible changes


def _help(standing: Standing) -> str:
    return _ALONE if standing.alone else _plain_options(standing)


def _may_help(standing: Standing) -> bool:
    """Return whether another coloring of the recipient's nodes is known to work."""
    return standing.table is None or standing.table.feasible_count > 0


def _scored_options(standing: Standing) -> str:
    table = standing.table
    if table is None:
        return ""
    total = table.feasible_count
    if not total:
        return _impossible(standing)
    best = table.best(4 * SHOWN, feasible=True)
    feasible = _least_ways(best, standing, [option.agent_score for option in best])
    shown = feasible[:SHOWN]
    if total == 1 and _is_whole(table):
        return f"Only one setting of your nodes works for me: {_scored(shown, standing)}."
    groups = itertools.groupby(shown, key=lambda option: option.agent_score)
    words = "; ".join(_scored(list(equal), standing) for _, equal in groups)
    more = "; and more" if len(feasible) > len(shown) else ""
    return f"What works for me: {words}{more}."


def _is_whole(table: OptionTable) -> bool:
    """Return whether the table holds all settings: only then one of them can be the only one."""
    return not table.by_distance and not table.held


def _scored(equal: Sequence[Option], standing: Standing) -> str:
    """Word options of the same score."""
    kept = [option for option in equal if _is_current(option, standing)]
    others = [_difference(option, standing) for option in equal if not _is_current(option, standing)]
    ways = [f"keep {listed(option.human)}" for option in kept]
    if others:
        ways.append(f"set {alternatives(others)}")
    return f"if you {', or '.join(ways)}, I can score {equal[0].agent_score}"


def _is_current(option: Option, standing: Standing) -> bool:
    table = standing.table
    return table is not None and table.current is not None and option.human == table.current.human


def _difference(option: Option, standing: Standing) -> dict[str, str]:
    """Return only what would have to change."""
    changed = {n: c for n, c in option.human.items() if standing.border.get(n) != c}
    return changed or dict(option.human)


def _plain_options(standing: Standing) -> str:
    table = standing.table
    if table is None:
        return _impossible(standing) if standing.helpless else ""
    feasible = table.best(LOOKED_AT, feasible=True)
    others = [option for option in feasible if not _is_current(option, standing)]
    others.sort(key=lambda option: _changed(option, standing))
    others = _least_ways(others, standing, [0] * len(others))
    total = table.feasible_count - (table.current is not None and table.current.feasible)
    if not total:
        return _impossible(standing)
    shown = [_difference(option, standing) for option in others[:SHOWN]]
    reason = f" {_reason(standing)}" if standing.culprits else ""
    others_stay = WHILE_OTHERS_STAY if standing.has_others else ""
    if total == 1 and _is_whole(table):
        return f"Only one change would help: set {assigned(shown[0])}{others_stay}.{reason}"
    more = " There are more ways." if len(others) > len(shown) else ""
    return f"It would work if you set {alternatives(shown)}{others_stay}.{more}{reason}"


def _least_ways(options: Sequence[Option], standing: Standing, points: Sequence[int]) -> list[Option]:
    """Return the options without those that only add changes to another, for no more points."""
    now = {*standing.border.items()}
    changes = [
        ({*option.human.items()} - now, worth) for option, worth in zip(options, points, strict=True)
    ]
    return [
        option
        for option, (changed, score) in zip(options, changes, strict=True)
        if len(changed) < 2
        or not any(other and other < changed and worth >= score for other, worth in changes)
    ]


def _changed(option: Option, standing: Standing) -> int:
    return sum(standing.border.get(node) != color for node, color in option.human.items())


def _reason(standing: Standing) -> str:
    return f"Reason: {enumerated(standing.culprits)}."


def _impossible(standing: Standing) -> str:
    if not standing.in_conflict:
        return ""  # what the person ruled out stands now, and it works
    alone = " alone" if standing.others else ""
    text = f"As far as I know, no setting of your border nodes{alone} works for me."
    if standing.table is not None and not _is_whole(standing.table):
        text = "I know no change of your border nodes that would solve this."
    return f"{text} {_reason(standing)}" if standing.culprits else text


# ------------------------------------------------------------------------------------- changes made


def _demands(standing: Standing) -> list[str]:
    parts = []
    for refusal in standing.refused:
        if refusal.why == "fixed":
            bound = f"{refusal.node} is fixed to {refusal.bound_to}"
        else:
            bound = f"a deal keeps {refusal.node} {refusal.bound_to}"
        parts.append(f"No, {bound}, so I cannot make it {refusal.color}.")
    if done := {n: c for n, c in standing.forced.items() if n in standing.changes}:
        parts.append(f"Done: {stated(done)} now.")
    if kept := {n: c for n, c in standing.forced.items() if n not in standing.changes}:
        # What the agent changed while the person wrote was not so already.
        words = {node: "is" if node in standing.unseen else "is already" for node in kept}
        parts.append(f"Yes, {enumerated(f'{n} {words[n]} {color}' for n, color in kept.items())}.")
    met, unmet = standing.hidden_demands
    if met:
        parts.append("Done: I set a node that you do not see.")
    if unmet:
        parts.append("No, I cannot change a node that you named.")
    if standing.released:
        parts.append(f"I may change {enumerated(standing.released)} again.")
    return parts


def changes_text(standing: Standing) -> str:
    """Word what changed beyond what was demanded; empty if nothing did."""
    beyond = {n: pair for n, pair in standing.changes.items() if n not in standing.forced}
    changes = [
        f"{node} from {old} to {new}" if old else f"{node} to {new}"
        for node, (old, new) in beyond.items()
    ]
    inner = "nodes that you do not see" if standing.inner_changes else ""
    if not changes:
        return f"I changed {inner}." if inner else ""
    return _joined([f"I changed {enumerated(changes)}.", f"I also changed {inner}." if inner else ""])
