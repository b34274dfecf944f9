"""
Words of a sentence as they are compared: without those that may stand or not, the same for the same.

No change here may give two sentences that differ in what they say the same words. Commas are left out
but for those between alternatives; a pronoun becomes the nodes that it clearly stands for; what is said
of several nodes together is said of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..tokens import Token
from .composed.harmless import is_harmless

#: Marks of the words of a node or a color, so that patterns see its kind: own, foreign, color.
MARKS = {"own": "@", "foreign": "&", "color": "#"}
_NODE, _COLOR = r"[@&]\S+", r"#\S+"
_LISTED = rf"{_NODE}(?:(?: ,)?(?: and)? {_NODE})*"
_NODES, _ASKED = f"(?P<nodes>{_LISTED})", f"(?P<nodes>it|they|{_LISTED})"
_PAIR = f"{_NODE} {_COLOR}"
#: What may stand before a question about colors.
_ASKING = "tell me|let me know|i would (?:like|love) to know|i need to know|(?:may|can|could) i ask"
_BORDER = "on my border|my border|here is my border|here are my border nodes|my (?:border )?nodes are"
#: What ends "b2 is red, not blue".
_STOP = r"$| [,;:] (?!#|or |and #)| (?:and|but|while|so) (?!#)"
#: What may stand before what a number of conflicts is made of.
_NAMELY = "(?: [:,])?(?: and| namely)? "
#: Patterns of whole words, in a line of words one blank apart, and what they are replaced by, in turn.
_REWRITTEN = tuple(
    (re.compile(rf"(?<!\S)(?:{pattern})(?!\S)"), text)
    for pattern, text in (
        # Words that may stand or not.
        ("^(?:yep|yeah|yup)", "yes"),
        ("^(?P<yes>yes)(?: ,)? (?:certainly|of course|sure|indeed|absolutely|definitely)", r"\g<yes>"),
        ("^nope|^(?:i am afraid|unfortunately|sadly|regrettably) (?:not|no)", "no"),
        ("right now|at the moment|at present|as of now|currently|also|please|actually", ""),
        ("(?:, )?as (?:it|things?) (?:is|are|stands?)$", ""),
        ("(?:, )?(?:(?:as well|too)(?=$| [,;:])|by the way$)", ""),
        (rf"(?P<node>{_NODE})(?: is)? (?P<color>{_COLOR}) already", r"\g<node> is already \g<color>"),
        ("unfortunately|sadly|however|i am afraid(?: that)?|though$|, though(?= [,;])", ""),
        (
            rf"(?:{_BORDER}|my colors are|mine(?: are)?)(?: ,| :)?(?= @)"
            "|(?:your(?:s| nodes| colors) are|yours)(?: :)?(?= &)",
            "",
        ),
        ("my(?= (?:nodes? )?@)|your(?= (?:nodes? )?&)", ""),
        (rf"nodes?(?= {_NODE})|the color(?= {_COLOR})", ""),
        (rf"(?P<node>{_NODE}) (?:is|=|:)(?= {_COLOR})", r"\g<node>"),
        (
            rf"(?P<is>{_NODE} (?P<c>{_COLOR}))(?: ,)?(?: and)? not (?!(?P=c)(?!\S)){_COLOR}(?={_STOP})",
            r"\g<is>",
        ),
        (rf"(?P<node>{_NODE}) is now (?P<color>{_COLOR})", r"\g<node> \g<color> now"),
        ("(?P<answer>no)(?: ,)? (?:i am )?sorry(?: [,:])?", r"\g<answer>"),
        ("(?:as for )?(?:the )?points for each node(?: are)?", "points for each node"),
        (r"(?:[;,] )?and there (?:is|are)(?= \d+ that you do not see)", ";"),
        ("just(?= (?:tell me|let me know) )", ""),
        (
            "(?:tell me|let me know) if (?:you would like|you like|you want) (?:that|this|it)"
            "|if you (?:would like|like|want) (?:that|this|it)(?: ,)? (?:tell me|let me know|say so)",
            "tell me if you want that",
        ),
        ("(?P<verb>works?) for me", r"\g<verb>"),
        (rf"both(?= {_NODE} and {_NODE} are )", ""),
        ("^(?:my )?changes(?: are)?(?: :)?(?= @)", "i changed"),
        ("can not see", "do not see"),
        (r";(?= (?:and(?! (?:\d+ )?more\b)|but|so|while|though|although|whereas) )", ","),
        ("have one(?= conflict )", "have 1"),
        (
            rf"(?P<one>1 conflict){_NAMELY}(?:it is |which is )?(?:1|one)"
            "(?= (?:that|which) you do not see)",
            r"\g<one>",
        ),
        (
            rf"(?P<n>\d+) conflicts{_NAMELY}(?:they are |which are )?(?:(?P=n)|ones)"
            "(?= (?:that|which) you do not see)",
            r"\g<n> conflicts",
        ),
        ("(?P<noun>nodes?|conflicts?) (?:that|which)(?= (?:you|i))", r"\g<noun>"),
        ("(?:that|which)(?= you have not ruled out)", ""),
        ("(?:some|other|some other)(?= nodes you)", ""),
        ("(?P<verb>clash) with each other", r"\g<verb>"),
        (rf"(?P<node>{_NODE}) from(?= {_COLOR} to )", r"\g<node>"),
        ("(?:would|do) you mind telling me", "tell me"),
        ("(?:could|can|would|will) you(?= (?:say|name|tell|let me know) )", ""),
        (", so(?= (?:say|name|tell|what|which) )", ""),
        ("(?:you can|you may|feel free to)(?= (?:tell|ask|name) )", ""),
        # Words for the same.
        ("clash with one another|are clashing(?: with (?:each other|one another))?", "clash"),
        (rf"(?P<verb>changed|recolored|switched) both(?= {_NODE} and {_NODE} (?:from )?#)", r"\g<verb>"),
        (
            rf"(?P<it>@\S+ {_COLOR}) on my (?:side|end)|(?P<your>&\S+ {_COLOR}) on your (?:side|end)",
            r"\g<it>\g<your>",
        ),
        ("as far as i know(?: ,)? i have no conflicts", "i have no conflicts i know of"),
        ("with no conflicts?", "without a conflict"),
        ("there is no deal between us", "we have no deals"),
        ("would you like me to", "do you want me to"),
        ("have one conflict or more", "have at least one conflict"),
        (
            "the only change (?:that would help )?(?:is|would be)"
            rf"(?: to set|(?: to)? setting)(?= {_NODE})",
            "only one change would help set",
        ),
        (rf"(?<!and )setting(?= {_NODE})", "set"),
        (
            rf"(?<!you )(?<!or )(?P<ways>set {_NODE}(?: (?!(?:it|if|;|you) )\S+)*?)(?: ,)? would work",
            r"it would work if you \g<ways>",
        ),
        (rf"(?:switched|recolored|turned|moved)(?= {_NODE} (?:from )?{_COLOR} to {_COLOR})", "changed"),
        ("i have(?: got)? a score of", "my score is"),
        ("our nodes (?:'s?|s') (?P<c>colors?)", r"the \g<c> of our nodes"),
        ("there is no setting of your border nodes that works", "no setting of your border nodes works"),
        ("i am free to(?= change )", "i may"),
        ("i (?:have )?noted(?: that)?", "NOTED"),
        (
            rf"(?:both )?(?P<a>{_NODE}) and (?:your |my )?(?P<b>{_NODE})(?: both)? touch (?P<c>{_NODE})",
            r"\g<a> touches \g<c> and \g<b> touches \g<c>",
        ),
        (
            rf"know(?P<yet> yet)? wh(?:at|ich) (?P<c>colors?) {_NODES} (?:is|are)",
            r"know the \g<c> of \g<nodes>\g<yet>",
        ),
        (rf"(?P<node>{_NODE}) 's (?P<c>colors?)", r"the \g<c> of \g<node>"),
        ("what is(?= it$)", "what color BE"),
        ("what are(?= they$)", "what colors BE"),
        (
            rf"(?:{_ASKING})(?: [,:])? wh(?:at|ich) (?P<c>colors?) {_ASKED} (?:is|are|has|have)",
            r"what \g<c> BE \g<nodes>",
        ),
        (rf"wh(?:at|ich) (?P<c>colors?) do(?:es)? {_ASKED} have", r"what \g<c> BE \g<nodes>"),
        (rf"what (?:is|are) the (?P<c>colors?) of {_NODES}", r"what \g<c> BE \g<nodes>"),
        ("what are their colors", "what colors BE they"),
        ("what is its color", "what color BE it"),
        (r"(?:what|which) (?P<c>colors?) (?:is|are)", r"what \g<c> BE"),
        (rf"(?:{_ASKING})(?: [,:])?(?= what colors? BE )", ""),
        (rf"(?:{_ASKING}) the (?P<c>colors?) of {_NODES}", r"what \g<c> BE \g<nodes>"),
        # "What color's b2?"
        (rf"^(?P<ask>what color)(?= {_NODE}$)", r"\g<ask> BE"),
        (f"yet know (?P<known>the colors? of {_NODES})", r"know \g<known> yet"),
        ("a node of mine|one of my own nodes", "one of my nodes"),
        ("there (?:are|is) no conflicts? on my side", "i have no conflicts"),
        ("have got", "have"),
        (rf"(?<!and )(?P<node>{_NODE}) would then be", r"then \g<node> would be"),
        (
            rf"(?P<plan>{_NODE} would be {_COLOR}"
            rf"(?:(?: ,)?(?: and)? {_NODE}(?: would be)? {_COLOR})*) then",
            r"then \g<plan>",
        ),
        ("in that case(?: ,)?|if so(?: ,)?", "then"),
        ("do not (?:need|have) to", "need not"),
        ("do not have (?:any|an?) (?P<noun>conflict|deal)s?", r"have no \g<noun>s"),
        ("have no (?P<noun>conflict|deal)", r"have no \g<noun>s"),
        ("did not change anything|have not changed anything|have changed nothing", "changed nothing"),
        ("have (?P<verb>changed|agreed)", r"\g<verb>"),
        ("did change", "changed"),
        ("i do(?= have )|i will(?= color )", "i"),
        ("fit with", "fit"),
        (r"(?:[;,] )?(?:or )?\((?= \d)", "("),
        (rf"if (?P<node>{_NODE})(?: (?:was|were|would be))?(?= {_COLOR} )", r"with \g<node>"),
        (rf"i (?:could|can) make (?P<node>@\S+)(?= {_COLOR})", r"\g<node> could be"),
        ("should(?= i make )", "shall"),
        ("(?P<shall>^shall i .*) anyway$", r"\g<shall> all the same"),
        ("have at least two(?= conflicts)", "have at least 2"),
        ("(?:the )?following settings", "these settings"),
        ("these settings would work", "these settings work"),
        (
            "(?:and )?(?:the )?reason(?: is that| being that| being| is| :)|(?:that|this|it) is because"
            "|because|since",
            "BECAUSE",
        ),
        ("(?:and )?(?:here is )?what works(?: is)?(?: this)?(?: :)?(?= (?:if|i can) )", "WORKS"),
        (
            "(?:, )?(?:(?:as|so) long as|provided(?: that)?) my other neighbou?rs"
            " (?:keep their colors|stay as they are|do not change(?: their colors)?)",
            "OTHERS STAY",
        ),
        (rf"(?P<kept>keep {_PAIR}(?: (?:, |and )*{_PAIR})*) or(?= set )", r"\g<kept> , or"),
    )
)
#: Nodes of one owner with one color, or one change: "b1 and b2 are red", "b1 and b2 from red to blue".
_ALIKE = tuple(
    re.compile(
        rf"(?<!\S)(?P<nodes>(?:{mark}\S+(?: ,)? (?:and )?)+{mark}\S+)"
        rf"(?: are(?: both| all)? (?P<color>{_COLOR})| (?P<change>{_COLOR} to {_COLOR}))(?!\S)"
    )
    for mark in "@&"
)
#: Nodes with one limit, "a5 and h4 cannot be blue", and colors that work, "red and blue would work".
_NEITHER = re.compile(
    rf"(?<!\S)neither (?P<nodes>{_NODE}(?: nor {_NODE})+) can (?P<rest>be {_COLOR})(?!\S)"
)
_LIMITED = re.compile(
    rf"(?<!\S)(?P<nodes>(?:{_NODE}(?: ,)? (?:and )?)+{_NODE})"
    rf" (?P<rest>(?:must|can not) be {_COLOR})(?!\S)"
)
#: Colors that one node cannot have: "h4 cannot be green or blue", "h4 can be neither green nor blue".
_NO_COLOR = re.compile(
    rf"(?<!\S)(?P<node>{_NODE}) (?:(?:can not|can never) be(?: either)?|can be neither)"
    rf" (?P<colors>{_COLOR}(?:(?: ,)? (?:or|nor|and (?:it )?can not be) {_COLOR})+)"
    r"(?!\S)"
)
_LIMIT = rf"{_NODE} (?:can not|must) be {_COLOR}"
_LIMITS = re.compile(rf"(?<!\S){_LIMIT}(?:(?: ,)?(?: and)? {_LIMIT})+(?!\S)")
_WORKING = re.compile(rf"(?<!\S)(?P<colors>(?:{_COLOR}(?: ,)? (?:and )?)+{_COLOR}) would work(?!\S)")
#: "Would be" that stands before: "then b2 would be blue and b3 would be red".
_WOULD_BE = re.compile(
    rf"(?<!\S)(?P<first>{_NODE} would be {_COLOR}(?:(?: ,)?(?: and)? {_PAIR})*(?: ,)?(?: and)? {_NODE})"
    rf" would be(?= {_COLOR})"
)
#: Two nodes in conflict, whose order says nothing either.
_BOTH = re.compile(rf"(?<!\S){_NODE} and {_NODE}(?= are both #)")
#: Alternatives of one kind, whose order says nothing.
_CHOICE = re.compile(rf"(?<!\S)(?:{_COLOR}(?: or {_COLOR})+|{_NODE}(?: \| {_NODE})+)(?!\S)")
_SETTINGS = "these settings work"
#: What is not known of each of several nodes: "the colors of h1 and h4", "the color of h1 or of h4".
_UNKNOWN = re.compile(
    rf"(?<!\S)i do not know the colors? of (?P<nodes>{_NODE}"
    rf"(?:(?: ,)?(?: and| or| nor)?(?: the color)?(?: of)? {_NODE})+)(?P<yet> yet)?(?!\S)"
)
#: What of one node is excepted by its color only, behind what works or before it.
_EXCEPT = "(?: ,)? (?:except|but|apart from|other than)(?: for)? "
_ANY = rf"(?<!\S)any color of (?P<node>{_NODE})(?P<open>(?: you have not ruled out)?)"
_EXCEPTED = rf"(?P<colors>{_COLOR}(?:(?: ,)?(?: or| and)? {_COLOR})*)"
_EXCEPTIONS = (
    re.compile(rf"{_ANY} works{_EXCEPT}{_EXCEPTED}(?!\S)"),
    re.compile(rf"{_ANY}{_EXCEPT}(?:(?P=node) )?{_EXCEPTED}(?: ,)? works(?!\S)"),
)
#: Nodes that are as those before them: "a2 is red, and so is a4".
_SO_ARE = re.compile(
    rf"(?P<color>{_COLOR})(?: ,)?(?: and)? so (?:are (?P<nodes>{_LISTED})|is (?P<node>{_NODE}))(?! #|\S)"
)
#: Colors of own nodes with "so" or "now", as they follow from the changes that were said before.
_STATES = re.compile(
    r"(?<!\S)(?:so )?(?:now )?(?P<states>@\S+ #\S+(?: now)?(?: (?:and )?@\S+ #\S+(?: now)?)*)"
    r"(?= (?:while|but) |$)"
)
_CHANGES = re.compile(r"(?<!\S)(@\S+) #\S+ to (#\S+)")
#: A pronoun that stands for the person's nodes that were named last.
_PRONOUN = re.compile(r"(?<!\S)(?P<verb>set|keep|leave|BE) (?P<one>it|they)(?!\S)")
#: How a sentence may begin without saying anything, and courtesy before a comma.
_OPENING = re.compile(
    "(?:(?:great|good|nice|perfect)"
    "(?= ?[,!] (?:yes|i accept|done|we agreed|my colors (?:fit|match|work|go)) )"
    "|so(?= ?,? wh(?:at|ich) )"
    "|actually|ah|additionally|still|good news|anyway"
    "|as it stands|as things (?:stand|are)|besides|by the way|for my part|fyi"
    "|for me|on my end"
    "|for your information|furthermore|hmm|oh|here is (?:how things stand|how it (?:goes|works)"
    "|the situation|my answer)"
    "|i am sorry|in addition|in short|in summary|just to (?:check|confirm)|meanwhile|moreover"
    "|on my side|one (?:more )?question|quick question|(?:just )?so you know|to answer your question"
    "|to be clear|to sum up|well|(?P<courtesy>[^,:!;&@#]+?))(?: ?[,:!-]|(?<=so)) "
)
#: Words that take notice of what the person said.
_NOTICE = re.compile("(?:(?:noted|understood|got it|ok|alright|all right)(?: ?[,:!-])?(?: |$))+")
_NOTICE_AGAIN = re.compile("(?:it is )?noted(?: that)? |i (?:have )?noted(?: that)? ")
#: A comma in a list of colors; between two alternatives that begin with a node; before the last one.
_COLORS = re.compile(rf"({_COLOR}) ,(?: or)?(?= {_COLOR}(?: ,| or {_COLOR}|(?<=or) ))")
_LAST_COLOR = re.compile(rf"({_COLOR}) , or(?= {_COLOR})")
_LAST = re.compile(" , or(?: set)? ")
#: What the person may set, with no "and" in it: "or" before a node needs no comma there.
_UNTIED = re.compile(
    r"(?<!\S)if you(?: (?!(?:and|if|i|it|;|BECAUSE) )\S+)*"
    r"(?= and (?!set|keep)[a-z]| (?:if|i|it|;|BECAUSE) |$)"
)
_OR = re.compile(r" (?:, )?or(?: set)?(?= [@&])")
_BETWEEN = re.compile(r" ,(?: set)?(?= [@&](?:(?! , | if | ; ).)* \| )")


def plain(spoken: Sequence[Token], before: str = "") -> str:
    """
    Return the words of a sentence, one blank apart, without those that may stand or not.

    Pronouns may stand for nodes named ``before``, in the words of the sentence before, and "so" and
    "now" may say what follows from changes there.
    """
    said = " ".join(
        MARKS.get(token.kind, "") + token.text for token in spoken if token.text not in (*".?!", "\n")
    )
    if said.endswith(" , noted"):
        said = f"noted {said.removesuffix(' , noted')}"
    if notice := _NOTICE.match(said):
        said = f"NOTED {_NOTICE_AGAIN.sub('', said[notice.end() :])}"
    elif (opening := _OPENING.match(said)) and (
        opening["courtesy"] is None or _is_courtesy(opening["courtesy"])
    ):
        said = said[opening.end() :]
    for pattern, text in _REWRITTEN:
        said = " ".join(pattern.sub(text, said).split())
    said = _PRONOUN.sub(lambda pronoun: _with_nodes(pronoun, before), said)
    said = _repeated(_SO_ARE, _so_are, said)
    for pattern in _ALIKE:
        said = pattern.sub(_each, said)
    said = _BOTH.sub(lambda both: " and ".join(sorted(both[0].split(" and "))), said)
    said = _NEITHER.sub(_each_limited, said)
    said = _LIMITED.sub(_each_limited, said)
    said = _NO_COLOR.sub(_each_color_limited, said)
    said = _LIMITS.sub(lambda limits: " and ".join(sorted(re.findall(_LIMIT, limits[0]))), said)
    said = _WORKING.sub(_each_working, said)
    said = _repeated(_WOULD_BE, r"\g<first>", said)
    if said.startswith(_SETTINGS):
        # What one setting has is tied by "and", so that a comma stands between settings.
        said = re.sub(r" , (?:or )?(?=[@&])", " ; ", said)
    said = _UNKNOWN.sub(_each_unknown, said)
    for pattern in _EXCEPTIONS:
        said = pattern.sub(_each_excepted, said)
    said = _CHOICE.sub(_in_order, _without_commas(said))
    return _STATES.sub(lambda states: _changed(states, before), said)


def _each(alike: re.Match[str]) -> str:
    """Return what is said of several nodes together, said of each."""
    colors = alike["color"] or alike["change"]
    return " and ".join(f"{node} {colors}" for node in re.findall(_NODE, alike["nodes"]))


def _each_limited(alike: re.Match[str]) -> str:
    limit = alike["rest"] if alike.re is _LIMITED else f"can not {alike['rest']}"
    return " and ".join(f"{node} {limit}" for node in re.findall(_NODE, alike["nodes"]))


def _each_color_limited(limited: re.Match[str]) -> str:
    colors = re.findall(_COLOR, limited["colors"])
    return " and ".join(f"{limited['node']} can not be {color}" for color in colors)


def _each_working(alike: re.Match[str]) -> str:
    return " and ".join(f"{color} would work" for color in re.findall(_COLOR, alike["colors"]))


def _in_order(choice: re.Match[str]) -> str:
    sign = " or " if " or " in choice[0] else " | "
    return sign.join(sorted(choice[0].split(sign)))


def _each_unknown(unknown: re.Match[str]) -> str:
    nodes = re.findall(_NODE, unknown["nodes"])
    return " and ".join(f"i do not know the color of {node}{unknown['yet'] or ''}" for node in nodes)


def _each_excepted(said: re.Match[str]) -> str:
    colors = " , or ".join(f"{said['node']} {color}" for color in re.findall(_COLOR, said["colors"]))
    return f"any color of {said['node']}{said['open']} works except {colors}"


def _so_are(said: re.Match[str]) -> str:
    if said["node"]:
        return f"{said['color']} and {said['node']} {said['color']}"
    return f"{said['color']} and {said['nodes']} are both {said['color']}"


def _changed(said: re.Match[str], before: str) -> str:
    """Return states without "so" and "now" if each of them is what a change before has led to."""
    states = said["states"].replace(" now", "")
    changes = _CHANGES.findall(f"{before} {said.string[: said.start()]}")
    return states if {*re.findall(r"(@\S+) (#\S+)", states)} <= {*changes} else said[0]


def _with_nodes(pronoun: re.Match[str], before: str) -> str:
    """Return a verb with the nodes that a pronoun stands for, or as it is if that is not clear."""
    nodes = dict.fromkeys(_named(pronoun.string[: pronoun.start()]) or _named(before))
    if (
        not nodes
        or any(node[0] == "@" for node in nodes)
        or (len(nodes) > 1) == (pronoun["one"] == "it")
    ):
        return pronoun[0]
    return f"{pronoun['verb']} {' and '.join(nodes)}"


def _named(said: str) -> list[str]:
    return re.findall(rf"(?<!\S){_NODE}", said)


def _is_courtesy(said: str) -> bool:
    return is_harmless([Token("word", word) for word in said.split()])


def _without_commas(said: str) -> str:
    """Return words without commas, but for those between alternatives, which become "|"."""
    said = _UNTIED.sub(lambda ways: _OR.sub(" |", ways[0]), said)
    said = _repeated(_COLORS, r"\1 or", said)
    said = _LAST.sub(" | ", _LAST_COLOR.sub(r"\1 or", said))
    said = _repeated(_BETWEEN, " |", said)
    return " ".join(word for word in said.split() if word not in (",", ":", "-"))


def _repeated(pattern: re.Pattern[str], text: str | Callable[[re.Match[str]], str], said: str) -> str:
    before = None
    while before != said:
        before, said = said, pattern.sub(text, said)
    return said
