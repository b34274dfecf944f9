"""
Colors that are all ruled out but one: "everything but green is impossible for h4".

Two denials meet there, and the color that is named is the one that is left: h4 can only be green. Of
"nothing but green is impossible" it is the one that is ruled out, and "everything but green is possible"
has one denial only, which the rules read. Words before and behind the clause stay, so that a question
or a condition remains one. A color that is taken is ruled out for the node that is spoken of.
"""

from __future__ import annotations

import re
from functools import partial

from ...view import View
from .patterns import CANNOT, NAME

_NODES = rf"(?:my |your )?{NAME}(?:(?:, | and |, and | or )(?:my |your )?{NAME})*"
_AT = r"(?:for|on|at|in|with|to)"
_OTHER = r"(?:every|any|each|all|all the|the)(?: other)? (?:colou?rs?|options?|choices?)"
_ALL = rf"(?:{_OTHER}|everything(?: else)?|anything(?: else)?|whatever|all|colou?rs)"
_NONE = r"(?:nothing(?: else)?|no(?: other)? (?:colou?rs?|options?))"
_BUT = (
    r"(?:but(?: for)?|except(?:ing)?(?: for)?|other than|than|besides|apart from|aside from"
    r"|save(?: for)?|that (?:is not|isn'?t)|which (?:is not|isn'?t|are not))"
)
_COLORS = r"(?P<colors>[a-z]+(?:(?:, | and | or |/)[a-z]+)*)"
_VERY = (
    r"(?:(?:just|simply|absolutely|totally|completely|entirely|already|now|really|clearly|also|still"
    r"|sadly|unfortunately|definitely|strictly|basically) )*"
)
_BAD = (
    r"(?:impossible|forbidden|prohibited|banned|barred|excluded|ruled out|out of the question"
    r"|off the table|off[ -]limits|out of reach|unacceptable|unavailable|unthinkable|unusable"
    r"|infeasible|useless|hopeless|taken|blocked|bad|terrible|wrong|out"
    r"|an? (?:conflict|clash|problem|no[ -]go|disaster)|no (?:good|use|option|go)"
    r"|not (?:possible|allowed|permitted|acceptable|available|feasible|good|ok|okay|fine|an option"
    r"|going to work|on|usable))"
)
_FAILS = (
    rf"(?:(?:is|are|was|were|would be|will be|seems?|looks?) {_VERY}{_BAD}"
    rf"|(?:{CANNOT}|(?:will|would|do(?:es)?|is|are) not|(?:wo|would|do|does)n'?t|never) "
    r"(?:works?|go(?:es)?|do|happen|fit|fits|be (?:used|done|possible|allowed|an option))"
    r"|(?:clash(?:es)?|collides?|conflicts?|fails?)"
    r"|(?:causes?|gives?|creates?|makes?|means?)(?: (?:me|us|you))? (?:an? )?"
    r"(?:conflicts?|clash(?:es)?|problems?|trouble|unhappy))"
)
_TAIL = (
    r"(?: (?:(?:for|to|with) (?:me|us)|there|here|now|at the moment|right now|unfortunately|sadly"
    r"|as well|too|on my (?:side|end)))*"
)
_ENDS = r"(?=\s*(?:[.!?;,)]|$|\n| (?:because|since|as|so|due|and|but)\b))"
_FORBIDS = (
    r"(?:(?:please|i|we|i'd|i would|i will|i'll|i must|i have to|i need to) )*"
    r"(?:rule out|exclude|forbid|refuse|reject|avoid|ban|prohibit|oppose)"
)

