"""Words of a text as the grammar of claims reads them: word classes, numbers, lists and adjuncts."""

from __future__ import annotations

from collections.abc import Sequence

from ..tokens import Token
from ..wordlist import words

#: Adjuncts that may stand between any two parts of a claim, as they cannot make it false.
#: "Now", "still", "again", "already", "only", "so far" and "in that case" may not: they are claims.
#: "Yet" may not either: "b2 has yet to be red".
CLASSES = """
neutral: please | also | then | so | well | unfortunately | sorry | currently | ok | instead | though
    | together | alternatively | fortunately | luckily | sadly | thankfully | actually | indeed
    | nicely | easily | simply | clearly | really | right now | at the moment | at present | for now
    | for the moment | just as well | as well | of course | in fact | by the way | after all
    | as of now | as things stand | equally well | perfectly well
pronoun: it | which
pronouns: they | them | both | the two | these two | those two
joint: , and | and | , but | but | ; | : | , | . | , while | while | , yet | yet | and now | , and now
    | so that | , which | and that | , and that
because: , because | because | , since | since | , as | as
therefore: , so | so | and so | , and so | , which is why | , therefore | that is why
asking: as you asked | as you wanted | as you wished | as requested | as you requested
    | as you demanded | following your request | following your wish | at your request
    | as demanded | as you asked me to | on your request | because you asked for it
    | since you asked for it | because you wanted it
asked: as you asked | , as you asked | as you wanted | , as you wanted | because you asked for it
    | , because you asked for it | because you asked | , because you asked
    | because you wanted it | as you wished | , as you wished | , as you demanded
    | as you demanded | , as you requested | as you requested | , just as you asked
    | like you asked | , like you wanted | , as you asked me to | , at your request
    | , as demanded | as demanded | as requested | , following your request | at your request
    | , as requested | because of your request
ifs: if | when | as long as | with | once | in case | so long as | should | given
now: while | as long as | with | since
after: i have no conflicts | i would have no conflicts
    | it works | it would work | i can color my nodes without conflicts | i can color my nodes
    | there is no conflict | there would be no conflict | i can color everything without a conflict
    | i can color my part without a conflict | it would help
"""
#: Adjuncts of several words, the longest first.
_ADJUNCTS = sorted(
    (
        tuple(phrase.split())
        for phrase in CLASSES.partition("neutral:")[2].partition("\npronoun:")[0].split("|")
        if len(phrase.split()) > 1
    ),
    key=len,
    reverse=True,
)
NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}

#: Verbs of several nodes.
_PLURAL = words("are were have share clash conflict collide differ stay remain")


def is_wrong_owner(spoken: Sequence[Token], i: int) -> bool:
    """Return whether the word is "my" before a node of the person, or "your" before one of the agent."""
    wrong = {"my": "foreign", "your": "own"}.get(spoken[i].text)
    words_ahead = [token for token in spoken[i + 1 : i + 4] if not token.is_color]
    plain = words("node nodes now border other and")
    while words_ahead and words_ahead[0].text in plain:
        words_ahead = words_ahead[1:]
    if bool(words_ahead) and words_ahead[0].kind == wrong:
        return True
    return wrong is not None and _lists(spoken[i + 1 :], wrong)


#: Words of a list of one's nodes: "my nodes are now a2 red, a4 blue".
_LISTING = words("nodes colors border node list are is now : full current reads and , & at on in")


def _lists(spoken: Sequence[Token], wrong: str) -> bool:
    """Return whether a list of nodes ("my nodes are a2 red, h4 blue") holds one of the other owner."""
    if not spoken or spoken[0].text not in words("nodes colors border list full current"):
        return False
    for token, following in zip(spoken, [*spoken[1:], None], strict=True):
        if token.kind == wrong:
            # "My nodes are a2 red and a4 blue, h4 is green": a clause of its own.
            own_clause = words("is are was were 's and , should would could can must has")
            return following is None or following.text not in own_clause
        if not (token.is_node or token.is_color or token.text in _LISTING):
            return False
    return False


def _adjuncts_joined(spoken: Sequence[Token]) -> list[Token]:
    """Make one word of each adjunct of several words, except where it belongs to other words."""
    texts = [token.text for token in spoken]
    joined: list[Token] = []
    i = 0
    while i < len(spoken):
        if texts[i] == "then" and i and texts[i - 1] == "?":
            # Behind a question "then" is no adjunct: it supposes that the answer is yes.
            joined.append(Token("word", "thereupon"))
            i += 1
            continue
        for adjunct in _ADJUNCTS:
            end = i + len(adjunct)
            if tuple(texts[i:end]) != adjunct:
                continue
            # "All right now" is not "right now", and "as well as" joins names.
            if (i and texts[i - 1] == "all") or (
                adjunct[-1] == "well" and texts[end : end + 1] == ["as"]
            ):
                continue
            joined.append(Token("word", " ".join(adjunct)))
            i = end
            break
        else:
            joined.append(spoken[i])
            i += 1
    return joined


def _lists_joined(spoken: Sequence[Token]) -> list[Token]:
    """Leave out hyphens between words ("conflict-free"), and join lists before a plural verb."""
    joined = list(spoken)
    for i, token in enumerate(spoken):
        if token.text in _PLURAL:
            # "One conflict: a2 and h1 are blue" is not "one conflict: a2", and "h1 are blue".
            k = i - 1
            while k >= 2 and spoken[k].is_node:
                start = k - 1
                if spoken[start].text in ("my", "your"):
                    start -= 1
                text = spoken[start].text
                if text not in ("and", ",") or not spoken[start - 1].is_node:
                    break
                joined[start] = Token("sign", "&")
                k = start - 1
    spoken = joined
    return [
        token
        for i, token in enumerate(spoken)
        if not (token.text == "-" and 0 < i < len(spoken) - 1)
        or not spoken[i - 1].kind == spoken[i + 1].kind == "word"
    ]


def joined_words(spoken: Sequence[Token]) -> list[Token]:
    """Return the words in which lists before a plural verb, and adjuncts, are joined."""
    return _adjuncts_joined(_lists_joined(spoken))
