"""
The guard: what an agent may say is what its grammar generates and the facts entail.

A sentence that only says again what the message is to say passes (``restated``), and one that a template
generates is checked as a whole (``forms``). Every other sentence may have no word that says more than
those of the message (``added``). It is read by a grammar that composes meanings (``composed``), or else
by the grammar of claims (``claims``), and all its readings have to hold. What has no reading is not
said: the template is sent, which costs a little style, while a lie would cost the person's trust. Rules
that looked for suspicious words were tried before: 25 of 112 lies built from the product's own words
passed. A sentence whose composed meaning is false may still have a claim that holds if it is about what
would be, since there the composed meaning is stricter: as a veto it stopped one lie among 270, and 9
truths more among 370. About what is, it does veto.

Of 153 drafts by others who played the model, from prompts of games alone, 122 passed at first sight, and
58 without ``restated``. Of 397 lies near the words of such prompts two passed because of it, both mended
since, and 24 by the other readings; several of these are true in the game, and "I have never changed
anything" is refused since. ``added`` came later: of 143 lies that say something by one word more, 51
passed before and none since, and of 101 other true drafts 72 pass instead of 74. Later, of 40 drafts by
writers who kept to the prompt 34 passed at first sight, and 25 of 60 by others who were told to vary the
words; of their 200 lies one, which the facts entailed. ``paraphrases`` came last, written from drafts
for 24 messages: of 120 drafts for 12 others by writers who played the model 99 pass, 53 without it; of
120 by writers who were told to vary the words 77 and 39. Of their 500 lies none passes, nor of 2,000
lies about the 24 messages. A reader who looked for gaps in its first form wrote 203 untrue drafts; about
150 passed that, 12 pass now, most of them true or read the same without it. A third reader's 231 are
down to 19. What is refused depends on the kinds of facts: in states of other games, each time at first
sight and before what it showed was mended, 38 of 120 true drafts by writers who played the model, 35 of
150, 24 of 120, 23 of 120 and at last 10 of 120; none of 1,040 lies there passed. Drafts that words of no
message suggested do worse: of 60 true ones that nobody had seen when the rules were written, 57 are
refused, and none of 40 false ones passes, for each construction has its own rule. Tried without success:
a wider grammar with phrases for unnamed nodes, conflicts and purposes, and, where it fails too, a
judgment of the words in any order, 2,700 lines in all. It refused 54 of the 60, and said 48 of 747
changed versions of what it let pass, among them "I made a2 blue to get rid of the clash with h4". What
helped was to make the phrases of ``composed`` combine, after drafts for 100 states: of 396 true ones for
64 other states, by writers who had the state alone and kept to plain words, 317 were refused before and
223 are now. Of 400 varied lies one passed and none does, of 336 plain ones 8 passed at first sight and 3
do now, which the guard's own sense of "fine" and "can" allows: the agent would have to recolor. In
clusters of 3 to 14 nodes with up to five colors, by writers who were told to vary the construction,
129 of 149 true ones are refused and none of 400 lies passes. Rules for requests, relative clauses and
counts, 1,900 lines written after 240 other drafts, took 44 of those but only 4 of the 149: left out.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...wording.phrases import sentences_in
from ...wording.untrusted import MAX_LENGTH, clean
from ..facts import Facts
from ..request import Request
from ..tokens import tokens_of
from ..wordlist import words
from .added import added
from .attached import is_misplaced, marked_words, supposes_what_is
from .claims import false_claims
from .composed import Truth, readings, verdict
from .composed.answering import answer_before, answered, says, yes_or_no
from .composed.worlds import World
from .forms import form_of
from .openings import CONDITION, shows_conflicts, without_opening
from .restated import restated
from .thanks import without_thanks


@dataclass(frozen=True)
class Violation:
    """
    A reason why a text may not be sent.

    Attributes
    ----------
    kind
        Kind of the claim that the facts do not entail; ``"unclear"`` if the text has no reading.
    sentence
        The text.
    """

    kind: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.sentence}"


def violations(text: str, facts: Facts, message: Sequence[str] | None = None) -> list[Violation]:
    """
    Return the claims of a text that are false or undecidable; an empty list if it may be sent.

    Parameters
    ----------
    text
        Text to the person.
    facts
        What is known.
    message
        True sentences that the text words: what only says them again is not read, and what is read may
        have no word that says more than they do. None if nothing was to be worded.
    """
    cleaned = clean(text)
    if len(re.findall(r"\w+", cleaned.text)) < 2 and not cleaned.text.rstrip("!.").isalpha():
        return [Violation("empty", cleaned.text)]
    if cleaned.cut:
        return [Violation("long", f"more than {MAX_LENGTH} characters")]
    worded, message = message is not None, message or ()
    # The ids of offers and questions, which nobody is shown, may be left out.
    ids = re.findall(r"\[\w+\]", " ".join(message))
    plain = functools.reduce(lambda text, one: text.replace(one, ""), ids, cleaned.text)
    signs = "".join(_SIGNS.findall(_without_names(plain, facts)))
    if signs:
        return [Violation("unclear", signs)]
    if message and _may_be_sure(facts, message[0]):
        plain = _SURE.sub(lambda said: said["next"].upper(), plain)
    if worded:
        told = bool(facts.reported) or (bool(message) and message[0].startswith("Noted:"))
        plain = without_thanks(plain, answers=_answers(facts), told=told)
    if facts.request.proposed:
        plain = _OFFERED.sub(lambda said: said["next"].upper(), plain)
    sentences = sentences_in(plain)
    message = [re.sub(r"\s*\[\w+\]", "", one) for one in message]
    said = restated(sentences, message, facts.view)
    found = list(_misplaced(sentences, said, message, facts)) if worded else []
    prose: list[str] = []
    numbers = _numbers(" ".join(message), facts)
    read = _to_read(sentences, said, facts)
    for (sentence, is_said), before in zip(read, [None, *(one for one, _ in read)], strict=False):
        if worded and (counted := _numbers(sentence, facts) - numbers):
            found.append(Violation("added", f"{', '.join(sorted(counted))} in: {sentence}"))
            continue
        form = form_of(sentence)
        leans = worded and not is_said and _THEN.match(sentence) is not None
        if (sentence in facts.answers and not leans) or (
            form is not None and form[0].check(facts, form[1])
        ):
            continue
        if form is not None and form[0].claim != "unclear":
            found.append(Violation(form[0].claim, sentence))
        elif leans and before is not None and prose[-1:] != [before]:
            # What it supposes stands in a sentence that another rule has read.
            found.append(Violation("unclear", sentence))
        elif worded and not is_said and (more := added(sentence, message, facts.view)):
            found.append(Violation("added", f"{', '.join(map(repr, more))} in: {sentence}"))
        else:
            prose.append(sentence)
    return [*found, *_unsaid(prose, facts)]


def _misplaced(
    sentences: Sequence[str], said: Sequence[bool], message: Sequence[str], facts: Facts
) -> Iterator[Violation]:
    """Yield the sentences with words that say more where they stand, but for those of the product."""
    given = marked_words(tokens_of(" ".join(message), facts.view))
    for sentence, is_said in zip(sentences, said, strict=True):
        spoken = tokens_of(sentence, facts.view)
        if sentence in message or sentence in facts.answers:
            continue
        if (not is_said and is_misplaced(spoken, given)) or supposes_what_is(spoken, facts.beliefs):
            yield Violation("misplaced", sentence)


#: What says yes to a request, and is a courtesy where there is none, or where it is met.
_SURE = re.compile(
    r"^\s*(?:sure(?: thing)?|of course|certainly|absolutely|gladly)(?:,| -|:|!|\.)\s+(?P<next>\S)",
    re.IGNORECASE,
)
#: Thanks for an offer that the person made.
_OFFERED = re.compile(
    r"^\s*thank(?:s| you) for (?:the|your) (?:offer|proposal|suggestion)(?:, but|[,!.;]) (?P<next>\S)",
    re.IGNORECASE,
)
#: First sentences of messages that say no, or that a message was not understood.
_NOT_SURE = re.compile(
    r"(?:No\b|None\b|Sorry\b|I (?:did not|do not|am not|can only|cannot|can't|changed nothing)\b"
    r"|As far as I know, no\b|(?:My|Some of my) .*\b(?:both|clash))"
)


def _answers(facts: Facts) -> bool:
    """Return whether the message answers something that the person said."""
    return bool(facts.answers) or facts.yes is not None or facts.request != Request()


def _may_be_sure(facts: Facts, first: str) -> bool:
    """Return whether "sure" at the beginning consents to nothing that is not so."""
    asked = facts.request
    met = facts.yes is not False and all(
        facts.after.get(node) == color for node, color in asked.demands.items()
    )
    named = all(node in first for case in asked.proposed for node in case)
    noted = first.startswith("Noted:") and named
    unanswered = asked.proposed and not first.startswith("Yes") and not noted
    return met and not unanswered and not asked.fix and "?" not in first and not _NOT_SURE.match(first)


_THEN = re.compile(r"\s*(?:and |but )?(?:then|in that case|if so)\b", re.IGNORECASE)
#: Words that may stand for something in a sentence before.
_STANDING_FOR = words(
    """
    it its he she they them their this that these those both either neither each one ones such so then
    there which same other others another too
    """
)


def _to_read(sentences: Sequence[str], said: Sequence[bool], facts: Facts) -> list[tuple[str, bool]]:
    """Return the sentences that are not said again, and those before one that may mean them."""
    lean = [
        i
        for i, sentence in enumerate(sentences)
        if not said[i] and any(token.text in _STANDING_FOR for token in tokens_of(sentence, facts.view))
    ]
    kept = lean[-1] if lean else 0
    return [(one, said[i]) for i, one in enumerate(sentences) if i < kept or not said[i]]


def _unsaid(sentences: Sequence[str], facts: Facts) -> list[Violation]:
    """Return the violations of sentences that no template generates."""
    kept = [sentence for sentence in sentences if _offers_present(sentence, facts)]
    if kept:
        return [Violation("instead", sentence) for sentence in kept]
    unclear = [one for one in sentences if _denies_a_name(one, facts) or _OF_ALL_TIME.search(one)]
    if unclear:
        return [Violation("unclear", sentence) for sentence in unclear]
    claiming = [one for one in sentences if not _is_computed(one, facts)]
    sentences = [_without_answer(one, facts) for one in claiming or sentences]
    sentences = [one for one in sentences if one]
    if unclear := [one for one in sentences if _has_wrong_answer(one)]:
        return [Violation("unclear", sentence) for sentence in unclear]
    truth = Truth(facts)
    truth.showing = shows_conflicts(claiming, facts)
    verdicts = [verdict(sentence, truth) for sentence in sentences]
    if all(verdicts):
        return []
    denied = [one for one, value in zip(sentences, verdicts, strict=True) if value is False]
    if denied:
        return [Violation("false", one) for one in denied]
    together = " ".join(sentences)
    if not any(verdicts):
        return [Violation(kind, together) for kind in false_claims(together, facts)]
    # What pronouns stand for is not known to the other grammar if it reads some of the sentences only.
    return [
        Violation(kind, sentence)
        for sentence, value in zip(sentences, verdicts, strict=True)
        if not value
        for kind in false_claims(sentence, facts)
    ]


#: What is said of all turns; known are this turn and the one before.
_OF_ALL_TIME = re.compile(
    r"\b(?:have|has|had|was|were|'ve|'s|did) never\b"
    r"|\bnever (?:ever|once|before|yet|\w+ed|had|was|were|been)\b"
    r"|\b(?:always|ever) (?:been|had|was|were|since)\b",
    re.IGNORECASE,
)


def _is_computed(sentence: str, facts: Facts) -> bool:
    """Return whether a sentence is the "yes" or "no" that was computed for what the person asked."""
    said = answered(tokens_of(sentence, facts.view))
    return said is not None and said == yes_or_no(facts)


def _without_answer(sentence: str, facts: Facts) -> str:
    """Return a sentence without the "yes" or "no" before it, if that is so or is said again."""
    opened = without_opening(sentence, facts)
    if opened != sentence:
        return opened
    split = answer_before(sentence)
    if split is None:
        return sentence
    yes, clause = split
    if CONDITION.match(clause) and readings(sentence, facts):
        return sentence
    known = yes_or_no(facts)
    if known is None and facts.request.asks:
        # What it answers is known, and it is not so.
        return sentence
    if known is None and facts.request.fix:
        # "Yes" says that it is done: what the agent could still do, it would have done.
        known = True if World(facts).calm() else None
    if known is None:
        known = says(readings(clause, facts))
    return clause if known == yes else sentence


def _has_wrong_answer(sentence: str) -> bool:
    """Return whether a "yes" or "no" is left that is not so; with a condition it is read as a clause."""
    split = answer_before(sentence)
    return split is not None and not CONDITION.match(split[1])


def _denies_a_name(sentence: str, facts: Facts) -> bool:
    """Return whether "no" stands before a name: "no red on b2" is no answer and a claim."""
    tokens = tokens_of(sentence, facts.view)
    return any(
        token.text == "no" and (following.is_node or following.is_color)
        for token, following in itertools.pairwise(tokens)
    )


#: Words behind which "too" may be said of the color that a node has.
_KEEPING = words("keep keeping stay stays leave leaving remain remains is are has have")


def _offers_present(sentence: str, facts: Facts) -> bool:
    """Return whether a sentence offers a node the color that it has "instead", or "too"."""
    node = color = ""
    tokens = tokens_of(sentence, facts.view)
    said = {token.text for token in tokens}
    supposes = bool(said & {"would", "could", "might"}) and not said & _KEEPING
    for token, following in itertools.pairwise(tokens):
        if token.is_node:
            node = token.text
        elif token.is_color:
            color = token.text
        elif not node or not color:
            continue
        elif token.text == "instead" and following.text != "of":
            return facts.color(node) == color
        elif token.text == "too" and supposes and facts.color(node) == color:
            return True
    return False


def _numbers(text: str, facts: Facts) -> set[str]:
    """Return the numbers in a text that are no names: what they count cannot always be counted again."""
    return {*re.findall(r"\b\d+\b", _without_names(text, facts))}


#: Signs that prose does not need: pictures say more than can be checked.
_SIGNS = re.compile(r"[^\w\s.,:;!?'\"()&+/=>-]|(?<!-)>")


def _without_names(text: str, facts: Facts) -> str:
    """Return the text without names of nodes and colors, which may hold any sign."""
    names = (*facts.view.own, *facts.view.owners, *facts.view.domain)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text, flags=re.IGNORECASE)
    return text
