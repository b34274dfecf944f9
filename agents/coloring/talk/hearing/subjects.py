"""What a question is about, more closely, by its words and by what was supposed before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from ...situation import NodeColor
from ...view import View
from ...wording.phrases import sentences_in
from ..reading import Question, Subject, Understanding
from ..spelling.worth import asked_for_score

_SATISFIED = re.compile(
    r"\b(?:are|r) (?:you|u|ya)\b[^.?!;]*"
    r"\b(?:happy|satisfied|content|pleased|done|fine|ok|okay|good|set)\b"
    r"|\b(?:better|ok|okay|good|fine|happy|alright|all right|satisfied) now\b"
    r"|\b(?:is|are) (?:everything|all|it|that|we|things)\b[^.?!;]*"
    r"\b(?:ok|fine|good|better|settled|solved|done)\b"
    r"|\b(?:may|can|could|shall|should) (?:i|we) (?:now )?(?:finish|stop|end|quit)\b"
    r"|\b(?:everybody|everyone|everything|all|both|you two)(?: of you)? (?:is |are |still |now )*"
    r"(?:happy|satisfied|content|ok|okay|fine|good|settled|done|well|set)\b[^.!;]*\?"
    r"|\bwe(?: are|'re|re)? (?:all |now )?(?:done|finished|through|ready)\b[^.!;]*\?"
    r"|\bam i (?:all |now |already )?(?:done|finished|through|ready)\b"
    r"|\bdo (?:you|u) (?:\w+ )?like (?:it|this|that|your colors|the (?:colors|result))\b"
)
#: A question that yes and no answer: "do you have any conflicts?".
_HAS_CONFLICTS = re.compile(
    r"^\W*(?:(?:and|so|but|ok|okay|well|then|now)\W+)*(?:do|are|is|have|did|any|got|still)\b"
    r"(?! (?:i|my|we|our)\b)[^.?!;]*\b(?:conflicts?|clash(?:es|ing)?)\b[^.?!;]*\?\W*$"
)
_SCORE = re.compile(r"\b(?:scores?|scoring|points|(?:a|one|another) point)\b")
#: What the score could become: "can you get a higher score somehow?".
_HIGHER = re.compile(
    r"\b(?:can|could|will|would|might|possibl[ey]|how|way|ever)\b[^.?!]*"
    r"\b(?:higher|better|(?<!once )(?<!me )more(?! about)|highest|best|maximum|maximal|max|improve[ds]?"
    r"|increase[ds]?|raise[ds]?|most)\b"
    r"|\b(?:highest|best|maximum|maximal|max)\b[^.?!]*\b(?:scores?|points|possible|can|could)\b"
    r"|\b(?:can|could|will)\b[^.?!]*\b(?:score|reach|get(?: to)?) \d+\b"
)
#: Which colors are best by conflicts.
_FEWEST = re.compile(
    r"\b(?:what|which|how)\b.*\b(?:fewest|least|lowest|minimum|minimal|smallest)\b.*"
    r"\b(?:conflicts|clashes)\b"
)
#: Which colors are best for the agent, or better: asked of its points, since all of them may work.
_BEST = re.compile(
    r"\bbe(?:st|tter) for (?:you|u|all|both|us|every(?:one|body)|the team)\b"
    r"|\b(?:you|u) like (?:\w+ ){0,3}(?:best|most|better)\b"
)
#: What is asked of points without naming them.
_GAINS = re.compile(
    r"\b(?:you|u) (?:\w+ )?(?:gain|profit|benefit|be better off|do better)\b|\bcosts? (?:you|u)\b"
    r"|\b(?:you|u) (?:be happier|get more|(?:get|go|come) (?:up )?to \d+|reach \d+)\b"
    r"|\b(?:better|more|higher) than \d+\b(?! (?:of|conflicts?|clash\w*|nodes?|changes?))"
)
#: A condition under which something else is asked, and a second question.
_GIVEN = re.compile(
    r"\b(?:what|which)\b[^?]*\b(?:if|when|while|go|goes|with|fits?|works?)\b"
    r"|\bif\b[^?]*\b(?:what|which)\b"
)
_GIVEN_NOT = re.compile(
    r"\b(?:if|when|with|unless)\b[^?.!]*(?:\bnot\b|n't\b|\bunless\b)[^?.!]*\?|\bunless\b[^?.!]*\?"
)
#: A denial with a question whether it is so, which yes and no would answer either way.
_DENIES = re.compile(
    r"\b(?:(?:does|do|did|would|could|can|is|are|will)(?: not|n'?t)|won'?t|cannot|never)\b[^?]*,? "
    r"(?:right|correct|true|yes|no|(?:do|does|would|will|can|is|are) (?:it|they|that|you)) *\?"
)
#: A question whether something is really not possible: "are you sure that b2 can't be red?".
_SURE_NOT = re.compile(
    r"\b(?:sure|certain|positive|convinced|true|mean|saying|say|think|claim)\b[^?.!]*"
    r"(?:(?<!or )\bnot\b|n't\b|\b(?:cannot|cant|never|impossible)\b)[^.!]*\?"
)
_ASKS_TWICE = re.compile(r"\?.*\?|(?:\band|,) (?:would|could|can|is|are|may|what if|what about)\b")
_MIND = re.compile(
    r"\b(?:would|do|will|wouldn't|don't) (?:you|u) (?:\w+ )?mind\b|\bobjections?\b"
    r"|\b(?:any(?:thing|body|one)|speaks?|you|u) (?:\w+ )?against\b"
    r"|\b(?:any|some|every)(?:one|body|thing)\b[^.?!;]*\b(?:bother(?:ed|s)?|mind|object|upset|hurt)\b"
    r"|\b(?:bad|wrong|trouble|issue|problem|worse|impossible|forbidden|not (?:ok|possible))\b[^.!;]*\?"
    r"|\b(?:is|would|will|does|do|are) (?:it|that|this|there|you|u)\b[^.?!;]*"
    r"\b(?:problems?|bother|bothers|hurt|hurts|trouble|object)\b"
    r"|\b(?:would|will|do|does|can|could)\b[^.?!;]*\b(?:hurt|bother|trouble|disturb|harm|annoy|block"
    r"|hinder|ruin|spoil|upset|break|clash with|conflict with) (?:you|u|yours?)\b"
)
#: A question of which the yes is bad news, in any form: "is a2 going to be a problem when h1 is red?".
_BAD_NEWS = re.compile(
    r"\b(?:is|are|am|was|were|will|would|do|does|did|can|could|might|may|any|gets?|there)\b"
    r"(?:(?!\b(?:without|no|not|never|zero|fewer|less|solv\w*|resolv\w*|fix\w*|avoid\w*|remov\w*|rid"
    r"|ends?|ending|free|clear\w*|save\w*|prevent\w*|help\w*|stops?|cure\w*|undo|and|but|or)\b)[^.?!;])*"
    r"\b(?:problem(?:s|atic)?|trouble[sd]?|issues?|conflicts?|conflicting|clash(?:es|ing)?|bad|worse"
    r"|wrong|harm(?:s|ful)?|damages?|mess(?:es)?|difficult(?:y|ies)?|obstacles?|breaks?|ruins?|spoils?"
    r"|hurts?|bothers?|disturbs?|blocks?|hinders?|upsets?|stuck|impossible)\b"
)
#: A statement before the question of its sentence: "you are in conflict, can you accept h1 red?".
_TOLD = re.compile(
    r"(?<![^.!?\n])\s*(?!(?:(?:and|so|but|ok|okay|then|well|hey|or)\W+)*(?:what|which|how|why|who|if|with|when"
    r"|is|are|am|was|were|will|would|do|does|did|can|could|might|may|any|suppose|assuming|given)\b)"
    r"[^.!?,;:]*[,;:]\s+(?:(?:so|and|but|then|now|please)\s+)*"
    r"(?P<asks>(?:can|could|would|will|may|might|do|does|did|is|are)\b[^.!?,;:]*\?)"
)
_WOULD = re.compile(r"\b(?:would|could|change|then)\b", re.IGNORECASE)
_SO = re.compile(r"\b(?:yes|no)\b[^.!]*\?\s*$", re.IGNORECASE)
#: What the person is to do, other than what could be.
_TO_DO = re.compile(
    r"\b(?:change|do to help|do for you|want me to|need me to|need from me|should i|shall i|must i"
    r"|have to|help you|fix)\b"
)
_BEFORE = re.compile(r"\b(?:was|were|before|earlier|previously|used to)\b")
_RATHER = re.compile(r"\b(?:would|do|will) (?:you|u) (?:\w+ )?(?:rather|prefer)\b")
#: What the agent has offered.
_OFFERED = re.compile(
    r"\b(?:you|u) (?:\w+ )?(?:offer|propose)(?:d|ed|ing)?\b|\byour (?:\w+ )?(?:offers?|proposals?)\b"
)
#: What the agent has done, as what it is asked to explain.
_DONE = re.compile(
    r"\bwhy (?:did|have|had) (?:you|u) (?:(?!not\b)\w+ )?(?:do|done|changed?|moved?|choose|chosen|set"
    r"|(?:switch|recolor|paint|color|pick)(?:ed)?|swap(?:ped)?)\b"
)
#: What makes the agent content, or not: "why are you not satisfied?".
_CONTENT = re.compile(
    r"\b(?:you|u|ya)\b[^.?!;]*\b(?:(?:un|dis)?satisfied|(?:un)?happy|(?:dis)?content|(?:dis)?pleased)\b"
)
#: The score of who asks, which no agent sees.
_MY_SCORE = re.compile(
    r"\bmy (?:\w+ )?(?:scores?|points)\b|\bpoints (?:do|have|would|will) i\b"
    r"|\b(?:gives?|gets?|costs?) me (?:\w+ ){0,2}points\b(?! (?:you|u)\b)|\bpoints (?:for|to) me\b"
)
#: Conflicts, with slips of the finger.
_CONFLICT = r"(?:c\w{0,2}f\w{1,4}ts?|clash(?:es|ing)?)"
#: The conflicts of who asks, of which an agent sees only those with its own nodes.
_MY_CONFLICTS = re.compile(
    rf"\b{_CONFLICT}(?: (?:still|now|left|exactly|currently|actually))* (?:do|have|did) i\b"
    r"(?! (?:see|cause|make|give|create)\b)"
    r"|\b(?:do|have|am|are|is|does) (?:i|my (?:\w+ )?(?:nodes?|side|cluster|part))\b"
    rf"(?! (?:have|need) to\b)(?:(?!\b(?:you|your|caused?)\b)[^.?!;])*\b{_CONFLICT}\b"
    rf"|^(?:please )?(?:show|tell|list|name|give)\b[^.?!;]*\b{_CONFLICT} (?:that )?i (?:still )?have\b"
    rf"|\b{_CONFLICT}\b[^.?!;]*\b(?:(?:on|at|from|in) my (?:side|part|end|cluster)"
    r"|(?:among|between) my (?:own )?nodes)\b"
    rf"|\bmy (?:own |number of |count of )?{_CONFLICT}\b"
    rf"|\b(?:which|how many) of my nodes\b[^.?!;]*\b{_CONFLICT}\b"
)
#: A question under what was supposed before it, and subjects that are about the present all the same.
_THEN = re.compile(
    r"\?[^?]*\b(?:then|in that case|with that|if so|afterwards)\b[^?]*\?\s*$", re.IGNORECASE
)
_NOT_SUPPOSED = ("score", "asker's score", "meant", "agreed")
_YOURS_TOO = re.compile(
    r"\b(?:you have|have you|do you|are you|(?<!with )yours|your (?:side|conflicts))\b"
)
_WHY_MINE = re.compile(r"\bwhy (?:do|did|don't|didn't|have|haven't|am|was) i\b")
_WHY_POINTS = re.compile(r"\bwhy\b[^.?!]*\b(?:scores?|points?)\b")
#: A question for what cannot change, and words of limits that the person set.
_FIXED = re.compile(
    r"\b(?:what|which|are|is|any|does|do|have|has) (?!fixed\b)(?:(?!\bmy\b)[^.!?,;])*\bfixed\b[^.!?]*\?",
    re.IGNORECASE,
)
_LIMITS = re.compile(r"\b(?:limit|restrict|constrain|rule|forb[ai]d)", re.IGNORECASE)
_WHY = re.compile(r"\b(?:why|how come|what for)\b", re.IGNORECASE)
_WHAT = re.compile(r"\b(?:what|which)\b(?! for\b)", re.IGNORECASE)
_ACCEPTS = re.compile(r"\b(?:accept|accepted|agree|agreed)\b")
_REJECTS = re.compile(
    r"\b(?:reject|rejected|refuse|refused|decline|declined|say no|said no)\b"
    r"|\bturn(?:ed)? (?:it|that|me|my offer) down\b"
    r"|(?:\byou (?:\w+ )?not|\bnot you|n't you) (?:\w+ )?"
    r"(?:accept(?:ed)?|agreed?|take (?:it|that|my offer))\b"
)
#: Why the agent has agreed: "why did you take my offer?".
_TOOK = re.compile(
    r"\b(?:why|what made|how come)\b"
    r"(?![^.?!]*\b(?:no|if|but|late|earlier|sooner|end(?:s|ed|ing)?|(?:with|of|from|by|to) agent ?\d+"
    r"|agent ?\d+'?s)\b)"
    r"(?:(?!\bnot\b|n't|\bnever\b)[^.?!;])*?"
    r"\byou (?:(?!never\b|not\b)\w+ )?(?:(?:accept|agree)(?:ed|d)?\b"
    r"|(?:take|took|taken|choose|chose|go for|went for|go with) (?:\w+ )?(?:my|our|this|that|the)"
    r" (?:\w+ )?(?:offer|deal|proposal|suggestion)\b)"
    r"|\bwhy (?:do|did) we (?:(?:have|make) (?:a|this|that|our) (?:\w+ )?deal|agree)\b"
)


def _is_bad_news(question: Question, said: str) -> bool:
    """Return whether the sentence of a question asks for what is bad: conflicts may stand beside it."""
    nodes = {pair.node.casefold() for pair in question.supposed}
    sentences = re.findall(r"[^.!?]*\?", said) or [said]
    about = [one for one in sentences if nodes & {*re.findall(r"\w+", one)}]
    return any(map(_BAD_NEWS.search, about or sentences))


def _asked(question: Question, said: str) -> str:
    """Return a message without what it states before a question, if that names all that is supposed."""
    nodes = {pair.node.casefold() for pair in question.supposed}
    found = _TOLD.search(said)
    if not nodes or found is None or not nodes <= {*re.findall(r"\w+", found["asks"])}:
        return said
    return said[: found.start()] + found["asks"] + said[found.end() :]


def with_subject(question: Question, text: str) -> Question:
    """Return a question with its subject, given the message that it stands in."""
    said = asked_for_score(text).casefold()
    asked = _asked(question, said)
    if question.kind == "Q5" and _FEWEST.search(said):
        # The count that there is now would be taken for the best that can be had.
        return Question("Q2")
    if question.kind == "Q5" and _MY_SCORE.search(said):
        return replace(question, subject="asker's score")
    if question.kind == "Q5" and _SCORE.search(said):
        return replace(question, subject="higher score" if _HIGHER.search(said) else "score")
    if question.kind == "Q5" and _SATISFIED.search(said):
        return replace(question, subject="satisfied")
    if question.kind == "Q5" and not question.subject and _MY_CONFLICTS.search(said):
        both = _YOURS_TOO.search(said) is not None
        return replace(question, subject="both conflicts" if both else "asker's conflicts")
    if question.kind == "Q5" and _HAS_CONFLICTS.search(said):
        return replace(question, subject="conflicts")
    if question.kind == "Q2" and _OFFERED.search(said):
        return replace(question, subject="offer")
    own_score = _MY_SCORE.search(said) is None and _SCORE.search(said)
    gains = question.kind in ("Q2", "Q3") and _GAINS.search(said)
    if question.kind in ("Q1", "Q2", "Q3") and (own_score or gains or _BEST.search(said)):
        return replace(question, subject="score")
    if (question.kind == "Q1" or (question.kind == "Q3" and question.supposed)) and _RATHER.search(said):
        # "Yes, that would work" would say that the agent likes it better.
        return replace(question, subject="score")
    if question.kind == "Q2" and _TO_DO.search(said):
        return replace(question, subject="change")
    if question.kind == "Q3" and (_MIND.search(asked) or _is_bad_news(question, asked)):
        return replace(question, subject="mind")
    if question.kind == "Q3" and question.supposed and _DENIES.search(said):
        return replace(question, subject="mind")
    given = _GIVEN.search(said) and not _ASKS_TWICE.search(said)
    if question.kind == "Q3" and (given or _GIVEN_NOT.search(said)):
        return replace(question, subject="given")
    if question.kind == "Q3" and question.supposed and _SURE_NOT.search(said):
        return replace(question, subject="mind")
    if question.kind == "Q4" and question.color is not None and _BEFORE.search(said):
        return replace(question, subject="before")
    if question.kind == "why" and not question.supposed and _REJECTS.search(said):
        return Question("why", subject="offer")
    bare = question.node is None and not question.supposed and not question.subject
    about_color = question.supposed or re.search(rf"\b{question.node}\b", said, re.IGNORECASE)
    if question.kind in ("why", "deals") and not about_color and _TOOK.search(said):
        return Question("deals", subject="taken")
    if question.kind == "why" and bare and _WHY_POINTS.search(said):
        mine = _MY_SCORE.search(said) or _WHY_MINE.search(said)
        return Question("points", subject="" if mine else "score")
    if question.kind == "why" and bare and _DONE.search(said):
        return Question("why", subject="done")
    if question.kind == "why" and bare and _CONTENT.search(said):
        return Question("why", subject="satisfied")
    if question.kind == "why" and bare and _ACCEPTS.search(said):
        return Question("deals", subject="deal")
    return question


def questions_of(understood: Understanding, view: View, beliefs: Mapping[str, str]) -> list[Question]:
    """
    Return the questions of a message with their subjects, and with what it says that they are about.

    Parameters
    ----------
    beliefs
        Colors of the person's nodes as the agent knows them.
    """
    needed = tuple(
        NodeColor(one.node, one.color)
        for one in dict.fromkeys(understood.of("required"))
        if one.node and one.node in view.owners and one.color and beliefs.get(one.node) != one.color
    )
    asked = [with_subject(one, understood.text) for one in understood.questions]
    given = next((one.supposed for one in asked if one.kind == "Q3"), ())
    if _THEN.search(understood.text) or understood.text.count("?") < 2:
        # "Would h2 blue work? Are you happy then?" is not about the present.
        asked = [
            replace(one, supposed=given)
            if one.kind == "Q5" and one.subject not in _NOT_SUPPOSED
            else one
            for one in asked
        ]
    if _asks_fixed(understood.text, view):
        asked = [replace(one, subject="fixed") if one.kind == "constraints" else one for one in asked]
    asked = _why_of_node(asked, understood)
    if not needed:
        return asked
    return [replace(one, supposed=needed) if _is_bare(one) else one for one in asked]


def _asks_fixed(text: str, view: View) -> bool:
    """Return whether it is asked which nodes are fixed, of the agent's nodes: "is b2 fixed?"."""
    asked = None if _LIMITS.search(text) else _FIXED.search(text)
    foreign = {node.casefold() for node in view.owners}
    return asked is not None and foreign.isdisjoint(re.findall(r"\w+", asked[0].casefold()))


