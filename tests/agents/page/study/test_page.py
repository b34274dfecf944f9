"""The way of a participant with the framework's simulated user."""

from __future__ import annotations

import pytest

from agents.page.access import Visitor
from agents.page.site import Site
from agents.page.study.plan import Plan, Sheet
from agents.page.study.study import Study

from ..test_pages import visit

pytest.importorskip("nicegui.testing")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")

PLAN = Plan(
    name="s",
    participants=2,
    seats=("Human", "Agent1"),
    conditions=[{"name": "a", "game": {"mode": "LLM_U"}}],
    consent=Sheet(title="Consent", agree="I agree."),
    after=Sheet(title="At the end"),
)


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    return Site(folder, study=Study(PLAN, folder))


@pytest.fixture
def sit(monkeypatch):
    """Take the place of the first participant, once the framework has loaded the pages."""

    def take_place():
        monkeypatch.setattr("agents.page.study.page.visitor", lambda: Visitor("p01"))
        monkeypatch.setattr("agents.page.study.page.LOOK", 0.05)

    return take_place


def test_who_waits_at_a_game_for_a_person_who_declines_is_led_on(site, sit):
    async def scene(user):
        sit()
        site.study.keep("p01", "consent", {"agreed": True})
        await user.open("/seat")
        await user.should_see("You are Human", retries=600)
        site.study.keep("p02", "consent", {"agreed": False})
        await user.should_see("there are no further games for you", retries=100)
        await user.should_see("The end")

    visit(site, scene)


def test_who_declines_on_a_later_page_plays_no_game(site, sit):
    site.study.keep("p01", "consent", {"agreed": True})
    site.study.keep("p01", "before", {"agreed": False})

    async def scene(user):
        sit()
        await user.open("/seat")
        await user.should_see("You did not agree to take part.")

    visit(site, scene)
