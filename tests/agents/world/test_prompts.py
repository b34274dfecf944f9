"""What a prompt says, and what it leaves out."""

from agents.contracts import ToolSpec
from agents.world.prompts import PROMPT_VERSION, PROMPT_VERSION_2, prompt_for
from agents.world.tools import tool_specs


def prompt(native=True, tools=(), max_tokens=8000, **seen):
    seen = {"time_step": 4, "agent_id": "a", "tools": [], **seen}
    offered = [*tool_specs(), *tools]
    return prompt_for(
        seen, time_step=4, agent_id="a", tools=offered, native=native, max_tokens=max_tokens
    )


def feed(*texts):
    return [{"time_step": t, "author_id": "b", "content": text} for t, text in enumerate(texts)]


def test_what_domains_show_is_one_line_each():
    messages, version = prompt(grid={"place": [1, 2], "name": "x\ny"}, weather="dry")
    assert messages[1]["content"].splitlines() == [
        "You are a. This is step 4.",
        'What you see of grid: {"name":"x\\ny","place":[1,2]}',
        'What you see of weather: "dry"',
        "There are no messages yet.",
    ]
    assert version == PROMPT_VERSION_2


def test_a_model_without_tools_is_told_the_arguments():
    schema = {"type": "object", "properties": {"direction": {"type": "string"}}}
    messages, version = prompt(native=False, tools=[ToolSpec("grid:move", "Walk.", schema)])
    assert 'grid:move: Walk. Its arguments match {"properties":{"direction"' in messages[0]["content"]
    assert version == PROMPT_VERSION_2


def test_a_short_prompt_is_complete():
    messages, version = prompt(messages=feed("one", "two"))
    assert messages[1]["content"].splitlines()[2:] == ["[t=0] b: one", "[t=1] b: two"]
    assert version == PROMPT_VERSION


def test_the_oldest_messages_are_left_out_of_a_long_prompt():
    messages, version = prompt(messages=feed(*["x" * 400] * 20), max_tokens=600)
    lines = messages[1]["content"].splitlines()
    assert lines[2] == f"({20 - len(lines[3:])} earlier messages are left out.)"
    assert lines[-1].startswith("[t=19]")
    assert 2 <= len(lines[3:]) < 6
    assert version == PROMPT_VERSION_2
    assert sum(len(message["content"]) for message in messages) < 4 * 650


def test_the_last_two_messages_are_kept_but_shortened():
    messages, _ = prompt(messages=feed("early", "y" * 50_000, "z" * 50_000), max_tokens=1000)
    lines = messages[1]["content"].splitlines()
    assert [line[:9] for line in lines[-2:]] == ["[t=1] b: ", "[t=2] b: "]
    assert "more characters)" in lines[-1]
    assert sum(len(message["content"]) for message in messages) < 4 * 1100
