"""Signed checkpoints: made, read, and held against whoever can write the whole database."""

import base64
import random

import pytest

from agents.errors import InputError, TraceError
from agents.world import TraceDb, cli, verify
from agents.world.signing import (
    Checkpoint,
    check_checkpoint,
    make_key,
    read_checkpoint,
    sign,
    verifier_key,
)
from tests.agents.world.worlds import Does, random_agents, says, world

pytest.importorskip("cryptography")


@pytest.fixture(scope="module")
def key(tmp_path_factory):
    path = tmp_path_factory.mktemp("keys") / "lab.key"
    return path, make_key(path, "lab")


def ran(path, steps=4, seed=1, text="hi"):
    with TraceDb(path) as trace:
        world({"z": Does(says(text)), **random_agents(3, seed)}, trace).run(steps)


def signed(path, key):
    with TraceDb(path, readonly=True) as trace:
        return sign(trace, "run", key[0])


def check(path, note, key):
    with TraceDb(path, readonly=True) as trace:
        verify(trace, "run")
        check_checkpoint(trace, "run", read_checkpoint(note, key[1]))


def test_a_note_says_the_run_the_steps_and_the_head(tmp_path, key):
    ran(tmp_path / "a.db")
    note = signed(tmp_path / "a.db", key)
    with TraceDb(tmp_path / "a.db", readonly=True) as trace:
        head = trace.head("run")
    origin, steps, root, empty, signature, end = note.split("\n")
    assert (origin, steps, empty, end) == ("kempe/run", "4", "", "")
    assert base64.b64decode(root).hex() == head
    assert signature.startswith("\N{EM DASH} lab ")
    assert len(base64.b64decode(signature.rpartition(" ")[2])) == 4 + 64
    assert read_checkpoint(note, key[1]) == Checkpoint("run", 4, head)
    assert verifier_key(key[0]) == key[1]
    assert key[0].stat().st_mode & 0o077 == 0


def test_a_longer_run_continues_its_checkpoint_and_a_shorter_one_does_not(tmp_path, key):
    path = tmp_path / "a.db"
    ran(path, 3)
    note = signed(path, key)
    ran(path, 6)
    check(path, note, key)
    ran(tmp_path / "b.db", 2)
    with pytest.raises(TraceError, match="2 steps: expected the 3 signed ones"):
        check(tmp_path / "b.db", note, key)


def test_who_rewrites_the_whole_database_is_caught(tmp_path, key):
    """The attacker runs our own code: a chain that verifies, of a run that was not signed."""
    ran(tmp_path / "true.db")
    note = signed(tmp_path / "true.db", key)
    rng = random.Random(20)
    for attack in range(25):
        path = tmp_path / f"{attack}.db"
        if attack % 2:
            ran(path, text=f"forged {rng.random()}")
        else:
            ran(path, seed=rng.randrange(2, 2**40))
        with TraceDb(path, readonly=True) as trace:
            assert verify(trace, "run").executed
        with pytest.raises(TraceError, match="the head after 4 steps is not the signed one"):
            check(path, note, key)


def test_a_note_that_was_changed_or_signed_by_another(tmp_path, key):
    ran(tmp_path / "a.db")
    note = signed(tmp_path / "a.db", key)
    other = make_key(tmp_path / "other.key", "lab")
    with pytest.raises(TraceError, match="does not match the checkpoint"):
        read_checkpoint(note.replace("\n4\n", "\n3\n"), key[1])
    with pytest.raises(TraceError, match="is not signed by 'lab' with this key"):
        read_checkpoint(note, other)
    for text in ("", "x", note.partition("\n\n")[0], note.replace("\n\n", "\n")):
        with pytest.raises(TraceError):
            read_checkpoint(text, key[1])


def test_no_error_quotes_a_private_key(tmp_path):
    make_key(tmp_path / "k", "lab")
    text = (tmp_path / "k").read_text()
    for call in (lambda: read_checkpoint("kempe/run\n4\n\n", text), lambda: verifier_key(text)):
        with pytest.raises(InputError, match="private key") as caught:
            call()
        assert text.split("+", 3)[3][:12] not in str(caught.value)


@pytest.mark.parametrize("text", ["", "lab", "lab+00000000+AAAA", "PRIVATE+KEY+lab+xx"])
def test_what_is_no_key(tmp_path, text):
    with pytest.raises(InputError, match="expected a verifier key"):
        read_checkpoint("kempe/run\n4\n\n", text)
    (tmp_path / "k").write_text(text)
    with pytest.raises(InputError, match="not a private key"):
        verifier_key(tmp_path / "k")


def test_keys_are_never_overwritten_and_names_are_words(tmp_path):
    make_key(tmp_path / "k", "lab")
    with pytest.raises(InputError, match="cannot be written: File exists"):
        make_key(tmp_path / "k", "lab")
    with pytest.raises(InputError, match="name = 'a b': expected printable text without spaces"):
        make_key(tmp_path / "l", "a b")


def test_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran("a.db")
    assert cli.main(["keygen", "lab.key", "--name", "lab"]) == 0
    verifier = capsys.readouterr().out.strip()
    assert cli.main(["sign", "a.db", "--key", "lab.key"]) == 0
    (tmp_path / "a.checkpoint").write_text(capsys.readouterr().out)
    command = ["verify", "a.db", "--checkpoint", "a.checkpoint", "--key", verifier]
    assert cli.main(command) == 0
    assert "its first 4 steps are those signed by lab" in capsys.readouterr().out
    (tmp_path / "a.db").unlink()
    ran("a.db", seed=2)
    assert cli.main(command) == 1
    assert "is not the signed one" in capsys.readouterr().err
    with pytest.raises(InputError, match="--key = None: expected the verifier key"):
        cli.main(command[:4])
