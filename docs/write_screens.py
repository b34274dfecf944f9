"""
The pictures of the pages "Play and watch" and of the README, taken from a running page.

Run as ``python docs/write_screens.py``; it needs Chromium, as the browser tests do.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SIZE = {"width": 1280, "height": 800}
CHART = """<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="player" initial="off">
<state id="off"><transition event="power" target="on"/></state>
<parallel id="on"><transition event="power" target="off"/>
<state id="sound"><state id="normal"><transition event="mute" target="muted"/></state>
<state id="muted"><transition event="mute" target="normal"/></state></state>
<state id="disk"><state id="stopped"><transition event="play" target="playing"/></state>
<state id="playing"><transition event="stop" target="stopped"/></state></state></parallel></scxml>"""


def write(folder: Path) -> list[Path]:
    """Take all pictures, and return their paths."""
    sys.path.insert(0, str(ROOT))
    from tests.agents.page.browser import Person, browsing, served

    paths = []
    with tempfile.TemporaryDirectory() as temporary, browsing() as browser:
        chart = Path(temporary) / "player.scxml"
        chart.write_text(CHART)
        with served(Path(temporary) / "games", chart) as server:
            person = Person(browser, server)
            person.page.set_viewport_size(SIZE)  # type: ignore[arg-type]

            def take(name: str) -> None:
                person.page.wait_for_timeout(700)
                path = folder / f"page-{name}.png"
                person.page.screenshot(path=path)
                paths.append(path)

            for scene in (_color, _play, _replay, _chart):
                take(scene(person))
            person.context.close()
    return paths


def _color(person: Any) -> str:
    person.page.get_by_label("Graph", exact=True).fill("queen:7")
    person.press("Start")
    person.see("7 colors, optimal")
    return "color"


def _play(person: Any) -> str:
    person.new_game("LLM_U")
    person.page.get_by_text("How to play").click()
    person.color(h1="green", h2="red", h5="blue", h4="green")
    person.press("Take the turn")
    person.see("It believes: h1 green and h4 green.")
    person.color(h4="red")
    person.page.mouse.wheel(0, -10_000)
    return "play"


def _replay(person: Any) -> str:
    person.press("Take the turn")
    person.wait_for_status("No conflict that you can see.")
    person.press("I am satisfied")
    person.see("The game is over")
    person.page.get_by_role("link", name="Replay the game").click()
    person.press("One step forward")
    person.press("One step forward")
    return "replay"


def _chart(person: Any) -> str:
    person.go("/charts/player.scxml")
    for event in ("power", "play"):
        person.press(event)
    person.wait_for_status("Active: normal, playing.")
    return "chart"


if __name__ == "__main__":
    for written in write(ROOT / "docs"):
        print(written)
