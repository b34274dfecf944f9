"""
What agents said in a step, as a person reads it: one paragraph of new sentences for each sender.

Ids of offers become their numbers on the screen. A sentence is left out where it was said before: in the
last message, or, of a list of what would work, in the last list. Of two statements of how things stand
in one turn of the person, only the later is shown; of two changes of a node, what became of it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from ..situation import Received
from ..talk.hearing.stock import NOTHING_ASKED, NOTHING_DONE, SEES_NONE
from ..wording.phrases import AS_NOW, NEEDS, enumerated, listed, sentences_in, settings_in
from ..wording.templates import LATER
from ..wording.untrusted import clean

#: Name of an offer or a question in a text.
ID = re.compile(r" \[((?:offer|query)_[^\]]*)\]")
_BARE_ID = re.compile(r"(\b(?:deal|offer|question|query|it))? (offer|query)_([^\s\].,;:]+)")
#: The beginning of a report of all border colors.
_BORDER = "My border: "
#: Beginnings of lists of what would work.
_LISTS = ("What works for me: ", "It would work if you set ")


#: Answers to a yes or an undo for which there is no occasion.
_IDLE = frozenset((NOTHING_ASKED, NOTHING_DONE))
#: Beginnings of answers to offers and questions: the same words may answer another one.
_ANSWERS = ("I accept ", "I reject ", "I end our deal", "Yes, with ", "Yes, that ", "No, at least ")
_NO_CONFLICTS = "I have no conflicts"
#: Beginnings of sentences about how things stand, which a later one replaces.
_STANDS = (
    *("No, your ", "Yes, your ", "Yes, my colors fit ", "Yes, I can work with your ", "My colors fit "),
    *(_NO_CONFLICTS, "Some of my own nodes clash ", "There is no conflict between us"),
    *("I have a conflict with another neighbor", "There is 1 more conflict", "As far as I know, no "),
    *("My score is ", "Apart from conflicts, my score ", LATER.partition("{}")[0]),
    *("Only one setting ", "Only one change "),
    *("What color is ", "What colors are ", "I can solve this on my side", *_LISTS),
)
#: Beginnings of sentences about how things stand that a later change of own colors may make false.
_UNTIL_CHANGED = (
    *("Yes, your ", "My colors fit ", _NO_CONFLICTS, "Some of my own nodes clash "),
    *("There is no conflict between us", "My score is ", "Apart from conflicts, my score "),
    LATER.partition("{}")[0],
)
_BOTH = re.compile(r"My (\S+) and your \S+ are both ([^\s.,;]+)")
#: A report of changes of nodes that the person sees, and a part of it.
_CHANGED = re.compile(r"I changed \S+ (?:from \S+ )?to ")
_CHANGE = re.compile(r"(?:changed |, | and )(\S+) (?:from (\S+) )?to ([^\s,.]+)")
_NOTHING = "I changed nothing."
_UNSEEN, _ALSO = "I changed nodes that you do not see.", "I also changed nodes that you do not see."
_BELIEVED = re.compile(r"As far as I know \S+ is [^\s.]+(?:(?:, | and )\S+ is [^\s.]+)*\.")
#: An answer that gives the color of a node.
_COLORED = re.compile(r"(?:(?:Yes, |No, )?[Aa]s far as I know )?\S+ is [^\s.]+(?: now)?\.")
_MY_SCORE = re.compile(r"(?:M|Apart from conflicts, m)y score is ")
#: The beginning of a list of what would work, with scores.
_SCORED = "What works for me: "
#: Nodes in a report of colors.
_NODES = re.compile(r"(\S+) is ")
#: A node and its new color in "Done: a2 is blue now".
_DONE = re.compile(r"(\S+) is ([^\s,.]+)")
#: A report of own colors, which a later change makes false.
_MINE = re.compile(r"My (?!score )\S+ is ")
#: What an agent believes of the person's border.
_YOURS = re.compile(r"Your \S+ is ")
_YOUR_NODE = re.compile(r"(?:Your |, | and )(\S+) is ([^\s,.]+)")
_CLASH = re.compile(r"\b[Mm]y (\S+) and your (\S+) are both ([^\s.,;]+)")


class Paragraphs:
    """
    The messages of the agents, step after step.

    Parameters
    ----------
    person
        Name of the reader.
    """

    def __init__(self, person: str) -> None:
        self._person = person
        self._last_said: dict[str, frozenset[str]] = {}
        self._lists: dict[str, str] = {}
        #: What each sender told of colors since it last changed its own.
        self._told: dict[str, set[str]] = {}
        #: Who answered in the last messages.
        self._answered: set[str] = set()

    def of(
        self,
        inbox: Sequence[Received],
        numbers: Mapping[str, int],
        known: Mapping[str, str] = MappingProxyType({}),
        own: Mapping[str, str] = MappingProxyType({}),
    ) -> dict[str, str]:
        """
        Return a paragraph for each sender who said something new, first for those who answer.

        Parameters
        ----------
        numbers
            ``{offer id: number on the screen}``.
        known
            ``{node: color}`` of foreign nodes on the last screen: to report them again is no news.
        own
            ``{node: color}`` of the reader's nodes, which an agent may believe to have other colors.
        """
        said: dict[str, list[str]] = {}
        newer, changed = _last_steps(inbox, _stands), _last_steps(inbox, _changes)
        for message in inbox:
            # Tables are for agents; their texts say nothing more.
            if message.kind == "utilities" or not (text := clean(message.text).text):
                continue
            before = [*self._last_said.get(message.sender, ()), *said.get(message.sender, ())]
            if any("I changed " in one or one.startswith(_BORDER) for one in before):
                # A change of the step before is part of the same turn of the person.
                text = text.replace(_NOTHING, "").replace("  ", " ")
            text = ID.sub(lambda it: f" (offer {numbers[it[1]]})" if it[1] in numbers else "", text)
            text = _BARE_ID.sub(functools.partial(_without_id, self._person, numbers), text)
            sentences = _with_reasons(sentences_in(text))
            if message.kind != "reply" and message.time_step < newer.get(message.sender, 0):
                sentences = [one for one in sentences if not _stands(one)]
            if message.time_step < changed.get(message.sender, 0):
                later = [one for one in inbox if one.sender == message.sender]
                moved = _moved([one for one in later if one.time_step > message.time_step])
                sentences = [one for one in _without_ended(sentences, moved) if not _MINE.match(one)]
                sentences = [*filter(None, (_still_so(one, moved) for one in sentences))]
                if message.kind != "reply":
                    sentences = [one for one in sentences if not one.startswith(_UNTIL_CHANGED)]
            if message.kind != "reply":
                sentences = self._untold(message.sender, sentences, known)
            if any(one.startswith(_BORDER) for one in sentences) and message.sender in said:
                # Of two reports of one turn of the person only the last is still true, unless a change
                # between them says what became of the first.
                earlier = said[message.sender]
                if _tells_change(earlier) or _told_as_changed(sentences, earlier):
                    sentences = [one for one in sentences if not one.startswith(_BORDER)]
                else:
                    earlier[:] = [one for one in earlier if not one.startswith(_BORDER)]
            said.setdefault(message.sender, []).extend(sentences)
        answering = {message.sender for message in inbox if message.kind == "reply"} & said.keys()
        if not all(SEES_NONE in said[sender] for sender in answering):
            # A text to all is answered by those whom it concerns.
            said = {sender: _concerned(sentences) for sender, sentences in said.items()}
        said = _asking_once(said, answering, self._answered)
        said = {sender: _net(_changing(told), known) for sender, told in said.items()}
        self._answered = {sender for sender in answering if said.get(sender)}
        fresh = {
            sender: self._fresh(sender, sentences, sender in answering)
            for sender, sentences in sorted(said.items(), key=lambda pair: pair[0] not in answering)
        }
        return {
            sender: _paragraph([_believed(one, own) for one in _answer_first(sentences)])
            for sender, sentences in fresh.items()
            if sentences
        }

    def _untold(self, sender: str, sentences: Sequence[str], known: Mapping[str, str]) -> list[str]:
        """Return what a sender says without the colors that it told already."""
        told = self._told.setdefault(sender, set())
        if any(map(_changes, sentences)):
            told.clear()
        seen = {f"{node} is {color}" for node, color in known.items()}
        again = {*told, *(one for one in sentences if _MINE.match(one) and {*_terms(one[3:])} <= seen)}
        told.update(
            one
            for one in sentences
            if _MINE.match(one) or _YOURS.match(one) or one.startswith("My colors fit ")
        )
        return [one for one in sentences if one not in again]

    def _fresh(self, sender: str, sentences: Sequence[str], answers: bool) -> list[str]:
        """Return what a sender has not said before, and its answer in any case."""
        known = self._last_said.get(sender, frozenset())
        self._last_said[sender] = frozenset(sentences)
        answer = [one for one in sentences if _MY_SCORE.match(one)] if answers else []
        if answers:
            whole = 2 if sentences and sentences[0].startswith(NEEDS) else 1
            answer += sentences[:whole]
        fresh = []
        for one in dict.fromkeys(sentences):
            is_list = one.startswith(_LISTS)
            again = one in known or (is_list and self._lists.get(sender) == one)
            if is_list:
                self._lists[sender] = one
            # Each message tells the changes of its own turn: the same words are another change.
            scored = answers and one.startswith("With ") and " I can score " in one
            scored |= answers and _COLORED.fullmatch(one) is not None
            told = one.startswith(_ANSWERS) or scored
            if not again or one in answer or _changes(one) or told:
                fresh.append(one)
        if fresh and all(one.startswith(("No, your ", _NOTHING)) for one in fresh):
            # A bare no would hide the reason that was given before.
            return list(dict.fromkeys(sentences))
        return fresh


def _concerned(sentences: Sequence[str]) -> list[str]:
    """Return an answer without that it does not concern the sender, or nothing if it says no more."""
    left = [one for one in sentences if one != SEES_NONE]
    idle = len(left) < len(sentences) and all(one.startswith(_NO_CONFLICTS) for one in left)
    return [] if idle else left


def _answer_first(sentences: Sequence[str]) -> list[str]:
    """Put that nodes changed which the person does not see behind a "yes" or "no"."""
    first, *rest = sentences
    answers = bool(rest) and rest[0].startswith(("Yes", "No, "))
    return [*rest, first] if first == _UNSEEN and answers else list(sentences)


def _asking_once(
    said: Mapping[str, list[str]], answering: Collection[str], before: Collection[str]
) -> dict[str, list[str]]:
    """
    Leave out that a yes or an undo to all was about nothing, for those for whom it was.

    If it was so for all who answer, one of them says it, rather one who answered the time ``before``.
    """
    about_nothing = [sender for sender, sentences in said.items() if not _IDLE.isdisjoint(sentences)]
    last = [sender for sender in about_nothing if sender in before]
    kept = next(iter([*last, *about_nothing]), None) if {*about_nothing} >= {*answering} else None
    # Who has nothing to say to a yes does not say how things stand either.
    return {
        sender: [one for one in sentences if one not in _IDLE and not _stands(one)]
        if sender in about_nothing and sender != kept
        else sentences
        for sender, sentences in said.items()
    }


def _changing(sentences: Sequence[str]) -> list[str]:
    """Return sentences of several steps without "I changed nothing" beside what another step changed."""
    changes = any("I changed " in one and one != _NOTHING for one in sentences)
    return [one for one in sentences if not (changes and one == _NOTHING)]


def _net(sentences: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """
    Tell the changes of one turn of the person as one: a node that changed twice did so once for them.

    A list of the border is left out where the other sentences and the last screen name all its colors.
    """
    reports = [one for one in sentences if _CHANGED.match(one)]
    net: dict[str, tuple[str | None, str]] = {}
    for report in reports:
        for node, old, new in _CHANGE.findall(report):
            first = net[node][0] if node in net else (old or None)
            net[node] = (first, new)
    # "Done: a2 is blue now" says what became of a2.
    done = {part for one in sentences if one.startswith("Done: ") for part in _terms(one[6:])}
    net = {
        node: (old, new)
        for node, (old, new) in net.items()
        if old != new and not any(part.startswith(f"{node} is ") for part in done)
    }
    parts = [f"{v} from {old} to {new}" if old else f"{v} to {new}" for v, (old, new) in net.items()]
    told = {f"{node} is {new}" for node, (_, new) in net.items()}
    told |= {f"{v} is {c}" for v, c in known.items() if net and v not in net}
    told |= {part for one in sentences if _MINE.match(one) for part in _terms(one[3:])}
    kept: list[str] = []
    left = len(reports)
    for one in sentences:
        if _CHANGED.match(one):
            left -= 1
            one = f"I changed {enumerated(parts)}." if parts and not left else ""
        elif one.startswith(_BORDER) and {*_terms(one[len(_BORDER) :])} <= told:
            one = ""
        elif one == _ALSO and not parts:
            one = _UNSEEN
        kept += [one] if one else []
    if _ALSO in kept:
        kept = [one for one in kept if one not in (_ALSO, _UNSEEN)]
        at = next(i for i, one in enumerate(kept) if _CHANGED.match(one))
        kept.insert(at + 1, _ALSO)
    return kept


def _terms(text: str) -> list[str]:
    return [part for part in re.split(r", | and ", text.rstrip(".")) if part]


def _paragraph(sentences: Sequence[str]) -> str:
    """Join sentences; a reason is given once, and a long list of settings stands on lines of its own."""
    text = ""
    reasons: set[str] = set()
    for sentence in _as_one(sentences):
        said, reason, why = sentence.partition(" Reason: ")
        again = reason and why in reasons
        reasons.add(why)
        gap = " " if text and not text.endswith("\n") else ""
        text += gap + _scored_lines(said if again else sentence)
    return text.rstrip("\n")


def _as_one(sentences: Sequence[str]) -> list[str]:
    """Join what an agent believes of one node after the other."""
    joined: list[str] = []
    for one in sentences:
        if _BELIEVED.fullmatch(one) and joined and _BELIEVED.match(joined[-1]):
            more = one[len("As far as I know ") : -1]
            joined[-1] = f"{joined[-1].rstrip('.').replace(' and ', ', ')} and {more}."
        else:
            joined.append(one)
    return joined


def _scored_lines(sentence: str) -> str:
    """Put the settings of a list with scores on one line for each score."""
    if not sentence.startswith(_SCORED) or ", or " not in sentence:
        return sentence
    lines = []
    for part in sentence[len(_SCORED) :].rstrip(".").split("; "):
        match = re.fullmatch(r"if you (.*), I can score (-?\d+)", part)
        if match is None:
            lines.append(part)
            continue
        ways = []
        for way in re.split(r", or (?=set |keep )", match[1]):
            settings = settings_in(way.removeprefix("set ").removeprefix("keep "))
            now = AS_NOW if way.startswith("keep ") else ""
            ways += [f"{listed(setting)}{now}" for setting in settings]
        lines.append(f"score {match[2]}: {'; '.join(ways)}")
    return "\n      ".join(["What works for me, and the score that I can reach then:", *lines]) + "\n"


def _believed(sentence: str, own: Mapping[str, str]) -> str:
    """Return a sentence as a belief of its sender, where it gives a wrong color to the reader's node."""
    told = {part[1]: part[2] for part in _YOUR_NODE.finditer(sentence) if _YOURS.match(sentence)}
    told |= {part[2]: part[3] for part in _CLASH.finditer(sentence)}
    if all(own.get(node, color) == color for node, color in told.items()):
        return sentence
    return f"As far as I know, {sentence[0].lower()}{sentence[1:]}"


