"""
Sentences of a draft that say again what the message is to say.

The sentences given to the model are true, and a model that rewords them mostly keeps their words: it
joins two by "and", begins with "okay", or writes "don't" and "right now". A sentence that has the words
of given ones, in their order, needs no reading. The words are compared after changes that leave every
meaning as it is: articles of ownership before a node of that owner, "is" between a node and its color,
commas that separate no alternatives. What leans on the sentence before ("then b2 would be blue", "yes")
has to follow the same sentence in the draft.

Words that seem idle and are not stay: "still", "only", "just", "now", "so" and "so far" say more. A
question mark says that something is asked: "I have no conflicts?" is another sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...view import View
from ..tokens import Token, tokens_of
from ..wordlist import words
from .composed.harmless import is_harmless

#: Marks of the words of a node or a color, so that patterns see its kind: own, foreign, color.
_MARKS = {"own": "@", "foreign": "&", "color": "#"}
_NODE, _COLOR = r"[@&]\S+", r"#\S+"
_LISTED = rf"{_NODE}(?:(?: ,)?(?: and)? {_NODE})*"
_NODES, _ASKED = f"(?P<nodes>{_LISTED})", f"(?P<nodes>it|they|{_LISTED})"
_BORDER = "on my border|my border|here is my border|here are my border nodes|my (?:border )?nodes are"
#: What may stand before what a number of conflicts is made of.
_NAMELY = "(?: [:,])?(?: and| namely)? "
#: Patterns of whole words, in a line of words one blank apart, and what they are replaced by, in turn.
_REWRITTEN = tuple(
    (re.compile(rf"(?<!\S)(?:{pattern})(?!\S)"), text)
    for pattern, text in (
        # Words that may stand or not.
        ("right now|at the moment|at present|as of now|currently|also|please", ""),
        ("unfortunately|sadly|however|i am afraid(?: that)?|though$|, though(?= ,)", ""),
        (rf"(?:{_BORDER}|my colors are)(?: ,| :)?(?= @)|your(?:s| nodes| colors) are(?: :)?(?= &)", ""),
        ("my(?= (?:nodes? )?@)|your(?= (?:nodes? )?&)", ""),
        (rf"nodes?(?= {_NODE})", ""),
        (rf"(?P<node>{_NODE}) (?:is|=|:)(?= {_COLOR})", r"\g<node>"),
        ("(?P<verb>works?) for me", r"\g<verb>"),
        ("can not see", "do not see"),
        (";(?= (?:and|but|so|while|though|although|whereas) )", ","),
        ("have one(?= conflict )", "have 1"),
        (
            rf"(?P<one>1 conflict){_NAMELY}(?:it is |which is )?(?:1|one)"
            "(?= (?:that|which) you do not see)",
            r"\g<one>",
        ),
        (
            rf"(?P<n>\d+) conflicts{_NAMELY}(?:they are |which are )?(?:(?P=n)|ones)"
            "(?= (?:that|which) you do not see)",
            r"\g<n> conflicts",
        ),
        ("(?P<noun>nodes?|conflicts?) (?:that|which)(?= (?:you|i))", r"\g<noun>"),
        ("(?:that|which)(?= you have not ruled out)", ""),
        ("(?:some|other|some other)(?= nodes you)", ""),
        ("(?P<verb>clash) with each other", r"\g<verb>"),
        (rf"(?P<node>{_NODE}) from(?= {_COLOR} to )", r"\g<node>"),
        ("(?:could|can|would|will) you(?= (?:say|name|tell) )|, so(?= (?:say|name|tell) )", ""),
        ("(?:you can|you may|feel free to)(?= (?:tell|ask|name) )", ""),
        # Words for the same.
        (
            rf"(?:tell me|let me know) wh(?:at|ich) (?P<c>colors?) {_ASKED} (?P<is>is|are)",
            r"what \g<c> \g<is> \g<nodes>",
        ),
        (rf"wh(?:at|ich) (?P<c>colors?) do(?:es)? {_ASKED} have", r"what \g<c> BE \g<nodes>"),
        (rf"what (?:is|are) the (?P<c>colors?) of {_NODES}", r"what \g<c> BE \g<nodes>"),
        ("what are their colors", "what colors BE they"),
        ("what is its color", "what color BE it"),
        (r"(?:what|which) (?P<c>colors?) (?:is|are)", r"what \g<c> BE"),
        (f"yet know (?P<known>the colors? of {_NODES})", r"know \g<known> yet"),
        ("a node of mine|one of my own nodes", "one of my nodes"),
        ("there (?:are|is) no conflicts? on my side", "i have no conflicts"),
        ("have got", "have"),
        (rf"(?P<node>{_NODE}) would then be", r"then \g<node> would be"),
        (rf"(?P<plan>{_NODE} would be {_COLOR}) then", r"then \g<plan>"),
        ("in that case(?: ,)?|if so(?: ,)?", "then"),
        ("do not (?:need|have) to", "need not"),
        ("do not have (?:any|an?) (?P<noun>conflict|deal)s?", r"have no \g<noun>s"),
        ("have no (?P<noun>conflict|deal)", r"have no \g<noun>s"),
        ("did not change anything|have not changed anything|have changed nothing", "changed nothing"),
        ("have (?P<verb>changed|agreed)", r"\g<verb>"),
        ("did change", "changed"),
        ("i do(?= have )|i will(?= color )", "i"),
        ("fit with", "fit"),
        (r"(?:[;,] )?(?:or )?\((?= \d)", "("),
        (rf"if(?= {_NODE} {_COLOR} )", "with"),
        ("(?:the )?reason(?: is that| is| :)|(?:that|this|it) is because|because|since", "BECAUSE"),
        ("(?:here is )?what works(?: is)?(?: :)?(?= (?:if|i can) )", ""),
    )
)
#: Nodes of one owner with one color, or one change: "b1 and b2 are red", "b1 and b2 from red to blue".
_ALIKE = tuple(
    re.compile(
        rf"(?<!\S)(?P<nodes>(?:{mark}\S+(?: ,)? (?:and )?)+{mark}\S+)"
        rf"(?: are(?: both| all)? (?P<color>{_COLOR})| (?P<change>{_COLOR} to {_COLOR}))(?!\S)"
    )
    for mark in "@&"
)
#: What is not known of each of several nodes: "the colors of h1 and h4", "the color of h1 or of h4".
_UNKNOWN = re.compile(
    rf"(?<!\S)i do not know the colors? of (?P<nodes>{_NODE}"
    rf"(?:(?: ,)?(?: and| or| nor)?(?: the color)?(?: of)? {_NODE})+)(?P<yet> yet)?(?!\S)"
)
#: A pronoun that stands for the person's nodes that were named last.
_PRONOUN = re.compile(r"(?<!\S)(?P<verb>set|keep|leave|BE) (?P<one>it|they)(?!\S)")
#: How a sentence may begin without saying anything, and courtesy before a comma.
_OPENING = re.compile(
    "(?:(?:great|good|nice|perfect)(?= ?[,!] (?:yes|i accept|done|we agreed) )|so(?= ?,? wh(?:at|ich) )"
    "|actually|ah|additionally|anyway|as it stands|as things stand|besides|by the way|for my part|fyi"
    "|for your information|furthermore|hmm|oh|here is (?:how things stand|the situation|my answer)"
    "|i am sorry|in addition|in short|in summary|just to (?:check|confirm)|meanwhile|moreover"
    "|on my side|one (?:more )?question|quick question|(?:just )?so you know|to answer your question"
    "|to be clear|to sum up|well|(?P<courtesy>[^,:!;&@#]+?))(?: ?[,:!-]|(?<=so)) "
)
#: Words that take notice of what the person said.
_NOTICE = re.compile("(?:noted|understood|got it|ok|alright|all right)(?: ?[,:!-])?(?: |$)")
#: A comma in a list of colors; between two alternatives that begin with a node; before the last one.
_COLORS = re.compile(rf"({_COLOR}) ,(?: or)?(?= {_COLOR}(?: ,| or {_COLOR}|(?<=or) ))")
_LAST_COLOR = re.compile(rf"({_COLOR}) , or(?= {_COLOR})")
_LAST = re.compile(" , or(?: set)? ")
_BETWEEN = re.compile(r" ,(?: set)?(?= [@&](?:(?! , | if | ; ).)* \| )")
#: What begins a clause of its own behind a semicolon.
_CLAUSES = re.compile(
    rf" ; (?=(?:if|it|that|i|a|please|say|name|tell|ask|you(?= need not)|{_COLOR}(?= would)) )"
)
#: What may stand before a clause of the message, behind another or at the beginning of a sentence.
_JOINTS = ("", "and", "while", "but", "though", "although", "whereas", "|", "NOTED")
#: What is said besides what the agent does alone, and how a clause says that there is a conflict.
_ALONE = ("you", "need", "not")
_CONFLICT = re.compile(r"are both #|\bclash\b|i have (?!no )\S+ (?:\S+ )?conflict")
#: Words that lean on what was said before.
_LEANING = words("then it that this these those they their its such")
_ANSWERS = ("yes", "no")
#: Words of clauses in which "and" ties; in others "and" before a node is as good as a comma.
_TIED = words("or | with if")
#: The words for nodes that the person does not see, which may share the verb of the clause before.
_HIDDEN = ("i", "changed", "nodes", "you", "do", "not", "see")
_SHARING = ("plus", "as well as", "along with", "and")


@dataclass(frozen=True)
class Wording:
    """
    One way to say a clause of the message.

    Attributes
    ----------
    words
        Its words.
    after
        Numbers of the clauses that it may follow; None if it may stand anywhere.
    joints
        What may stand before it.
    asks
        Whether it is asked.
    """

    words: tuple[str, ...]
    after: frozenset[int] | None = None
    joints: tuple[str, ...] = _JOINTS
    asks: bool = False

    def ends(self, said: Sequence[str], start: int) -> Iterator[int]:
        """Yield where it ends, with what stands before it, if it begins at ``start``."""
        for joint in self.joints:
            first = start + len(joint.split())
            if " ".join(said[start:first]) == joint:
                end = self._end(said, first)
                if end is not None:
                    yield end

    def _end(self, said: Sequence[str], start: int) -> int | None:
        i = start
        loose = _TIED.isdisjoint(self.words)
        for k, word in enumerate(self.words):
            if loose and _lists(self.words, k):
                continue
            while loose and i > start and _lists(said, i):
                i += 1
            if said[i : i + 1] != [word]:
                return None
            i += 1
        return i


def _lists(said: Sequence[str], i: int) -> bool:
    """Return whether there is an "and" that is as good as a comma: before a node."""
    return i + 1 < len(said) and said[i] == "and" and said[i + 1][0] in "@&"


def restated(draft: Sequence[str], message: Sequence[str], view: View) -> list[bool]:
    """
    Return for each sentence of a draft whether it only says again what the message says.

    Parameters
    ----------
    draft
        Sentences of the draft.
    message
        Sentences that were given to be said, which are true.
    view
        Nodes and colors that have names.
    """
    clauses = clauses_of(message, view)
    last: int | None = -1
    found = []
    line = ""
    for sentence in draft:
        spoken = [token for token in tokens_of(sentence, view) if token.text != "\n"]
        line = plain(spoken, line)
        said = line.replace(";", "|").split()
        if is_harmless(spoken) or said == ["NOTED"]:
            found.append(False)
            continue
        last = _said(said, 0, clauses, last)
        if last is not None and "?" in sentence and not clauses[last][0].asks:
            last = None
        found.append(last is not None)
    return found


def clauses_of(message: Sequence[str], view: View) -> list[list[Wording]]:
    """Return the clauses of the sentences of a message, each with the ways to say it."""
    clauses: list[list[Wording]] = []
    before: tuple[str, ...] = ()
    for sentence in message:
        parts = _CLAUSES.split(plain(tokens_of(sentence, view)))
        for i, clause in enumerate(parts):
            said = tuple(clause.replace(";", "|").split())
            if not said:
                continue
            # "a4 is green; red would clash with h4": the node is named before.
            reason = said[0] == "BECAUSE" or (i > 0 and said[0].startswith("#"))
            said = said[said[0] == "BECAUSE" :]
            if not said:
                continue
            near = frozenset({len(clauses) - 1})
            after = _stands_for(said, clauses) | near if reason or _leans(said) else None
            wordings = [Wording(said, after)]
            if reason:
                wordings.append(Wording(said, near, ("BECAUSE",)))
            if said[0] in _ANSWERS and len(said) > 1:
                wordings.append(Wording(said[1:], near if _leans(said[1:]) else None))
            if said[0] == "if" and said.count("i") == 1:
                # "I can score 9 if you set h4 to green"
                comma = said.index("i")
                wordings.append(Wording(said[comma:] + said[:comma], after))
            if i > 0 and said[:3] == _ALONE:
                # "I can solve this, so you need not change anything"
                first = clauses[-1][0]
                for whole in (
                    (*first.words, "so", *said),
                    ("BECAUSE", *first.words, *said),
                    (*said, "BECAUSE", *first.words),
                ):
                    wordings.append(Wording(whole, first.after))
            named = {word for word in before if word[0] in "@&"}
            if named == {said[0]} == {word for word in said if word[0] in "@&"}:
                wordings.append(Wording(("it", *said[1:]), near))
            if said == _HIDDEN and before[:2] == _HIDDEN[:2]:
                wordings += [Wording(said[shared:], near, _SHARING) for shared in (1, 2)]
            asks = "?" in sentence and i == len(parts) - 1
            clauses.append([replace(one, asks=asks) for one in wordings])
            before = said
    return clauses


def _stands_for(said: Sequence[str], clauses: Sequence[Sequence[Wording]]) -> frozenset[int]:
    """Return the clauses that a clause may lean on, beside the one before it."""
    told = [" ".join(clause[0].words) for clause in clauses]
    if said[:4] == ("i", "can", "solve", "this"):
        return frozenset(k for k, clause in enumerate(told) if _CONFLICT.search(clause))
    if said[0] == "then":
        # What is not known stands between what is supposed and what would be so then.
        while told and told[-1].startswith("i do not know"):
            told.pop()
        return frozenset({len(told) - 1} if told else ())
    return frozenset()


def _leans(said: Sequence[str]) -> bool:
    return said[0] in _ANSWERS or not _LEANING.isdisjoint(said)


def plain(spoken: Sequence[Token], before: str = "") -> str:
    """
    Return the words of a sentence, one blank apart, without those that may stand or not.

    Pronouns may stand for nodes named ``before``, in the words of the sentence before.
    """
    said = " ".join(
        _MARKS.get(token.kind, "") + token.text for token in spoken if token.text not in (*".?!", "\n")
    )
    if notice := _NOTICE.match(said):
        said = f"NOTED {said[notice.end() :]}"
    elif (opening := _OPENING.match(said)) and (
        opening["courtesy"] is None or _is_courtesy(opening["courtesy"])
    ):
        said = said[opening.end() :]
    for pattern, text in _REWRITTEN:
        said = " ".join(pattern.sub(text, said).split())
    for pattern in _ALIKE:
        said = pattern.sub(_each, said)
    said = _UNKNOWN.sub(_each_unknown, said)
    said = _PRONOUN.sub(lambda pronoun: _with_nodes(pronoun, before), said)
    return _without_commas(said)


def _each(alike: re.Match[str]) -> str:
    """Return what is said of several nodes together, said of each."""
    colors = alike["color"] or alike["change"]
    return " and ".join(f"{node} {colors}" for node in re.findall(_NODE, alike["nodes"]))


def _each_unknown(unknown: re.Match[str]) -> str:
    nodes = re.findall(_NODE, unknown["nodes"])
    return " and ".join(f"i do not know the color of {node}{unknown['yet'] or ''}" for node in nodes)


def _with_nodes(pronoun: re.Match[str], before: str) -> str:
    """Return a verb with the nodes that a pronoun stands for, or as it is if that is not clear."""
    nodes = dict.fromkeys(_named(pronoun.string[: pronoun.start()]) or _named(before))
    if (
        not nodes
        or any(node[0] == "@" for node in nodes)
        or (len(nodes) > 1) == (pronoun["one"] == "it")
    ):
        return pronoun[0]
    return f"{pronoun['verb']} {' and '.join(nodes)}"


def _named(said: str) -> list[str]:
    return re.findall(rf"(?<!\S){_NODE}", said)


def _is_courtesy(said: str) -> bool:
    return is_harmless([Token("word", word) for word in said.split()])


def _without_commas(said: str) -> str:
    """Return words without commas, but for those between alternatives, which become "|"."""
    said = _repeated(_COLORS, r"\1 or", said)
    said = _LAST.sub(" | ", _LAST_COLOR.sub(r"\1 or", said))
    said = _repeated(_BETWEEN, " |", said)
    return " ".join(word for word in said.split() if word not in (",", ":", "-"))


def _repeated(pattern: re.Pattern[str], text: str, said: str) -> str:
    before = None
    while before != said:
        before, said = said, pattern.sub(text, said)
    return said


def _said(
    words: Sequence[str], start: int, clauses: Sequence[Sequence[Wording]], last: int | None
) -> int | None:
    """
    Return the last clause that words say from ``start`` on, if they say clauses and nothing else.

    ``last`` is the clause that was said before, -1 at the beginning, None if something else was said.
    """
    if start == len(words):
        return last
    for end, clause in _following(words, start, clauses, last):
        found = _said(words, end, clauses, clause)
        if found is not None:
            return found
    return None


def _following(
    words: Sequence[str], start: int, clauses: Sequence[Sequence[Wording]], last: int | None
) -> Iterator[tuple[int, int]]:
    """Yield each clause that may begin at ``start``, behind where it ends."""
    for i, wordings in enumerate(clauses):
        for wording in wordings:
            if wording.after is None or last in wording.after:
                yield from ((end, i) for end in wording.ends(words, start))
            elif start == 0 and wording.joints == ("BECAUSE",):
                # "Since h4 is red, it would work if ..."
                for end in wording.ends(words, start):
                    for after, first in _following(words, end, clauses[:i], last):
                        if first == i - 1:
                            yield after, i
