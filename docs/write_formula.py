"""Write the formula that a proof of ``kempe color --proof`` refutes: write_formula.py FILE COLORS."""

import sys


def formula(lines, k):
    n, edges = 0, set()
    for line in lines:
        words = line.split()
        if words[:1] == ["p"]:
            n = int(words[2])
        elif words[:1] == ["e"] and words[1] != words[2]:
            edges.add(tuple(sorted(map(int, words[1:3]))))
    yield f"* #variable= {n * k} #constraint= {n + len(edges) * k}"
    for v in range(n):
        yield "".join(f"1 x{v * k + i} " for i in range(1, k + 1)) + ">= 1 ;"
    for u, v in sorted(edges):
        for i in range(1, k + 1):
            yield f"1 ~x{(u - 1) * k + i} 1 ~x{(v - 1) * k + i} >= 1 ;"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(*formula(file, int(sys.argv[2])), sep="\n")
