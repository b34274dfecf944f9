"""
Recompute every claim of agents from the trace of a game, with the solver alone.

Each sentence that agents can say without a model has a pattern here; a sentence with none is reported as
unknown, so a new template without a check is seen. Typed moves of bargaining are checked as moves, and
their text against the moves.
"""

from __future__ import annotations

import itertools
import json
import re
from functools import partial
from typing import NamedTuple

import solver
from agents.coloring.bargaining.offers import released_by
from agents.coloring.bargaining.rb_text import render
from agents.coloring.messages import Bargaining
from agents.coloring.situation import Situation, believed
from agents.coloring.turn import Turn

from . import offers_told


class Claim(NamedTuple):
    """A sentence that is false or not known, and where it was said."""

    step: int
    author: str
    recipient: str
    sentence: str
    problem: str


class Speaker:
    """What one agent knows and is bound by after a turn, rebuilt from the trace."""

    def __init__(self, team, name, recipient, before, turn):
        self.team, self.name, self.to, self.before, self.turn = team, name, recipient, before, turn
        problem = team.problem
        self.view = team.view(name)
        self.own = self.view.own
        self.colors = turn.assignments
        self.beliefs = believed(before.beliefs, turn.learned, turn.denied)
        self.border = [v for v in self.view.owners if self.view.owners[v] == recipient]
        self.near = [
            v for v in self.own if any(v in e and set(e) & {*self.border} for e in problem.edges)
        ]
        self.seen = {*self.border, *self.near}
        moves = [
            move
            for message in turn.messages
            if message.kind == "rb"
            for move in Bargaining.model_validate(message.payload).moves
        ]
        to_recipient = [one for one in turn.messages if one.kind == "rb" and one.recipient == recipient]
        self.told = offers_told.Told(
            name,
            recipient,
            before,
            [m for one in to_recipient for m in Bargaining.model_validate(one.payload).moves],
        )
        ended = released_by(before.pins, moves, before.offers)
        self.committed = {n: c for n, c in before.committed.items() if n not in ended}
        taken = {move.refers_to for move in moves if move.move == "Accept"}
        #: Colors of foreign nodes that deals of this turn give; moves may rely on them.
        self.agreed = {}
        for offer in before.offers:
            if offer.offer_id in taken and offer.recipient == name:
                self.committed.update((term.node, term.color) for term in offer.conditions)
                self.agreed.update((term.node, term.color) for term in offer.assignments)
        forced = {n: c for n, c in before.forced.items() if n not in turn.released}
        self.forced = {**forced, **{pin.node: pin.color for pin in turn.demanded}}
        self.required = {**self.forced, **self.committed, **self.view.fixed}
        self.constraints = [c for c in before.constraints if c.constraint_id not in turn.withdrawn]
        self.constraints += list(turn.stated)
        self.edges = [tuple(map(str, e)) for e in problem.edges if {*map(str, e)} & {*self.own}]
        self.barred = {}
        for one in self.constraints:
            if one.node in self.own and one.node not in self.view.fixed:
                self.barred.setdefault(one.node, set()).add(one.color)
        k = len(self.view.domain)
        self.barred = {v: colors for v, colors in self.barred.items() if len(colors) < k}
        owners = {v: "me" for v in self.own} | {v: "other" for v in self.view.owners}
        self.problem = solver.Problem(list(owners), self.edges, problem.domain, owners=owners)

    def conflicts(self, foreign=None):
        known = {**self.beliefs, **(foreign or {}), **self.colors}
        return [(u, v) for u, v in self.edges if u in known and known[u] == known.get(v)]

    def answered(self, supposed, required=None):
        """Fewest conflicts as an answer counts them: what a node must be goes before what it is."""
        required_colors = {c.node: c.color for c in self.constraints if c.kind == "required"}
        return self.fewest({**required_colors, **supposed}, required)

    def could_be(self, v):
        """Colors that an own node could have without a conflict, of those that are not ruled out."""
        allowed = {*self.view.domain} - {one.color for one in self.constraints if one.node == v}
        return {c for c in allowed if self.answered({}, {**self.required, v: c}) == 0}

    def is_sure(self):
        """Whether the colors of all nodes that it sees are known, and all are those of the recipient."""
        return all(v in self.beliefs and owner == self.to for v, owner in self.view.owners.items())

    def fewest(self, foreign=None, required=None):
        """Fewest conflicts with foreign colors as supposed, else as believed."""
        beliefs = {**self.beliefs, **(foreign or {})}
        beliefs = {v: c for v, c in beliefs.items() if v in self.view.owners and c is not None}
        bound = self.required if required is None else required
        nodes = [v for v in self.barred if v not in bound]
        allowed = [[c for c in self.view.domain if c not in self.barred[v]] for v in nodes]
        return min(
            solver.best_response(
                self.problem, "me", beliefs, {**bound, **dict(zip(nodes, row, strict=True))}, "any"
            ).conflicts
            for row in itertools.product(*allowed)
        )

    def scores(self, foreign, own=None):
        """Scores of all own colorings without a conflict; None if there are too many."""
        required = {**self.required, **(own or {})}
        free = [v for v in self.own if v not in required]
        if len(self.view.domain) ** len(free) > 20_000:
            return None
        known = {**self.beliefs, **foreign}
        found = set()
        for row in itertools.product(self.view.domain, repeat=len(free)):
            colors = {**required, **dict(zip(free, row, strict=True))}
            if any(colors[v] in barred for v, barred in self.barred.items() if v in free):
                continue
            both = {**known, **colors}
            if all(both[u] != both[v] for u, v in self.edges if u in both and v in both):
                found.add(self.view.score(colors))
        return found

    def settings(self):
        """Colorings of the recipient's border that it has not ruled out."""
        allowed = {v: list(self.view.domain) for v in self.border}
        for one in self.constraints:
            if one.node in allowed:
                forbids = one.kind == "forbidden"
                allowed[one.node] = [c for c in allowed[one.node] if (c != one.color) == forbids]
        for row in itertools.product(*allowed.values()):
            yield dict(zip(allowed, row, strict=True))


