"""
Snapshots: configurations as JSON, with the digest of their chart.

A configuration of another chart, or of an earlier version, is refused with a list of problems, unless a
migration is given; it must then be legal in the current chart.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any

from ..errors import InputError, expected
from .chart import Chart
from .configuration import Configuration, Delayed
from .content import Event, Fixed
from .content_walk import assigned_names
from .definition import after_event
from .exploration import is_over
from .kernel import start

VERSION = 1
_KEYS = {"version", "chart", "digest", "states", "history", "data", "delayed", "tick", "done", "serial"}


class SnapshotError(InputError):
    """
    A snapshot cannot be used with a chart.

    Attributes
    ----------
    problems
        List of problems.
    summary
        Message without what to do in Python.
    """

    def __init__(self, message: str, problems: list[str], advice: str = "") -> None:
        self.problems = tuple(problems)
        listed = f": {'; '.join(problems)}" if problems else ""
        self.summary = message + listed
        super().__init__(message + advice + listed)


def dump(chart: Chart, configuration: Configuration) -> str:
    """
    Return a configuration as one line of JSON.

    Raises
    ------
    InputError
        If a variable, or the data of a delayed event, has no JSON form.
    """
    if configuration.invoked:
        services = ", ".join(configuration.invoked)
        raise expected("running services", services, "none in a configuration that is to be written")
    told = asdict(configuration)
    del told["invoked"]
    timers = {after_event(arc): arc.edge.after for arc in chart.arcs if arc.edge.after is not None}
    told["delayed"] = [
        item._asdict()
        | {"event": asdict(item.event)}
        | ({} if item.owner is None else {"after": timers[item.event.name]})
        for item in configuration.delayed
    ]
    for name, value in configuration.data.items():
        _check(value, f"variable {name}")
    for item in configuration.delayed:
        _check(item.event.data, f"data of {item.event.name}")
    whole = {"version": VERSION, "chart": chart.name, "digest": chart.digest, **told}
    return json.dumps(whole, separators=(",", ":"), sort_keys=True, allow_nan=False)


def load(chart: Chart, text: str, *, renamed: Mapping[str, str] | None = None) -> Configuration:
    """
    Return the configuration in a snapshot.

    Parameters
    ----------
    chart
        Chart of the configuration.
    text
        Result of :func:`dump`.
    renamed
        Migration: new names of states and variables by old ones. If given, even if empty, a snapshot of
        a changed chart is accepted if its states, delayed events and histories still exist; new
        variables have their initial values.

    Raises
    ------
    SnapshotError
        If the snapshot is invalid, or does not match the chart.
    """
    told = _parsed(text)
    same = told["digest"] == chart.digest
    if not same and renamed is None:
        gone = [f"state {id!r} is gone" for id in told["states"] if id not in chart.states]
        known = {item.id for item in chart.variables}
        gone += [f"variable {name!r} is gone" for name in told["data"] if name not in known]
        message = (
            f"the chart {chart.name!r} has changed since this snapshot of {told['chart']!r}"
            f" (digest {told['digest'][:12]}, now {chart.digest[:12]})"
        )
        raise SnapshotError(message, gone, "; give `renamed` to migrate")
    new = renamed or {}
    states = [new.get(id, id) for id in told["states"]]
    history = {
        new.get(id, id): tuple(new.get(one, one) for one in kept) for id, kept in told["history"].items()
    }
    data = {new.get(name, name): value for name, value in told["data"].items()}
    delayed = [_delayed(item, new) for item in told["delayed"]]
    if not same:
        delayed = list(_retimed(chart, told["delayed"], delayed))
    problems = _problems(chart, states, history, delayed)
    problems += _wrong_times(chart, delayed, told)
    if not problems and told["done"] != is_over(chart, tuple(states)):
        problems.append(f"'done' is {told['done']}, which does not fit its states")
    if same:
        problems += _wrong_names(chart, data)
    else:
        known = {item.id for item in chart.variables}
        problems += [f"variable {name!r} is gone" for name in data if name not in known]
        data = {**start(chart).configuration.data, **data}
    if problems:
        raise SnapshotError(f"the snapshot does not fit the chart {chart.name!r}", problems)
    return Configuration(
        tuple(chart.in_order(states)),
        history,
        data,
        tuple(delayed),
        told["tick"],
        told["done"],
        told["serial"],
    )


def _parsed(text: str) -> dict[str, Any]:
    try:
        told = read_json(text)
    except ValueError as error:
        raise SnapshotError(f"a snapshot is JSON: {error}", []) from None
    if not isinstance(told, dict) or told.get("version") != VERSION:
        version = told.get("version") if isinstance(told, dict) else None
        raise SnapshotError(f"snapshot version {version!r}: expected {VERSION}", [])
    if missing := sorted(_KEYS - told.keys()):
        raise SnapshotError("not a snapshot", [f"{key!r} is missing" for key in missing])
    if unknown := sorted(told.keys() - _KEYS):
        raise SnapshotError("not a snapshot", [f"{key!r} is no key of one" for key in unknown])
    kinds = {"states": list, "history": dict, "data": dict, "delayed": list, "tick": int, "serial": int}
    kinds |= {"done": bool, "digest": str, "chart": str}
    wrong = [
        f"{key!r} is not of type {kind.__name__}"
        for key, kind in kinds.items()
        if type(told[key]) is not kind
    ]
    if not wrong:
        wrong = [f"{key!r} is {told[key]}, below 0" for key in ("tick", "serial") if told[key] < 0]
        lists = {"states": told["states"], **{f"history {id}": of for id, of in told["history"].items()}}
        wrong += [
            f"{what!r} is no list of states"
            for what, ids in lists.items()
            if not isinstance(ids, list) or not all(isinstance(id, str) for id in ids)
        ]
    if wrong:
        raise SnapshotError("not a snapshot", wrong)
    return told


def read_json(text: str) -> Any:
    """
    Return a value of JSON.

    Raises
    ------
    ValueError
        If it is not JSON, has NaN or an infinity, which JSON does not have, or is nested too deeply.
    """

    def finite(number: str) -> float:
        value = float(number)
        if not math.isfinite(value):
            raise ValueError(f"{number}: expected a finite number")
        return value

    try:
        return json.loads(text, parse_constant=finite, parse_float=finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _delayed(item: Any, new: Mapping[str, str]) -> Delayed:
    try:
        owner = item["owner"]
        event = Event(**item["event"])
        if type(item["due"]) is not int or not isinstance(event.name, str) or not event.name:
            raise ValueError("expected a time and a name")
        if owner in new:
            name = event.name.replace(f"after.{owner}.", f"after.{new[owner]}.", 1)
            owner, event = new[owner], replace(event, name=name)
        return Delayed(item["due"], event, item["sendid"], owner, item.get("target"))
    except (TypeError, KeyError, ValueError) as error:
        raise SnapshotError("not a snapshot", [f"a waiting event is {item!r}: {error}"]) from None


def _retimed(chart: Chart, items: list[Any], delayed: list[Delayed]) -> Iterator[Delayed]:
    """
    Yield delayed events, those of timers for the transitions of a changed chart with the same delays.

    The name of a timer has the number of its transition, which may be another one now. A snapshot of an
    earlier version does not have the delay.
    """
    free: dict[tuple[str, int], list[str]] = {}
    for arc in chart.arcs:
        if arc.edge.after is not None and arc.timer == arc.nth:
            free.setdefault((arc.source, arc.edge.after), []).append(after_event(arc))
    for told, item in zip(items, delayed, strict=True):
        after = told.get("after")
        if item.owner is None or type(after) is not int:
            yield item
            continue
        names = free.get((item.owner, after), [])
        name = names.pop(0) if names else f"after {after}"
        yield item._replace(event=replace(item.event, name=name))


def _problems(
    chart: Chart, states: list[str], history: Mapping[str, tuple[str, ...]], delayed: list[Delayed]
) -> list[str]:
    problems = [f"state {id!r} is not of the chart" for id in states if id not in chart.states]
    if not problems and not chart.is_legal(states):
        problems.append(f"states {', '.join(states)} cannot be active together")
    for id, kept in history.items():
        if id not in chart.states or chart.states[id].kind != "history":
            problems.append(f"history {id!r} is not of the chart")
        else:
            parent = chart.parent[id]
            out = [one for one in kept if one not in chart.states or not chart.within(one, parent)]
            problems += [
                f"history {id!r} remembers {one!r}, which is not below {parent!r}" for one in out
            ]
            if not out and kept and not _can_remember(chart, id, kept):
                listed = ", ".join(kept)
                problems.append(f"history {id!r} remembers {listed}, which is no value of it")
    owners = [item.owner for item in delayed if item.owner is not None]
    return problems + [
        f"an event waits for {one!r}, which is not active" for one in owners if one not in states
    ]


def _can_remember(chart: Chart, id: str, kept: tuple[str, ...]) -> bool:
    """Return whether the value of a history may be these states, which are below its parent."""
    parent = chart.parent[id]
    if len(set(kept)) < len(kept):
        return False
    if not chart.states[id].deep:
        children = {child.id for child in chart.children(parent)}
        return children.issuperset(kept) and len(kept) == (
            len(children) if chart.is_parallel(parent) else 1
        )
    active = {up for one in kept for up in (one, *chart.ancestors(one)) if chart.within(up, parent)}
    return all(map(chart.is_atomic, kept)) and chart.is_legal(active, parent)


def _wrong_times(chart: Chart, delayed: list[Delayed], told: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with waiting events: out of order, overdue, or of a timer that is none."""
    times = [item.due for item in delayed]
    problems = []
    if times != sorted(times) or any(due < told["tick"] for due in times):
        problems.append(f"events wait for {times}: expected an order from tick {told['tick']} on")
    timers = {
        after_event(arc): (arc.source, arc.edge.after)
        for arc in chart.arcs
        if arc.edge.after is not None
    }
    for item in delayed:
        if item.owner is None:
            continue
        name, wait = item.event.name, item.due - told["tick"]
        source, after = timers.get(name, (None, 0))
        if source != item.owner:
            problems.append(f"{name!r} waits for state {item.owner!r}, which has no such timer")
        elif wait > after:
            problems.append(f"{name!r} waits {wait} ticks: expected at most {after}")
    return problems


def _wrong_names(chart: Chart, data: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the names of variables: unknown, or missing though they have a value."""
    known = {item.id for item in chart.variables} | assigned_names(chart)
    problems = [f"variable {name!r} is not of the chart" for name in data if name not in known]
    always = () if chart.late else (item for item in chart.variables if _is_constant(item.value))
    return problems + [f"variable {item.id!r} is missing" for item in always if item.id not in data]


def _is_constant(value: Any) -> bool:
    if isinstance(value, Fixed):
        return True
    if not hasattr(value, "evaluate") or getattr(value, "reads", True) or getattr(value, "calls", True):
        return False  # also an expression of a user's own, which need not say what it reads
    return value.evaluate({})[1] is None


def _check(value: Any, what: str) -> None:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what} cannot be written as JSON: {error}") from None
