"""Questionnaires in a real browser: half filled in, reloaded, wrong, sent."""

from __future__ import annotations

import json

import pytest

from ..browser import Person, browsing, expect, served

PLAN = """
name: ask
participants: 2
conditions: [{name: a, game: {mode: LLM_U}}]
before:
  title: About you
  questions:
    - {key: age, text: "How old are you?", type: number, min: 18, max: 99}
    - {key: games, text: "Which games?", type: choice, options: [board games, "card \\"games\\""]}
    - {key: often, text: "How often?", type: scale, low: 0, high: 10}
    - {key: why, text: "Why?"}
consent: {title: Consent, agree: I agree., questions: [{key: name, text: Your code}]}
"""


@pytest.fixture(scope="module")
def browser():
    with browsing() as one:
        yield one


@pytest.fixture
def server(browser, tmp_path):
    plan = tmp_path / "plan.yaml"
    plan.write_text(PLAN)
    with served(tmp_path / "games", "--study", plan) as one:
        yield one


def kept(page):
    return page.evaluate("() => Object.fromEntries(Object.entries(localStorage))")


def answers(server, person):
    text = (server.folder / "study-ask" / f"{person}.jsonl").read_text()
    return json.loads(text.rstrip("\n").split("\n")[-1])["answers"]


def agree(page, code):
    page.get_by_label("Your code").fill(code)
    page.get_by_role("checkbox").click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("How old are you?").wait_for()


def test_what_is_not_sent_outlives_a_reload_for_each_seat_and_goes_when_it_is_sent(browser, server):
    person = Person(browser, server, server.seats["p01"])
    one = person.page
    one.get_by_label("Your code").fill("x1")
    one.get_by_role("checkbox").click()
    one.reload()
    one.wait_for_function("() => document.querySelector('textarea')?.value == 'x1'")
    # A tick of consent is given anew.
    assert not one.get_by_role("checkbox").is_checked()
    agree(one, "x1")
    one.wait_for_function("() => localStorage.length == 0")

    one.get_by_label("How old are you?").fill("42")
    one.get_by_role("radio", name='card "games"').click()
    one.get_by_role("radio", name="10").click()
    one.get_by_label("Why?").fill("</script>\u2028 'because'\nof it")
    other = person.context.new_page()
    other.goto(server.seats["p02"])
    agree(other, "x2")
    other.get_by_label("Why?").fill("other")
    for page, text in ((one, "of it"), (other, "other")):
        page.reload()
        page.wait_for_function(f"() => document.querySelector('textarea')?.value.endsWith('{text}')")
    expect(other.get_by_label("How old are you?")).to_have_value("")
    expect(one.get_by_label("How old are you?")).to_have_value("42")
    expect(one.get_by_role("radio", name='card "games"')).to_be_checked()
    one.get_by_role("button", name="Continue").click()
    one.get_by_text("You are Human").wait_for()
    assert answers(server, "p01") == {
        **{"age": 42, "games": 'card "games"', "often": 10},
        "why": "</script>\u2028 'because'\nof it",
    }
    one.wait_for_function("() => !Object.keys(localStorage).some(name => name.includes('p01'))")
    left = kept(one)
    assert [json.loads(text) for name, text in left.items() if "p02" in name] == [{"why": "other"}]
    assert person.errors == []
    person.context.close()


def test_a_number_out_of_range_is_named_with_the_range_and_is_not_changed(browser, server):
    person = Person(browser, server, server.seats["p01"])
    agree(person.page, "x")
    age = person.page.get_by_label("How old are you?")
    assert (age.get_attribute("min"), age.get_attribute("max")) == ("18", "99")
    person.see("A number from 18 to 99")
    age.fill("7")
    age.blur()
    person.see("Expected a number from 18 to 99")
    person.press("Continue")
    person.see("How old are you?: expected a number from 18 to 99")
    expect(age).to_have_value("7")
    age.fill("18")
    age.blur()
    person.page.get_by_text("Expected a number from 18 to 99", exact=True).wait_for(state="detached")
    person.context.close()
