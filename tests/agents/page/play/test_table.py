"""Games with people: nothing is lost, nobody is skipped, no lie of a model arrives."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from agents.coloring.people.commands import Typed
from agents.coloring.setup import TeamSettings, make_domain
from agents.errors import InputError, TraceError
from agents.llm.gateway import Gateway
from agents.page.play import notes
from agents.page.play import table as table_module
from agents.page.play.sight import _without_ids, told_effects
from agents.page.play.table import Conditions, Table, Unconfirmed
from agents.world import TraceDb, verify

SOLVED = {"h1": "green", "h2": "red", "h5": "blue", "h4": "red"}


def settings(mode="LLM_U", human="page", **changes) -> TeamSettings:
    return TeamSettings(mode=mode, human=human, max_steps=60, **changes).complete()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.db"


@pytest.fixture
def opened():
    """Open tables, and close them at the end."""
    tables = []

    def open_table(*arguments, **options):
        tables.append(Table(*arguments, **options))
        return tables[-1]

    yield open_table
    for one in tables:
        one.close()


def do(coroutine):
    return asyncio.run(coroutine)


def play_to_the_end(table):
    do(table.draft("Human", SOLVED))
    do(table.act("Human", Typed(report=True)))
    do(table.act("Human", Typed(satisfied=True)))


def assert_verified(path):
    with TraceDb(path, readonly=True) as trace:
        (run_id,) = trace.run_ids()
        stored = TeamSettings.of(trace.get_run_metadata(run_id))
        assert verify(trace, run_id, domains=[make_domain(stored, trace)]).executed


@pytest.mark.parametrize("mode", ["RB", "LLM_U", "LLM_C", "LLM_F", "LLM_API", "LLM_RB"])
def test_a_game_is_played_to_consensus_in_each_mode(path, opened, mode):
    table = opened(path, settings(mode))
    if mode in ("RB", "LLM_RB"):
        do(table.act("Human", Typed(report=True, control="announce")))
        assert do(table.look("Human")).situation.announced
    play_to_the_end(table)
    sight, result = do(table.look("Human")), do(table.result())
    assert (sight.over, result.solved, result.conflicts) == ("consensus", True, 0)
    assert any(message.sender == "Agent1" for message in sight.messages)
    with pytest.raises(InputError, match="the game is over"):
        do(table.act("Human", Typed()))
    assert_verified(path)


def test_an_offer_that_is_shown_can_be_accepted_though_the_agent_takes_it_back(path, opened):
    table = opened(path, settings("RB"))
    for typed in (Typed(report=True), Typed(control="announce"), Typed(report=True)):
        do(table.act("Human", typed))
    for _ in range(2):
        do(table.act("Human", Typed(control="pass")))
    assert [*do(table.look("Human")).offers] == [1]
    do(table.act("Human", Typed(accepted=["1"])))
    sight = do(table.look("Human"))
    assert sight.situation.committed == {"h4": "green"}
    assert not any("you did not accept it" in one.text for one in sight.messages)


def test_a_change_beside_a_message_is_told_to_all_who_know_the_earlier_color(path, opened):
    table = opened(path, settings())
    do(table.act("Human", Typed(report=True)))
    do(table.act("Human", Typed(colors={"h1": "green", "h5": "blue"}, said={"Agent1": "hello"})))
    sight = do(table.look("Human"))
    assert sight.unreported == {}
    assert sight.situation.announced["Agent2"] == {"h2": "red", "h5": "blue"}


def test_colors_are_tried_without_a_step_and_survive_a_new_server(path, opened):
    table = opened(path, settings())
    do(table.draft("Human", {"h1": "green"}))
    do(table.draft("Human", {"h2": "blue"}))
    do(table.draft("Human", {"h2": "red"}))  # the color that stands
    first = do(table.look("Human"))
    assert (first.situation.time_step, first.draft) == (0, {"h1": "green"})
    assert len(first.conflicts) == 2
    again = opened(path)
    assert do(again.look("Human")).draft == {"h1": "green"}
    do(again.draft("Human", None))
    assert do(again.look("Human")).draft == {}


@pytest.mark.parametrize("draft", [{"h3": "red"}, {"a1": "red"}, {"h1": "mauve"}, {"x": "red"}])
def test_only_free_own_nodes_are_colored(path, opened, draft):
    with pytest.raises(InputError, match="expected a free node and a color"):
        do(opened(path, settings()).draft("Human", draft))


def test_a_game_continues_from_its_trace_to_the_same_end(tmp_path, opened):
    whole, parts = tmp_path / "whole.db", tmp_path / "parts.db"
    one = opened(whole, settings())
    play_to_the_end(one)
    first = opened(parts, settings())
    do(first.draft("Human", SOLVED))
    do(first.act("Human", Typed(report=True)))
    second = opened(parts)
    do(second.act("Human", Typed(satisfied=True)))
    assert do(second.result()).hash == do(one.result()).hash


def test_two_people_wait_for_each_other_also_over_a_restart(path, opened):
    table = opened(path, settings("RB", human="page:Agent1"))
    assert table.people == ("Human", "Agent1")
    do(table.act("Human", Typed(report=True, colors={"h1": "green"})))
    assert do(table.look("Agent1")).situation.time_step == 0
    with pytest.raises(InputError, match="already sent"):
        do(table.act("Human", Typed()))
    again = opened(path)
    assert do(again.look("Agent1")).sent == ["Human"]
    do(again.act("Agent1", Typed(report=True, colors={"a2": "blue"}, said={"Human": "Fine?"})))
    sight = do(again.look("Human"))
    assert sight.situation.time_step == 1
    assert sight.situation.beliefs["a2"] == "blue"
    assert [m.text for m in sight.messages if m.sender == "Agent1"] == ["Fine?"]
    assert do(again.look("Agent1")).situation.beliefs["h1"] == "green"
    with pytest.raises(InputError, match="no seat of a person"):
        do(again.look("Agent2"))
    assert_verified(path)


def test_a_turn_of_all_people_that_was_not_played_is_played_at_the_next_start(path, opened):
    table = opened(path, settings("RB", human="page:Agent1"))
    do(table.act("Human", Typed()))
    # The second turn is noted, and the process ends before the step.
    (note,) = table._thread.submit(table._annotations, notes.TURN, 0).result()
    other = opened(path)
    do(other.act("Agent1", Typed()))
    assert do(other.look("Human")).situation.time_step == 1
    assert note["agent"] == "Human"


def test_a_sight_holds_nothing_hidden(path, opened):
    table = opened(path, settings())
    play_to_the_end(table)
    sight = do(table.look("Human"))
    shown = {node for pair in sight.view.edges for node in pair} | set(sight.colors)
    assert shown == {"h1", "h2", "h3", "h4", "h5", "a2", "a4", "a5", "b2"}
    assert set(sight.situation.beliefs) <= shown
    assert not any(name in message.text for message in sight.messages for name in ("a1", "a3", "b1"))


def test_offers_are_named_by_number_or_by_who_made_them():
    text = "If you color h1 red, I color a2 blue [offer_Agent1_Human_4]. I take back offer_Agent1_2_0."
    shown = _without_ids(text, "Agent1", {"offer_Agent1_Human_4": 1})
    assert shown == "If you color h1 red, I color a2 blue (offer 1). I take back my offer."
    assert (
        _without_ids("I accept your offer offer_Human_Agent1_3.", "Agent1", {}) == "I accept your offer."
    )


def test_effects_are_those_that_the_neighbor_named(path, opened):
    table = opened(path, settings("LLM_U"))
    do(table.act("Human", Typed(report=True, colors=dict(SOLVED))))
    sight = do(table.look("Human"))
    effects = {(one.node, one.color): one.conflicts for one in sight.told["Agent1"].effects}
    assert set(effects) == {(n, c) for n in ("h1", "h4") for c in ("red", "green", "blue")}
    assert effects["h1", "green"] == 0
    assert told_effects(sight.view, "Agent1", {"moves": []}) == []


@pytest.mark.parametrize("mode", ["RB", "LLM_U", "LLM_C"])
def test_a_turn_and_a_message_cost_two_steps_and_other_presses_one(path, opened, mode):
    table = opened(path, settings(mode))
    control = "announce" if mode == "RB" else None
    turns = [
        (Typed(report=True, control=control, colors=dict(SOLVED)), 2),
        (Typed(said={"Agent1": "What is the weather like?"}), 2),
        (Typed(said={"Agent1": "Could you work with h1 blue?"}), 2),
        (Typed(control="pass"), 1),
    ]
    steps = 0
    for typed, cost in turns:
        do(table.act("Human", typed))
        steps += cost
        assert do(table.look("Human")).situation.time_step == steps
    assert do(table.look("Human")).unreported == {}


def test_only_neighbors_who_do_not_know_the_colors_are_told(path, opened):
    table = opened(path, settings("RB"))
    do(table.act("Human", Typed(report=True, control="announce", colors=dict(SOLVED))))
    do(table.draft("Human", {"h4": "blue"}))
    do(table.act("Human", Typed(report=True)))
    texts = [m.text for m in do(table.look("Human")).messages if m.sender == "Human"]
    assert texts == ["h1 is green. h4 is red.", "h2 is red. h5 is blue.", "h1 is green. h4 is blue."]


def deal(table):
    """Make an offer that Agent1 accepts: a2 red for h1 blue."""
    do(table.act("Human", Typed(report=True, control="announce", colors=dict(SOLVED))))
    do(table.act("Human", Typed(offered={"Agent1": ({"a2": "red"}, {"h1": "blue"})})))
    assert do(table.look("Human")).situation.committed == {"h1": "blue"}


def test_the_colors_of_an_accepted_offer_are_on_the_board_and_sent_with_the_next_turn(path, opened):
    table = opened(path, settings("RB"))
    deal(table)
    sight = do(table.look("Human"))
    assert (sight.colors["h1"], sight.draft) == ("blue", {"h1": "blue"})
    do(table.draft("Human", None))
    assert do(table.look("Human")).draft == {"h1": "blue"}
    do(table.act("Human", Typed(control="pass")))
    sight = do(table.look("Human"))
    assert (sight.situation.colors["h1"], sight.draft) == ("blue", {})
    assert sight.unreported == {}


def test_another_color_for_an_agreed_node_ends_the_deal(path, opened):
    table = opened(path, settings("RB"))
    deal(table)
    do(table.draft("Human", {"h1": "green"}))
    sight = do(table.look("Human"))
    assert sight.colors["h1"] == "green"
    assert table_module.broken_deals(sight.situation, sight.colors) == ["offer_Human_Agent1_2"]
    do(table.act("Human", Typed(report=True)))
    sight = do(table.look("Human"))
    assert (sight.situation.committed, sight.colors["h1"]) == ({}, "green")
    assert "I end our deal." in [message.text for message in sight.messages]
    assert_verified(path)


def test_an_offer_against_a_deal_with_another_is_not_accepted(path, opened):
    table = opened(path, settings("RB", topology="random:clusters=3,nodes=5,seed=623"))
    do(table.act("Human", Typed(control="announce")))
    do(table.act("Human", Typed(report=True)))
    do(table.act("Human", Typed(offered={"Agent2": ({"b1": "green"}, {"h5": "blue"})})))
    do(table.act("Human", Typed(report=True)))
    with pytest.raises(InputError, match=r"would break your deal with Agent2 \(h5 blue\)"):
        do(table.act("Human", Typed(accepted=["1"])))


def say(table, text, *, to="Agent2", confirmed=False):
    do(table.act("Human", Typed(said={to: text}), confirmed=confirmed))


def started(table):
    colors = {**SOLVED, "h5": "green"}
    do(table.act("Human", Typed(report=True, control="announce", colors=colors)))


@pytest.mark.parametrize("mode", ["RB", "LLM_U", "LLM_C", "LLM_F", "LLM_API", "LLM_RB"])
def test_a_yes_to_what_would_work_is_read_back_as_an_offer(path, opened, mode):
    table = opened(path, settings(mode))
    started(table)
    say(table, "would you accept h2 blue and b2 red?")
    last = [m.text for m in do(table.look("Human")).messages if m.sender == "Agent2"][-1]
    if not last.startswith("Yes, with "):
        assert mode == "LLM_RB"
        return
    with pytest.raises(Unconfirmed, match="To Agent2: If you color b2 red, I color h2 blue"):
        say(table, "yes")
    assert do(table.look("Human")).situation.committed == {}
    say(table, "yes", confirmed=True)
    assert do(table.look("Human")).situation.committed == {"h2": "blue"}
    with pytest.raises(Unconfirmed, match="To Agent2: I end our deal"):
        say(table, "I end our deal")
    assert_verified(path)


def test_a_yes_that_is_typed_confirms_what_was_read_back(path, opened):
    table = opened(path, settings("LLM_C"))
    started(table)
    with pytest.raises(Unconfirmed, match="To Agent2: If you color b2 red, I color h2 blue"):
        say(table, "if you color b2 red, I color h2 blue")
    say(table, "yes")
    (offer,) = do(table.look("Human")).situation.offers
    assert (offer.sender, offer.recipient) == ("Human", "Agent2")


@pytest.mark.parametrize("to", ["Agent2", None])
def test_what_corrects_an_offer_is_read_back_and_sent_to_the_same_neighbor(path, opened, to):
    table = opened(path, settings("LLM_C"))
    started(table)
    with pytest.raises(Unconfirmed, match="To Agent2: If you color b2 green, I color h2 blue"):
        say(table, "if you color b2 green, I color h2 blue", to=to)
    with pytest.raises(Unconfirmed, match="To Agent2: If you color b2 red, I color h2 blue"):
        say(table, "no wait, make that b2 red", to=to)
    say(table, "yes", to=to)
    (offer,) = do(table.look("Human")).situation.offers
    assert [(one.node, one.color) for one in offer.conditions] == [("b2", "red")]
    assert not any("make that" in message.text for message in do(table.look("Human")).messages)


def test_a_yes_to_another_neighbor_does_not_confirm_what_was_read_back(path, opened):
    table = opened(path, settings("LLM_C"))
    started(table)
    with pytest.raises(Unconfirmed):
        say(table, "if you color b2 red, I color h2 blue")
    do(table.act("Human", Typed(said={"Agent1": "yes"})))
    assert do(table.look("Human")).situation.offers == ()


def test_words_make_no_moves_before_bargaining(path, opened):
    table = opened(path, settings("LLM_F"))
    say(table, "if you color b2 red, I color h2 blue")
    assert do(table.look("Human")).situation.offers == ()


def test_a_yes_that_would_report_what_is_not_so_is_held_back(path, opened):
    table = opened(path, settings("LLM_F"))
    started(table)
    say(table, "I put h2 blue then, and you should not use blue anymore")
    asked = [m.text for m in do(table.look("Human")).messages if m.sender == "Agent2"][-1]
    assert "Is h2 blue now?" in asked
    with pytest.raises(Unconfirmed, match="h2 is red, and your yes would say that h2 is blue"):
        say(table, "yes")
    say(table, "yes", confirmed=True)
    assert do(table.look("Human")).situation.announced["Agent2"]["h2"] == "blue"


def test_an_old_message_is_not_what_a_yes_answers(path, opened):
    table = opened(path, settings("LLM_F"))
    started(table)
    say(table, "would you accept h2 blue and b2 red?")
    do(table.act("Human", Typed(control="pass")))
    say(table, "yes")
    assert do(table.look("Human")).situation.offers == ()


def test_a_turn_that_answers_an_earlier_step_is_not_taken(path, opened):
    table = opened(path, settings())
    do(table.act("Human", Typed(control="pass"), step=0))
    with pytest.raises(InputError, match="the game went on meanwhile"):
        do(table.act("Human", Typed(control="pass"), step=0))
    assert do(table.look("Human")).situation.time_step == 1


def test_whether_the_rules_are_shown_is_remembered_for_each_seat(path, opened):
    table = opened(path, settings("RB", human="page:Agent1"))
    assert do(table.help_shown("Human")) is None
    do(table.show_help("Human", False))
    again = opened(path)
    assert do(again.help_shown("Human")) is False
    assert do(again.help_shown("Agent1")) is None
    do(again.show_help("Human", True))
    assert do(again.help_shown("Human")) is True


def test_the_colorings_that_a_neighbor_could_accept_stay_known(path, opened):
    table = opened(path, settings("LLM_C"))
    do(table.act("Human", Typed(report=True, colors=dict(SOLVED))))
    told = do(table.look("Human")).told["Agent1"]
    assert {"h1": "green", "h4": "red"} in told.accepts
    assert {"h1": "red", "h4": "red"} not in told.accepts
    assert told.step == 0
    # A later message that lists none takes nothing back.
    assert any(effect.conflicts == 0 for effect in told.effects)
    assert told.refuses == []


def test_refusals_are_heard_from_typed_answers(path, opened):
    table = opened(path, settings("RB"))
    do(table.act("Human", Typed(report=True, control="announce", colors=dict(SOLVED))))
    do(table.act("Human", Typed(checked={"Agent1": {"h1": "red", "h4": "red"}})))
    assert do(table.look("Human")).told["Agent1"].refuses == [{"h1": "red", "h4": "red"}]


def test_conditions_and_seats_are_in_the_trace(path, opened):
    conditions = Conditions(options=False, seats={"Human": "p07"}, study="s: a")
    opened(path, settings(), conditions=conditions)
    assert opened(path).conditions == conditions
    with sqlite3.connect(path) as game:
        assert game.execute("SELECT count(*) FROM annotations").fetchone() == (1,)


def test_files_that_are_no_games_of_the_page_are_refused(tmp_path):
    with pytest.raises(TraceError):
        Table(tmp_path / "missing.db")
    text = tmp_path / "text.db"
    text.write_text("not a trace " * 100)
    with pytest.raises(TraceError):
        Table(text)


class Liar(Gateway):
    """Language model that says the opposite of everything."""

    stateless = True
    text = "a4 is blue, a5 is blue, b2 is blue and I am satisfied. We have no conflicts at all. <script>"

    def ask(self, request):
        return {"choices": [{"message": {"role": "assistant", "content": self.text}}]}


@pytest.mark.parametrize("mode", ["LLM_U", "LLM_C", "LLM_F"])
def test_no_lie_of_a_model_reaches_the_person(path, opened, monkeypatch, mode):
    monkeypatch.setattr(table_module, "make_gateway", lambda *_: Liar())
    table = opened(path, settings(mode))
    do(table.act("Human", Typed(report=True, colors=dict(SOLVED))))
    do(table.act("Human", Typed(said={"Agent1": "Could you work with h1 green?"})))
    sight = do(table.look("Human"))
    texts = [message.text for message in sight.messages if message.sender != "Human"]
    assert texts
    assert not any("no conflicts at all" in text or "<script>" in text for text in texts)
