"""
Regular expressions for nodes with colors, in the orders and with the small words that prose has.

Words stand behind a blank each, and nodes and colors have the marks of ``plain_words``. Short lists may
come in any order; longer ones only in the given one, since the number of orders grows too fast.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Pair = tuple[str, str]

NODE, COLOR = r"[@&]\S+", r"#\S+"
PAIRS = rf"{NODE} {COLOR}(?:(?: and)? {NODE} {COLOR})*"
#: How often a part may come again: parts overlap, and a draft that repeats itself would take hours.
MORE = "{0,5}"
#: What matches nothing.
NOTHING = "(?!)"


def quoted(words: str) -> str:
    """Return an expression for words as they are."""
    return " " + re.escape(words).replace(r"\ ", " ")


def paired(pair: Pair, verbs: str = "in| at| on| as| being") -> str:
    """Return an expression for a node with its color, between which one of some words may stand."""
    node, color = map(quoted, pair)
    owner = "my" if pair[0].startswith("@") else "your"
    return f"(?:{node}(?: {verbs})?{color}|{color}(?: for| on| at){node}|(?: a| {owner})?{color}{node})"


def paired_supposed(pair: Pair) -> str:
    """Return an expression for a node with the color that it is supposed to have."""
    return paired(pair, "in| at| on| as| was| were| set to| to| becomes| became| turned| went to")


def in_any_order(
    items: Sequence[Item],
    worded: Callable[[Item], str],
    joint: str = "(?: and| with| together with| while)?",
) -> str:
    """Return an expression for items in any order, or four and more in theirs; "and" may tie them."""
    if len(items) > 3:
        return "(?: and)?".join(map(worded, items))
    orders = (joint.join(map(worded, order)) for order in itertools.permutations(items))
    both = "(?: both)?" if len(items) == 2 else ""
    return f"{both}(?:{'|'.join(orders)})"


def all_of(parts: Sequence[str], joint: str = r"(?: or| \|)(?: or| either)?") -> str:
    """Return an expression for all of some alternatives in any order, or four and more in theirs."""
    orders = itertools.permutations(parts) if len(parts) < 4 else [parts]
    return f"(?: either)?(?:{'|'.join(joint.join(order) for order in orders)})"


def tied_pairs(
    pairs: Sequence[Pair],
    joint: str = "(?: and| with| together with| while| plus)",
    worded: Callable[[Pair], str] = paired,
) -> str:
    """Return an expression for what nodes have together: "h1 red and h4 red", "both red"."""
    # "Except h1 red, h4 red" may be two exceptions.
    expression = f"(?:{in_any_order(pairs, worded, joint)}(?: together)?)"
    if len({color for _, color in pairs}) == 1 and len(pairs) == 2:
        nodes = in_any_order([node for node, _ in pairs], quoted)
        both = "(?: when| if)?(?: are| they are)? both(?: are| being| of them)?"
        expression = f"(?:{expression}|(?:{nodes})?{both}{quoted(pairs[0][1])})"
    return expression


def repeated(
    parts: Sequence[str], joint: str = r"(?: or| \|)(?: or| either)?", others: Sequence[str] = ()
) -> str:
    """Return an expression for one or several of the parts, or of others behind the first."""
    one, other = (f"(?:{'|'.join(some)})" for some in (parts, others or parts))
    return f"(?: either)?{one}(?:{joint}{other}){MORE}"


def of_one_color(pairs: Sequence[Pair]) -> Iterator[tuple[str, list[str]]]:
    """Yield each color of several nodes, with the nodes."""
    for color in dict.fromkeys(color for _, color in pairs):
        nodes = [node for node, other in pairs if other == color]
        if len(nodes) > 1:
            yield color, nodes


def ways_in(said: str) -> list[tuple[bool, list[Pair]]]:
    """Return alternatives, each as whether it is kept, and what is to be set together."""
    found: list[tuple[bool, list[Pair]]] = []
    nodes: list[str] = []
    for part in said.split(" | "):
        kept = part.startswith("keep ")
        part = part.removeprefix("set ")
        if kept or " and " in part:
            found.append((kept, re.findall(rf"({NODE}) (?:to )?({COLOR})", part)))
            continue
        nodes += re.findall(NODE, part)
        colors = re.findall(COLOR, part)
        if colors:
            found += [(False, [(node, color)]) for node in nodes for color in colors]
            nodes = []
    return found


#: What a person does to a node, and the same as the subject of a sentence.
SET = "(?: set| change| turn| make| put| move| switch| recolor| color| choose| pick)"
#: ``plain_words`` has "set" for "setting".
SETTING = (
    "(?: setting| set| changing| turning| making| putting| moving| switching| recoloring| coloring)"
)
KEEP, KEEPING = "(?: keep| leave| left| kept)", "(?: keeping| leaving)"
TO = "(?: to| in| into| at| on| set to| goes to| becomes| turns| to either| either to)"
BEING = "(?: was| were| is| became| become| either)"
STAYING = "(?: stays?| remains?| stay(?: both)?| both stay| kept| left| as| at| on| in)"


def ways_to_set(
    said: str, begin: str = f"(?:{SET}|{SETTING})?", keep: str = f"(?:{KEEP}|{KEEPING})"
) -> list[str]:
    """
    Return expressions for alternatives of what to set, those of a node or a color together.

    Parameters
    ----------
    begin, keep
        Expressions for what is done to the nodes, if they get other colors, and if they keep them.
    """
    found: list[str] = []
    single: dict[str, list[str]] = {}
    for kept, setting in ways_in(said):
        if len(setting) == 1 and not kept:
            [(node, color)] = setting
            single.setdefault(node, []).append(color)
        else:
            found += _tied(setting, keep if kept else begin)
    for node, colors in single.items():
        listed = repeated([quoted(color) for color in colors], r" or(?: to)?")
        found.append(f"{begin}{quoted(node)}{TO}?{listed}")
        found.append(f"{quoted(node)}{BEING}{listed}")
    for shared in dict.fromkeys(map(tuple, single.values())):
        same = [node for node, other in single.items() if set(shared) <= set(other)]
        if len(same) > 1:
            nodes = repeated([quoted(node) for node in same], r"(?: or| \|)(?: set)?")
            listed = repeated([quoted(color) for color in shared], r" or(?: to)?")
            found += [f"{begin}{nodes}{TO}?{listed}", f"{nodes}{BEING}{listed}"]
    return found


def _tied(setting: Sequence[Pair], verb: str) -> list[str]:
    """Return expressions for what is set, or kept, together."""
    to = f"(?:{TO}|{STAYING})" if "keep" in verb else TO
    plain = [f"(?:{quoted(node)}{to}?{quoted(color)})" for node, color in setting]
    each = [f"(?:{verb}{part})" for part in plain]
    found = [f"{verb}{in_any_order(plain, str)}", f"{in_any_order(each, str)}(?! or)"]
    if "keep" in verb:
        staying = [f"(?:{quoted(node)}{STAYING}{quoted(color)})" for node, color in setting]
        found.append(in_any_order(staying, str))
    if len({color for _, color in setting}) == 1:
        nodes = in_any_order([node for node, _ in setting], quoted)
        found.append(f"{verb}{nodes}{to}?(?: both)?{quoted(setting[0][1])}")
        if "keep" in verb:
            found.append(f"{nodes}{STAYING}(?: both)?{quoted(setting[0][1])}")
    return found
