"""The page of a seat in a real browser: what is in view, and what explains it."""

from __future__ import annotations

import pytest

from ..browser import Person, browsing, expect, served


@pytest.fixture(scope="module")
def browser():
    with browsing() as one:
        yield one


@pytest.fixture(scope="module")
def server(browser, tmp_path_factory):
    with served(tmp_path_factory.mktemp("page") / "games") as one:
        yield one


@pytest.fixture
def person(browser, server):
    one = Person(browser, server)
    yield one
    one.context.close()
    assert one.errors == []


def is_in_view(page, found) -> bool:
    """Return whether all of an element is seen, below the heading of the page."""
    box = found.bounding_box()
    return box["y"] >= 31 and box["y"] + box["height"] <= page.viewport_size["height"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900)])
def test_rules_board_and_turn_are_on_one_screen(person, width, height):
    page = person.page
    page.set_viewport_size({"width": width, "height": height})
    person.new_game("LLM_U")
    for found in (
        page.get_by_text("Points are a bonus"),
        page.locator(".k-board"),
        page.get_by_role("button", name="Color red"),
        page.get_by_role("status").first,
        page.get_by_role("button", name="Take the turn"),
    ):
        assert is_in_view(page, found)


def test_on_a_phone_the_rules_stand_above_the_board(person):
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    person.new_game("LLM_U")
    rules, board = page.get_by_text("Points are a bonus"), page.locator(".k-board")
    assert rules.bounding_box()["y"] < board.bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_rules_close_with_the_first_turn_but_not_those_that_were_opened_again(person):
    person.new_game("LLM_U")
    rules = person.page.get_by_text("Points are a bonus")
    assert rules.is_visible()
    person.color(h1="green")
    assert rules.is_visible()
    person.take("Take the turn")
    rules.wait_for(state="hidden")
    person.page.get_by_text("How to play").click()
    rules.wait_for()
    person.take("Wait")
    assert rules.is_visible()
    person.page.reload()
    rules.wait_for()


def test_what_a_button_does_is_said_where_it_covers_nothing(person):
    page = person.page
    person.new_game("LLM_U")
    wait = page.get_by_role("button", name="Wait")
    status = page.get_by_role("status").first
    # A tooltip at the end of the screen would be above the button.
    wait.evaluate("button => button.scrollIntoView({block: 'end'})")
    wait.hover()
    person.see("Let the others move. One step.")
    assert status.evaluate(
        "(label) => { const box = label.getBoundingClientRect();"
        "return document.elementFromPoint(box.left + 9, box.top + box.height / 2) == label; }"
    )
    page.get_by_role("button", name="End the game").focus()
    person.see("cannot be continued")


def test_a_text_to_all_reaches_every_neighbor_in_one_turn(person):
    person.new_game("LLM_U")
    person.take("Take the turn")
    step = person.status()
    field = person.page.get_by_label("Write to all")
    field.fill("How are things with you?")
    field.press("Enter")
    logs = person.page.get_by_role("log")
    for i in range(2):
        logs.nth(i).get_by_text("How are things with you?").wait_for()
    expect(field).to_have_value("")
    assert "Step 2 of" in step
    person.wait_for_status("Step 4 of")
    person.press("End the game")
    person.page.get_by_role("dialog").get_by_role("button", name="End the game").click()
    person.see("The game is over")
    expect(field).to_be_disabled()


def test_who_has_one_neighbor_only_writes_to_it(browser, server):
    one = Person(browser, server)
    name = one.new_game("LLM_U", people="You and a second person")
    one.go(f"/play/{name}?who=Agent1")
    one.see("You are Agent1")
    one.page.get_by_label("Write to Human").wait_for()
    assert one.page.get_by_label("Write to all").count() == 0
    one.context.close()


def test_no_offer_can_be_made_in_a_game_that_is_over(person):
    person.new_game()
    person.page.get_by_text("Make an offer").first.click()
    offer = person.page.get_by_role("button", name="Offer", exact=True)
    offer.wait_for()
    person.press("End the game")
    person.page.get_by_role("dialog").get_by_role("button", name="End the game").click()
    person.see("The game is over")
    person.see("conflicts are left after 1 step and 0 messages.")
    offer.wait_for(state="hidden")
