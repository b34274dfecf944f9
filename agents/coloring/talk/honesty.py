"""
The guard: whether each sentence of a draft is so.

A draft is read clause by clause, with polarity: pairs of nodes and colors and their tense, claims of
change, of conflicts and of their absence, of fixed nodes, numbers, what others are said to have said,
promises, proposals. Each is held against the :class:`Facts` of the turn. A word that is not in the
lexicon, a node that is not seen, a claim that cannot be decided: all of these are violations too. In
doubt the template speaks, which costs a little style, while a lie would cost the person's trust.

Banning words was not enough ("b2 has gone green" has none that could be banned), and reading claims
alone was not either ("we are in the clear" claims success in words that nobody listed); so both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..wording.untrusted import MAX_LENGTH, clean
from . import lexicon
from .clauses import Clause, Sentence, sentences_of
from .facts import Facts
from .pairs import pairs_of
from .polarity import (
    claim_of,
    condition_and_rest,
    is_negated,
    is_scattered,
    nouns_first,
    with_suppositions,
)
from .tokens import Token, tokens_of

ViolationKind = Literal[
    "empty", "long", "node", "color", "change", "conflict", "success", "fixed", "number", "attribution",
    "promise", "proposal", "unclear",
]  # fmt: skip


@dataclass(frozen=True)
class Violation:
    """
    Why a sentence may not be said.

    Attributes
    ----------
    kind
        What it is about.
    sentence
        The words in question, names in their place.
    """

    kind: ViolationKind
    sentence: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.sentence}"


def violations(text: str, facts: Facts) -> list[Violation]:
    """Say what in a text is not so, or cannot be told to be so; empty if it may be said."""
    cleaned = clean(text)
    if not cleaned.text:
        return [Violation("empty", "")]
    if len(re.findall(r"\w+", cleaned.text)) < 2:
        return [Violation("empty", cleaned.text)]
    if cleaned.cut:
        return [Violation("long", f"more than {MAX_LENGTH} characters")]
    found: list[Violation] = []
    signs = "".join(_SIGNS.findall(_without_names(cleaned.text, facts)))
    if signs:
        found.append(Violation("unclear", signs))
    prose = re.sub(r"\b(conflict|clash)-free\b", r"without \1", cleaned.text, flags=re.IGNORECASE)
    prose = re.sub(r":\s*(none|zero|no|0)(?=\s*(?:[.,;!?]|$))", r" \1", prose, flags=re.IGNORECASE)
    judge = _Judge(facts)
    words = nouns_first(tokens_of(prose, facts.view))
    for sentence in sentences_of(words, facts.view, mixed=True):
        found.extend(judge.sentence(sentence))
    return found


#: Signs that prose has no use for: pictures say more than can be checked.
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
#: Something is said of a node.
_PREDICATES = re.compile(
    r"(?:OWN|FOR) (?:\w+ )?(?:is|are|was|were|can|could|may|has|have|got|gets|does|will)\b"
)
_SUGGESTS = re.compile(
    r"\b(?:how|what) about\b|\b(?:can|could|would|will|may|might|do|is|are) (?:you|i|we|FOR|there)\b"
)
_MODAL = re.compile(r"\b(?:can|could|would|might|may|able|allow|allowed|allows|to)\b")
_PAST = re.compile(
    r"\b(?:was|were|used to|before|earlier|previously|until|till|had|former|formerly|old)\b"
)
_SELF = re.compile(r"\b(?:i|my|mine|we|our)\b")
_SO_IS = re.compile(
    r"(?:and )?(?:so (?:is|are|do|does|has|have) (?:my |your |both |node )*(?:OWN|FOR)"
    r"|(?:my |your )*(?:OWN|FOR) (?:is |are )?(?:too|also))\b"
)
#: A verb that stands for the one before it ("it no longer clashes with h2, but it does with h5").
_DOES = re.compile(r"\b(?:it|they|OWN) (?:still )?(?:does|do|did|is|are)(?: still)?(?: not)? with\b")
_NOT_THIS = re.compile(r"(?:but |and )?not (?:(?:with|my|your|and|or|OWN|FOR) ?)+")
_COUNTED = re.compile(r"(\w+) of my nodes (?:is|are|have|has) (?:now )?COL")
_ONLY_NODES = re.compile(r"(?:(?:between|with|and|my|your|both|namely|OWN|FOR) ?)*(?:OWN|FOR)")
#: Courtesy, and asking for what is not known.
_CLAIMS_NOTHING = re.compile(
    r"\b(?:thanks?|sorry|hello|hi|welcome|tell|information|please|know|that helps)\b|\bneed the color\b"
    r"|\bsee (?:it|my nodes|above|below)\b|^what you think$|^as you can see$"
)
#: Of whom nothing is known.
_OTHERS = re.compile(
    r"\b(?:others?|the other (?:agents?|side|team)|everyone|everybody"
    r"|all agents)\b(?! than)"
)
_CHOICE = re.compile(r"\b(?:or|either|one of|some of)\b")
_NO_SUBJECT = re.compile(r"(?:and |still |now )*(?:clash|clashes|conflicts?|collides?) with\b")
#: A question with one of these may hint at an answer ("what conflicts?").
_LOADED = lexicon.CONFLICT | lexicon.SUCCESS | lexicon.FAILURE
_TO_YOU = re.compile(r"\b(?:you|your|FOR)\b")
_EVERY = re.compile(r"\b(?:all|every|everything|whole|entire|each|everyone|any|anything)\b")
_PROPOSES = re.compile(
    r"^(?:(?:please|so|then|now|and|or|just|instead|maybe|perhaps) )*(?:change|set|make|switch|turn"
    r"|recolor|keep|pick|choose|use|try|put|move|take|leave|consider|let)\b"
)
_UNKNOWN = re.compile(
    r"\b(?:not|never) (?:yet )?(?:know|see|sure|understand|been told|told|have(?= (?:the |a "
    r"|any )?colors?\b| yours?\b| FOR\b))\b|\bnot (?:what"
    r"|which)\b|\bunknown\b|\bmissing\b|\b(?:need|have|like|want) to know\b|\b(?:need|want) the color\b"
)
_WITH = re.compile(
    r"\b(?:with|for|given)\b(?= (?:your |my |both |the )*(?:FOR))"
    r"|^(?:your )?FOR (?:in |being |as )?COL (?:is (?!COL)|works|would|does|will)\b"
)


class _Judge:
    """Reads sentence by sentence; "it" is what was named last."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._it: tuple[Token, ...] = ()
        self._mine: tuple[Token, ...] = ()
        self._color = self._claim = ""
        self._found: list[Violation] = []
        self._sentence = ""
        self._checks = 0

    def sentence(self, sentence: Sentence) -> list[Violation]:
        """Judge one."""
        self._found = []
        whole = " ".join(clause.shape for clause in sentence.clauses)
        self._sentence = whole
        for clause in sentence.clauses:
            self._words(clause.tokens)
        if sentence.asks and set(whole.split()) & _LOADED and not _TO_YOU.search(whole):
            self._no("unclear")
        asks = sentence.asks or any(
            _ASKS.search(clause.shape) and sentence.asks for clause in sentence.clauses
        )
        plain = lexicon.HARMLESS.sub(" ", whole)
        if self._found or not plain.strip():
            return self._found
        proposes = any(_PROPOSES.search(clause.shape) for clause in sentence.clauses)
        if _IF.search(plain) or (
            proposes and any(clause.joint == "then" for clause in sentence.clauses)
        ):
            self._conditional(sentence)
        else:
            earlier: list[str] = []
            asking = False
            for clause in with_suppositions(sentence.clauses):
                asking |= asks and bool(_ASKS.search(clause.shape) or _SUGGESTS.search(clause.shape))
                self._clause(clause, asking, earlier)
                earlier.extend(token.text for token in clause.tokens if token.is_node)
        return self._found

    def _no(self, kind: ViolationKind) -> None:
        self._found.append(Violation(kind, self._sentence))

    def _words(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            if token.kind == "other" or (token.is_node and token.text in self.facts.hidden):
                self._no("node")
            elif token.kind in ("no_color", "typo"):
                self._no("color")
            elif token.kind == "word" and token.text.isdigit():
                if int(token.text) not in self.facts.numbers and int(token.text) > len(
                    self.facts.view.own
                ):
                    self._no("number")
            elif (
                token.kind == "word"
                and token.text not in lexicon.KNOWN
                and token.text not in ("'s", "am")
            ):
                self._no("unclear")

    # -------------------------------------------------------------------------------------- conditionals

    def _conditional(self, sentence: Sentence) -> None:
        """If the border had such colors: what is said to follow must be what the payload says."""
        supposed: dict[str, str] = {}
        success = failure = False
        for clause in sentence.clauses:
            shape = lexicon.HARMLESS.sub(" ", clause.shape)
            words = shape.split()
            if re.search(r"\bnot (?:know|say|tell)\b", shape):
                self._unknown(clause)
                continue
            if_part, then_part = condition_and_rest(words)
            for node, color, plain in self._flat(clause):
                if node.kind == "own" or not plain or is_negated(if_part):
                    self._no("unclear")
                supposed[node.text] = color
            said = lexicon.SAYS - ({"say", "tell"} if "can" in words else set())
            if any(word in lexicon.PROMISES or word in said for word in words):
                self._no("promise")
            if any(word in lexicon.NUMBERS for word in words if word != "one"):
                self._no("number")
            if _EVERY.search(shape) and "FOR" in shape and "COL" not in shape:
                self._no("unclear")
            if re.search(r"\b(?:keep|leave|stay|remain)\b", shape) and "COL" not in shape:
                supposed.update(
                    {
                        t.text: self.facts.beliefs[t.text]
                        for t in clause.tokens
                        if t.kind == "foreign" and t.text in self.facts.beliefs
                    }
                )
            claims = claim_of(then_part)
            if re.search(
                r"\b(?:the|my|our|this|that) (?:\w+ )?(?:conflicts?|clash|clashes"
                r"|problems?)\b",
                " ".join(then_part),
            ):
                named = [t.text for t in clause.tokens if t.is_node and t.text not in supposed]
                self._hold(
                    bool(self.facts.clashes(named) if named else self.facts.conflicts), "conflict"
                )
            success |= claims > 0 or (claims == 0 and bool({"help", "helps"} & set(then_part)))
            failure |= claims < 0
        if not supposed:
            whole = " ".join(clause.shape for clause in sentence.clauses)
            if success or (failure and "not know" not in whole):
                self._no("unclear")
            return
        self._proposable(supposed)
        verdict = self.facts.can(supposed)
        if supposed.items() <= self.facts.beliefs.items() and self.facts.conflicts:
            verdict = None
        if (
            (success and failure)
            or (success and verdict is not True)
            or (failure and verdict is not False)
        ):
            self._no("success" if success else "conflict")
        if not success and not failure:
            self._no("unclear")

    def _proposable(self, supposed: dict[str, str]) -> None:
        """A proposal must not ask for what was ruled out."""
        for node, color in supposed.items():
            fixed = self.facts.view.known_fixed.get(node)
            if fixed is not None and fixed != color:
                self._no("proposal")
            for constraint in self.facts.constraints:
                if constraint.node == node and (constraint.color == color) == (
                    constraint.kind == "forbidden"
                ):
                    self._no("proposal")

    # ------------------------------------------------------------------------------------------- clauses

    def _clause(self, clause: Clause, asks: bool, earlier: list[str]) -> None:
        shape = " ".join(lexicon.HARMLESS.sub(" ", clause.shape).split())
        words = shape.split()
        nodes = [token for token in clause.tokens if token.is_node]
        pairs = self._flat(clause)
        if shape in ("COL", "not COL"):
            color = clause.tokens[-1].text
            have = [self.facts.color(token.text) for token in self._it]
            same = color not in have if shape == "not COL" else set(have) == {color}
            self._hold(bool(have) and None not in have and same, "color")
            return
        if not shape or (
            len(words) == 1 and words[0] in lexicon.PLAIN | {"done", "ok", "alright"} and not pairs
        ):
            self._opening(words, earlier)
            self._remember(nodes)
            return
        if any(word in lexicon.PROMISES for word in words) and not re.search(
            r"\bwill (?:you|FOR)\b", shape
        ):
            self._promise(pairs, words)
        if any(word in lexicon.SAYS for word in words):
            self._says(shape, nodes, pairs)
        counted = _COUNTED.fullmatch(shape)
        if counted is not None:
            self._counted(counted, clause)
            return
        earlier_claim, self._claim = self._claim, ""
        if set(words) & lexicon.CONFLICT:
            self._claim = "conflict"
        elif set(words) & lexicon.FIXED:
            self._claim = "fixed"
        elif set(words) & lexicon.CHANGE and not is_negated(words):
            self._claim = "change"
        checks = self._checks
        if any(word in lexicon.FIXED for word in words) and not (
            set(words) & (lexicon.CONFLICT | {"i"})
        ):
            self._fixed(words, nodes)
        elif re.search(
            r"\b(?:(?:can|could|may|must) not|not (?:allowed|able|free) to"
            r"|unable to) (?:be )?(?:change|changed|move|moved|recolor|recolored|touch"
            r"|touched)\b",
            shape,
        ):
            self._unchangeable(nodes, pairs)
            self._remember(nodes)
            return
        elif re.search(r"\bcan be (?:changed|recolored|moved)\b|\b(?:OWN|FOR) (?:is|are) free\b", shape):
            self._no("fixed")
        if re.search(r"\bi (?:\w+ )?fixed\b", shape) and not set(words) & lexicon.CONFLICT:
            self._no("unclear")
        self._numbers(words, shape)
        if sum(token.is_color for token in clause.tokens) > len({c for _, c, _ in pairs}) + len(
            re.findall(r"\b(?:from|not|than|instead of|in place of) COL\b", shape)
        ) or ("COL" in shape and not pairs):
            self._no("unclear")
        if asks or _PROPOSES.search(shape):
            self._proposal(clause, shape, nodes, pairs)
        elif pairs:
            self._pairs(clause, shape, words, pairs)
            self._color = pairs[-1][1]
        elif _NOT_THIS.fullmatch(shape):
            own = {token.text for token in nodes if token.kind == "own"}
            others = [token.text for token in nodes if token.kind == "foreign"]
            self._hold(not own & set(self.facts.changed), "change")
            mine = [token.text for token in self._mine]
            self._hold(not others or not self.facts.clashes([*mine, *others]), "success")
        elif earlier_claim and _ONLY_NODES.fullmatch(shape):
            self._named(nodes, earlier_claim)
        elif _SO_IS.match(shape):
            self._hold(all(self.facts.color(token.text) == self._color for token in nodes), "color")
        else:
            self._relations(shape, nodes, earlier)
            self._changes(shape, words, nodes)
        if not asks or re.search(r"\byou (?:see|know|notice|agree|remember|think)\b", shape):
            self._states(shape, words, clause, nodes, pairs, earlier)
        if (
            not asks
            and self._checks == checks
            and not self._found
            and (_PREDICATES.search(shape) or (len(words) > 1 and not _CLAIMS_NOTHING.search(shape)))
            and not (set(words) & lexicon.SAYS or _PROPOSES.search(shape))
        ):
            self._no("unclear")
        self._remember(nodes)

    def _named(self, nodes: Sequence[Token], claim: str) -> None:
        """Nodes after a claim ("there is one conflict: b2 with h2")."""
        names = [token.text for token in nodes]
        if claim == "fixed":
            self._hold(set(names) <= {*self.facts.view.fixed, *self.facts.view.known_fixed}, "fixed")
        elif claim == "change":
            self._hold(set(names) <= set(self.facts.changed), "change")
        else:
            mine = [] if any(token.kind == "own" for token in nodes) else [t.text for t in self._mine]
            self._hold(self.facts.all_clash([*mine, *names]), "conflict")
        self._claim = claim

    def _counted(self, counted: re.Match[str], clause: Clause) -> None:
        """How many own nodes have a color."""
        color = clause.tokens[-1].text
        have = sum(self.facts.after.get(node) == color for node in self.facts.view.own)
        number = int(counted[1]) if counted[1].isdigit() else lexicon.NUMBERS.get(counted[1])
        self._hold(have == number, "number")

    def _remember(self, nodes: Sequence[Token]) -> None:
        self._it = tuple(nodes) or self._it
        self._mine = tuple(token for token in nodes if token.kind == "own") or self._mine

    def _flat(self, clause: Clause) -> list[tuple[Token, str, bool]]:
        shape = clause.shape
        antecedent = (
            self._it
            if re.search(r"\b(?:it|they|them|which|both|that)\b|^(?:is|are|was|were|so is)\b", shape)
            and not clause.has_nodes
            else ()
        )
        if antecedent and re.search(
            r"\bi (?:\w+ )?(?:made|changed|set|turned|switched|moved|put|painted|recolored|took|gave)\b",
            shape,
        ):
            antecedent = self._mine
        flat: list[tuple[Token, str, bool]] = []
        for pair in pairs_of(clause.tokens, antecedent):
            if len(pair.colors) == len(pair.nodes) > 1:
                flat.extend(
                    (n, c.text, pair.plain) for n, c in zip(pair.nodes, pair.colors, strict=True)
                )
            else:
                flat.extend((n, c.text, pair.plain) for n in pair.nodes for c in pair.colors)
        return flat

    def _opening(self, words: list[str], earlier: list[str]) -> None:
        """Agree to nobody knows what: only where nothing is wrong."""
        if words == ["done"]:
            self._hold(bool(self.facts.changed) or not self.facts.conflicts, "change")
        if (
            words
            and words[0] in ("yes", "sure", "certainly", "yeah")
            and self.facts.conflicts
            and not self.facts.changed
        ):
            self._no("success")

    # -------------------------------------------------------------------------------------------- claims

    def _pairs(
        self, clause: Clause, shape: str, words: list[str], pairs: Sequence[tuple[Token, str, bool]]
    ) -> None:
        """Each pair, in its tense."""
        facts = self.facts
        if re.search(r"\bneighbors? of (?:my |your )?(?:OWN|FOR)\b", shape):
            self._no("unclear")
        negated = is_negated([w for w in words if w not in ("without",)])
        used = {"used"} if "used to" in shape else set()
        becomes = (
            bool(set(words) & (lexicon.CHANGE | lexicon.SETS | {"now"}) - {"use", "using", *used})
            and "still" not in words
        )
        stays = bool(set(words) & (lexicon.STAYS - {"same", "alone"})) and not becomes
        modal = bool(
            re.search(r"\b(?:can|could|would|might|may|must|should|has to|have to|need|needs)\b", shape)
        )
        left = re.search(r"\b(?:from|instead of|rather than|in place of) COL\b", shape)
        for node, color, plain in pairs:
            if node.kind == "foreign":
                self._foreign(node.text, color, shape, negated, modal, becomes)
                continue
            before, after = facts.before.get(node.text), facts.after.get(node.text)
            if not plain and not (becomes or stays or negated):
                self._no("unclear")
            if modal:
                self._hold(self._must(node.text, color, shape), "unclear")
            elif "longer" in words or "anymore" in words:
                self._hold(before == color and after != color, "change")
            elif "already" in words:
                self._hold(before == color and after == color and not negated, "change")
            elif (
                re.search(r"\b(?:used to|until|till|before|was|were|had|previously|earlier)\b", shape)
                and not becomes
            ):
                self._hold(
                    (before == color) != negated and (after != color or "still" in words), "change"
                )
            elif becomes:
                changed = before != color and after == color
                self._hold(not changed if negated else changed, "change")
                if negated:
                    self._hold(after != color or before == color, "color")
            elif stays:
                self._hold(before == color and after == color and not negated, "change")
            else:
                self._hold((after == color) != negated, "color")
        if left is not None:
            self._left(clause)

    def _must(self, node: str, color: str, shape: str) -> bool:
        """Whether a node has to keep a color, or can't take it, by what the person can see."""
        facts = self.facts
        bound = {**facts.demanded, **facts.view.fixed}
        if re.search(r"\b(?:must|has to|have to|needs to|need to) (?:stay|remain|be|keep)\b", shape):
            return bound.get(node) == color
        if re.search(r"\b(?:can|could) not be\b", shape):
            touching = {v if u == node else u for u, v in facts.view.edges if node in (u, v)}
            clash = any(facts.beliefs.get(name) == color for name in touching)
            return clash or bound.get(node, color) != color
        return False

    def _left(self, clause: Clause) -> None:
        """What a node had before, in "from red"."""
        tokens = clause.tokens
        nodes = [token for token in tokens if token.kind == "own"]
        for i, token in enumerate(tokens):
            if token.is_color and i and tokens[i - 1].text in ("from", "of", "than"):
                for node in nodes or self._it:
                    self._hold(self.facts.before.get(node.text) == token.text, "change")

    def _foreign(
        self, node: str, color: str, shape: str, negated: bool, modal: bool, becomes: bool
    ) -> None:
        facts = self.facts
        if modal or _PAST.search(shape):
            supposed = {node: color}
            if re.search(
                r"\b(?:can|could|may|might) (?:\w+ )?(?:keep|leave|set|change|make|use|have|stay"
                r"|remain|be)\b",
                shape,
            ) and not _WITH.search(shape):
                standing = facts.beliefs.get(node) == color and facts.clashes([node])
                self._hold(facts.can(supposed) is True and not negated and not standing, "proposal")
                self._proposable(supposed)
            elif not _WITH.search(shape) and facts.beliefs.get(node) != color:
                self._no("color")
            elif re.search(
                r"\b(?:must|should|has to|have to|need|needs|can not)\b", shape
            ) and not _WITH.search(shape):
                self._no("proposal")
            return
        if becomes and "you" in shape.split() and facts.reported.get(node) != color:
            self._no("attribution")
        if _WITH.search(shape):
            return  # judged with what is said to follow
        known = facts.beliefs.get(node)
        self._hold(known is not None and (known == color) != negated, "color")

    def _relations(self, shape: str, nodes: Sequence[Token], earlier: list[str]) -> None:
        """Comparisons: "differs from", "the same as", "neighbors"."""
        names = [token.text for token in nodes]
        if len(names) < 2 or not re.match(r"(?:my |your |both |also )*(?:OWN|FOR)\b", shape):
            names = [*(token.text for token in self._it), *names]
        if re.search(r"\b(?:need|needs|has|have|must) (?:to )?(?:differ|be different)\b", shape):
            self._hold(
                len(names) == 2 and any({u, v} == set(names) for u, v in self.facts.view.edges),
                "unclear",
            )
            return
        if re.search(
            r"\b(?:differs?|different|distinct|same|equal|match|matches|shares?|like|similarly"
            r"|likewise)\b",
            shape,
        ) and not re.search(
            r"\bsame as before\b|\b(?:stay|stays|stayed|remain|remains|kept|keep) (?:\w+ )?the same\b",
            shape,
        ):
            if claim_of(shape.split()):
                return
            colors = [self.facts.color(name) for name in names]
            if len(names) < 2 or None in colors:
                self._no("unclear")
                return
            alike = bool(
                re.search(r"\b(?:same|equal|match|matches|shares?|like|similarly|likewise)\b", shape)
            ) != is_negated(shape.split())
            self._hold(len(set(colors)) == 1 if alike else colors[0] not in colors[1:], "color")
        if re.search(r"\b(?:neighbors?|neighboring|adjacent|connected|touch|touches|edge)\b", shape):
            if len(names) < 2:
                self._no("unclear")
                return
            edges = [{u, v} for u, v in self.facts.view.edges]
            linked = all({names[0], name} in edges for name in names[1:])
            if not linked and len(names) > 2:
                self._no("unclear")
                return
            self._hold(linked != is_negated(shape.split()), "unclear")

    def _changes(self, shape: str, words: list[str], nodes: Sequence[Token]) -> None:
        """A change, or none, without a color."""
        facts = self.facts
        verbs = set(words) & lexicon.CHANGE
        if set(words) & lexicon.CONFLICT:
            verbs -= {"gone", "go", "goes", "went"}
        sets = set(words) & lexicon.SETS and re.search(
            r"\b(?:another|new|different|adjustments?|changes?|other)\b", shape
        )
        stays = set(words) & (lexicon.STAYS - {"same", "left"}) or re.search(
            r"\bleft (?:my|OWN|it|them|all|everything|the)\b|\bsame\b.*\b(?:before|still)\b", shape
        )
        if re.search(
            r"\bOWN (?:now )?(?:has|have|got) (?:a )?(?:new|different"
            r"|another) colors?\b",
            shape,
        ):
            named = {token.text for token in nodes if token.kind == "own"}
            self._hold(named <= set(self.facts.changed) and not is_negated(words), "change")
            return
        if verbs and set(words) & {"score", "scores", "points"}:
            self._no("unclear")
        if stays and re.search(r"\b(?:the rest|the others?|else)\b", shape) and not nodes:
            self._hold(set(self.facts.changed) <= {token.text for token in self._mine}, "change")
            return
        own = [token.text for token in nodes if token.kind == "own"]
        if not own and re.search(r"\b(?:it|them|they)\b", shape):
            own = [token.text for token in self._it if token.kind == "own"]
        changed = set(facts.changed)
        if (verbs or stays) and re.search(r"\b(?:but|except|apart|else|besides|other than)\b", shape):
            self._no("unclear")
        if not verbs and not stays and re.search(r"\b(?:before|earlier|previously|was|were)\b", shape):
            if set(words) & lexicon.CONFLICT:
                return  # a conflict gone by
            self._hold(not changed & set(own or facts.view.own) and not is_negated(words), "change")
        if re.search(r"\b(?:you|your|FOR)\b.*\b(?:need|have|must|should)\b|\bneeds? to change\b", shape):
            return  # a success, or a proposal
        if (
            re.search(r"\b(?:need|needs|have|has|had|must|should) to\b", shape)
            and verbs
            and "had" not in words
        ):
            self._no("unclear")
        if re.search(r"\bi (?:do|did|have) not (?:have|need) to change\b", shape):
            self._hold(not changed, "change")
            return
        if verbs or sets:
            if re.search(r"\b(?:without|let me|can|could|would|might|may|able to)\b", shape):
                self._modal_change(shape, own)
                return
            negated = is_negated(words)
            if any(token.kind == "foreign" for token in nodes):
                self._no("attribution")
            if own:
                self._hold(not set(own) & changed if negated else set(own) <= changed, "change")
                if re.search(
                    r"\bonly\b|\bOWN alone\b|\bjust (?:OWN|one)\b|\b(?:all|what) (?:that )?(?:i"
                    r"|we)\b",
                    shape,
                ):
                    self._hold(set(own) == changed, "change")
            elif negated:
                self._hold(not changed, "change")
            elif re.search(r"\b(?:all|every|everything|each)\b", shape):
                self._hold(changed == set(facts.view.own), "change")
            else:
                self._hold(bool(changed), "change")
        elif stays:
            if "still" in words and not set(words) & (lexicon.STAYS - {"still"}):
                return
            if (
                set(words) & {"remain", "remains", "remaining", "still", "left"}
                and set(words) & lexicon.CONFLICT
            ):
                return
            if any(token.kind == "foreign" for token in nodes):
                self._stays_foreign([token.text for token in nodes if token.kind == "foreign"])
            elif own:
                self._hold(
                    bool(set(own) & changed) if is_negated(words) else not set(own) & changed, "change"
                )
            else:
                self._hold(bool(changed) if is_negated(words) else not changed, "change")
        elif own and set(words) & (lexicon.SETS | {"touched", "reconsidered", "care"}):
            self._no("unclear")

    def _stays_foreign(self, names: Sequence[str]) -> None:
        """Leave to keep a color ("you can keep h2"): true if all is well with it."""
        known = {name: self.facts.beliefs[name] for name in names if name in self.facts.beliefs}
        self._hold(len(known) == len(set(names)) and self.facts.can(known) is True, "proposal")

    def _modal_change(self, shape: str, own: list[str]) -> None:
        """Ability ("I can't fix this without changing b2"): denied only where nothing can be solved."""
        if re.search(r"\bcan not\b|\bcould not\b|\bwithout\b", shape):
            self._hold(self.facts.solvable is False, "success")
        else:
            self._no("unclear")

    def _states(
        self, shape: str, words: list[str], clause: Clause, nodes: Sequence[Token],
        pairs: Sequence[tuple[Token, str, bool]], earlier: list[str],
    ) -> None:  # fmt: skip
        """Conflicts, their absence, and all words for things being well."""
        facts = self.facts
        if "whether" in words:
            self._hold(is_negated(words), "unclear")
            return
        if set(words) & {"clashed", "conflicted"} or (
            set(words) & lexicon.CONFLICT and set(words) & {"was", "were", "had"}
        ):
            self._past_conflict(nodes, words)
            return
        if re.search(r"\b(?:can|could) not\b.*\bwithout chang", shape):
            return  # ability, judged as such
        claims = claim_of(words)
        if not claims and _DOES.search(shape):
            claims = 1 if is_negated(words) else -1
            nodes = [*(token for token in self._it if token.kind == "own"), *nodes]
        if re.search(
            r"\b(?:i|we) (?:have )?(?:\w+ly |just |now )?(?:fixed|resolved|removed|solved)\b", shape
        ):
            self._hold(bool(facts.changed), "change")
        if claims and is_scattered(words):
            self._no("unclear")
        if _UNKNOWN.search(shape) and not set(words) & (
            lexicon.CONFLICT
            | lexicon.FAILURE
            | {"need", "change"} - ({"need"} if "know" in words else set())
        ):
            self._unknown(clause)
            return
        if re.search(r"\bknown?\b", shape):
            told = [token.text for token in nodes]
            self._hold(all(facts.color(name) is not None for name in told), "unclear")
            if _EVERY.search(shape) or (not told and "your" in words):
                self._hold(facts.complete, "unclear")
        if not claims:
            return
        if _OTHERS.search(shape):
            self._no("attribution")
        names = [token.text for token in nodes]
        supposed = {node.text: color for node, color, _ in pairs if node.kind == "foreign"}
        if (supposed and _WITH.search(shape)) or (
            supposed and _MODAL.search(shape) and "no" not in words[:1]
        ):
            self._proposable(supposed)
            verdict = facts.can(supposed)
            if verdict is None and supposed.items() <= facts.beliefs.items():
                verdict = not facts.conflicts and facts.complete
            if supposed.items() <= facts.beliefs.items() and facts.conflicts:
                verdict = False
            self._hold(verdict is (claims > 0), "success" if claims > 0 else "conflict")
            return
        only = names if any(token.kind == "foreign" for token in nodes) else []
        if set(words) & lexicon.CONFLICT and names:
            only = names
            if _NO_SUBJECT.match(shape) and "OWN" not in words:
                only = [*(token.text for token in self._it if token.kind == "own"), *names]
            if len(names) == 1 and re.match(r"(?:so |but |and )?(?:it|they|which|that)\b", shape):
                only = [*(token.text for token in self._it), *names]
        if (
            (not only and words[0] == "which")
            or (
                not names
                and re.search(r"^(?:so )?(?:they|the two|those two|these two|those|both)\b", shape)
            )
            or (not names and re.search(r"^it\b", shape) and set(words) & lexicon.CONFLICT)
        ):
            only = earlier if len(set(earlier)) > 1 else [*earlier, *names]
        if only:
            known = all(facts.color(name) is not None for name in only)
            clashes = facts.clashes(only)
            if claims > 0:
                border = [n for n in only if n not in facts.view.own]
                self._hold(
                    known
                    and not clashes
                    and not (set(only) == set(border) and facts.clashes(border[:1])),
                    "success",
                )
            else:
                self._hold(
                    clashes and (_CHOICE.search(shape) is not None or facts.all_clash(only)), "conflict"
                )
            if re.search(r"\bonly\b|\bone\b|\bsingle\b", shape) and claims < 0:
                self._hold(len(facts.conflicts) == 1, "number")
            return
        if claims > 0:
            self._hold(
                not facts.conflicts
                and (facts.complete or "so far" in clause.shape or "as far as" in clause.shape),
                "success",
            )
            if _EVERY.search(shape) and re.search(r"\b(?:graph|everyone)\b", shape):
                self._no("unclear")
        elif re.search(r"\bimpossible|whatever|no way\b", shape):
            self._no("success")
        elif re.search(r"\b(?:unable|can not|could not|not able|not find|not found)\b", shape):
            self._hold(facts.solvable is False and bool(facts.conflicts), "conflict")
        else:
            self._hold(bool(facts.conflicts), "conflict")

    def _past_conflict(self, nodes: Sequence[Token], words: list[str]) -> None:
        """A conflict gone by ("it clashed with h2"): with the colors of before."""
        names = {token.text for token in (*self._mine, *nodes)}
        facts = self.facts
        clashed = any(
            u in names and v in names for u, v, _ in facts.view.conflicts(facts.before, facts.beliefs)
        )
        self._hold(clashed and not is_negated(words), "conflict")

    def _unknown(self, clause: Clause) -> None:
        """Not knowing a color ("I don't know h5"): then nobody told."""
        named = [token for token in clause.tokens if token.is_node]
        if not named and re.search(r"\b(?:it|them|that|this|its)\b", clause.shape):
            named = list(self._it)
        for token in named:
            if token.is_node:
                self._hold(token.text not in self.facts.beliefs and token.kind == "foreign", "color")

    def _numbers(self, words: list[str], shape: str) -> None:
        facts = self.facts
        for i, word in enumerate(words):
            number = int(word) if word.isdigit() else lexicon.NUMBERS.get(word)
            if number is None:
                continue
            after = words[i + 1 :]
            if "not" in words[max(0, i - 2) : i] and number == 1:
                continue
            if after[:1] in (["changes"], ["change"]) and "made" in words:
                self._hold(number == len(facts.changed) and not is_negated(words), "number")
                continue
            if (
                i
                and words[i - 1] in ("the", "these", "those", "our")
                and set(after[:1]) & {"clash", "conflict", "collide"}
            ):
                continue
            if set(after[:3]) & lexicon.CONFLICT:
                self._hold(number == len(facts.conflicts), "number")
            elif set(words) & (lexicon.CHANGE | {"nodes", "node"}) and re.search(
                r"\b(?:nodes?|of them)\b", " ".join(after[:4])
            ):
                self._hold(number == len(facts.changed) and not is_negated(words), "number")
            elif re.search(r"\b(?:score|points?)\b", shape):
                self._hold(number in facts.numbers, "number")
            elif word in ("one", "two", "once") and not (
                set(after[:2]) & {"nodes", "node", "changes", "change", "points"}
            ):
                continue
            else:
                self._no("number")

    def _fixed(self, words: list[str], nodes: Sequence[Token]) -> None:
        facts = self.facts
        fixed = {**facts.view.fixed, **facts.view.known_fixed}
        fixed.update({c.node: c.color for c in facts.constraints if c.kind == "required"})
        named = [token.text for token in nodes] or [token.text for token in self._it]
        if not named or is_negated(words):
            self._hold(bool(named) and not set(named) & set(fixed), "fixed")
        else:
            self._hold(set(named) <= set(fixed), "fixed")

    def _unchangeable(self, nodes: Sequence[Token], pairs: Sequence[tuple[Token, str, bool]]) -> None:
        fixed = set(self.facts.view.fixed)
        named = [token.text for token in nodes] or [token.text for token in self._it]
        self._hold(bool(named) and set(named) <= fixed and not pairs, "fixed")

    def _promise(self, pairs: Sequence[tuple[Token, str, bool]], words: list[str]) -> None:
        meant = {(node.text, color) for node, color, _ in pairs}
        allowed = {(pair.node, pair.color) for pair in self.facts.promised}
        if not meant or not meant <= allowed or is_negated(words):
            self._no("promise")

    def _says(
        self, shape: str, nodes: Sequence[Token], pairs: Sequence[tuple[Token, str, bool]]
    ) -> None:
        """What the person is said to have said: a demand that stands, or a report of this turn."""
        facts = self.facts
        if (
            re.search(
                r"\b(?:tell me|telling me|can not (?:yet )?(?:tell|say) (?:if|whether)|for telling"
                r"|ask(?:ed|ing)? about|your (?:message|question"
                r"|request))\b",
                shape,
            )
            and not pairs
        ):
            return
        if re.search(r"\bi (?:ask|want|wish|asked|wanted|suggest|propose)\b|\bask you\b", shape):
            self._no("attribution")
            return
        if re.search(r"\bas (?:requested|asked|wished|wanted|demanded)\b", shape) and not pairs:
            self._hold(bool(facts.demanded), "attribution")
            return
        if re.search(r"\b(?:not|never)\b", shape):
            self._no("attribution")
            return
        if not re.search(r"\byou\b", shape):
            self._no("attribution")
            return
        told = {**facts.reported, **facts.demanded}
        if pairs:
            self._hold(all(told.get(node.text) == color for node, color, _ in pairs), "attribution")
        elif re.search(r"\b(?:asked|wanted|want|requested|wished|wish|request|ask)\b", shape):
            met = all(facts.after.get(node) == color for node, color in facts.demanded.items())
            self._hold(bool(facts.demanded) and met, "attribution")
        else:
            self._no("attribution")

    def _proposal(
        self,
        clause: Clause,
        shape: str,
        nodes: Sequence[Token],
        pairs: Sequence[tuple[Token, str, bool]],
    ) -> None:
        """A question or a request: for colors that would help, and nothing untrue on the way."""
        facts = self.facts
        if re.search(r"\b(?:because|since|that i)\b", shape) and set(shape.split()) & lexicon.CHANGE:
            self._no("unclear")
        supposed: dict[str, list[str]] = {}
        for node, color, _ in pairs:
            if node.kind == "own":
                self._no("unclear")
            supposed.setdefault(node.text, []).append(color)
        for name, colors in supposed.items():
            for color in colors:
                self._proposable({name: color})
                if _PROPOSES.search(shape) or re.search(
                    r"\b(?:can|could|would|may|might|chance|possible|mind|should|will)\b", shape
                ):
                    others = {n: c[0] for n, c in supposed.items() if n != name}
                    self._hold(facts.can({**others, name: color}) is True, "proposal")
        now = {name: colors[0] for name, colors in supposed.items()}
        if now and _PROPOSES.search(shape) and facts.conflicts and now.items() <= facts.beliefs.items():
            self._no("proposal")
        if not pairs:
            fixed = {
                **facts.view.known_fixed,
                **{c.node: c.color for c in facts.constraints if c.kind == "required"},
            }
            if any(token.text in fixed for token in nodes) and set(shape.split()) & lexicon.CHANGE:
                self._no("proposal")

    def _hold(self, so: bool, kind: ViolationKind) -> None:
        self._checks += 1
        if not so:
            self._no(kind)


def _without_names(text: str, facts: Facts) -> str:
    """The rest of a text: names of nodes and colors may hold any sign."""
    names = (*facts.view.own, *facts.view.owners, *facts.view.domain)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text, flags=re.IGNORECASE)
    return text
