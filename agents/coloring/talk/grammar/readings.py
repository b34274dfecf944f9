"""
Readings of the grammar's meanings, by the owner of the nodes and the situation.

What is said of an own node is a demand, what is said of a foreign one a report or a constraint. Pronouns
stand for the nodes named last in the same message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...situation import NodeColor, Situation
from ...view import View
from ...wording.phrases import enumerated
from ..doubts import doubted
from ..reading import Question, Reading, ReadingKind
from ..wordlist import words
from .asking import about_several, none_of_mine, whether_excluded, which_color, which_of
from .interpretation import NO_CONDITIONS, NOT_SURE, Interpretation, asked_back, unclear
from .meaning import PRESENT, Meaning
from .naming import Colored, NoAntecedent, is_pronoun
from .stated import Statements


def interpretation(
    meanings: Sequence[Meaning], view: View, situation: Situation, about: Sequence[str] = ()
) -> Interpretation | None:
    """
    Return what a person states and asks with one meaning; None if a pronoun stands for nothing.

    Parameters
    ----------
    about
        Nodes that the agent asked about last, for which "it" may stand.
    """
    reader = _Reader(view, situation, about)
    try:
        for meaning in meanings:
            if meaning.kind != "cancel" or reader.result.readings or len(meanings) == 1:
                reader.take(meaning)
    except NoAntecedent:
        return None
    if meanings[0].kind == "cancel":
        # "Undo b2 red" is not a demand.
        reader.result.readings[:] = [doubted(one) for one in reader.result.readings]
    if reader.is_guessed:
        reader.result.readings[:] = [
            Reading("doubt", one.node, None, 0.4, which_color(one.node, view))
            if one.kind == "negation" and one.node is not None
            else doubted(one, strict=True)
            for one in reader.result.readings
        ]
    return reader.result


class _Reader(Statements):
    @property
    def is_guessed(self) -> bool:
        """Whether a pronoun stands for a node that nobody named."""
        return self._naming.guessed

    def take(self, meaning: Meaning) -> None:
        """Take one statement, question or stance."""
        if meaning.kind in _STANCES:
            self._stance(meaning)
            return
        self._naming.begin()
        named = [pair.bare for pair in meaning.pairs if pair.colors is not None]
        self._bare = bool(named) and all(named)
        colored = [
            one for pair in self._naming.completed(meaning.pairs) for one in self._naming.expanded(pair)
        ]
        given = [one for pair in meaning.given for one in self._naming.expanded(pair)]
        if meaning.kind == "pairs_question_about" and not self._bare:
            # "h2 is blue. Could you make b2 red?" is a report and a request.
            raise NoAntecedent
        if meaning.kind == "pairs_question" and not self._bare:
            self.result.readings += self._readings(replace(meaning, kind="report"), colored, ())
            self.result.questions.append(Question("Q3"))
        elif meaning.kind in _QUESTIONS:
            self._question(meaning, given + colored)
        elif meaning.kind == "offer" and _is_either(meaning):
            self.result.readings.append(unclear(NOT_SURE))
        elif meaning.kind == "offer":
            self._offer(given + colored)
        else:
            self.result.readings += self._readings(meaning, colored, given)

    # ------------------------------------------------------------------------------------- statements

    def _readings(
        self, meaning: Meaning, colored: Sequence[Colored], given: Sequence[Colored]
    ) -> Iterator[Reading]:
        kind = meaning.kind
        nodes = [node for node, _ in colored if node]
        if kind in _ABOUT_ALL and _is_either(meaning):
            yield which_of(nodes)
            return
        match kind:
            case "report" | "order" | "should" | "request" | "begged" | "either":
                either = [
                    pair.colors is not None and pair.colors.joint == "or" for pair in meaning.pairs
                ]
                # "b1 red, b2 green or blue": only the second leaves a choice.
                alternatives = any(either) and len(colored) == len(either)
                for node, colors in colored:
                    wanted = node in self._view.own and (kind != "report" or self._bare)
                    if alternatives and wanted and len(colors) > 1:
                        yield from self._one_of(node, colors)
                        continue
                    yield from self._stated(
                        node, colors[-1:] if _has_second(meaning) else colors, _act(kind)
                    )
            case "order_second":
                for node, colors in colored[-1:]:
                    yield from self._stated(node, colors[-1:], "order")
            case "report_first" | "order_first" | "request_first":
                for node, colors in colored:
                    yield from self._stated(node, colors[:1], _act(kind))
            case "swap":
                yield from self._swap(nodes)
            case "foreignorder":
                if any(pair.nodes is not None and is_pronoun(pair.nodes) for pair in meaning.pairs):
                    # "Make it blue" is said of a node of the agent.
                    raise NoAntecedent
                for node, colors in colored:
                    yield from self._stated(node, colors[-1:], "order")
            case "swapreport":
                yield from self._swap_reported(nodes)
            case "likeother":
                yield from self._like(nodes, [color for _, colors in colored for color in colors])
            case "loosekeep":
                yield Reading("retract", nodes[0], None, 0.8)
                for node in nodes[1:]:
                    yield from self._keep(node)
            case "keepall":
                for node in self._view.border_to(self._view.person or ""):
                    yield from self._keep(node)
            case "keeprest":
                stated = {one.node for one in self.result.readings}
                for node in self._view.border_to(self._view.person or ""):
                    yield from self._keep(node) if node not in stated else ()
            case "instead":
                replaced = [node for node, _ in given]
                sides = {node in self._view.own for node in (*replaced, *nodes)}
                before = {one.node for one in self.result.readings}
                if len(sides) != 1 or len(replaced) > 1 or "" in replaced or before & {*nodes}:
                    # "H2 red. H5 blue. No wait, h2 green" corrects the first.
                    yield unclear(NOT_SURE)
                else:
                    yield from self._readings(replace(meaning, kind=meaning.group[0]), colored, ())
            case "content":
                for node in nodes:
                    yield from self._content(node)
            case "keep":
                for node in nodes:
                    yield from self._keep(node)
            case "must":
                for node, colors in colored:
                    yield from self._must(node, tuple(dict.fromkeys(colors)))
            case "cannot" | "avoid" | "avoidask" | "isnot":
                for node, colors in colored:
                    yield from self._excluded(
                        node, colors, constraint=kind == "cannot", observed=kind == "isnot"
                    )
            case "avoidnow":
                for node in nodes:
                    yield from self._changed(node)
            case "avoidlike":
                yield from self._unlike(nodes)
            case "orderlike":
                yield from self._matched(nodes)
            case "only":
                for node, colors in colored:
                    if len(colors) < 2:
                        raise NoAntecedent
                    yield from self._one_of(node, colors)
            case "offerkeep":
                known = self._situation.beliefs
                kept = {node: (known[node],) for node in nodes if node in known}
                self._offer([(node, kept.get(node, colors)) for node, colors in colored])
            case "avoidall":
                for node in self._view.border_to(self._view.person or ""):
                    yield from self._excluded(node, colored[0][1])
            case "keepbut":
                for node in self._view.border_to(self._view.person or ""):
                    if node not in nodes:
                        yield from self._keep(node)
                for node in nodes:
                    yield from self._changed(node)
            case "allkept":
                for node in self._naming.theirs:
                    color = self._situation.beliefs.get(node)
                    yield from [] if color is None else [Reading("report", node, color, 0.85)]
            case "planned":
                for node, colors in colored:
                    if node in self._view.own:
                        raise NoAntecedent
                    yield from self._each("preference", [(node, colors[-1:])])
            case "wish" if _turns_to_own([node in self._view.own for node in nodes]):
                # "h2 red, h5 blue, b2 green is fine" may report what comes before b2.
                yield unclear(NOT_SURE)
            case "wish":
                yield from self._each("preference", colored)
            case "wish_first" | "wish_second":
                chosen = slice(0, 1) if kind == "wish_first" else slice(-1, None)
                yield from self._each("preference", [(node, c[chosen]) for node, c in colored])
            case "denied":
                yield from (
                    Reading("doubt", node, None, 0.4, which_color(node, self._view)) for node in nodes
                )
            case "problem" | "fine":
                yield from (
                    whether_excluded(node, colors, self._view, these=kind == "problem")
                    for node, colors in colored
                )
            case "noneown":
                yield none_of_mine([c for _, colors in colored for c in colors], self._view)
            case "possible":
                for node, colors in colored:
                    for color in colors:
                        forbidden = self._forbidden(node, color)
                        yield from self._each(
                            "retract" if forbidden else "preference", [(node, (color,))]
                        )
            case "lift":
                yield from self._each("retract", colored)
            case "free":
                yield from (Reading("release", node, None, 0.85) for node in nodes)
            case "loosen":
                yield from (Reading("retract", node, None, 0.8) for node in nodes)
            case "complain" | "complain_why":
                yield from self._each("complaint", colored)
                if kind == "complain_why":
                    self.result.questions.append(Question("why"))
            case "hearsay":
                for node, colors in colored:
                    yield from self._hearsay(node, colors)
            case "suppose":
                # "If h2 was blue you could use red" names no node for the second color.
                supposed = [(node, colors[:1]) for node, colors in (*given, *colored) if node]
                yield from self._each("hypothetical", supposed)
            case "condition":
                yield unclear(NO_CONDITIONS)
            case "allbut":
                yield from self._all_but(nodes, [color for _, colors in colored for color in colors])
            case "allreport":
                for node in self._naming.theirs:
                    yield from self._stated(node, colored[0][1], "report")
            case "allorder":
                for node in self._view.own:
                    yield from self._stated(node, colored[0][1], "order")
            case "notboth" | "oneof" | "notsame" | "same" if len(set(nodes)) < 2:
                raise NoAntecedent
            case "same" if (
                len(set(nodes)) == 2 and len(meaning.pairs) == 2 and nodes[0] in self._view.own
            ):
                yield from self._matched(nodes)
            case "notsame" if {node in self._view.own for node in nodes} == {True, False}:
                yield from self._unlike(nodes)
            case "notboth" | "oneof" | "notsame" | "same" | "ordered":
                yield asked_back(
                    about_several(kind, nodes, [c for _, colors in colored for c in colors])
                )
            case "withdrawn":
                yield asked_back("You take that back, is that right?")
            case "past" | "third":
                return
            case _:
                yield unclear(NOT_SURE)

    # -------------------------------------------------------------------------------- offers, questions

    def _offer(self, colored: Sequence[Colored]) -> None:
        """Sort the pairs of an offer into its two sides."""
        for node, colors in colored:
            if len(colors) != 1 or not node or self._unknown(node, colors[0]):
                self.result.readings.append(unclear(NOT_SURE))
                return
            pair = NodeColor(node, colors[0])
            mine = node in self._view.own
            (self.result.conditions if mine else self.result.assignments).append(pair)
            self.result.readings.append(Reading("hypothetical", node, colors[0], 0.8))

    def _question(self, meaning: Meaning, colored: Sequence[Colored]) -> None:
        kind = meaning.kind
        if kind == "report_question":
            kind = "q3" if self._bare else "q4"
        if kind == "compare":
            self._compared(colored)
            return
        if kind == "q3":
            colored = [(node, self._present(node, colors)) for node, colors in colored]
        if kind == "q3" and meaning.given:
            # "If h4 was red, could you change a4?": the condition is what is supposed.
            colored = [one for one in colored if one[1]] or colored
        kind = _QUESTIONS.get(kind, kind)
        refused = [r for node, colors in colored for color in colors for r in self._unknown(node, color)]
        nodes = [node for node, _ in colored if node]
        if refused:
            self.result.readings += refused
        elif any(not node for node, _ in colored):
            colors = [color for _, colors in colored for color in colors]
            self.result.readings.append(unclear(f"Which node do you mean with {colors[0]}?"))
        elif not nodes and any(pair.nodes is not None for pair in (*meaning.pairs, *meaning.given)):
            return
        elif kind in ("Q1", "Q4"):
            self.result.questions += [
                Question(kind, node, color=colors[0] if kind == "Q4" and len(colors) == 1 else None)  # type: ignore[arg-type]
                for node, colors in colored
                if kind == "Q4" or not colors or len(colored) == 1
            ]
            if kind == "Q1" and any(not colors for _, colors in colored):
                # "Which colors of h1 go with h4 red?"
                given = tuple(NodeColor(node, colors[0]) for node, colors in colored if colors)
                self.result.questions += [Question("Q3", None, given)] if given else []
                if any(len(colors) > 1 for _, colors in colored):
                    self.result.readings.append(unclear(NOT_SURE))
        elif kind == "Q3" and _is_either(meaning):
            self.result.readings.append(which_of(nodes))
        elif kind == "Q3" and any(len(colors) > 1 for _, colors in colored):
            self.result.questions += [
                Question("Q1", node) for node, colors in colored if len(colors) > 1
            ]
        elif kind in ("Q3", "why"):
            supposed = tuple(NodeColor(node, colors[0]) for node, colors in colored if colors)
            twice = len({pair.node for pair in supposed}) < len(set(supposed))
            if twice or (kind == "Q3" and len(supposed) < len(colored)):
                self.result.readings.append(unclear(NOT_SURE))
                return
            node = nodes[0] if nodes and not supposed else None
            self.result.questions.append(Question(kind, node, tuple(dict.fromkeys(supposed))))  # type: ignore[arg-type]
        else:
            self.result.questions.append(Question(kind))  # type: ignore[arg-type]

    def _present(self, node: str, colors: tuple[str, ...]) -> tuple[str, ...]:
        """Return colors with that of a foreign node which keeps its color in a supposition."""
        if PRESENT not in colors:
            return colors
        color = self._situation.beliefs.get(node)
        return () if color is None else (color,)

    def _compared(self, colored: Sequence[Colored]) -> None:
        """Ask about each of several colorings on its own."""
        for node, colors in colored:
            for color in colors:
                if not node or self._unknown(node, color):
                    self.result.readings[:] = [unclear(NOT_SURE)]
                    return
                self.result.questions.append(Question("Q3", None, (NodeColor(node, color),)))

    def _taken_back(self) -> Reading:
        """Read "forget that" as said of the only demand or constraint that stands, or of an offer."""
        situation = self._situation
        stated = dict.fromkeys(one.node for one in situation.constraints)
        standing = [*situation.forced, *(node for node in stated if node not in situation.forced)]
        if situation.offers or not standing:
            return Reading("refuse")
        if len(standing) == 1:
            return Reading("release" if situation.forced else "retract", standing[0], None, 0.8)
        return unclear(
            f"Do you take back what you said about {enumerated(standing, 'or')}? Please name it."
        )

    def _stance(self, meaning: Meaning) -> None:
        stance = _STANCES[meaning.kind]
        if meaning.kind == "cancel":
            if self.result.readings:
                self.result.readings[:] = [unclear(NOT_SURE)]
            else:
                self.result.readings.append(self._taken_back())
        elif stance is not None:
            self.result.readings.append(Reading(stance))


_STANCES: dict[str, ReadingKind | None] = {
    "agree": "agree",
    "refuse": "refuse",
    "satisfied": "satisfied",
    "unsatisfied": "unsatisfied",
    "cancel": "refuse",
    "smalltalk": "off_topic",
    "help": "help",
    "meaning": None,
    "courtesy": None,
}
#: Kinds of statements that hold of each node that is named, and of one of those that "or" joins.
_ABOUT_ALL = words("report order should request must either keep planned wish suppose")
_QUESTIONS = {
    "compare": "Q3", "q1": "Q1", "q2": "Q2", "q3": "Q3", "q4": "Q4", "q5": "Q5", "why": "why",
    "rules": "constraints", "sees": "sees",
    "report_question": "Q3", "pairs_question": "Q3", "pairs_question_about": "Q3",
    "ordered_question": "Q3", "possible_question": "Q3", "isnot_question": "Q4",
}  # fmt: skip


def _act(kind: str) -> str:
    return "order" if kind.startswith(("order", "should", "request", "begged")) else "report"


def _is_either(meaning: Meaning) -> bool:
    """Return whether "or" joins nodes."""
    named = (*meaning.pairs, *meaning.given)
    return any(pair.nodes is not None and pair.nodes.joint == "or" for pair in named)


def _turns_to_own(sides: Sequence[bool]) -> bool:
    """Return whether a list goes from nodes of the person to those of the agent."""
    return bool(sides) and sides[-1] and not all(sides)


def _has_second(meaning: Meaning) -> bool:
    return any(pair.second is not None for pair in meaning.pairs)
