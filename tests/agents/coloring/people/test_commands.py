"""What a person types."""

import pytest

from agents.coloring.people.commands import read_line
from agents.coloring.team import make_team
from agents.coloring.topologies import study
from agents.errors import InputError

VIEW = study().with_fixed(1).view("Human")
PEERS = {"agent1": "Agent1", "agent2": "Agent2"}


def read(line):
    return read_line(line, VIEW, PEERS)


@pytest.mark.parametrize("line", ["h1=red", "set h1 red", "H1 = Red", "set h1 to RED", "h1 red"])
def test_a_color_is_set_in_several_ways(line):
    assert read(line).colors == {"h1": "red"}


def test_a_line_holds_several_commands():
    typed = read("h1=red; h2 = blue; Agent1: change a2 to green; send; satisfied")
    assert typed.colors == {"h1": "red", "h2": "blue"}
    assert typed.said == {"Agent1": "change a2 to green"}
    assert typed.report
    assert typed.satisfied is True


@pytest.mark.parametrize(
    "text", ["h2=blue; h5=red works?", "h4 red; h1=green works for me", "I like it; satisfied?"]
)
def test_prose_to_a_neighbor_goes_on_behind_a_semicolon(text):
    typed = read(f"Agent2: {text}; send")
    assert typed.said == {"Agent2": text}
    assert (typed.colors, typed.satisfied, typed.report) == ({}, None, True)


def test_commands_behind_prose_stay_commands():
    assert read("Agent2: h2 is blue; h2=blue; Agent1: hi?; h1 red").colors == {"h2": "blue", "h1": "red"}
    assert read("Agent2: ok?; check Agent1: h1=red").checked == {"Agent1": {"h1": "red"}}
    for typed in ("h2=bleu", "set h2 to red please", "h2 = red green"):
        with pytest.raises(InputError, match=r"h2 = '"):
            read(f"Agent2: I will do it; {typed}")
    with pytest.raises(InputError, match=r"h5 = 'red works\?'"):
        read("h5=red works?")


def test_what_is_no_command_is_said_to_all():
    assert read("can you make b2 green?").said == {None: "can you make b2 green?"}
    assert read("pass me the salt").said == {None: "pass me the salt"}
    assert read("a2=red").said == {None: "a2=red"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("@Agent1 is a2 red?", {"Agent1": "is a2 red?"}),
        ("@agent2: is b2 red?", {"Agent2": "is b2 red?"}),
        ("h1 is blue. @Agent2, is b2 red?", {None: "h1 is blue.", "Agent2": "is b2 red?"}),
        ("@Agent1 @Agent2 what now?", {None: "what now?"}),
        ("@Agent1 and @Agent2, what now?", {None: "what now?"}),
        ("what does @Agent1 want?", {None: "what does Agent1 want?"}),
    ],
)
def test_a_name_behind_an_at_sign_calls_the_neighbor(line, said):
    assert read(line).said == said


def test_control_and_offers():
    assert read("announce").control == "announce"
    assert read("FINISH").control == "finish"
    assert read("unsatisfied").satisfied is False
    typed = read("accept offer_Agent1_Human_3_0; reject x")
    assert typed.accepted == ["offer_Agent1_Human_3_0"]
    assert typed.rejected == ["x"]
    assert read("").said == {}


THREE = {**PEERS, "agent3": "Agent3"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("yes to both, Agent1 and Agent3", {"Agent1": "yes", "Agent3": "yes"}),
        ("no, Agent1 and Agent2", {"Agent1": "no", "Agent2": "no"}),
        ("Agent1, Agent3: yes please", {"Agent1": "yes please", "Agent3": "yes please"}),
        ("yes to Agent1 and no to Agent2.", {"Agent1": "yes", "Agent2": "no"}),
        ("Agent1 and Agent2, is all well?", {"Agent1": "is all well?", "Agent2": "is all well?"}),
        ("Agent1 yes, Agent2 no", {"Agent1": "yes", "Agent2": "no"}),
        ("Agent1: yes, and Agent2: no", {"Agent1": "yes", "Agent2": "no"}),
        ("Agent1 yes", {"Agent1": "yes"}),
        ("ok Agent1 do it", {"Agent1": "ok do it"}),
        ("Agent1 can you make a2 red?", {"Agent1": "can you make a2 red?"}),
        ("Agent1 make a2 red", {"Agent1": "make a2 red"}),
        ("Agent1 I accept", {"Agent1": "I accept"}),
        ("please Agent1 make a2 red", {"Agent1": "please, make a2 red"}),
        ("Agent1, ok?", {"Agent1": "ok?"}),
    ],
)
def test_neighbors_are_called_without_a_sign_and_several_at_once(line, said):
    assert read_line(line, VIEW, THREE).said == said


@pytest.mark.parametrize(
    "line",
    [
        "yes, I told Agent1",
        "yes to both",
        "Agent1 has a2 red",
        "Agent1 said no",
        "Agent1 color is red",
        "Agent1 move was bad",
        "Agent1 and Agent2 agree on it",
        "I asked Agent1 and Agent2",
        "no deal between Agent1 and Agent2",
        "Agent1 and Agent2, what does Agent3 do?",
        "did Agent1 make a2 red?",
        "I saw Agent1 make a2 red",
        "let Agent1 do it",
        "if Agent1 make a2 red then I can change h1",
        "can Agent1 tell me?",
        "Agent1 no, Agent2 yes, Agent1 yes",
    ],
)
def test_who_is_only_spoken_of_is_not_called(line):
    assert read_line(line, VIEW, THREE).said == {None: line}


