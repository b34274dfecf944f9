"""
Everyday and foreign turns of phrase that have plain words: "I'll pop it on red", "bet", "which color you
are wanting".

Each of them says the same as its plain form whatever stands beside it; what only may say so stays.
"""

from __future__ import annotations

from .patterns import CANNOT, NAME, compiled, rewritten

_COLORED = (
    rf"(?:(?!i\b)[a-z]+ (?:on|for|at|in) (?:my )?{NAME}|(?:my )?{NAME}"
    rf" (?:in |as |to be |being |= ?)?(?!i\b)[a-z]+)"
)
_VERB = r"(?:make|set|turn|change|switch|put|paint|color|take|go|give|use|recolor|move)"
#: Words before a second verb that could turn it around.
_TURNS = (
    r"(?:if|unless|not|never|until|when|once|or|but|try|see|think|consider"
    r"|wait|ask|make|set|turn|change|switch|put|keep|leave)"
)

#: What whoever gives in does before he does what he says.
_YIELD = (
    r"be (?:the|a|an|nice|kind|good|generous|brave|reasonable)|go ahead|bite|give in|step|take one|cave"
    r"|swallow|suck|relent|yield|budge|compromise|play nice"
)

_PHRASES = compiled(
    (
        (
            r"^\s*(?:\+1|(?:you )?bet|say no more|sold|roger(?: that)?|10-4|aight"
            r"|done deal|(?:i am |i'?m )?on it|consider it done)(?=\s*[.!,]*\s*$)",
            "agreed",
        ),
        (r"^\s*(?:nuh[ -]uh|no can do|-1|hard pass|hell no|nein|negative)(?=\s*[.!,]*\s*$)", "no"),
        (r"^\s*(?:(?:no|sorry),? )*(?:i am|i'?m) afraid not\b", "no"),
        (
            rf"\b(?:i )?{CANNOT} (?:really |honestly |exactly )?(?:say|claim|pretend)(?: that)? "
            r"i(?:'m| am) (?:(?:too|very|really|exactly|so|all|that) )*"
            r"(?:happy|satisfied|content|pleased|glad|thrilled|overjoyed|delighted|ecstatic|excited"
            r"|impressed|over the moon)\b",
            "i am not happy",
        ),
        (
            r"\b(everything|all)(?:'s| is) (?:just |all |so |absolutely )*(?:peachy(?: keen)?|rosy|swell"
            r"|(?:fine and )?dandy|hunky[ -]?dory|tickety[ -]?boo|ship ?shape|copacetic|tip[ -]?top)"
            r"(?: (?:over|out)(?= here\b))?",
            r"\1 is fine",
        ),
        # Whoever says "do it" and goes on with what he does agrees first.
        (
            r"^\s*(?:(?:ok|okay|sure|yes|yeah|fine|alright|great|good),? )?"
            r"((?:please )?(?:do (?:it|that|so)|go ahead|go for it))(?: ?[,;-]+| and) "
            r"(?:and |then |so )*(?=i(?:'ll| will|'m| am)? (?:then |now |just )?"
            r"(?:make|set|turn|change|switch|put|paint|move|take|give)\w*\b)",
            r"ok, \1. ",
        ),
        (
            r"^\s*(?:oh,? )?(?:for sure|sure thing|most certainly|very much so|hell yes)(?= ?[,.!])",
            "yes",
        ),
        # A node before who colors it: "and then h4 I turn to blue".
        (
            rf"((?:^|[.,;!] |\b(?:and|then|so|but) )(?:my )?)({NAME}),? i((?:'ll| will| am going to| now"
            r"| then| just| also)*) (make|set|turn|change|switch|put|paint|color)"
            r" (?:(?:in)?to |in |on )?(?!it\b|that\b|this\b|sure\b|not\b|my\b|the\b)(?=[a-z]+\b)",
            r"\1i\3 \4 \2 to ",
        ),
        (rf"^(.*\b{NAME}\b.*?),? (?:so )?how about (?:it|that) *\?+$", r"\1, deal?"),
        (
            rf"\b({NAME}) (?:could|can|may|might) be ([a-z]+(?:(?:,| or)+ [a-z]+)*) for all i care\b",
            r"\2 is fine for \1",
        ),
        (
            rf"\bit(?:'s| is) (?:my )?({NAME}) (?:that|which)(?:'s"
            rf"| is) ([a-z]+),? (?:and )?not (?:my )?{NAME}\b",
            r"\1 is \2",
        ),
        (
            r"\b(?:(?:are|is) fighting|fights?|(?:do not|don'?t) get along|are at odds|are at war)\b",
            "are in conflict",
        ),
        (r"^\s*(?:i )?(?:done|did|did (?:that|it|so)) already(?=\s*[.!]*\s*$)", "already done"),
        (r"^\s*already (?:is|was)(?=\s*[.!]*\s*$)", "it already is"),
        (
            rf"\bi (?:can|could|would|will|may|might) (?:do|go|live|work) with any(?:thing| colou?r)"
            rf" (?:for|on|at|in) (?:my )?({NAME})",
            r"\1 can be any color",
        ),
        (
            r"^\s*((?:(?:ok|so|well|and|then|sorry|no),? )*)"
            r"(?:(?:(?:all|both)(?: of)? )?(?:my nodes|mine)(?: all| both)? (?:stays?|remains?)"
            r"|i(?:'ll| will|'m| am)? (?:leav|keep)(?:e|ing)? (?:(?:all )?(?:my (?:nodes|colou?rs)|mine)"
            r"|everything|it all))"
            r"(?: (?:put|alone|unchanged|the same|like (?:this|that)"
            r"|(?:exactly |just )?(?:as|how|the way) (?:they|it) (?:are|is)))*"
            r"(?:[,.;]? (?:so )?(?:you (?:(?:two|both|all|guys) )?)?(?:(?:can|have to|must"
            r"|should|please) )*"
            r"(?:work|go|plan) around (?:me|it|that|them))?(?=\s*[.!]*\s*$)",
            r"\1my colors stay the same",
        ),
        # What might have to be, or would if something else were so, is no limit.
        (
            rf"\b({NAME}) (?:might|may|could|would) (?:have|need) to"
            r" (?:be|become|go|turn|get) (?=[a-z]+\b)",
            r"maybe \1 is ",
        ),
        (
            rf"\bi(?:'d| would| might| may) (?:have|need) to"
            rf" ({_VERB} (?:my )?{NAME} (?:to |in |on )?[a-z]+)",
            r"maybe i \1",
        ),
        (
            r"^\s*(?:(?:ok|no|sorry|actually|well),? )*(?:(?:never ?mind|nvm|forget (?:it|that)),? )?"
            r"(?:i (?:(?:do not|don'?t) (?:want|need) (?:that|it|this) any ?more"
            r"|no longer (?:want|need) (?:that|it|this))|no need for (?:that|it|this)(?: any ?more)?"
            r"|(?:never ?mind|nvm|forget (?:it|that)),? (?:it |that )?(?:does not|doesn'?t) matter"
            r"(?: any ?more)?)(?=\s*[.!]*\s*$)",
            "never mind",
        ),
        (
            rf"\bi (?:do not|don'?t) (?:(?:really|necessarily) )?(?:insist on|require|need) (?:that )?"
            rf"((?:your )?{NAME}) (?:to be |being |is |in )?(?!to\b|and\b|or\b)(?=[a-z]+\b)",
            r"\1 does not have to be ",
        ),
        (
            rf"\bi (?:do not|don'?t) (?:(?:really|necessarily) )?(?:insist on|require|need) ([a-z]+)"
            rf" (?:for|on|at|in) ((?:your )?{NAME})",
            r"\2 does not have to be \1",
        ),
        (
            rf"\b({NAME}) (?:in |as |being )?(?!is\b|not\b)([a-z]+) (?:is not|isn'?t)"
            r" (?:(?:really|exactly) )?"
            r"(?:a must|mandatory|compulsory|required|essential|needed|that important|important)\b",
            r"\1 does not have to be \2",
        ),
        (rf"(?<![\w-])({NAME}) ?- ?(?=[a-z]{{3,}}(?: *[,;.!]| *$| +(?:and )?[a-z]{{1,2}}\d))", r"\1 "),
        (
            r"^\s*(?:regardless of|notwithstanding|despite|in spite of|irrespective of)"
            r" (?:(?:what|everything|anything|whatever) (?:i|you|we) [^,]*"
            r"|(?:(?:all|any) )?(?:my|your|the|our) (?:earlier |previous |former )?[a-z]+),",
            "",
        ),
        (
            r"(?:(?<=^)|(?<=[.!,] ))(?:i )?hope (?:you|your|u)(?:'?re| are| r)?"
            r" (?:(?:have|having|doing|enjoying|feeling) )?(?:(?:a|the|your) )?(?:\w+ )?"
            r"(?:day|morning|afternoon|evening|weekend|week|time|well|fine|good|great)\b",
            "hello",
        ),
        (
            r"\b(all(?:'s| is)? good|everything(?:'s| is)? (?:fine|good|ok))( on my (?:side|end))?,?"
            r" (?:and )?(?:i have |there are )?no (?:more )?(?:conflicts?|clash(?:es)?)"
            r"(?: (?:left|with you|here))*(?=\s*[.!]*\s*$)",
            r"\1\2",
        ),
        # Colors that would do, and behind them one that would not.
        (
            r"^(?=[^.!?]*\b(?:fine|ok|okay|good|great|possible|acceptable|works?)\b)"
            rf"((?:(?!\b{NAME})[^.!?])*\b({NAME})\b(?:(?!\b{NAME})[^.!?])*?)"
            r",? (?:(?:but|and|only|just) )+"
            r"(?:not ([a-z]+)|([a-z]+) (?:is not|isn'?t|not))(?=\s*[.!]*\s*$)",
            r"\1. \2 not \3\4",
        ),
        (r"\bshall (?:remain|stay)\b", "stays"),
        (
            rf"^\s*(?:except(?: for)?|apart from|other than|besides|excluding) ([a-z]+),? ({NAME})"
            r" (?:can|may|could|might) (?:take|have|be|get|become|use)"
            r" (?:any(?:thing)?|whichever|whatever)(?: colou?r)?"
            r"(?: (?:you|it) (?:like|want|please|wish)s?)?(?=\s*[.!]*\s*$)",
            r"\2 can be anything but \1",
        ),
        (
            rf"\bfor ({NAME}),? (?:you )?(?:can |may )?(?:decide|choose|pick)"
            r"(?: (?:yourself|freely|as you like|what you like|whatever you like))?(?=\s*(?:[.!,;]|$))",
            r"\1 is up to you",
        ),
        (
            rf"\b({NAME}),? (?:is )?(?:you|yours to) (?:decide|choose|pick)(?=\s*(?:[.!,;]|$))",
            r"\1 is up to you",
        ),
        # A plan with a question whether it would do asks.
        (
            rf"\b(?:my )?({NAME}) (?:is going to|will|is about to|would) (?:be|become|go|turn)"
            r" ([a-z]+)[.,;]+ (?:do|would) you mind\b[^.!?]*\?",
            r"would you mind if \1 is \2?",
        ),
        (
            rf"\bi(?:'ll| will|'m going to| am going to) {_VERB} (?:my )?({NAME}) (?:to |in |into )?"
            r"([a-z]+)[.,;]+ (?:do|would) you mind\b[^.!?]*\?",
            r"would you mind if \1 is \2?",
        ),
        (
            r"\b(?:(?:sorry|ok),? )*(?:forget (?:that|it|what i said)[,.;]+ )?"
            rf"([a-z]+) (?:on|for|at) ({NAME}) is"
            r" (?:fine|ok|okay|allowed|possible|good|all right) again\b",
            r"\2 may be \1 again",
        ),
        (
            r"\bi (?:already |just )?(?:said|told you)(?: that)?"
            r" (?=you (?:may|can|could) (?:change|move|recolor)\b)",
            "",
        ),
        (
            rf"\b(?:drop|give up|abandon|lose) ([a-z]+) (?:from|on|at|for) ((?:your )?{NAME})\b",
            r"do not use \1 on \2",
        ),
        (
            rf"\b(?:free|rid|clear) ((?:your )?{NAME}) (?:of|from) ([a-z]+)\b",
            r"do not use \2 on \1",
        ),
        (rf"\bgo back to (?:my )?({NAME}) (?:in |as |being )?(?=[a-z]+\b)", r"make \1 "),
        (rf"\b({NAME}) (?:leaves|quits|abandons) (?=[a-z]+(?:\s*[.!,;]|\s*$))", r"\1 moves away from "),
        (
            rf"\b(?:does|would|is there) (?:anything"
            rf"|something) (?:speak(?:ing)? )?against (?=(?:my )?{NAME}\b)",
            "any objections to ",
        ),
        (r"^\s*(?:and )?i asked (?:you )?why(?=\s*[.!?]*\s*$)", "why?"),
        (
            r"^\s*(?:so |and |you )?need (?:any|some)thing from me(?=\s*\?*\s*$)",
            "do you need anything from me",
        ),
        # A condition of a deal is no deal yet.
        (
            r"^(.*\b[a-z]+),? and (?:(?:it|that)(?:'s| is)|(?:we|you) have|(?:we|you)'?ve got)"
            r" (?:a |got a )?deal(?=\s*[.!]*\s*$)",
            r"\1, then we have a deal",
        ),
        (
            r"\bmy (?:proposal|offer|suggestion) (?:stands as follows|is as follows|is)[,:]? ",
            "my offer: ",
        ),
        (
            r"\bwhat (?:do|can) (?:you|u) (?:know|remember)(?: so far)? (?:about|of|from) "
            r"(?:me|us|my (?:side|part|cluster))\b",
            "what do you know about my nodes",
        ),
        (r"^\s*(?:(?:and|so|ok),? )?(?:how about |what about )?now(?=\s*\?+\s*$)", "are you happy now"),
        (r"^\s*(?:and )?are you(?=\s*\?+\s*$)", "are you happy"),
        # Whoever asks that somebody makes sure asks for it.
        (r"\b(?:can|could|would|will) you (?:please )?(?:make|be) sure (?:that )?", "make sure "),
        # Whoever may change a node if it must be may change it.
        (
            rf"^(.*\b(?:{NAME} (?:may|can|could|might) (?:be )?change[ds]?|(?:you (?:may|can|could)"
            rf"|feel free to) (?:\w+ )?change {NAME}))(?: again)?,? if (?:it |you |that )?(?:really )?"
            r"(?:must(?: be)?|has to(?: be)?|have to|needs? (?:to(?: be)?|be)|(?:(?:is|it's) )?needed"
            r"|(?:is|it's) necessary|necessary|required|helpful|(?:it )?helps)(?=\s*[.!,]*\s*$)",
            r"\1",
        ),
        (
            r"\b(?:i )?could(?: not|n'?t) be (?:happier|more (?:satisfied|content|pleased|happy))\b",
            "i am very happy",
        ),
        (
            r"^\s*(?:(?:it|this|that|things|everything) )?(?:really )?could(?: not"
            r"|n'?t) be (?:any )?better"
            r"(?=\s*[.!]*\s*$)",
            "i am very happy",
        ),
        (
            r"\bwhat (?:(?:would|does|will) it take (?:for you to be|to make you)"
            r"|(?:do|must|should|can) i (?:(?:need|have) to )?do (?:so (?:that )?you (?:are|get|become)"
            r"|for you to be|to make you)) (?:happy|satisfied|content)\b",
            "what should i change",
        ),
        (
            r"\bwhat (?:would|could|will) (?:give|get|bring|earn) (?:each of )?(?:you"
            r"|u)(?: both| two| all)? (?:the )?"
            r"(?:most|more) points\b|\bis there a (?:coloring|setting) that (?:is"
            r"|would be) better for you\b"
            r"[^?]*(?=\?)",
            "which colors would be best for you",
        ),
        # Whoever was asked which node he means, and names it, goes on about it.
        (
            rf"^((?:(?:no|sorry|ah|oh),? )*)i (?:mean|meant|(?:was"
            rf"|am) talking about) ((?:my )?{NAME})[,;:.] "
            r"(?:and )?it(?:'?s| is| will| has)\b",
            r"\1\2 is",
        ),
        (
            r"\b((?:which|what) colou?rs? (?:are|is|would be)) (?:still )?"
            r"(?:open|available|free|on the table)(?: still)? (?=(?:for|on|at|to) )",
            r"\1 left ",
        ),
        (
            rf"\b((?:which|what) colou?rs? would) (?:then )?(?:remain|be left) (?:for|on"
            rf"|at) ((?:your |my )?{NAME})",
            r"\1 \2 have left",
        ),
        # What would have to follow is supposed with it.
        (
            rf"\bi (?:could|can|would|might) ({_VERB} (?:my )?{NAME} (?:in |to )?[a-z]+),?"
            r" but then,? (?=[^?]*$)",
            r"if i \1, then ",
        ),
        (
            r"\b(?:i(?:'d| would) (?:rather|prefer)|i want|i need)(?: (?:that|if))? you (?:to )?"
            rf"(?:left|leave|kept|keep) (it|that|{NAME}(?: and {NAME})*)"
            r" (?:as|how|(?:just )?the way) (?:it|they) (?:is|are|was|were)\b",
            r"please leave \1 as it is",
        ),
        (
            rf"\b((?:do not|don'?t) (?:change|touch|move) (?:your )?{NAME})(?:,| but)?"
            rf" only (?:change |touch |move )?((?:your )?{NAME})(?=\s*[.!,]*\s*$)",
            r"\1. change \2",
        ),
        (
            rf"\bi(?:'d| would) take ((?:your )?{NAME} (?:in |as )?[a-z]+) for (?=(?:my )?{NAME}\b)",
            r"i would accept \1 in exchange for ",
        ),
        (rf"\b(?:swap|exchange|trade) ({NAME}) (?:with|for|to) (?=what(?:ever)?\b)", r"change \1 to "),
        (
            r"^(.*?)\b(?:i(?: have|'ve)(?: got)?|there(?: is|'s)) nothing (?:else|more|further)"
            r"(?: (?:to (?:ask|say|add)|from (?:me|my side)))?(?=\s*[.!]*\s*$)",
            r"\1i am done",
        ),
        (
            rf"((?:^|[,.!;] )(?:(?:now|then|and|next|ok) )*)({NAME})(?: next| now| then)?[,:]"
            rf" (?:please )?({_VERB}) (?:it|that one|this one) (?=[a-z]+\b)",
            r"\1\3 \2 ",
        ),
        (
            r"\bit(?:'d| would) be (?:really |very )?(?:nice|great|good|lovely|cool|better|best|helpful)"
            rf" (?:to (?:have|see)|having|if (?:you|we) had) ((?:your )?{NAME})"
            r" (?:in |as |at )?(?=[a-z]+\b)",
            r"i would like \1 to be ",
        ),
        # Whoever asks whether to keep a node has not said that it stays.
        (
            r"(\bwhat\b[^.!?]*\b(?:do|does|want|shall|should|can|like)\b[^.!?]*),? (?:just )?"
            r"(?:leave|keep) (?:it|them|that)(?: (?:as it is|there|so))? *\?",
            r"\1?",
        ),
        # A color and the one that it replaces, both with the node.
        (
            rf"\b({NAME}) (?:is |= ?)?(?!not\b|is\b)([a-z]+),? (?:and )?not \1 (?:is |= ?)?([a-z]+)"
            r"(?=\s*[.!,]*\s*$)",
            r"\1 \2, not \3",
        ),
        (
            r"\b(?:is not|isn'?t) (?:really |exactly |so |that )?"
            r"(?:great|ideal|perfect|optimal|the best|my favou?rite|lovely)(?: for (?:me|us))?,? but "
            r"(?:(?:it|that)(?:'s| is) )?(?:still )?(?:doable|ok(?:ay)?|fine|possible|acceptable"
            r"|(?:it |that )?works|i (?:can|could) (?:live with|accept|take) (?:it|that))\b",
            "is ok",
        ),
        # "The red one" may be a node.
        (
            r"(?<!\bthe )(?<!\bmy )(?<!\byour )\b(red|green|blue|yellow|orange"
            r"|purple) one (?=(?:is|would|for|please)\b)",
            r"\1 ",
        ),
        (r"\bmore (good|well)\b", "better"),
        (r"\bmore (easy)\b", "easier"),
        (r"\b(in|at|with) same colou?r\b", r"\1 the same color"),
        (r"\btouch to (?=it|that|this|my|your|[a-z]\d)", "touch "),
        (r"\bnodes (are|is) fix(?= *[,.;?!]|$)", r"nodes \1 fixed"),
        (
            r"(^|[.?!,] )((?:and |so |ok |hey |but )*(?:what|which)(?: colou?r)?"
            r"|why|how|where) (you|i|we) (are|can|should|must)\b(?=[^.!?]*\?)",
            r"\1\2 \4 \3",
        ),
        (r"\bare (you|they|we) (want|need|prefer|think|see)ing\b", r"do \1 \2"),
        (r"\bi am (want|need|prefer)ing\b", r"i \1"),
        (r"\bi'm (want|need|prefer)ing\b", r"i \1"),
        (
            r"(?:^|(?<=[,.;!] )|(?<=\bno )|(?<=\bnah ))((?:kinda |really |rly"
            r" |just |sorta )?)(need|want) (?=(?:it|mine|my|" + NAME + r")\b)(?![^.!]*\?)",
            r"i \2 ",
        ),
        (
            rf"\b(?:pop|slap|chuck|plop|bung|whack|stick|shove|flip) (it|that"
            rf"|mine|them|my {NAME}|{NAME}) (?:on|onto|to|into|in|over to) (?=[a-z]+)",
            r"put \1 to ",
        ),
        (
            r"\b(?:comes?|goes|gets?|moves?|came|went) off (?:[a-z]+) and (?:on ?to"
            r"|to|into|in) (?=[a-z]+)",
            "goes to ",
        ),
        (r"\b(is|are) (?:confirmed|officially)(?: (?:as|to be|in|at))? (?=[a-z]+)", r"\1 "),
        (
            rf"((?:^|[.!;] )(?:(?:so|and|ok|well|but),? )*(?:my |your )?{NAME}),?"
            rf" it (?=(?:absolutely |really |just |definitely )*(?:needs|has|must"
            rf"|can|should|cannot|stays|will)\b)",
            r"\1 ",
        ),
        (rf"\bplease ((?:my |your )?{NAME}) (?:stay|remain) (?:(?:in|at|on) )?", r"please keep \1 "),
        (rf"\b({NAME}) ?(?:!=|<>|≠) ?(?=[a-z]+\b)", r"\1 must not be "),
        (r" ?∉ ?", " not in "),
        (rf"\b({NAME})( ?[:=] ?| is | )! ?(?=[a-z]+\b)", r"\1 must not be "),
        (
            rf"\b(?:a )?(?:fight|battle|war|quarrel|dispute) (?:of (?:the )?colou?rs"
            rf" )?between (?=(?:my |your )?{NAME})",
            "a conflict between ",
        ),
        (r"(?<!yes )\bor (?:nah|nope|no|not)[ ?.!]*$", "?"),
        (rf"({_COLORED}),? i (?:can ?not|can'?t|could not)(?= *(?:[.!;,\n]|$))", r"i cannot do \1"),
        (
            rf"\b(i(?:'ll| will)) (?:{_YIELD})(?: (?!{_TURNS}\b)[a-z]+){{0,4}}"
            rf" and (?={_VERB} (?:my )?{NAME}\b)",
            r"\1 ",
        ),
        (
            rf"^\s*(?:touch|move|change) ({NAME}) and (?:i|we|you)(?:'ll| will"
            rf"| am going to)\b[^,.;?]*",
            r"do not change \1",
        ),
        (
            r"\bknow what i(?:'d| would) (?:really )?(love|like|want|prefer) *\?+ *(?:that" r" |if )?",
            r"i would \1 that ",
        ),
        (r"\byou i would (love|like|want|prefer) that ", r"i would \1 that "),
        (
            rf"\blet(?:'s| us) (?:all )?(?:align|settle|agree|converge) on (?={_COLORED}\b)",
            "let us take ",
        ),
        (r"\bfor my (?:stakeholders|team|people|folks|colleagues|boss|bosses|family)\b", "for me"),
        (
            rf"^\s*(?:get|print|show|echo|query|select|return|cat) ({NAME})\.colou?r\b[();? ]*$",
            r"what color is \1?",
        ),
        (
            rf"^\s*(?:please )?(?:roll ?back|revert|unset) ((?:my )?{NAME})\b(?= *[.!]*$)",
            r"forget what i said about \1",
        ),
        (
            r" (?:its|it's) (?=(?:so |really |very |just |too )*(?!not\b|no\b"
            r"|never\b|wrong\b|only\b|was\b|fake\b|false\b"
            r"|over\b|gone\b|free\b|open\b|up\b|your\b|my\b|just\b|fixed\b|final\b"
            r"|whatever\b|the\b|all\b|ok\b|fine\b|colou?r\b"
            r"|neighbou?rs?\b|node\b|own\b|turn\b|side\b|now\b|still\b|in\b|on\b"
            r"|at\b|been\b|going\b|red\b|green\b|blue\b)"
            r"(?:cute|yucky|ugly|pretty|nice|gross|icky|awful|horrible|lovely"
            r"|sweet|cool|boring|scary|hideous)"
            r"(?: (?:like|as) (?:that|this|it is)| (?:there|now|anyway))?[ .!]*$)",
            " because it is ",
        ),
    )
)


def rephrased(text: str) -> str:
    """Return a text with plain words in place of turns of phrase."""
    return rewritten(text, _PHRASES)
