"""
Understand what a person writes: a pure function of the message, the view and the situation.

A clause has a mood (``moods``), pairs of nodes and colors (``pairs``), or only nodes; the mood and the
owner of a node make the reading: an order for an own node is a demand, a fact about a foreign one a
report, a prohibition on a foreign one a constraint. Unknown words make nothing; a slip of the pen in a
color, a choice where one color is needed, and "it can't change" about a color that was never told are
doubts, to be asked about. The last thing said of a node holds.

A question asked politely ("could you set b2 to red?") is a request. A person's "b2 is red" is one too
if b2 has another color, and a remark if it has not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..situation import NodeColor, Situation
from ..view import View
from ..wording.untrusted import clean
from .asked import question_of
from .clauses import Clause, Sentence, sentences_of
from .moods import ALLOWS, Mood, asks, asks_meaning, is_plain, mood_of, only
from .pairs import Pair, pairs_of
from .reading import Question, Reading, ReadingKind, Understanding
from .stance import stance_of
from .tokens import Token, tokens_of, without_records

_PRONOUN = re.compile(
    r"\b(?:it|that|this|them|both|one|they|those)\b|^(?:(?:and|please|now|then|so|just) )*(?:must"
    r"|has|have|is|are|can|should|will|make|set|change|switch|turn|color|keep|stays?|needs?|COL)\b"
)
_SAME = re.compile(
    r"^(?:so (?:is|are|does) (?:my |the |node )*(?:OWN|FOR)|(?:my |the |node )*(?:OWN|FOR) (?:too"
    r"|as well|also)|(?:the )?same (?:for|with|on) (?:my |the |node )*(?:OWN|FOR))\b"
)
_SWAP = re.compile(
    r"OWN (?:and|with) OWN.*\b(?:swap|exchange)\b|\b(?:swap|exchange|switch)\b(?!.*COL).*OWN (?:and"
    r"|with) OWN"
)

_LISTS = re.compile(r"^(?:my |your |node )*(?:OWN|FOR) ?(?:=|:|->|in|to|being)? ?COL(?! (?:is|are|has))")
_YOURS = re.compile(
    r"\byour (?:node )?OWN (?:is|are|has|have)\b|\byou (?:have|are using|are at|use)\b(?! to\b).*OWN"
)
_SEEN = re.compile(
    r"^(?:(?:please|and|but|also|now) )*(?:(?:do not|never) forget|remember|note|keep in mind"
    r"|be aware|you know"
    r"|as you know)(?: that)? (?=.*FOR)|"
    r"\bi (?:can )?(?:see|know|notice|noticed|saw|understand|realize|observe"
    r"|heard)(?: that)? (?=.*(?:OWN|FOR))"
)
#: Conjunctions over which a mood is kept.
_GOES_ON = (",", "and", "&", "+", "or", "also", "plus")

_CONFIDENCE: dict[Mood, float] = {
    "order": 0.95,
    "state": 0.85,
    "done": 0.9,
    "require": 0.85,
    "should": 0.75,
    "forbid": 0.85,
}


def understand(text: str, view: View, situation: Situation) -> Understanding:
    """Read one message; nothing is changed."""
    cleaned = clean(text)
    reader = _Reader(view, situation)
    for sentence in sentences_of(tokens_of(without_records(cleaned.text), view), view):
        reader.sentence(sentence)
    return Understanding(
        text=cleaned.text,
        readings=_settled(reader.readings),
        questions=tuple(dict.fromkeys(reader.questions)),
        conditions=tuple(dict.fromkeys(reader.conditions)),
        assignments=tuple(dict.fromkeys(reader.assignments)),
        cut=cleaned.cut,
    )


class _Reader:
    """Reads sentence by sentence, and remembers what "it" is."""

    def __init__(self, view: View, situation: Situation) -> None:
        self.view, self.situation = view, situation
        self.readings: list[Reading] = []
        self.questions: list[Question] = []
        self.conditions: list[NodeColor] = []
        self.assignments: list[NodeColor] = []
        self._it: tuple[Token, ...] = ()
        self._last: tuple[Mood, list[Token]] | None = None

    def sentence(self, sentence: Sentence) -> None:
        """Read one."""
        clauses = sentence.clauses
        moods = self._moods(sentence)
        supposing = "suppose" in moods
        conditional = any(
            mood == "suppose" and clause.has_colors for clause, mood in zip(clauses, moods, strict=True)
        )
        asking = sentence.asks or "ask" in moods or any(asks(clause.shape) for clause in clauses)
        supposed: list[NodeColor] = []
        asked: list[tuple[Clause, list[NodeColor]]] = []
        before = len(self.readings)
        for clause, mood in zip(clauses, moods, strict=True):
            pairs, quoted = self._pairs(clause, mood)
            stance = stance_of(clause.shape, alone=len(clauses) == 1) if not pairs else None
            if stance is not None and mood not in ("ask", "suppose"):
                self.readings.append(Reading(stance))
            elif quoted or mood == "complaint":
                self._complain(clause, pairs, asking)
            elif supposing and (mood != "order" or conditional or asks(clause.shape)) and pairs:
                supposed.extend(self._sides(clause, mood, pairs))
            elif mood == "prefer" and asking and "ask" in moods and pairs:
                supposed.extend(self._flat(pairs))
            elif mood == "ask" and asked and pairs and not asks(clause.shape):
                first, more = asked[-1]
                asked[-1] = (
                    Clause((*first.tokens, *clause.tokens), first.joint),
                    [*more, *self._flat(pairs)],
                )
            elif mood == "ask":
                asked.append((clause, self._flat(pairs)))
            elif mood == "suppose":
                continue
            else:
                self._say(clause, mood, pairs)
            named = tuple(token for token in clause.tokens if token.is_node and not token.quoted)
            self._it = named or self._it
        if any(clause.joint == "or" and clause.has_nodes and clause.has_colors for clause in clauses):
            self._alternatives(before)
        self._ask(sentence, asked, supposed, asking)

    def _alternatives(self, before: int) -> None:
        """Ask which is meant of what is said with "or" between: neither is a fact."""
        for i, reading in enumerate(self.readings[before:], before):
            if reading.kind in ("demand", "report") and reading.node is not None:
                question = f"Do you want {reading.node} to be {reading.color}?"
                if reading.kind == "report":
                    question = f"Is {reading.node} {reading.color} now?"
                self.readings[i] = Reading("doubt", reading.node, reading.color, 0.4, question)

    def _moods(self, sentence: Sentence) -> list[Mood | None]:
        """Find each clause's own, or else the one before it."""
        moods: list[Mood | None] = []
        asks_itself = any(
            mood_of(c.shape, has_color=c.has_colors) in ("ask", "suppose") for c in sentence.clauses
        )
        for i, clause in enumerate(sentence.clauses):
            last = sentence.asks and i == len(sentence.clauses) - 1 and not asks_itself
            shape = _SEEN.sub("", clause.shape)
            mood = mood_of(shape, has_color=clause.has_colors, last_asks=last)
            bare = mood in (None, "state") and not re.search(
                r"\b(?:is|are|has|have)\b|=|:|->", clause.shape
            )
            if (
                moods
                and moods[-1] == "ask"
                and mood in (None, "state")
                and clause.joint in _GOES_ON
                and _LISTS.match(clause.shape)
            ):
                mood = "ask"
            elif _SAME.match(clause.shape) and moods:
                mood = moods[-1]
            elif (
                moods
                and moods[-1] == "complaint"
                and mood in (None, "state")
                and clause.joint in _GOES_ON
            ):
                mood = "complaint"
            elif (
                bare and moods and clause.joint in _GOES_ON and moods[-1] not in ("loosen", "keep", None)
            ):
                mood = moods[-1] if moods[-1] != "done" or clause.has_colors else mood
            moods.append(mood)
        if sentence.asks and len(moods) > 1:
            _look_back(sentence.clauses, moods)
        return moods

    def _pairs(self, clause: Clause, mood: Mood | None) -> tuple[list[Pair], bool]:
        shape = clause.shape
        if self._last is not None and _SAME.match(shape):
            nodes = [token for token in clause.tokens if token.is_node]
            return [Pair(nodes, list(self._last[1]))], False
        antecedent = self._it if not clause.has_nodes and _PRONOUN.search(shape) else ()
        pairs = pairs_of(clause.tokens, antecedent)
        quoted = bool(pairs) and all(token.quoted for pair in pairs for token in pair.colors)
        if pairs and not quoted and mood is not None:
            self._last = (mood, pairs[-1].colors)
        return pairs, quoted

    # ---------------------------------------------------------------------------------------- questions

    def _ask(
        self,
        sentence: Sentence,
        asked: Sequence[tuple[Clause, list[NodeColor]]],
        supposed: list[NodeColor],
        asking: bool,
    ) -> None:
        if not asked and not (asking and supposed):
            for pair in supposed:
                self.readings.append(Reading("hypothetical", pair.node, pair.color, 0.8))
            return
        if supposed:
            pairs = [*supposed, *(pair for _, more in asked for pair in more)]
            why = any(re.search(r"\bwhy\b", clause.shape) for clause, _ in asked)
            self.questions.append(Question("why" if why else "Q3", supposed=tuple(dict.fromkeys(pairs))))
            return
        for clause, pairs in asked:
            nodes = [token.text for token in clause.tokens if token.is_node and not token.quoted]
            question = question_of(clause.shape, nodes, pairs)
            if question is not None:
                self.questions.append(question)

    def _sides(self, clause: Clause, mood: Mood | None, pairs: list[Pair]) -> list[NodeColor]:
        """Pairs of a conditional sentence, sorted into its two sides if it is an offer."""
        flat = self._flat(pairs)
        shape = clause.shape
        if re.search(r"\bif (?:you|OWN)\b", shape):
            cut = shape.index("if ")
            before = len(shape[:cut].split())
            for pair in flat:
                at = next((i for i, token in enumerate(clause.tokens) if token.text == pair.node), 0)
                mine = pair.node in self.view.own
                if mine and at >= before:
                    self.conditions.append(pair)
                elif not mine and at < before:
                    self.assignments.append(pair)
        elif re.search(r"\bi (?:will|can|could|would|am going to)\b", shape):
            self.assignments.extend(pair for pair in flat if pair.node not in self.view.own)
        return flat

    @staticmethod
    def _flat(pairs: Sequence[Pair]) -> list[NodeColor]:
        return [
            NodeColor(node.text, color.text)
            for pair in pairs
            for node, color in _matched(pair)
            if color.kind == "color"
        ]

    # ----------------------------------------------------------------------------------------- readings

    def _complain(self, clause: Clause, pairs: Sequence[Pair], asking: bool) -> None:
        for pair in self._flat(pairs):
            self.readings.append(Reading("complaint", pair.node, pair.color, 0.9))
        if re.search(r"\bwhy\b", clause.shape) and not asks_meaning(clause.shape):
            self.questions.append(Question("why", node=None if pairs else _first_node(clause)))

    def _say(self, clause: Clause, mood: Mood | None, pairs: Sequence[Pair]) -> None:
        """Take a clause as said by the person itself."""
        shape = _SEEN.sub("", clause.shape)
        if _SWAP.search(shape):
            self._swap([token.text for token in clause.tokens if token.kind == "own"])
            return
        if not pairs:
            self._without_color(clause, mood)
            return
        for pair in pairs:
            if (mood in ("forbid",) and only(shape)) or (
                mood == "require" and len(pair.colors) > 1 and pair.nodes[0].kind == "foreign"
            ):
                self._narrow(pair)
            elif mood == "loosen":
                self._loosen(pair.nodes, pair.colors)
            elif _is_choice(pair, mood, shape):
                for node in pair.nodes:
                    self._doubt(node.text, f"Which color do you mean for {node.text}?")
            else:
                for node, color in _matched(pair):
                    self._one(node, color, mood, shape, plain=pair.plain)

    def _one(self, node: Token, color: Token, mood: Mood | None, shape: str, *, plain: bool) -> None:
        own = node.kind == "own"
        if color.kind == "typo":
            self._doubt(node.text, f"Do you mean {color.text} for {node.text}?", color.text)
            return
        kind = _kind(mood, own)
        if mood == "state" and re.search(
            r"\b(?:was|were|had|used to)\b(?! (?:just |now )?(?:changed|set|turned))", shape
        ):
            kind = None
        if (
            not own
            and mood in ("plan", "prefer", "state", "done", None)
            and ALLOWS.search(shape)
            and self._forbidden(node.text, color.text)
        ):
            kind = "retract"
        if kind is None or (not plain and kind in ("demand", "report", "required")):
            return
        if (
            kind == "demand"
            and mood == "state"
            and re.search(r"\b(?:is|are)\b", shape)
            and self.situation.colors.get(node.text) == color.text
        ):
            return
        refusal = self._refusal(node, color, kind)
        if refusal is not None:
            self.readings.append(Reading("refused", node.text, color.text, 0.9, refusal))
            return
        if kind == "demand" and mood in ("state", "order", "done") and _YOURS.search(shape):
            return
        if mood in ("state", "done", None) and kind in ("demand", "report") and not is_plain(shape):
            self._doubt(
                node.text,
                f"Do you want {node.text} to be {color.text}?"
                if own
                else f"Is {node.text} {color.text} now?",
                color.text,
            )
            return
        confidence = _CONFIDENCE.get(mood, 0.8) if mood is not None else 0.7
        if own and mood == "state":
            confidence = 0.7
        self.readings.append(Reading(kind, node.text, color.text, confidence))

    def _refusal(self, node: Token, color: Token, kind: ReadingKind) -> str | None:
        if color.kind == "no_color":
            known = ", ".join(self.view.domain)
            return f"{color.text} is none of the colors here, which are {known}."
        if kind != "demand":
            return None
        if node.kind == "foreign":
            return f"{node.text} is not mine, so I can't change it."
        fixed = self.view.fixed.get(node.text)
        if fixed is not None and fixed != color.text:
            return f"{node.text} is fixed {fixed}, so I can't change it."
        return None

    def _without_color(self, clause: Clause, mood: Mood | None) -> None:
        nodes = [token for token in clause.tokens if token.is_node and not token.quoted]
        for node in nodes:
            if mood == "loosen":
                self._loosen([node], [])
            elif node.kind == "foreign" and mood in ("forbid", "require"):
                self._immutable(node.text, [token.text for token in clause.tokens if token.is_color])
            elif (
                node.kind == "own"
                and mood in ("keep", "require")
                and not re.search(r"\bneed\b", clause.shape)
            ):
                self._keep(node.text)
            elif node.kind == "own" and mood == "order":
                self._doubt(node.text, f"Which color do you want for {node.text}?")

    def _keep(self, node: str) -> None:
        color = self.situation.colors.get(node)
        if color is not None:
            self.readings.append(Reading("demand", node, color, 0.75))

    def _immutable(self, node: str, named: Sequence[str]) -> None:
        color = named[0] if named else self.situation.beliefs.get(node) or self._just_told(node)
        if color is None:
            self._doubt(node, f"Which color does {node} have?")
        else:
            self.readings.append(Reading("required", node, color, 0.8))

    def _just_told(self, node: str) -> str | None:
        told = [r.color for r in self.readings if r.kind == "report" and r.node == node]
        return told[-1] if told else None

    def _narrow(self, pair: Pair) -> None:
        """Take a choice of what is left: one color is required, of several the others are forbidden."""
        left = [color.text for color in pair.colors if color.kind == "color"]
        for node in pair.nodes:
            if node.kind == "own":
                kind: ReadingKind = "demand" if len(left) == 1 else "doubt"
                if kind == "demand":
                    self._one(node, pair.colors[0], "should", "", plain=True)
                else:
                    self._doubt(node.text, f"Which color do you mean for {node.text}?")
            elif len(left) == 1:
                self.readings.append(Reading("required", node.text, left[0], 0.85))
            else:
                for color in self.view.domain:
                    if left and color not in left:
                        self.readings.append(Reading("forbidden", node.text, color, 0.8))

    def _loosen(self, nodes: Sequence[Token], colors: Sequence[Token]) -> None:
        for node in nodes:
            if node.kind == "own":
                self.readings.append(Reading("release", node.text, None, 0.85))
            elif colors:
                for color in colors:
                    self.readings.append(Reading("retract", node.text, color.text, 0.8))
            else:
                self.readings.append(Reading("retract", node.text, None, 0.8))

    def _swap(self, nodes: Sequence[str]) -> None:
        a, b = nodes[:2]
        colors = self.situation.colors
        for node, other in ((a, b), (b, a)):
            if other in colors:
                self._one(Token("own", node), Token("color", colors[other]), "order", "", plain=True)

    def _doubt(self, node: str, question: str, color: str | None = None) -> None:
        self.readings.append(Reading("doubt", node, color, 0.4, question))

    def _forbidden(self, node: str, color: str) -> bool:
        return any(
            c.node == node and c.color == color and c.kind == "forbidden"
            for c in self.situation.constraints
        )