def test_a_command_beside_words_for_several_neighbors_is_carried_out():
    typed = read_line("Agent1 and Agent2: hi; h1=red", VIEW, THREE)
    assert (typed.said, typed.colors) == ({None: "Agent1 and Agent2: hi"}, {"h1": "red"})


def test_who_is_called_by_name_is_the_only_one_told():
    assert read("Agent1, is a2 red?").said == {"Agent1": "is a2 red?"}
    assert read("sorry Agent1, I meant h4 is red").said == {"Agent1": "sorry, I meant h4 is red"}
    assert read("what do you need, Agent1?").said == {"Agent1": "what do you need?"}
    assert read("Agent1, can you and Agent2 agree?").said == {None: "Agent1, can you and Agent2 agree?"}
    both = read("h1 is blue. Agent2, is b2 red? Agent1: please keep a2. Thanks")
    assert both.said == {None: "h1 is blue.", "Agent2": "is b2 red?", "Agent1": "please keep a2. Thanks"}
    assert read("Agent1: no, a2 blue. Agent2, is b2 red?").said == {
        "Agent1": "no, a2 blue.",
        "Agent2": "is b2 red?",
    }
    assert read("Great! Agent1, is a2 red?").said == {"Agent1": "Great! is a2 red?"}
    assert read("Ok. Agent1: is a2 red?").said == {"Agent1": "Ok. is a2 red?"}
    assert read("Ok. Agent1, can you and Agent2 agree?").said == {
        None: "Ok. Agent1, can you and Agent2 agree?"
    }
    with pytest.raises(InputError, match="neighbor = 'Agent9': expected one of Agent1, Agent2"):
        read("Agent9: hi")
    assert read("wait: h1?").said == {None: "wait: h1?"}


def test_a_rejection_may_say_what_can_never_be():
    typed = read("reject 1 never h1=red and h4=blue; reject 2")
    assert typed.rejected == ["1", "2"]
    assert typed.impossible == {"1": {"h1": "red", "h4": "blue"}}
    assert read("impossible").control == "impossible"
    assert read("init").control == "init"
    with pytest.raises(InputError, match="expected NODE=COLOR with a node of h1"):
        read("reject 1 never a2=red")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set h9 red", "expected one of your nodes"),
        ("set a2 red", "expected one of your nodes"),
        ("h1=mauve", "expected one of red, green, blue"),
        ("h3=red", "h3 = 'red': expected green"),
    ],
)
def test_what_cannot_be_done_is_said(line, message):
    with pytest.raises(InputError, match=message):
        read(line)


def test_names_may_hold_spaces():
    clusters = {"Mensch": ["h 1", "h 2"], "Ägent Ö": ["nöde 1"]}
    team = make_team(clusters, [("h 1", "nöde 1")], domain=["dark red", "green"], person="Mensch")
    view = team.view("Mensch")
    peers = {"ägent ö": "Ägent Ö"}
    for line in ("h 1=dark red", "set h 1 to Dark Red", "H 1 dark red", "set h 1 dark red"):
        assert read_line(line, view, peers).colors == {"h 1": "dark red"}
    assert read_line("Ägent Ö: nöde 1 green", view, peers).said == {"Ägent Ö": "nöde 1 green"}
    assert read_line("h 1 is dark red", view, peers).said == {None: "h 1 is dark red"}


@pytest.mark.parametrize(
    "line", ["set h1", "h1", "h1=", "h9=red", "anounce", "finsh", "h1=rde", "check h1=blue"]
)
def test_a_mistyped_command_is_no_message(line):
    with pytest.raises(InputError, match="expected"):
        read_line(line, VIEW, PEERS)


@pytest.mark.parametrize("line", ["a2=red", "why?", "send me your colors", "hello", "what if h1=red?"])
def test_a_message_is_no_mistyped_command(line):
    assert read_line(line, VIEW, PEERS).said == {None: line}


@pytest.mark.parametrize(
    "line",
    [
        "h1 red h2 blue",
        "h1=red, h2=blue",
        "h1=red h2=blue",
        "set h1 red and h2 blue",
        "h1: red, h2: blue",
    ],
)
def test_several_colors_are_set_without_semicolons(line):
    assert read(line).colors == {"h1": "red", "h2": "blue"}


def test_a_slash_before_a_command_does_not_matter():
    assert read("/pass").control == "pass"
    assert read("/satisfied").satisfied is True
    assert read("/set h1=red").colors == {"h1": "red"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set h2=geen", "h2 = 'geen': expected one of red, green, blue"),
        ("h1:geen", "h1 = 'geen': expected one of red, green, blue"),
        ("exit", "command = 'exit': expected finish, which ends the game"),
        ("/quit", "command = 'quit': expected finish, which ends the game"),
        ("/show", "command = '/show': expected one of announce, pass"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(line, message):
    with pytest.raises(InputError) as error:
        read(line)
    assert str(error.value).startswith(message)


def test_the_terms_of_an_offer_may_be_divided_by_semicolons():
    typed = read("offer Agent1: h1=green; h4=blue if a2=red; h5=red")
    assert typed.offered == {"Agent1": ({"a2": "red"}, {"h1": "green", "h4": "blue"})}
    assert typed.colors == {"h5": "red"}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("snd", "send"),
        ("acept 1", "accept 1"),
        ("accpet 2", "accept 2"),
        ("rejct 1", "reject 1"),
        ("reject 1 nevr h4=green", "reject 1 never h4=green"),
    ],
)
def test_a_mistyped_command_is_not_sent_as_words(line, meant):
    with pytest.raises(InputError, match=f"expected {meant}"):
        read(line)
