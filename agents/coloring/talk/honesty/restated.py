"""
Sentences of a draft that say again what the message is to say.

The sentences given to the model are true, and a model that rewords them mostly keeps their words: it
joins two by "and", begins with "okay", or writes "don't" and "right now". A sentence that has the words
of given ones, in their order, needs no reading. The words are compared after changes that leave every
meaning as it is: articles of ownership before a node of that owner, "is" between a node and its color,
commas that separate no alternatives (``plain_words``). What leans on the sentence before ("then b2 would
be blue", "yes") has to follow the same sentence in the draft, or the one that it is about.

Words that seem idle and are not stay: "still", "only", "just" and "so far" say more, and so do "so" and
"now" but for what follows from a change said before: "I changed b2 from red to blue, so b2 is blue now".
A question mark says that something is asked: "I have no conflicts?" is another sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...view import View
from ..tokens import tokens_of
from ..wordlist import words
from .attached import is_misplaced, marked_words
from .composed.harmless import is_harmless
from .paraphrases import paraphrases, reason
from .plain_words import plain
from .told import WOULD, adds_setting, tells, tells_more
from .wordings import NOW, Clause, Reworded, Wording

#: What stands before a reason, and behind one that stands first.
_BECAUSE = ("BECAUSE", "as", "given")
_SO = (("so",), ("and", "so"), ("|", "so"), ("therefore",))
#: What begins a clause of its own behind a semicolon.
_CLAUSES = re.compile(
    r" ; (?=(?:if|it|that|i|a|please|say|name|tell|ask|you(?= need not)|#\S+(?= would)) )"
)
#: What is said besides what the agent does alone, and how a clause says that there is a conflict.
_ALONE = ("you", "need", "not")
_CONFLICT = re.compile(r"are both #|\bclash\b|i have (?!no )\S+ (?:\S+ )?conflict")
_SCORED = re.compile(r"with (?P<setting>.*) (?P<outcome>i can score \d+)")
#: Clauses about the agent, whose subject another may share: "I am satisfied and have no conflicts".
_DOES = re.compile(r"(?:yes )?i (?:am satisfied|changed)\b|my score is")
#: What may stand between a conflict and its reason.
_BESIDE_CONFLICT = re.compile(r"it would work|you asked for|i changed|no, |no$")
#: What may stand before what works.
_HEADINGS = ("WORKS", "NOTED WORKS")
#: Words that lean on what was said before.
_LEANING = words("then it that this these those they their its such")
_ANSWERS = ("yes", "no")
#: The words for nodes that the person does not see, which may share the verb of the clause before.
_HIDDEN = ("i", "changed", "nodes", "you", "do", "not", "see")
#: What an agent can do with what is supposed.
_SOLVES = ("i", "can", "color", "my", "part", "without", "a", "conflict")
_FIT = ("fit", "my", "colors")
#: What ways of some kinds may follow: the clause that they say, which others of its kind continue, the
#: one before it, what that one stands for, and the start of the draft or the beginning of a sentence.
_AFTER = {
    "bare": "here begin", "beside change": "here", "block": "here near begin", "blocked": "here near",
    "scores so": "alike", "scores brief": "alike", "scores then": "here", "works so": "here",
    "can so": "here start", "that": "near", "again": "near", "greeted": "start", "calm so": "score",
    "calm beside": "doing",
    "asked so": "near", "score mine": "near",
    "then": "meant here", "alone": "meant here",
}  # fmt: skip
#: Verbs of what the agent did, which other nodes may share.
_VERBS = words("changed switched recolored moved turned repainted updated adjusted altered")
_ACTS = re.compile(r"\bi (?:have )?(?:changed|switched|recolored|moved|turned|made|set)\b")
_NODE_ACTS = re.compile(r"[@&]\S+ (?:turned|became|went|moved|changed|switched)\b")
_STATING = words("now is was were are")
#: "Not" before what is set or is not to be: "with h1 red, not green".
_DENIES = re.compile(
    r"\bnot(?: (?:in|to|on|for|if|when|with|set|your|my|both|a|just|only))* [@&#]|\bor not\b"
)
#: What goes on with the same subject, and with the same verb.
_GOING_ON = ("and", "as well as", "plus")
_SHARING = ("plus", "as well as", "along with", "and")


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
    given = marked_words(tokens_of(" ".join(message), view))
    notes = "not sure what you mean" not in given
    last: int | None = -1
    found: list[bool] = []
    line = ""
    answer = ""
    for i, sentence in enumerate(draft):
        spoken = [token for token in tokens_of(sentence, view) if token.text != "\n"]
        line = plain(spoken, line)
        if line in _ANSWERS and "?" not in sentence and i + 1 < len(draft):
            # "Yes! My colors fit" says what "Yes, my colors fit" says.
            answer = line
            found.append(False)
            continue
        said = [*answer.split(), *line.replace(";", "|").split()]
        if is_harmless(spoken) or (said == ["NOTED"] and notes):
            found.append(False)
            answer = ""
            continue
        if is_misplaced(spoken, given) or ("NOTED" in said and not notes):
            last = None
        else:
            last = _last_said(said, marked_words(spoken).split(), clauses, last)
        if answer:
            found[-1] = last is not None
            answer = ""
        found.append(last is not None)
    return found


def _last_said(
    said: Sequence[str], spoken: Sequence[str], clauses: Sequence[Clause], before: int | None
) -> int | None:
    """
    Return the last clause that a sentence says, if it says clauses and nothing else.

    Parameters
    ----------
    said, spoken
        Its plain words, and the words as they were spoken.
    before
        Clause that was said before, as in :func:`_said`.
    """
    adds, asks = adds_setting(spoken), "?" in spoken
    told = [_first(clause).words for clause in clauses]
    if (adds and "if" in said) or tells_more(" ".join(spoken), said, told):
        return None
    given = [[one for one in clause if isinstance(one, Wording)] for clause in clauses]
    last = _said(said, 0, given, before)
    if last is None:
        # "That works for me: your h4 is green" says what is so; ``plain`` leaves out "is".
        line = " ".join(spoken)
        denies = (_DENIES.search(line) and not WOULD.isdisjoint(said)) or tells(line)
        ways = [
            [
                one
                for one in clause
                if isinstance(one, Wording) or one.fits(adds=adds, denies=bool(denies), asks=asks)
            ]
            for clause in clauses
        ]
        last = _said(said, 0, ways, before)
    return None if last is not None and asks and not _first(clauses[last]).may_be_asked else last


def clauses_of(message: Sequence[str], view: View) -> list[list[Wording | Reworded]]:
    """Return the clauses of the sentences of a message, each with the ways to say it."""
    clauses: list[list[Wording | Reworded]] = []
    before: tuple[str, ...] = ()
    working: list[int] = []
    for sentence in message:
        line = plain(tokens_of(sentence, view))
        heading = line.startswith("WORKS ")
        parts = _CLAUSES.split(line.removeprefix("WORKS "))
        for i, clause in enumerate(parts):
            said = tuple(clause.replace(";", "|").split())
            if not said:
                continue
            # "a4 is green; red would clash with h4": the node is named before.
            because = said[0] == "BECAUSE" or (i > 0 and said[0].startswith("#"))
            said = said[said[0] == "BECAUSE" :]
            if not said:
                continue
            near = frozenset({len(clauses) - 1})
            explained = near | _explained(clauses) if because else near
            after = _stands_for(said, clauses) | explained if because or _leans(said) else None
            if _answers(said) and all(_first(clause).words[0] == "NOTED" for clause in clauses):
                # What is noted may also be said behind the answer.
                after = (after or frozenset()) | {-1}
            wordings = [Wording(said, after)]
            if because:
                wordings.append(Wording(said, explained, ("BECAUSE",)))
            if _answers(said) and len(said) > 1:
                wordings.append(Wording(said[1:], near if _leans(said[1:]) else None))
            if _answers(said) and not clauses:
                # "I have no conflicts, and yes, with h2 red ..." answers the person no less.
                wordings.append(Wording(said, None, ("and",)))
            newly = _clashes_newly(said, clauses)
            if newly:
                wordings.append(Wording(said, None, NOW))
            if said == ("we", "have", "no", "deals"):
                wordings.append(Wording(("no", *said), after))
            if said[0] == "if" and said.count("i") == 1:
                # "I can score 9 if you set h4 to green"
                comma = said.index("i")
                supposed, then = said[:comma], said[comma:]
                wordings.append(Wording((*then, *supposed), after))
                if heading:
                    working.append(len(clauses))
                    wordings.append(Wording((*supposed, "that", "works", "and", *then), after))
                    wordings += [replace(one, joints=_HEADINGS) for one in wordings]
            supposed = said[1:] if _answers(said) else said
            if supposed[0] == "with" and "i" in supposed:
                # "I can color my part without a conflict with h3 green"
                comma = supposed.index("i")
                answer, then = said[: len(said) - len(supposed)], supposed[comma:]
                whole = (*then, *supposed[:comma])
                wordings += [Wording((*answer, *whole), after), Wording(whole)]
            if said == ("that", "works"):
                wordings += [Wording(("any", "of", "them", "works"), near)]
            if supposed[:3] == ("my", "colors", "fit"):
                wordings.append(
                    Wording((*said[: len(said) - len(supposed)], *supposed[3:], *_FIT), after)
                )
            if said[:4] == ("it", "would", "work", "if"):
                wordings.append(Wording((*said[3:], *said[:3]), near))
            if i > 0 and said[:3] == _ALONE:
                # "I can solve this, so you need not change anything"
                first = _first(clauses[-1]).words
                for whole in (
                    (*first, "so", *said),
                    ("BECAUSE", *first, *said),
                    (*said, "BECAUSE", *first),
                ):
                    wordings.append(Wording(whole, clauses[-1][0].after))
            named = {word for word in before if word[0] in "@&"}
            if named == {said[0]} == {word for word in said if word[0] in "@&"}:
                wordings.append(Wording(("it", *said[1:]), near))
            if said == _HIDDEN and before[:2] == _HIDDEN[:2]:
                wordings.append(Wording(said[2:], near, _SHARING))
            if said == _HIDDEN:
                wordings.append(Wording(said[1:], near, _GOING_ON))
            asks = "?" in sentence and i == len(parts) - 1
            clauses.append([replace(one, asks=asks) for one in wordings])
            clauses[-1] += _reworded(said, before, clauses, explained if because else None, newly=newly)
            before = said
    clauses += [_alike(line, clauses) for line in _of_one_score(clauses)]
    if working:
        # "I can score 9 if you set h4 to green; that is what works for me."
        there = frozenset(working)
        clauses.append(
            [Wording(words, there) for words in (("that", "is", "what", "works"), ("that", "works"))]
        )
    return clauses


def _reworded(
    said: tuple[str, ...],
    before: tuple[str, ...],
    clauses: Sequence[Clause],
    explained: frozenset[int] | None = None,
    *,
    newly: bool = False,
) -> list[Wording | Reworded]:
    """
    Return other words for the last clause, whose words are given, with those of the one before it.

    ``explained`` are the clauses of which it is the reason, None if it is none; ``newly`` says that it
    is so since a change that was told before.
    """
    here, near = frozenset({len(clauses) - 1}), frozenset({len(clauses) - 2})
    found: list[Wording | Reworded] = []
    if explained is not None:
        found.append(Reworded(reason(" ".join(said)), explained))
    places = {
        "here": here, "near": near, "start": frozenset({-1}), "meant": _stands_for(said, clauses[:-1]),
        "begin": frozenset(), "alike": _like(said, clauses),
        "doing": frozenset(
            k for k, one in enumerate(clauses) if _DOES.match(" ".join(_first(one).words))
        ),
        "score": frozenset(
            k for k, one in enumerate(clauses) if _first(one).words[:3] == ("my", "score", "is")
        ),
    }  # fmt: skip
    for shape in paraphrases(" ".join(said), " ".join(before)):
        names = _AFTER.get(shape.kind, "").split()
        after = frozenset().union(*(places[name] for name in names)) if names else None
        subject = before[before[:1] in (("yes",), ("no",)) :][:1] if shape.kind == "block" else ()
        found.append(Reworded(shape, after, begins="begin" in names, subject="".join(subject)))
        found += [Reworded(shape, after, now=True)] if newly else []
    return found


def _clashes_newly(clash: Sequence[str], clauses: Sequence[Clause]) -> bool:
    """Return whether a clause tells of a clash of which a node was changed to its color before."""
    if "both" not in clash:
        return False
    told = " ".join(" ".join(_first(one).words) for one in clauses)
    return any(
        re.search(rf"(?<!\S){re.escape(node)} #\S+ to {re.escape(clash[-1])}(?!\S)", told)
        for node in clash
        if node[0] == "@"
    )


def _of_one_score(clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield what settings that score the same say together: "with h1 red | h1 blue i can score 9"."""
    settings: dict[str, list[str]] = {}
    for clause in clauses:
        found = _SCORED.fullmatch(" ".join(_first(clause).words))
        if found is not None:
            settings.setdefault(found["outcome"], []).append(found["setting"])
    for outcome, alike in settings.items():
        if len(alike) > 1:
            yield f"with {' | '.join(alike)} {outcome}"


