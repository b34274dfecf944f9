"""Each part with the framework's simulated user: quick, without a browser."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import agents.page
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.page.site import Site
from agents.world import TraceDb

testing = pytest.importorskip("nicegui.testing")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")

CHART = """<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="lamp">
<state id="off"><transition event="press" target="on"/></state><state id="on"/></scxml>"""


@asynccontextmanager
async def visited(site):
    """Serve the pages to a simulated user."""
    from nicegui import ui
    from nicegui.testing.user_simulation import user_simulation

    from agents.page.server import add_pages

    async with user_simulation(root=lambda: ui.label("root")) as user:
        add_pages(site)
        try:
            yield user
        finally:
            for one in (*site.games.values(), *site.jobs.values()):
                one.close()


def visit(site, scene):
    async def run():
        async with visited(site) as user:
            await scene(user)

    asyncio.run(run())


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    return Site(folder)


def test_the_form_of_a_coloring_refuses_bad_graphs(site):
    async def scene(user):
        await user.open("/color")
        await user.open("/color/unknown")
        await user.should_see("This coloring is not kept any more")
        assert site.jobs == {}

    visit(site, scene)


def test_all_pages_have_more_time_than_a_class_needs_to_open_its_games():
    from agents.page.frame import PATIENCE, page_at

    assert page_at("/some").response_timeout == PATIENCE >= 60
    folder = Path(agents.page.__file__).parent
    direct = [path.name for path in folder.rglob("*.py") if "ui.page(" in path.read_text()]
    assert direct == ["frame.py"]


def test_a_game_is_started_and_played(site):
    async def scene(user):
        await user.open("/play")
        user.find("Start").click()
        await user.should_see("You are Human", retries=600)
        user.find("Take the turn, and start bargaining").click()
        await user.should_see("It believes", retries=600)
        await user.should_see("Agent1 is not satisfied.")
        assert site.game_names() == ["game-1"]

    visit(site, scene)


def test_names_of_games_lead_to_no_other_file(site):
    async def scene(user):
        await user.open("/play/..secret")
        await user.should_see("expected letters, digits")

    visit(site, scene)


def test_a_changed_trace_is_red_before_anything_else(site):
    path = site.folder / "changed.db"
    with TraceDb(path) as trace:
        play(TeamSettings(topology="small", max_steps=3).complete(), trace)
        changed = "UPDATE messages SET content = '<script>alert(1)</script>' WHERE time_step = 0"
        trace.connection.execute(changed)

    async def scene(user):
        await user.open("/replay/changed")
        await user.should_see("This trace does not verify")
        await user.should_see("step 0")

    visit(site, scene)


def test_a_chart_is_stepped(site, tmp_path):
    site.files["lamp.scxml"] = tmp_path / "lamp.scxml"
    site.files["lamp.scxml"].write_text(CHART)

    async def scene(user):
        from nicegui import ui

        await user.open("/charts/lamp.scxml")
        await user.should_see("Active: off.")
        user.find(kind=ui.button, content="press").click()
        await user.should_see("Active: on.", retries=30)
        await user.open("/charts/lamp.scxml?events=5")
        await user.should_see("the address is damaged")
        await user.open("/charts/other.scxml")
        await user.should_see("no such chart")

    visit(site, scene)


def test_a_flow_with_errors_lists_them(site, tmp_path):
    path = site.files["bad.json"] = tmp_path / "bad.json"
    path.write_text(json.dumps({"version": "v1", "id": "x", "nodes": [], "edges": []}))

    async def scene(user):
        await user.open("/flows/bad.json")
        await user.should_see("bad.json has errors")

    visit(site, scene)


def test_a_server_without_a_study_says_how_to_run_one(site):
    async def scene(user):
        await user.open("/study")
        await user.should_see("kempe page --study FILE.yaml")
        await user.open("/seat")
        await user.should_see("This is the page of a participant")

    visit(site, scene)
