"""
Stretches of words that the grammar takes as wholes: what may be left out, and parts of questions.

A stretch may be left out because of what it does *not* contain: no name, no negation, no number, no
condition, no modal verb, nothing that takes something back or that orders something. So a greeting, a
reason or a comment that nobody listed does not hide the clause beside it, and whatever could turn
that clause around leaves the message unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...view import View
from ..tokens import Token
from ..wordlist import words
from .chart import Spans
from .gist import gist_of
from .groups import groups_of
from .meaning import Meaning

#: Longest stretch that is taken as a whole.
MOST = 16

_CONDITIONS = words(
    """
    if unless until till when whenever once otherwise else provided providing assuming suppose
    supposing except only while before after whether depending depends without
    """
)
_NEGATIONS = words(
    """
    not no never none neither nor nobody nothing hardly barely scarcely rarely nowhere cannot nope
    nah
    """
)
_MODALS = words(
    """
    can could may might must should shall would will ought need needs needed let going gonna able
    plan
    """
)
_UNSURE = words(
    """
    think guess believe maybe perhaps probably possibly apparently supposedly allegedly wonder
    wondering doubt unsure hopefully hope likely unlikely almost nearly kind sort kinda sorta
    somewhat pretend imagine hypothetically theoretically theory example instance
    """
)
_TAKEN_BACK = words(
    """
    kidding joking joke jk forget cancel scratch undo ignore disregard rather opposite reverse
    reversed swap swapped exchange exchanged vice versa back wrong mistake mistaken typo correction
    correct meant mean lie lied lying false untrue withdraw revoke strike retract instead contrary
    different differently change changed changing misspoke confused mixed actually wait stop hold
    """
)
_NUMBERS = words(
    """
    one two three four five both all each every either half any some other others rest same too
    also everything anything nothing something whatever everyone neither
    """
)
_SAID = words(
    """
    said say says told tell heard claim claims claimed wrote asked ask promised suggested suggest
    proposed propose offered
    """
)
_TIMES = words(
    """
    yesterday earlier later soon next tomorrow previously formerly was were had used been tonight
    eventually last first then initially originally
    """
)
_ACTS = words(
    """
    make made set keep kept stay stays leave left turn switch switched move moved paint put take
    took pick picked choose use color colors colored node nodes avoid freeze want wants wanted wish
    prefer demand request please trade deal offer agree accept refuse reject happy satisfied done
    finished unhappy content
    """
)
_QUESTIONS = words(
    """
    what which why how who where whose whom does do did is are has have am
    """
)
#: What a stretch that is left out must not contain, wherever it stands.
_NEVER = _CONDITIONS - {"before", "after", "once", "while", "only", "else", "when", "otherwise"}
_DANGER = _CONDITIONS | _NEGATIONS | _MODALS | _UNSURE | _TAKEN_BACK | _NUMBERS | _SAID | _TIMES | _ACTS
#: Words with which a reason or a purpose begins; it may say what it likes about itself.
_REASONS = words("because since cause otherwise")
_SO = words("that i we it there everything everyone you my your they this")
#: Words with which a comment on what was said begins; it may hope and fear.
_COMMENTS = words(
    """
    that this it which hope hopefully hoping should would looks sounds seems feels
    """
)
_TURNS = words(
    """
    stay stays keep leave remain change changed move switch anything whatever wait flexible opposite
    wrong not no never unless if until kidding joke temporary temporarily reverse mistake forget ignore
    lie was were cancel typo way round around order versa
    """
)
_ENDS = frozenset(".,;:-?")
_AND = words("and but so then because since")
_ASKS = words(
    """
    what which why how who where can could would will is are do does did am may might should shall
    any has have isn't wouldn't
    """
)


def spans_of(spoken: Sequence[Token], view: View) -> Spans:
    """Return the stretches of a message by their names."""
    texts = [token.text for token in spoken]
    named = [token.kind not in ("word", "sign") for token in spoken]
    colored = [token.kind in ("color", "no_color", "typo") for token in spoken]
    signs = [token.kind == "sign" for token in spoken]

    def left_out(i: int) -> Iterator[tuple[int, object]]:
        begins = i == 0 or signs[i - 1] or texts[i - 1] in _AND or texts[i - 1] == "that"
        reason = texts[i] in _REASONS or _is_purpose(texts, i) or _is_adjunct(texts, i)
        if not begins and not reason:
            return
        comment = texts[i] in _COMMENTS
        for j in range(i + 1, min(len(texts), i + MOST) + 1):
            k = j - 1
            if (named[k] and not _may_name(texts, i)) or colored[k] or texts[k].isdigit():
                return
            if signs[k] and texts[k] in ".,;?":
                return
            ends = j == len(texts) or signs[j] or texts[j] in _AND or texts[k] == "that"
            # "Since you were stuck I moved h2": a reason needs no sign behind it.
            ends = ends or (reason and begins and (named[j] or texts[j] in _SUBJECTS))
            if ends and not (j < len(texts) and texts[j] == "?"):
                said = texts[i:j]
                if _harmless(said, reason=reason, comment=comment):
                    yield j, Meaning("courtesy", group=tuple(said))

    def free(
        heads: frozenset[str], needed: frozenset[str], banned: frozenset[str]
    ) -> Callable[..., Iterator[tuple[int, object]]]:
        def value(i: int) -> Iterator[tuple[int, object]]:
            if texts[i] not in heads or not (i == 0 or signs[i - 1] or texts[i - 1] in _AND):
                return
            for j in range(i + 1, min(len(texts), i + MOST) + 1):
                k = j - 1
                if named[k] or texts[k] in banned or (signs[k] and texts[k] != "'"):
                    return
                if not needed or not needed.isdisjoint(texts[i:j]):
                    yield j, _NOTHING

        return value

    def asking(i: int) -> Iterator[tuple[int, object]]:
        """A question up to its end, which may name own nodes."""
        if texts[i] not in _ASKS | {"you", "we", "that", "everything"}:
            return
        for j in range(i, len(texts)):
            if colored[j] or spoken[j].kind == "foreign" or texts[j] in _NEVER | {"why", "not", "offer"}:
                return
            if texts[j] == "?" or (signs[j] and texts[j] in ".,;"):
                if texts[j] == "?":
                    yield j, _NOTHING
                return
        if texts[i] in _ASKS:
            yield len(texts), _NOTHING

    def wonder_if(i: int) -> Iterator[tuple[int, object]]:
        """A question before its condition: "what would be your move if", "are you fine when"."""
        if i and not signs[i - 1] and texts[i - 1] not in _AND:
            return
        if texts[i] not in _ASKS | _WONDERS:
            return
        if texts[i] == "i" and _CURIOUS.isdisjoint(texts[i : i + 5]):
            return
        for j in range(i, min(len(texts), i + MOST)):
            if colored[j] or spoken[j].kind == "foreign" or (signs[j] and texts[j] != "'"):
                return
            if texts[j] in ("not", "why", "unless", "until", "never", "no"):
                return
            if (
                texts[j] in ("if", "when", "once", "with", "given", "assuming", "should", "supposing")
                and j > i
            ):
                if texts[j] != "should" and (texts[j] != "with" or j + 1 < len(texts)):
                    yield j + 1, _NOTHING
                if texts[j] == "if":
                    return

    def tail(i: int) -> Iterator[tuple[int, object]]:
        """The end of a question after its node, without anything that changes what is asked."""
        for j in range(i, len(texts)):
            if named[j] or texts[j] in _NEVER | _NEGATIONS or (signs[j] and texts[j] not in "?'"):
                return
            if texts[j] == "?":
                yield j, _NOTHING
                return
        yield len(texts), _NOTHING

    def remark(i: int) -> Iterator[tuple[int, object]]:
        """A question or a stance without a name, up to a sign."""
        if not (i == 0 or signs[i - 1] or texts[i - 1] in ("and", "but")):
            return
        for j in range(i, min(len(texts), i + MOST) + 1):
            if j == len(texts) or (signs[j] and texts[j] in ".,;?-") or texts[j] in ("and", "but"):
                asks = j < len(texts) and texts[j] == "?"
                kind = gist_of(texts[i:j], asking=asks) if j > i else None
                if kind in _GISTS and (not asks or kind.startswith(("q", "w"))):
                    yield j + asks, Meaning(kind, group=("-",) if kind == "courtesy" else ())
                if j < len(texts) and texts[j] in ".,;?":
                    return
            if j < len(texts) and named[j]:
                return

    return {
        **groups_of(spoken, view),
        "skip": left_out,
        "gist": remark,
        "asking": asking,
        "wonder_if": wonder_if,
        "tail": tail,
        "clashfree": free(_ASKS | words("there"), _CLASHES, _NEVER | _NEGATIONS | words("why")),
        "choosing": free(_CHOOSING_HEADS, _CHOICES, _NEVER | _NEGATIONS | words("why have has")),
        "combining": free(_CHOOSING_HEADS, _COMBINATIONS, _NEVER | _NEGATIONS),
        "telling": free(_TELLING, _TELLING, _NEVER | _NEGATIONS | _TELLS_WHAT),
        "whyfree": free(words("why how"), words("why come"), _NEVER),
    }


_SUBJECTS = words("i my please could can would")
#: What a part of a longer message may say besides.
_GISTS = words("q2 q3 q5 why satisfied unsatisfied agree refuse")
_NOTHING = Meaning("nothing")
_CURIOUS = words("wonder wondering curious know ask")
_WONDERS = words("tell i let suppose curious wondering thoughts do explain show say")
_CHOOSING_HEADS = words("what which any tell give show name list is are do i whats")
_CHOICES = words(
    """
    could can should work works possible options option choices choice free left best prefer want
    like need suit suggest recommend fit fits good allowed available ok fine acceptable help helps
    possibilities possibility alternatives alternative better ideal favorite propose advise would
    legal valid safe
    """
)
_COMBINATIONS = words(
    """
    combos combo combination combinations settings setting pairs pair options configurations
    colorings
    """
)
_CLASHES = words(
    """
    clash clashes clashing clashed conflict conflicts conflicting collide collides colliding
    collision collisions problem problems trouble issue issues wrong
    """
)
_TELLING = words(
    """
    tell remind show say know see let me do you can could please to i want remember report confirm
    give update on about for just what is the again wondering was wonder curious
    """
)
_TELLS_WHAT = words("which color")


def _is_purpose(texts: Sequence[str], i: int) -> bool:
    return texts[i] == "so" and i + 1 < len(texts) and texts[i + 1] in _SO


_AS = words(
    """
    you i we agreed requested before promised usual always said discussed suggested planned wanted
    wished told asked expected
    """
)
_PLACES = words("my your our this the now all general both sure fun good")
_AT = words("in on at from for over with to")


def _is_adjunct(texts: Sequence[str], i: int) -> bool:
    """Return whether "as you wished", "in my part of the graph" or "because of h2" begins here."""
    after = texts[i + 1] if i + 1 < len(texts) else ""
    if texts[i] == "as" and not _SAID.isdisjoint(texts[i : i + 4]):
        # "As you suggested, a2 blue" may only say again what the agent said.
        return False
    return (
        (texts[i] == "as" and after in _AS)
        or (texts[i] in _AT and after in _PLACES)
        or _may_name(texts, i)
    )


def _may_name(texts: Sequence[str], i: int) -> bool:
    """Return whether a reason may name nodes: "because of h2" says nothing of their colors."""
    after = texts[i + 1] if i + 1 < len(texts) else ""
    return (texts[i], after) in (
        ("because", "of"),
        ("due", "to"),
        ("thanks", "to"),
        ("next", "to"),
        ("on", "account"),
    )


def _harmless(said: Sequence[str], *, reason: bool, comment: bool) -> bool:
    found = set(said)
    if found & {"if", "unless", "until", "whenever", "kidding", "joking", "jk", "unread"}:
        return False
    if reason and said[0] in _AT:
        return len(said) > 1 and not found & (_DANGER | _QUESTIONS_INSIDE | _TURNS)
    if reason:
        return len(said) > 1 and not found & _HEARSAY
    if comment:
        return len(said) > 1 and not found & (_TURNS | _CONDITIONS | _SAID_AGAIN)
    if said[0] in _QUESTIONS | {"please"}:
        return False
    return not found & (_DANGER | _QUESTIONS_INSIDE)


_HEARSAY = words("kidding lie lied wrong mistake typo opposite")
_SAID_AGAIN = words("too same also swap other others")
_QUESTIONS_INSIDE = words("why how what which")

__all__ = ["spans_of"]
