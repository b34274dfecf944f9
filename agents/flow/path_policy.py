"""
The path of a conversation: votes with hysteresis.

In each turn a classifier, usually a language model, votes for a path. Single votes are noisy, so votes
are counted, and a path is locked by one of three policies (``n`` is ``lock_threshold``). Until then the
best path so far is *tentative*.

``lead`` (default)
    The path leads the runner-up by ``n`` votes, as in a sequential probability ratio test: alternating
    votes cancel out.
``decay``
    The path has ``n`` votes, and each vote takes ``decay`` votes from all others.
``literal``
    The path has ``n`` votes. A, B, A locks A at the second A: simple, but often wrong.
``ratio``
    The path has the posterior probability 1 - ``max_error``: a sequential probability ratio test (Wald
    1945, doi:10.1214/aoms/1177731118). A vote names the right path with its confidence, if ``weighted``,
    else with the probability ``accuracy``, and repeats the vote before with the probability ``repeats``,
    since the errors of a classifier are alike. Votes count after the lock, too: the path is unlocked if
    another one becomes more probable.

``python -m bench.paths --frontier`` measures errors against turns. At 70 % accuracy and two paths
(5,000 conversations of 20 turns) ``literal`` 3 locks wrong in 16.7 % after 3.9 turns, ``lead`` 2 in
16.1 % after 3.5, ``lead`` 3 in 7.5 % after 6.1. ``ratio`` 0.15 locks like ``lead`` 3, and at the end
1.7 % are wrong, since evidence unlocks; if a vote is a repetition with probability 0.3, 5.7 % instead
of 16.9 %. For two paths without confidences the test is a lead, so that no policy locks both earlier and
better.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import InputError, expected

#: Likelihood ratio of a path that a person has chosen: evidence must be strong to unlock it.
_CHOSEN = 1000.0

Log = Callable[[str, dict[str, Any]], None]


class PathPolicy(BaseModel):
    """
    Policy for locking a path.

    Attributes
    ----------
    policy
        ``"lead"``, ``"decay"``, ``"literal"`` or ``"ratio"``.
    lock_threshold
        Number of votes, or lead, that locks a path.
    allow_switch_before_lock
        Whether another path may become tentative. If not, votes for others count, and cannot lock.
    decay
        Votes that a vote takes from all other paths under ``"decay"``.
    confidence_threshold
        Minimum confidence of a vote; a vote without a confidence counts.
    weighted
        Whether a vote has the weight of its confidence instead of 1.
    switch_margin
        Lead over the tentative path that replaces it. The other path must lead in any case, except under
        ``"literal"``, where each vote for another path switches.
    accuracy, repeats, max_error
        Under ``"ratio"``: probability that a vote names the right path, that it repeats the one before,
        and that the locked path is wrong.
    unlock
        Whether evidence may unlock a path under ``"ratio"``.
    max_turns_unlocked
        Number of turns without a lock after which the person is asked; 0 means never.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    policy: Literal["lead", "decay", "literal", "ratio"] = "lead"
    lock_threshold: int = Field(default=2, ge=1)
    allow_switch_before_lock: bool = True
    decay: float = Field(default=1.0, ge=0, allow_inf_nan=False)
    confidence_threshold: float = Field(default=0.7, ge=0, le=1)
    weighted: bool = False
    switch_margin: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    accuracy: float = Field(default=0.7, gt=0, lt=1)
    repeats: float = Field(default=0.0, ge=0, lt=1)
    max_error: float = Field(default=0.05, gt=0, lt=0.5)
    unlock: bool = True
    max_turns_unlocked: int = Field(default=8, ge=0)

    @classmethod
    def parse(cls, config: Mapping[str, Any]) -> PathPolicy:
        """
        Return the policy in a configuration; ``min_margin`` is accepted for ``switch_margin``.

        Raises
        ------
        InputError
            If parameters are unknown, ill-typed or out of range; the message lists all.
        """
        knobs = dict(config)
        if "min_margin" in knobs:
            knobs["switch_margin"] = knobs.pop("min_margin")
        try:
            return cls.model_validate(knobs)
        except ValidationError as error:
            wrong = [
                f"{'.'.join(map(str, e['loc']))}={e['input']!r}: {e['msg']}" for e in error.errors()
            ]
            raise InputError(f"path policy: {'; '.join(wrong)}") from None