PAIR = r"(\w+) (?:is |to |from )?(\w+)"
COLORS = r"((?:\w+ \w+)(?:(?:, | and )\w+ \w+)*)"
STATED = r"((?:\w+ is \w+)(?:(?:, | and )\w+ is \w+)*)"
STAY = "(, as long as my other neighbors keep their colors)?"
SET = r"((?:\w+ to \w+)(?:(?:, | and )\w+ to \w+)*)"


def pairs(text):
    words = [w for w in re.findall(r"\w+", text) if w not in ("is", "to", "and")]
    return dict(zip(words[::2], words[1::2], strict=True))


def _is_my(s, text):
    return all(s.colors.get(v) == c for v, c in pairs(text).items())


def _is_your(s, text):
    return all(s.beliefs.get(v) == c for v, c in pairs(text).items())


def _clash(s, own, other, color):
    return (
        s.colors.get(own) == color
        and s.beliefs.get(other) == color
        and any({own, other} == {*e} for e in s.edges)
    )


def _between(s):
    return [e for e in s.conflicts() if {*e} & {*s.border}]


def known_colors(s):
    """The agent's colors as the recipient was last told them."""
    return {**s.before.colors, **s.before.announced.get(s.to, {})}


def _changed(s, text):
    parts = re.findall(r"(\w+) (?:from (\w+) )?to (\w+)", text)
    known = known_colors(s)
    return all(
        s.colors[v] == new and known.get(v) != new and (not old or known[v] == old)
        for v, old, new in parts
    )


def _unseen_changed(s):
    return any(s.before.colors[v] != c for v, c in s.colors.items() if v not in s.near)


def _works(s, text):
    return s.fewest(pairs(text)) == 0 or s.answered(pairs(text)) == 0


