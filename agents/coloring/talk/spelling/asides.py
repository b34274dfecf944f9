"""
Asides: phrases before, behind or between what is said that change nothing of it.

"For the record, h1 is red, and that's final" says that h1 is red. A message that is nothing but an aside
keeps it. Hedges ("I guess"), conditions that the other side may refuse ("if that's ok with you") and
corrections are no asides.
"""

from __future__ import annotations

import re

from ...view import View
from ..wordlist import one_of
from .patterns import NAME

_BEFORE = re.compile(
    r"(?:^|(?<=[.!?;\n]))\s*(?:and |but |so |well,? |oh,? |ok,? |no,? )?"
    + one_of(
        r"""
        (?:please |kindly )?(?:be (?:advised|informed)|(?:take )?note|know)(?: please)?(?: that|:)
        (?:please )?(?:let the record show|rest assured)(?: please)?(?: that|:)
        (?:just )?so (?:that )?you know,?
        just to let you know(?:,| that)?
        (?:just )?fyi[,:]?
        for the record,?
        from (?:a|an|the) (?:\w+ ){1,2}(?:perspective|standpoint|point of view),?
        \w+[ -]wise,
        i (?:have )?(?:made|did) an? (?:mistake|error)[:,]
        (?:oh )?(?:gosh|dear|boy|my|goodness)[,!](?= *let\b)
        let(?:'s| me| us) (?:see|think)(?: now)?(?:,|\.\.\.|:)
        (?:i suppose )?if you(?:'re| are) asking(?: me)?,
        you know what[,?:]
        where was i[,?](?: right,)?
        not to be (?:too )?(?:difficult|rude|pushy|picky|fussy|a pain),? but
        you (?:will )?(?:have|need) to (?:accept|know|understand|realize|see) that
        as i (?:already |just )?(?:said|told you|mentioned|wrote)(?: before| already| earlier)?,?
        like i (?:already )?said(?: before)?,?
        on (?:reflection|second thoughts?),?
        (?:to be |quite )?(?:honest|fair|frank|clear)(?:ly)?,
        honestly,?
        frankly,?
        in all honesty,?
        in (?:plain (?:words|english)|short|other words|a nutshell|summary|general)[,:]?
        long story short,?
        (?:excuse|forgive) me,?(?: but)?
        i(?: am|'?m) (?:sorry,? but|afraid(?: that)?)
        sorry to (?:say|insist|interrupt),?(?: but)?
        unfortunately,?
        against my better judge?ment,?
        (?:do not|don'?t) get me wrong,?(?: but)?
        (?:believe|trust) me,?
        one (?:more|last|other) (?:thing|point|note)[,:]
        quick (?:question|note|one)[,:]
        (?:quick |small |short )?(?:question|note|update|status|news|sync|recap|heads[ -]?up|reminder):
        good (?:morning|evening|afternoon)(?: everyone| all)?[,!.]?
        (?:happy|pleased|glad) to (?:say|report|announce|confirm)(?: that|:)?
        (?:constraint|restriction|limit):(?=[^.!?]*\b(?:fixed|must|only|can ?not|can't|has to|never)\b)
        i(?: have|'ve)? changed my mind[,:.](?= (?:my |your )?\w+\d)
        i(?: was|'m| am) (?:just )?thinking(?: that|,)?(?= (?:i would|maybe|perhaps)\b)
        i (?:would like|should like|want|wish) to (?:inform|tell|remind) you that
        dear (?:agent ?\d+|all|both|friends?|partners?|neighbou?rs?|team|agents),
        i regret to (?:say|inform you|tell you)(?: that|:)
        (?:first|second|third|next|another|last) question[:,]
        i (?:hereby )?(?:inform|remind) you that
        i (?:hereby )?(?:declare|confirm|announce|repeat|submit)(?: that|:)
        (?:my|the) (?:point|answer|problem|situation|message) is(?: that|:)
        what i (?:mean|meant|want to say) is(?: that|:)
        i (?:have )?(?:already |just )?told you(?: already| before)?(?: that)?(?= (?:my )?\w+\d)
        i (?:only|just) (?:said|meant|mean|wanted to say|want to say)(?: that)?(?= \w+\d)
        as far as i am concerned,?
        (?:ooh?|ah|hm+)?,? ?(?:good|great|nice|fair|interesting) (?:question|point|one)[,!.]*
        how (?:many times|often) (?:do|must) i (?:have to )?(?:say|tell you|repeat)(?: it| this)?[:,]?
        i (?:have )?told you (?:\w+ )?times[:,]?(?: that)?
        let me (?:rephrase|say|put) (?:it|that)(?: in \w+ words| differently| simply)?:
        (?:it is|it'?s|that is|that'?s) final[:,.](?= (?:my )?\w+\d)
        (?:imo|imho|in my (?:humble )?opinion|if you ask me|personally)[,:]?
        (?:c'?mon|come on|look|listen|see|hear me out)[,!]
        """
    )
    + " *",
    re.IGNORECASE,
)
_CANNOT = r"(?:(?:can|does|will|did) ?not|(?:ca|does|wo|did)n'?t)"
#: Verbs behind which "like" compares nothing.
_NO_LIKENESS = (
    r"(?<!sounds )(?<!sound )(?<!looks )(?<!look )(?<!feels )(?<!seems )(?<!is )"
    r"(?<!would )(?<!should )(?<!'d )(?<!\bid )(?<!\bi )(?<!\bwe )(?<!\byou )(?<!really )"
)
_BEHIND = re.compile(
    r"[,;:]? *\b(?:(?:and|but|though) )?"
    + one_of(
        rf"""
        (?:that is|that'?s|this is) (?:all|it|final)(?: i (?:ask|want|need|wanted|say))?(?: for)?
        if (?:at all |(?:it|that|this)(?: is|'?s) )?(?:possible|feasible|doable)(?: of course| at all)?
        if (?:you|u|ur|you're|you are) (?:can|able|able to)(?: do (?:that|it))?
        of course
        (?:i )?hope (?:(?:that|this|it)(?: is|'s)?|is) (?:ok|okay|fine)(?: (?:with|for) (?:you|u))?
        (?:i )?hope (?:(?:that|this|it) )?(?:works|suits|helps)(?: (?:for )?(?:you|u))?(?: too)?
        (?:i |we )?hope (?:that )?(?:you|u) (?:do not|don'?t) mind(?: (?:that|it|this))?
        that(?: i|')s that
        if (?:that|it) makes (?:it|things|life) (?:easier|better|simpler)(?: for (?:you|u|us))?
        if (?:that|it) (?:helps|suits) (?:you|u|us)
        i(?: am|'m)? begg?(?:ing)?(?: of)? (?:you|u)
        if i (?:have to|must|had to|may|could) (?:choose|pick|decide|say)
        whatever happens
        (?:no matter what,? )?even (?:if|when) (?:pigs fly|hell freezes over|the sky falls)
        at (?:all costs|any (?:cost|price))
        as (?:always|ever|usual)
        for (?:good|ever)
        forever
        from (?:now|here) on(?: out)?
        until further notice
        by the end of (?:this|the) (?:round|turn|game|step|day)
        (?:by )?(?:eod|cob|end of (?:the )?day)
        going forward
        (?:and )?(?:so )?please do it
        that(?:'s| is) not (?:up for|open to) (?:discussion|debate|negotiation)
        (?:i |we )?tried (?:it|that)(?:,| and| but)+ (?:it |that )?{_CANNOT} (?:be done|work|go|help|fit)
        {_NO_LIKENESS}like (?:a|an|my) (?!color|colour|node|plan|deal|idea)[a-z]+
        right away
        asap
        at once
        immediately
        (?:this is )?(?:my )?final answer
        is what i (?:mean|meant|said|say|wanted to say|am saying)
        in (?:this|that|the same) order
        (?:it is |it's |its )?(?:not|no) (?:a )?(?:must|necessity|requirement)
        (?:it is |it's |its )?not (?:(?:really|strictly|absolutely) )?(?:necessary|required|obligatory)
        i (?:mixed|confused|mistook) (?:it|them|that|him)(?: up)?(?: with [^.,;!?\d]*)?
        (?:otherwise|else) i (?:can ?not|can'?t) (?:solve|finish|fix|color|do) (?:my \w+|it|this)
        end of (?:story|discussion)
        full stop
        (?:my|the) (?:other |own )?(?:nodes|neighbou?rs) (?:leave|give) me no (?:other )?choice
        (?:sorry,? )?(?:there is |there'?s )?nothing (?:i|we) can do (?:about (?:it|that))?
        no (?:discussion|way around (?:it|that))
        (?:i )?(?:have |got )?no (?:other )?choice(?: there| here)?
        (?:i )?hope (?:that|this|it) helps
        (?:idk|not sure) if (?:that|this|it) helps
        (?:just )?so (?:that )?you know
        fyi
        btw
        by the way
        just saying
        my (?:friend|dear|man|guy)
        good sir
        (?:k|ok|okay)? ?th(?:x|anks)(?: a lot| in advance| so much)?
        thank you(?: so much| in advance)?
        cheers
        lol
        haha+
        xd
        (?:do not|don'?t) (?:ask me why|worry)
        learned that the hard way
        no (?:offense|hard feelings)
        """
    )
    + r"(?= *(?:[.!?;,\n]|$))|\s*(?::-?[)(DP]|;-?\)|<3|\^\^)",
    re.IGNORECASE,
)