def _stands(sentence: str) -> bool:
    """Return whether a sentence says how things stand."""
    return sentence.startswith(_STANDS) or any(one.match(sentence) for one in (_BOTH, _YOURS))


def _changes(sentence: str) -> bool:
    """Return whether a sentence says that own colors were changed."""
    return sentence.startswith(("I changed ", "I also changed ", "Done: ")) and sentence != _NOTHING


def _told_as_changed(sentences: Sequence[str], earlier: Sequence[str]) -> bool:
    """Return whether a report of the border tells nothing that was not told before as a change."""
    report = " ".join(one.removeprefix(_BORDER) for one in sentences if one.startswith(_BORDER))
    return {*_DONE.findall(report)} <= {*_moved_by(earlier).items()}


def _moved(messages: Sequence[Received]) -> dict[str, str]:
    """Return the nodes that messages say have changed, each with its last color."""
    return _moved_by([one for message in messages for one in sentences_in(message.text)])


def _moved_by(sentences: Iterable[str]) -> dict[str, str]:
    moved: dict[str, str] = {}
    for one in sentences:
        if _CHANGED.match(one):
            moved |= {node: new for node, _, new in _CHANGE.findall(one)}
        elif one.startswith("Done: "):
            moved |= dict(_DONE.findall(one))
    return moved


