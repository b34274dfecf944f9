"""
What agents say without a language model: short, concrete, with exact nodes and colors, and true.

What was done is said before what could be done; a question is answered with yes or no first. Nobody is
asked for a change where the agent can help itself, and no own node is offered where changing it helps
nobody. Every sentence follows from a :class:`~agents.coloring.standing.Standing`, which names nothing
that the recipient does not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .messages import Option
from .standing import Standing

#: How many options a text shows; the typed content holds more.
SHOWN = 5
#: Clashes that a text names.
NAMED = 2
#: What a clash takes off the score that is shown.
CLASH_COST = 1000


# ------------------------------------------------------------------------------------------- modes


def cost_list_text(standing: Standing) -> str:
    """Word scored options (LLM_U)."""
    parts = [_seen(standing), _clashes(standing), _score(standing)]
    if not standing.missing and not standing.alone:
        parts.append(_scored_options(standing))
    elif standing.alone:
        parts.append(_ALONE)
    return _joined(parts)


def constraints_text(standing: Standing) -> str:
    """Word the status, then what would do (LLM_C)."""
    if standing.satisfied and not standing.missing:
        return _joined([f"Yes, this works for me: {_with(standing)}.", _mine(standing)])
    if standing.missing:
        return _joined([_seen(standing), _clashes(standing)])
    if not standing.clashes and not standing.elsewhere:
        return _joined([f"Nothing of mine clashes: {_with(standing)}.", _mine(standing)])
    parts = [_clashes(standing) or f"No, this does not work for me yet: {_with(standing)}."]
    parts.append(_ALONE if standing.alone else _plain_options(standing))
    return _joined(parts)


def free_text(standing: Standing) -> str:
    """Say how things stand in two or three sentences (LLM_F)."""
    if standing.missing:
        return _joined([_mine(standing), _clashes(standing), _seen(standing)])
    if not standing.clashes:
        if standing.elsewhere:
            return _joined(
                [_mine(standing), "Nothing clashes between us; I still have a clash elsewhere."]
            )
        return _joined([_mine(standing), f"That fits {_your(standing)}."])
    if standing.alone:
        return _joined([_clashes(standing), _ALONE])
    asked = [
        f"My {own} is {color} and clashes with your {other}; can you avoid {color} there?"
        for own, other, color in standing.clashes[:NAMED]
    ]
    return _joined([*asked, _plain_options(standing)])


def status_text(standing: Standing) -> str:
    """Tell a neighbor the own colors on the common border, and whether they fit."""
    if standing.satisfied:
        return _joined([_mine(standing), f"That fits {_your(standing)}; I am satisfied."])
    return _joined([_mine(standing), _clashes(standing)])


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
    parts = [*answers, *_demands(standing)]
    if not parts:
        parts.append(_verdict(standing))
        parts.append(_changes(standing) or "I changed nothing.")
    else:
        parts += [_changes(standing), "" if answers else _verdict(standing, after_action=True)]
    if standing.missing:
        parts.append(_asks(standing))
    elif (standing.clashes or standing.elsewhere) and with_options:
        parts.append(_ALONE if standing.alone else _plain_options(standing))
    return _joined(parts)


_ALONE = "I can solve this on my side; you need not change anything."


# ----------------------------------------------------------------------------------------- sentences


def listed(colors: Mapping[str, str]) -> str:
    """Word a coloring: ``h1 red, h4 blue``, the last two joined by "and"."""
    return enumerated(f"{node} {color}" for node, color in colors.items())


def enumerated(words: Iterable[str]) -> str:
    """Join words by commas and a last "and"."""
    several = list(words)
    if len(several) < 2:
        return "".join(several)
    return f"{', '.join(several[:-1])} and {several[-1]}"


def _joined(parts: Iterable[str]) -> str:
    return " ".join(part for part in parts if part)


def _your(standing: Standing) -> str:
    return f"your {listed(standing.border)}" if standing.border else "your colors"


def _with(standing: Standing) -> str:
    return f"{listed(standing.border)}" if standing.border else "your colors as they are"


def _mine(standing: Standing) -> str:
    return f"I have {listed(standing.mine)}." if standing.mine else ""


def _asks(standing: Standing) -> str:
    if not standing.missing:
        return ""
    color = "color" if len(standing.missing) == 1 else "colors"
    return f"Which {color} {'has' if color == 'color' else 'have'} {enumerated(standing.missing)}?"


def _seen(standing: Standing) -> str:
    known = f"I see your {listed(standing.border)}." if standing.border else ""
    return _joined([known, _asks(standing)])


def _clashes(standing: Standing) -> str:
    named = [
        f"my {own} and your {other} are both {color}" for own, other, color in standing.clashes[:NAMED]
    ]
    more = len(standing.clashes) - len(named)
    if more:
        named.append(f"there {'is' if more == 1 else 'are'} {more} more of the kind")
    text = enumerated(named)
    if text:
        text = (
            f"There is a clash: {text}." if len(standing.clashes) == 1 else f"There are clashes: {text}."
        )
    if standing.elsewhere:
        also = " also" if text else ""
        text = _joined([text, f"I{also} have a clash elsewhere."])
    return text


def _score(standing: Standing) -> str:
    if standing.clashes or standing.elsewhere:
        now = standing.score - CLASH_COST
        return f"My score is {standing.score} - {CLASH_COST} = {now} until that is solved."
    return f"My score is {standing.score}."


def _scored_options(standing: Standing) -> str:
    table = standing.table
    if table is None:
        return ""
    feasible = table.best(SHOWN, feasible=True)
    total = table.feasible_count
    if not total:
        return _impossible(standing)
    shown = [_scored(option, standing) for option in feasible]
    if total == 1:
        return f"There is exactly one way that fits me: {shown[0]}."
    more = f"; and {total - len(shown)} more" if total > len(shown) else ""
    return f"What fits me: {'; '.join(shown)}{more}."


def _scored(option: Option, standing: Standing) -> str:
    table = standing.table
    if table is not None and table.current is not None and option.human == table.current.human:
        return f"{listed(option.human)}, as it is, where I score {option.agent_score}"
    return f"if you set {_difference(option, standing)}, I can score {option.agent_score}"


def _difference(option: Option, standing: Standing) -> str:
    """Only what would have to change."""
    changed = {n: c for n, c in option.human.items() if standing.border.get(n) != c}
    return listed(changed or option.human)


def _plain_options(standing: Standing) -> str:
    table = standing.table
    if table is None:
        return ""
    current = table.current.human if table.current is not None else None
    feasible = [option for option in table.best(SHOWN + 1, feasible=True) if option.human != current]
    total = table.feasible_count - (current is not None and _is_feasible_now(standing))
    if not total:
        return _impossible(standing)
    shown = [_difference(option, standing) for option in feasible[:SHOWN]]
    if total == 1:
        return f"Exactly one change would let me color without a clash: {shown[0]}."
    more = f"; and {total - len(shown)} more ways" if total > len(shown) else ""
    return f"I could color without a clash if you set {'; or '.join(shown)}{more}."


def _is_feasible_now(standing: Standing) -> bool:
    table = standing.table
    assert table is not None
    return table.current is not None and table.current.feasible


def _impossible(standing: Standing) -> str:
    if standing.culprits:
        return f"No coloring of your border lets me solve it, because {enumerated(standing.culprits)}."
    if standing.elsewhere and not standing.clashes:
        return "No change of your border alone solves it for me."
    return "No coloring of your border that you allow lets me solve it."


def _demands(standing: Standing) -> list[str]:
    parts = []
    for refusal in standing.refused:
        bound = "is fixed" if refusal.why == "fixed" else "is promised in a deal as"
        parts.append(
            f"No: {refusal.node} {bound} {refusal.bound_to}, so I cannot make it {refusal.color}."
        )
    fresh = {n: c for n, c in standing.forced.items() if n in standing.changes}
    if fresh:
        parts.append(f"Done: {_are(fresh)} now.")
    if kept := {n: c for n, c in standing.forced.items() if n not in standing.changes}:
        parts.append(f"Yes: {_are(kept)} already.")
    met, unmet = standing.hidden_demands
    if met:
        parts.append("Done, inside my part.")
    if unmet:
        parts.append("No: that node is not free to change.")
    if standing.released:
        parts.append(f"I am free again to recolor {enumerated(standing.released)}.")
    return parts


def _are(colors: Mapping[str, str]) -> str:
    return enumerated(f"{node} is {color}" for node, color in colors.items())


def _changes(standing: Standing) -> str:
    """What changed beyond what was demanded."""
    beyond = {n: pair for n, pair in standing.changes.items() if n not in standing.forced}
    told = [
        f"{node} from {old} to {new}" if old else f"{node} to {new}"
        for node, (old, new) in beyond.items()
    ]
    if told:
        also = ", and nodes inside my part" if standing.inner_changes else ""
        return f"I changed {enumerated(told)}{also}."
    return "I recolored nodes inside my part." if standing.inner_changes else ""


def _verdict(standing: Standing, *, after_action: bool = False) -> str:
    if standing.missing:
        return "" if after_action else "I cannot say yet."
    if standing.clashes or standing.elsewhere:
        clashes = _clashes(standing)
        return clashes if after_action else f"No, not yet. {clashes}"
    fits = f"my colors fit {_your(standing)}" if standing.mine else "nothing of mine is in conflict"
    return f"{fits[0].upper()}{fits[1:]}, without a clash." if after_action else f"Yes: {fits}."
