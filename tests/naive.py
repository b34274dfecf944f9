"""Slow, obvious oracles: each says what a kernel must compute, in the plainest Python there is."""

from __future__ import annotations

import itertools
from fractions import Fraction


def adjacency(n, edges):
    """Sets of neighbors; loops left out."""
    neighbors = [set() for _ in range(n)]
    for a, b in edges:
        if a != b:
            neighbors[a].add(b)
            neighbors[b].add(a)
    return neighbors


def conflicts(n, edges, colors):
    return sum(
        1
        for a, row in enumerate(adjacency(n, edges))
        for b in row
        if a < b and colors[a] == colors[b] >= 0
    )


def completed(n, edges, colors, k):
    """Each uncolored vertex, in order, takes the color fewest of its neighbors have, the lowest such."""
    neighbors = adjacency(n, edges)
    whole = list(colors)
    for v in range(n):
        if whole[v] < 0:
            seen = [whole[u] for u in neighbors[v]]
            whole[v] = min(range(k), key=seen.count)
    return whole


def chromatic_number(n, edges):
    """Smallest k for which backtracking in vertex order finds a proper coloring."""
    neighbors = adjacency(n, edges)

    def extend(colors, k):
        v = len(colors)
        if v == n:
            return True
        free = {c for c in range(k)} - {colors[u] for u in neighbors[v] if u < v}
        return any(extend([*colors, c], k) for c in sorted(free))

    return next(k for k in range(n + 1) if extend([], k))


# -------------------------------------------------------------------------- sequential coloring


def first_fit(n, edges, order):
    neighbors = adjacency(n, edges)
    colors = [-1] * n
    for v in order:
        taken = {colors[u] for u in neighbors[v]}
        colors[v] = next(c for c in range(n) if c not in taken)
    return colors


def smallest_last(n, edges):
    neighbors = adjacency(n, edges)
    left = set(range(n))
    removed = []
    while left:
        v = min(left, key=lambda v: (len(neighbors[v] & left), len(neighbors[v]), -v))
        left.remove(v)
        removed.append(v)
    return first_fit(n, edges, removed[::-1])


def incidence_degree(n, edges):
    neighbors = adjacency(n, edges)
    order = []
    while len(order) < n:
        left = set(range(n)) - set(order)
        order.append(max(left, key=lambda v: (len(neighbors[v] & set(order)), len(neighbors[v]), -v)))
    return first_fit(n, edges, order)


def dsatur(n, edges):
    neighbors = adjacency(n, edges)
    colors = [-1] * n
    for _ in range(n):
        seen = [{colors[u] for u in neighbors[v]} - {-1} for v in range(n)]
        left = [v for v in range(n) if colors[v] < 0]
        v = max(left, key=lambda v: (len(seen[v]), len(neighbors[v]), -v))
        colors[v] = next(c for c in range(n) if c not in seen[v])
    return colors


def independent_sets(n, edges):
    neighbors = adjacency(n, edges)
    colors = [-1] * n
    color = 0
    while -1 in colors:
        free = {v for v in range(n) if colors[v] < 0}
        while free:
            v = min(free, key=lambda v: (len(neighbors[v] & free), v))
            colors[v] = color
            free -= neighbors[v] | {v}
        color += 1
    return colors


def rlf(n, edges):
    neighbors = adjacency(n, edges)
    colors = [-1] * n
    color = 0
    while -1 in colors:
        free = {v for v in range(n) if colors[v] < 0}
        barred = set()
        v = max(free, key=lambda v: (len(neighbors[v] & free), -v))
        while free:
            colors[v] = color
            barred |= neighbors[v] & free
            free -= neighbors[v] | {v}
            v = max(
                free,
                key=lambda v: (len(neighbors[v] & barred), -len(neighbors[v] & free), -v),
                default=None,
            )
        color += 1
    return colors


def near_pairs(xy, radius):
    """Pairs of points at distance at most ``radius``."""
    return {
        (i, j)
        for j, (x, y) in enumerate(xy)
        for i, (a, b) in enumerate(xy[:j])
        if (x - a) * (x - a) + (y - b) * (y - b) <= radius * radius
    }


