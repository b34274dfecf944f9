"""Errors of a user's domain or tool: named with their place, and then the run can be resumed."""

import asyncio
import json
import sqlite3
import sysconfig
from pathlib import Path

import pytest

from agents.contracts import ActionOutcome, ActionRequest, ToolSpec
from agents.errors import InputError, TraceError
from agents.world import (
    InMemoryChannel,
    StateDomain,
    ToolRegistry,
    TraceDb,
    World,
    WorldEngine,
    WorldEngineConfig,
    cli,
)
from agents.world.faults import fault, note_fault, raised
from tests.agents.world.worlds import world

#: The part of the domain that fails, and whether it fails at all.
BROKEN = {"part": None}
OWN = f"{__name__}:made"


def breaks(part):
    if BROKEN["part"] == part:
        raise ValueError("first line\nsecond line")


class Flaw(StateDomain):
    name = "flaw"
    actions = (ToolSpec("take", "Take."),)

    def begin(self):
        breaks("begin")
        return {"n": 0}

    def see(self, agent_id):
        if self.state["n"]:
            breaks("see")
        return {"odd": {1}} if BROKEN["part"] == "seen" else dict(self.state)

    def act(self, agent_id, action, arguments):
        self.state["n"] += 1
        if self.state["n"] == 2:
            breaks("act")
            if BROKEN["part"] == "library":
                json.loads("{")
        return {"n": self.state["n"], "odd": {1} if BROKEN["part"] == "result" else 0}

    def handle_action(self, **given):
        outcome = super().handle_action(**given)
        return None if BROKEN["part"] == "nothing" else outcome

    def advance(self, time_step):
        if time_step == 1:
            breaks("advance")
        if BROKEN["part"] == "state":
            self.state["odd"] = {1}

    def present(self, *, run_id, time_step):
        if time_step == 1:
            breaks("present")
            if BROKEN["part"] == "strangers":
                return {1, "zz", "ada"}
        return ["ada", "ben"]

    def get_state_snapshot(self, *, run_id, time_step):
        breaks("snapshot")
        return self.state


TABLE = "CREATE TABLE IF NOT EXISTS flaw_rows (n INTEGER PRIMARY KEY, v INTEGER CHECK (v < 10)) STRICT"


class Acts:
    stateless = True

    def __init__(self, name="flaw:take"):
        self.name = name

    def decide(self, *, run_id, time_step, agent_id, observation):
        return ActionRequest(
            run_id=run_id, time_step=time_step, agent_id=agent_id, action_name=self.name
        )


def own_tool(request):
    breaks("tool")
    return ActionOutcome({"ok": True})


def made(setup):
    breaks("factory")
    tools = ToolRegistry()
    tools.add(ToolSpec("wave", "Wave."), own_tool)
    named = {"ada": Acts(), "ben": Acts("wave") if BROKEN["part"] == "tool" else Acts()}
    flaw = Flaw()
    if BROKEN["part"] == "actions":
        flaw.actions = ["take"]
    return World(named, [flaw], tools)


@pytest.fixture(autouse=True)
def mended():
    yield
    BROKEN["part"] = None


PLACE = f"line {breaks.__code__.co_firstlineno + 2} of test_faults.py"
OOPS = f"{PLACE}: ValueError: first line second line"
PARTS = {
    "begin": f"stopped after 0 of 3 steps: domain 'flaw': start at step 0: {OOPS}",
    "see": f"stopped after 1 of 3 steps: domain 'flaw': observation of 'ada' at step 1: {OOPS}",
    "act": f"stopped after 0 of 3 steps: domain 'flaw': action 'take' of 'ada' at step 0: {OOPS}",
    "advance": f"stopped after 1 of 3 steps: domain 'flaw': end of step 1: {OOPS}",
    "present": f"stopped after 1 of 3 steps: domain 'flaw': agents present at step 1: {OOPS}",
    "snapshot": f"stopped after 0 of 3 steps: domain 'flaw': state after step 0: {OOPS}",
    "tool": f"stopped after 0 of 3 steps: action 'wave' of 'ben' at step 0: {OOPS}",
    "result": "action 'take' of 'ben' at step 0: the outcome is not plain: Object of type set",
    "nothing": "action 'take' of 'ben' at step 0: outcome = None: expected an ActionOutcome;",
    "seen": "observation of 'ada' at step 0: the observation of 'ada' is not plain: Object of type set",
    "strangers": "agents present at step 1: agent 'zz': expected one of the run; to continue",
    "actions": "0 of 3 steps: domain 'flaw': actions: action = 'take': expected a ToolSpec;",
    "library": f"line {Flaw.act.__code__.co_firstlineno + 5} of test_faults.py: JSONDecodeError: ",
    "state": "domain 'flaw': end of step 0: the state is not plain: ",
}


