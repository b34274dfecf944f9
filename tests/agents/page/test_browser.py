"""The page in a real browser, by clicks; skipped, and counted, where there is none."""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile

import pytest

from agents.coloring.setup import TeamSettings, make_domain
from agents.page.replay.recording import read_recording
from agents.world import TraceDb, verify

from .browser import Person, browsing, expect, served

SOLVED = {"h1": "green", "h2": "red", "h5": "blue", "h4": "red"}
CHART = """<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="trap" initial="a">
<state id="a"><transition event="go" target="b"/><transition event="turn" target="c"/></state>
<state id="b"/><state id="c"><transition event="turn" target="a"/></state></scxml>"""
FLOW = {
    "version": "v1",
    "id": "greeting",
    "nodes": [
        {"id": "q", "type": "question", "key": "name", "prompt": "<b>What</b> is your name?"},
        {"id": "end", "type": "terminal", "prompt": "Hello."},
    ],
    "edges": [{"from": "q", "to": "end"}],
}
STUDY = """
name: clicks
seed: 3
participants: 2
seats: [Human, Agent1]
design: between
conditions: [{name: offers, game: {mode: RB, topology: study, max_steps: 40}}]
consent: {title: Consent, text: "Do you agree?", agree: I agree.}
after: {title: Questions, questions: [{key: fun, text: "Was it fun?", type: scale}]}
"""


@pytest.fixture(scope="module")
def browser():
    with browsing() as one:
        yield one