def queen_moves(rows, columns):
    """Pairs of squares on one row, column or diagonal."""
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    return {
        (i, j)
        for j, (r, c) in enumerate(squares)
        for i, (a, b) in enumerate(squares[:j])
        if r == a or c == b or abs(r - a) == abs(c - b)
    }


def penalty(edges, weights, preferences, assignment, seen_by=None):
    """Weight of the conflicts minus the preferences, as exact fractions; names throughout."""
    total = Fraction(0)
    for (a, b), weight in zip(edges, weights, strict=True):
        if seen_by is not None and a not in seen_by and b not in seen_by:
            continue
        if assignment.get(a) is not None and assignment.get(a) == assignment.get(b):
            total += Fraction(weight)
    for node, color in assignment.items():
        if color is not None:
            total -= Fraction(preferences.get(node, {}).get(color, 0))
    return total


def gamma(problem_edges, weights, preferences, nodes, domain, assignment):
    """What each node would pay for each color, by pricing every single choice."""
    table = []
    for node in nodes:
        others = {other: color for other, color in assignment.items() if other != node}
        base = penalty(problem_edges, weights, preferences, others)
        price = [
            penalty(problem_edges, weights, preferences, {**others, node: color}) - base
            for color in domain
        ]
        table.append(price)
    return table


def admissible_partial_moves(neighbors, k, colors, tabu, best, weights):
    """
    PartialCol's best admissible moves ``(v, color)``; all moves if none is admissible.

    ``tabu`` holds pairs ``(v, color)``; ``best`` is the fewest vertices ever uncolored. A tabu move is
    admissible if it leaves fewer, and less weight than any other vertex could take away.
    """
    uncolored = [v for v, color in enumerate(colors) if color < 0]
    cost = {
        (v, color): sum(weights[u] for u in neighbors[v] if colors[u] == color) - weights[v]
        for v in uncolored
        for color in range(k)
    }
    allowed = {
        move: count
        for move, count in cost.items()
        if move not in tabu or (len(uncolored) == best and count == -max(weights))
    }
    if not allowed:
        return set(cost)
    return {move for move, count in allowed.items() if count == min(allowed.values())}


def fluctuation_tenure(costs, window, increment, threshold):
    """FOO's tenure after each of ``costs``, with one window length and increment throughout."""
    tenure, since, best, tenures = increment, 0, costs[0], []
    for i, cost in enumerate(costs[1:], start=1):
        if i - since == window:
            seen = costs[since + 1 : i + 1]
            calm = max(seen) - min(seen) < threshold
            tenure += increment if calm or tenure == 0 else -1
            since = i
        if cost < best:
            best, since = cost, i
        tenures.append(tenure)
    return tenures


def parse_pairs(text, tag, comments, low):
    """Pairs of integers on lines that may open with ``tag``, less ``low``; comments left out."""
    pairs = []
    for line in text.split("\n"):
        words = line.replace(",", " ").split()
        if not words or words[0][0] in comments:
            continue
        numbers = words[1:] if tag else words
        pairs.append((int(numbers[0]) - low, int(numbers[1]) - low))
    return pairs


def clique_number(n, edges):
    """Size of a largest clique, by trying every set of vertices."""
    neighbors = adjacency(n, edges)

    def largest(candidates):
        return max((1 + largest(candidates & neighbors[v]) for v in candidates), default=0)

    return largest(set(range(n)))


def core_numbers(n, edges):
    """For each vertex the largest c such that a subgraph with it has all degrees c or more."""
    neighbors = adjacency(n, edges)
    cores = [0] * n
    for c in range(1, n):
        left = set(range(n))
        while low := {v for v in left if len(neighbors[v] & left) < c}:
            left -= low
        for v in left:
            cores[v] = c
    return cores


