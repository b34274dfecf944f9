"""
Functions of NetworkX with and without the backend ``kempe``: seconds per call.

The backend is measured with the conversion of the graph and without. Nodes are integers or strings,
since the time of conversion depends on them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from ..instances import load
from .harness import Contender, Options, Sample, available, note, ratios, take_turns

TITLE = "NetworkX's functions through its backend kempe"
QUICK = ("gnp:n=10000,p=0.002,seed=1", "road100k")
FULL = ("gnp:n=100000,p=0.0002,seed=1", "road1m")

#: The other strategies of NetworkX take quadratic time and get a small graph.
LINEAR = ("largest_first", "random_sequential", "connected_sequential", "smallest_last")
SMALL = ("gnp:n=1000,p=0.05,seed=1", ("largest_first", "DSATUR", "independent_set"))


def run(options: Options) -> None:
    networkx = available("networkx")
    if networkx is None:
        return
    if "kempe" not in networkx.utils.backends.backends:
        print("  the installed kempe has no entry point networkx.backends: left out")
        return
    networkx.config.warnings_to_ignore.add("cache")
    print(f"\n{'':46} converting  converted   networkx       ratios")
    for name in FULL if options.full else QUICK:
        _compare(networkx, name, False, LINEAR, options)
        _compare(networkx, name, True, LINEAR[:1], options)
    _compare(networkx, SMALL[0], False, SMALL[1], options)


def _compare(
    networkx: Any, name: str, strings: bool, strategies: tuple[str, ...], options: Options
) -> None:
    graph = load(name).to_networkx()
    if strings:
        graph = networkx.relabel_nodes(graph, {v: f"v{v}" for v in graph})
    kind = "strings" if strings else "whole numbers"
    print(f"{name}, {kind}: m = {graph.number_of_edges()}")
    for strategy in strategies:
        _row(f"greedy_color {strategy}", networkx.greedy_color, (graph, strategy), options)
    _row("core_number", networkx.core_number, (graph,), options)
    if graph.number_of_edges() < 100_000 and not strings:
        k = 1 + max(degree for _, degree in graph.degree())
        _row("equitable_color", networkx.equitable_color, (graph, k), options)
        _row("max_weight_clique", networkx.max_weight_clique, (graph, None), options)
        _row("large_clique_size", networkx.approximation.large_clique_size, (graph,), options)


def _row(title: str, function: Callable[..., Any], arguments: tuple[Any, ...], options: Options) -> None:
    note(title)
    cache = arguments[0].__networkx_cache__

    def timed(backend: str, fresh: bool) -> Sample:
        if fresh:
            cache.clear()
        began = time.perf_counter()
        function(*arguments, backend=backend)
        return Sample(time.perf_counter() - began)

    contenders = [
        Contender("converting", partial(timed, "kempe", True)),
        Contender("converted", partial(timed, "kempe", False)),
        Contender("networkx", partial(timed, "networkx", False)),
    ]
    take_turns(contenders, options.rounds, options.budget)
    seconds = "".join(f"{contender.median:9.4f} s" for contender in contenders)
    converting, converted = (ratios(contender, contenders[2]) for contender in contenders[:2])
    print(f"  {title:42} {seconds}   {converting:7.1f} x {converted:9.1f} x", flush=True)