def _reason(s, text):
    kinds = {
        "fixed": s.view.fixed, "committed": s.committed, "demanded": s.forced, "is": s.beliefs,
    }  # fmt: skip
    for part in re.split(r", | and (?=\w+ (?:is|must|cannot|was|would)|you asked |a )", text):
        if m := re.fullmatch(r"(\w+) is fixed (?:to )?(\w+)", part):
            good = kinds["fixed"].get(m[1]) == m[2]
        elif m := re.fullmatch(r"(\w+) is committed to (\w+)", part):
            good = kinds["committed"].get(m[1]) == m[2]
        elif m := re.fullmatch(r"(\w+) was demanded (\w+)|you asked for (\w+) (\w+)", part):
            good = kinds["demanded"].get(m[1] or m[3]) == (m[2] or m[4])
        elif m := re.fullmatch(r"(\w+) is (\w+)", part):
            good = s.beliefs.get(m[1]) == m[2] or s.colors.get(m[1]) == m[2]
        elif m := re.fullmatch(r"(\w+) cannot be (\w+)", part):
            limits = [(c.kind, c.node, c.color) for c in s.constraints]
            good = m[2] in s.barred.get(m[1], ()) or ("forbidden", m[1], m[2]) in limits
        elif m := re.fullmatch(r"(\w+) must be (\w+)", part):
            good = any((c.node, c.color) == (m[1], m[2]) for c in s.constraints)
        else:
            unseen = part.startswith(("a ", "the "))
            good = unseen or re.fullmatch(r"\w+ would be \w+|.*\(\d+ of these\)", part)
        if not good:
            return False
    return True


def _options(s, text):
    """Settings such as ``h1 or h4 to red, or h2 to blue and h3 to red``: each works."""
    return all(_works(s, part) for part in _settings_of(text))


def _beside(check, s, text, others_stay):
    """Without a condition, what would work must depend on nobody else."""
    return check(s, text) and bool(others_stay) == (len({*s.view.owners.values()}) > 1)


def _settings_of(text):
    if ", and " in text:
        each = [part.split(" to ") for part in text.removeprefix("set ").split(", and ")]
        choices = [[f"{v} to {c}" for c in re.split(r", | or ", colors)] for v, colors in each]
        return [" and ".join(one) for one in itertools.product(*choices)]
    parts = []
    for part in text.split(", or "):
        part = part.removeprefix("set ")
        nodes, _, colors = part.partition(" to ")
        if " or " in part:
            words = [re.findall(r"\w+", words) for words in (nodes, colors)]
            parts += [f"{v} to {c}" for v in words[0] for c in words[1] if v != "or" != c]
        else:
            parts.append(part)
    return parts


def _scored(s, text):
    for part in text.split("; "):
        if part == "and more":
            continue
        m = re.fullmatch(r"if you (?:set|keep) (.*), I can score (-?\d+)", part)
        if m is None:
            return False
        for setting in _settings_of(m[1]):
            found = s.scores(pairs(setting))
            if found is not None and int(m[2]) not in found:
                return False
    return True


def _can_score(s, given, points):
    foreign = {v: c for v, c in given.items() if v not in s.own}
    found = s.scores(foreign, {v: c for v, c in given.items() if v in s.own})
    return found is None or points == max(found, default=None)


def _no_setting(s):
    return all(s.fewest(setting) for setting in s.settings())


