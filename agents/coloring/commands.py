"""
What a person may type, in the terminal or in a script: commands, or free text for the agents.

A line holds commands separated by semicolons. ``h1=red`` or ``set h1 red`` recolors; ``Agent1: text``
speaks to one, plain text to all neighbors; ``send`` reports one's border; ``announce``, ``pass``,
``satisfied``, ``finish`` are control; ``accept 1`` and ``reject 1`` answer offers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import InputError
from .view import View

_WORDS = ("announce", "pass", "satisfied", "unsatisfied", "finish", "send", "undo")


@dataclass
class Typed:
    """
    What one line asks for.

    Attributes
    ----------
    colors
        ``{own node: color}`` to change.
    said
        ``{participant: text}``; with the name None to all neighbors.
    accepted, rejected
        Numbers or ids of offers.
    satisfied
        True or False if it was said.
    control
        ``"announce"``, ``"pass"`` or ``"finish"``.
    report
        Whether to tell every neighbor the colors of one's border.
    undo
        Whether to take the last change of colors back.
    """

    colors: dict[str, str] = field(default_factory=dict)
    said: dict[str | None, str] = field(default_factory=dict)
    accepted: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    satisfied: bool | None = None
    control: str | None = None
    report: bool = False
    undo: bool = False


def read_line(line: str, view: View, participants: Mapping[str, str]) -> Typed:
    """
    Read one line of a person who owns the view.

    Parameters
    ----------
    participants
        ``{name in lower case: name}`` of everybody who can be spoken to.

    Raises
    ------
    InputError
        If a command is understood and cannot be carried out: a node that is not one's own, a fixed one,
        a color that is none.
    """
    typed = Typed()
    for part in filter(None, (part.strip() for part in line.split(";"))):
        _read_part(part, view, participants, typed)
    return typed


def _read_part(part: str, view: View, participants: Mapping[str, str], typed: Typed) -> None:
    name, colon, rest = part.partition(":")
    if colon and name.strip().casefold() in participants:
        to = participants[name.strip().casefold()]
        typed.said[to] = f"{typed.said[to]} {rest.strip()}" if to in typed.said else rest.strip()
        return
    words = part.split()
    first = words[0].casefold()
    if len(words) == 1 and first in _WORDS:
        _control(first, typed)
        return
    if first in ("accept", "reject") and len(words) == 2:
        (typed.accepted if first == "accept" else typed.rejected).append(words[1])
        return
    found = _assignment(part, view)
    if found is not None:
        node, color = _own_color(*found, view)
        typed.colors[node] = color
        return
    typed.said[None] = f"{typed.said[None]}; {part}" if None in typed.said else part


def _control(word: str, typed: Typed) -> None:
    if word in ("satisfied", "unsatisfied"):
        typed.satisfied = word == "satisfied"
    elif word == "send":
        typed.report = True
    elif word == "undo":
        typed.undo = True
    else:
        typed.control = word


def _assignment(part: str, view: View) -> tuple[str, str] | None:
    """Part ``h1=red``, ``h1 red`` or ``set h1 to red`` in two; names may hold spaces."""
    words = part.split()
    demanded = words[0].casefold() == "set" and len(words) > 2
    if demanded:
        words = words[1:]
    left, equals, right = " ".join(words).partition("=")
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
        raise InputError(f"{node_text}: expected one of your nodes, {', '.join(view.own)}")
    if color is None:
        raise InputError(f"{color_text}: expected one of {', '.join(view.domain)}")
    if view.fixed.get(node, color) != color:
        raise InputError(f"{node} is fixed {view.fixed[node]}")
    return node, color
