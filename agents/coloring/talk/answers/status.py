"""Answers about the current state: colors, status, reasons, and constraints of the person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...bargaining.exclusions import impossible
from ...bargaining.feasibility import Feasibility
from ...situation import NodeColor
from ...wording.phrases import enumerated, listed, stated
from ..reading import Question
from .answer import MAY_END, Answer, Asked, at_least, plan_text, reason_text
from .scores import score_now, score_text

#: Conflicts that a status names.
NAMED = 2
#: Steps after a rejection in which a bare "why not?" asks for its reason: those to the next answer.
RECENT = 2
#: Answer to a question for a reason when there is nothing that it could be about.
UNASKED = "I do not know what you ask about; please name a node and a color."


def color_of(question: Question, node: str, asked: Asked) -> Answer:
    """Give the color of a node (Q4); yes or no first if a color was named."""
    own = node not in asked.view.owners
    color = (asked.situation.colors if own else asked.situation.beliefs).get(node)
    if color is None:
        return Answer(question, None, f"I do not know the color of {node}.")
    statement = f"{node} is {color}" if own else f"as far as I know {node} is {color}"
    if question.color is None or question.subject == "before":
        # What was is not kept: the answer says that it is about the present.
        end = " now." if question.subject == "before" else "."
        return Answer(question, None, f"{statement}{end}" if own else f"As{statement[2:]}{end}")
    yes = color == question.color
    return Answer(question, yes, f"{'Yes' if yes else 'No'}, {statement}.")


def promised(question: Question, node: str, asked: Asked) -> Answer:
    """Say what keeps a node in its color, or that nothing does: only deals and demands bind."""
    now = asked.situation.colors[node]
    if bound := _bound(node, None, asked):
        return Answer(question, None, bound)
    text = f"{node} is {now} now; I may change it unless you ask me to keep it."
    if question.color not in (None, now):
        text = f"{node} is {now} now, not {question.color}; tell me if you want {question.color}."
    return Answer(question, None, text)


def status(question: Question, asked: Asked) -> Answer:
    """Give the conflicts, the own border and the beliefs (Q5)."""
    situation = asked.situation
    if question.subject in ("asker's conflicts", "both conflicts"):
        both = [_conflicts(asked)] if question.subject == "both conflicts" else []
        return Answer(question, None, " ".join([_conflicts_of_asker(asked), *both]))
    mine = {n: situation.colors[n] for n in asked.view.border_to(asked.peer)}
    border = asked.view.border_of(asked.peer)
    theirs = {n: situation.beliefs[n] for n in border if n in situation.beliefs}
    satisfied = situation.satisfied
    scored = question.subject in ("score", "asker's score", "higher score")
    sure = question.subject == "higher score" and len(theirs) == len(border)
    parts = [
        ("Yes, I am satisfied." if satisfied else "No, I am not satisfied.")
        if question.subject == "satisfied"
        else "",
        "I do not see your score." if question.subject == "asker's score" else "",
        score_now(asked) if scored else "",
        score_text(asked, {}, {}) if sure and asked.feasible({}).feasible else "",
        _conflicts(asked),
        unknown(asked) if question.subject == "satisfied" and not satisfied else "",
        f"My {stated(mine)}." if mine else "",
        f"Your {stated(theirs)}." if theirs else "",
    ]
    clash = bool(asked.view.conflicts(situation.colors, situation.beliefs))
    known = clash or all(node in situation.beliefs for node in asked.view.owners)
    yes = clash if question.subject == "conflicts" and known else None
    return Answer(question, yes, " ".join(part for part in parts if part))


def unknown(asked: Asked) -> str:
    """Say which colors are not known: the reason why an agent without conflicts is not satisfied."""
    beliefs, border = asked.situation.beliefs, asked.view.border_of(asked.peer)
    missing = [node for node in border if node not in beliefs]
    verb = "color" if len(missing) == 1 else "colors"
    said = [f"I do not know the {verb} of {enumerated(missing)} yet."] if missing else []
    if any(node not in beliefs for node in asked.view.owners if node not in border):
        said.append("There is a node of another neighbor whose color I do not know yet.")
    return " ".join(said)


def _conflicts(asked: Asked) -> str:
    """Count the conflicts, and name those whose nodes the person sees."""
    conflicts = asked.view.conflicts(asked.situation.colors, asked.situation.beliefs)
    if not conflicts:
        known = all(node in asked.situation.beliefs for node in asked.view.owners)
        sure = known and len(asked.view.peers) == 1
        return "I have no conflicts." if sure else "I have no conflicts that I know of."
    count = f"{len(conflicts)} conflict{'s' * (len(conflicts) > 1)}"
    seen = [one for one in conflicts if {*one[:2]} <= asked.seen]
    if not seen:
        return f"I have {count} that you do not see."
    parts = [
        f"my {own} and {'your' if other in asked.view.owners else 'my'} {other} are both {color}"
        for own, other, color in seen[:NAMED]
    ]
    if more := len(seen) - len(parts):
        parts.append(f"{more} more that you see")
    if unseen := len(conflicts) - len(seen):
        parts.append(f"{unseen} that you do not see")
    return f"I have {count}: {'; '.join(parts)}."


def _conflicts_of_asker(asked: Asked) -> str:
    """Count the conflicts of the person that the agent knows: those with its own nodes."""
    found = asked.view.conflicts(asked.situation.colors, asked.situation.beliefs)
    border = asked.view.border_of(asked.peer)
    between = [
        f"my {own} and your {other} are both {color}" for own, other, color in found if other in border
    ]
    count = f"{len(between)} conflict{'s' * (len(between) != 1)}" if between else "no conflicts"
    named = f": {'; '.join(between)}" if between else ""
    return f"You have {count} with my nodes that I know of{named}. I do not see your other conflicts."


def border_edges(question: Question, asked: Asked) -> Answer:
    """Say which of the person's nodes touch which own ones: the only ones that either side sees."""
    edges = asked.view.edges
    parts = []
    for node in asked.view.border_of(asked.peer):
        touching = sorted({u if v == node else v for u, v in edges if node in (u, v)} & asked.seen)
        parts.append(f"your {node} touches my {enumerated(touching)}")
    if not parts:
        return Answer(question, None, "We have no common border.")
    text = enumerated(parts)
    return Answer(question, None, f"{text[0].upper()}{text[1:]}.")


