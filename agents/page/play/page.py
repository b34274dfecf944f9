"""The pages of the room: a list of games, the form of a new one, and the link to a seat."""

from __future__ import annotations

import asyncio
from typing import Any

from nicegui import ui

from ...coloring.conformance import ALGORITHMS
from ...coloring.modes import MODES
from ...coloring.setup import TeamSettings
from ...errors import InputError, KempeError
from ..frame import complain, frame, heading, page_at, panel, refusal, visitor
from ..site import Site
from .rules import ALGORITHM_HELP, MODE_HELP
from .seat_page import SeatPage
from .table import Conditions, Table

#: Games that may be open at once.
MOST_OPEN = 500
TOPOLOGIES = {
    "study": "The game of the study: you and two agents",
    "small": "A smaller game: you have four nodes",
    "random:clusters=3,nodes=6,seed=1": "A random game of three clusters",
    "random:clusters=4,nodes=8,colors=4,links=3,seed=2": "A larger random game with four colors",
}


def add_pages(site: Site) -> None:
    """Add the pages of this room."""

    def start_page() -> None:
        with frame("Play", "/play"):
            _form(site)

    async def game_page(name: str, who: str = "") -> None:
        if not visitor().is_owner:
            with frame("Play", bare=True):
                refusal("Use the link that you were given.")
            return
        with frame("Play", "/play"):
            try:
                table = await opened(site, name)
                seat = who or table.people[0]
                await SeatPage(table, seat, name).build()
            except KempeError as error:
                refusal(error)

    page_at("/play")(start_page)
    page_at("/play/{name}")(game_page)


async def opened(site: Site, name: str) -> Table:
    """Return an open game, or continue it from its file."""
    if name not in site.games:
        path = site.game_path(name)
        if not path.is_file():
            raise InputError(f"{name}: no such game")
        table = await asyncio.get_running_loop().run_in_executor(
            None, lambda: Table(path, gateway=site.gateway)
        )
        # Two requests may have opened it at once.
        if name in site.games:
            table.close()
        else:
            site.games[name] = table
    found: Table = site.games[name]
    return found


async def new_game(site: Site, name: str, settings: TeamSettings, conditions: Conditions) -> Table:
    """Begin a game in the folder."""
    if len(site.games) >= MOST_OPEN:
        raise InputError(f"{len(site.games)} games are open: expected at most {MOST_OPEN}")
    path = site.game_path(name)
    table = await asyncio.get_running_loop().run_in_executor(
        None, lambda: Table(path, settings.complete(), gateway=site.gateway, conditions=conditions)
    )
    site.games[name] = table
    return table


def model_settings(site: Site, use: bool) -> dict[str, Any]:
    """Return the settings of games that use the model named on the command line."""
    if not use or not site.gateway:
        return {}
    model = site.gateway["model"]
    if model == "mock":
        return {"gateway": "mock", "model": "mock"}
    return {"gateway": "litellm", "model": model, "api_base": site.gateway["api_base"]}


def _form(site: Site) -> None:
    heading("Play the team game", big=True)
    ui.label(
        "You and the agents color one graph together. Each colors its own nodes, and sees only those of "
        "its neighbors that touch them. Nobody may have the same color on two nodes that are joined."
    )
    with ui.element("div").classes("k-sides"):
        with panel("New game"):
            topology = ui.select(
                TOPOLOGIES,
                value="study",
                label="Game",
                new_value_mode="add-unique",
            ).style("width:100%")
            ui.label("or write one: random:clusters=3,nodes=5,colors=3,links=2,seed=0").classes("k-note")
            mode = ui.select(
                {name: f"{name}: {mode.about}" for name, mode in MODES.items()},
                value="RB",
                label="How agents speak",
            ).style("width:100%")
            about_mode = ui.label().classes("k-note k-text")
            about_mode.bind_text_from(mode, "value", lambda name: MODE_HELP.get(name, ""))
            people = ui.select(
                {"": "You alone", "Agent1": "You and a second person, in the place of Agent1"},
                value="",
                label="People",
            ).style("width:100%")
            algorithm = ui.select(
                {name: f"{name}: {ALGORITHM_HELP[name]}" for name in ALGORITHMS},
                value="greedy",
                label="Agents' algorithm",
            ).style("width:100%")
            with ui.row().classes("k-row"):
                steps = ui.number("Steps at most", value=200, min=1, max=100_000, precision=0)
                steps.style("flex:1;min-width:130px")
                seed = ui.number("Seed", value=42, precision=0).style("flex:1;min-width:130px")
            ui.label("The same seed gives the same agents, move by move.").classes("k-note")
            options = ui.checkbox("Show me exact best answers when I ask", value=True)
            words = ui.checkbox(
                f"Let {site.gateway['model']} word the messages" if site.gateway else "", value=True
            )
            words.visible = bool(site.gateway)
            note = "Without a model, messages come from templates; kempe page --model names one."
            ui.label(note).classes("k-note").set_visibility(not site.gateway)

            async def start() -> None:
                name = site.new_game_name()
                try:
                    settings = TeamSettings(
                        mode=mode.value,
                        topology=_topology(str(topology.value)),
                        human=f"page:{people.value}" if people.value else "page",
                        algorithm=algorithm.value,
                        max_steps=int(steps.value or 0),
                        seed=int(seed.value or 0),
                        **model_settings(site, words.value),
                    )
                    start_button.disable()
                    await new_game(site, name, settings, Conditions(options=options.value))
                except KempeError as error:
                    start_button.enable()
                    complain(error)
                    return
                ui.navigate.to(f"/play/{name}")

            start_button = ui.button("Start", on_click=start, icon="play_arrow").props("size=lg")
        with panel("Games"):
            names = site.game_names()
            if not names:
                ui.label("None yet.").classes("k-note")
            for name in names[:50]:
                with ui.row().classes("k-row"):
                    ui.link(name, f"/play/{name}")
                    ui.link("replay", f"/replay/{name}")


def _topology(text: str) -> str:
    """Return a topology that names no file: paths come from the command line only."""
    if text not in ("study", "small") and not text.startswith("random:"):
        raise InputError(f"{text[:60]}: expected study, small or random:clusters=3,nodes=5,...")
    return text
