"""
Random graphs as edge arrays, in time linear in the output.

Every random number comes from ``rng.py``, and floating point is limited to additions, multiplications
and comparisons, which IEEE 754 defines exactly; logarithms are avoided, since their last bit differs
between math libraries. A seed therefore gives the same graph on every machine, with the JIT on or off.
"""

from __future__ import annotations

from ..._jit import helper, kernel
from ..vectors.rng import random_below, random_bits

UNIT = 2.0**-53
MASK53 = (1 << 53) - 1
MASK32 = (1 << 32) - 1


@kernel
def fill_uniform(state, out):
    """
    Fill ``out`` with uniform random multiples of 2^-53 in [0, 1).

    Mutates: state; out, float64[n].
    """
    for i in range(len(out)):
        out[i] = ((random_bits(state) >> 11) & MASK53) * UNIT


@kernel
def shuffle(state, array):
    """
    Permute an array at random (Fisher and Yates).

    Mutates: state; array.
    """
    for i in range(len(array) - 1, 0, -1):
        j = random_below(state, i + 1)
        array[i], array[j] = array[j], array[i]


@kernel
def sample_pairs(state, powers, n, place, u, v):
    """
    Choose each pair of ``n`` vertices with probability p; return the number of pairs written.

    Pairs are numbered row by row below the diagonal. The gap to the next chosen pair exceeds g with
    probability (1-p)^g (Batagelj and Brandes 2005, section 2); instead of taking logarithms, the
    gap is found by binary search over ``powers[j] = (1-p)^(2^j)``. The kernel returns when ``u`` is full
    or, with ``place[0] == n``, when all pairs have been visited.

    Mutates: state; place, int64[2], row and column to continue from; u, v, int32 buffers.
    """
    row = place[0]
    column = place[1]
    written = 0
    while written < len(u):
        chance = (((random_bits(state) >> 11) & MASK53) + 1) * UNIT
        left = 1.0
        gap = 0
        for j in range(len(powers) - 1, -1, -1):
            next_left = left * powers[j]
            if chance <= next_left:
                left = next_left
                gap += 1 << j
        column += gap
        while column >= row and row < n:
            column -= row
            row += 1
        if row >= n:
            break
        u[written] = row
        v[written] = column
        written += 1
        column += 1
    place[0] = row
    place[1] = column
    return written


@kernel
def rmat_edges(state, scale, a, b, c, label, u, v):
    """
    Draw edges of a recursive matrix, one quadrant for each bit of the vertex number.

    ``a``, ``b``, ``c`` are probabilities in units of 2^-32; one random word is used for two bits.

    Mutates: state; u, v, int32[edges].
    """
    ab = a + b
    abc = ab + c
    for e in range(len(u)):
        row = 0
        column = 0
        bits = 0
        for level in range(scale):
            if level & 1:
                x = (bits >> 32) & MASK32
            else:
                bits = random_bits(state)
                x = bits & MASK32
            low = int(x >= ab)
            row = 2 * row + low
            column = 2 * column + int(x >= a) - low + int(x >= abc)
        u[e] = label[row]
        v[e] = label[column]


@kernel
def sort_into_cells(x, y, cells, cell, starts, members):
    """
    Sort points of the unit square into ``cells`` x ``cells`` squares with a counting sort.

    Mutates: cell, int32[n]; starts, int64[cells^2 + 1], zero on entry; members, int32[n].
    """
    for i in range(len(x)):
        cell[i] = min(int(y[i] * cells), cells - 1) * cells + min(int(x[i] * cells), cells - 1)
        starts[cell[i] + 1] += 1
    for i in range(1, len(starts)):
        starts[i] += starts[i - 1]
    for i in range(len(x)):
        members[starts[cell[i]]] = i
        starts[cell[i]] += 1
    for i in range(len(starts) - 1, 0, -1):
        starts[i] = starts[i - 1]
    starts[0] = 0


@kernel
def near_pairs(x, y, radius, cells, starts, members, u, v):
    """
    Write the pairs at distance at most ``radius <= 1 / cells`` that fit; return the number of all pairs.

    Each point is compared with those after it in its own cell, in the next cell and in the three
    below, so that no pair is found twice.

    Mutates: u, v, int32 buffers.
    """
    limit = radius * radius
    found = 0
    for home in range(cells * cells):
        home_row = home // cells
        home_column = home - home_row * cells
        for p in range(starts[home], starts[home + 1]):
            i = members[p]
            for step in range(5):
                row = home_row + int(step > 1)
                column = home_column + (step if step < 2 else step - 3)
                if row >= cells or column < 0 or column >= cells:
                    continue
                other = row * cells + column
                first = p + 1 if step == 0 else starts[other]
                for q in range(first, starts[other + 1]):
                    j = members[q]
                    dx = x[i] - x[j]
                    dy = y[i] - y[j]
                    if dx * dx + dy * dy <= limit:
                        if found < len(u):
                            u[found] = i
                            v[found] = j
                        found += 1
    return found