@pytest.fixture(scope="module")
def server(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    chart, flow = folder / "trap.scxml", folder / "greeting.json"
    chart.write_text(CHART)
    flow.write_text(json.dumps(FLOW))
    with served(folder / "games", chart, flow) as one:
        yield one


@pytest.fixture
def person(browser, server):
    one = Person(browser, server)
    yield one
    one.context.close()
    assert one.errors == []


def assert_verified(path):
    with TraceDb(path, readonly=True) as trace:
        (run_id,) = trace.run_ids()
        settings = TeamSettings.of(trace.get_run_metadata(run_id))
        assert verify(trace, run_id, domains=[make_domain(settings, trace)]).executed


def test_a_graph_is_colored_to_a_proof(person):
    person.page.get_by_label("Graph", exact=True).fill("queen:5")
    person.press("Start")
    person.see("5 colors, optimal")
    assert person.page.locator("svg path").count() >= 25
    with person.page.expect_download() as download:
        person.press("Coloring (JSON)")
    result = json.loads(download.value.path().read_text())
    assert result["k"] == 5
    assert result["proven"]
    person.page.reload()
    person.see("5 colors, optimal")


def test_a_search_is_stopped_and_keeps_its_best(person):
    person.go("/")
    person.page.get_by_label("Graph", exact=True).fill("gnp:125,0.5")
    person.press("Start")
    person.see(" colors by ")
    person.press("Stop, keep the best")
    person.see("ended by: interrupted")


def test_a_game_is_played_by_clicks_to_consensus_and_replayed(person, server):
    name = person.new_game()
    person.color(**SOLVED)
    person.press("Take the turn, and start bargaining")
    person.wait_for_status("No conflict that you can see.")
    person.see("It believes: h1 green and h4 red.")
    person.press("I am satisfied")
    person.see("The game is over")
    person.see("Everybody is satisfied.")
    path = server.folder / f"{name}.db"
    assert_verified(path)

    person.page.get_by_role("link", name="Replay the game").click()
    person.see("Verified: ")
    recording = read_recording(path)
    assert recording.fault is None
    for step in recording.steps:
        person.press("One step forward")
        person.wait_for_status(f"Conflicts: {step.conflicts}.")
        for node, color in step.colors.items():
            person.page.locator(f'svg [aria-label^="{node}, {color}"]').wait_for()
        for note in step.notes[:3]:
            person.see(note.text[:40])


def wait_for_an_offer(person):
    # A turn that is still under way would end the offer before it is answered.
    person.take("Take the turn, and start bargaining")
    for _ in range(12):
        if person.page.get_by_role("button", name="Accept offer 1").is_visible():
            break
        person.take("Wait")


def test_an_offer_in_words_is_read_back_before_it_is_sent(person, server):
    name = person.new_game()
    person.take("Take the turn, and start bargaining")
    field = person.page.get_by_label("Write to Agent2")
    field.fill("if you color b2 blue, I color h2 green")
    person.press("Send to Agent2")
    person.see("Do you mean this? To Agent2: If you color b2 blue, I color h2 green.")
    expect(field).to_have_value("if you color b2 blue, I color h2 green")
    person.press("Send")
    person.see("I accept your offer")
    expect(field).to_have_value("")
    assert_verified(server.folder / f"{name}.db")


def test_an_offer_is_countered_from_its_own_terms(person, server):
    name = person.new_game()
    wait_for_an_offer(person)
    person.page.get_by_role("button", name="Counter offer 1").click()
    person.page.get_by_role("button", name="Offer", exact=True).click()
    person.page.get_by_role("button", name="Accept offer 1").wait_for(state="detached")
    person.see("I reject your offer 1. If you color a2")
    assert_verified(server.folder / f"{name}.db")


def test_an_offer_that_is_rejected_for_good_is_not_made_again(person, server):
    name = person.new_game()
    wait_for_an_offer(person)
    person.page.get_by_role("button", name="Reject for good offer 1").click()
    person.see("can never be")
    assert_verified(server.folder / f"{name}.db")


def test_an_offer_is_accepted_and_binds(person, server):
    name = person.new_game()
    wait_for_an_offer(person)
    person.page.get_by_role("button", name="Accept offer 1").click()
    agreed = person.page.locator('svg [role=button][aria-label*="agreed"]').first
    agreed.wait_for()
    node, color = agreed.get_attribute("aria-label").split(", ")[:2]
    other = next(one for one in ("red", "green", "blue") if one != color)
    agreed.click()
    person.press(f"Color {other}")
    person.see(f"You agreed to color {node} {color}.")
    person.press(f"Keep {color}")
    person.page.locator(f'svg [aria-label^="{node}, {color}"]').wait_for()
    assert_verified(server.folder / f"{name}.db")


def write_in_a_solved_game(person, text):
    person.new_game("LLM_U")
    person.color(**SOLVED)
    person.press("Take the turn")
    person.see("It believes: h1 green and h4 red.")
    field = person.page.get_by_label("Write to Agent1", exact=True)
    field.fill(text)
    field.press("Enter")


def test_a_question_is_understood_and_answered(person):
    write_in_a_solved_game(person, "Could you work with h1 blue? <script>window.pwned = 1</script>")
    log = person.page.get_by_role("log").first
    log.get_by_text("Could you work with h1 blue? <script>").wait_for()
    person.page.wait_for_function(
        "() => /h1/.test(document.querySelector('[role=log]').lastElementChild.textContent)"
        " && !document.querySelector('[role=log]').lastElementChild.classList.contains('k-mine')"
    )
    assert person.page.evaluate("window.pwned") is None


def test_who_writes_that_they_are_satisfied_is(person):
    write_in_a_solved_game(person, "I am happy with this now, thank you!")
    person.see("Everybody is satisfied.")


def test_the_keyboard_suffices(person):
    person.new_game("LLM_U")
    person.node("h1").focus()
    person.page.keyboard.press("2")
    person.page.locator('svg [aria-label^="h1, green"]').wait_for()
    person.node("h2").focus()
    person.page.keyboard.press("Enter")
    person.see("Color h2:")


def test_on_a_phone_the_end_is_in_view_and_nothing_can_be_written_after_it(person):
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.new_game("LLM_U")
    person.page.get_by_text("How to play").click()
    person.page.get_by_text("Points for each node").wait_for(state="hidden")
    person.page.reload()
    person.see("You are Human")
    expect(person.page.get_by_text("Points for each node").first).to_be_hidden()
    person.color(**SOLVED)
    person.press("Take the turn")
    person.see("It believes: h1 green and h4 red.")
    person.press("I am satisfied")
    heading = person.page.get_by_role("heading", name="The game is over")
    heading.wait_for()
    person.page.wait_for_function(
        "() => { const [h] = [...document.querySelectorAll('h2')].filter("
        "e => e.textContent == 'The game is over');"
        "const box = h.getBoundingClientRect(); return box.top > 60 && box.bottom < innerHeight; }"
    )
    expect(person.page.get_by_label("Write to Agent1", exact=True)).to_be_disabled()


def test_a_reload_in_the_middle_loses_nothing(person):
    person.new_game("LLM_U")
    person.color(h1="green")
    person.press("Take the turn")
    person.see("It believes: h1 green")
    person.color(h2="blue", h4="green")
    before = person.page.get_by_role("log").first.inner_text()
    assert before
    person.page.reload()
    person.see("Not sent yet: h2 blue and h4 green.")
    person.page.locator('svg [aria-label^="h2, blue"]').wait_for()
    expect(person.page.get_by_role("log").first).to_have_text(before, use_inner_text=True)


def test_a_game_goes_on_after_the_server_was_killed(browser, tmp_path):
    with served(tmp_path / "games") as first:
        person = Person(browser, first)
        name = person.new_game()
        person.color(**SOLVED)
        person.press("Take the turn, and start bargaining")
        person.see("It believes: h1 green and h4 red.")
        person.color(h4="green")
        first.kill()
        assert_verified(first.folder / f"{name}.db")
        with served(tmp_path / "games", port=first.port):
            # The browser is still admitted, with its old cookie.
            person.go(f"/play/{name}")
            person.see("Not sent yet: h4 green.")
            person.press("Take back")
            person.press("I am satisfied")
            person.see("The game is over")
        person.context.close()
    assert_verified(first.folder / f"{name}.db")


def test_two_people_in_two_browsers_sit_at_one_game(browser, server):
    one = Person(browser, server)
    name = one.new_game(people="You and a second person")
    other = Person(browser, server)
    other.go(f"/play/{name}?who=Agent1")
    other.see("You are Agent1")
    one.color(h1="green", h4="red")
    one.press("Take the turn, and start bargaining")
    one.see("Your turn is sent. Waiting for Agent1")
    other.color(a2="blue")
    other.press("Take the turn", exact=False)
    one.page.locator('svg [aria-label^="a2, blue"]').wait_for()
    other.page.locator('svg [aria-label^="h1, green"]').wait_for()
    field = other.page.get_by_label("Write to Human", exact=True)
    field.fill("Is that good for you?")
    field.press("Enter")
    one.press("Wait")
    one.see("Is that good for you?")
    assert_verified(server.folder / f"{name}.db")
    one.context.close()
    other.context.close()


def test_a_chart_is_stepped_and_a_witness_is_played(person):
    person.go("/charts/trap.scxml")
    person.wait_for_status("Active: a.")
    person.press("turn")
    person.wait_for_status("Active: c.")
    # The address, which keeps what was done, may change a moment after the text.
    person.page.wait_for_url("**turn**")
    person.page.reload()
    person.wait_for_status("Active: c.")
    person.press("Play the witness step by step")
    person.wait_for_status("Active: a.")
    person.press("Next event of the witness: go (1 left)")
    person.wait_for_status("Active: b.")


def test_a_flow_is_talked_through(person, server):
    person.go("/flows/greeting.json")
    person.see("<b>What</b> is your name?")
    field = person.page.get_by_label("Your answer", exact=True)
    field.fill("Ada <i>L</i>")
    field.press("Enter")
    person.see("Hello.")
    person.page.reload()
    person.see("Hello.")
    person.see('"Ada <i>L</i>"')


def test_a_study_is_run_by_two_and_exported(browser, tmp_path):
    plan = tmp_path / "study.yaml"
    plan.write_text(STUDY)
    with served(tmp_path / "games", "--study", plan) as server:
        people = [Person(browser, server, link) for link in server.seats.values()]
        assert len(people) == 2
        for person in people:
            person.see("Do you agree?")
            person.press("Continue")
            person.see("please tick")
            person.page.get_by_role("checkbox").click()
            person.press("Continue")
        one, other = people
        one.see("You are Human")
        other.see("You are Agent1")
        # A participant sees nothing but the own way.
        assert one.page.goto(server.base + "/replay").status == 403
        one.page.goto(server.base + "/seat")
        one.see("You are Human")
        # Both seats in one browser: neither takes the place of the other, also after a reload.
        second = one.context.new_page()
        second.goto(server.seats["p02"])
        second.get_by_text("You are Agent1").wait_for()
        for page, seat in ((one.page, "Human"), (second, "Agent1")):
            page.reload()
            page.get_by_text(f"You are {seat}").wait_for()
        second.close()
        one.press("End the game")
        one.page.get_by_role("dialog").get_by_role("button", name="End the game").click()
        for person in people:
            person.see("The game is over")
            person.press("Continue")
            person.see("Was it fun?")
            person.page.get_by_role("radio", name="5").click()
            person.press("Continue")
            person.see("You may close this page.")
        owner = Person(browser, server)
        owner.see("Study clicks")
        with owner.page.expect_download() as download:
            owner.press("Download everything")
        with zipfile.ZipFile(download.value.path()) as pack:
            answers = pack.read("answers.csv").decode()
            games = pack.read("games.csv").decode()
            turns = pack.read("turns.csv").decode()
            dictionary = pack.read("dictionary.csv").decode()
        assert re.findall(r"^(p\d+),after,,fun,5,", answers, re.MULTILINE) == ["p01", "p02"]
        assert "clicks-g1-1,1,1,offers," in games
        assert ",Human,p01,1,,0,finish," in turns
        assert "turns,participant,text,Participant of the game" in dictionary
        for person in (*people, owner):
            assert person.errors == []
            person.context.close()
    with sqlite3.connect(tmp_path / "games" / "clicks-g1-1.db") as game:
        ((note,),) = game.execute("SELECT body_json FROM annotations WHERE kind = 'page.game'")
    assert json.loads(note)["seats"] == {"Human": "p01", "Agent1": "p02"}