#: (pattern, check or None if it claims nothing). The check takes the speaker and the groups.
RULES = [
    *offers_told.RULES,
    (r"My score is (-?\d+)\.", lambda s, n: s.view.score(s.colors) == int(n)),
    (rf"My {STATED}\.", _is_my),
    (rf"Your {STATED}\.", _is_your),
    (r"What colors? (?:is|are) .*\?", None),
    (r"My (\w+) and your (\w+) are both (\w+)\.", _clash),
    (
        r"My (\w+) and your (\w+) are both (\w+); could you give \w+ another color\?",
        _clash,
    ),
    (
        r"There (?:is|are) (\d+) more conflicts? between us\.",
        lambda s, n: len(_between(s)) == int(n) + 2,
    ),
    (r"There is no conflict between us\.", lambda s: not _between(s)),
    (
        r"Some of my own nodes clash with each other\.",
        lambda s: any({*e} <= {*s.own} for e in s.conflicts()),
    ),
    (
        r"I have a conflict with another neighbor(?:, as far as I know)?\.",
        lambda s: any({*e} & ({*s.view.owners} - {*s.border}) for e in s.conflicts()),
    ),
    (
        r"(?:Yes, )?I have no conflicts\.",
        lambda s: not s.conflicts() and (s.is_sure() or s.to not in s.team.people),
    ),
    (rf"(?:Yes, my|My) colors fit your {COLORS}\.", lambda s, t: _is_your(s, t) and not _between(s)),
    (r"(?:Yes, my|My) colors fit your part\.", lambda s: not _between(s)),
    (rf"Yes, your {COLORS} works? for me\.", lambda s, t: _is_your(s, t) and not s.conflicts()),
    (
        rf"Yes, I can work with your (?:part|{COLORS}), but I have not done so yet\.",
        lambda s, t: _is_your(s, t or "") and s.conflicts() and s.fewest() == 0,
    ),
    (rf"No, your {COLORS} do(?:es)? not work for me\.", lambda s, t: _is_your(s, t) and s.fewest() > 0),
    (r"No, your part does not work for me\.", lambda s: s.fewest() > 0),
    (
        r"I can solve this on my side; you need not change anything\.",
        lambda s: s.conflicts() and s.fewest() == 0,
    ),
    (r"I cannot say yet\.", lambda s: any(v not in s.beliefs for v in s.border)),
    (r"I changed nothing\.", lambda s: known_colors(s) == s.colors),
    (r"I (?:also )?changed nodes that you do not see\.", _unseen_changed),
    (r"I changed (.* to .*)\.", _changed),
    (r"Done: I set a node that you do not see\.", None),
    (
        rf"Done: {STATED} now\.",
        lambda s, t: _is_my(s, t) and all(s.before.colors[v] != c for v, c in pairs(t).items()),
    ),
    (r"Yes, (\w+) is already (\w+)\.", lambda s, v, c: s.colors[v] == c == s.before.colors[v]),
    (r"I may change (.*) again\.", lambda s, t: not {*re.findall(r"\w+", t)} & {*s.forced, *s.barred}),
    (r"No, (\w+) is fixed to (\w+).*", lambda s, v, c: s.view.fixed.get(v) == c),
    (r"No, a deal keeps (\w+) (\w+), so .*", lambda s, v, c: s.before.committed.get(v) == c),
    (r"Apart from conflicts, my score is (-?\d+)\.", lambda s, n: s.view.score(s.colors) == int(n)),
    (
        r"I can score (\d+) with your colors as soon as it is my turn .*",
        lambda s, n: int(n) > s.view.score(s.colors) and _can_score(s, {}, int(n)),
    ),
    (r"What works for me: (.*)\.", _scored),
    (r"Only one setting of your nodes works for me: (.*)\.", _scored),
    (rf"Only one change would help: set {SET}{STAY}\.", partial(_beside, _works)),
    (rf"It would work if you set (.*?){STAY}\.", partial(_beside, _options)),
    (r"Reason: (.*)\.", _reason),
    (r"As far as I know, no setting of your border nodes(?: alone)? works for me\.", _no_setting),
    (r"I know no change of your border nodes that would solve this\.", lambda s: s.conflicts()),
    # Answers to questions.
    (
        rf"Yes, with {COLORS} I can color my part without a conflict\.",
        lambda s, t: s.answered(pairs(t), {**s.required, **_own_part(s, t)}) == 0,
    ),
    (
        r"Yes, with your colors as I know them I can color my part without a conflict\.",
        lambda s: s.answered({}) == 0,
    ),
    (
        rf"No, with {COLORS} I would have at least (one|\d+) conflicts?\.",
        lambda s, t, n: s.answered(pairs(t), {**s.required, **_own_part(s, t)}) >= _number(n),
    ),
    (
        r"No, with your colors as I know them I would have at least (one|\d+) conflicts?\.",
        lambda s, n: s.answered({}) >= _number(n),
    ),
    (
        rf"With {COLORS} I would have at least (one|\d+) conflicts?\.",
        lambda s, t, n: s.answered(pairs(t), {**s.required, **_own_part(s, t)}) >= _number(n),
    ),
    (
        r"With your colors as I know them I would have at least (one|\d+) conflicts?\.",
        lambda s, n: s.answered({}) >= _number(n),
    ),
    (
        rf"With {COLORS} I can color my part without a conflict\.",
        lambda s, t: s.answered(pairs(t), {**s.required, **_own_part(s, t)}) == 0,
    ),
    (
        rf"With {COLORS}, (\w+) could be (.*)\.",
        lambda s, t, v, c: all(
            s.answered(pairs(x), {**s.required, **_own_part(s, x)}) == 0
            for x in (f"{t} and {v} {one}" for one in re.split(r", | or ", c))
        ),
    ),
    (
        rf"With (?:{COLORS}|your colors as I know them) I can score (-?\d+)\.",
        lambda s, t, n: _can_score(s, pairs(t or ""), int(n)),
    ),
    (
        r"There are (\d+) settings of .+ with which I can score (-?\d+)\.",
        lambda s, k, n: int(k) == sum(_can_score(s, one, int(n)) for one in s.settings()),
    ),
    (r"(\w+) is not (\w+)\.", lambda s, v, c: s.colors.get(v) not in (None, c)),
    (
        r"No, (?:you told me that )?(\w+) cannot be (\w+)(?:, as I was told)?\.",
        lambda s, v, c: any(
            (one.kind, one.node, one.color) == ("forbidden", v, c) for one in s.constraints
        ),
    ),
    (
        r"Points for each node: (.*)\.",
        lambda s, t: pairs(t) == {c: str(s.view.points[c]) for c in s.view.domain},
    ),
    (r"The score is their sum; a conflict is worse than few points\.", None),
    (r"Yes, I am satisfied\.", lambda s: s.turn.satisfied),
    (r"No, I am not satisfied\.", lambda s: not s.turn.satisfied),
    (r"I have (\d+) conflicts?(?:: .*| that you .*)\.", lambda s, n: len(s.conflicts()) == int(n)),
    (r"(?:Yes, )?I have no conflicts that I know of\.", lambda s: not (s.conflicts() or s.is_sure())),
    (r"Our deal ends your demand for (.*)\.", lambda s, t: {*pairs(t)} <= {*s.committed}),
    (r"You asked for (.*)\.", lambda s, t: pairs(t).items() <= s.forced.items()),
    (
        r"There is a node of another neighbor whose color I do not know yet\.",
        lambda s: {*s.view.owners} - {*s.border} - {*s.beliefs},
    ),
    (rf"Any colors? of .* works? for me{STAY}(?:, except (.*))?\.", lambda s, _, t: _all_but(s, t)),
    (r"Then .* would be .*\.", None),
    (r"I do not know the colors? of (.*?)(?: yet)?\.", lambda s, t: _unknown(s, t)),
    (
        r"(\w+) could be (.*?); (?:that works|both work|all work) for me\.",
        lambda s, v, t: all(s.answered({v: c}) == 0 for c in re.split(r", | or ", t)),
    ),
    (
        r"(?:Yes, )?(\w+) could be (\w+); tell me if you want that\.",
        lambda s, v, c: c in s.could_be(v) and s.committed.get(v, c) == c,
    ),
    (r"No color that you allow for (\w+) works for me\.", lambda s, v: _none_allowed(s, v)),
    (r"No color that is allowed for (\w+) works .*", lambda s, v: not s.could_be(v)),
    (
        r"No color of (\w+) works for me\.",
        lambda s, v: _none_allowed(s, v)
        if v in s.view.owners
        else all(s.answered({}, {**s.required, v: c}) for c in s.view.domain),
    ),
    (r"No setting of .*?(?: that you allow)? works for me\.", _no_setting),
    (rf"Only one setting(?: that you allow)? works for me: {COLORS}{STAY}\.", partial(_beside, _works)),
    (
        rf"These settings work for me{STAY}: (.*)\.",
        lambda s, stay, t: all(
            _beside(_works, s, part.removesuffix(" (as now, as far as I know)"), stay)
            for part in t.partition("; and ")[0].split("; ")
        ),
    ),
    (r"(\w+) is (\w+) because you asked for it\.", lambda s, v, c: s.forced.get(v) == c),
    (r"(?:No, )?(\w+) has to stay (\w+) because of a deal\.", lambda s, v, c: s.committed.get(v) == c),
    (r"(\w+) is fixed to (\w+)(?:, so I cannot change it)?\.", lambda s, v, c: s.view.fixed.get(v) == c),
    (r"(\w+) is (\w+); (.* would .*)\.", lambda s, v, c, t: _why(s, v, c, t)),
    (r"Now (\w+) (\w+) clashes (with .*)\.", lambda s, v, c, t: _why(s, v, c, f"{c} would clash {t}")),
    (r"(\w+) can only be (\w+) now\.", lambda s, v, c: s.could_be(v) == {c}),
    (r"I could make (\w+) (.*)\.", lambda s, v, t: {*re.split(r", | or ", t)} <= s.could_be(v)),
    (
        r"I said I would make (\w+) (\w+), but it is (\w+)\.",
        lambda s, v, c, now: s.before.colors[v] == now,
    ),
    (r"(?:Yes, |No, )?(\w+) is (\w+)\.", lambda s, v, c: s.colors.get(v) == c),
    (r"(?:Yes, |No, )?[Aa]s far as I know (\w+) is (\w+)\.", lambda s, v, c: s.beliefs.get(v) == c),
    (r"None of my nodes is fixed\.", lambda s: not s.view.fixed),
    (r"None of my nodes that you see is fixed\.", lambda s: not {*s.view.fixed} & {*s.near}),
    (
        r"I have (\d+) fixed nodes? that you do not see\.",
        lambda s, n: len({*s.view.fixed} - {*s.near}) == int(n),
    ),
    (r'You may ask why, as in "why is (\w+) (\w+)\?"\.', lambda s, v, c: s.colors.get(v) == c),
    (r"Colors work for me if .*\.|Two nodes that touch are in conflict if .*\.", None),
    (r"A score is the sum of the points of the colors of all my nodes\.", None),
    (r"So far you have told me no color\.|I said (?:yes|no|neither yes nor no)\.", None),
    (r"No demand of yours binds a node of mine that .*", lambda s: {*s.near}.isdisjoint(s.forced)),
    (r"No limit of yours stands now\.", lambda s: all(c.by != s.to for c in s.constraints)),
    (r".*\?", None),
    (r"There are more ways\.|In all of them, .*\.", None),
    (r"I do not know what you ask about; please name a node and a color\.", None),
    (r"Noted: .*\.|I no longer assume that .*\.|You told me .*", None),
    (r"I do not see (?:any of the nodes that you named|your score|.*, so .*)\.", None),
    (r"I did not understand that; please say it with .*\.|I am not sure what you mean\.", None),
    (r"I did not understand your question\.|I took it because it left me with no more .*\.", None),
    (r"Sorry, I only understand English\.|I can only talk about the colors of our nodes\.", None),
    (r"Your message is too long; .*\.|I cannot tell exactly, because .* is too large\.", None),
    (r"I can only talk about nodes on our common border\.|Nothing prevents it\.", None),
    (r"Hello\.|Goodbye\.|You are welcome\.|All right\.|I can(?:'t do that|not tell you more)\.", None),
    (r"What each coloring of .* would cost me.*\.", None),
]  # fmt: skip
RULES = [(re.compile(pattern), check) for pattern, check in RULES]


