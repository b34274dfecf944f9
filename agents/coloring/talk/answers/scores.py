"""Answers about the score that an agent can have, without a conflict, if nodes have certain colors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...assessing import solving
from ...wording.phrases import enumerated, listed
from .answer import Asked


def score_text(asked: Asked, given: Mapping[str, str], own: Mapping[str, str]) -> str:
    """Say what the agent can score under a supposition that it can meet, ``own`` colors part of it."""
    condition = f"With {listed(given)}" if given else "With your colors as I know them"
    return f"{condition} I can score {_score(asked, given, own)}."


def score_now(asked: Asked) -> str:
    """Say what the agent scores; with a conflict, that the score does not count it."""
    colors, beliefs = asked.situation.colors, asked.situation.beliefs
    score = f"y score is {asked.view.score(colors)}."
    return f"Apart from conflicts, m{score}" if asked.view.conflicts(colors, beliefs) else f"M{score}"


def best_first(
    asked: Asked, settings: Sequence[Mapping[str, str]], *, most: int | None = None
) -> list[str]:
    """
    Say what the agent can score with each setting of the person's nodes, the highest score first.

    If more than ``most`` settings have the last score that is named, all of these are counted.
    """
    scores = [(_score(asked, one, {}), one) for one in settings]
    ranked = sorted(scores, key=lambda pair: -pair[0])
    told = [f"With {listed(one)} I can score {score}." for score, one in ranked[:most]]
    last = ranked[len(told) - 1][0]
    same = sum(score == last for score, _ in ranked)
    if ranked[len(told) :] and ranked[len(told)][0] == last:
        nodes = enumerated([*ranked[0][1]])
        told.append(f"There are {same} settings of {nodes} with which I can score {last}.")
    return told


def _score(asked: Asked, given: Mapping[str, str], own: Mapping[str, str]) -> int:
    view, situation = asked.view, asked.situation
    supposed = {v: c for v, c in given.items() if v in view.owners}
    known = {**situation.beliefs, **supposed}
    if view.problem.costs is not None:
        required = {**situation.forced, **situation.committed, **own, **view.fixed}
        best = solving.highest(view.barring(situation.barred), known, required, "cluster")
        if not view.conflicts(best, known):
            return view.score(best)
    return view.score(asked.feasible(own, supposed).assignment)
