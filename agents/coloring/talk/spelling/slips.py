"""
Typing errors and shorthand: "pls put b2 2 g" is "please put b2 to green".

A word is corrected if it is one slip away from exactly one word on which a sentence turns. Only letters
that are exchanged, missing or added count as slips; a wrong letter makes too many other words. A
misspelled color is asked about (``tokens``), because everything depends on it. An initial is a color
where a color is expected: "h2=g", "not r", but not "u r"; so is a color without its vowels.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import replace

from ...view import View
from ..tokens import Token, known_words, slipped, tokens_of, without_records
from ..wordlist import words
from .asides import without_asides, without_unseen
from .dictated import dictated
from .exceptions import with_colors_left
from .excluded import without_excluded
from .led import led
from .lifted import lifted
from .likewise import with_second_color
from .negations import is_either, with_plain_negations
from .opinions import with_denials
from .plainly import put_plainly
from .rephrased import rephrased
from .requests import asked_plainly
from .said_again import with_clauses_again
from .same_color import with_denied_color, with_same_color
from .softened import unsoftened
from .turned import turned
from .whole_sentences import with_plain_sentences
from .worth import asked_for_score

#: Words that a sentence turns on, which people mistype.
_TURNS_ON = words(
    """
    change changed changing switch switched switching please color colors could would should paint
    painted green other another because already where which what that your with have make made making
    keep leave avoid either neither except anything something cannot happy satisfied conflict suggest
    prefer possible different without instead before turn turned node nodes
    clash clashes clashing conflicts neighbor neighbour swap satisfied reason border
    """
)
#: The shortest word that is corrected.
_SHORTEST = 5
_SLANG = {
    "ur": "your", "wud": "would", "cud": "could", "shud": "should", "wat": "what",
    "wich": "which", "coud": "could", "woud": "would", "shoud": "should",
    "hav": "have", "dis": "this", "dat": "that", "yr": "your", "thnx": "thanks",
    "tnx": "thanks", "nd": "and", "yea": "yes", "yess": "yes", "yeh": "yes", "noo": "no",
    "plss": "please", "gud": "good", "tht": "that", "wnat": "want", "amke": "make", "mkae": "make",
    "kepe": "keep", "nto": "not", "teh": "the", "adn": "and", "tho": "though",
    "abt": "about", "smth": "something", "sth": "something", "bcs": "because", "yall": "you",
    "shld": "should", "cld": "could", "wld": "would", "n": "and", "ye": "yes", "y": "why",
    "wheres": "where is", "whos": "who is", "hows": "how is", "ud": "you would", "ull": "you will",
    "b4": "before", "dunno": "i do not know", "gimme": "give me", "lemme": "let me",
    "k": "ok", "kk": "ok", "crash": "clash", "crashes": "clashes", "crashing": "clashing",
    "crashed": "clashed", "yeah": "yes", "yah": "yes", "ya": "yes", "aye": "yes", "idc": "i do not care",
    "idm": "i do not mind", "nope": "no ,", "nah": "no ,", "yep": "yes", "yup": "yes", "usin": "using",
    "wana": "want to", "kindly": "please", "wya": "what about you", "ik": "i know",
    "np": "no problem", "srry": "sorry", "sry": "sorry", "soz": "sorry", "sory": "sorry", "si": "is",
    "wdym": "what do you mean", "cna": "can", "acn": "can", "cnat": "can not", "taht": "that",
    "waht": "what", "yuo": "you", "jsut": "just", "hte": "the", "wats": "what is", "wuts": "what is",
    "doe": "does", "watcha": "what do you", "dnt": "do not", "cnt": "can not",
    "urs": "yours", "jep": "yes", "nott": "not", "noot": "not", "nevr": "never", "nver": "never",
    "shuld": "should", "repaint": "recolor", "repainted": "recolored", "repainting": "recoloring",
}  # fmt: skip


#: Interjections that say nothing.
_NOISE = words(
    """
    ffs argh omg wtf smh tbh ngl bruh bro dude welp ugh meh pfft yo imo imho cmon fr lol haha hahaha hehe
    hihi jaja jajaja jeje xd
    ay ayy oof phew whoa yikes aww huh
    mate buddy pal champ darling sweetie sweetheart honey
    honestly frankly literally basically hereby kinda sorta rly
    """
)
#: Words and signs before and behind an initial that stands for a color.
_BEFORE_INITIAL = words("= : := -> => / or to not in on neither nor is only never all be both")
_BEHIND_INITIAL = words("/ or")
_ARE = words("you we they how what where these those why who")
#: Words between which "2" is "to" and "4" is "for".
_BEFORE_TO = words(
    """
    need needs have has want wants going ready able like switch change go goes turn move set back up put
    """
)
#: Words that stand for a node, between which and a color "2" is "to".
_MOVED = words("mine yours it them both that one")
#: Words between which and a color "b" is "be".
_BEFORE_BE = words("must can could should would will may might shall cannot to gonna not never")
#: Words before which "no" answers and denies no noun: "no please put it back".
_BEHIND_ANSWER = words("please thanks sorry put make keep i you we they it")
#: Words behind which "um" corrects nothing.
_BEHIND_LEAD = words("and so but ok well then now")
#: Words behind "h1's" with which it is no possessive.
_BEHIND_IS = words("a an not still already going staying fine ok free open stuck fixed locked in on at")
#: Words behind "its" with which it is no possessive.
_BEHIND_ITS = words("still now currently always already not been just really actually probably gonna")
#: Words behind a color that is no attribute.
_BEHIND_COLOR = words("or and for on at in is was too please now then because but would works if with")
_BEFORE_COLOR = words("use or and in take only has have to with want like is becomes , either")
_BEHIND_FOR = words("me you us my your now sure it that them")


def spelled_out(text: str, view: View) -> list[Token]:
    """Return the words of a text as they are meant."""
    said = dictated(with_plain_negations(without_records(text), view), view)
    said = with_colors_left(said, view)
    said = with_plain_sentences(asked_for_score(said), view)
    said = without_excluded(turned(unsoftened(lifted(without_unseen(said, view)))), view)
    tokens = tokens_of(put_plainly(asked_plainly(led(without_asides(rephrased(said))))), view)
    colors = _initials(tuple(view.domain))
    found: list[Token] = []
    for i, token in enumerate(tokens):
        before = found[-1] if found else Token("sign", ".")
        behind = tokens[i + 1] if i + 1 < len(tokens) else Token("sign", ".")
        if token.kind == "word" and token.text in _NOISE:
            continue
        if token.text in ("um", "uh", "erm", "uhm") and before.text in _BEHIND_LEAD:
            continue
        if token.text == "," == before.text:
            # "Nah" is "no ,".
            continue
        if token.text == "the" and _adds_nothing(before, behind, tokens[i + 2 :]):
            continue
        if token.kind == "word" and token.text in colors and _is_initial(token, before, behind):
            found.append(Token("color", colors[token.text], token.quoted))
        elif token.text == "b" and (
            before.text in _BEFORE_BE or (before.text == "not" and behind.kind == "color")
        ):
            found.append(replace(token, text="be"))
        elif token.text == "'s" and (
            (before.is_color and not (behind.is_node or behind.is_color))
            or (before.is_node and behind.text in _BEHIND_IS)
        ):
            # "Red's lovely": a color owns nothing.
            found.append(replace(token, text="is"))
        elif token.text == "its" and behind.text in _BEHIND_ITS:
            found += [replace(token, text="it"), replace(token, text="is")]
        elif token.text == "w" and (behind.text in _BEHIND_FOR or behind.is_node or behind.is_color):
            found.append(replace(token, text="with"))
        elif token.text == "r" and (before.text in _ARE or behind.text in _ARE):
            found.append(replace(token, text="are"))
        elif (
            token.text == "2"
            and (
                before.text in _BEFORE_TO
                or before.is_node
                or (behind.is_color and before.text in _MOVED)
            )
            and behind.kind != "sign"
        ):
            found.append(replace(token, text="to"))
        elif token.text == "no" and token.kind == "word" and behind.text in _BEHIND_ANSWER:
            found += [token, Token("sign", ",")]
        elif token.text == "4" and behind.text in _BEHIND_FOR:
            found.append(replace(token, text="for"))
        else:
            found += corrected(token, view)
    return with_denials(with_second_color(with_denied_color(with_same_color(with_clauses_again(found)))))


def _adds_nothing(before: Token, behind: Token, rest: Sequence[Token]) -> bool:
    """Return whether "the" stands before a name: "the red or the blue", not "take back the red"."""
    noun = bool(rest) and rest[0].kind == "word" and rest[0].text not in _BEHIND_COLOR
    return behind.is_node or (behind.is_color and before.text in _BEFORE_COLOR and not noun)


def _is_initial(token: Token, before: Token, behind: Token) -> bool:
    """Return whether a color is expected at a letter: behind a node or a color, or in a choice."""
    if token.text == "b" and before.text == "not" and behind.kind == "color":
        # "Must not b red".
        return False
    if behind.text in _ARE or before.text in ("you", "how"):
        return False
    if before.is_node or before.is_color or before.text in _BEFORE_INITIAL:
        return True
    return behind.text in _BEHIND_INITIAL


@functools.lru_cache(maxsize=64)
def _initials(domain: tuple[str, ...]) -> dict[str, str]:
    """Return the letters that begin exactly one color, which has more letters."""
    first = [color[0].casefold() for color in domain]
    return {
        letter: color
        for letter, color in zip(first, domain, strict=True)
        if first.count(letter) == 1 and len(color) > 1 and letter.isalpha() and letter not in "ai"
    }


def corrected(token: Token, view: View) -> list[Token]:
    """Return the words that are meant; a word without a slip is returned as it is."""
    if token.kind == "word":
        meant = _SLANG.get(token.text) or _meant(token.text) or _whole(token.text)
        color = _without_vowels(token.text, tuple(view.domain))
        if color is not None:
            return [replace(token, kind="color", text=color)]
        if meant:
            return [
                replace(token, kind="sign" if one == "," else "word", text=one) for one in meant.split()
            ]
        return [token]
    return [token]


_VOWELS = str.maketrans("", "", "aeiou")


@functools.cache
def _without_vowels(word: str, domain: tuple[str, ...]) -> str | None:
    """Return the color that is written without its vowels: "grn"."""
    near = [c for c in domain if len(word) >= 3 and c.casefold().translate(_VOWELS) == word != c]
    return near[0] if len(near) == 1 and word not in known_words() else None


@functools.cache
def _whole(word: str) -> str | None:
    """Return the known word that "anythin", "lookin" and "sooo" stand for."""
    if (
        len(word) > 4
        and word.endswith("in")
        and word not in known_words()
        and word + "g" in known_words()
    ):
        return word + "g"
    short = re.sub(r"(.)\1{2,}", r"\1", word)
    return short if short != word and short in known_words() else None


@functools.cache
def _meant(word: str) -> str | None:
    if len(word) < _SHORTEST - 1 or not word.isalpha() or word in known_words() or is_either(word):
        return None
    near = [known for known in _TURNS_ON if len(known) >= _SHORTEST and slipped(word, known)]
    return near[0] if len(near) == 1 else None
