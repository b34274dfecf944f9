"""
Verb groups: auxiliaries, negation and a verb, with what they say of time and possibility.

"Would not have had to move" is the verb "move" with the mode ``need not``; rules of clauses then need no
list of forms.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ...wordlist import words


@dataclass(frozen=True, kw_only=True)
class _Flags:
    """
    What the words around a verb say of it.

    Attributes
    ----------
    past
        Whether it is about the time before, or an event that is over.
    perfect
        Whether it is a perfect: an event whose result lasts.
    still, already, now, only
        Whether that word is said.
    ended
        Whether "no longer" is said.
    also
        Whether "too", "also" or "instead" is said.
    passive, progressive
        Whether it is that.
    done
        Whether "do" is said with it.
    remote
        Whether its modal is "could", "would" or "might".
    singular
        Whether its form needs a subject in the singular: "is", "clashes".
    plural
        Whether it needs one in the plural: "are".
    """

    past: bool = False
    perfect: bool = False
    still: bool = False
    already: bool = False
    ended: bool = False
    also: bool = False
    passive: bool = False
    progressive: bool = False
    only: bool = False
    done: bool = False
    remote: bool = False
    now: bool = False
    singular: bool = False
    plural: bool = False


@dataclass(frozen=True)
class VerbGroup(_Flags):
    """
    A verb with its auxiliaries.

    Attributes
    ----------
    verb
        Infinitive.
    mode
        Empty (a fact), ``can``, ``cannot``, ``must``, ``need not``, ``would``, ``would not``, ``will``,
        ``will not`` or ``should``.
    negated
        Whether a fact is denied.
    """

    verb: str
    mode: str = ""
    negated: bool = False

    @property
    def hypothetical(self) -> int:
        """0 for a fact, 1 for what is possible, 2 for what would be."""
        return 0 if not self.mode else 2 if self.remote else 1

    @property
    def plain(self) -> bool:
        """Whether it is a fact, affirmed."""
        return not self.mode and not self.negated and not self.ended


#: Infinitives with irregular forms: past tense and participle.
_IRREGULAR = """
go went gone | become became become | keep kept kept | leave left left | take took taken
choose chose chosen | make made made | put put put | set set set | give gave given | get got got
have had had | hold held held | know knew known | tell told told | hear heard heard | say said said
see saw seen | run ran run | fit fitted fitted | let let let | find found found | think thought thought
sit sat sat | stick stuck stuck | cost cost cost | swap swapped swapped | pick picked picked
do did done | come came come | lead led led | meet met met | lose lost lost | mean meant meant
stand stood stood | break broke broken | bring brought brought | understand understood understood
win won won | begin began begun | free freed freed | agree agreed agreed | rule ruled ruled
forbid forbade forbidden | cut cut cut | show showed shown | feel felt felt | pay paid paid
flip flipped flipped | drop dropped dropped | permit permitted permitted | read read read
"""
_REGULAR = """
change switch move turn stay remain recolor repaint paint color shift clash conflict collide match
differ share touch border neighbor need work suit report ask want demand request block force allow
avoid fix solve resolve clear remove cause create help adapt adjust update accept cope handle manage
offer return equal connect join link count look seem limit depend mind prefer wish require produce
result end start finish believe assume recall mention confirm inform learn receive try use satisfy
enable settle involve overlap like love plan expect save gain contain revert exclude prevent escape
sidestep steer live deal like treat happen occur face satisfy follow wait continue appear restrict
restore eliminate trigger introduce worry bump propose grant impact affect concern influence bother
separate convert transform tackle address register note list play conform comply support opt decide
exchange trade clean
reach achieve rearrange rework check repair keep track consider color assign occupy lie
"""


#: Verbs whose last letter is doubled.
_DOUBLED = words("get put set let run fit sit swap stop cut win begin flip drop permit forbid opt")


@functools.cache
def _forms() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return the verbs of each word with the form that it is."""
    found: dict[str, list[tuple[str, str]]] = {}

    def add(word: str, verb: str, form: str) -> None:
        found.setdefault(word, []).append((verb, form))

    rows = _IRREGULAR.replace("\n", " | ").split(" | ")
    irregular = {row.split()[0]: row.split()[1:] for row in rows if row.strip()}
    for verb in [*irregular, *words(_REGULAR)]:
        stem = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
        if verb in _DOUBLED:
            stem = verb + verb[-1]
        past, participle = irregular.get(verb, [_past(verb, stem)] * 2)
        third = "has" if verb == "have" else _third(verb)
        add(verb, verb, "base")
        add(third, verb, "third")
        add(past, verb, "past")
        add(participle, verb, "participle")
        add(("lying" if verb == "lie" else stem + "ing"), verb, "ing")
    return {word: tuple(dict.fromkeys(forms)) for word, forms in found.items()}