def _all_but(s, text):
    left_out = [{*pairs(part).items()} for part in text.split(", or ")] if text else []
    return all((s.answered(o) > 0) == any(p <= {*o.items()} for p in left_out) for o in s.settings())


def _own_part(s, text):
    return {v: c for v, c in pairs(text).items() if v in s.own}


def _number(text):
    return 1 if text == "one" else int(text)


def _why(s, node, color, text):
    """Each other color clashes with what it is said to clash with."""
    known = {**s.beliefs, **s.colors}
    near = [v if u == node else u for u, v in s.edges if node in (u, v)]
    for part in re.split(r", | and (?=\w+ would|it cannot)", text):
        if part.startswith("it cannot be "):
            if part.removeprefix("it cannot be ") not in s.barred.get(node, ()):
                return False
            continue
        other, _, rest = part.partition(" would ")
        clashing = {v for v in near if known.get(v) == other}
        if rest in ("work", "also work"):
            good = not clashing
        elif rest.endswith("that you do not see"):
            good = bool(clashing - s.seen)
        else:
            good = {w for w in re.findall(r"\w+", rest)} - {"clash", "with", "and"} <= clashing
        if not good:
            return False
    return s.colors.get(node) == color


def _unknown(s, text):
    return not {w for w in re.findall(r"\w+", text) if w != "and"} & {*s.beliefs}


