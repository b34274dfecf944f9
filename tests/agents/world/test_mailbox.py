"""Who sees which messages, against an oracle."""

from hypothesis import given
from hypothesis import strategies as st

from agents.world.mailbox import Mailbox, Message
from tests.agents.world import naive


@given(st.lists(st.lists(st.sampled_from(["*", "a", "b"]), max_size=4), max_size=8), st.integers(1, 5))
def test_each_sees_the_newest_to_it_or_to_all(steps, limit):
    mailbox, posted = Mailbox(limit), []
    for t, recipients in enumerate(steps):
        new = [
            Message(t, seq, f"{t}.{seq}", "x", to, "text", f"{t}.{seq}", None, None, 0.0)
            for seq, to in enumerate(recipients)
        ]
        mailbox.deliver(new)
        posted += [(m.time_step, m.seq, m.recipient, m.content) for m in new]
        for name in ("a", "b", "c"):
            seen = [m["content"] for m in mailbox.seen_by(name)]
            assert seen == [m[3] for m in naive.seen_messages(posted, name, limit)]


def test_what_one_agent_does_to_a_message_no_other_sees():
    mailbox = Mailbox(5)
    mailbox.deliver([Message(0, 0, "m", "x", "*", "offer", "hi", '{"a":[1]}', None, 0.0)])
    seen = mailbox.seen_by("a")[0]
    seen["content"] = "changed"
    seen["payload"]["a"].append(2)
    assert mailbox.seen_by("a")[0]["content"] == "hi"
    assert mailbox.seen_by("b")[0]["payload"] == {"a": [1]}


def test_observed_messages_hold_no_wall_clock():
    mailbox = Mailbox(1)
    mailbox.deliver([Message(0, 0, "m", "x", "*", "text", "hi", None, None, 123.0)])
    assert mailbox.seen_by("a") == [
        {
            "message_id": "m",
            "time_step": 0,
            "author_id": "x",
            "recipient": "*",
            "kind": "text",
            "content": "hi",
        }
    ]