def _why_of_node(questions: list[Question], understood: Understanding) -> list[Question]:
    """Join a bare "why" and a color where one sentence asks: "why is b2 still that color?"."""
    why = next((one for one in questions if one == replace(Question("why"), source=one.source)), None)
    for one in questions if why is not None else ():
        if one.kind != "Q4" or one.node is None or one.color is not None:
            continue
        name = re.compile(rf"\b{re.escape(one.node)}\b", re.IGNORECASE)
        about = [said for said in sentences_in(understood.text) if name.search(said)]
        behind = name.split(about[0])[-1] if len(about) == 1 else ""
        if len(about) == 1 and (
            _WHY.search(behind) or (_WHY.search(about[0]) and not _WHAT.search(about[0]))
        ):
            kept = [q for q in questions if q is not why]
            return [Question("why", q.node) if q is one else q for q in kept]
    return questions


def _is_bare(question: Question) -> bool:
    return question.kind == "Q3" and not question.supposed and question.subject != "score"


def anyway(text: str) -> Subject:
    """Return the subject of the question whether to do what a message asks for, whatever it costs."""
    return "mind anyway" if _MIND.search(text.casefold()) else "anyway"


def about_last(
    question: Question,
    text: str,
    view: View,
    supposed: tuple[NodeColor, ...],
    asked: tuple[NodeColor, ...],
) -> Question:
    """
    Return a question with the coloring that it leaves out.

    Parameters
    ----------
    question
        Question.
    text
        Message that it stands in.
    view
        Nodes of the agent.
    supposed
        What the person supposed last.
    asked
        What the agent asked about last.
    """
    bare = question.node is None and not question.supposed and not question.subject
    if question.kind == "why" and bare:
        return replace(question, supposed=supposed, subject="last" if supposed else "")
    theirs = tuple(one for one in supposed if one.node in view.owners)
    own = question.node in view.own and question.color is None and not question.supposed
    would = _WOULD.search(text)
    if question.kind in ("Q1", "Q4") and own and theirs and would:
        # "And then b2?" asks what would be, under the last supposition.
        return Question("Q1", question.node, theirs)
    scored = question.subject in ("score", "higher score")
    if scored and question.kind == "Q5" and supposed and would:
        return Question("Q3", supposed=supposed, subject="score")
    if question.kind == "Q3" and not question.supposed and (asked or _SO.search(text)):
        # "Would that help?" is about what the agent asked, "so no?" about the last supposition.
        return replace(question, supposed=asked or supposed)
    return question