@pytest.mark.parametrize(
    ("leaves", "said"),
    [
        (SystemExit, "called sys.exit"),
        (asyncio.CancelledError, "raised CancelledError"),
        (GeneratorExit, "raised GeneratorExit"),
    ],
)
def test_what_would_end_the_program_is_an_error_of_the_world(
    leaves, said, tmp_path, capsys, monkeypatch
):
    def leave(part):
        if BROKEN["part"] == part:
            raise leaves(0)

    monkeypatch.setattr(f"{__name__}.breaks", leave)
    command = ["run", "own", "--world", OWN, "--steps", "3", "--order-seed", "42", "--db"]
    line = leave.__code__.co_firstlineno + 2
    for part in ("begin", "see", "act", "advance", "present", "snapshot", "tool"):
        BROKEN["part"] = part
        assert cli.main([*command, str(tmp_path / f"{part}.db")]) == 1
        assert (
            f"line {line} of test_faults.py: RuntimeError: the world {said};" in capsys.readouterr().err
        )
    BROKEN["part"] = "factory"
    with pytest.raises(InputError, match=rf"^world .* test_faults.py: RuntimeError: the world {said}$"):
        cli.main([*command, str(tmp_path / "factory.db")])


class Leaves:
    """Policy that would end the program in the second step."""

    def __init__(self, error):
        self.error = error

    def decide(self, *, run_id, time_step, agent_id, observation):
        if time_step == 1:
            raise self.error
        return ActionRequest(run_id=run_id, time_step=time_step, agent_id=agent_id, action_name="noop")


@pytest.mark.parametrize("error", [SystemExit(0), asyncio.CancelledError(), GeneratorExit()])
@pytest.mark.parametrize("concurrent", [False, True])
def test_a_policy_that_would_end_the_program_loses_its_turn(error, concurrent):
    with TraceDb("") as trace:
        agents = {"ada": Leaves(error), "ben": Acts("noop")}
        engine = WorldEngine(WorldEngineConfig("r"), agents, InMemoryChannel(), trace)
        assert (asyncio.run(engine.arun(3)) if concurrent else engine.run(3)) == 3
        assert engine.lost_turns == 1


@pytest.mark.parametrize("part", PARTS)
def test_an_error_of_a_world_is_one_line_and_the_run_can_be_resumed(part, tmp_path, capsys):
    db = str(tmp_path / "a.db")
    # In the shuffled order of this seed, ben is the first of step 0.
    command = ["run", "own", "--world", OWN, "--steps", "3", "--db", db, "--order-seed", "42"]
    BROKEN["part"] = part
    assert cli.main(command) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert PARTS[part] in line
    assert line.endswith(f"; to continue: kempe world resume {db} --world {OWN}")
    if part != "tool":  # the policies are others there
        BROKEN["part"] = None
        assert cli.main(["resume", db, "--world", OWN]) == 0
        assert cli.main(["verify", db, "--world", OWN]) == 0
        assert "3 steps" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_an_error_of_a_world_that_is_executed_again_is_one_line(command, tmp_path):
    db = str(tmp_path / "a.db")
    assert cli.main(["run", "own", "--world", OWN, "--steps", "3", "--db", db]) == 0
    BROKEN["part"] = "advance"
    with pytest.raises(InputError, match=r"^domain 'flaw': end of step 1: line \d+ of test_faults.py: "):
        cli.main([command, db, "--world", OWN])


def test_a_program_sees_its_own_error_with_the_place_noted():
    BROKEN["part"] = "act"
    with pytest.raises(ValueError, match="first line") as caught:
        world({"ada": Acts(), "ben": Acts()}, TraceDb(":memory:"), domains=[Flaw()]).run(3)
    assert type(caught.value) is ValueError
    assert caught.value.__notes__ == ["domain 'flaw': action 'take' of 'ben' at step 0"]


