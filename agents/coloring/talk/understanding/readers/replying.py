"""
Answers that leave out the node: what the agent spoke of gives the subject.

After "I could make a2 green", "I'd rather you left it red", "not blue", "and blue?" and "which ones are
possible?" are about a2; after "Is h1 still blue?", "no, it's red now" is about h1. A message is divided
into short parts, each with at most one color or choice of colors. Every part has to be known, so that no
word that could turn the sense around is passed over. "Mine" and "yours" choose between a node of the
person and one of the agent; where neither is said of several nodes, the answer is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ....situation import NodeColor, Situation
from ....view import View
from ...doubts import doubted
from ...grammar import NOT_SURE, Interpretation, gist_of
from ...reading import Question, Reading, ReadingKind
from ...tokens import Token
from ...wordlist import words
from ..message import Message, Result
from .listed import named_in
from .replying_words import PATTERNS, lead_of

#: An answer with more words is read by the other rules.
_MOST = 24
_ENDS = words(", . ; ! ? ( ) - ... \n but so because since therefore")
_ANY = words("any anything all everything every whatever nothing something none")
_LISTED = words("and or / , nor")
#: Words that make one statement depend on another.
_DEPENDS = re.compile(r"\b(?:if|unless|provided|as long as|when|until|once|otherwise|except for|deal)\b")
#: Conditions that only are polite, and questions that begin like one.
_POLITE = re.compile(
    r"\b(?:only )?if (?:it|that|this) is (?:not |no )(?:a |any |too much )*"
    r"(?:trouble|problem|bother|work)\b"
    r"|\bif (?:you (?:can|like|want|must|please|prefer|do not mind|(?:have|need)(?: (?:to|it|that"
    r"|me to))?)|possible|needed|necessary"
    r"|(?:it|that) (?:helps|works)(?: you)?)\b"
)
_SUPPOSED = re.compile(
    r"^(?:(?:and|but|so|ok|what|or|then) )*(?:what )?if (?:it|that|this|mine|yours|i|you) "
    r"(?:is|was|were|had|took|made it|set it to|went|goes|changed it to|would be)(?: in| to)? C(?: \?)?$"
)
_CORRECTS = re.compile(r"(?:sorry|oops|actually|um|uh|er|wait|rather|i mean|i meant|my bad|well)\b")
_MINE = re.compile(
    r"\b(?:mine|my (?:one|node|side)"
    r"|i (?:will|am|have|can|keep|made|set|changed|could|should)"
    r"(?! (?:live with|accept|tolerate|survive|no|fine|ok|happy)\b))\b"
)
_DONE = re.compile(
    r"\bi (?:have|am|took|changed|set|made|put|turned|switched|went|use|keep|kept|picked|chose)\b"
)
#: What the agent did with a node, which can be taken back.
_MOVED = re.compile(r"\b(\w+\d+) from (\w+) to \w+")
_YOURS = re.compile(r"\b(?:yours|your (?:one|node|turn|side))\b")
_YOU = re.compile(r"\byou(?! (?:know|see))\b")
#: A question of the agent whether it may do what it names.
_ASKS_LEAVE = re.compile(
    r"\b(?:can|could|may|shall|should) (?:i|we) \w+[^?]*\?|\b(?:is|would)"
    r" (?:it|that) (?:be )?(?:ok|fine|good|"
    r"possible)\b[^?]*\?|\bok if i\b|\bdo you mind\b",
    re.IGNORECASE,
)
#: A question which colors are good enough, whose answer excludes none.
_ASKS_LIKED = re.compile(
    r"\b(?:which|what)\b[^?]*\b(?:accept|acceptable|fine|ok|okay|live with|like|tolerate"
    r"|all right)\b[^?]*\?",
    re.IGNORECASE,
)
_ASKS_TO_KEEP = re.compile(r"\b(?:stay|keep|remain|leave)\b[^.!?]*\?", re.IGNORECASE)
#: Kinds of sentences without names that may stand beside an answer.
_BESIDE = words("agree refuse courtesy smalltalk satisfied")
_TURNS = words(
    """
    not never no none neither nor maybe perhaps wrong joking kidding mistake typo sorry wait cancel
    forget scratch instead only unless suggested said told asked proposed agreed promised wanted
    """
)


@dataclass(frozen=True)
class _Part:
    """A part of an answer: its words, with N, O and C for nodes, nodes that are not seen, and colors."""

    said: str
    nodes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    asks: bool = False


def reply_in(message: Message, tokens: Sequence[Token]) -> Interpretation | None:
    """
    Return the meaning of an answer by the nodes that the agent spoke of; None if it is no such answer.

    Parameters
    ----------
    tokens
        Words of the answer, plain or with names for descriptions of nodes.
    """
    view, situation = message.view, message.situation
    spoken = [token for token in tokens if token.text != "\n"]
    if len(spoken) > _MOST or any(
        token.quoted or token.kind in ("no_color", "typo") for token in spoken
    ):
        return None
    seen = {*view.border_of(view.person or ""), *view.border_to(view.person or "")}
    about = [node for node in dict.fromkeys(message.about) if node in seen]
    if any(token.is_node and token.text not in seen for token in spoken):
        return None
    reader = _Replies(view, situation, about, said=message.said)
    for part in _parts(spoken):
        if not reader.take(part):
            return None
    if reader.chosen and re.search(r"\b(?:not sure|do not know|no idea)\b", message.words):
        # "Either red or blue, not sure" rules out nothing.
        return Interpretation([Reading("doubt", None, None, 0.4, NOT_SURE)])
    if reader.chosen and reader.result.questions:
        # "Green or red, which do you prefer?" excludes nothing.
        return (
            None
            if len(reader.result.readings) > len(reader.chosen)
            else Interpretation([], [Question("Q3", supposed=(pair,)) for pair in reader.offered])
        )
    kinds = {one.kind for one in reader.result.readings}
    torn = not reader.says_something and {"agree", "refuse"} <= kinds
    return reader.result if (kinds or reader.result.questions) and not torn else None


def answer_in(message: Message, result: Result) -> Interpretation | None:
    """Return what an answer means if that says more than what is read; None if it does not."""
    if not message.about:
        return None
    read = None if result.is_uncertain or result.is_empty else result.read
    if not _names_node(message.plain):
        reply = reply_in(message, message.plain)
        if reply is not None and (
            read is None or any(one.node for one in reply.readings) or reply.questions
        ):
            return reply
    reply = reply_in(message, message.tokens)
    if reply is None or read is None:
        return reply
    # "H5 all of them, h2 everything except blue": each part of an answer counts.
    facts = [{(one.kind, one.node, one.color) for one in each.readings} for each in (read, reply)]
    known = {node for _, node, _ in facts[0]}
    more = {node for _, node, _ in facts[1] - facts[0]}
    adds = facts[0] < facts[1] and not known & more
    return reply if adds and reply.questions == read.questions else None


def done_in(message: Message, result: Result) -> Interpretation | None:
    """
    Return what is read, with its demands as questions, of an answer that tells what the person did.

    "I changed it to red" tells of a node of the person, whatever the agent spoke of.
    """
    if not message.about or result.is_uncertain or _names_node(message.plain):
        return None
    said = " ".join(token.text for token in message.plain)
    demands = any(one.kind == "demand" for one in result.readings)
    if not demands or not _DONE.search(said) or reply_in(message, message.plain) is not None:
        return None
    readings = [doubted(one) if one.kind == "demand" else one for one in result.readings]
    return replace(result.read, readings=readings)


def _names_node(tokens: Sequence[Token]) -> bool:
    return any(token.is_node or token.kind == "other" for token in tokens)


class _Replies:
    def __init__(
        self, view: View, situation: Situation, about: Sequence[str], *, said: str = ""
    ) -> None:
        self._view, self._situation, self._about = view, situation, about
        self._asked, self._before = "?" in said, said
        self._asks_leave = bool(_ASKS_LEAVE.search(said))
        self._asks_to_keep = bool(_ASKS_TO_KEEP.search(said))
        self._said = named_in(said, view)
        self._offered = tuple(c for c in view.domain if re.search(rf"\b{re.escape(c)}\b", said))
        self._named: tuple[str, ...] = ()
        self._last = ""
        self._colors: tuple[str, ...] = ()
        self._corrects = False
        self.chosen: list[Reading] = []
        self.offered: list[NodeColor] = []
        self.result = Interpretation()

    @property
    def says_something(self) -> bool:
        """Whether the answer says more than yes or no."""
        return bool(self.result.questions) or any(one.node for one in self.result.readings)

    def take(self, part: _Part) -> bool:
        """Take a part of an answer; return whether it is known."""
        stance, said = lead_of(part.said)
        if self.says_something and (stance == "refuse" or _CORRECTS.match(part.said)):
            self._corrects = True
        if self._corrects and (said or part.colors or part.nodes):
            # "h2 is red, sorry, h5 is blue" may correct what was said.
            return False
        if stance is not None:
            self.result.readings.append(Reading(stance))
        if said == "are you sure":
            return part.asks
        if said == "why not" and Reading("agree") in self.result.readings:
            return True
        if not said:
            return not part.asks
        if said == "N" and not part.asks:
            # "Both my nodes are red, h2 and h5" names again what is said.
            return {*part.nodes} <= {one.node for one in self.result.readings}
        if _SUPPOSED.search(said):
            return self._ask("ask_if", part, said)
        if _DEPENDS.search(said):
            return False
        acts = [act for act, pattern in PATTERNS if pattern.fullmatch(said)]
        if any(self._act(act, part, said) for act in acts if part.asks or act != "sure_if"):
            return True
        return not part.asks and not part.nodes and not part.colors and self._stance(said)

    def _act(self, act: str, part: _Part, said: str) -> bool:
        """Take a part of which the act is known."""
        if act.startswith("ask") or act == "sure_if":
            return self._ask(act, part, said)
        if part.asks:
            if act == "request" or (act == "change" and said.split()[0] != "you"):
                return self._say("order" if part.colors else "change", part, said)
            # "Blue?" asks for what "blue" would say; what else is asked is read by other rules.
            return act in ("is", "want", "liked", "fine", "choice") and self._ask("ask_if", part, said)
        if act == "request":
            return self._say("order" if part.colors else "change", part, said)
        if act == "same":
            return bool(self._last) and not part.nodes and self._say(self._last, part, said)
        if act in ("agree", "refuse"):
            self.result.readings.append(Reading(act))  # type: ignore[arg-type]
            return True
        if act == "choice" and _ASKS_LIKED.search(self._before):
            act = "fine"
        if act == "liked":
            # "Blue would be nice" answers what the agent asked; of what it offered it is only liked.
            # Who is asked whether a color may be taken, and likes it, wants no more than was asked.
            permits = self._asks_leave and {*part.colors} == {*self._offered}
            act = "want" if self._asked and not permits else "fine"
        if act == "back":
            moved = _MOVED.search(self._before)
            if moved is None:
                return False
            return self._say("order", replace(part, nodes=(moved[1],), colors=(moved[2],)), "")
        if act in ("both", "liked_it"):
            return self._like_offered(part, both=act == "both")
        if act == "as_before":
            # "Same" is what it is only where the agent asked for it.
            return self._asked and (self._say("keep", part, said) or self._say("kept", part, said))
        if act == "neither":
            offers = len(self._offered) == 2 and not part.colors
            return offers and self._say("exclude", replace(part, colors=self._offered), "")
        if act == "has_it":
            return self._say("report", replace(part, colors=self._colors), said)
        return act == "nothing" or self._say(act, part, said)

    def _like_offered(self, part: _Part, *, both: bool) -> bool:
        """Take "both are fine" and "that would suit me" of the colors that were offered or named."""
        if self.chosen and both:
            # "Red or blue, both are ok" rules out nothing.
            kept = [one for one in self.result.readings if one not in self.chosen]
            fine = [Reading("preference", pair.node, pair.color, 0.8) for pair in self.offered]
            self.result.readings, self.chosen = kept + fine, []
            return True
        if len(self._offered) != 1 + both or (not both and (self._asked or len(self._about) != 1)):
            return False
        if not both and self._about[0] not in self._view.own:
            return False
        return self._say("fine", replace(part, colors=self._offered), "")

    def _stance(self, said: str) -> bool:
        """Take a part that names nothing and is of a common kind."""
        if not _TURNS.isdisjoint(said.split()):
            return False
        kind = gist_of(said.split(), asking=False)
        if kind in ("agree", "refuse", "satisfied"):
            self.result.readings.append(Reading(kind))  # type: ignore[arg-type]
        return kind in _BESIDE

    def _subject(self, part: _Part, said: str, *, asks: bool = False) -> tuple[str, ...]:
        """
        Return the nodes that a part is about; none if that is not clear.

        What is asked after "if h4 is green, I can do a4 red" is about the node of the person.
        """
        if part.nodes:
            self._named = part.nodes
            return part.nodes
        mine = tuple(node for node in self._about if node in self._view.owners)
        yours = tuple(node for node in self._about if node in self._view.own)
        if _MINE.search(said):
            # "Mine is red" after words about one node of the agent is about the node that touches it.
            several = mine or self._beside(yours)
        elif _YOURS.search(said) or (not asks and _YOU.search(said)):
            several = yours
        elif self._named:
            return self._named
        else:
            several = mine if not yours or (asks and len(mine) == 1) else yours if not mine else ()
        if not several and len(part.colors) == 1:
            # "Green is no good" to "I offer b2 red if you set h2 to green" is about h2.
            colored = {pair.node for pair in self._said if pair.color == part.colors[0]}
            several = tuple(node for node in self._about if node in colored)
        joint = re.search(r"\b(?:both|all|they|them|each|these|those)\b", said)
        return several if len(several) == 1 or (joint and len(several) > 1) else ()

    def _beside(self, yours: Sequence[str]) -> tuple[str, ...]:
        """Return the nodes of the person that touch the only node of the agent that was spoken of."""
        if len(yours) != 1:
            return ()
        touching = [node for edge in self._view.edges if yours[0] in edge for node in edge]
        return tuple(
            dict.fromkeys(n for n in touching if n in self._view.border_of(self._view.person or ""))
        )

    def _say(self, act: str, part: _Part, said: str) -> bool:
        nodes = self._subject(part, said)
        own = {node in self._view.own for node in nodes}
        if len(own) != 1:
            return False
        ours = own == {True}
        if act == "is" and self._last == "exclude" and not part.nodes:
            # "Not red, blue" corrects a color, and excludes none.
            limits = [one for one in self.result.readings if one.kind in ("forbidden", "negation")]
            corrected = [one for one in limits if one.node in nodes]
            self.result.readings = [one for one in self.result.readings if one not in corrected]
        decided = {one.node for one in self.result.readings if one.kind in ("demand", "refused")}
        for node in nodes:
            if act == "keep" and node in decided:
                # "Turn it blue and stay there" says what is to stay.
                continue
            same = {
                one.color for one in self.result.readings if one.node == node and one.kind == "report"
            }
            if act == "fine" and same == {*part.colors}:
                # "Red, I think red is best" says why.
                continue
            readings = list(self._stated(act, node, part.colors, ours=ours))
            if not readings:
                return False
            if act == "any":
                # "Either. Your choice" leaves all colors open.
                liked = [r for r in self.result.readings if (r.kind, r.node) == ("preference", node)]
                self.result.readings = [one for one in self.result.readings if one not in liked]
            self.result.readings += readings
            self._last, self._colors = act, part.colors
            if act == "choice":
                self.chosen += readings
                self.offered += [NodeColor(node, color) for color in part.colors]
        return True

    def _stated(self, act: str, node: str, colors: Sequence[str], *, ours: bool) -> Iterator[Reading]:
        now = (self._situation.colors if ours else self._situation.beliefs).get(node)
        others = [color for color in self._view.domain if color not in colors]
        bars: ReadingKind = "negation" if ours else "forbidden"
        fixed = self._view.fixed.get(node)
        match act:
            case "is" | "report" | "want" | "wish" | "order" if len(colors) == 1:
                kind = _KINDS[act][not ours]
                if kind == "demand" and fixed not in (None, colors[0]):
                    reason = f"{node} is fixed to {fixed}, so I can't change it."
                    yield Reading("refused", node, colors[0], 0.9, reason)
                elif kind is not None:
                    yield Reading(kind, node, colors[0], 0.85)
                elif act == "report":
                    # "It's red" of a node of the agent may be a remark.
                    yield doubted(Reading("demand", node, colors[0]))
            case "fine":
                yield from (Reading("preference", node, color, 0.8) for color in colors)
            case "isnot":
                yield from (Reading("negation", node, color, 0.8) for color in colors if not ours)
            case "exclude" if others:
                yield from (Reading(bars, node, color, 0.85) for color in colors)
            case "choice" if others and len(colors) > 1:
                yield from (Reading(bars, node, color, 0.85) for color in others)
            case "must" if len(colors) == 1 and ours:
                yield from self._stated("is", node, colors, ours=True)
            case "must" if len(colors) == 1:
                yield Reading("required", node, colors[0], 0.85)
            case "any":
                yield Reading("release" if ours else "retract", node, None, 0.8)
            case "keep" if ours and now is not None:
                # "Should b2 stay blue?" names what is kept, "b2 red, or leave it?" something else, too.
                named = {pair.color for pair in self._said if pair.node == node and self._asks_to_keep}
                other = len(self._offered) > 1
                yield Reading("demand", node, now if other or len(named) != 1 else named.pop(), 0.8)
            case "kept" if not ours and now is not None:
                yield Reading("report", node, now, 0.8)
            case "change" | "other" if ours and now is not None:
                # "Something else" than what was proposed, or than what there is.
                offered = {pair.color for pair in self._said if pair.node == node and self._asks_leave}
                away = sorted(offered) if act == "other" and offered else [now]
                yield from (Reading("negation", node, color, 0.85) for color in away)

    def _ask(self, act: str, part: _Part, said: str) -> bool:
        if act == "ask_why":
            self.result.questions.append(Question("why"))
            return True
        nodes = self._subject(part, said, asks=True)
        if act == "ask_options":
            self.result.questions += [Question("Q1", node) for node in nodes]
            return bool(nodes)
        if len(nodes) != 1 or not part.colors:
            return False
        self.result.questions += [
            Question("Q3", supposed=(NodeColor(nodes[0], color),)) for color in part.colors
        ]
        return True


#: What an act says of a node of the agent, and of one of the person.
_KINDS: dict[str, tuple[ReadingKind | None, ReadingKind | None]] = {
    "is": ("demand", "report"),
    "report": (None, "report"),
    "want": ("demand", "preference"),
    "wish": ("preference", "preference"),
    "order": ("demand", None),
}


def _parts(tokens: Sequence[Token]) -> Iterator[_Part]:
    """Yield the parts of an answer; names that are listed stand for one."""
    part: list[Token] = []
    for i, token in enumerate(tokens):
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        lists = token.text in _LISTED and part and after is not None and _alike(part[-1], after)
        # "Anything but red" is one part.
        excepts = token.text == "but" and not _ANY.isdisjoint(one.text for one in part)
        divides = (token.text in _ENDS and not excepts) or (token.text == "and" and not lists)
        if divides and not lists:
            # "And blue?" begins with the conjunction.
            if part:
                yield _part(part, asks=token.text == "?")
            part = [token] if token.text == "and" and not part else []
        else:
            part.append(token)
    if part:
        yield _part(part, asks=False)


def _alike(one: Token, other: Token) -> bool:
    return (one.is_node and other.is_node) or (one.is_color and other.is_color)


def _part(tokens: Sequence[Token], *, asks: bool) -> _Part:
    said: list[str] = []
    for token in tokens:
        sign = "N" if token.is_node else "C" if token.is_color else token.text
        sign = "O" if token.kind == "other" else sign
        if sign in ("N", "C") and len(said) > 1 and said[-2] == sign and said[-1] in _LISTED:
            said.pop()
        else:
            said.append(sign)
    nodes = tuple(dict.fromkeys(token.text for token in tokens if token.is_node))
    colors = tuple(dict.fromkeys(token.text for token in tokens if token.is_color))
    text = re.sub(r"\bwe\b", "i", " ".join(said))
    text = re.sub(
        r"^((?:no |sorry )*)(?=(?:can|could) not (?:do|use|take|have|make|go)\b)", r"\1i ", text
    )
    text = re.sub(r"\bits (?=(?:the same|same|no|not|a|ok|fine|bad|good)\b)", "it is ", text)
    return _Part(_POLITE.sub("", text).strip(), nodes, colors, asks)
