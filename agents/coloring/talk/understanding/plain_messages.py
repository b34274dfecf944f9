"""Messages without names: questions about the game as a whole, and how content a person is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..grammar import Interpretation
from ..reading import Question, Reading
from ..tokens import Token

_QUESTIONS: tuple[tuple[str, Question], ...] = (
    (
        r"\b(?:is|was) (?:that|this|it) (?:now )?a deal\b|\b(?:do|did|have) we (?:now )?(?:have|got|made"
        r"|make) (?:a|any) deals?\b|\bare we agreed\b|\bis (?:it|that|this|everything) agreed\b"
        r"|\b(?:did|do|have|has|what|when|who) .*\b(?:break|broke|broken|keep|kept|breaks)"
        r" (?:our|the|a|my|your) deal\b"
        r"|\bwhat (?:did|have) we agreed?\b|\bwhat is our deal\b",
        Question("deals"),
    ),
    (
        r"\b(?:what|which) (?:does|do|is|are) .*\b(?:scores?|points?|penalty)\b.*"
        r"\b(?:mean|for|about|worth)\b|\bhow (?:is|are) .*\b(?:scores?|points?)\b.*"
        r"\b(?:computed|counted|calculated|made|given)\b"
        r"|\bhow (?:many|much) points? (?:is|are|does|do) (?:a|an|each|every|the|one) (?:node|color)s?\b"
        r"|\b(?:points?|penalt\w+)\b.*\b(?:per|for (?:a|each|one|every)|one|count) (?:an? )?"
        r"(?:clash|conflict|edge)"
        r"|\bwhat means (?:the )?(?:penalty|score|points)\b",
        Question("points"),
    ),
    (
        r"\b(?:any|which|what) (?:node|nodes|one|ones)(?: of yours)? (?:that |which )?(?:you )?"
        r"(?:can not|cannot|may not) (?:be )?change",
        Question("constraints"),
    ),
    (
        r"^(?:(?:and|so|but|then|ok|,) )*(?:which|what) colors (?:would|will|could|can|are)"
        r" (?:be |still )*(?:possible|left|work|ok|fine|allowed)(?: then| for you| now)* (?:\?|$)",
        Question("Q2"),
    ),
    (
        r"^(?:(?:ok|okay|so|and|well|hm+|then|fine|,) )*(?:what (?:now|next|then)|now what|and now"
        r"|what (?:do|should) (?:we|i) do (?:now|next))\b",
        Question("Q2"),
    ),
    (
        r"\bwhat (?:do|must|did|have) you (?:have|got|need)? ?(?:to )?(?:keep|promised?|noted?)\b"
        r"|\bwhat i (?:have )?(?:asked|demanded|forbidden|ruled|told|limited|said)\b"
        r"|\bwhat (?:did|have) you (?:\w+ )?(?:written|write|jotted) down\b"
        r"|\b(?:what|(?:what|which) (?:colors?|nodes?)) (?:did|have) i (?:ask|asked|demand|demanded"
        r"|tell|told|forbid|forbidden|rule|ruled|ban|banned|exclude|excluded|restrict|restricted)\b",
        Question("constraints"),
    ),
    (
        r"\b(?:which|what)\b.*\b(?:can|could|would) you (?:(?:also|still) )?(?:live with"
        r"|tolerate|accept|like)\b"
        r"|\b(?:which|what) (?:of my )?colors (?:of mine )?(?:would|could|are|is) (?:be )?"
        r"(?:better|best|good|nice|easier|ok|fine) for you\b",
        Question("Q2"),
    ),
    (r"^(?:and|what about|how about) you \?", Question("Q5", subject="satisfied")),
    (
        r"\b(?:which|what) of my nodes (?:matter|matters|concern|are important|count|do you)\b",
        Question("sees"),
    ),
    (
        r"\b(?:which|what) colors? (?:of|for|on) my nodes? (?:are|is|would|will|works?|can"
        r"|could|do|suit)\b|\b(?:tell|give|show|send|list) me .*\b(?:options|what"
        r" (?:you )?(?:could|can|would|will) (?:accept|work|do|live with))\b"
        r"|\bwhat (?:could|can|would) you accept\b",
        Question("Q2"),
    ),
    (
        r"\b(?:will|do|can|would|could) you (?:\w+ )?(?:keep|stay|leave|hold)\b[^.?!]*"
        r"\b(?:like this|like that|everything|as (?:it|they|you) (?:is|are)|this way|that way|so|put)\b",
        Question("Q5", subject="satisfied"),
    ),
)
_ASKED = tuple((re.compile(pattern), question) for pattern, question in _QUESTIONS)
#: Topics of questions by the words that carry them, whatever the others are.
_TOPICS: tuple[tuple[str, Question], ...] = (
    (
        r"\b(?:on what (?:grounds?|basis)|for what reason|how so|how come|grounds for"
        r"|(?:what|which|any|a|the|your) (?:\w+ )?(?:reasons?|rationale|grounds?|explanation"
        r"|justification|motivation|logic)"
        r"|(?:what|who) (?:\w+ )?(?:led|made|brought|drove|makes|prevents|stops|keeps|hinders|forces"
        r"|is stopping"
        r"|is preventing|is keeping|is (?:in the way|wrong|the (?:problem|issue|matter|obstacle)))\b"
        r"|elaborate|explain (?:yourself|that|this|it|your)|because of what|due to what|what for)\b",
        Question("why"),
    ),
    (
        r"\b(?:immutable|unchangeable|un ?movable|immovable|hard ?-? ?coded|locked|pinned|frozen|fixed"
        r"|set in stone"
        r"|carved in stone|non ?-? ?negotiables?|untouchable|unalterable|restrictions?|constraints?"
        r"|limits|limitations?|bound by"
        r"|(?:can ?not|may not|must not|not allowed to|not able to|unable to|forbidden to"
        r"|never) (?:be )?"
        r"(?:changed?|moved?|touch(?:ed)?|recolor(?:ed)?|switch(?:ed)?|altered|alter)"
        r"|(?:have|has|need|needs) to (?:stay|remain|keep|be kept)|must (?:stay|remain|keep|be kept))\b",
        Question("constraints"),
    ),
    (
        r"\bwhy (?:did|have) (?:you|u) (?:\w+ )?(?:change|switch|move|recolor)\w* .*"
        r"\b(?:hidden|invisible)\b",
        Question("why", subject="unseen"),
    ),
    (
        r"\b(?:access to|visible|invisible|hidden|can (?:you|u) (?:\w+ ){0,2}see|do (?:you"
        r"|u) (?:\w+ ){0,2}see"
        r"|can (?:you|u) (?:\w+ ){0,2}look at"
        r"|(?:you|u) (?:able to|get to) see|(?:you|u) see|how much of (?:my|the|our) (?:\w+ )?(?:can|do"
        r"|does|is|are|side)"
        r"|(?<!what do you )know (?:about|of) (?:\w+ ){0,3}(?:nodes|cluster|side|colors))\b",
        Question("sees"),
    ),
)
#: Words of a sentence that says or wants more than it asks.
_MORE = re.compile(r"\b(?:not|no|never|unless|if you|please do|instead of)\b")
_TOPIC_OF = tuple((re.compile(pattern), question) for pattern, question in _TOPICS)
_ASKS = re.compile(
    r"\?|^(?:(?:so|and|but|ok|well|hm+|hey|hi|please|sorry|also|then|,) )*"
    r"(?:what|which|who|why|how|on what|for what|any|is|are|do|does|did|have|has|can|could|would|will"
    r"|must|may|got|care to"
    r"|you (?:got|have)|tell|show|list|name|dump|print|echo|state|explain"
    r"|elaborate|because of what|due to what"
    r"|i wonder|i would like to know)\b"
)
#: Words with which such a message is about something else, or says more.
_ABOUT_ELSE = re.compile(
    r"\b(?:if|unless|deal|offers?|conflicts?|clash(?:es)?|score|points|we agreed|instead|i (?:said|told"
    r"|asked)|make|set (?!in stone)|change it)\b"
)
_LOST = re.compile(
    r"\b(?:no (?:clue|idea)|(?:do|did|can) not (?:\w+ ){0,2}(?:understand|get|know|see|follow)|(?:i am"
    r"|totally|completely|bit) (?:\w+ )?(?:lost|confused|new)"
    r"|(?:can|could|would|will) you (?:please )?(?:explain|tell me)|please explain|help)\b.*"
    r"\b(?:what (?:i|we|one) (?:\w+ )?(?:have|am|should|must|can|do|need|is|are)|what (?:to do|this is"
    r"|is this)|what is (?:this|it|that) (?:all )?about"
    r"|(?:how|what) (?:to|do i|should i|must i) (?:play|do|start|begin)|(?:is )?expected (?:from|of)"
    r"|the (?:rules?|game|task|point|goal|aim)|how (?:this|it|the game))\b"
    r"|\b(?:what (?:\w+ )?(?:is|are) (?:my|the|our) (?:exact )?(?:task|goal|aim|objective|job|role"
    r"|purpose)|how (?:do|can|to) (?:i|we) play)\b"
    r"|^(?:help|help (?:me|please)(?: please)?|(?:i )?need (?:some )?help)$"
)
_HELP = re.compile(
    r"\bhow (?:does|do) (?:this|it|the game|that) (?:\w+ ){0,2}works?\b"
    r"|\bhow (?:this|it|the game|everything) (?:\w+ )?works\b"
    r"|\bwhat (?:should|must|can|do|shall) i (?:\w+ ){0,2}(?:type|write|click|enter)\b"
    r"|\bdo not (?:\w+ )?(?:understand|get) (?:this|the|these) (?:\w+ )?(?:game|task|rules?|study"
    r"|experiment|interface|screen|dots|lines)\b"
    r"|\bhow (?:do|can|should|must) i (?:play|start|begin|use this)\b"
    r"|\bexplain (?:\w+ )*(?:game|task|rules|how (?:this|it) works)\b"
    r"|\bwhat (?:is|are) (?:the )?(?:rules?|goal|aim|point) of (?:this|the) game\b"
    r"|\bwhat (?:is|am|do) (?:the game about|i supposed to do)\b"
)
#: "Hello there, how are you today?" asks for no score.
_WELL_BEING = re.compile(
    r"(?:(?:hi|hello|hey|there|agent\w*|so|and|oh|good|morning|evening|day|everyone|,|!|\.) )*how (?:are"
    r"|is) (?:you|life)"
    r"(?: (?:all|both|feeling|today|this morning|this evening|my friend|dear))*"
)
_UNSATISFIED = re.compile(
    r"\bdo not (?:\w+ )?like (?:this|it|that|the|how)\b.*\b(?:solution|coloring|result|state|situation"
    r"|outcome|looks|at all|colors)\b"
    r"|\bstill (?:does not|do not) (?:\w+ )?(?:work|fit)\b"
    r"|\b(?:this|it|that) is (?:really |just |simply )?not working\b"
    r"|\b(?:still )?not (?:\w+ )?(?:happy|satisfied|content|pleased)\b"
    r"|\bstill not (?:good|ok|right|solved|fine|done|there)\b"
    r"|\bnot (?:good enough|(?:good|fine|ok|done|finished|there) yet)\b"
    r"|\b(?<!not )(?:unhappy|dissatisfied|unsatisfied|frustrating|frustrated)\b"
    r"|\b(?:this|it|that|we|all this) (?:\w+ )?(?:is |are )?(?:going|getting|leads?|leading) "
    r"(?:us )?nowhere\b|\bgoing (?:round )?in circles\b"
    r"|(?<!think )(?<!believe )(?<!say )"
    r"\b(?:this|that|it|the|our) (?:coloring|result|solution|game)? ?(?:really |totally )?"
    r"(?:sucks|is (?:bad|terrible|awful|a mess|rubbish))\b"
    r"|^(?:but )?(?:this|that|it) (?:really )?(?:(?:does|do|did) not (?:\w+ )?(?:help"
    r"|(?:solve|improve|change|fix|bring) (?:anything|much|a thing))|(?:solves|brings|changes) nothing)"
    r"(?: (?:me|us|at all))?(?: (?:for|on) (?:me|us|my side))?$"
    r"|\b(?:you|your) (?:are |is )?(?:not|never) (?:\w+ )?(?:help|helping|listen|listening|helpful"
    r"|cooperat\w+|do what i)\b|\byou (?:never|do not(?: ever)?) (?:\w+ )?(?:help|listen|do what)\b"
)
#: Phrases that say that nothing is left to do, behind which "I would say" hedges nothing.
_SATISFIED = re.compile(
    r"\b(?:no (?:more )?(?:conflicts?|clash(?:es)?|problems?)(?: left| any ?more)?\b.*"
    r"\bwe are (?:\w+ )?(?:finished|done|ready|through)|(?:exactly )?what i (?:wanted|needed|asked for)"
    r"|i would say (?:that )?we are (?:\w+ )?(?:finished|done)"
    r"|(?:i|we) (?:\w+ )?(?:consider|regard|call|declare|deem|count|see|take) "
    r"(?:(?:the|this|that|our|my|it|us|one|task|game|work|job|part|thing|matter|everything"
    r"|whole|all|as|to be|well) )+"
    r"(?:complete|completed|finished|done|closed|settled|solved|over|concluded)"
    r"|(?:my |the |our )?(?:job|work|task) (?:is )?(?:done|finished|complete)"
    r"|i (?:finish|am finishing|stop|am stopping|close|end|am done|am finished)"
    r"(?: (?:it|here|now|then|with this))*"
    r"|(?:i|we) (?:can|may|could) (?:now )?(?:finish|stop|close|end|wrap)(?:"
    r" (?:it|this|things|here|now|then|up|out|down|the game))*"
    r"|no (?:more )?(?:conflicts?|clash(?:es)?|problems?)(?: left| anymore| here)?(?: ,)? "
    r"(?:so )?(?:i am|im) (?:\w+ ){0,2}(?:happy|satisfied|content|glad|pleased)"
    r"|i am (?:\w+ )?done (?:here|now)(?: gg| thanks)?)$"
)
#: A sentence of which one part says that the speaker is content, and no other part asks for anything.
_CONTENT = re.compile(
    r"(?:^|[,.;!-] |\b(?:and|so|therefore|thus|then) )(?:(?:i|we) (?:am|are)|i feel|(?:that|this"
    r"|it) makes me) "
    r"(?:(?:really|very|so|quite|totally|completely|fully|perfectly|now|pretty|absolutely|also|all"
    r"|more than|entirely) )*"
    r"(?:happy|content|satisfied|pleased|glad)(?: (?:now|then|here|too|with (?:it|that|this|everything"
    r"|how .*"
    r"|the (?:present |current )?(?:result|outcome|solution|coloring|colors|state|situation)|my side)"
    r"|(?:on|from) my (?:side"
    r"|end|part)))*(?: ?[,.!;]|$)"
    r"|^(?:(?:lovely|great|perfect|good|nice|well|ok|yes|,|all good(?: (?:on|from|at) my (?:end"
    r"|side))?) )*"
    r"(?:(?:i |we )?(?:have |have got |got |see )?no (?:\w+ )?(?:complaints?|wishes|objections|problems"
    r"|issues|trouble|requests|demands)"
    r"|nothing (?:more |else )?(?:left )?to (?:complain about|wish for|ask for|add|change))"
    r"(?: (?:left|anymore|any more|whatsoever|at all|remaining|from me|here|now|open|on my (?:side|end"
    r"|part)))*$"
    r"|\b(?:that is a wrap|all (?:done|good|settled) (?:here|on my (?:side|end"
    r"|part)))(?: for me)?(?: ,.*)?$"
)
_WANTS = re.compile(
    r"\?|^no(?= ?,| i\b| we\b|$)|\b(?:but|except|if|when|once|unless|until|would|could|should|please"
    r"|want|need|like|still|not|never|hardly|you|almost|nearly"
    r"|happier|before|as soon as|as long as|to be|will be|can be|change|changes|make|only|offer|deal"
    r"|proposal)\b"
)
_NEGATED = re.compile(
    r"\b(?:not|never|but|hardly|until|still|cannot|before|please|keep|leave|stay|changes)\b"
)
_NOT_YET = re.compile(
    r"(?:no |sorry |well |, )*(?:not yet|not quite|almost|nearly|not really yet)(?: \w+)?"
)
#: Words with which a message depends on something, is about an offer, or takes something back.
_ELSE = re.compile(
    r"\?|\b(?:if|unless|until|when|why|offer|proposal|deal|would|could|forget|cancel|longer|not you)\b"
)
_DEPENDS = re.compile(
    r"\?|^(?:so |and )?(?:is|are|do|does|did)\b|\b(?:if|unless|when|once|was|were|would be|will be)\b"
)


def plain_stance(tokens: Sequence[Token], *, asked: bool) -> Interpretation | None:
    """
    Return the stance of a message that names nothing; None if it may be another, or none.

    Parameters
    ----------
    asked
        Whether the agent spoke of nodes, to which "not yet" may be an answer.
    """
    if any(token.is_node or token.is_color or token.quoted or token.kind == "other" for token in tokens):
        return None
    said = " ".join(token.text for token in tokens if token.text != "\n").strip(" .!")
    if _WELL_BEING.fullmatch(said.strip(" ?")):
        return Interpretation([Reading("off_topic")])
    if _HELP.search(said) or _LOST.search(said):
        return Interpretation([Reading("help")])
    if not asked and _NOT_YET.fullmatch(said):
        return Interpretation([Reading("unsatisfied")])
    if _SATISFIED.search(said) and not _NEGATED.search(said) and not _DEPENDS.search(said):
        return Interpretation([Reading("satisfied")])
    if _CONTENT.search(said) and not _WANTS.search(said):
        return Interpretation([Reading("satisfied")])
    if _UNSATISFIED.search(said) and not _ELSE.search(said):
        return Interpretation([Reading("unsatisfied")])
    return None


def plain_question(tokens: Sequence[Token]) -> Interpretation | None:
    """Return the question of a message that names nothing; None if it may be another, or none."""
    if any(token.is_node or token.is_color or token.quoted or token.kind == "other" for token in tokens):
        return None
    said = " ".join(token.text for token in tokens)
    if _ASKS.search(said) and said.count("?") < 2 and not _ABOUT_ELSE.search(said):
        for pattern, question in _TOPIC_OF:
            if pattern.search(said):
                return Interpretation([], [question])
    if _MORE.search(said):
        return None
    for pattern, question in _ASKED:
        if pattern.search(said):
            return Interpretation([], [question])
    return None