#: What the person did before it came to what it says: "I was fiddling around and now ...".
_STORY = re.compile(
    r"^(?:so |well,? |ok,? )?(?:i|we)(?: have|'ve)? (?:just )?"
    r"(?:(?:was|were|been|had been) (?:just |only )?\w+ing [^.?!,;:\d]{0,40}?"
    r"|(?:had|took|taken|thought|gave|given|looked|tried|played)(?: (?:a|about|it|over|some|bit|of|quick"
    r"|good|few|long|little|another|more|things?|thought|thinking|think|look|around|with|at|on"
    r"|options|stuff"
    r"|everything|this|that|second|my|colors|nodes|own))*)"
    r"(?:,? and|,? so|,)(?= (?:now|then|i|we|in the end|finally|my|[a-z]\d)\b)",
    re.IGNORECASE,
)
#: "What, if I may ask, speaks against it?"
_WITHIN = re.compile(
    r"\.\.\.+ *(?:hm+|uh|um|let me (?:check|see|think|look|count))(?: now)? *(?:\.\.\.+|,)(?= *\w)"
    r"|,? *\bwhile (?:you|u)(?: are|'re| r) (?:at|on) it,? *"
    r"|,? *\bif (?:(?:i|you|u) (?:may|might|can|could)(?: (?:ask|say|so|put it so))+|(?:you|u) (?:do not"
    r"|don'?t) mind(?: me asking)?),? *"
    r"|\bif (?:it|that|this)(?: is|'s) ?(?:not|n'?t)? (?:too much (?:of a )?(?:bother|trouble|hassle"
    r"|to ask|work)|no (?:bother|trouble|problem)),? *"
    r"|\bif (?:it|that|this) isn'?t (?:too much (?:of a )?(?:bother|trouble|hassle|to ask|work)"
    r"|a (?:bother|problem)),? *",
    re.IGNORECASE,
)