def _third(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("ch", "sh", "s", "x", "o")) else "s")


def _past(verb: str, stem: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return stem + "ed"


_MODALS = {
    "can": "can", "could": "can", "may": "may", "might": "may", "must": "must", "would": "would",
    "will": "will", "shall": "will", "should": "should",
}  # fmt: skip
#: Phrases between a form of "be" and "to".
_ABLE = {
    "able": "can", "free": "can", "allowed": "can", "happy": "can", "glad": "can", "willing": "can",
    "ready": "can", "prepared": "can", "welcome": "can", "permitted": "can",
    "unable": "cannot", "forced": "must", "bound": "must", "obliged": "must", "required": "must",
    "left": "must", "going": "will", "about": "will",
}  # fmt: skip
#: Verbs with "to" and an infinitive that say that it was done, or has to be.
_CATENATIVE = {
    "have": "must", "need": "must", "manage": "", "decide": "", "choose": "", "get": "can",
    "opt": "", "seem": "", "appear": "", "happen": "", "continue": "still",
}  # fmt: skip
_BE = {
    "is": "present", "are": "present", "am": "present", "was": "past", "were": "past", "be": "base",
    "been": "participle", "being": "ing",
}  # fmt: skip


@dataclass(frozen=True)
class _State(_Flags):
    """A verb group that is being read: its flags, and its modals with "not" in order."""

    mods: tuple[str, ...] = ()


_SINGULAR = words("is was has does")
#: Adverbs of a verb group that change nothing in it.
_EMPTY = words("both each all even just then simply")
_ADVERBS = {
    "still": "still",
    "already": "already",
    "also": "also",
    "instead": "also",
    "too": "also",
    "only": "only",
    "now": "now",
}


def _flagged(state: _State, name: str) -> _State:
    """Return a state in which an adverb is said."""
    flags: dict[str, Any] = {name: True}
    return replace(state, **flags)


class VerbGroups:
    """
    Verb groups that begin at each place of a sequence of words.

    Parameters
    ----------
    spoken
        The words.
    skipped
        Words without meaning that may stand anywhere.
    """

    def __init__(self, spoken: Sequence[str], skipped: frozenset[str]) -> None:
        self._spoken, self._skipped = spoken, skipped
        self._kept: dict[int, tuple[tuple[int, VerbGroup], ...]] = {}

    def at(self, i: int) -> tuple[tuple[int, VerbGroup], ...]:
        """Return the ends and values of the verb groups that begin at a place."""
        if i not in self._kept:
            found = (
                (end, group)
                for end, verb, state in self._parse(i, "finite", _State())
                if (group := _group(verb, state)) is not None
            )
            self._kept[i] = tuple(dict.fromkeys(found))
        return self._kept[i]

    def infinitives(self, i: int, form: str = "base") -> Iterator[tuple[int, VerbGroup]]:
        """Give the verb groups of a form: "to avoid", "keeping"."""
        for end, verb, state in self._parse(i, form, _State()):
            group = _group(verb, state)
            if group is not None:
                yield end, group

    def _word(self, i: int) -> str:
        return self._spoken[i] if i < len(self._spoken) else ""

    def _parse(self, i: int, form: str, state: _State) -> Iterator[tuple[int, str, _State]]:
        word = self._word(i)
        if not word:
            return
        if word in self._skipped:
            yield from self._parse(i + 1, form, state)
        if word in ("not", "never"):
            yield from self._parse(i + 1, form, replace(state, mods=(*state.mods, "not")))
            return
        if word == "no" and self._word(i + 1) == "longer":
            yield from self._parse(i + 2, form, replace(state, ended=True))
            return
        if word in _ADVERBS:
            yield from self._parse(i + 1, form, _flagged(state, _ADVERBS[word]))
            return
        if word in _EMPTY and not (form == "finite" and word in ("both", "all", "each")):
            # "And both are red" has another subject than the clause before.
            yield from self._parse(i + 1, form, state)
        if form == "finite":
            yield from self._finite(i, word, state)
        elif (
            (form == "base" and word == "be")
            or (form == "participle" and word == "been")
            or (form == "ing" and word == "being")
        ):
            yield from self._behind_be(i + 1, state)
        if form == "base" and word == "have":
            yield from self._parse(i + 1, "participle", replace(state, perfect=True))
        for verb, of in _forms().get(word, ()):
            if form != "finite" and of == form:
                yield from self._verb(i + 1, verb, state)

    def _finite(self, i: int, word: str, state: _State) -> Iterator[tuple[int, str, _State]]:
        if word in _SINGULAR:
            state = replace(state, singular=True)
        if word == "are":
            state = replace(state, plural=True)
        if word in _MODALS:
            remote = word in ("could", "would", "might")
            more = replace(state, mods=(*state.mods, _MODALS[word]), remote=remote)
            yield from self._parse(i + 1, "base", more)
        if word in ("do", "does", "did"):
            done = replace(state, past=state.past or word == "did")
            yield from self._parse(i + 1, "base", replace(done, done=True))
        if word in ("need", "needs") and self._word(i + 1) == "not":
            yield from self._parse(i + 2, "base", replace(state, mods=(*state.mods, "not", "must")))
        if word == "used" and self._word(i + 1) == "to":
            yield from self._parse(i + 2, "base", replace(state, past=True, ended=True))
        if _BE.get(word) in ("present", "past"):
            yield from self._behind_be(i + 1, replace(state, past=_BE[word] == "past"))
        if word in ("have", "has", "had"):
            yield from self._parse(i + 1, "participle", replace(state, perfect=True, past=word == "had"))
        for verb, form in _forms().get(word, ()):
            if form in ("base", "third", "past"):
                singular = state.singular or form == "third"
                yield from self._verb(
                    i + 1, verb, replace(state, past=form == "past", singular=singular)
                )

    def _behind_be(self, i: int, state: _State) -> Iterator[tuple[int, str, _State]]:
        yield i, "be", state
        k = i
        while True:
            word = self._word(k)
            if word in ("not", "never"):
                state = replace(state, mods=(*state.mods, "not"))
            elif word in _ADVERBS:
                state = _flagged(state, _ADVERBS[word])
            elif word == "no" and self._word(k + 1) == "longer":
                state = replace(state, ended=True)
                k += 1
            elif word not in _EMPTY and word not in self._skipped:
                break
            k += 1
        if k > i:
            yield k, "be", state
        if word in _ABLE and self._word(k + 1) == "to":
            if word == "unable":
                more: tuple[str, ...] = ("not", "can")
            else:
                more = (_ABLE[word],)
            yield from self._parse(k + 2, "base", replace(state, mods=(*state.mods, *more)))
        for verb, form in _forms().get(word, ()):
            if form == "participle":
                yield from self._verb(k + 1, verb, replace(state, passive=True))
            if form == "ing":
                yield from self._verb(k + 1, verb, replace(state, progressive=True))

    def _verb(self, i: int, verb: str, state: _State) -> Iterator[tuple[int, str, _State]]:
        yield i, verb, state
        if verb in _CATENATIVE and self._word(i) == "to":
            mode = _CATENATIVE[verb]
            if verb == "get" and not state.mods:
                return
            if mode == "still":
                yield from self._parse(i + 1, "base", replace(state, still=True))
            else:
                more = (mode,) if mode else ()
                yield from self._parse(i + 1, "base", replace(state, mods=(*state.mods, *more)))


_MODES = {
    (): "",
    ("can",): "can",
    ("may",): "can",
    ("can", "not"): "cannot",
    ("not", "can"): "cannot",
    ("must",): "must",
    ("must", "not"): "cannot",
    ("not", "must"): "need not",
    ("will",): "will",
    ("will", "not"): "will not",
    ("not", "will"): "will not",
    ("would",): "would",
    ("would", "not"): "would not",
    ("should",): "should",
}


def _group(verb: str, state: _State) -> VerbGroup | None:
    mods = [one for one in state.mods if one]
    future = [one for one in mods if one in ("would", "will")]
    rest = [one for one in mods if one not in ("would", "will")]
    negated = False
    if rest in ([], ["not"]):
        if future:
            mode = future[0] + (" not" if rest else "")
        else:
            mode, negated = "", bool(rest)
    else:
        # "Might not" leaves open what it denies.
        key = tuple(rest)
        if key == ("can", "must"):
            key = ("must",)
        if key not in _MODES:
            return None
        mode = _MODES[key]
    flags = {flag.name: getattr(state, flag.name) for flag in fields(_Flags)}
    return VerbGroup(verb, mode, negated, **flags)
