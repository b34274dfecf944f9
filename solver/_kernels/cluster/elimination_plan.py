"""
Elimination orders, and the program that an order becomes.

A set of nodes is a row of 64-bit words. Eliminating a node joins its neighbors with each other; they are
its *scope*, and the table of the step has a cell for each coloring of them. Orders are built greedily by
the fewest joins (min-fill) or the fewest neighbors (min-degree); with one domain for all nodes,
min-weight is min-degree. Remaining ties are broken by a given priority, so that several attempts differ.

The program of an order is one int64 array: a header, lists, and one record for each step. Nodes are
numbered by their position in the order; kept nodes (a boundary) follow. A scope is listed by position,
so the node whose step needs the table next comes first and varies slowest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import allocating_kernel, helper, kernel
from ..vectors.simd import bit, lowest_bit, popcount

MIN_FILL, MIN_DEGREE = 0, 1

# Header of a program.
(
    FREE,  # nodes to eliminate
    KEPT,  # nodes to keep
    COLORS,
    EDGES,
    CROSSINGS,  # edges from these nodes to nodes of known color
    NODES_AT,  # list: number, in the problem, of the node at each position
    RANKED_AT,  # list: positions of the free nodes in the order of ties
    CROSSINGS_AT,  # list: position, number of the known node; in pairs
    KEPT_EDGES,
    KEPT_EDGES_AT,  # list: two indices among the kept nodes, edge; in triples
    MASKS_AT,  # list: lanes whose digit at place j is c, at index j * k + c
    RECORDS_AT,  # list: where each record starts; the last is the root's
    UNARY,  # in the tables: unary costs
    KEPT_TABLE,  # in the tables: costs among the kept nodes
    ROOT,  # in the tables: the result
    ROOT_CELLS,
    WEIGHTS,  # in the costs, after the unary ones: weights of the edges
    CROSSING_WEIGHTS,  # in the costs
    PATTERNS,  # in the costs: permutations of lanes
    HEADER,
) = range(20)

# Record of a step.
(
    NODE,  # position, or -1 at the root
    CHOICES,  # colors to minimize over; 1 at the root
    OUTER,  # dimensions outside the block of lanes, slowest first
    INNER,  # dimensions within it
    CELLS,  # blocks
    WIDTH,  # lanes in use
    TABLE,  # in the tables: the result of this step
    INCOMING,
    SCOPE_AT,  # list: positions, slowest first
    EDGES_AT,  # list: for each of the scope its edge to the node, or -1
    INCOMING_AT,  # list: one entry for each incoming table
    RECORD,
) = range(12)

# Entry of an incoming table: its start, step per color, pattern, its record, then the step for each
# outer dimension, less the distance that the faster dimensions go back.
(START, STRIDE, PATTERN, ORIGIN, STEPS) = range(5)


class Steps(NamedTuple):
    """Scopes of an order, by position."""

    scopes: np.ndarray  # int64[n, words]
    parents: np.ndarray  # int64[free], the first of each scope; -1 if it has kept nodes only

    sizes: np.ndarray  # int64[free], nodes in each scope


class Network(NamedTuple):
    """A problem whose first nodes are free and whose last ones are kept."""

    position: np.ndarray  # int64[n], of each node in the order of elimination, kept nodes last
    nodes: np.ndarray  # int64[n], number of each node in the colorings
    ends: np.ndarray  # int32[e, 2]
    crossings: np.ndarray  # int32[x, 2]: a node, and the number of a node of known color
    kept: int
    k: int


class Costs(NamedTuple):
    """Costs of a network, as a cluster numbers its nodes."""

    unary: np.ndarray  # int64[n, k]
    weights: np.ndarray  # int64[e]
    crossing_weights: np.ndarray  # int64[x]


class Layout(NamedTuple):
    """What a vector holds."""

    lanes: int
    places: int  # dimensions that fill a vector
    masks: np.ndarray  # int64, lanes whose digit at place j is c, at index j * k + c


@helper
def _fill_neighbors(ends, position, neighbors):
    """
    Set the bits of the neighbors of each node, both at their positions.

    Mutates: neighbors, int64[n, words], zeros at first.
    """
    for e in range(len(ends)):
        u, v = position[ends[e, 0]], position[ends[e, 1]]
        neighbors[u, v >> 6] |= bit(v & 63)
        neighbors[v, u >> 6] |= bit(u & 63)


@helper
def _join(neighbors, v):
    """
    Remove a node and join its neighbors with each other.

    Mutates: neighbors, int64[n, words]; the row of ``v`` is left as its scope.
    """
    words = neighbors.shape[1]
    for word in range(words):
        left = neighbors[v, word]
        while left != 0:
            u = 64 * word + lowest_bit(left)
            left &= left - 1
            for w in range(words):
                neighbors[u, w] |= neighbors[v, w]
            neighbors[u, u >> 6] &= ~bit(u & 63)
            neighbors[u, v >> 6] &= ~bit(v & 63)


@helper
def _score(neighbors, v, rule):
    """Return a score: fewest joins, then fewest neighbors; or fewest neighbors alone."""
    words = neighbors.shape[1]
    degree = np.int64(0)
    for w in range(words):
        degree += popcount(neighbors[v, w])
    if rule == MIN_DEGREE:
        return degree
    present = np.int64(0)
    for word in range(words):
        left = neighbors[v, word]
        while left != 0:
            u = 64 * word + lowest_bit(left)
            left &= left - 1
            for w in range(words):
                present += popcount(neighbors[u, w] & neighbors[v, w])
    return (degree * (degree - 1) - present) // 2 * neighbors.shape[0] + degree


@allocating_kernel
def find_order(neighbors, rule, priority, k, limit, scores, order):
    """
    Eliminate the first ``len(order)`` nodes greedily; return the cells needed, infinity above ``limit``.

    Cells are colorings of a scope times colors of its node. Ties go to the lowest ``priority``.

    Mutates: neighbors, int64[n, words]; scores, order, int64[free].
    """
    free = len(order)
    words = neighbors.shape[1]
    dirty = np.zeros(words, np.int64)
    for v in range(free):
        scores[v] = _score(neighbors, v, rule)
    cells = 0.0
    for i in range(free):
        best = -1
        for v in range(free):
            if scores[v] >= 0 and (
                best < 0
                or scores[v] < scores[best]
                or (scores[v] == scores[best] and priority[v] < priority[best])
            ):
                best = v
        order[i] = best
        _join(neighbors, best)
        scores[best] = -1
        degree = 0
        for w in range(words):
            degree += popcount(neighbors[best, w])
            dirty[w] = neighbors[best, w]
        cells += np.float64(k) ** (degree + 1)
        if cells > limit:
            return np.inf
        if rule == MIN_FILL:
            # A join changes the scores of all nodes adjacent to both ends: neighbors of the scope.
            for word in range(words):
                left = neighbors[best, word]
                while left != 0:
                    u = 64 * word + lowest_bit(left)
                    left &= left - 1
                    for w in range(words):
                        dirty[w] |= neighbors[u, w]
        for word in range(words):
            left = dirty[word]
            while left != 0:
                u = 64 * word + lowest_bit(left)
                left &= left - 1
                if u < free and scores[u] >= 0:
                    scores[u] = _score(neighbors, u, rule)
    return cells


@allocating_kernel
def find_first_order(ends, neighbors, scratch, k, scores, order, best):
    """
    Find the cheaper of two orders, by the fewest joins and by the fewest neighbors; return its cells.

    Ties go to the first node.

    Mutates: neighbors, int64[n, words], zeros at first; scratch, of the same shape; scores, order, best,
    int64[free].
    """
    free = len(order)
    _fill_neighbors(ends, np.arange(len(neighbors)), neighbors)
    first = np.arange(free)
    best[:] = first
    fewest = np.inf
    for rule in (MIN_FILL, MIN_DEGREE):
        scratch[:] = neighbors
        cells = find_order(scratch, rule, first, k, fewest, scores, order)
        if cells < fewest:
            fewest = cells
            best[:] = order
    return fewest


@allocating_kernel
def find_scopes(ends, order, scopes, sizes, parents):
    """
    Eliminate nodes in an order; find each scope, its number of nodes and the first of them.

    Nodes are numbered by position, kept ones last. A parent is -1 if the scope has kept nodes only.
    Returns the number of nodes in the largest scope.

    Mutates: scopes, int64[n, words], zeros at first; sizes, parents, int64[free].
    """
    free = len(order)
    position = np.arange(len(scopes))
    for i in range(free):
        position[order[i]] = i
    _fill_neighbors(ends, position, scopes)
    width = 0
    for v in range(free):
        _join(scopes, v)
        size = 0
        first = -1
        for w in range(scopes.shape[1]):
            size += popcount(scopes[v, w])
            if first < 0 and scopes[v, w] != 0:
                first = 64 * w + lowest_bit(scopes[v, w])
        sizes[v] = size
        parents[v] = first if first < free else -1
        width = max(width, size)
    return width


@helper
def _power(k, exponent):
    result = np.int64(1)
    for _ in range(exponent):
        result *= k
    return result


@helper
def _write_header(network, layout, crossings, pairs, program):
    """Write the header and the lists; return where the records begin. Mutates: program."""
    position, nodes, ends, kept, k = (
        network.position,
        network.nodes,
        network.ends,
        network.kept,
        network.k,
    )
    total = len(position)
    free = total - kept
    unary = total * k
    program[FREE], program[KEPT], program[COLORS] = free, kept, k
    program[EDGES], program[CROSSINGS], program[KEPT_EDGES] = len(ends), len(crossings), pairs
    program[UNARY] = k * layout.lanes
    program[KEPT_TABLE] = k * layout.lanes + unary
    program[ROOT_CELLS] = _power(k, kept)
    program[WEIGHTS] = unary
    program[CROSSING_WEIGHTS] = unary + len(ends)
    program[PATTERNS] = unary + len(ends) + len(crossings)
    end = HEADER
    program[NODES_AT] = end
    for v in range(total):
        program[end + position[v]] = nodes[v]
    end += total
    program[RANKED_AT] = end
    for v in range(free):
        program[end + v] = position[v]
    end += free
    program[CROSSINGS_AT] = end
    for x in range(len(crossings)):
        program[end] = position[crossings[x, 0]]
        program[end + 1] = crossings[x, 1]
        end += 2
    program[KEPT_EDGES_AT] = end
    for e in range(len(ends)):
        u, v = position[ends[e, 0]] - free, position[ends[e, 1]] - free
        if u >= 0 and v >= 0:
            program[end], program[end + 1], program[end + 2] = min(u, v), max(u, v), e
            end += 3
    program[MASKS_AT] = end
    for i in range(len(layout.masks)):
        program[end + i] = layout.masks[i]
    end += len(layout.masks)
    program[RECORDS_AT] = end
    return end + free + 1


@allocating_kernel
def write_program(steps, network, layout, patterns):
    """
    Return the program of an order, the end of its tables, and the counters that a solve needs.

    Mutates: patterns, int32 or int64 [incoming, lanes].
    """
    scopes, parents, sizes = steps.scopes, steps.parents, steps.sizes
    position, ends, crossings = network.position, network.ends, network.crossings
    kept, k = network.kept, network.k
    lanes, places = layout.lanes, layout.places
    total = len(position)
    free = total - kept
    # Rows of edges by position.
    starts = np.zeros(total + 2, np.int64)
    pairs = 0
    for e in range(len(ends)):
        u, v = position[ends[e, 0]], position[ends[e, 1]]
        starts[u + 2] += 1
        starts[v + 2] += 1
        pairs += u >= free and v >= free
    for v in range(total):
        starts[v + 2] += starts[v + 1]
    others = np.empty(2 * len(ends), np.int64)
    edges = np.empty(2 * len(ends), np.int64)
    for e in range(len(ends)):
        u, v = position[ends[e, 0]], position[ends[e, 1]]
        for head, tail in ((u, v), (v, u)):
            others[starts[head + 1]] = tail
            edges[starts[head + 1]] = e
            starts[head + 1] += 1
    children = np.zeros(free + 1, np.int64)
    children[free] = kept > 0
    for v in range(free):
        children[parents[v] if parents[v] >= 0 else free] += 1
    length = HEADER + total + free + 2 * len(crossings) + 3 * pairs + len(layout.masks) + free + 1
    counters = np.int64(0)
    widest = np.int64(kept)
    for v in range(free + 1):
        size = sizes[v] if v < free else kept
        widest = max(widest, size)
        counters = max(counters, children[v])
        length += RECORD + 2 * size + children[v] * (STEPS + max(0, size - places))
    counters = max(total, widest + counters) + 1
    program = np.zeros(length, np.int64)
    at = _write_header(network, layout, crossings, pairs, program)
    table = program[KEPT_TABLE] + (_power(k, kept) if kept else 1)
    edge_of = np.full(free + kept, -1, np.int64)
    pattern = 0
    for v in range(free + 1):
        is_root = v == free
        program[program[RECORDS_AT] + v] = at
        # Scope.
        scope_at = at + RECORD
        size = 0
        if is_root:
            for j in range(kept):
                program[scope_at + j] = free + j
            size = kept
        else:
            for word in range(scopes.shape[1]):
                left = scopes[v, word]
                while left != 0:
                    program[scope_at + size] = 64 * word + lowest_bit(left)
                    left &= left - 1
                    size += 1
        inner = min(size, places)
        outer = size - inner
        # Edges.
        edges_at = scope_at + size
        if not is_root:
            for i in range(starts[v], starts[v + 1]):
                edge_of[others[i]] = edges[i]
        for d in range(size):
            program[edges_at + d] = -1 if is_root else edge_of[program[scope_at + d]]
        if not is_root:
            for i in range(starts[v], starts[v + 1]):
                edge_of[others[i]] = -1
        # Incoming tables.
        incoming_at = edges_at + size
        end = incoming_at
        incoming = 0
        for u in range(free + 1):
            is_kept_table = u == free
            if is_kept_table and not (is_root and kept > 0):
                continue
            if not is_kept_table and (u >= v or parents[u] != (-1 if is_root else v)):
                continue
            if is_kept_table:
                length = kept
                list_at = scope_at
                start = program[KEPT_TABLE]
                origin = np.int64(-1)
            else:
                origin = program[program[RECORDS_AT] + u]
                length = program[origin + OUTER] + program[origin + INNER]
                list_at = program[origin + SCOPE_AT]
                start = program[origin + TABLE]
            program[end + START] = start
            program[end + STRIDE] = 0 if is_root else _power(k, length - 1)
            program[end + PATTERN] = program[PATTERNS] + pattern * lanes
            program[end + ORIGIN] = origin
            # Stride of each dimension of this scope in the incoming table; 0 if it has none.
            for lane in range(lanes):
                patterns[pattern, lane] = 0
            place = length - 1
            back = np.int64(0)
            for d in range(size - 1, -1, -1):
                stride = np.int64(0)
                if place >= 0 and program[list_at + place] == program[scope_at + d]:
                    stride = _power(k, length - 1 - place)
                    place -= 1
                if d >= outer:
                    period = _power(k, size - 1 - d)
                    for lane in range(_power(k, inner)):
                        patterns[pattern, lane] += lane // period % k * stride
                else:
                    program[end + STEPS + d] = stride - back
                    back += stride * (k - 1)
            pattern += 1
            incoming += 1
            end += STEPS + outer
        program[at + NODE] = -1 if is_root else v
        program[at + CHOICES] = 1 if is_root else k
        program[at + OUTER] = outer
        program[at + INNER] = inner
        program[at + CELLS] = _power(k, outer)
        program[at + WIDTH] = _power(k, inner)
        program[at + TABLE] = table
        program[at + INCOMING] = incoming
        program[at + SCOPE_AT] = scope_at
        program[at + EDGES_AT] = edges_at
        program[at + INCOMING_AT] = incoming_at
        table += _power(k, size)
        at = end
    program[ROOT] = table - _power(k, kept)
    return program, table, counters


@kernel
def pack_costs(costs, network, ranked, patterns, packed):
    """
    Write costs as a solve reads them, times the number of colorings of the first ``ranked`` nodes.

    The low digits become the rank of the colors of those nodes, in lexicographic order.

    Mutates: packed, int32 or int64.
    """
    unary, weights, crossing_weights = costs
    k = network.k
    scale = _power(k, ranked)
    place = scale
    for v in range(len(network.position)):
        if v < ranked:
            place //= k
        first = network.position[v] * k
        for c in range(k):
            rank = place * c if v < ranked else np.int64(0)
            packed[first + c] = unary[v, c] * scale + rank
    end = len(network.position) * k
    for e in range(len(weights)):
        packed[end + e] = weights[e] * scale
    end += len(weights)
    for x in range(len(crossing_weights)):
        packed[end + x] = crossing_weights[x] * scale
    end += len(crossing_weights)
    for i in range(len(patterns)):
        packed[end + i] = patterns[i]
