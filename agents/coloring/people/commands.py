"""
Lines that a person types, in the terminal or in a script: commands, or free text for the agents.

A line holds commands separated by semicolons. ``h1=red`` or ``set h1 red`` recolors; ``Agent1: text``
and ``@Agent1 text`` are sent to one neighbor, plain text to all; ``send`` reports the border colors;
``announce``, ``pass``, ``satisfied``, ``finish`` control the game; ``accept 1`` and ``reject 1`` answer
offers; ``offer Agent1: h1=red if a2=blue`` makes one, and ``check Agent1: h1=red, h4=blue`` asks whether
a coloring would work.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from ...errors import InputError, expected
from ..talk.hearing.named import names_any
from ..talk.tokens import one_slip
from ..view import View

_WORDS = (
    *("announce", "pass", "satisfied", "unsatisfied", "finish", "send", "undo"),
    *("impossible", "init"),
)
_SIGNS = re.compile(r"[\s,=:]+")
#: How a question or a request to somebody goes on after the name.
_ASKED = (
    r" (?=(?:what|whats|what's|why|how|hows|how's|which|please)\b"
    r"|(?:can|could|would|will|do|did|are) you\b)"
)
#: How an order or a consent goes on. No verb stands before: "did Agent1 make a2 red?" asks about Agent1.
_TOLD = (
    r" (?=(?:tell me|do (?:it|that)|i (?:accept|agree))\b"
    r"|(?:make|keep|turn|change|switch|recolor|color|move) (?:it|them|your|\w{1,2}\d+)\b)"
)
_COURTESY = (
    r"(?:(?:ok|okay|yes|yeah|no|well|hey|hi|hello|please|so|now|then|and|but|alright|great|good|fine"
    r"|thanks|sorry|hmm),? ){0,2}"
)
#: A bare yes or no.
BARE = re.compile(
    r"\W*(?:(?:yes|yeah|yep|yup|y|no|nope|nah|n|ok|okay|sure|of course|please|do (?:it|that|so)|go ahead"
    r"|exactly|correct|right|that is right|not really|rather not|do not|don't|thanks|thank you)\b\W*)+",
    re.IGNORECASE,
)
_TO_BOTH = re.compile(r",? (?:to|from|for) (?:both|all|each)(?: of (?:you|them))?\b", re.IGNORECASE)
#: Words by which other programs are left.
_LEAVING = ("quit", "exit", "bye", "q", "end", "stop")


@dataclass
class Typed:
    """
    Content of one line.

    Attributes
    ----------
    colors
        ``{own node: color}`` to set.
    said
        ``{participant: text}``; the name None stands for all neighbors.
    accepted, rejected
        Numbers or ids of offers; empty for the only one.
    impossible
        ``{number or id of a rejected offer: {own node: color}}``: colors that the nodes can never
        have, all together if there are several.
    offered
        ``{neighbor: (conditions, assignments)}``, both ``{node: color}``: the neighbor's nodes that the
        offer asks for, and the person's nodes that it promises.
    checked
        ``{neighbor: {own node: color}}``: colorings to ask about, which bind nobody.
    satisfied
        New satisfaction, or None if it stays.
    control
        ``"announce"``, ``"pass"``, ``"finish"``, ``"impossible"`` or ``"init"``.
    report
        Whether to tell the neighbors the colors of the border: those who do not know them, or all if
        all do.
    ended
        Ids of deals that an undo ends.
    undo
        Whether to undo the last change of colors.
    """

    colors: dict[str, str] = field(default_factory=dict)
    said: dict[str | None, str] = field(default_factory=dict)
    accepted: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    impossible: dict[str, dict[str, str]] = field(default_factory=dict)
    offered: dict[str, tuple[dict[str, str], dict[str, str]]] = field(default_factory=dict)
    checked: dict[str, dict[str, str]] = field(default_factory=dict)
    satisfied: bool | None = None
    control: str | None = None
    report: bool = False
    ended: list[str] = field(default_factory=list)
    undo: bool = False


#: A verdict on a color, which no command gives: "h5=red works for me".
_JUDGED = re.compile(
    r"^\S+ (?:works?|fits?|suits?|helps?|is|are|would|will|could|for me)\b", re.IGNORECASE
)


def read_typed(source: TextIO) -> str:
    """
    Return the next line, empty at the end of a file.

    Raises
    ------
    KeyboardInterrupt
        If Ctrl-D was typed at a terminal: it leaves the game as Ctrl-C does, since a game that a slip of
        the finger had ended could not be continued.
    """
    line = source.readline()
    if not line.endswith("\n") and source.isatty():
        raise KeyboardInterrupt
    return line


def read_line(line: str, view: View, participants: Mapping[str, str]) -> Typed:
    """
    Read one line that the owner of the view typed.

    Parameters
    ----------
    participants
        ``{name in lower case: name}`` of the neighbors.

    Raises
    ------
    InputError
        If a command cannot be carried out: a foreign or fixed node, or an unknown color.
    """
    typed = Typed()
    to: str | None = None
    line = _without_signs(line, participants)
    if several := _to_several(line, participants):
        return Typed(said=several)
    for part in _parts(line):
        for said in _addressed(part, view, participants):
            to = _read_part(said, view, participants, typed, to)
    return typed


def _without_signs(line: str, participants: Mapping[str, str]) -> str:
    """Return a line with "Agent1:" for "@Agent1"; a line that begins with several is for all."""
    if "@" not in line or not participants:
        return line
    names = "|".join(map(re.escape, participants))
    mention = rf"@({names})(?!\w)"
    several = rf"\s*{mention}(?:[\s,:]+{mention}|,? (?:and|&) @?(?:{names})\b)"
    if re.match(several, line, re.IGNORECASE):
        rest = re.sub(rf"^\s*(?:@?(?:{names})\b(?:[\s,:]|and\b|&)*)+", "", line, flags=re.IGNORECASE)
        line = rest or line
    called = re.sub(rf"(^\s*|[;.!?]\s+){mention}[\s,:]*", r"\1\2: ", line, flags=re.IGNORECASE)
    return re.sub(mention, r"\1", called, flags=re.IGNORECASE)


def _to_several(line: str, participants: Mapping[str, str]) -> dict[str | None, str]:
    """Return what is said to several neighbors by name: "yes to both, Agent1 and Agent3"."""
    name = rf"(?:{'|'.join(map(re.escape, participants))})\b"
    spoken = [participants[one] for one in re.findall(name, line.casefold())]
    if len({*spoken}) < 2 or ";" in line:
        return {}
    # "Yes to Agent1, no to Agent2" and "Agent1 yes, Agent2 no" say something else to each.
    first, *behind = re.split(rf"(?:\W+and)?\W*\b{name}\W*", line, flags=re.IGNORECASE)
    once = len({*spoken}) == len(spoken)
    if once and not first.strip() and all(map(BARE.fullmatch, behind)):
        return dict(zip(spoken, behind, strict=True))
    apart = [one.strip() for one in re.split(rf" to {name}(?:\W+and\b)?\W*", line, flags=re.IGNORECASE)]
    if len(apart) == len(spoken) + 1 and not apart[-1] and all(map(BARE.fullmatch, apart[:-1])):
        return dict(zip(spoken, apart, strict=False))
    names = rf"(?:both of you,? )?{name}(?:(?:, | and |, and | & ){name})+"
    first = re.fullmatch(rf"\W*{names} ?[,:] *(\S.*)", line, re.IGNORECASE)
    last = re.fullmatch(rf"(.*?\S)(?: to)?,? {names}\W*", line, re.IGNORECASE)
    text = first[1] if first else last[1] if last else ""
    bare = _TO_BOTH.sub("", text)
    if BARE.fullmatch(bare):
        return dict.fromkeys(spoken, bare)
    return dict.fromkeys(spoken, text) if first and not re.search(name, text, re.IGNORECASE) else {}


def _addressed(part: str, view: View, participants: Mapping[str, str]) -> list[str]:
    """
    Split prose where a sentence calls a neighbor: "h1 is blue. Agent2, is b2 red?".

    What comes first is for all if it names a node or a color, and else for who is called then: nobody
    else could make sense of "Great! Agent1, is a2 red?".
    """
    names = "|".join(map(re.escape, participants))
    said = re.split(rf"(?<=[.!?])\s+(?=(?:{names}) ?[,:])", part, flags=re.IGNORECASE)
    starts = said[0].partition(":")[0].strip().casefold()
    if len(said) == 1 or starts in participants or names_any(said[0], view):
        return said
    called, text = _called(re.sub(r"^(\w+) ?:", r"\1,", said[1]), participants)
    if called is None:  # "Great! Agent1, can you and Agent2 agree?" is for both
        return [f"{said[0]} {said[1]}", *said[2:]]
    return [f"{called}: {said[0]} {text}", *said[2:]]


def _parts(line: str) -> list[str]:
    """Split a line at its semicolons, except among the terms of an offer before its condition."""
    parts: list[str] = []
    for part in filter(None, (part.strip() for part in line.split(";"))):
        last = parts[-1] if parts else ""
        if re.match(r"/?offer\b[^:]*:", last, re.IGNORECASE) and not re.search(r"\bif\b", last):
            parts[-1] = f"{last}, {part}"
        else:
            parts.append(part)
    return parts


def _read_part(
    part: str, view: View, participants: Mapping[str, str], typed: Typed, to: str | None
) -> str | None:
    """Read a part of a line; prose goes to whom the part before was said to. Return that name."""
    name, colon, rest = part.partition(":")
    if colon and name.strip().casefold() in participants:
        to = participants[name.strip().casefold()]
        typed.said[to] = f"{typed.said[to]} {rest.strip()}" if to in typed.said else rest.strip()
        return to
    goes_on = to is not None and _called(part, participants)[0] is None
    if goes_on and to in typed.said and _is_no_command(part, view):
        typed.said[to] = f"{typed.said[to]}; {part}"
        return to
    if _read_command(part, view, participants, typed):
        return None
    called, text = _called(part, participants)
    peer = called or to
    typed.said[peer] = f"{typed.said[peer]}; {text}" if peer in typed.said else text
    return peer


def _is_no_command(part: str, view: View) -> bool:
    """Return whether a part behind prose to a neighbor goes on with it: "h5=red works?"."""
    if ":" in part or len(part) < 2:
        return False
    _, color = _assignment(part, view) or ("", "")
    return part.endswith("?") or _JUDGED.search(color) is not None


def _read_command(part: str, view: View, participants: Mapping[str, str], typed: Typed) -> bool:
    """Read a part of a line that is a command; return False for prose."""
    name, colon, rest = part.partition(":")
    if (called := name.strip().casefold()) and colon and any(one_slip(called, p) for p in participants):
        raise expected("neighbor", name.strip(), f"one of {', '.join(participants.values())}")
    words = part.split()
    if words[0].startswith("/"):
        words[0] = words[0].lstrip("/")
        part = " ".join(words)
        if words[0].casefold() not in (*_WORDS, *_LEAVING, "accept", "reject", "offer", "check", "set"):
            raise expected("command", f"/{part}", f"one of {', '.join(_WORDS)}")
    first = words[0].casefold()
    if colon and first in ("offer", "check"):
        to = name.strip()[len(first) :].strip()
        if to.casefold() not in participants:
            raise expected(first, to, f"one of {', '.join(participants.values())}")
        _bargain(first, participants[to.casefold()], rest, view, typed)
        return True
    if len(words) == 1 and first in _WORDS:
        _control(first, typed)
        return True
    if first in ("accept", "reject") and len(words) <= 2:
        (typed.accepted if first == "accept" else typed.rejected).append("".join(words[1:]))
        return True
    if first == "reject" and len(words) > 3 and words[2].casefold() == "never":
        typed.rejected.append(words[1])
        typed.impossible[words[1]] = _terms(part.split(None, 3)[3], view.own, view)
        return True
    listed = _listed_colors(part, view)
    if listed is not None:
        typed.colors.update(_own_color(node, color, view) for node, color in listed)
        return True
    assignment = _assignment(part, view)
    if assignment is not None:
        node, color = _own_color(*assignment, view)
        typed.colors[node] = color
        return True
    _check_mistyped(part, words, view)
    return False


def _called(part: str, participants: Mapping[str, str]) -> tuple[str | None, str]:
    """Return whom a text calls by name, first or last, and the rest; None for all."""
    named = [name for name in participants if name in part.casefold()]
    if len(named) != 1:
        return None, part
    name = re.escape(named[0])
    if last := re.fullmatch(rf"(.*\S), ?{name} ?([?!.]*)", part, re.IGNORECASE):
        return participants[named[0]], last[1] + last[2]
    bare = " ".join(re.sub(rf"(?: to)? ?\b{name}\b", " ", part, flags=re.IGNORECASE).split())
    if BARE.fullmatch(bare):
        return participants[named[0]], bare.lstrip(" ,")
    first = re.match(rf"((?:[a-z]+,? ){{0,2}}){name} ?(?:[,!]\s*(?=\S)|{_ASKED})", part, re.IGNORECASE)
    first = first or re.match(rf"({_COURTESY}){name}{_TOLD}", part, re.IGNORECASE)
    if first is None:
        return None, part
    lead, rest = first[1].rstrip(" ,"), part[first.end() :]
    return participants[named[0]], f"{lead}, {rest}" if lead else rest


def _check_mistyped(part: str, words: Sequence[str], view: View) -> None:
    """Raise InputError for a line that is meant as a command: as a message it would cost two steps."""
    first = words[0].casefold()
    if len(words) == 1 and first in _LEAVING:
        raise expected("command", part, "finish, which ends the game")
    if len(words) == 1 and len(first) > 2:
        near = [word for word in (*_WORDS, "help") if one_slip(first, word)]
        if near:
            raise expected("command", part, near[0])
    if len(words) > 1 and words[1].isdigit():
        near = [word for word in ("accept", "reject") if first != word and one_slip(first, word)]
        if near and len(words) == 2:
            raise expected("command", part, f"{near[0]} {words[1]}")
        if first == "reject" and len(words) > 3 and one_slip(words[2].casefold(), "never"):
            raise expected("command", part, " ".join([first, words[1], "never", *words[3:]]))
    node = words[1] if first == "set" and len(words) > 1 else words[0]
    if len(words) == (2 if first == "set" else 1) and view.node_name(node) in view.own:
        raise expected(node, "", f"one of {', '.join(view.domain)}, as in {node}={view.domain[0]}")
    left, equals, _ = part.partition("=")
    if equals and first == "check":
        raise expected(
            "check", part[len(first) :].strip(), "the name of a neighbor, as in check NAME: ..."
        )
    if equals and " " not in left.strip() and view.node_name(left.strip()) is None:
        raise expected("node", left.strip(), f"one of your nodes: {', '.join(view.own)}")


def _control(word: str, typed: Typed) -> None:
    if word in ("satisfied", "unsatisfied"):
        typed.satisfied = word == "satisfied"
    elif word == "send":
        typed.report = True
    elif word == "undo":
        typed.undo = True
    else:
        typed.control = word


def _bargain(word: str, peer: str, text: str, view: View, typed: Typed) -> None:
    """Read the terms of an offer, ``h1=red, h2=blue if a2=green``, or of a question."""
    mine, wants, theirs = text.partition(" if ")
    if word == "check":
        typed.checked[peer] = _terms(text, view.border_to(peer), view)
        return
    if not wants:
        raise InputError(
            f"offer {peer}:{text}: expected a condition, as in offer {peer}: "
            f"{view.border_to(peer)[0]}={view.domain[0]} if {view.border_of(peer)[0]}={view.domain[-1]}"
        )
    typed.offered[peer] = (
        _terms(theirs, view.border_of(peer), view),
        _terms(mine, view.border_to(peer), view) if mine.strip() else {},
    )


def _terms(text: str, nodes: Sequence[str], view: View) -> dict[str, str]:
    terms = {}
    # Between two terms a blank will do.
    for part in re.split(r"\s*,\s*| and |\s+(?=[^\s=]+\s*=)", text.strip()):
        left, _, right = part.partition("=")
        node, color = view.node_name(left.strip()), view.color_name(right.strip())
        if node is None or node not in nodes:
            raise InputError(f"{part.strip()}: expected NODE=COLOR with a node of {', '.join(nodes)}")
        if color is None:
            raise InputError(f"{part.strip()}: expected one of {', '.join(view.domain)}")
        terms[node] = color
    return terms


def _listed_colors(part: str, view: View) -> list[tuple[str, str]] | None:
    """Read nodes with colors, ``h1 red h2 green`` or ``h1=red, h2=green``; None for other lines."""
    words = [word for word in _SIGNS.split(part) if word and word.casefold() != "and"]
    if words and words[0].casefold() == "set":
        words = words[1:]
    pairs = list(zip(words[::2], words[1::2], strict=False))
    nodes = [view.node_name(node) in view.own for node, _ in pairs]
    if not pairs or len(words) % 2 or not all(nodes):
        return None
    known = [view.color_name(color) is not None for _, color in pairs]
    # One pair may have a typing error; a list of them is prose unless all its colors are known.
    return pairs if all(known) else None


def _assignment(part: str, view: View) -> tuple[str, str] | None:
    """Split ``h1=red``, ``h1 red`` or ``set h1 to red`` into node and color; names may hold spaces."""
    words = part.split()
    demanded = words[0].casefold() == "set" and (len(words) > 2 or "=" in part)
    if demanded:
        words = words[1:]
    left, equals, right = " ".join(words).partition("=" if "=" in part else ":")
    if equals:
        known = view.node_name(left.strip()) in view.own
        return (left.strip(), right.strip()) if known or demanded else None
    parted = []
    for i in range(1, len(words)):
        rest = words[i + 1 :] if words[i].casefold() == "to" and i + 1 < len(words) else words[i:]
        parted.append((" ".join(words[:i]), " ".join(rest)))
    for node, color in parted:
        if view.node_name(node) in view.own and (view.color_name(color) or " " not in color):
            return node, color
    return parted[0] if demanded else None


def _own_color(node_text: str, color_text: str, view: View) -> tuple[str, str]:
    node, color = view.node_name(node_text), view.color_name(color_text)
    if node is None or node not in view.own:
        raise expected("node", node_text, f"one of your nodes: {', '.join(view.own)}")
    if color is None:
        raise expected(node, color_text, f"one of {', '.join(view.domain)}")
    if view.fixed.get(node, color) != color:
        raise expected(node, color, f"{view.fixed[node]}, to which the node is fixed")
    return node, color