#: Clauses that leave the named colors only, and those that rule them out.
_LEFT = (
    rf"(?:(?:{_AT} )?(?P<first>{_NODES}) ?[,:]? )?{_ALL} {_BUT} {_COLORS}"
    rf"(?: {_AT} (?P<second>{_NODES}))?,? {_FAILS}{_TAIL}(?: {_AT} (?P<third>{_NODES}))?{_TAIL}{_ENDS}",
    rf"{_FORBIDS} {_ALL} {_BUT} {_COLORS} {_AT} (?P<first>{_NODES}){_TAIL}{_ENDS}",
    rf"(?:there is |there's |i see )?no way (?:for|that) (?P<first>{_NODES}) "
    rf"(?:to be|is|can be|will be) {_ALL} {_BUT} {_COLORS}{_TAIL}{_ENDS}",
)
_RULED_OUT = (
    rf"(?:(?:{_AT} )?(?P<first>{_NODES}) ?[,:]? )?{_NONE} {_BUT} {_COLORS}"
    rf"(?: {_AT} (?P<second>{_NODES}))? (?:is|are) {_VERY}(?!no\b|not\b|out\b)"
    rf"{_BAD}{_TAIL}(?: {_AT} (?P<third>{_NODES}))?{_TAIL}{_ENDS}",
)
#: The same asked, and what is said of a color before it is the only one.
_ASKED = re.compile(
    rf"(?<![\w'-])(?:is|are) {_ALL} {_BUT} {_COLORS}(?: {_AT} (?P<first>{_NODES}))? {_VERY}{_BAD}{_TAIL}"
    rf"(?: {_AT} (?P<second>{_NODES}))?{_TAIL}(?= *\?)",
    re.IGNORECASE,
)
_ELSE = re.compile(
    rf"(?P<begins>(?:^|(?<=[.!?;] ))(?:(?:ok|okay|well|so|no|sorry),? )*)?"
    rf"(?<![\w'-])(?:(?P<first>{_NODES})"
    r"(?: (?:is|are|in|as|to|stays?|must be|has to be|will be))* ?[:=]? ?"
    rf"(?P<colors>[a-z]+)|(?P<color>[a-z]+) {_AT} (?P<second>{_NODES}))"
    r"(?: ?[,;:.!-]+ ?| (?=because|since|as|and|but))(?:because |since |as |and |but )?"
    r"(?:everything else|anything else|the rest"
    r"|(?:all|any|every)(?: the)? others?(?: (?:colou?rs?|options?))?)"
    rf" {_FAILS}{_TAIL}{_ENDS}",
    re.IGNORECASE,
)
_PATTERNS = tuple(
    (re.compile(rf"(?<![\w'-]){pattern}", re.IGNORECASE), plain)
    for patterns, plain in ((_RULED_OUT, "cannot be"), (_LEFT, "can only be"))
    for pattern in patterns
)
#: Words right before a clause that turn it round: "not everything but green is impossible".
_DENIED = re.compile(
    r"(?:\b(?:not|never|cannot|hardly|barely|doubt|deny|wrong|false|untrue|unlikely)|n't)"
    r"(?: \w+){0,2} *$",
    re.IGNORECASE,
)


#: A color that is taken, said behind what is said of one node: "h5 may be red or blue, green's taken".
_TAKEN = re.compile(
    r"(?<![\w'-])(?P<color>[a-z]+)(?:'s| is| has been) "
    rf"{_VERY}(?:taken|occupied|used(?: up)?|in use|spoken for|(?P<gone>gone))"
    rf"(?: for (?P<node>(?:my )?{NAME})| by (?:my |your |the )?\w+)?(?=\s*(?:[.!,;)]|$|\n))",
    re.IGNORECASE,
)
_NAME = re.compile(rf"\b{NAME}\b", re.IGNORECASE)
#: "For h1 blue is taken" names the node with the color.
_AT_NODE = re.compile(rf"\b{_AT} (?:my )?{NAME},? *$", re.IGNORECASE)
#: Without these "red is gone" may tell only what the node was.
_MAY_BE = re.compile(r"\b(?:or|can|could|may|might|either|choose)\b", re.IGNORECASE)


def with_colors_left(text: str, view: View) -> str:
    """Return a text in which what is ruled out but for some colors is said as what can be."""
    for pattern, plain in _PATTERNS:
        text = pattern.sub(partial(_said, plain=plain, view=view), text)
    text = _ASKED.sub(lambda found: _asked(found, view), text)
    text = _ELSE.sub(lambda found: _only(found, view), text)
    return text if "?" in text else _TAKEN.sub(lambda found: _taken(found, view), text)


def _taken(found: re.Match[str], view: View) -> str:
    """Rule a color out for the node of the person that is spoken of, if there is only one."""
    before = found.string[: found.start()]
    if view.color_name(found["color"]) is None or _AT_NODE.search(before) is not None:
        return found[0]
    named = {found["node"].split()[-1]} if found["node"] else {*_NAME.findall(before)}
    nodes = [view.node_name(one) for one in named]
    said = re.search(rf"\b{re.escape(found['color'])}\b", before, re.IGNORECASE) is not None
    if len({*nodes}) > 1 and {*nodes} <= {*view.owners} and not _MAY_BE.search(before):
        return ""  # it is a reason of the colors that are told
    if len(nodes) != 1 or nodes[0] not in view.owners or said or _DENIED.search(before):
        return found[0]
    if found["gone"] and not _MAY_BE.search(before):
        return found[0]
    return f"{nodes[0]} cannot be {found['color']}"


def _asked(found: re.Match[str], view: View) -> str:
    said = _said(found, "only be", view)
    return said if said == found[0] else f"can {said}"


def _only(found: re.Match[str], view: View) -> str:
    """Say that a color is the only one, or leave that out where it is ordered: "make a2 red, ..."."""
    color, nodes = found["colors"] or found["color"], found["first"] or found["second"]
    if view.color_name(color) is None:
        return found[0]
    if found["begins"] is None:
        return f"{nodes} {color}" if found["first"] else f"{color} for {nodes}"
    return f"{found['begins']}{nodes} can only be {color}"


def _said(found: re.Match[str], plain: str, view: View) -> str:
    colors = re.split(r", (?:and |or )?| and | or |/", found["colors"])
    named = found.groupdict()
    nodes = [named[place] for place in ("first", "second", "third") if named.get(place)]
    known = all(view.color_name(one) is not None for one in colors)
    if not known or len(nodes) > 1 or _DENIED.search(found.string[: found.start()]):
        return found[0]
    return f"{nodes[0] if nodes else 'it'} {plain} {' or '.join(colors)}"
