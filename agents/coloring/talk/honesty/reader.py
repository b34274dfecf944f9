"""
The reader of drafts: cuts a text into clauses and holds the tables of rules against each.

Each clause is read with its polarity: pairs of nodes and colors and their tense, claims of change, of
conflicts and of their absence, of fixed nodes, numbers, attributions, promises and proposals. Each is
checked against the :class:`~agents.coloring.talk.facts.Facts` of the turn. A word that is not in the
lexicon, a node that the recipient does not see, and a claim that cannot be decided are violations too:
in doubt the template is sent, which costs a little style, while a lie would cost the person's trust.

Refusing single words was not enough ("b2 has gone green" has none that could be refused), and checking
claims alone was not either ("we are in the clear" claims success in words that nobody listed).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ...wording.phrases import sentences_in
from ...wording.untrusted import MAX_LENGTH, clean
from .. import lexicon
from ..clauses import Sentence, sentences_of
from ..facts import Facts
from ..polarity import nouns_first, with_suppositions
from ..tokens import Token, tokens_of
from . import others
from .changes import CHANGES
from .colors import COMPARISONS, colors
from .conditionals import conditional
from .forms import form_of
from .rules import Context, Said, Verdict, ViolationKind, judged
from .states import states


@dataclass(frozen=True)
class Violation:
    """
    A reason why a sentence may not be sent.

    Attributes
    ----------
    kind
        Kind of the claim.
    sentence
        Words of the sentence, with ``OWN``, ``FOR`` and ``COL`` for nodes and colors.
    """

    kind: ViolationKind
    sentence: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.sentence}"


def violations(text: str, facts: Facts) -> list[Violation]:
    """Return the claims of a text that are false or undecidable; an empty list if it may be sent."""
    cleaned = clean(text)
    if len(re.findall(r"\w+", cleaned.text)) < 2:
        return [Violation("empty", cleaned.text)]
    if cleaned.cut:
        return [Violation("long", f"more than {MAX_LENGTH} characters")]
    found: list[Violation] = []
    signs = "".join(_SIGNS.findall(_without_names(cleaned.text, facts)))
    if signs:
        found.append(Violation("unclear", signs))
    prose = []
    for sentence in sentences_in(cleaned.text):
        form = form_of(sentence)
        if sentence in facts.answers or (form is not None and form[0].check(facts, form[1])):
            continue
        if form is not None:
            found.append(Violation(form[0].claim, sentence))
        else:
            prose.append(sentence)
    return [*found, *_read(" ".join(prose), facts)]


def _read(text: str, facts: Facts) -> list[Violation]:
    """Check sentences without a form in the templates, clause by clause."""
    prose = re.sub(r"\b(conflict|clash)-free\b", r"without \1", text, flags=re.IGNORECASE)
    prose = re.sub(r":\s*(none|zero|no|0)(?=\s*(?:[.,;!?]|$))", r" \1", prose, flags=re.IGNORECASE)
    found: list[Violation] = []
    reader = _Reader(facts)
    for sentence in sentences_of(nouns_first(tokens_of(prose, facts.view)), facts.view, mixed=True):
        shape = " ".join(clause.shape for clause in sentence.clauses)
        failed = (kind for kind, holds in reader.sentence(sentence, shape) if not holds)
        found.extend(Violation(kind, shape) for kind in failed)
    return found


#: Signs that prose does not need: pictures say more than can be checked.
_SIGNS = re.compile(r"[^\w\s.,:;!?'\"()&+/=>-]")
_IF = re.compile(
    r"\b(?:if|suppose|supposing|assuming|unless|once|as soon as|as long as|provided|in case)\b"
)
_ASKS = re.compile(
    r"^(?:(?:and|so|but|then|please|now|also|ok|or|otherwise|instead|perhaps|maybe) )*(?:what|which"
    r"|how|where|why|who|when|"
    r"(?:can|could|would|do|does|did|is|are|should|shall|may|might|will|have|has) (?:you|i|we|there"
    r"|it|that|this|your|my|OWN|FOR|any|the))\b"
)
_SUGGESTS = re.compile(
    r"\b(?:how|what) about\b|\b(?:can|could|would|will|may|might|do|is|are) (?:you|i|we|FOR|there)\b"
)
#: Something is said of a node.
_PREDICATES = r"(?:OWN|FOR) (?:\w+ )?(?:is|are|was|were|can|could|may|has|have|got|gets|does|will)\b"
#: Courtesy, and questions about unknown facts.
_CLAIMS_NOTHING = (
    r"\b(?:thanks?|sorry|hello|hi|welcome|tell|information|please|know|that helps)\b|\bneed the color\b"
    r"|\bsee (?:it|my nodes|above|below)\b|^what you think$|^as you can see$"
)
#: A question with one of these may hint at an answer ("what conflicts?").
_LOADED = lexicon.CONFLICT | lexicon.SUCCESS | lexicon.FAILURE
_KNOWN = lexicon.KNOWN | {"'s", "am"}
_TO_YOU = re.compile(r"\b(?:you|your|FOR)\b")
_PRESUMES = r"\byou (?:see|know|notice|agree|remember|think)\b"


class _Reader:
    """Reader of one sentence at a time, with the context of earlier clauses."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._context = Context()

    def sentence(self, sentence: Sentence, shape: str) -> Iterator[Verdict]:
        """Make the checks of one sentence."""
        refused = list(self._words(token for clause in sentence.clauses for token in clause.tokens))
        if _is_loaded(sentence, shape):
            refused.append("unclear")
        if refused:
            yield from ((kind, False) for kind in refused)
        elif not lexicon.HARMLESS.sub(" ", shape).strip():
            return
        elif _is_conditional(sentence, shape):
            yield from conditional(sentence.clauses, self._facts, self._context)
        else:
            yield from self._clauses(sentence)

    def _words(self, tokens: Iterable[Token]) -> Iterator[ViolationKind]:
        """Give the kinds of words that may not occur at all."""
        facts = self._facts
        for token in tokens:
            if token.kind == "other" or (token.is_node and token.text in facts.hidden):
                yield "node"
            elif token.kind in ("no_color", "typo"):
                yield "color"
            elif token.kind == "word" and token.text.isdigit():
                if int(token.text) not in facts.numbers and int(token.text) > len(facts.view.own):
                    yield "number"
            elif token.kind == "word" and token.text not in _KNOWN:
                yield "unclear"

    def _clauses(self, sentence: Sentence) -> Iterator[Verdict]:
        earlier: list[str] = []
        asks = failed = False
        for clause in with_suppositions(sentence.clauses):
            # Without a question mark it is a statement, whatever word it begins with.
            asks |= sentence.asks and bool(_ASKS.search(clause.shape) or _SUGGESTS.search(clause.shape))
            said = Said(clause, self._facts, self._context, asks, tuple(earlier))
            checks = list(self._clause(said))
            failed |= not all(holds for _, holds in checks)
            yield from checks
            if not checks and not failed and _claims_something(said):
                yield "unclear", False
                failed = True
            earlier.extend(said.names)

    def _clause(self, said: Said) -> Iterator[Verdict]:
        """Make the checks of one clause, and keep what later ones refer to."""
        if others.is_color_only(said):
            yield from judged(others.COLOR_ONLY, said)
            return
        if _opens(said):
            yield from judged(others.OPENINGS, said)
            self._remember(said)
            return
        yield from judged(others.PROMISES, said)
        yield from judged(others.ATTRIBUTIONS, said)
        if others.counts(said):
            yield from judged(others.COUNTS, said)
            return
        yield from judged(others.FIXED, said)
        if not others.cannot_change(said):
            yield from others.numbers(said)
            yield from judged(others.UNPAIRED, said)
            yield from _subject_matter(said)
            if not said.asks or said.has(_PRESUMES):
                yield from states(said)
        self._context = replace(self._context, topic=_topic(said))
        if said.pairs and not others.is_proposal(said):
            self._context = replace(self._context, color=said.pairs[-1].color)
        self._remember(said)

    def _remember(self, said: Said) -> None:
        own = tuple(token for token in said.nodes if token.kind == "own")
        nodes = said.nodes or self._context.nodes
        self._context = replace(self._context, nodes=nodes, own=own or self._context.own)