def _alike(line: str, clauses: Sequence[Clause]) -> list[Wording | Reworded]:
    return [Wording(tuple(line.split())), *_reworded(tuple(line.split()), (), clauses)]


def _explained(clauses: Sequence[Clause]) -> frozenset[int]:
    """Return the clauses about a conflict that a reason behind them, and what works, explains."""
    found: set[int] = set()
    for k in reversed(range(len(clauses))):
        told = " ".join(_first(clauses[k]).words)
        if " are both #" in told or told.endswith("not work"):
            found.add(k)
        elif not _BESIDE_CONFLICT.match(told):
            break
    return frozenset(found)


def _like(said: Sequence[str], clauses: Sequence[Clause]) -> frozenset[int]:
    """Return the clauses of what can be scored, if this is one."""
    if said[0] != "if" or said[-2:-1] != ("score",):
        return frozenset()
    return frozenset(k for k, one in enumerate(clauses) if _first(one).words[-2:-1] == ("score",))


def _first(clause: Clause) -> Wording:
    """Return the way to say a clause that the message has."""
    first = clause[0]
    assert isinstance(first, Wording)
    return first


def _stands_for(said: Sequence[str], clauses: Sequence[Clause]) -> frozenset[int]:
    """Return the clauses that a clause may lean on, beside the one before it."""
    told = [" ".join(_first(clause).words) for clause in clauses]
    if said[:4] == ("i", "can", "solve", "this"):
        return frozenset(k for k, clause in enumerate(told) if _CONFLICT.search(clause))
    if said[0] == "then":
        # What is not known stands between what is supposed and what would be so then.
        while told and told[-1].startswith("i do not know"):
            told.pop()
        return frozenset({len(told) - 1} if told else ())
    return frozenset()


