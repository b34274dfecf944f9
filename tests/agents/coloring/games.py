"""Games in all modes whose traces are checked: what was said, and how offers and beliefs ended."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.world import TraceDb

from .loose_ends import loose_ends, omitted
from .truth import Claim, check

ABOUT_OFFERS = (
    "What did I offer?",
    "What offers are open?",
    "Which offer did you reject?",
    "Why did you reject my offer?",
    "What did you offer me?",
    "What have we agreed?",
    "Make me an offer.",
    "Why did you offer that?",
    "What colors do I have?",
    "What are your colors?",
    "What do you mean?",
)


def conversation(team, rng, steps=16):
    """Lines of a person who recolors, demands, asks, supposes and rules out at random."""
    view = team.view(team.person)
    own = [node for node in view.own if node not in view.fixed]
    border = sorted({node for peer in view.peers for node in view.border_to(peer)}) or own
    theirs = list(view.owners)

    def offer():
        peer = rng.choice(view.peers)
        mine, other = rng.choice(view.border_to(peer)), rng.choice(view.border_of(peer))
        return f"offer {peer}: {mine}={rng.choice(view.domain)} if {other}={rng.choice(view.domain)}"

    lines = ["announce"]
    for _ in range(steps):
        mine, near = rng.choice(own), rng.choice(border)
        other, color = rng.choice(theirs), rng.choice(view.domain)
        lines.append(
            rng.choice(
                [
                    "",
                    f"{mine}={color}",
                    "send",
                    "How does that look?",
                    "How are things?",
                    f"Can you make {other} {color}?",
                    f"{other} {color} please",
                    f"You can change {other} again.",
                    f"Why is {other} {color}?",
                    f"What could I set {near} to?",
                    f"What if I set {near} to {color}?",
                    f"I can't do {color} on {near}",
                    f"{near} must be {color}",
                    f"Don't make {other} {color}",
                    f"{other} can be anything.",
                    f"What if I set {near} to {color}? Which color would {other} have then?",
                    f"With {near} {color}, could {other} be {rng.choice(view.domain)}?",
                    f"How much would you score with {near} {color}?",
                    f"I am thinking of changing {near} to {color}, would you mind?",
                    "Are you happy?",
                    "Is that a deal?",
                    rng.choice(ABOUT_OFFERS),
                    "What do the points mean?",
                    rng.choice(
                        ["Hi everybody!", "Good morning, Agent1.", "Thanks, bye!", "Thank you both"]
                    ),
                    offer(),
                    offer(),
                    f"check {view.owners[other]}: {view.border_to(view.owners[other])[0]}={color}",
                ]
            )
        )
    return lines


def checked_game(mode, topology, human, seed, steps=18):
    """Play one game and check what was said; ``human`` is ``"talks"``, ``"emulator"`` or ``"none"``."""
    with tempfile.TemporaryDirectory() as folder, TraceDb(":memory:") as trace:
        if human == "talks":
            team = TeamSettings(mode=mode, topology=topology, human="emulator").team()
            script = Path(folder) / "script.txt"
            script.write_text("\n".join(conversation(team, random.Random(seed))), encoding="utf-8")
            human = f"script:{script}"
        settings = TeamSettings(mode=mode, topology=topology, human=human, seed=seed, max_steps=steps)
        settings = settings.complete()
        play(settings, trace)
        count, wrong, held = check(trace, settings)
        events = trace.fetch_trace_events(settings.run_id())
        refused = [
            Claim(one.time_step, one.agent_id, "", one.outcome["error"], "a turn that was refused")
            for one in events
            if not one.outcome["success"] and one.agent_id != "Human"
        ]
        return count, [*wrong, *refused, *omitted(trace), *loose_ends(trace, settings)], held