#: A face behind an answer divides it from what follows: "neither :) green".
_FACE = re.compile(
    r"^(\s*(?:neither(?: one)?|none|both|no|nope|nah|yes|yep|yeah|ok|okay|sure))\s*"
    r"(?:[:;=]-?[)(DPp/|]+|<3)\s*(?=\w)",
    re.IGNORECASE,
)
#: "All of mine are red except h3, that one is green": h3 may be a node that is not seen.
_EXCEPTION = re.compile(
    r"(?P<all>\b(?:all|both|each|every\w*|mine)\b[^.?!]*?),? "
    rf"(?:except|apart from|other than|besides|but|save)(?: for)? (?:my )?(?P<node>{NAME})\b"
    r"(?:,? (?:and )?(?:that one|which|it)\b[^.?!;]*)?(?=\s*[.?!;,]|\s*$)",
    re.IGNORECASE,
)


def without_unseen(text: str, view: View) -> str:
    """Return a message without what it says of an exception that the view does not see."""
    return _EXCEPTION.sub(
        lambda found: found[0] if view.node_name(found["node"]) else found["all"], text
    )


def without_asides(text: str) -> str:
    """Return a message without its asides; itself if nothing else is left."""
    text = _FACE.sub(r"\1, ", text)
    left = _WITHIN.sub(" ", _BEHIND.sub("", _BEFORE.sub(" ", _STORY.sub(" ", text)))).strip()
    if left == text or not re.search(r"\w", left):
        return text
    return without_asides(left)