def why(question: Question, asked: Asked) -> Answer:
    """State what binds a node, which conflicts other colors would cause, or what rules them out."""
    view, situation = asked.view, asked.situation
    supposed = question.supposed
    if question.subject == "done" and (mine := view.border_to(asked.peer)):
        told = (_why_this_color(one, situation.colors[one], asked) for one in mine)
        return Answer(question, None, " ".join(told))
    bare = question.node is None and not supposed and not question.subject
    if question.subject == "offer" or bare:
        supposed = _rejected(asked, within=RECENT if bare else asked.situation.time_step)
        question = replace(question, supposed=supposed)
    pairs = {pair.node: pair.color for pair in supposed}
    own = {node: color for node, color in pairs.items() if node not in view.owners}
    foreign = {node: color for node, color in pairs.items() if node in view.owners}
    bound = [said for v, color in own.items() if (said := _bound(v, color, asked))] if bare else []
    if bound:
        return Answer(question, False, bound[0])
    node = next(iter(own), question.node if question.node in view.own else None)
    # "No, with b2 red I would have ..." "Why not?", of b2 that is red, asks not why it is red.
    again = question.subject == "last" and not asked.feasible(own, foreign).feasible
    if node is not None and not foreign and not again:
        return _why_color(question, node, own.get(node, situation.colors[node]), asked)
    if question.subject == "satisfied" and not view.conflicts(situation.colors, situation.beliefs):
        content = "I am satisfied." if situation.satisfied else "I am not satisfied."
        return Answer(question, None, " ".join([content, unknown(asked) or _conflicts(asked)]))
    if not pairs and not view.conflicts(situation.colors, situation.beliefs):
        reason = "" if situation.satisfied else unknown(asked)
        return Answer(question, None, reason or UNASKED)
    found = asked.feasible(own, foreign)
    if found.feasible:
        text = (
            f"With {listed(pairs)} I can color my part without a conflict.{plan_text(found, asked, own)}"
            if pairs
            else "I can solve this on my side; you need not change anything."
        )
        return Answer(question, True, text)
    return _infeasible(question, pairs, found, asked)