@kernel
def road_edges(state, rows, columns, keep, diagonal, u, v):
    """
    Write a thinned, connected lattice; return the number of edges written.

    Every vertex keeps the edge to the vertex above or to the one on its left, which gives a spanning
    tree; the other lattice edge and the falling diagonal are kept with probability ``keep`` and
    ``diagonal``, in units of 2^-32.

    Mutates: state; u, v, int32[3 * rows * columns].
    """
    written = 0
    for row in range(rows):
        for column in range(columns):
            here = row * columns + column
            bits = random_bits(state)
            up_is_tree = column == 0 or (row > 0 and bits & 1)
            keeps = (bits >> 32) & MASK32 < keep
            if row > 0 and (up_is_tree or keeps):
                u[written] = here - columns
                v[written] = here
                written += 1
            if column > 0 and (not up_is_tree or keeps):
                u[written] = here - 1
                v[written] = here
                written += 1
            if row > 0 and column > 0 and random_bits(state) & MASK32 < diagonal:
                u[written] = here - columns - 1
                v[written] = here
                written += 1
    return written


@kernel
def leighton_edges(state, starts, members, sizes, classes, chosen, u, v):
    """
    Write cliques of the given sizes, each on vertices of distinct color classes.

    Class ``c`` is ``members[starts[c]:starts[c + 1]]``.

    Mutates: state; classes, int32[k], any permutation of the classes; chosen, int32[k]; u, v, int32.
    """
    k = len(classes)
    written = 0
    for size in sizes:
        for i in range(size):
            j = i + random_below(state, k - i)
            classes[i], classes[j] = classes[j], classes[i]
            begin = starts[classes[i]]
            chosen[i] = members[begin + random_below(state, starts[classes[i] + 1] - begin)]
            for j in range(i):
                u[written] = chosen[j]
                v[written] = chosen[i]
                written += 1
    return written


@kernel
def flat_edges(state, starts, members, quotas, flatness, joined, rows, columns, u, v):
    """
    Write a random bipartite graph with nearly equal degrees between each two color classes.

    Between classes of a and b vertices with a quota of e edges, degrees on the first side stay within
    ``flatness`` of floor(e / a) and ceil(e / a), likewise on the other. The edges are first assigned
    cyclically; then 16 a b random steps each try to switch two edges (which keeps all degrees) and to
    move one end of an edge (within the bounds on degrees).

    Mutates: state; joined, int8[largest a * b]; rows, columns, int32[largest class]; members
    (reordered within classes); u, v, int32[sum of quotas].
    """
    k = len(starts) - 1
    written = 0
    pair = 0
    for first in range(k):
        a = starts[first + 1] - starts[first]
        for second in range(first + 1, k):
            b = starts[second + 1] - starts[second]
            quota = quotas[pair]
            pair += 1
            shuffle(state, members[starts[first] : starts[first + 1]])
            shuffle(state, members[starts[second] : starts[second + 1]])
            _deal(a, b, quota, joined, rows, columns)
            _mix(state, a, b, quota, flatness, joined, rows, columns)
            for x in range(a):
                for y in range(b):
                    if joined[x * b + y]:
                        u[written] = members[starts[first] + x]
                        v[written] = members[starts[second] + y]
                        written += 1
    return written


@helper
def _deal(a, b, quota, joined, rows, columns):
    """
    Assign ``quota`` cells of an a x b table so that rows, and columns, differ by at most one.

    Mutates: joined, rows, columns.
    """
    joined[: a * b] = 0
    columns[:b] = 0
    y = 0
    for x in range(a):
        rows[x] = quota * (x + 1) // a - quota * x // a
        for _ in range(rows[x]):
            joined[x * b + y] = 1
            columns[y] += 1
            y = y + 1 if y + 1 < b else 0


@helper
def _mix(state, a, b, quota, flatness, joined, rows, columns):
    """
    Switch and move edges at random within the bounds on degrees.

    Mutates: state, joined, rows, columns.
    """
    low_row = quota // a - flatness
    high_row = (quota + a - 1) // a + flatness
    low_column = quota // b - flatness
    high_column = (quota + b - 1) // b + flatness
    for _ in range(16 * a * b):
        x = random_below(state, a)
        y = random_below(state, b)
        if not joined[x * b + y]:
            continue
        other_x = random_below(state, a)
        other_y = random_below(state, b)
        slot = other_x * b + other_y
        if joined[slot] and not joined[x * b + other_y] and not joined[other_x * b + y]:
            joined[x * b + y] = 0
            joined[slot] = 0
            joined[x * b + other_y] = 1
            joined[other_x * b + y] = 1
        elif not joined[x * b + other_y]:
            if columns[y] > low_column and columns[other_y] < high_column:
                joined[x * b + y] = 0
                joined[x * b + other_y] = 1
                columns[y] -= 1
                columns[other_y] += 1
        elif not joined[other_x * b + y] and rows[x] > low_row and rows[other_x] < high_row:
            joined[x * b + y] = 0
            joined[other_x * b + y] = 1
            rows[x] -= 1
            rows[other_x] += 1