def _leans(said: Sequence[str]) -> bool:
    if said[:3] == ("these", "settings", "work"):  # those that follow
        return False
    return _answers(said) or not _LEANING.isdisjoint(said)


def _answers(said: Sequence[str]) -> bool:
    """Return whether a clause begins with a "yes" or "no": "no color works" does not."""
    return said[0] in _ANSWERS and said[1:2] not in (("color",), ("setting",), ("node",))


def _said(
    words: Sequence[str],
    start: int,
    clauses: Sequence[Clause],
    last: int | None,
    failed: set[tuple[int, int | None]] | None = None,
) -> int | None:
    """
    Return the last clause that words say from ``start`` on, if they say clauses and nothing else.

    ``last`` is the clause that was said before, -1 at the beginning, None if something else was said;
    ``failed`` are places and clauses before them from which it was tried.
    """
    if start == len(words):
        return last
    failed = set() if failed is None else failed
    if (start, last) in failed:
        return None
    for end, clause in _following(words, start, clauses, last):
        found = _said(words, end, clauses, clause, failed)
        if found is not None:
            return found
    failed.add((start, last))
    return None


def _following(
    words: Sequence[str], start: int, clauses: Sequence[Clause], last: int | None
) -> Iterator[tuple[int, int]]:
    """Yield each clause that may begin at ``start``, behind where it ends."""
    for i, wordings in enumerate(clauses):
        for wording in wordings:
            if wording.joints == _SHARING and not _shares_verb(words[:start]):
                continue  # "b2 is blue now, as well as nodes you do not see" says that they are blue
            if wording.joints == _GOING_ON and not _is_own_act(words[:start]):
                continue
            begins = start == 0 and isinstance(wording, Reworded) and _may_begin(wording, words)
            if wording.after is None or last in wording.after or begins:
                # A reason behind the sentence before is not one of what follows in its own.
                reasons = words[0] in _BECAUSE and words[1:2] != ["far"]
                whole = start == 0 and last != -1 and reasons and not begins
                if isinstance(wording, Reworded) and wording.leads:
                    whole |= words[start] not in (*_BECAUSE, "given")
                yield from (
                    (end, i)
                    for end in wording.ends(words, start)
                    if (not whole or end == len(words)) and (not begins or _goes_on(wording, words, end))
                )
            elif start == 0 and wording.leads:
                # "Since h4 is red, it would work if ...", "h4 is red, so it would work if ..."
                for end in wording.ends(words, start):
                    begun = 0 if words[0] in _BECAUSE else _so(words, end)
                    if begun is None:
                        continue
                    for after, first in _following(words, end + begun, clauses[:i], last):
                        if first in (wording.after or ()):
                            yield after, i