def _none_allowed(s, node):
    return all(s.answered({node: setting[node]}) for setting in s.settings())


def split(text):
    return [part for part in re.split(r"(?<=[.!?])\s+", text.strip()) if part]


def _moves(s, message):
    """Claims of typed moves: what is called impossible, feasible, needless."""
    body = Bargaining.model_validate(message["payload"])
    if message["kind"] == "rb" and message["content"] != render(body.moves):
        yield message["content"], "the text is not that of the moves"
    for move in body.moves:
        if move.move == "Reject":
            for term in move.impossible_conditions:
                is_free = s.view.fixed.get(term.node, term.color) == term.color
                bound = {**s.view.fixed, term.node: term.color}
                if is_free and s.fewest(dict.fromkeys(s.beliefs), bound) == 0:
                    yield f"{term.node} can never be {term.color}", "it can"
        elif move.move == "Withdraw" and "it is no longer needed" in move.reasons:
            if s.fewest(s.agreed) > 0:
                yield "it is no longer needed", "it is"
        elif move.move == "ConditionalOffer" and not move.conditions:
            for term in move.assignments:
                if s.colors[term.node] != term.color:
                    yield f"{term.node} is {term.color}", f"it is {s.colors[term.node]}"


def check(trace, settings):
    """Return the number of sentences, the false or unknown ones, and how often each pattern held."""
    run_id, team = settings.run_id(), settings.team()
    start = dict(
        trace.query(
            "SELECT node, color FROM coloring_assignment WHERE run_id = ? AND source = 'init'", (run_id,)
        )
    )
    seats: dict[str, list] = {name: [] for name in team.participants}
    for step, agent, text in trace.query(
        "SELECT time_step, agent, situation FROM coloring_seat WHERE run_id = ? ORDER BY time_step",
        (run_id,),
    ):
        seats[agent].append((step, text))
    turns = {}
    for step, agent, info, outcome in trace.query(
        "SELECT time_step, agent_id, info_json, outcome_json FROM trace WHERE run_id = ?", (run_id,)
    ):
        if json.loads(outcome)["success"]:
            turns[step, agent] = Turn.model_validate(json.loads(info)["arguments"])
    count, wrong, held = 0, [], {}
    for step, author, recipient, kind, content, payload in trace.query(
        "SELECT time_step, author_id, recipient, kind, content, payload_json FROM messages "
        "WHERE run_id = ? ORDER BY time_step, seq",
        (run_id,),
    ):
        if author == team.person or (step, author) not in turns:
            continue
        earlier = [text for at, text in seats[author] if at < step]
        before = (
            Situation.of(json.loads(earlier[-1]))
            if earlier
            else Situation(0, {v: start[v] for v in team.view(author).own})
        )
        s = Speaker(team, author, recipient, before, turns[step, author])
        if kind == "rb":
            message = {"kind": kind, "content": content, "payload": json.loads(payload)}
            count += 1
            wrong += [Claim(step, author, recipient, *one) for one in _moves(s, message)]
            continue
        for sentence in split(content):
            count += 1
            for pattern, holds in RULES:
                if m := pattern.fullmatch(sentence):
                    held[pattern.pattern] = held.get(pattern.pattern, 0) + 1
                    if holds is not None and not holds(s, *m.groups()):
                        wrong.append(Claim(step, author, recipient, sentence, "false"))
                    break
            else:
                wrong.append(Claim(step, author, recipient, sentence, "unknown"))
    return count, wrong, held