def _rejected(asked: Asked, *, within: int) -> tuple[NodeColor, ...]:
    """Return what the last offer of the person that the agent rejected asked for and gave, if any."""
    parties = (asked.peer, asked.view.agent)
    since = asked.situation.time_step - within
    for offer in reversed(asked.situation.offers):
        closed = offer.step_closed or 0
        if offer.status == "rejected" and (offer.sender, offer.recipient) == parties and closed >= since:
            return (*offer.conditions, *offer.assignments)
    return ()


def _infeasible(
    question: Question, pairs: Mapping[str, str], found: Feasibility, asked: Asked
) -> Answer:
    because = asked.reasons(found)
    condition = f"With {listed(pairs)}" if pairs else "With your colors as I know them"
    text = f"{condition} I would have {at_least(found.conflicts)}.{reason_text(because)}"
    return Answer(question, False, text, because=because)


def _why_color(question: Question, node: str, color: str, asked: Asked) -> Answer:
    """Say why an own node has a color, or why it has another one."""
    view, now = asked.view, asked.situation.colors[node]
    if color == now:
        return Answer(question, None, _why_this_color(node, color, asked))
    bound = _bound(node, color, asked)
    if bound:
        return Answer(question, False, bound)
    found = asked.feasible({node: color})
    state = f"{node} is {now}"
    if found.feasible:
        text = f"{state}. {node} could be {color}; tell me if you want that. {unknown(asked)}"
        return Answer(question, True, text.rstrip())
    clashing = [other for other in _clashing(node, color, asked) if other in view.owners]
    if clashing and asked.seen.issuperset(clashing):
        # The colors of neighbors are reason enough, and each of them is a conflict.
        text = f"{state}; {color} would clash with {enumerated(clashing)}."
        return Answer(question, False, text, because=found.told(view, asked.peer))
    refusal = _infeasible(question, {node: color}, found, asked)
    return replace(refusal, text=f"{state}. {refusal.text}")


def _clashing(node: str, color: str, asked: Asked) -> list[str]:
    """Return the nodes that touch a node and have a color."""
    known = {**asked.situation.beliefs, **asked.situation.colors}
    touching = [v if u == node else u for u, v in asked.view.edges if node in (u, v)]
    return [name for name in touching if known.get(name) == color]


def _why_this_color(node: str, color: str, asked: Asked) -> str:
    bound = _bound(node, None, asked)
    if bound and not _was_so_before(node, color, asked):
        return bound
    view = asked.view
    barred = view.barring(asked.situation.barred).barred.get(node, ())
    reasons, now = [], _clashing(node, color, asked)
    for other in view.domain:
        if other == color:
            continue
        if other in barred:
            reasons.append(f"it cannot be {other}")
            continue
        if clashing := _clashing(node, other, asked):
            reasons.append(f"{other} would clash with {_named(clashing, asked)}")
        else:
            reasons.append(f"{other} would {'' if now else 'also '}work")
    # The color itself is no better where it is in conflict.
    clash = f" Now {node} {color} clashes with {_named(now, asked)}." if now else ""
    return f"{node} is {color}; {enumerated(reasons)}.{clash}"


def _was_so_before(node: str, color: str, asked: Asked) -> bool:
    """Return whether a node had its color before the person demanded it: no reason is later."""
    situation = asked.situation
    if node in asked.view.fixed or node in situation.committed or node not in situation.forced:
        return False
    demand = (node, color, "forced")
    is_new = all((pin.node, pin.color, pin.kind) != demand for pin in situation.last_pins or ())
    return is_new and situation.announced.get(asked.peer, {}).get(node) == color


