"""A running study keeps answers and links, refuses wrong answers, and exports everything."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from types import SimpleNamespace

import pytest

from agents.coloring.people.commands import Typed
from agents.errors import InputError
from agents.page.access import Keys, Visitor
from agents.page.play.table import Conditions, Table
from agents.page.study.export import DICTIONARY, archive, tables
from agents.page.study.plan import Condition, Plan
from agents.page.study.questions import Question, Sheet
from agents.page.study.study import Study

SHEET = Sheet(title="After", questions=[Question(key="fun", text="Fun?", type="scale")])
PLAN = Plan(
    name="s",
    participants=2,
    conditions=[{"name": "a", "game": {"mode": "LLM_U"}}, {"name": "b", "game": {"mode": "LLM_C"}}],
    game={"max_steps": 40},
    consent=Sheet(title="Consent", agree="Yes"),
    after_each=SHEET,
)


@pytest.fixture
def study(tmp_path):
    return Study(PLAN, tmp_path)


def test_the_way_leads_from_consent_to_the_last_page(study):
    stages = [stage.name for stage in study.stages(study.places["p01"])]
    assert stages == ["consent", "game.1", "after_each.1", "game.2", "after_each.2"]


def test_answers_outlive_the_process_and_a_torn_line(study, tmp_path):
    study.keep("p01", "consent", {"agreed": True})
    with (tmp_path / "study-s" / "p01.jsonl").open("a") as file:
        file.write('{"at": 1, "stage": "after_ea')
    again = Study(PLAN, tmp_path)
    assert [record["stage"] for record in again.answered("p01")] == ["consent"]
    again.keep("p01", "after_each.1", {"fun": 3})
    assert [record["stage"] for record in again.answered("p01")] == ["consent", "after_each.1"]
    assert again.answered("p02") == []
    with pytest.raises(InputError):
        again.keep("../p01", "consent", {})


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x1e", "\r", "\n"])
def test_answers_with_signs_that_end_lines_are_read_again(study, sign):
    study.keep("p01", "before", {"why": f"a{sign}b"})
    study.keep("p01", "after_each.1", {"fun": 3})
    assert [record["answers"] for record in study.answered("p01")] == [{"why": f"a{sign}b"}, {"fun": 3}]


def test_another_plan_of_the_same_name_is_refused(study, tmp_path):
    with pytest.raises(InputError, match="begun with another plan"):
        Study(PLAN.model_copy(update={"seed": 9}), tmp_path)


def test_a_plan_whose_settings_stand_in_another_order_is_the_same_plan(study, tmp_path):
    path = tmp_path / "study-s" / "plan.json"
    kept = json.loads(path.read_text())
    path.write_text(json.dumps(dict(reversed(kept.items()))))
    assert Study(PLAN, tmp_path).plan == PLAN


def test_links_are_the_same_after_a_restart_and_lead_to_one_seat_each(study, tmp_path):
    first, second = Keys(b"x"), Keys(b"x")
    links = study.admit(first, b"x")
    assert Study(PLAN, tmp_path).admit(second, b"x") == links
    assert links != study.admit(Keys(b"y"), b"y")
    for person, token in links:
        assert second.visitor(first.exchange(token)) == Visitor(person)


SOLVED = {"h1": "green", "h2": "red", "h5": "blue", "h4": "red"}
PAIRS = PLAN.model_copy(update={"participants": 4, "seats": ("Human", "Agent1"), "after": SHEET})


def test_the_first_opening_of_a_link_is_kept_and_exported(study, tmp_path, monkeypatch):
    clock = SimpleNamespace(time=iter([100.0, 200.0]).__next__)
    # The simulated user of other tests loads the modules anew.
    monkeypatch.setitem(Study.open.__globals__, "time", clock)
    assert [study.open("p02"), study.open("p02")] == [100.0, 100.0]
    with (tmp_path / "study-s" / "openings.jsonl").open("a") as file:
        file.write('{"person": "p01", "a')
    again = Study(PLAN, tmp_path)
    assert [again.open("p01"), again.open("p02")] == [200.0, 100.0]
    for one, expected in ((study, None), (again, 200.0), (Study(PLAN, tmp_path), 200.0)):
        rows = tables(one, tmp_path)["participants"]
        assert [row[-1] for row in rows] == [expected, 100.0]


def test_who_answered_before_openings_were_kept_opened_at_a_time_that_is_not_known(study, tmp_path):
    study.keep("p01", "consent", {"agreed": True})
    assert study.open("p01") is None
    assert tables(study, tmp_path)["participants"][0][-1] is None


def names(study, person):
    return [stage.name for stage in study.stages(study.places[person])]


def test_nobody_plays_on_with_a_person_who_declined(tmp_path):
    study = Study(PAIRS, tmp_path)
    whole = names(study, "p01")
    for stage, answers in (("consent", {"agreed": True}), ("game.1", {})):
        study.keep("p01", stage, answers)
    study.keep("p02", "consent", {"agreed": True})
    assert names(study, "p01") == whole
    study.keep("p02", "after_each.1", {"agreed": False})
    # The pages about the game that was played are left.
    assert names(study, "p01") == ["consent", "game.1", "after_each.1", "after"]
    study.keep("p04", "consent", {"agreed": False})
    assert study.deserted(study.places["p03"])
    assert names(study, "p03") == []
    columns = [name for name, *_ in DICTIONARY["participants"]]
    rows = [dict(zip(columns, row, strict=True)) for row in tables(study, tmp_path)["participants"]]
    assert [(row["person"], row["declined"], row["partner_declined"]) for row in rows] == [
        *(("p01", 0, 1), ("p02", 1, 0)),
        *(("p03", 0, 1), ("p04", 1, 0)),
    ]


@pytest.fixture
def played(study, tmp_path):
    """The first game of the first participant, played to the end, and answers."""
    place = study.places["p01"]
    settings = study.plan.settings(study.condition(place, 0), 0, 0).complete()
    conditions = Conditions(seats=study.members(0), study="s")
    table = Table(tmp_path / f"{study.game_name(place, 0)}.db", settings, conditions=conditions)

    async def play():
        await table.draft("Human", {"h1": "green", "h5": "blue"})
        await table.act("Human", Typed(report=True, said={"Agent1": "=1+1"}))
        await table.act("Human", Typed(control="finish"))
        return await table.result()

    outcome = asyncio.run(play())
    table.close()
    study.keep("p01", "consent", {"agreed": True})
    study.keep("p01", "after_each.1", {"fun": 3})
    return outcome


def test_the_export_holds_every_step_message_and_answer(study, tmp_path, played):
    rows = tables(study, tmp_path)
    assert [row[0] for row in rows["participants"]] == ["p01", "p02"]
    first = study.condition(study.places["p01"], 0).name
    assert [row[:5] for row in rows["answers"]][1] == ("p01", "after_each.1", first, "fun", 3)
    (game,) = rows["games"]
    named = dict(zip([name for name, *_ in DICTIONARY["games"]], game, strict=True))
    assert (named["steps"], named["messages"], named["hash"]) == (
        played.steps,
        played.messages,
        played.hash,
    )
    assert (named["over"], named["stop_reason"]) == (1, "finished")
    assert len(rows["turns"]) == 3 * played.steps
    assert len(rows["messages"]) == played.messages
    assert len(rows["clicks"]) == 1
    persons = {row[3] for row in rows["turns"] if row[2] == "Human"}
    assert persons == {"p01"}


def test_the_export_tells_typed_words_from_reports_of_the_page(study, tmp_path, played):
    columns = [name for name, *_ in DICTIONARY["messages"]]
    rows = [dict(zip(columns, row, strict=True)) for row in tables(study, tmp_path)["messages"]]
    sent = {row["recipient"]: row for row in rows if row["sender"] == "Human"}
    assert (sent["Agent1"]["typed"], sent["Agent2"]["typed"]) == ("=1+1", None)
    assert all(row["person"] == "p01" and row["at"] > 1e9 for row in sent.values())
    assert all(row["person"] is row["at"] is None for row in rows if row["sender"] != "Human")


def test_what_is_typed_to_all_is_told_for_each_recipient_and_counted_once(tmp_path):
    plan = PLAN.model_copy(update={"conditions": (Condition(name="a", game={"mode": "LLM_RB"}),)})
    study = Study(plan, tmp_path)
    settings = plan.settings(plan.conditions[0], 0, 0).complete()
    table = Table(
        tmp_path / "s-g1-1.db", settings, conditions=Conditions(seats=study.members(0), study="s")
    )

    async def play():
        await table.act("Human", Typed(control="announce", report=True))
        await table.act("Human", Typed(said={None: "Could you work with these colors?"}))
        # One text, from which an offer and a sentence are made.
        offer = "h2 is green now. How are things?"
        await table.act("Human", Typed(said={"Agent2": offer}, colors={"h2": "green"}), confirmed=True)
        await table.act("Human", Typed(report=True, colors={"h1": "blue"}))
        await table.act("Human", Typed(control="finish"))

    asyncio.run(play())
    table.close()
    rows = tables(study, tmp_path)
    columns = [name for name, *_ in DICTIONARY["messages"]]
    sent = [dict(zip(columns, row, strict=True)) for row in rows["messages"] if row[2] == "Human"]
    typed = {(row["recipient"], row["typed"]) for row in sent if row["typed"]}
    assert typed == {
        *((peer, "Could you work with these colors?") for peer in ("Agent1", "Agent2")),
        ("Agent2", "h2 is green now. How are things?"),
    }
    assert any(row["typed"] is None for row in sent)
    (game,) = rows["games"]
    assert game[[name for name, *_ in DICTIONARY["games"]].index("typed_messages")] == 2


def test_a_game_that_is_not_over_has_no_result(study, tmp_path):
    place = study.places["p01"]
    columns = [name for name, *_ in DICTIONARY["games"]]

    def game():
        (row,) = tables(study, tmp_path)["games"]
        return dict(zip(columns, row, strict=True))

    settings = study.plan.settings(study.condition(place, 0), 0, 0).complete()
    table = Table(tmp_path / f"{study.game_name(place, 0)}.db", settings)
    begun = game()
    # Nothing is in conflict after this turn, but nobody said to be satisfied.
    asyncio.run(table.act("Human", Typed(report=True, colors=SOLVED)))
    under_way = game()
    table.close()
    at_end = ("solved", "conflicts", "penalty", "score")
    for row in (begun, under_way):
        assert [row[name] for name in ("over", *at_end)] == [0, None, None, None, None]
    assert (begun["steps"], begun["messages"], begun["first_solved"]) == (0, 0, None)
    assert under_way["steps"] == under_way["first_solved"] == 2


def test_texts_that_a_spreadsheet_could_compute_are_quoted_but_numbers_are_not(study, tmp_path):
    given = ["=1+1", "-1+2", "@a", "-1", "+2.5", "", "a"]
    study.keep("p01", "before", {str(i): text for i, text in enumerate(given)})
    with zipfile.ZipFile(io.BytesIO(archive(study, tmp_path))) as pack:
        answers = _read(pack.read("answers.csv").decode())
        dictionary = pack.read("dictionary.csv").decode()
    assert [row["value"] for row in answers] == ["'=1+1", "'-1+2", "'@a", "-1", "+2.5", "", "a"]
    assert "an apostrophe is put before a text" in dictionary


def test_the_archive_has_a_dictionary_for_every_column(study, tmp_path, played):
    with zipfile.ZipFile(io.BytesIO(archive(study, tmp_path))) as pack:
        files = {name: pack.read(name).decode() for name in pack.namelist() if name.endswith(".csv")}
    described = {(row["table"], row["column"]) for row in _read(files.pop("dictionary.csv"))}
    for name, text in files.items():
        rows = _read(text)
        head = next(csv.reader(io.StringIO(text)))
        assert {(name.removesuffix(".csv"), column) for column in head} <= described
        assert all(None not in row for row in rows)
    assert len(files) == len(DICTIONARY)
    # A spreadsheet must not compute what a person wrote.
    assert "'=1+1" in files["messages.csv"]


def test_parquet_files_hold_the_same_rows(study, tmp_path, played):
    parquet = pytest.importorskip("pyarrow.parquet")
    with zipfile.ZipFile(io.BytesIO(archive(study, tmp_path))) as pack:
        for name, rows in tables(study, tmp_path).items():
            table = parquet.read_table(io.BytesIO(pack.read(f"{name}.parquet")))
            assert table.num_rows == len(rows)
            assert table.column_names == [column for column, *_ in DICTIONARY[name]]


def _read(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_use_of_the_best_answer_is_told_from_colors_by_hand(study, tmp_path):
    place = study.places["p01"]
    settings = study.plan.settings(study.condition(place, 0), 0, 0).complete()
    table = Table(tmp_path / f"{study.game_name(place, 0)}.db", settings)

    async def play():
        await table.draft("Human", {"h1": "green"})
        await table.note_advice("Human", SOLVED, "Best answer to what you know")
        await table.draft("Human", {"h2": "blue"}, advised=True)
        await table.draft("Human", None)

    asyncio.run(play())
    table.close()
    columns = [name for name, *_ in DICTIONARY["clicks"]]
    clicks = [dict(zip(columns, row, strict=True)) for row in tables(study, tmp_path)["clicks"]]
    assert [one["kind"] for one in clicks] == ["try", "best_answer", "try_best_answer", "take_back"]
    assert json.loads(clicks[1]["advice"]) == SOLVED
    assert (clicks[1]["text"], clicks[1]["colors"]) == (
        "Best answer to what you know",
        '{"h1": "green"}',
    )