class PathState(BaseModel):
    """
    Votes on the path as plain data; ``active`` is set once ``locked``.

    Under ``"ratio"`` also the logarithms of the likelihoods, and the last vote.
    """

    model_config = ConfigDict(extra="forbid")

    votes: dict[str, float] = Field(default_factory=dict)
    tentative: str | None = None
    active: str | None = None
    locked: bool = False
    turns_unlocked: int = 0
    scores: dict[str, float] = Field(default_factory=dict)
    last: str | None = None

    @property
    def current(self) -> str | None:
        """Path whose questions are asked: the locked one, else the tentative one."""
        return self.active if self.locked else self.tentative


class PathVotes:
    """
    Votes of one conversation.

    Parameters
    ----------
    paths
        Names of the paths.
    policy
        Policy for locking.
    state
        Saved votes; changed in place.
    log
        Receiver of ``"path_vote"``, ``"lock"``, ``"path_unlock"``, ``"path_switch"``,
        ``"path_override"`` with data.
    """

    def __init__(
        self,
        paths: Iterable[str],
        policy: PathPolicy | None = None,
        state: PathState | None = None,
        log: Log | None = None,
    ) -> None:
        self.paths = frozenset(paths)
        self.policy = policy or PathPolicy()
        self.state = state or PathState()
        self._log = log

    def vote(self, candidate: str | None, confidence: float | None = None) -> str:
        """
        Add the vote of one turn.

        Parameters
        ----------
        candidate
            Path, or None for no vote.
        confidence
            Confidence in [0, 1], if any.

        Returns
        -------
        str
            Result: ``"locked"``, ``"unlocked"``, ``"counted"``, ``"already locked"``,
            ``"no candidate"``, ``"unknown path"`` or ``"low confidence"``.

        Raises
        ------
        InputError
            If the confidence is not in [0, 1].
        """
        if confidence is not None and not 0 <= confidence <= 1:
            raise expected("confidence", confidence, "a number in [0, 1] or None")
        state = self.state
        if not state.locked:
            state.turns_unlocked += 1
        outcome = self._outcome(candidate, confidence)
        if self._log:
            data = {
                "candidate": candidate,
                "confidence": confidence,
                "outcome": outcome,
                "reason": self._reason(outcome, candidate),
                "votes": dict(sorted(state.votes.items())),
                "tentative": state.tentative,
                "locked": state.locked,
            }
            self._log("path_vote", data)
            if outcome == "unlocked":
                self._log("path_unlock", {"path": state.tentative, "votes": data["votes"]})
            if outcome == "locked":
                self._log("lock", {"path": state.active, "votes": data["votes"]})
        return outcome

    def _outcome(self, candidate: str | None, confidence: float | None) -> str:
        ratio = self.policy.policy == "ratio"
        if self.state.locked and not (ratio and self.policy.unlock):
            return "already locked"
        if candidate is None:
            return "no candidate"
        if candidate not in self.paths:
            return "unknown path"
        if ratio:
            return self._weigh(candidate, confidence)
        if confidence is not None and confidence < self.policy.confidence_threshold:
            return "low confidence"
        return self._count(candidate, confidence)

    def _count(self, candidate: str, confidence: float | None) -> str:
        policy, state, votes = self.policy, self.state, self.state.votes
        weight = confidence if policy.weighted and confidence is not None else 1.0
        votes[candidate] = votes.get(candidate, 0.0) + weight
        if policy.policy == "decay":
            for other in votes:
                if other != candidate:
                    votes[other] = max(0.0, votes[other] - policy.decay)
        self._switch(candidate)
        may_lock = policy.allow_switch_before_lock or candidate == state.tentative
        if may_lock and self._strength(candidate) >= policy.lock_threshold:
            state.active = state.tentative = candidate
            state.locked = True
            return "locked"
        return "counted"

    def posterior(self) -> dict[str, float]:
        """Return the probability of each path under ``"ratio"``; all are equal before the first vote."""
        scores = [self.state.scores.get(path, 0.0) for path in sorted(self.paths)]
        highest = max(scores, default=0.0)
        weights = [math.exp(score - highest) for score in scores]
        return {path: w / sum(weights) for path, w in zip(sorted(self.paths), weights, strict=True)}

    def _weigh(self, candidate: str, confidence: float | None) -> str:
        """Add the logarithms of the likelihoods of a vote, and lock or unlock."""
        policy, state = self.policy, self.state
        state.votes[candidate] = state.votes.get(candidate, 0.0) + 1.0
        others = len(self.paths) - 1
        right = confidence if policy.weighted and confidence is not None else policy.accuracy
        # No vote is certain, and none is worse than chance.
        right = min(max(right, 1 / (others + 1)), 0.99)
        repeated = policy.repeats if state.last == candidate else 0.0
        kept = 1.0 if state.last is None else 1 - policy.repeats
        for path in self.paths:
            likelihood = right if path == candidate else (1 - right) / max(others, 1)
            score = state.scores.get(path, 0.0) + math.log(repeated + kept * likelihood)
            state.scores[path] = score
        state.last = candidate
        probable = self.posterior()
        best = max(sorted(probable), key=probable.__getitem__)
        outcome = "counted"
        if state.locked and state.active is not None and best != state.active:
            state.locked, state.active = False, None
            outcome = "unlocked"
        if policy.allow_switch_before_lock or state.tentative is None:
            state.tentative = best
        if not state.locked and probable[best] >= 1 - policy.max_error and best == state.tentative:
            state.locked, state.active = True, best
            outcome = "locked"
        return outcome

    def _switch(self, candidate: str) -> None:
        policy, state = self.policy, self.state
        before = state.tentative
        if before is None:
            state.tentative = candidate
        elif candidate != before and policy.allow_switch_before_lock:
            lead = state.votes[candidate] - state.votes.get(before, 0.0)
            if policy.policy == "literal" or (lead > 0 and lead >= policy.switch_margin):
                state.tentative = candidate
                if self._log:
                    self._log("path_switch", {"from": before, "to": candidate})

    def _strength(self, candidate: str) -> float:
        """Return the value compared with the threshold: the votes, or the lead over the runner-up."""
        votes = self.state.votes
        if self.policy.policy != "lead":
            return votes[candidate]
        others = [count for path, count in votes.items() if path != candidate]
        return votes[candidate] - max(others, default=0.0)

    def _reason(self, outcome: str, candidate: str | None) -> str:
        policy, state = self.policy, self.state
        if policy.policy == "ratio" and outcome in ("counted", "locked", "unlocked"):
            probable = self.posterior()
            best = max(sorted(probable), key=probable.__getitem__)
            return f"{best} has probability {probable[best]:.3g} of {1 - policy.max_error:g}"
        if outcome in ("counted", "locked") and candidate is not None:
            what = "lead" if policy.policy == "lead" else "votes"
            text = f"{what} {self._strength(candidate):g} of {policy.lock_threshold}"
            if not policy.allow_switch_before_lock and candidate != state.tentative:
                text += ", switching is not allowed"
            return text
        return {
            "already locked": f"locked on {state.active}",
            "no candidate": "no path was named",
            "unknown path": f"not one of {', '.join(sorted(self.paths)) or 'no paths'}",
            "low confidence": f"below {policy.confidence_threshold:g}",
        }[outcome]

    def override(self, path: str | None) -> None:
        """
        Lock a path, or with None drop all votes.

        Raises
        ------
        InputError
            If the path does not exist.
        """
        if path is not None and path not in self.paths:
            known = ", ".join(sorted(self.paths)) or "none"
            raise expected("path", path, f"one of {known}")
        state = self.state
        if path is None:
            state.votes.clear()
            state.scores.clear()
            state.last = None
        state.tentative = state.active = path
        state.locked = path is not None
        state.turns_unlocked = 0
        if path is not None:
            state.scores = {path: math.log(_CHOSEN)}
        if self._log:
            self._log("path_override", {"path": path})

    def clarify(self) -> list[str]:
        """Return paths to ask the person about, best first; empty if there is no need to ask."""
        limit, state = self.policy.max_turns_unlocked, self.state
        if state.locked or not limit or state.turns_unlocked < limit:
            return []
        return sorted(self.paths, key=lambda path: (-state.votes.get(path, 0.0), path))