def test_an_action_with_a_colon_in_its_name_is_that_of_the_first_part():
    class Colon(Flaw):
        actions = (ToolSpec("take:two", "Take two."),)

    BROKEN["part"] = "act"
    acts = Acts("flaw:take:two")
    with pytest.raises(ValueError, match="first line") as caught:
        world({"ada": acts, "ben": acts}, TraceDb(":memory:"), domains=[Colon()]).run(3)
    assert caught.value.__notes__ == ["domain 'flaw': action 'take:two' of 'ben' at step 0"]


@pytest.mark.parametrize("statement", ["SELECT x FROM absent", "SELEC"])
def test_a_wrong_statement_of_a_domain_is_its_error(statement, tmp_path, capsys, monkeypatch):
    def act(self, **given):
        given["connection"].execute(statement)

    monkeypatch.setattr(Flaw, "handle_action", act)
    command = ["run", "own", "--world", OWN, "--steps", "3", "--db", str(tmp_path / "a.db")]
    assert cli.main(command) == 1
    said = capsys.readouterr().err
    assert "domain 'flaw': action 'take' of " in said
    assert "of test_faults.py: OperationalError: " in said


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1, 1", "IntegrityError: UNIQUE constraint failed"),
        ("2, 11", "IntegrityError: CHECK constraint failed"),
        ("2, 'x'", "IntegrityError: cannot store TEXT value"),
        ("2, ?", "ProgrammingError: Incorrect number of bindings supplied"),
    ],
)
def test_a_row_that_a_table_of_a_domain_refuses_is_the_error_of_the_domain(
    row, said, tmp_path, capsys, monkeypatch
):
    def act(self, **given):
        given["connection"].execute(TABLE)
        given["connection"].execute("INSERT OR IGNORE INTO flaw_rows VALUES (1, 1)")
        given["connection"].execute(f"INSERT INTO flaw_rows VALUES ({row})")

    monkeypatch.setattr(Flaw, "handle_action", act)
    command = ["run", "own", "--world", OWN, "--steps", "3", "--db", str(tmp_path / "a.db")]
    assert cli.main(command) == 1
    err = capsys.readouterr().err
    assert f"line {act.__code__.co_firstlineno + 3} of test_faults.py: {said}" in err
    assert "another process" not in err
    with pytest.raises(TraceError, match="domain 'flaw': action 'take' of 'ada' at step 0: line"):
        world({"ada": Acts(), "ben": Acts()}, TraceDb(":memory:"), domains=[Flaw()]).run(1)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_BUSY])
def test_an_error_of_the_file_is_none_of_a_domain(code):
    error = sqlite3.OperationalError("oops")
    error.sqlite_errorcode = code
    note_fault(error, "domain 'flaw': end of step 1")
    assert fault(error) is None


def failed(file):
    """Return an error that passed through a file."""
    try:
        exec(compile("import json\njson.loads('{')", str(file), "exec"))
    except ValueError as error:
        error.__traceback__ = error.__traceback__.tb_next  # without this file
        return error


def test_an_error_in_no_code_of_the_user_names_no_place():
    standard = Path(sysconfig.get_path("stdlib"), "contextlib.py")
    assert raised(failed(standard)).startswith("JSONDecodeError: ")
    assert raised(failed(Path(cli.__file__))).startswith("JSONDecodeError: ")


def test_a_world_that_is_installed_is_the_code_of_its_user():
    installed = Path(sysconfig.get_path("purelib"), "shop", "market.py")
    assert raised(failed(installed)).startswith("line 2 of market.py: JSONDecodeError: ")


def test_other_errors_are_no_fault_of_a_world():
    assert fault(ValueError("oops")) is None
    error = ValueError("oops")
    error.add_note("domain 'flaw': a note of somebody else")
    assert fault(error) is None


def test_the_place_of_an_error_is_in_the_code_of_the_user_and_not_in_a_library():
    try:
        json.loads("{")
    except ValueError as error:
        line = test_the_place_of_an_error_is_in_the_code_of_the_user_and_not_in_a_library
        text = raised(error)
    assert text.startswith(f"line {line.__code__.co_firstlineno + 2} of test_faults.py: JSONDecodeError")