_OWN: dict[Mood, ReadingKind] = {
    **dict.fromkeys(("order", "keep", "require", "should", "state"), "demand"),
    **dict.fromkeys(("forbid", "negate"), "negation"),
    **dict.fromkeys(("prefer", "plan"), "preference"),
}
_FOREIGN: dict[Mood, ReadingKind] = {
    "order": "demand",
    "require": "required",
    "forbid": "forbidden",
    "negate": "negation",
    **dict.fromkeys(("state", "done"), "report"),
    **dict.fromkeys(("keep", "should", "prefer", "plan"), "preference"),
}


def _kind(mood: Mood | None, own: bool) -> ReadingKind | None:
    return None if mood is None else (_OWN if own else _FOREIGN).get(mood)


def _matched(pair: Pair) -> list[tuple[Token, Token]]:
    """One color for all nodes, one each where there are as many, else each with each."""
    if len(pair.colors) == len(pair.nodes) > 1:
        return list(zip(pair.nodes, pair.colors, strict=True))
    return [(node, color) for node in pair.nodes for color in pair.colors]


def _is_choice(pair: Pair, mood: Mood | None, shape: str) -> bool:
    """Whether there are more colors than one where only one can be."""
    if mood in ("forbid", "negate", "prefer", "plan", "loosen"):
        return False
    if pair.either:
        return True
    return len(pair.colors) > 1 and not (len(pair.colors) == len(pair.nodes) and "respectively" in shape)


