"""
Words without a class that only modify: adverbs, prepositional phrases, and how a sentence is introduced.

"On my side", "in the next few rounds" and "honestly" say nothing of a color, so no list of them is
needed: a preposition with a noun that no meaning depends on adds nothing, and neither does an adverb,
unless it is one of the few that deny, limit or doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..wordlist import words
from .items import Item

NOTHING = frozenset(("FILL",))
_PREPOSITIONS = words(
    """
    on in at for from with by during within inside around over throughout under through across of
    after despite besides among along since until upon before
    """
)
#: Adverbs that deny, limit or doubt what they stand beside.
_DOUBTING = words(
    """
    hardly barely scarcely rarely seldom nearly mostly partly only merely unlikely reportedly
    supposedly allegedly apparently possibly probably presumably hopefully theoretically
    hypothetically mistakenly wrongly falsely accidentally previously formerly originally initially
    conditionally respectively preferably ideally differently oppositely likely potentially
    temporarily reply apply supply rely family ally imply early
    """
)
#: Nouns of phrases that take a statement out of what is so: "in my dreams", "by mistake".
_UNREAL = words(
    """
    dream dreams theory contrary past mistake accident error exception doubt imagination principle
    plan case condition conditions hypothesis joke fun turn reverse return exchange instead place
    addition combination comparison order swap trade opposite different reality fact sense none
    nothing neither circumstances means
    """
)
_HEADS = words("vertex spot circle dot cell point place position one node neighbor")
_TIMES = words("step steps turn turns round rounds move moves while minute moment second seconds tick")
_COMING = words("next coming following later few")
_INSIDE = words(
    """
    a an the this that these those my your our its any each every all whole entire next last first
    second current other own same such few couple new old
    """
)


_DETERMINERS = words(
    "a an the this that these those my your our its his her their any each every all no"
)
#: Nouns that stand without an article.
_BARE_NOUNS = words(
    "general total advance practice short particular summary time hand purpose case meantime detail"
)


def without_modifiers(items: Sequence[Item]) -> list[Item]:
    """Let adverbs and prepositional phrases without a class count as adding nothing."""
    found: list[Item] = []
    i = 0
    while i < len(items):
        end = _phrase_end(items, i)
        if end:
            texts = {word for item in items[i:end] for word in item.names}
            later = bool(texts & _TIMES and texts & _COMING)
            classes = frozenset(("LATER",)) if later else NOTHING
            found.append(
                Item("word", tuple(w for item in items[i:end] for w in item.names), "", classes)
            )
            i = end
            continue
        found.append(replace(items[i], classes=NOTHING) if _is_adverb(items[i]) else items[i])
        i += 1
    return found


def _is_adverb(item: Item) -> bool:
    text = item.text
    return (
        item.kind == "word"
        and not item.classes
        and len(text) > 4
        and text.endswith("ly")
        and text not in _DOUBTING
    )


def _phrase_end(items: Sequence[Item], i: int) -> int:
    """Return where a prepositional phrase ends that says nothing of a color; 0 if there is none."""
    if items[i].kind != "word" or items[i].text not in _PREPOSITIONS:
        return 0
    k = i + 1
    nouns = 0
    while k < len(items) and k < i + 6 and items[k].kind == "word":
        known = items[k].classes and not items[k].classes <= {"ART", "MY", "YOUR", "FILL", "LATER"}
        of_noun = items[k].text == "of" and nouns and k + 1 < len(items) and not items[k + 1].classes
        if (items[k].text in _PREPOSITIONS and not of_noun) or (
            known and not of_noun and items[k].text not in _INSIDE
        ):
            break
        if not {*items[k].names}.isdisjoint(_UNREAL) and not (
            {*items[k].names} <= _TIMES and any(item.text in _COMING for item in items[i:k])
        ):
            return 0
        nouns += not items[k].classes
        k += 1
    texts = {word for item in items[i:k] for word in item.names}
    named = items[k].kind if k < len(items) else ""
    # "Paint it in reed" may be a misspelled color, and "on the vertex b2" names a node.
    if not nouns or texts.isdisjoint(_DETERMINERS | _BARE_NOUNS) or named == "color":
        return 0
    if named == "node" and items[k - 1].text in _HEADS:
        return 0
    return k


__all__ = ["without_modifiers"]
