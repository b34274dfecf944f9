"""
A checker of proofs of unsatisfiability, written from the published description of VeriPB's version 3.

It knows the rules that our proofs use: ``f``, ``pol`` (addition, multiplication, division, literals),
``rup``, ``red`` whose goals need no subproof, ``del id``, ``output NONE`` and ``conclusion UNSAT``.
A constraint is a dictionary from literals (variables from 1, negative if negated) to positive
coefficients, and the least sum of those that are true.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

LITERAL = re.compile(r"(~?)x([1-9][0-9]*)")
NUMBER = re.compile(r"[0-9]+")


class Refused(Exception):
    """The proof does not show what it claims."""


def literal(word):
    match = LITERAL.fullmatch(word)
    if not match:
        raise Refused(f"{word!r} is no literal")
    return -int(match[2]) if match[1] else int(match[2])


def normalized(terms, least):
    """Sum coefficients of literals: of opposite ones, the smaller counts in either case."""
    sums = Counter()
    for coefficient, x in terms:
        if coefficient < 0:
            coefficient, x, least = -coefficient, -x, least - coefficient
        sums[x] += coefficient
    for x in [x for x in sums if x > 0 and -x in sums]:
        both = min(sums[x], sums[-x])
        sums[x] -= both
        sums[-x] -= both
        least -= both
    return {x: c for x, c in sums.items() if c}, least


def constraint(words):
    """Read ``2 x1 1 ~x2 >= 2``."""
    if len(words) < 2 or words[-2] != ">=" or len(words) % 2:
        raise Refused(f"{' '.join(words)!r} is no constraint")
    terms = [(int(c), literal(x)) for c, x in zip(words[:-2:2], words[1:-2:2], strict=True)]
    return normalized(terms, int(words[-1]))


def negated(known):
    terms, least = known
    return {-x: c for x, c in terms.items()}, sum(terms.values()) - least + 1


def key(known):
    terms, least = known
    return frozenset(terms.items()), max(least, 0)


class Checker:
    """The constraints that are known, and the steps that may add to them."""

    def __init__(self, formula):
        self.known, self.slack, self.keys = {}, {}, Counter()
        self.where = defaultdict(set)
        self.last = 0
        for line in formula.splitlines():
            if line and not line.startswith("*"):
                words = line.split()
                if words.pop() != ";":
                    raise Refused(f"{line!r} has no end")
                self.add(constraint(words))
        self.formula = self.last

    def add(self, known):
        self.last += 1
        self.known[self.last] = known
        self.slack[self.last] = sum(known[0].values()) - known[1]
        self.keys[key(known)] += 1
        for x in known[0]:
            self.where[x].add(self.last)

    def constraint(self, word):
        if not NUMBER.fullmatch(word) or int(word) not in self.known:
            raise Refused(f"there is no constraint {word}")
        return self.known[int(word)]

    def delete(self, words):
        for word in words:
            known = self.constraint(word)
            if int(word) <= self.formula:
                raise Refused("the formula must stay")
            self.keys[key(known)] -= 1
            for x in known[0]:
                self.where[x].discard(int(word))
            del self.known[int(word)], self.slack[int(word)]

    def contradicts(self, *assumed):
        """Whether unit propagation of what is known and assumed ends in a contradiction."""
        return self.propagated(*assumed) is None

    def propagated(self, *assumed):
        """Literals that follow by unit propagation; None if there is a contradiction."""
        extra = {-i: c for i, c in enumerate(assumed, start=1)}
        where = defaultdict(list)
        for i, (terms, _) in extra.items():
            for x in terms:
                where[x].append(i)
        slack = {i: sum(terms.values()) - least for i, (terms, least) in extra.items()}
        true = set()
        waiting = [*extra, *(i for i, s in self.slack.items() if self.may_propagate(i, s))]
        while waiting:
            i = waiting.pop()
            terms = (extra[i] if i < 0 else self.known[i])[0]
            left = slack.get(i, self.slack.get(i))
            if left < 0:
                return None
            for x, c in terms.items():
                if c > left and x not in true and -x not in true:
                    true.add(x)
                    for j in [*where[-x], *self.where[-x]]:
                        other = (extra[j] if j < 0 else self.known[j])[0]
                        slack[j] = slack.get(j, self.slack.get(j)) - other[-x]
                        waiting.append(j)
        return true

    def may_propagate(self, i, slack):
        return slack < max(self.known[i][0].values(), default=0) or slack < 0

    def resolved(self, words):
        """Replace numbers of constraints by their constraints, where they are no factors."""
        result = []
        for word, following in zip(words, [*words[1:], ""], strict=True):
            result.append(word)
            if NUMBER.fullmatch(word) and following not in ("*", "d"):
                result[-1] = self.constraint(word)
        return result

    def polish(self, words):
        stack = []
        for word in self.resolved(words):
            if isinstance(word, tuple):
                stack.append(word)
            elif word == "+":
                (b, least_b), (a, least_a) = stack.pop(), stack.pop()
                terms = [(c, x) for x, c in (*a.items(), *b.items())]
                stack.append(normalized(terms, least_a + least_b))
            elif word in ("*", "d"):
                factor = int(stack.pop())
                terms, least = stack.pop()
                if word == "*":
                    stack.append(({x: c * factor for x, c in terms.items()}, least * factor))
                else:
                    up = {x: -(-c // factor) for x, c in terms.items()}
                    stack.append((up, -(-least // factor)))
            elif NUMBER.fullmatch(word) and int(word) > 0:
                stack.append(int(word))
            else:
                stack.append(({literal(word): 1}, 0))
        if len(stack) != 1 or isinstance(stack[0], int):
            raise Refused(f"{len(stack)} operands are left")
        return stack[0]

    def check_redundance(self, claim, witness):
        """Every constraint, and the claim, must hold after the substitution if the claim does not."""
        image = {}
        for x, arrow, y in zip(witness[::3], witness[1::3], witness[2::3], strict=True):
            if arrow != "->" or literal(x) < 0:
                raise Refused(f"witness {x} {arrow} {y}")
            if literal(x) in image:
                raise Refused(f"{x} is replaced twice")
            image[literal(x)] = (True, int(y)) if y in ("0", "1") else (False, literal(y))
        touched = {i for x in image for i in (*self.where[x], *self.where[-x])}
        for terms, least in [claim, *(self.known[i] for i in touched)]:
            goal = substituted(terms, least, image)
            if goal[1] <= 0 or self.keys[key(goal)]:
                continue
            premise = negated(claim)
            if self.contradicts(premise, negated(goal)):
                continue
            fixed = {abs(x): (True, int(x > 0)) for x in self.propagated(premise) or ()}
            if not implies(substituted(*premise, fixed), substituted(*goal, fixed)):
                raise Refused(f"goal {goal}")


def implies(premise, goal):
    """Whether taking terms away from the premise, and adding some, gives the goal."""
    lost = sum(max(0, c - goal[0].get(x, 0)) for x, c in premise[0].items())
    return premise[1] - lost >= goal[1]


def substituted(terms, least, image):
    result = []
    for x, c in terms.items():
        constant, y = image.get(abs(x), (False, abs(x)))
        if constant:
            least -= c * (y if x > 0 else 1 - y)
        else:
            result.append((c, y if x > 0 else -y))
    return normalized(result, least)


def check(formula, proof):
    """Raise :class:`Refused` unless the proof refutes the formula."""
    try:
        _check(Checker(formula), proof.splitlines())
    except (ValueError, IndexError, TypeError) as error:
        raise Refused(f"unreadable: {error}") from None


def _check(state, lines):
    if lines[0] != "pseudo-Boolean proof version 3.0":
        raise Refused("no header")
    for i, line in enumerate(lines[1:], start=1):
        rule, *words = line.split()
        if words.pop() != ";":
            raise Refused(f"{line!r} has no end")
        if rule == "f":
            if words != [str(state.formula)]:
                raise Refused(f"{state.formula} constraints, not {words}")
        elif rule == "pol":
            state.add(state.polish(words))
        elif rule == "rup":
            claim = constraint(words)
            if not state.contradicts(negated(claim)):
                raise Refused(f"{line[:60]!r} does not follow")
            state.add(claim)
        elif rule == "red":
            colon = words.index(":")
            claim = constraint(words[:colon])
            state.check_redundance(claim, words[colon + 1 :])
            state.add(claim)
        elif rule == "del":
            if words[0] != "id":
                raise Refused(line)
            state.delete(words[1:])
        elif rule == "output":
            return _conclude(state, words, [each.split() for each in lines[i + 1 :]])
        else:
            raise Refused(f"rule {rule}")
    raise Refused("no conclusion")


def _conclude(state, output, rest):
    if output != ["NONE"] or len(rest) != 2 or rest[1] != ["end", "pseudo-Boolean", "proof", ";"]:
        raise Refused("a wrong end")
    *words, number, end = rest[0]
    if words != ["conclusion", "UNSAT", ":"] or end != ";":
        raise Refused("a wrong conclusion")
    terms, least = state.constraint(number)
    if sum(terms.values()) >= least:
        raise Refused("the last constraint can be satisfied")
