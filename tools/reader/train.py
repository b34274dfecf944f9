"""
Train the network that reads messages: ``python tools/reader/train.py --output FOLDER FILES``.

Each line of a file is a labelled message, see ``bench.labelled``. ``messages.jsonl`` beside this file
was written by language models that had read nothing but the rules of the game, each with other people
and other sorts of messages in mind. Both networks of the project learned from it and from
``tests/agents/coloring/data/labelled.jsonl``, in four courses of which each began where the one before
had ended (``--start``): with its first 7,500 messages, with 16,165 (22 epochs, seeds 3 and 4), with
22,651 (16 epochs, seeds 5 and 6), and with all 33,402 (14 epochs, seeds 7 and 8).
``join.py`` joins them. Messages on which a level was set or a figure measured are in neither file, but
for four of the 600 in ``unseen_messages.jsonl``: ``levels.py`` shows on those of ``levels.jsonl`` from
which probability on a network is to be believed.
PyTorch is needed here only, and is no dependency of the project (``pip install torch``). 20,000 messages
take about 120 s an epoch on one core.

Each pair of a node and a color is a sequence of marked words (``agents.coloring.talk.learned.marks``),
and the sum of the cross entropies of all acts is minimized (AdamW, a rate that falls along a cosine). A
quarter of the messages is joined with another one about other nodes, words are hidden at random, and
three quarters of the pairs with a node that is not named are left out. A network that reads the words
once, and looks at the result for each pair, was no better after the same time and was given up early:
37% of the messages right after 180 s, this one 41% after 310 s.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from agents.coloring.talk.learned.acts import ACTS
from agents.coloring.talk.learned.marks import BUCKETS, MOST_GROUPS, Marked, marked
from agents.coloring.talk.learned.network import FAR, HEADS, LAYERS
from agents.coloring.talk.spelling.slips import spelled_out
from agents.coloring.view import view_of
from bench.sentences import situation_of
from tests.study import study

WIDTH = 80
DROPPED = 0.2
BATCH = 32
RATE = 1.5e-3
#: Share of words that are hidden.
HIDDEN = 0.08
#: Times a word has to occur to be known.
LEAST = 2

#: Layers of which the weights are stored transposed.
_LINEAR = ("qkv", "join", "wide", "narrow", "out")

VIEWS = {agent: view_of(study(1), agent, person="Human") for agent in ("Agent1", "Agent2")}
_OF_NO_NODE = frozenset(ACTS[ACTS.index("ask_status") :]) - {"clash"}
_OF_NO_COLOR = frozenset(("ask_wish", "ask_options", "ask_color", "change", "free", "withdraw"))


class Layer(nn.Module):
    """One layer of attention over the words and a small network for each word."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.join = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide, self.narrow = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.distance = nn.Embedding(2 * FAR + 1, HEADS)
        self.drop = nn.Dropout(DROPPED)

    def forward(self, x: Tensor, there: Tensor) -> Tensor:
        """Return the words after this layer."""
        count, length, width = x.shape
        shape = (count, length, 3, HEADS, width // HEADS)
        query, key, value = self.qkv(self.norm1(x)).view(shape).permute(2, 0, 3, 1, 4)
        at = torch.arange(length)
        bias = self.distance((at[None] - at[:, None]).clamp(-FAR, FAR) + FAR).permute(2, 0, 1)[None]
        bias = bias + torch.where(there, 0.0, -1e9)[:, None, None]
        mixed = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        x = x + self.drop(self.join(mixed.transpose(1, 2).reshape(count, length, width)))
        return x + self.drop(self.narrow(torch.relu(self.wide(self.norm2(x)))))


class Network(nn.Module):
    """The network of ``agents.coloring.talk.learned.network``, to be trained."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.word, self.after, self.relation = (nn.Embedding(n, WIDTH) for n in (words, 2, 9))
        self.group = nn.EmbeddingBag(BUCKETS + 1, WIDTH, mode="mean", padding_idx=BUCKETS)
        self.place = nn.ModuleList(nn.Embedding(4, WIDTH) for _ in range(3))
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm, self.drop = nn.LayerNorm(WIDTH), nn.Dropout(DROPPED)
        self.out = nn.Linear(2 * WIDTH, len(ACTS))
        for table in (self.word, self.after, self.relation, self.group, *self.place):
            nn.init.normal_(table.weight, 0, 0.3)
        nn.init.constant_(self.out.bias, -3.5)

    def forward(self, batch: Batch) -> Tensor:
        """Return the logit of each act for each pair."""
        count, length = batch.words.shape
        groups = self.group(batch.groups.view(count * length, -1)).view(count, length, -1)
        x = (self.word(batch.words) + groups + self.after(batch.after))[batch.of] + self.relation(
            batch.relations
        )
        start = x[:, :1] + sum(table(batch.places[:, i]) for i, table in enumerate(self.place))[:, None]
        x, there = self.drop(torch.cat([start, x[:, 1:]], 1)), batch.there[batch.of]
        for layer in self.layers:
            x = layer(x, there)
        x = self.norm(x)
        most = x.masked_fill(~there[..., None], -1e4).max(1).values
        return self.out(self.drop(torch.cat([x[:, 0], most], -1)))


class Example:
    """A labelled message as tensors."""

    def __init__(self, row: dict[str, Any], known: dict[str, int]) -> None:
        self.row = row
        message = marked(row["text"], row.get("context") or "", VIEWS[row["to"]], known)
        self.named = named_in(message)
        self.targets = torch.zeros(len(message.pairs), len(ACTS))
        self.lost = False
        for kind, node, color in row["items"]:
            if (node, color) in message.pairs:
                self.targets[message.pairs.index((node, color)), ACTS.index(kind)] = 1
            else:
                self.lost = True
        self.words, self.groups, self.after, self.relations, self.places = (
            torch.from_numpy(one)
            for one in (message.words, message.groups, message.after, message.relations, message.places)
        )

    def thinned(self) -> Tensor:
        """Return which pairs to learn from: a quarter of those that nothing is said of."""
        said = (self.places[:, 1] != 3) | (self.targets.sum(1) > 0)
        return said | (torch.rand(len(said)) < 0.25)


def named_in(message: Marked) -> set[str]:
    """Return the nodes that a message names."""
    return {
        node for (node, _), at in zip(message.pairs, message.places, strict=True) if node and at[1] == 1
    }


class Batch:
    """Several messages, and the message ``of`` each pair."""

    def __init__(self, examples: Sequence[Example], *, training: bool = False) -> None:
        count, length = len(examples), max(len(one.words) for one in examples)
        self.words = torch.zeros(count, length, dtype=torch.long)
        self.groups = torch.full((count, length, MOST_GROUPS), BUCKETS)
        self.after = torch.zeros(count, length, dtype=torch.long)
        self.there = torch.zeros(count, length, dtype=torch.bool)
        for i, one in enumerate(examples):
            n = len(one.words)
            self.words[i, :n], self.groups[i, :n], self.after[i, :n] = one.words, one.groups, one.after
            self.there[i, :n] = True
        if training:
            hidden = torch.rand(count, length)
            self.words[(hidden < HIDDEN) & (self.words > 0)] = 1
            self.groups[torch.rand(count, length) < HIDDEN / 2] = BUCKETS
        kept = [
            one.thinned() if training else torch.ones(len(one.targets), dtype=torch.bool)
            for one in examples
        ]
        self.of = torch.cat([torch.full((int(one.sum()),), i) for i, one in enumerate(kept)])
        pad = nn.functional.pad
        self.relations = torch.cat(
            [
                pad(one.relations[k], (0, length - len(one.words)))
                for one, k in zip(examples, kept, strict=True)
            ]
        )
        self.places = torch.cat([one.places[k] for one, k in zip(examples, kept, strict=True)])
        self.targets = torch.cat([one.targets[k] for one, k in zip(examples, kept, strict=True)])


def rows_of(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """Read labelled messages, with their labels in one form."""
    lines = (line for path in paths for line in path.read_text().splitlines() if line.strip())
    return [row for row in map(json.loads, lines) if plain(row)]


def plain(row: dict[str, Any]) -> bool:
    """Leave out nodes and colors that an act does not have; return whether all acts are known."""
    view = VIEWS[row["to"]]
    situation = situation_of({"agent": row["to"]}, view)
    now = {**situation.colors, **situation.beliefs}
    items = []
    for kind, *names in row["items"]:
        node, color = (*(one.lower() if one else None for one in names), None, None)[:2]
        if kind not in ACTS:
            return False
        node = None if kind in _OF_NO_NODE else node
        color = color if color in view.domain and kind not in _OF_NO_NODE | _OF_NO_COLOR else None
        items.append((kind, node, None if kind == "keep" and color == now.get(node) else color))
    row["items"] = items
    return True


def joined(one: Example, other: Example, rng: random.Random, known: dict[str, int]) -> Example | None:
    """
    Return two messages in one; None if they are not independent of each other.

    The first one may answer something, also by a yes or a no.
    """
    first, second = one.row, other.row
    context = first.get("context") or ""
    if second.get("context") or first["to"] != second["to"] or not (first["items"] and second["items"]):
        return None
    if any(node is None for _, node, _ in (*(() if context else first["items"]), *second["items"])):
        return None
    if (one.named | {node for _, node, _ in first["items"]}) & other.named:
        return None
    text = first["text"].rstrip()
    sign = " " if text[-1:] in tuple(".!?") else rng.choice((". ", ". ", ", ", " and ", "; ", " but "))
    items = [*first["items"], *second["items"]]
    text += sign + second["text"]
    return Example({"to": first["to"], "context": context, "text": text, "items": items}, known)


def trained(
    rows: Sequence[dict[str, Any]], epochs: int, seed: int, start: Path | None = None
) -> tuple[Network, dict[str, int]]:
    """Train a network, from ``start`` where that is given, and return it with its vocabulary."""
    rng = random.Random(seed)
    torch.manual_seed(seed)
    known = vocabulary_of(rows)
    examples = [Example(row, known) for row in rows]
    network = Network(len(known) + 2)
    if start is not None:
        restore(network, start, known)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=0.03)
    print(f"{len(examples)} messages, {sum(one.lost for one in examples)} with an act about no pair")
    steps, step, began = epochs * math.ceil(len(examples) / BATCH), 0, time.monotonic()
    for epoch in range(epochs):
        order = list(range(len(examples)))
        rng.shuffle(order)
        order.sort(key=lambda i: (len(examples[i].words) + rng.randrange(8)) // 4)
        batches = [order[i : i + BATCH] for i in range(0, len(order), BATCH)]
        rng.shuffle(batches)
        total = 0.0
        for numbers in batches:
            batch = [examples[i] for i in numbers]
            pairs = ((one, rng.choice(examples)) for one in rng.sample(batch, len(batch) // 4))
            batch += filter(None, [joined(*pair, rng, known) for pair in pairs])
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, step / 200) * 0.5 * (1 + math.cos(math.pi * step / steps))
            data = Batch(batch, training=True)
            loss = nn.functional.binary_cross_entropy_with_logits(
                network(data), data.targets, reduction="sum"
            ) / len(batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
            step += 1
        print(
            f"epoch {epoch + 1}: {total / len(batches):.3f}, {time.monotonic() - began:.0f} s",
            flush=True,
        )
    return network.eval(), known


def vocabulary_of(rows: Iterable[dict[str, Any]]) -> dict[str, int]:
    """Return the number of each word that occurs often enough."""
    counted: Counter[str] = Counter()
    for row in rows:
        for text in (row["text"], row.get("context") or ""):
            counted.update(
                one.text
                for one in spelled_out(text, VIEWS[row["to"]])
                if one.kind in ("word", "sign") and one.text != "\n"
            )
    often = sorted(word for word, times in counted.items() if times >= LEAST)
    return {word: number for number, word in enumerate(often, start=2)}


def place_of(name: str) -> tuple[str, int | None, bool]:
    """Return where a parameter is stored: the name, the row there or None, whether it is transposed."""
    *path, last = name.split(".")
    if path[0] in ("layers", "place"):
        path = [f"{path[0].removesuffix('s')}{path[1]}", *path[2:]]
    if path[-1].startswith("norm"):
        return ".".join(path), int(last == "bias"), False
    if last == "bias":
        return ".".join(path) + "_bias", None, False
    return ".".join(path), None, path[-1] in _LINEAR


def stored(network: Network) -> dict[str, np.ndarray]:
    """Return the parameters under the names by which they are read."""
    found: dict[str, np.ndarray] = {}
    for name, parameter in network.named_parameters():
        at, row, transposed = place_of(name)
        value = parameter.detach().numpy().astype(np.float16)
        if row is None:
            found[at] = value.T if transposed else value
        else:
            found.setdefault(at, np.zeros((2, len(value)), np.float16))[row] = value
    return found


def restore(network: Network, folder: Path, known: dict[str, int]) -> None:
    """Take the parameters that are stored in a folder; words that it does not know keep theirs."""
    words = (folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]
    there = {word: number for number, word in enumerate(words, start=2)}
    both = [(number, there[word]) for word, number in known.items() if word in there]
    rows, theirs = map(list, zip((0, 0), (1, 1), *both, strict=True))
    with np.load(folder / "parameters.npz") as values, torch.no_grad():
        for name, parameter in network.named_parameters():
            at, row, transposed = place_of(name)
            value = values[at].astype(np.float32)
            value = value if row is None else value[row]
            value = torch.from_numpy(np.ascontiguousarray(value.T if transposed else value))
            if at == "word":
                parameter[rows] = value[theirs]
            else:
                parameter.copy_(value)


def main() -> None:
    """Train and store a network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, required=True, help="folder of the parameters")
    parser.add_argument("--start", type=Path, help="folder of parameters to go on from")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    network, known = trained(rows_of(options.files), options.epochs, options.seed, options.start)
    np.savez_compressed(options.output / "parameters.npz", **stored(network))
    (options.output / "vocabulary.txt").write_text("".join(f"{word}\n" for word in known))


if __name__ == "__main__":
    main()
