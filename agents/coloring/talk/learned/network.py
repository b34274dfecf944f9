"""
The network that reads messages: three layers of attention over the words, for each node and color.

There are two, trained from different starts, and their probabilities are averaged. They read more with
more messages to learn from: 169 of 240 messages after 7,500, 181 after 16,165; and of 2,797 harder ones
61% after 16,165, 66% after 22,651, and 69% after 33,402.
The parameters come from ``tools/reader``, which trains them on labelled messages, and are stored as
numbers of 16 bits. A message with ten pairs takes about 15 ms on one thread. With two, which wait for
each other at each of 240 products, it took 2 to 4 seconds on two busy cores. Machines differ in the last
digits of a sum, so a message whose probability lies that near to a level may be read differently on two
of them.

The layers are those of Vaswani et al., *Attention is all you need*, 2017, with a bias for the distance
of two words (Shaw et al., 2018).
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Mapping
from importlib import resources

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from .marks import BUCKETS, Marked

Floats = NDArray[np.float32]

HEADS = 4
LAYERS = 3
#: Distance from which the bias of two words stays the same.
FAR = 16


@functools.cache
def parameters() -> tuple[Mapping[str, Floats], ...]:
    """Return the stored parameters of each network by their names."""
    with (
        resources.as_file(resources.files(__package__).joinpath("parameters.npz")) as path,
        np.load(path) as stored,
    ):
        every = {name: stored[name].astype(np.float32) for name in stored.files}
    return tuple({name: values[i] for name, values in every.items()} for i in range(len(every["word"])))


#: The limit is one of the process: two threads that set it in turn would not restore it.
_ONE = threading.Lock()


@functools.cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()


def probabilities(message: Marked) -> Floats:
    """
    Return the probability of each act for each pair of a message.

    Returns
    -------
    ndarray
        Shape (pairs, acts).
    """
    with _ONE, _libraries().limit(limits=1, user_api="blas"):
        every = [_probabilities(message, p) for p in parameters()]
    mean: Floats = np.mean(every, axis=0)
    return mean


def _probabilities(message: Marked, p: Mapping[str, Floats]) -> Floats:
    x = p["word"][message.words] + _of_groups(message, p["group"]) + p["after"][message.after]
    x = x[None] + p["relation"][message.relations]
    x[:, 0] += sum(p[f"place{i}"][message.places[:, i]] for i in range(3))
    distances = np.arange(x.shape[1])
    distances = np.clip(distances[None] - distances[:, None], -FAR, FAR) + FAR
    for i in range(LAYERS):
        of_layer = {name.partition(".")[2]: p[name] for name in p if name.startswith(f"layer{i}.")}
        x = _layer(x, of_layer, distances)
    x = _normed(x, p["norm"])
    summary = np.concatenate([x[:, 0], x.max(axis=1)], axis=-1)
    result: Floats = 1 / (1 + np.exp(-(summary @ p["out"] + p["out_bias"])))
    return result


def _of_groups(message: Marked, table: Floats) -> Floats:
    """Return the mean over the groups of letters of each word; 0 for names."""
    there = message.groups < BUCKETS
    count = np.maximum(there.sum(axis=1), 1)[:, None]
    mean: Floats = (table[message.groups] * there[..., None]).sum(axis=1) / count
    return mean


def _layer(x: Floats, p: Mapping[str, Floats], distances: NDArray[np.int64]) -> Floats:
    pairs, length, width = x.shape
    each = width // HEADS
    mixed = (_normed(x, p["norm1"]) @ p["qkv"] + p["qkv_bias"]).reshape(pairs, length, 3, HEADS, each)
    query, key, value = mixed.transpose(2, 0, 3, 1, 4)
    scores = query @ key.swapaxes(-1, -2) / np.float32(np.sqrt(each))
    scores += p["distance"][distances].transpose(2, 0, 1)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    joined = (weights @ value).swapaxes(1, 2).reshape(pairs, length, width)
    x = x + joined @ p["join"] + p["join_bias"]
    hidden = np.maximum(_normed(x, p["norm2"]) @ p["wide"] + p["wide_bias"], 0)
    result: Floats = x + hidden @ p["narrow"] + p["narrow_bias"]
    return result


def _normed(x: Floats, p: Floats) -> Floats:
    mean = x.mean(axis=-1, keepdims=True)
    spread = np.sqrt(((x - mean) ** 2).mean(axis=-1, keepdims=True) + np.float32(1e-5))
    result: Floats = (x - mean) / spread * p[0] + p[1]
    return result