def color_counts(n, edges, k, colors):
    """How many neighbors of each vertex have each color, as n lists of k."""
    counts = [[0] * k for _ in range(n)]
    for a, row in enumerate(adjacency(n, edges)):
        for b in row:
            counts[a][colors[b]] += 1
    return counts


def best_moves(n, edges, k, colors, tabu, fewest):
    """
    The moves (vertex, color) that TabuCol may make next, all equally likely.

    The best of the moves of conflicting vertices that are not tabu; or, if they lead below ``fewest``
    conflicts and are better than those, the best tabu moves.
    """
    counts = color_counts(n, edges, k, colors)
    free, forbidden = {}, {}
    for v in range(n):
        if counts[v][colors[v]]:
            for c in range(k):
                if c != colors[v]:
                    moves = forbidden if (v, c) in tabu else free
                    moves[v, c] = counts[v][c] - counts[v][colors[v]]
    bound = fewest - conflicts(n, edges, colors)
    if free:
        bound = min(bound, *free.values())
    if forbidden and min(forbidden.values()) < bound:
        free = forbidden
    return {move for move, change in free.items() if change == min(free.values())}


def soft_optima(unary, ends, weights):
    """
    Least cost of a soft coloring problem and all assignments that have it, in lexicographic order.

    Node by node, for each its unary cost, then its conflicts with earlier nodes, as floats are to be
    summed.
    """
    m, k = len(unary), len(unary[0]) if len(unary) else 1
    price = {(int(u), int(v)): w for (u, v), w in zip(ends, weights, strict=True)}
    best, optima = None, []
    for colors in itertools.product(range(k), repeat=m):
        cost = 0
        for v in range(m):
            cost += unary[v][colors[v]]
            for u in range(v):
                if (u, v) in price and colors[u] == colors[v]:
                    cost += price[u, v]
        if best is None or cost < best:
            best, optima = cost, []
        if cost == best:
            optima.append(colors)
    return best, optima


def cluster_optima(definition, members, beliefs, required, seen_by=None):
    """
    Every coloring of a cluster with its penalty, cheapest first, ties in lexicographic order.

    ``definition`` has nodes, edges, domain, weights, preferences by name; colorings are tuples in the
    order of ``members``. Foreign colors are ``beliefs``.
    """
    choices = [[required[v]] if v in required else definition["domain"] for v in members]
    foreign = {v: color for v, color in beliefs.items() if v not in members}
    priced = []
    for colors in itertools.product(*choices):
        whole = {**foreign, **dict(zip(members, colors, strict=True))}
        cost = penalty(
            definition["edges"], definition["weights"], definition["preferences"], whole, seen_by
        )
        priced.append((cost, colors))
    return sorted(priced, key=lambda entry: entry[0])


# ------------------------------------------------------------------- independent sets, Kempe chains


def kempe_chain(n, edges, colors, v, color):
    """Vertices of v's color and of ``color`` that v reaches through such, increasing."""
    neighbors = adjacency(n, edges)
    pair = {colors[v], color}
    chain, more = {v}, {v}
    while more:
        more = {w for u in more for w in neighbors[u] if colors[w] in pair and colors[w] != colors[u]}
        more -= chain
        chain |= more
    return sorted(chain)


def fewest_equitable_colors(n, edges):
    """Smallest k for which some proper k-coloring has class sizes that differ by one at most."""
    return next(k for k in range(1, n + 1) if has_equitable_coloring(n, edges, k))