def _named(nodes: Sequence[str], asked: Asked) -> str:
    """Name those of some nodes that the person sees, or say that there are others."""
    return enumerated(one for one in nodes if one in asked.seen) or "a node that you do not see"


def _bound(node: str, color: str | None, asked: Asked) -> str:
    """Say what binds a node to another color, or to any."""
    view, situation = asked.view, asked.situation
    for bound, how in (
        (view.fixed, "is fixed to {}"),
        (situation.committed, "has to stay {} because of a deal"),
        (situation.forced, "is {} because you asked for it"),
    ):
        if node in bound and bound[node] != color:
            return f"{node} {how.format(bound[node])}."
    return ""


def constraints(question: Question, asked: Asked) -> Answer:
    """List what the person told, ruled out and demanded, or which own nodes are fixed."""
    if question.subject == "fixed":
        return Answer(question, None, _fixed(asked))
    beliefs = asked.situation.beliefs
    known = {node: beliefs[node] for node in asked.view.border_of(asked.peer) if node in beliefs}
    node = question.node
    rules = asked.rules(None if node is None else (node,))
    rules += [
        f"{' and '.join(f'{part.node} {part.color}' for part in taught)} cannot go together"
        for taught in impossible(asked.situation, asked.peer)
        if len(taught) > 1 and node in (None, *(part.node for part in taught))
    ]
    forced = asked.situation.forced.items()
    demanded = {n: c for n, c in forced if n in asked.seen and node in (None, n)}
    told = question.subject == "told" and known
    parts = [f"As far as I know {stated(known)}."] if told else []
    parts += [f"You told me that {enumerated(rules)}."] if rules else []
    parts += [f"You asked for {listed(demanded)}."] if demanded else []
    if not parts and node in asked.seen:
        return Answer(question, None, f"No limit of yours on {node} stands now.")
    return Answer(question, None, " ".join(parts) or _NOTHING_STANDS[question.subject])


#: What is said where nothing stands of what was asked about.
_NOTHING_STANDS = {
    "told": "So far you have told me no color.",
    # What was asked for, or ruled out, and is over would be denied by "so far".
    "asked": "No demand of yours binds a node of mine that you see.",
    "": "No limit of yours stands now.",
}


def _fixed(asked: Asked) -> str:
    """Say which own nodes are fixed, without the names of those that the person does not see."""
    fixed = asked.view.fixed
    seen = [f"{node} is fixed to {color}." for node, color in fixed.items() if node in asked.seen]
    if not fixed:
        return "None of my nodes is fixed."
    parts = seen or ["None of my nodes that you see is fixed."]
    unseen = len(fixed) - len(seen)
    parts += [f"I have {unseen} fixed node{'s' * (unseen > 1)} that you do not see."] if unseen else []
    return " ".join(parts)


def deals(question: Question, asked: Asked) -> Answer:
    """Say what is agreed with the person."""
    if not asked.agreed:
        return Answer(question, False, "We have no deal.")
    text = f"We agreed on {listed(asked.agreed)}."
    if question.subject == "ending":
        either = f"Either of us may end our deal{'s' * (len(asked.deals) > 1)}."
        return Answer(question, True, f"{either} {text} {MAY_END}")
    if question.subject == "deal":
        text += f" {_conflicts(asked)}"
    return Answer(question, True, text)


def points(question: Question, asked: Asked) -> Answer:
    """Say what each color is worth."""
    worth = enumerated(f"{color} {asked.view.points.get(color, 0)}" for color in asked.view.domain)
    text = f"Points for each node: {worth}. The score is their sum; a conflict is worse than few points."
    if question.subject == "score":
        text = f"My score is {asked.view.score(asked.situation.colors)}. {text}"
    return Answer(question, None, text)