def _subject_matter(said: Said) -> Iterator[Verdict]:
    """Make the checks of the main topic of a clause."""
    if others.is_proposal(said):
        yield from others.proposals(said)
    elif said.pairs:
        yield from colors(said)
    else:
        ended = yield from judged(others.CONTINUATIONS, said)
        if not ended:
            yield from judged(COMPARISONS, said)
            yield from judged(CHANGES, said)


def _topic(said: Said) -> str:
    """Return the predicate of nodes that follow without a verb: in conflict, fixed, or changed."""
    if others.goes_on(said) and not said.pairs and not others.is_proposal(said):
        return said.context.topic
    if said.vocabulary & lexicon.CONFLICT:
        return "conflict"
    if said.vocabulary & lexicon.FIXED:
        return "fixed"
    return "change" if said.vocabulary & lexicon.CHANGE and not said.negated else ""


def _opens(said: Said) -> bool:
    """Return whether the clause is empty, or one word that claims nothing of a node."""
    if not said.shape:
        return True
    plain = lexicon.PLAIN | {"done", "ok", "alright"}
    return len(said.words) == 1 and said.words[0] in plain and not said.pairs


def _claims_something(said: Said) -> bool:
    """Return whether a clause that no rule checked may not be sent."""
    if said.asks or not said.shape or said.vocabulary & lexicon.SAYS or said.has(others.PROPOSES):
        return False
    if _opens(said) or others.cannot_change(said):
        return False
    return said.has(_PREDICATES) or (len(said.words) > 1 and not said.has(_CLAIMS_NOTHING))


def _is_loaded(sentence: Sentence, shape: str) -> bool:
    return sentence.asks and bool(set(shape.split()) & _LOADED) and not _TO_YOU.search(shape)


def _is_conditional(sentence: Sentence, shape: str) -> bool:
    if _IF.search(lexicon.HARMLESS.sub(" ", shape)):
        return True
    proposes = any(re.search(others.PROPOSES, clause.shape) for clause in sentence.clauses)
    return proposes and any(clause.joint == "then" for clause in sentence.clauses)


def _without_names(text: str, facts: Facts) -> str:
    """Return the text without names of nodes and colors, which may hold any sign."""
    names = (*facts.view.own, *facts.view.owners, *facts.view.domain)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text, flags=re.IGNORECASE)
    return text