def has_equitable_coloring(n, edges, k):
    """Whether some proper k-coloring has class sizes that differ by one at most."""
    neighbors = adjacency(n, edges)

    def extend(colors):
        sizes, v = [colors.count(c) for c in range(k)], len(colors)
        if v == n:
            return max(sizes) - min(sizes) <= 1
        taken = {colors[u] for u in neighbors[v] if u < v}
        return any(extend([*colors, c]) for c in range(k) if c not in taken and sizes[c] < -(-n // k))

    return extend([])


def least_weighted_coloring(n, edges, weights):
    """Least sum of the heaviest weights of the classes, over all proper colorings."""
    neighbors = adjacency(n, edges)

    def extend(colors, heaviest):
        v = len(colors)
        if v == n:
            return sum(heaviest)
        taken = {colors[u] for u in neighbors[v] if u < v}
        options = []
        for c in range(len(heaviest) + 1):
            if c not in taken:
                grown = [*heaviest, 0] if c == len(heaviest) else list(heaviest)
                grown[c] = max(grown[c], weights[v])
                options.append(extend([*colors, c], grown))
        return min(options)

    return extend([], [])


# -------------------------------------------------------------------------------------- lower bounds


def heaviest_independent_set(n, edges, weights):
    """Largest weight of an independent set, by trying every set of vertices."""
    neighbors = adjacency(n, edges)

    def heaviest(candidates):
        if not candidates:
            return 0
        v = min(candidates)
        return max(heaviest(candidates - {v}), weights[v] + heaviest(candidates - {v} - neighbors[v]))

    return heaviest(frozenset(range(n)))


def mycielskian(n, edges):
    """The Mycielskian: a copy n + v of each vertex v, joined to v's neighbors, and an apex 2 n."""
    pairs = {(a, b) for a, row in enumerate(adjacency(n, edges)) for b in row}
    return 2 * n + 1, sorted(
        {(a, b) for a, b in pairs if a < b}
        | {(b, n + a) for a, b in pairs}
        | {(n + v, 2 * n) for v in range(n)}
    )


def metropolis_sweep(n, edges, k, colors, color, thresholds):
    """
    Offer each vertex in turn a color; it takes it if its conflicts rise by its threshold at most.

    The colors after the sweep.
    """
    colors = list(colors)
    for v in range(n):
        count = color_counts(n, edges, k, colors)[v]
        if colors[v] != color and count[color] <= count[colors[v]] + thresholds[v]:
            colors[v] = color
        if conflicts(n, edges, colors) == 0:
            break
    return colors


def shared_vertices(first, second, k):
    """Most vertices that two colorings place alike, over all ways to rename the colors of the second."""
    return max(
        sum(a == names[b] for a, b in zip(first, second, strict=True))
        for names in itertools.permutations(range(k))
    )


def fractional_chromatic_number(n, edges):
    """Value of the linear program over all maximal independent sets, as a float."""
    from scipy.optimize import linprog

    neighbors = adjacency(n, edges)
    sets = [
        chosen
        for size in range(1, n + 1)
        for chosen in itertools.combinations(range(n), size)
        if not any(b in neighbors[a] for a in chosen for b in chosen)
    ]
    cover = [[-1.0 if v in chosen else 0.0 for chosen in sets] for v in range(n)]
    return linprog([1.0] * len(sets), A_ub=cover, b_ub=[-1.0] * n, method="highs-ds").fun


# ----------------------------------------------------------------------------- fixed and allowed colors


def colorable_from_lists(n, edges, lists):
    """Whether each vertex can have a color from its list, neighbors different ones."""
    neighbors = adjacency(n, edges)

    def extend(colors):
        v = len(colors)
        if v == n:
            return True
        free = set(lists[v]) - {colors[u] for u in neighbors[v] if u < v}
        return any(extend([*colors, c]) for c in sorted(free))

    return extend([])


def fewest_colors_with(n, edges, fixed, least):
    """Smallest k, at least ``least``, for which some k-coloring has the fixed colors."""
    return next(
        k
        for k in range(least, least + n + 1)
        if colorable_from_lists(n, edges, [[fixed[v]] if v in fixed else range(k) for v in range(n)])
    )


# -------------------------------------------------------------------------------- sparse derivatives


def column_edges(rows):
    """Pairs of columns that share a row; ``rows`` holds the set of columns of each row."""
    return sorted({pair for row in rows for pair in itertools.combinations(sorted(row), 2)})


def reads_off(rows, colors):
    """Whether in each row every color stands at most once, and every column has one."""
    return all(c >= 0 for c in colors) and all(len({colors[j] for j in row}) == len(row) for row in rows)


def is_star_coloring(n, edges, colors):
    """Proper where colored, and no path on four colored vertices has two colors."""
    neighbors = adjacency(n, edges)
    for b in range(n):
        for c in neighbors[b]:
            if min(colors[b], colors[c]) < 0:
                continue
            if colors[b] == colors[c]:
                return False
            ends = [(a, d) for a in neighbors[b] - {c} for d in neighbors[c] - {b, a}]
            if any(colors[a] == colors[c] and colors[d] == colors[b] for a, d in ends):
                return False
    return True


def is_acyclic_coloring(n, edges, colors):
    """Proper where colored, and no two colors induce a cycle: their edges join ever more vertices."""
    pairs = {(min(e), max(e)) for e in edges if e[0] != e[1]}
    for a, b in pairs:
        if colors[a] == colors[b] >= 0:
            return False
    for two in itertools.combinations(sorted(set(colors) - {-1}), 2):
        component = list(range(n))
        for a, b in pairs:
            if {colors[a], colors[b]} == set(two):
                if component[a] == component[b]:
                    return False
                component = [component[a] if c == component[b] else c for c in component]
    return True


def first_fit_while(n, order, allowed):
    """The lowest color that keeps the partial coloring allowed, vertex by vertex."""
    colors = [-1] * n
    for v in order:
        for c in range(n):
            colors[v] = c
            if allowed(colors):
                break
    return colors


def distance2_edges(n, edges):
    """Pairs of vertices at distance one or two."""
    neighbors = adjacency(n, edges)
    reached = [neighbors[v].union(*(neighbors[u] for u in neighbors[v])) for v in range(n)]
    return [(u, v) for v in range(n) for u in reached[v] if u < v]


# ---------------------------------------------------------------------------------------- Pauli strings


def pauli_related(a, b, relation):
    """Whether two strings such as "XIZ" may share a group."""
    differ = [s != t and "I" not in (s, t) for s, t in zip(a, b, strict=True)]
    if relation == "qubitwise":
        return not any(differ)
    return sum(differ) % 2 == (relation == "anticommuting")


# ------------------------------------------------------------------------------------------- in shards


def color_in_shards(n, edges, first, supersteps, seed):
    """Colors from 1, by supersteps that see the shards' colors as they were before, and their number."""
    neighbors = adjacency(n, edges)
    shard = {v: i for i in range(len(first) - 1) for v in range(first[i], first[i + 1])}

    def rank(v):
        mask = 2**64 - 1
        x = v ^ seed
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        x ^= x >> 31
        return len(neighbors[v]), x - 2**64 if x >= 2**63 else x

    colors, recent, made = [0] * n, set(), 0
    while made < supersteps or recent:
        before = list(colors)
        lost = {
            v
            for v in recent
            for u in neighbors[v]
            if shard[u] != shard[v] and before[u] == before[v] and rank(u) > rank(v)
        }
        recent = set()
        for i in range(len(first) - 1):
            own = first[i + 1] - first[i]
            begin, end = (min(own, own * x // supersteps) for x in (made, made + 1))
            view = list(before)
            mine = sorted(v for v in lost if shard[v] == i)
            for v in mine:
                view[v] = 0
            for v in [*mine, *range(first[i] + begin, first[i] + end)]:
                seen = {view[u] for u in neighbors[v]}
                view[v] = colors[v] = next(c for c in range(1, n + 1) if c not in seen)
                recent.add(v)
        made += 1
    return colors, made


def cheapest_spill(n, edges, weights, lists):
    """Least weight of vertices without which the others can be colored from lists; all subsets tried."""
    best = sum(weights)
    for size in range(n + 1):
        for kept in itertools.combinations(range(n), size):
            cost = sum(weights) - sum(weights[v] for v in kept)
            if cost < best:
                place = {v: i for i, v in enumerate(kept)}
                inside = [(place[a], place[b]) for a, b in edges if a in place and b in place]
                if colorable_from_lists(size, inside, [lists[v] for v in kept]):
                    best = cost
    return best
