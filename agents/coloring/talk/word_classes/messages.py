"""
Messages: clauses with their conditions, reasons and answers, put together to meanings.

A condition with a question supposes, with the other side's doing it makes an offer, and with anything
else the agent cannot act on it. What is asked about a coloring makes it a supposition: "h2 green, is
that ok?". Chatter is left out only if it contains nothing that could turn the rest around.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...situation import Situation
from ...view import View
from ..grammar.gist import gist_of
from ..grammar.meaning import Meaning, Names, Pair
from ..tokens import Token
from ..wordlist import words
from .clauses import CORRECTIONS, Clause, pairs_in
from .conditions import conditional, offer_of
from .items import Item
from .lists import items_of
from .questions import is_question, question
from .splitting import clauses_of
from .statements import statement

Meanings = tuple[Meaning, ...]
#: Longer messages are read sentence by sentence.
MOST = 60
_STANCES = words("agree refuse satisfied unsatisfied q2 q5 q3 courtesy smalltalk")
#: Kinds of meanings after which the person may leave the rest to the agent.
_LEAVE_OPEN = words(
    "avoid avoidnow only keep must cannot free possible q1 content courtesy agree satisfied"
)
#: Kinds of meanings that a reason may report besides.
_REPORTS = words("report must cannot content isnot planned")
#: Words that may turn around what stands beside them.
_TURNS = words(
    """
    kidding joking joke forget cancel scratch undo ignore disregard opposite reverse swap swapped
    exchange lie lied false untrue withdraw wrong mistake typo correction meant mean true sure certain
    unless until when tomorrow condition depending maybe perhaps otherwise instead stop except different
    differently too suggested proposed told asked offer offered deal
    """
)
#: Words that do so in a few words, and not in a sentence with its own subject and verb.
_TURNS_ALONE = words(
    """
    not never no none nothing neither nor if think guess wait but only same other others both all said
    depends else rather any every each one
    """
)
_SUPPOSING = (
    "SETb",
    "SETg",
    "I",
    "YOU",
    "MAYBE",
    "WILL",
    "WOULD",
    "PAST",
    "HEDGE",
    "BE",
    "LATER",
    "GIVE",
)
_OPINIONS = words("thoughts opinion opinions comments objections feedback")
_SUBJECTS = frozenset(("ONLY", "I", "YOU", "IT", "THERE", "MY", "YOUR", "ART", "REST"))
#: Subjects of which "not" may deny what was said before.
_SAID_BEFORE = words("that this it")


def meanings_by_classes(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str] = ()
) -> Meanings | None:
    """Return the meanings of a message; None if a part that names something is not read."""
    if len(tokens) > MOST:
        return None
    items = items_of(tokens, view, situation)
    if items is None:
        return None
    clauses = [clause for clause in clauses_of(items) if not _is_elsewhere(clause)]
    found: list[Meaning] = []
    said = False
    i = 0
    while i < len(clauses):
        before = [clause.nodes for clause in clauses[:i] if clause.nodes]
        read = _from(
            clauses, i, view, before[-1] if before and clauses[i].has("IT", "WHY", "ASKYOU") else about
        )
        if read is None or _corrects(clauses, i) or _judges(clauses, i):
            return None
        joined = clauses[i].joint == "then" and clauses[i].has("I") and clauses[i].colors
        if joined and any(one.named for one in clauses[:i]):
            # "A5 blue, then I go red with h4" may be an offer.
            return None
        meanings, i = read
        if said:
            # "Right now it is" agrees to nothing.
            meanings = tuple(one for one in meanings if one.kind != "agree")
        if _settles(found, clauses[i - 1]) or _withdraws(found, meanings):
            return None
        found.extend(_as_before(found, meanings, clauses[i - 1]))
        said |= any(one.kind not in ("courtesy", "smalltalk") for one in meanings)
    kept = [one for one in found if one.kind != "smalltalk"]
    return _merged(kept) if said else None


def _corrects(clauses: Sequence[Clause], i: int) -> bool:
    """Return whether a clause may correct one before it: "make a5 blue, no, a4 green"."""
    clause = clauses[i]
    begins = {item.text for item in clause.items[:2] if item.kind == "word"}
    if clause.asks or CORRECTIONS.isdisjoint(begins) or not any(one.named for one in clauses[:i]):
        return False
    # "No excuses" corrects nothing.
    rest = [item for item in clause.items if item.text not in CORRECTIONS and item.classes != {"FILL"}]
    return bool(clause.named) or not rest


def _judges(clauses: Sequence[Clause], i: int) -> bool:
    """Return whether a list ends with a verdict on perhaps all of it: "h2 red, b2 green is ok"."""
    clause = clauses[i]
    return (
        i > 0
        and clause.joint == ","
        and bool(clause.colors)
        and clause.has("GOOD", "BAD")
        and bool(clauses[i - 1].colors)
        and not clauses[i - 1].has("GOOD", "BAD")
    )


def _is_unseen(clause: Clause) -> bool:
    return bool(clause.nodes) and all(node.startswith("?") for node in clause.nodes)


def _is_elsewhere(clause: Clause) -> bool:
    """Return whether a clause only says what nodes have that the agent does not see."""
    unseen = _is_unseen(clause)
    if (
        unseen
        and not clause.colors
        and not clause.asks
        and not clause.role
        and clause.has("I", "MY", "UNDECIDED")
    ):
        return True
    return (
        unseen
        and clause.only("BE", "HAVE", "I", "SETp", "SETs", "KEEPs")
        and not clause.asks
        and not clause.role
    )


def _settles(found: Sequence[Meaning], clause: Clause) -> bool:
    """Return whether "I don't care" may take back what was said: "a4 and a5 red and blue, whichever"."""
    if not found or clause.named or clause.has("REST") or not clause.has("FREE"):
        return False
    return found[-1].kind not in _LEAVE_OPEN


def _withdraws(found: Sequence[Meaning], meanings: Meanings) -> bool:
    """Return whether a refusal may take back what was said: "make a4 red. On second thought, don't"."""
    stated = any(one.kind not in (*_STANCES, *_LEAVE_OPEN) for one in found)
    return stated and any(one.kind in ("refuse", "cancel") for one in meanings)


def _as_before(found: Sequence[Meaning], meanings: Meanings, clause: Clause) -> Meanings:
    """Let "and what for h4?" ask the same as the question before it."""
    if (
        found
        and found[-1].kind == "q1"
        and len(meanings) == 1
        and meanings[0].kind == "q4"
        and clause.only("WHAT")
    ):
        return (Meaning("q1", meanings[0].pairs),)
    if found and found[-1].kind == "q1" and not clause.named and clause.has("GOOD", "BAD"):
        return ()
    return meanings


def _merged(found: Sequence[Meaning]) -> Meanings:
    """Join possible colors of one node: "could be red, could be blue"."""
    several: dict[object, list[Meaning]] = {}
    for one in found:
        if one.kind == "possible" and len(one.pairs) == 1:
            several.setdefault(one.pairs[0].nodes, []).append(one)
    out: list[Meaning] = []
    for one in found:
        same = (
            several.get(one.pairs[0].nodes, []) if one.kind == "possible" and len(one.pairs) == 1 else []
        )
        if len(same) != 2:
            out.append(one)
        elif one is same[0]:
            colors = tuple(
                dict.fromkeys(
                    c for m in same for c in (m.pairs[0].colors.names if m.pairs[0].colors else ())
                )
            )
            out.append(Meaning("must", (Pair(one.pairs[0].nodes, Names("color", colors, "or")),)))
    return tuple(out)


def _from(
    clauses: Sequence[Clause], i: int, view: View, about: Sequence[str]
) -> tuple[Meanings, int] | None:
    """Return the meanings of the clauses at a place and the place behind them."""
    clause = clauses[i]
    after = clauses[i + 1] if i + 1 < len(clauses) else None
    begins = after is not None and after.joint in (",", "")
    first = begins and not any(one.named for one in clauses[:i])
    if (
        clause.has("DEAL")
        and not clause.named
        and i + 2 < len(clauses)
        and clauses[i + 1].colors
        and clauses[i + 2].colors
    ):
        offer = offer_of(*clauses[i + 1 : i + 3])
        return (offer, i + 3) if offer is not None else None
    if clause.role == "if":
        rest = i + 1
        while rest + 1 < len(clauses) and _goes_on(clauses[rest]):
            clause = replace(clause, items=(*clause.items, *clauses[rest].items))
            rest += 1
        if rest >= len(clauses):
            given = pairs_in(clause) if clause.known and not clause.has("NEG", "BAD") else None
            return ((Meaning("q3", (), given),), rest) if given else None
        if clauses[rest].role:
            return None
        joined = conditional(clause, clauses[rest], view, about)
        return (joined, rest + 1) if joined is not None else None
    if len(clause.colors) > 1 and not clause.nodes and clause.only() and after is not None:
        # "Of red, green and blue, which one may I use on h2?"
        if not is_question(after) or len(clause.colors) > 2:
            return ((), i + 1) if is_question(after) else None
        chosen = Item("color", clause.colors, "or")
        read = question(replace(after, items=(*after.items, chosen)), view, about)
        return (read, i + 2) if read is not None else None
    if after is not None and after.role == "if" and is_question(clause) and _keeps_still(after):
        read = question(clause, view, about)
        return (read, i + 2) if read is not None else None
    if after is not None and after.role == "if" and clause.named:
        joined = conditional(after, clause, view, about)
        return (joined, i + 2) if joined is not None else None
    if after is not None and after.has("EXCHANGE") and clause.colors and after.colors:
        offer = offer_of(clause, after)
        return (offer, i + 2) if offer is not None else None
    if (
        clause.joint in ("else", "otherwise")
        and (not clause.named or _is_unseen(clause))
        and not clause.has("YOU")
    ):
        return (), i + 1
    if clause.role == "because":
        # A reason binds nothing; what it reports is taken if it is read.
        reported = statement(clause, view) or ()
        end = i + 1
        while end < len(clauses) and clauses[end].joint == "and" and not clauses[end].named:
            end += 1
        return tuple(one for one in reported if one.kind in _REPORTS), end
    if (supposed := _supposed(clauses, i)) is not None:
        return supposed
    if after is not None and clause.asks and clause.colors and clause.only() and _answers(after):
        answered = replace(clause, items=(*clause.items, *after.items), asks=False)
        read = statement(answered, view, about)
        return (read, i + 2) if read is not None else None
    if (
        is_question(clause)
        and clause.joint == "or"
        and not clause.named
        and clause.only("BE", "IT", "DO")
    ):
        # "Do you have a preference for h4, or is it all the same to you?"
        return (), i + 1
    if is_question(clause):
        read = question(clause, view, about) if clause.named or clause.known else None
        if read is None and not clause.named:
            return _gist(clause, i, first=first)
        return (read, i + 1) if read is not None else None
    if not clause.named:
        ordered = _ordered(clause, clauses[:i], view)
        return (ordered, i + 1) if ordered is not None else _gist(clause, i, first=first)
    read = statement(clause, view, about)
    if read is None and _tells_no_color(clause) and any(one.colors for one in clauses):
        return (), i + 1
    return (read, i + 1) if read is not None else None


#: Classes with which a clause says something of a node without naming a color.
_SAYS_MORE = (
    *("TAKEBACK", "FREE", "ANOTHER", "EXCEPT", "SAME", "ONEOF", "ONLY", "TOUCH", "KEEPADJ", "CHANGEb"),
    *("KEEPb", "AVOIDb", "AVOIDg", "NEG", "MUST", "SHOULD", "KEEPALL", "HEDGE", "UNDECIDED", "CHANGEp"),
)


def _tells_no_color(clause: Clause) -> bool:
    """Return whether a clause that is not read names a node and can say nothing of its color."""
    spoken = [word for item in clause.items if item.kind == "word" for word in item.names]
    silent = not clause.colors and not clause.role and len(spoken) > 1
    return silent and not clause.has(*_SAYS_MORE) and _TURNS.isdisjoint(spoken)


def _ordered(clause: Clause, before: Sequence[Clause], view: View) -> Meanings | None:
    """Read "please switch it" behind a clause that names one node of the agent."""
    orders = clause.has("IT") and clause.has("CHANGEb") and not clause.asks
    orders = orders and not any(one.colors for one in before)
    mine = [node for one in before for node in one.nodes if node in view.own]
    if not orders or not mine or not clause.only("IT", "CHANGEb", "SETb", "YOU"):
        return None
    node = Item("node", (mine[-1],))
    items = tuple(node if item.classes & {"IT"} else item for item in clause.items)
    return statement(replace(clause, items=items), view)


def _supposed(clauses: Sequence[Clause], i: int) -> tuple[Meanings, int] | None:
    """Read "h4 green, a4 red: would that be good?", which states nothing."""
    pairs: list[Pair] = []
    while i < len(clauses) and clauses[i].colors and not clauses[i].role and not is_question(clauses[i]):
        clause = clauses[i]
        found = pairs_in(clause) if clause.only(*_SUPPOSING) else None
        states = clause.has("BE") and clause.only("BE", "PAST", "I", "HEDGE")
        done = any("SETp" in item.classes and "SETb" not in item.classes for item in clause.items)
        done |= [word for item in clause.items for word in item.names][:2] == ["i", "have"]
        if not found or states or done:
            return None
        pairs += found
        i += 1
    asked = pairs and i < len(clauses) and _asks_about(clauses[i])
    return ((Meaning("q3", tuple(pairs)),), i + 1) if asked else None


def _answers(clause: Clause) -> bool:
    """Return whether a clause denies what the person just asked: "b2 red? never"."""
    return (
        not clause.named and not clause.asks and clause.only("NEG", "BAD") and clause.has("NEG", "BAD")
    )


def _goes_on(clause: Clause) -> bool:
    """Return whether a clause goes on with what is supposed: "imagine h5 is red, and h2 as well"."""
    same = clause.joint == "and" and bool(clause.nodes) and bool(clause.colors)
    return same and not clause.role and not is_question(clause) and clause.only("BE", "SETp", "SETs")


def _keeps_still(condition: Clause) -> bool:
    """Return whether a condition is "if you don't move", which is what holds anyway."""
    return (
        not condition.named
        and condition.only("YOU", "I", "DO", "NEG", "CHANGEb", "USEN")
        and condition.has("NEG")
    )


def _asks_about(clause: Clause) -> bool:
    """Return whether a clause asks about what was said just before: "is that ok for you?"."""
    return (
        is_question(clause)
        and not clause.named
        and (clause.has("IT") or clause.only("GOOD") or not _OPINIONS.isdisjoint(clause.text.split()))
        and not clause.has("ASKYOU")
    )


def _gist(clause: Clause, i: int, *, first: bool) -> tuple[Meanings, int] | None:
    """Return the meaning of a clause without names; chatter has none."""
    spoken = [word for item in clause.items if item.kind == "word" for word in item.names]
    if not spoken:
        return (), i + 1
    if clause.has("TAKEBACK", "UNDECIDED") and not clause.only("UNDECIDED", "I"):
        return None
    if i == 0 and (clause.only("MIND") or CORRECTIONS.issuperset(spoken)):
        return (), 1
    if _keeps_all(clause) or (clause.has("KEEPALL") and clause.only("KEEPALL", "NEG", "DO")):
        return (Meaning("keepall"),), i + 1
    if clause.has("KEEPb") and clause.has("REST") and clause.only("KEEPb", "REST", "KEEPADJ"):
        return (Meaning("keeprest"),), i + 1
    if (
        len(spoken) == 2
        and spoken[0] == "no"
        and spoken[1] not in ("deal", "way", "chance", "wait", "sorry", "thanks", "good", "more")
    ):
        # "No excuses", "no rush".
        return (), i + 1
    if clause.has("BOTH") and clause.has("SAME") and clause.only("SAME", "KEEPADJ"):
        return (), i + 1
    if clause.has("OTHERWISE") and clause.only("OTHERWISE", "GOOD", "BE", "IT", "FREE"):
        return (), i + 1
    if clause.asks and i and clause.text in ("ok", "alright", "fine"):
        return None
    if clause.asks and i and clause.only("BE", "DO", "NEG", "IT", "HAVE") and clause.has("NEG"):
        # "They are both blue, aren't they?"
        return (), i + 1
    kind = gist_of(spoken, asking=clause.asks)
    if kind in _STANCES and (kind not in ("courtesy", "smalltalk") or _is_aside(clause, spoken)):
        return (Meaning(kind, group=("-",) if kind in ("courtesy", "smalltalk") else ()),), i + 1
    if (
        clause.only()
        or (
            clause.has("FREE", "UNDECIDED")
            and clause.only("FREE", "UNDECIDED", "IT", "I", "WHAT", "BE", "SETb", "YOU")
        )
        or (
            clause.has("REST")
            and clause.only("REST", "FREE", "GOOD", "BE", "MAYBE", "CHANGEb", "I", "YOU", "IT", "SETb")
        )
    ):
        return (), i + 1
    if _is_aside(clause, spoken, first=first):
        return (), i + 1
    return None


def _is_aside(clause: Clause, spoken: Sequence[str], *, first: bool = False) -> bool:
    """
    Return whether a clause without names leaves what stands beside it as it is.

    Parameters
    ----------
    first
        Whether it begins the message, so that it can only turn around what was said before.
    """
    if clause.role == "if":
        return False
    said = [item for item in clause.items if not item.classes or item.classes != {"FILL"}]
    begins = said[0].classes if said else frozenset[str]()
    denies_it = bool(said) and said[0].text in _SAID_BEFORE and clause.has("NEG")
    if not _TURNS.isdisjoint(spoken):
        return first and len(spoken) >= 3 and bool(begins & _SUBJECTS)
    own_sentence = len(spoken) >= 4 and (bool(begins & _SUBJECTS) or not begins) and not denies_it
    return own_sentence or _TURNS_ALONE.isdisjoint(spoken)


def _keeps_all(clause: Clause) -> bool:
    """Return whether a clause wants all nodes kept: "don't touch anything"."""
    spoken = {word for item in clause.items if item.kind == "word" for word in item.names}
    everything = bool({"anything", "everything", "all", "thing"} & spoken)
    denied = clause.has("NEG") and clause.has("CHANGEb", "TOUCH")
    keeps = clause.has("KEEPb") and not clause.has("NEG")
    return (
        everything
        and (denied or keeps)
        and clause.only("NEG", "CHANGEb", "TOUCH", "KEEPb", "KEEPADJ", "USEN", "YOU", "DO")
    )


__all__ = ["meanings_by_classes"]