_TAG = re.compile(r"^(?:right|correct|yes|true|is it not|is not it|ok|no|huh|agreed)$")
_THAT = re.compile(r"\b(?:that|this|it)\b")


def _look_back(clauses: Sequence[Clause], moods: list[Mood | None]) -> None:
    """Let a question at the end reach back: "h2 is red, right?", "h2 blue, would that be ok?"."""
    last = clauses[-1].shape
    if _TAG.match(last) and (moods[-2] == "state" or (moods[-2] == "done" and last != "ok")):
        moods[-2] = "ask"
        moods[-1] = None
    elif moods[-1] == "ask" and _THAT.search(last):
        for i, clause in enumerate(clauses[:-1]):
            if moods[i] == "state" and re.fullmatch(
                r"(?:(?:my|your|node) )*(?:OWN|FOR) (?:in )?COL", clause.shape
            ):
                moods[i] = "suppose"


def _first_node(clause: Clause) -> str | None:
    return next((token.text for token in clause.tokens if token.is_node), None)


def _settled(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Let the last word on a node hold, and say nothing twice."""
    kept: list[Reading] = []
    for reading in readings:
        if reading.kind in ("demand", "release", "refused"):
            kept = [r for r in kept if not (r.node == reading.node and r.kind in ("demand", "release"))]
        if reading.kind in ("demand", "report"):
            over = (reading.kind, "negation", "doubt")
            kept = [r for r in kept if not (r.node == reading.node and r.kind in over)]
            kept = [
                r
                for r in kept
                if (r.kind, r.node, r.color) != ("preference", reading.node, reading.color)
            ]
        if all(replace(r, confidence=0.0) != replace(reading, confidence=0.0) for r in kept):
            kept.append(reading)
    return tuple(kept)