def _may_begin(wording: Reworded, words: Sequence[str]) -> bool:
    """Return whether a part of a clause may begin a sentence, which has to name what it is about."""
    if not wording.begins:
        return False
    named = not wording.subject or wording.subject in words
    if named and wording.subject and "it" in words:
        named = words.index(wording.subject) < words.index("it")
    return named and not (words[0] in _BECAUSE and "i" in words)


def _goes_on(wording: Wording | Reworded, words: Sequence[str], end: int) -> bool:
    """Return whether "because green would clash with h1" is followed by the node that it is about."""
    subject = wording.subject if isinstance(wording, Reworded) else ""
    return not subject or words[0] not in _BECAUSE or words[end : end + 1] == [subject]


def _shares_verb(said: Sequence[str]) -> bool:
    """Return whether the last clause has a verb that other nodes may share: what the agent did."""
    verbs = [i for i, word in enumerate(said) if word in _VERBS]
    changes = said[-2:-1] == ["to"] and "i" in said
    return changes and bool(verbs) and _STATING.isdisjoint(said[verbs[-1] :])


def _is_own_act(said: Sequence[str]) -> bool:
    """Return whether the agent is the subject of the last verb: not "I changed a2, a5 turned blue"."""
    line = " ".join(said)
    return _ACTS.search(line) is not None and not _NODE_ACTS.search(line[line.rfind("i ") :])


def _so(words: Sequence[str], start: int) -> int | None:
    """Return the number of words that say "so", or None."""
    return next((len(so) for so in _SO if tuple(words[start : start + len(so)]) == so), None)
