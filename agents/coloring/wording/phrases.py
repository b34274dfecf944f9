"""Parts of prose: colorings, enumerations, sentences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence

_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_BETWEEN_SETTINGS = re.compile(r", or (?:set )?")
#: Behind the setting that an agent takes for the present one: it knows what it was told.
AS_NOW = " (as now, as far as I know)"
#: On what a change that would work depends where the agent has neighbors besides the recipient.
WHILE_OTHERS_STAY = ", as long as my other neighbors keep their colors"
#: The beginning of a question, of which the sentence behind it is part.
NEEDS = "An offer needs a color for "
#: ``h1 to green or blue, and h4 to red``
_CHOICES = re.compile(
    r"\S+ to [^\s,]+(?:(?:, | or )[^\s,]+)*(?:, and \S+ to [^\s,]+(?:(?:, | or )[^\s,]+)*)+"
)
_OR, _AND = re.compile(r", | or "), re.compile(r", | and ")


def enumerated(words: Iterable[str], conjunction: str = "and") -> str:
    """Join words by commas and a last "and"."""
    parts = list(words)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"


def listed(colors: Mapping[str, str]) -> str:
    """Word a coloring as a noun phrase: ``h1 red, h2 blue and h4 red``."""
    return enumerated(f"{node} {color}" for node, color in colors.items())


def assigned(colors: Mapping[str, str]) -> str:
    """Word a coloring as what to set: ``h1 to red and h2 to blue``."""
    return enumerated(f"{node} to {color}" for node, color in colors.items())


def stated(colors: Mapping[str, str]) -> str:
    """Word a coloring as a statement: ``h1 is red and h2 is blue``."""
    return enumerated(f"{node} is {color}" for node, color in colors.items())


def alternatives(settings: Sequence[Mapping[str, str]]) -> str:
    """
    Word several colorings as what to set, those that change one node together.

    ``h1 or h4 to blue, or h1 to red and h4 to green``, and ``h1 to green or blue, and h4 to red`` where
    each node has its own choice.
    """
    if choices := _free_choices(settings):
        return ", and ".join(f"{node} to {enumerated(colors, 'or')}" for node, colors in choices.items())
    colors_of: dict[str, list[str]] = {}
    for setting in settings:
        if len(setting) == 1:
            [(node, color)] = setting.items()
            colors_of.setdefault(node, []).append(color)
    nodes_of: dict[frozenset[str], list[str]] = {}
    for node, colors in colors_of.items():
        nodes_of.setdefault(frozenset(colors), []).append(node)
    words = [
        f"{enumerated(nodes, 'or')} to {enumerated(colors_of[nodes[0]], 'or')}"
        for nodes in nodes_of.values()
    ]
    return ", or ".join([*words, *(assigned(setting) for setting in settings if len(setting) > 1)])


def _free_choices(settings: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """Return the colors of each node if the colorings are all their combinations; else nothing."""
    if len(settings) < 2 or len(settings[0]) < 2:
        return {}
    choices = {node: list(dict.fromkeys(s.get(node, "") for s in settings)) for node in settings[0]}
    combined = [
        dict(zip(choices, colors, strict=True)) for colors in itertools.product(*choices.values())
    ]
    complete = len(combined) == len(settings) and all(dict(one) in combined for one in settings)
    return choices if complete else {}


def settings_in(text: str) -> list[dict[str, str]]:
    """Return the colorings that :func:`alternatives` words; ``h1 red and h4 blue`` is one too."""
    settings = []
    for part in _BETWEEN_SETTINGS.split(text):
        if _CHOICES.fullmatch(part):
            choices = [one.split(" to ") for one in part.split(", and ")]
            each = [[(node, color) for color in _OR.split(colors)] for node, colors in choices]
            settings += [dict(pairs) for pairs in itertools.product(*each)]
            continue
        nodes, to, colors = part.partition(" to ")
        if to and " and " not in part:
            pairs = itertools.product(*(_OR.split(words) for words in (nodes, colors)))
            settings += [{node: color} for node, color in pairs]
        else:
            named = [words.replace(" to ", " ").split() or [""] for words in _AND.split(part)]
            settings.append({words[0]: " ".join(words[1:]) for words in named})
    return settings


def sentences_in(text: str) -> list[str]:
    """Split a text into its sentences."""
    return [part for part in _BETWEEN_SENTENCES.split(text.strip()) if part]