def _without_ended(sentences: Sequence[str], moved: Mapping[str, str]) -> list[str]:
    """Return sentences without conflicts that a later change ended, and what those explain."""
    kept: list[str] = []
    for one in sentences:
        clash = _BOTH.match(one)
        if clash is None or moved.get(clash[1], clash[2]) == clash[2]:
            kept.append(one)
        elif kept and kept[-1].startswith("No, your "):
            kept.pop()
    return kept


def _still_so(sentence: str, moved: Mapping[str, str]) -> str:
    """Return a report of the border without the nodes that have changed since; empty if none is left."""
    if not sentence.startswith(_BORDER):
        return sentence
    terms = _terms(sentence[len(_BORDER) :])
    kept = [part for part in terms if moved.keys().isdisjoint(_NODES.findall(part))]
    return f"{_BORDER}{', '.join(kept)}." if kept else ""


def _tells_change(sentences: Sequence[str]) -> bool:
    """Return whether a change was told after a report."""
    reports = [i for i, one in enumerate(sentences) if one.startswith(_BORDER)]
    return bool(reports) and any(map(_changes, sentences[reports[-1] :]))


def _last_steps(inbox: Sequence[Received], says: Callable[[str], bool]) -> dict[str, int]:
    """Return the last step in which each sender said something of a kind."""
    return {
        message.sender: message.time_step
        for message in sorted(inbox, key=lambda one: one.time_step)
        if any(map(says, sentences_in(message.text)))
    }


def _with_reasons(sentences: Sequence[str]) -> list[str]:
    """Join each reason to the sentence that it explains, so that neither is shown alone."""
    joined: list[str] = []
    for sentence in sentences:
        if joined and sentence.startswith("Reason: "):
            joined[-1] += f" {sentence}"
        else:
            joined.append(sentence)
    return joined


def _without_id(person: str, numbers: Mapping[str, int], found: re.Match[str]) -> str:
    """Return words in the place of the id of an offer or a question, which begins with its sender."""
    number = numbers.get(f"{found[2]}_{found[3]}")
    if found[1] is None and number is not None:
        return f" offer {number}"
    whose = "your" if found[3].startswith(f"{person}_") else "my"
    return found[1] or f" {whose} {'offer' if found[2] == 'offer' else 'question'}"
