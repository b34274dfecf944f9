"""
What agents say without a language model: short, concrete, with exact nodes and colors, and true.

What was done is said before what could be done; a question is answered with yes or no first. Nobody is
asked for a change where the agent can help itself, and no own node is offered where changing it helps
nobody. Every sentence follows from a ``Standing``, which names nothing
that the recipient does not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..messages import Option
from .standing import Standing

#: Options that a text shows; the typed content holds more.
SHOWN = 5
#: Options among which those that change least are looked for.
LOOKED_AT = 200
#: Clashes that a text names.
NAMED = 2
#: What a clash takes off the score that is shown.
CLASH_COST = 1000


# ------------------------------------------------------------------------------------------- modes


def cost_list_text(standing: Standing) -> str:
    """Word scored options (LLM_U)."""
    parts = [_known(standing), _clashes(standing) or _none(standing), _score(standing)]
    if not standing.missing:
        parts.append(_ALONE if standing.alone else _scored_options(standing))
    return _joined(parts)


def constraints_text(standing: Standing) -> str:
    """Word the status, then what would do (LLM_C)."""
    if standing.missing:
        return _joined([_mine(standing), _known(standing), _clashes(standing)])
    if not standing.in_conflict:
        return _joined([f"Yes, {_your(standing)} {_work(standing)} for me.", _mine(standing)])
    return _joined([_refusal(standing), _clashes(standing), _help(standing)])


def free_text(standing: Standing) -> str:
    """Say how things stand in two or three sentences (LLM_F)."""
    if standing.missing:
        return _joined([_mine(standing), _known(standing), _clashes(standing)])
    if not standing.in_conflict:
        return _joined([_mine(standing), f"That fits {_your(standing)}."])
    if not standing.clashes or standing.alone:
        nothing = "" if standing.clashes else "Nothing clashes between us."
        return _joined([nothing, _clashes(standing), _help(standing)])
    asked = [
        f"My {own} is {color} and clashes with your {other}; can you avoid {color} there?"
        for own, other, color in standing.clashes[:NAMED]
    ]
    return _joined([*asked, _plain_options(standing)])


def status_text(standing: Standing) -> str:
    """Tell a neighbor the own colors on the common border, and whether they fit."""
    fits = f"That fits {_your(standing)}." if standing.satisfied else _clashes(standing)
    return _joined([_mine(standing), fits])


def beside_text(standing: Standing, kind: str) -> str:
    """Word what a message adds to the reply that goes out with it."""
    if kind == "cost_list":
        helps = _ALONE if standing.alone else _scored_options(standing)
        return _joined([_score(standing), "" if standing.missing else helps])
    return _help(standing) if standing.in_conflict and not standing.missing else _mine(standing)


def reply_text(standing: Standing, answers: Sequence[str] = (), *, with_options: bool = True) -> str:
    """
    Answer a person: what they asked, what was done, how things stand, what would help.

    Parameters
    ----------
    answers
        Answers to their questions, which come first.
    with_options
        Whether to say what would help; not if a message with the options goes beside.
    """
    done = [*answers, *_demands(standing)]
    if done:
        parts = [*done, _changes(standing), _clashes(standing) or _none(standing)]
    elif standing.missing:
        parts = ["I cannot say yet.", _changes(standing) or _UNCHANGED, _clashes(standing)]
    elif standing.in_conflict:
        changes = _changes(standing) or _UNCHANGED
        parts = [_refusal(standing), changes, _clashes(standing)]
    else:
        fits = f"my colors fit {_your(standing)}" if standing.mine else "nothing of mine clashes"
        parts = [f"Yes, {fits}.", _changes(standing) or _UNCHANGED]
    if standing.missing:
        parts.append(_asks(standing))
    elif standing.in_conflict and with_options and (done or not standing.alone):
        parts.append(_help(standing))
    return _joined(parts)


_ALONE = "I can solve this on my side; you need not change anything."
_UNCHANGED = "I changed nothing."


# ------------------------------------------------------------------------------------------- words


def listed(colors: Mapping[str, str]) -> str:
    """Word a coloring: ``h1 red, h2 blue and h4 red``."""
    return enumerated(f"{node} {color}" for node, color in colors.items())


def enumerated(words: Iterable[str]) -> str:
    """Join words by commas and a last "and"."""
    several = list(words)
    if len(several) < 2:
        return "".join(several)
    return f"{', '.join(several[:-1])} and {several[-1]}"


def _are(colors: Mapping[str, str]) -> str:
    return enumerated(f"{node} is {color}" for node, color in colors.items())


def _joined(parts: Iterable[str]) -> str:
    return " ".join(part for part in parts if part)


def _your(standing: Standing) -> str:
    return f"your {listed(standing.border)}" if standing.border else "your part"


def _work(standing: Standing) -> str:
    return "work" if len(standing.border) > 1 else "works"


# ----------------------------------------------------------------------------------- how things stand


def _mine(standing: Standing) -> str:
    return f"I have {listed(standing.mine)}." if standing.mine else ""


def _known(standing: Standing) -> str:
    return _joined([f"I see {_your(standing)}." if standing.border else "", _asks(standing)])


def _asks(standing: Standing) -> str:
    if not standing.missing:
        return ""
    several = len(standing.missing) > 1
    names = enumerated(standing.missing)
    return f"What {'colors are' if several else 'color is'} {names}?"


def _none(standing: Standing) -> str:
    return "" if standing.in_conflict or standing.missing else "Nothing of mine clashes."


def _clashes(standing: Standing) -> str:
    told = [
        f"my {own} and your {other} are both {color}" for own, other, color in standing.clashes[:NAMED]
    ]
    if more := len(standing.clashes) - len(told):
        told.append(f"{more} more between us")
    if standing.inner:
        told.append("some of my own nodes clash" if told else "some of my own nodes still clash")
    if standing.others:
        told.append("I clash with another neighbor")
    if not told:
        return ""
    text = f"{enumerated(told)}."
    return f"{text[0].upper()}{text[1:]}"


def _refusal(standing: Standing) -> str:
    """No, or not yet, to the question that everybody asks: can you work with what I have?"""
    if standing.alone:
        return f"Yes, I can work with {_your(standing)}, but I have not done so yet."
    return f"No, {_your(standing)} {_does_not_work(standing)} for me."


def _does_not_work(standing: Standing) -> str:
    return "do not work" if len(standing.border) > 1 else "does not work"


def _score(standing: Standing) -> str:
    if not standing.in_conflict:
        return f"My score is {standing.score}."
    now = standing.score - CLASH_COST
    return f"My score is {standing.score} - {CLASH_COST} = {now} until that is solved."


# ------------------------------------------------------------------------------------ what would help


def _help(standing: Standing) -> str:
    return _ALONE if standing.alone else _plain_options(standing)


def _scored_options(standing: Standing) -> str:
    table = standing.table
    if table is None:
        return ""
    total = table.feasible_count
    if not total:
        return _impossible(standing)
    shown = [_scored(option, standing) for option in table.best(SHOWN, feasible=True)]
    if total == 1:
        return f"Exactly one setting of yours fits me: {shown[0]}."
    more = f"; and {total - len(shown)} more" if total > len(shown) else ""
    return f"What fits me: {'; '.join(shown)}{more}."


def _scored(option: Option, standing: Standing) -> str:
    if _is_current(option, standing):
        return f"{listed(option.human)}, as it is, where I score {option.agent_score}"
    return f"if you set {_difference(option, standing)}, I can score {option.agent_score}"


def _is_current(option: Option, standing: Standing) -> bool:
    table = standing.table
    return table is not None and table.current is not None and option.human == table.current.human


def _difference(option: Option, standing: Standing) -> str:
    """Only what would have to change."""
    changed = {n: c for n, c in option.human.items() if standing.border.get(n) != c}
    return listed(changed or option.human)


def _plain_options(standing: Standing) -> str:
    table = standing.table
    if table is None:
        return ""
    feasible = table.best(LOOKED_AT, feasible=True)
    others = [option for option in feasible if not _is_current(option, standing)]
    others.sort(key=lambda option: _changed(option, standing))
    total = table.feasible_count - (table.current is not None and table.current.feasible)
    if not total:
        return _impossible(standing)
    shown = [_difference(option, standing) for option in others[:SHOWN]]
    why = f" {_why(standing)}" if standing.culprits else ""
    if total == 1:
        return f"Exactly one change of yours would make it work: {shown[0]}.{why}"
    more = f"; and {total - len(shown)} more ways" if total > len(shown) else ""
    return f"It would work if you set {'; or '.join(shown)}{more}.{why}"


def _changed(option: Option, standing: Standing) -> int:
    return sum(standing.border.get(node) != color for node, color in option.human.items())


def _why(standing: Standing) -> str:
    return f"What stands in the way: {enumerated(standing.culprits)}."


def _impossible(standing: Standing) -> str:
    alone = " alone" if standing.others else ""
    text = f"No setting of your border{alone} that I know to be possible makes it work"
    if standing.culprits:
        return f"{text}. {_why(standing)}"
    return f"{text}."


# ------------------------------------------------------------------------------------ what was done


def _demands(standing: Standing) -> list[str]:
    parts = []
    for refusal in standing.refused:
        bound = "is fixed" if refusal.why == "fixed" else "is bound by a deal to be"
        told = f"No, {refusal.node} {bound} {refusal.bound_to}"
        parts.append(f"{told}, so I cannot make it {refusal.color}.")
    if done := {n: c for n, c in standing.forced.items() if n in standing.changes}:
        parts.append(f"Done: {_are(done)} now.")
    if kept := {n: c for n, c in standing.forced.items() if n not in standing.changes}:
        parts.append(f"Yes: {_are(kept)} already.")
    met, unmet = standing.hidden_demands
    if met:
        parts.append("Done, inside my part.")
    if unmet:
        parts.append("No, that node is bound to another color.")
    if standing.released:
        parts.append(f"I may change {enumerated(standing.released)} again.")
    return parts


def _changes(standing: Standing) -> str:
    """What changed beyond what was demanded."""
    beyond = {n: pair for n, pair in standing.changes.items() if n not in standing.forced}
    told = [
        f"{node} from {old} to {new}" if old else f"{node} to {new}"
        for node, (old, new) in beyond.items()
    ]
    if standing.inner_changes:
        told.append("nodes inside my part")
    return f"I changed {enumerated(told)}." if told else ""
