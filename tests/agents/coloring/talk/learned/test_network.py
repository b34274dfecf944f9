"""The network that reads messages: its sums written out, and what it may not depend on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agents.coloring.talk.learned.acts import ACTS
from agents.coloring.talk.learned.beside_rules import learned
from agents.coloring.talk.learned.marks import marked, vocabulary
from agents.coloring.talk.learned.network import HEADS, LAYERS, parameters, probabilities
from agents.coloring.view import view_of
from solver import Problem
from tests.study import study

VIEW = view_of(study(1), "Agent2", person="Human")
SAID = "h2 could be green or blue."
TEXTS = (
    "make b2 red please, h5 is blue",
    "neither of them",
    "h2 grren, sorry I mean blue. What about you?",
)


@pytest.mark.parametrize("text", TEXTS)
def normalized(x, scale, shift):
    """A vector with mean 0 and variance 1, scaled and shifted."""
    mean = sum(x) / len(x)
    variance = sum((a - mean) ** 2 for a in x) / len(x)
    return (x - mean) / (variance + 1e-5) ** 0.5 * scale + shift


def attention(words, p, heads):
    """One layer of a network that reads words: each looks at all of them, then at itself alone."""
    mixed = [normalized(x, *p["norm1"]) @ p["qkv"] + p["qkv_bias"] for x in words]
    width = len(words[0])
    each = width // heads
    result = []
    for i, x in enumerate(words):
        joined = []
        for head in range(heads):
            query, key, value = (
                range(at + head * each, at + (head + 1) * each) for at in (0, width, 2 * width)
            )
            scores = []
            for j in range(len(words)):
                product = sum(mixed[i][a] * mixed[j][b] for a, b in zip(query, key, strict=True))
                far = (len(p["distance"]) - 1) // 2
                distance = max(-far, min(far, j - i)) + far
                scores.append(math.exp(product / each**0.5 + p["distance"][distance][head]))
            for a in value:
                joined.append(sum(s * m[a] for s, m in zip(scores, mixed, strict=True)) / sum(scores))
        x = x + joined @ p["join"] + p["join_bias"]
        hidden = normalized(x, *p["norm2"]) @ p["wide"] + p["wide_bias"]
        hidden = [max(a, 0) for a in hidden]
        result.append(x + hidden @ p["narrow"] + p["narrow_bias"])
    return result


def probability(message, pair, p):
    """The probabilities of one network for one pair, from the sums that define it."""
    words = []
    for i, word in enumerate(message.words):
        groups = [p["group"][g] for g in message.groups[i] if g < len(p["group"]) - 1]
        value = p["word"][word] + p["after"][message.after[i]]
        value = value + p["relation"][message.relations[pair][i]]
        words.append(value + sum(groups) / max(len(groups), 1))
    words[0] = words[0] + sum(p[f"place{j}"][message.places[pair][j]] for j in range(3))
    for layer in range(LAYERS):
        q = {name.split(".")[1]: v for name, v in p.items() if name.startswith(f"layer{layer}.")}
        words = attention(words, q, HEADS)
    words = [normalized(word, *p["norm"]) for word in words]
    summary = [*words[0], *(max(column) for column in zip(*words, strict=True))]
    logits = np.array(summary) @ p["out"] + p["out_bias"]
    return np.array([1 / (1 + math.exp(-one)) for one in logits])


@pytest.mark.parametrize("text", TEXTS)
def test_it_computes_the_layers_one_word_at_a_time(text):
    message = marked(text, SAID, VIEW)
    networks = [{name: v.astype(float) for name, v in p.items()} for p in parameters()]
    for pair in (0, len(message.pairs) // 2, len(message.pairs) - 1):
        expected = sum(probability(message, pair, p) for p in networks) / len(networks)
        assert np.allclose(probabilities(message)[pair], expected, atol=1e-3)


def test_other_names_of_colors_change_nothing():
    first = probabilities(marked("make b2 red, my h5 is blue", "", VIEW))
    other = marked("make b2 green, my h5 is red", "", VIEW)
    renamed = {"red": "green", "blue": "red"}
    pairs = marked("make b2 red, my h5 is blue", "", VIEW).pairs
    order = [other.pairs.index((node, renamed.get(color))) for node, color in pairs]
    assert np.allclose(first, probabilities(other)[order], atol=1e-5)


def test_other_names_of_nodes_change_nothing():
    first = marked("h2 red and h5 blue please", "", VIEW)
    other = marked("h5 red and h2 blue please", "", VIEW)
    renamed = {"h2": "h5", "h5": "h2"}
    order = [other.pairs.index((renamed.get(node, node), color)) for node, color in first.pairs]
    assert np.allclose(probabilities(first), probabilities(other)[order], atol=1e-5)


def test_a_message_is_asked_about_nodes_and_colors_that_are_named_or_seen():
    message = marked("make b2 red", "h2 could be blue.", VIEW)
    assert set(message.pairs) == {(None, None)} | {
        (node, color) for node in ("b2", "h2", "h5") for color in ("red", "blue", None)
    }
    at = message.pairs.index(("b2", "red"))
    assert message.places[at].tolist() == [1, 1, 1]
    assert message.places[message.pairs.index(("h2", "blue"))].tolist() == [2, 2, 2]
    assert message.places[message.pairs.index(("h5", None))].tolist() == [2, 3, 0]


def test_there_is_a_row_for_each_word_and_a_column_for_each_act():
    for stored in parameters():
        assert len(stored["word"]) == len(vocabulary()) + 2
        assert stored["out"].shape[1] == len(ACTS)
    assert len(set(vocabulary())) == len(vocabulary())


def test_nothing_is_read_of_a_message_that_is_too_long():
    assert marked("make b2 red " + "please " * 45, SAID * 50, VIEW).whole
    assert learned("make b2 red " + "please " * 46, VIEW) == ([], 0.0)


def test_nothing_is_read_where_too_many_nodes_are_seen():
    names = [f"p{i}" for i in range(40)]
    owners = {**dict.fromkeys(names, "Human"), "q": "Agent"}
    large = Problem([*names, "q"], [(name, "q") for name in names], ("red", "green"), owners=owners)
    view = view_of(large, "Agent", person="Human")
    assert not marked("make q red", "", view).whole
    assert learned("make q red", view) == ([], 0.0)
