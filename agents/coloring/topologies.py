"""Ready-made games: that of the study, a smaller one, random games, and games from files."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from ..errors import DefinitionError, InputError, expected
from .team import DOMAIN, PERSON, Team, make_team


def study() -> Team:
    """
    Return the game of the study: a person and two agents with five nodes each.

    Each cluster is a five-cycle with a chord; h4 touches two nodes of the first agent, h2 and h5 one of
    the second, and nothing joins the agents.
    """
    clusters = {
        owner: [f"{letter}{i}" for i in range(1, 6)]
        for owner, letter in ((PERSON, "h"), ("Agent1", "a"), ("Agent2", "b"))
    }
    inside = [(1, 2), (1, 5), (2, 3), (2, 5), (3, 4), (4, 5)]
    edges = [(f"{x}{i}", f"{x}{j}") for x in "hab" for i, j in inside]
    edges += [("h1", "a2"), ("h4", "a4"), ("h4", "a5"), ("h2", "b2"), ("h5", "b2")]
    return make_team(clusters, edges, person=PERSON, name="study")


def small() -> Team:
    """Return a smaller game: the person has four nodes, the agents a triangle and one node."""
    clusters = {PERSON: ["h1", "h2", "h4", "h5"], "Agent1": ["a2", "a4", "a5"], "Agent2": ["b2"]}
    words = "h1-h2 h1-h4 h1-h5 h2-h5 h4-h5 a2-a4 a2-a5 a4-a5 a2-h1 a4-h4 a5-h1 b2-h2 b2-h5"
    edges = [word.split("-") for word in words.split()]
    return make_team(clusters, edges, person=PERSON, name="small")


@dataclass(frozen=True)
class RandomTeam:
    """
    A random game with a hidden solution.

    Attributes
    ----------
    clusters, nodes
        Number of participants, and of nodes of each.
    colors
        Number of colors, 2 to 8.
    density
        Share of the pairs inside a cluster, among those that the hidden solution colors differently,
        that are edges beside the edges of a spanning tree.
    links
        Number of edges between two neighboring clusters.
    neighbors
        Number of neighbors of each cluster on a ring, an even number; 0 for all others.
    fixed
        Number of nodes of each cluster that are fixed in their hidden color, internal ones first.
    person
        1 if the first participant is a person, else 0.
    seed
        Seed of all random choices.
    """

    clusters: int = 3
    nodes: int = 5
    colors: int = 3
    density: float = 0.5
    links: int = 2
    neighbors: int = 0
    fixed: int = 1
    person: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        for name, low, high in (
            *(("clusters", 1, 100_000), ("nodes", 1, 10_000), ("colors", 2, len(DOMAIN))),
            *(("links", 0, 10_000), ("neighbors", 0, 1000), ("fixed", 0, 10_000), ("person", 0, 1)),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise expected(f"random: {name}", value, f"{low} <= {name} <= {high}")
        if not 0 <= self.density <= 1:
            raise expected("random: density", self.density, "0 <= density <= 1")
        if self.neighbors % 2:
            raise expected("random: neighbors", self.neighbors, "an even number, or 0 for all")

    @classmethod
    def parse(cls, text: str) -> RandomTeam:
        """Read ``clusters=3,nodes=5,...``."""
        values: dict[str, Any] = {}
        known = {name: float if name == "density" else int for name in cls.__dataclass_fields__}
        for part in filter(None, text.split(",")):
            name, equals, value = part.partition("=")
            if name not in known or not equals:
                raise expected("random", part, f"NAME=VALUE with a name of {', '.join(known)}")
            try:
                values[name] = known[name](value)
            except ValueError:
                raise expected(f"random: {name}", value, "a number") from None
        return cls(**values)

    def make(self, name: str = "") -> Team:
        """Return the game."""
        rng = random.Random(f"team {self}")
        owners = [PERSON if self.person and i == 0 else f"Agent{i}" for i in range(self.clusters)]
        if not self.person:
            owners = [f"Agent{i + 1}" for i in range(self.clusters)]
        letters = _letters(owners)
        clusters = {
            owner: [f"{letter}{i + 1}" for i in range(self.nodes)]
            for owner, letter in zip(owners, letters, strict=True)
        }
        domain = DOMAIN[: self.colors]
        hidden = {node: rng.choice(domain) for nodes in clusters.values() for node in nodes}
        edges: dict[tuple[str, str], None] = {}
        for nodes in clusters.values():
            edges.update(self._inside(nodes, hidden, rng))
        touched: set[str] = set()
        for a, b in self._pairs():
            links = self._between(clusters[owners[a]], clusters[owners[b]], hidden, rng)
            edges.update(links)
            touched.update(node for pair in links for node in pair)
        fixed = {}
        for nodes in clusters.values():
            internal = [node for node in nodes if node not in touched]
            for node in rng.sample(internal, min(self.fixed, len(internal))) or nodes[: self.fixed]:
                fixed[node] = hidden[node]
        return make_team(
            clusters,
            list(edges),
            domain=domain,
            fixed=fixed,
            person=PERSON if self.person else None,
            name=name,
            hidden=hidden,
        )

    def _pairs(self) -> list[tuple[int, int]]:
        n = self.clusters
        if not self.neighbors or self.neighbors >= n - 1:
            return list(combinations(range(n), 2))
        return sorted(
            {
                (min(i, j), max(i, j))
                for i in range(n)
                for d in range(1, self.neighbors // 2 + 1)
                for j in ((i + d) % n,)
            }
        )

    def _inside(
        self, nodes: Sequence[str], hidden: Mapping[str, str], rng: random.Random
    ) -> dict[tuple[str, str], None]:
        edges: dict[tuple[str, str], None] = {}
        order = rng.sample(list(nodes), len(nodes))
        for i, node in enumerate(order):
            earlier = [u for u in order[:i] if hidden[u] != hidden[node]]
            if earlier:
                u = rng.choice(earlier)
                edges[min(u, node), max(u, node)] = None
        for u, v in combinations(nodes, 2):
            if hidden[u] != hidden[v] and rng.random() < self.density:
                edges[min(u, v), max(u, v)] = None
        return edges

    def _between(
        self, one: Sequence[str], other: Sequence[str], hidden: Mapping[str, str], rng: random.Random
    ) -> dict[tuple[str, str], None]:
        possible = [(u, v) for u in one for v in other if hidden[u] != hidden[v]]
        return dict.fromkeys(rng.sample(possible, min(self.links, len(possible))))


def _letters(owners: Sequence[str]) -> list[str]:
    """Return letters for the nodes of each participant: h for the person, else a, b, ..., aa, ..."""
    letters = []
    number = 0
    for owner in owners:
        if owner == PERSON:
            letters.append("h")
            continue
        while True:
            text, rest = "", number
            number += 1
            while True:
                text = chr(ord("a") + rest % 26) + text
                rest = rest // 26 - 1
                if rest < 0:
                    break
            if text != "h":
                break
        letters.append(text)
    return letters


def from_file(path: str | Path) -> Team:
    """
    Read a game from JSON: ``clusters``, ``edges``, and further arguments of :func:`make_team`.

    Raises
    ------
    InputError
        If the file cannot be read, is not JSON, or has other keys.
    DefinitionError
        If it is not a game; the error holds all findings.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON: {error.msg}", path=path, line=error.lineno, column=error.colno
        ) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise InputError("not JSON in UTF-8", path=path) from error
    known = {
        *("clusters", "edges", "domain", "conflict_penalty", "preferences", "fixed", "person"),
        "points",
    }
    if not isinstance(data, dict):
        raise expected("game", data, "a JSON object", path=path)
    if not {"clusters", "edges"} <= set(data) <= known:
        optional = ", ".join(sorted(known - {"clusters", "edges"}))
        raise expected("keys", sorted(data), f"clusters and edges, optionally {optional}", path=path)
    clusters, edges = data.pop("clusters"), data.pop("edges")
    if not (isinstance(clusters, dict) and all(isinstance(nodes, list) for nodes in clusters.values())):
        raise InputError("clusters: expected lists of nodes by participant", path=path)
    if not clusters or not all(clusters.values()):
        empty = next(iter(clusters), "no participant")
        empty = next((name for name, nodes in clusters.items() if not nodes), empty)
        raise InputError(f"clusters: {empty}: expected participants with at least one node", path=path)
    if not isinstance(data.get("domain", []), list):
        raise expected("domain", data["domain"], "a list of colors", path=path)
    if not (isinstance(edges, list) and all(isinstance(e, list) and len(e) == 2 for e in edges)):
        raise InputError("edges: expected a list of pairs of nodes", path=path)
    try:
        return make_team(clusters, edges, name=str(path), **data)
    except DefinitionError as error:
        if str(path) in str(error):
            raise
        raise DefinitionError(f"{path}: not a team", error.findings) from error
    except (TypeError, AttributeError) as error:
        raise InputError(f"not a team: {error}", path=path) from error


def read_team(word: str) -> Team:
    """Return the game that a word names: ``study``, ``small``, ``random:...``, or a file."""
    if word == "study":
        return study()
    if word == "small":
        return small()
    family, colon, rest = word.partition(":")
    if family == "random" and (colon or not Path(word).exists()):
        return RandomTeam.parse(rest).make(word)
    if not Path(word).exists():
        legal = "study, small, random:clusters=3,nodes=5,... or an existing JSON file"
        raise expected("topology", word, legal)
    return from_file(word)
