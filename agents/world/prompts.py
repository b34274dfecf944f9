"""
Prompts of agents in a world.

Messages of other agents and the observations of domains are data in the user message, one line each, and
never part of the system message. A prompt that would be too long loses its oldest messages first; the
last two are kept, shortened if need be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..canonical import canonical
from ..contracts import OF_THE_WORLD, Observation, ToolSpec
from ..llm.completion import CHARACTERS_PER_TOKEN

#: Estimated tokens of a prompt above which messages are left out.
MAX_CONTEXT_TOKENS = 8000

#: Versions of the wording: the second one names arguments, domains and messages that were left out.
PROMPT_VERSION = "world.action/1"
PROMPT_VERSION_2 = "world.action/2"

#: Newest messages that are always part of a prompt.
_KEPT = 2

_SYSTEM = (
    "You are an agent in a simulation. In each step you take exactly one action; what you say is seen "
    "by the others in the next step."
)
_WITH_TOOLS = "Take your action by calling one of the tools."
_WITH_JSON = (
    'Take your action by answering with one JSON object and nothing else: {{"action": NAME, '
    '"args": {{...}}, "reasoning": TEXT}}. The actions are: {actions}.'
)


class Prompt(NamedTuple):
    """Messages for a model, and the version of their wording."""

    messages: list[dict[str, Any]]
    version: str


def prompt_for(
    observation: Observation,
    *,
    time_step: int,
    agent_id: str,
    tools: Sequence[ToolSpec],
    native: bool,
    max_tokens: int = MAX_CONTEXT_TOKENS,
) -> Prompt:
    """
    Return the prompt for an observation.

    Parameters
    ----------
    native
        Whether the model can call tools; otherwise the prompt describes the actions and asks for JSON.
    max_tokens
        Estimated tokens above which the oldest messages are left out.
    """
    instruction = _WITH_TOOLS
    if not native:
        instruction = _WITH_JSON.format(actions="; ".join(map(_described, tools)))
    system = f"{_SYSTEM} {instruction}"
    parts = [
        f"What you see of {name}: {canonical(part)}"
        for name, part in observation.items()
        if name not in OF_THE_WORLD
    ]
    head = [f"You are {agent_id}. This is step {time_step}.", *parts]
    feed = [
        (f"[t={message['time_step']}] {message['author_id']}: ", _one_line(message["content"]))
        for message in observation.get("messages", ())
    ]
    room = CHARACTERS_PER_TOKEN * max_tokens - len(system) - sum(map(len, head))
    lines, complete = _newest(feed, room)
    user = [*head, *(["Messages so far:", *lines] if lines else ["There are no messages yet."])]
    version = PROMPT_VERSION if native and not parts and complete else PROMPT_VERSION_2
    messages = [{"role": "system", "content": system}, {"role": "user", "content": "\n".join(user)}]
    return Prompt(messages, version)


def _described(tool: ToolSpec) -> str:
    return f"{tool.name}: {tool.description} Its arguments match {canonical(dict(tool.parameters))}"


def _one_line(text: str) -> str:
    """Return the text on one line, so that one message cannot look like several."""
    return " ".join(text.split())


def _newest(feed: Sequence[tuple[str, str]], room: int) -> tuple[list[str], bool]:
    """Return the lines of the newest messages that fit into a number of characters."""
    lines = [start + text for start, text in feed]
    if sum(map(len, lines)) <= room:
        return lines, True
    each = max(0, room // _KEPT)
    kept: list[str] = []
    for place, (start, text) in enumerate(reversed(feed)):
        line = start + text
        if place < _KEPT and len(line) > each:
            line = f"{start}{text[:each]}... ({len(text) - each} more characters)"
        if place >= _KEPT and len(line) > room:
            break
        room -= len(line)
        kept.append(line)
    omitted = len(feed) - len(kept)
    note = [f"({omitted} earlier messages are left out.)"] if omitted else []
    return [*note, *reversed(kept)], False
