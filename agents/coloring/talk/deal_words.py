"""Words about deals: which one is meant, and whether a person wants out of one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from ...errors import ActionRejected
from ..bargaining.offers import is_conditional
from ..bargaining.rb_text import terms
from ..situation import NodeColor, Offer
from ..wording.phrases import enumerated

_WANTS_NOT = (
    r"(?:(?:do not|don'?t|no longer|not|no more|never)(?: really| any ?more| longer| more)?"
    r" (?:want|like|need|wish)(?: to have)?)"
)
_WHICH = r"(?:(?:our|this|that|the|these|those|any|your|my|a|all|both)(?: of)? )*"
#: Words that end a deal, or refuse an offer where that is what waits.
_NO_DEAL = re.compile(
    rf"\b{_WANTS_NOT} {_WHICH}(?:\w+ )?(?:deals?|agreements?)\b"
    rf"|\b(?:finish|finishing) {_WHICH}(?:deals?|agreements?)\b"
    r"|\brather not (?:do|keep|go (?:through|on|ahead) with|continue|stick to) (?:our|this|that|the) "
    r"(?:deal|agreement)(?=[\s,.;!]*$|[,.;!])"
    r"|(?:^|[,;:.] ?|\b(?:sorry|mind|ok|okay|wait|then|but|so|hmm|no|oh|please|actually) )"
    r"no (?:more )?(?:deals?|agreements?)"
    r"(?:,? (?:any ?more|any longer|for me|then|thanks|please|sorry|now|after all|at all|from me))*"
    r"[ .!]*$",
    re.I,
)
_OURS = (
    r"(?:deals?|agreements?|arrangements?|promises?|bargains?|pacts?|word|we (?:have |had )?agreed"
    r"|(?:the|our|that|this) (?:trades?|contracts?))"
)
#: Words that leave a deal where there is one: without one they may be about anything.
_LEAVES = re.compile(
    r"\bi(?: am|'m| want| would like|'d like| need| have| wish)*(?: to (?:be|get)| getting)? out"
    rf"(?: of (?:it|this|that|(?:the|our|this|that|my) (?:\w+ )?{_OURS}))?[ .!]*$"
    r"|\bi(?: am|'m) (?:\w+ )?(?:ending|breaking|leaving|quitting|cancell?ing|terminating|dropping"
    rf"|scrapping|calling off|(?:backing|pulling|stepping|walking) (?:out|away))\b.*\b{_OURS}\b"
    r"|^(?:\w+, )*i (?:hereby )?withdraw[ .!]*$|\brelease me\b|\blet me go\b|\bi (?:am backing"
    r"|back|step) (?:out|back|away)\b"
    rf"|\b(?:regret|withdraw|retreat|resign|walk away|back out|step back|drop out)\b.*\b{_OURS}\b"
    r"|\b(?:forget|scrap|drop|never ?mind|cancel|undo|stop|quit|leave|terminate|call off"
    rf"|(?<!the )end)\b.*\b{_OURS}\b"
    rf"|\bchanged? my mind\b.*\b{_OURS}\b|\b{_OURS}\b.*\bchanged? my mind\b"
    r"|\b(?:rather|better|prefer|over|again|go on|continue)\b.*"
    rf"\bwithout (?:a|any|the|our|this) {_OURS}\b"
    rf"|\bcall(?:ing)? (?:(?:the|our|that|this) )?{_OURS} off\b"
    r"|\bdeal off\b",
    re.I,
)
#: Verbs that end a deal if the speaker does what they say, and not somebody else.
_ENDS = re.compile(
    r"\b(?:get(?:ting)? rid of|go(?:ing)? back on|opt(?:ing)? out of|tear(?:ing)? up|renounc(?:e|ing)"
    r"|annul(?:ling)?|nullify(?:ing)?|rescind(?:ing)?|dissolv(?:e|ing)|abandon(?:ing)?|reneg(?:e|ing) on"
    r"|done with|finished with|revok(?:e|ing)|break(?:ing)? (?:off|with))\b"
    rf" {_WHICH}(?:\w+ )?{_OURS}\b"
    rf"|\btak(?:e|ing) {_WHICH}(?:\w+ )?{_OURS} back\b|\btaking back {_WHICH}(?:\w+ )?{_OURS}\b",
    re.I,
)
_BINDS = r"(?:deals?|agreements?|arrangements?|bargains?|pacts?)"
_HELD = rf"(?:{_BINDS}|(?:the|our|that|this) (?:trades?|contracts?)|my (?:promises?|word))"
#: A deal that is said to be over. One "over a5" is about a5, and one that is finished may be made.
_IS_OVER = re.compile(
    rf"\b{_HELD}(?:'?s| is| are| has been| have been)(?: now| hereby| already| simply)* "
    r"(?:off|over(?! (?:(?:my|your|the) )?[a-z]{1,2}\d)|dead|void|null|history|gone|obsolete"
    r"|(?:cancell?|terminat|end|revok|dissolv|annull)ed|no more(?=\W*$|[,.;!]))(?!\w)"
    rf"|\b{_BINDS},? (?:void|off|dead)(?=\W*$|[,.;!])"
    rf"|\b{_HELD} (?:does )?no longer (?:stands?|holds?|counts?|appl(?:y|ies)|exists?|binds?)\b",
    re.I,
)
#: Words up to an end in its clause by which it is another's, or is not wanted.
_NOT_MINE = re.compile(
    r"\b(?:you|your|he|she|they|who|agent ?\d+|nobody|no one|none of us|says?|said|claims?|hears?|heard"
    r"|refus(?:e|ing)|hat(?:e|ing)|hesitate|reluctant|afraid|rather than|instead of|without"
    r"|(?:be|is|was|'s) (?:\w+ )?(?:bad|wrong|unfair|stupid|foolish|silly|dishonest|mistake|shame))\b",
    re.I,
)
#: Words at the beginning of a sentence that only announce what is said behind them.
_TELLS_YOU = (
    r"(?:^|(?<=[.!?;] ))\s*(?:i want you to know|just so you know|i(?: would|'d) like to let you know"
    r"|let me tell you)(?: that)?"
)
#: Where a clause begins.
_CLAUSE = re.compile(
    rf"[,.;:!?]|(?:\b(?:but|and|so|because)|{_TELLS_YOU})(?= (?:i|our|the|this)\b)", re.I
)
#: An end that is only supposed: "once the deal is over, h1 will be red".
_SUPPOSED = re.compile(
    r"\b(?:if|once|when|whenever|after|until|unless|before|as soon as|as long as|while) "
    rf"{_WHICH}(?:\w+ )?{_OURS} (?:is|has|was|gets|no longer|ends?)\b",
    re.I,
)
_IF = re.compile(r"\b(?:if|unless|when|whenever|once(?! and for all)|as soon as|until)\b", re.I)
_DONE_WITH = re.compile(rf"\b(?:done|finished) with {_WHICH}(?:\w+ )?{_OURS}\b", re.I)
#: An end that hangs on a node's color: "if a5 turns red, I end our deal".
_HANGS = re.compile(
    rf"^\W*(?:\w+ )?{_IF.pattern} (?![^,]*\b{_OURS}\b)[^,]*\b[a-z]{{1,2}}\d[^,]*,"
    rf"|\b{_OURS}(?: (?:about|on|over) [a-z]{{1,2}}\d+)? {_IF.pattern} [^,.;]*\b[a-z]{{1,2}}\d",
    re.I,
)
#: Another end that its speaker declares, whatever else is supposed.
_I_END = re.compile(
    r"\bi(?: hereby| now| then| also| (?:want|wish|have|need|would like) to|'d like to)* (?:end|cancel"
    r"|break|leave|terminate|quit|undo|scrap|drop|dissolve|revoke|annul|call off)"
    rf" {_WHICH}(?:\w+ )?{_OURS}\b",
    re.I,
)
#: The same by a negation.
_UNBOUND = re.compile(
    r"\b(?:no longer|do not|don'?t|not|cannot|can'?t) (?:\w+ ){0,3}(?:agree|bound)\b.*"
    r"\b(?:any ?more|any longer|after all|now)\b|\bno longer (?:\w+ )?(?:agree|bound)\b"
    r"|\b(?:not|cannot|can'?t|won'?t|unable to) (?:\w+ )?(?:keep|hold|honou?r|fulfil+|stick to)"
    rf" (?:my|our|the|this|that|to) ?(?:\w+ )?{_OURS}\b",
    re.I,
)
#: A color that a node gets when a deal has ended, said behind the end.
_COLOR_BESIDE = re.compile(
    r"(?:[,;:]|\b(?:and|so|because|since|as)\b|-)\s*(?:(?:and|so|because|since|then|now) )*"
    r"(?P<said>(?:my )?[a-z]{1,2}\d+ "
    r"(?:is|was|will|goes|go|gets|has|must|turns|returns|becomes|stays|should|needs|can|shall)\b.*)$",
    re.I,
)
#: A request, a promise or a question behind the end, where no node before it tells which deal is meant.
_REQUEST_BESIDE = re.compile(
    r"^(?:(?![a-z]{1,2}\d+\b).)*?(?:[,;:]|\b(?:and|so|but)\b|-)\s*(?:(?:and|so|but|then|now) )*"
    r"(?P<said>(?:please|make|set|change|keep|turn|switch|recolor|color|put|leave|take|i'll|i'd"
    r"|i(?! (?:gave|got|made|did|could|couldn't|was|had|have|never|both|end)\b)"
    r"|you (?:can|could|may|should|will|would|must|(?:make|keep|put|set|leave|turn) [a-z]{1,2}\d+)"
    r"|can|could|would|will|what|which(?=.*\?)|how|is|are)\b.*\b[a-z]{1,2}\d+\b.*)$",
    re.I,
)
#: A question whether, or how, a deal may be ended. "Can we ..., please" asks the other side to agree.
_MAY_END = re.compile(
    r"^\W*(?:\w+ ?,? ){0,3}?(?:(?:can|could|may|might) (?:i|you|one|anyone|either|somebody|someone)"
    r"|would you|(?:am|are) (?:i|we|you) (?:\w+ )?(?:allowed|able|free|permitted)"
    r"|(?:is|would) (?:it|that|there) (?:be )?(?:\w+ )?(?:possible|allowed|permitted|ok|okay|fine"
    r"|(?:a|any|some) way)|is there (?:\w+ )?way|how (?:can|could|do|would|should|may|to)"
    r"|do (?:i|we) have (?:a|any) way|what (?:happens |would happen )?if)\b.*"
    r"\b(?:end|break|leave|cancel|quit|out|withdraw|terminate|call off|drop|scrap|undo|dissolve|revoke"
    r"|release|(?:back|pull|step|walk|go) (?:away|back))"
    r"(?: (?:me|us|from|of|our|the|this|that|my|an?|any|one|all|both|these|those|\w+st))*"
    rf" {_OURS}\b.*\?\s*$",
    re.I,
)
_END_IT = (
    r"(?:end|break|leave|cancel|quit|withdraw from|terminate|call off|drop|scrap|undo|dissolve|revoke"
    r"|(?:get|back|pull|step|walk) out of)"
    rf" {_WHICH}(?:\w+ )?{_OURS}(?: (?:about|on|over) [a-z]{{1,2}}\d+)?"
    r"(?:,? (?:or (?:not|keep it|stay|leave it)|now|then|again|instead|after all|yes or no))*"
)
#: A question whether it is good to end a deal, which its words ask without the sign as well.
_SHOULD_END = re.compile(
    r"^\W*(?:(?:so|and|but|ok|okay|well|then|now|hmm?|agent ?\d+|what do you (?:think|say|suggest)"
    r"|tell me|in your opinion)\W+)*"
    r"(?:(?:(?:why|when) )?(?:should|shall|must) i|(?:(?:why|when) )?(?:should|must) we"
    r"|(?:why )?do (?:i|we) (?:have|need) to"
    r"|(?:why )?(?:do|would) you (?:really )?(?:want|wish|need|like|prefer|expect)(?: (?:me|us))? to"
    r"|do you think (?:that )?(?:i|we) should"
    r"|(?:is|would) it (?:be )?(?:\w+ )?(?:better|best|good|wise|smart|useful)"
    r"(?: for (?:you|me|us))? (?:if (?:i|we)|to)"
    r"|(?:i (?:wonder|(?:do not|don'?t) know|am not sure|'m not sure|am wondering|ask myself)"
    r"|tell me|let me know|what do you think) (?:if|whether) (?:i|we) (?:should|must|can|shall))"
    rf" {_END_IT}[ ?.!]*$",
    re.I,
)
_NEGATED = re.compile(r"\b(?:not|never|no need)\b(?! ?mind)|n't\b|\bdont\b", re.I)
#: "All our deals", "both deals".
_ALL = re.compile(
    r"\b(?:deals|agreements|promises|offers)\b|\b(?:all|both|every|each)\b.{0,20}\b(?:deal"
    r"|agreement|offer)\b"
    r"|\b(?:everything|all) (?:that )?we (?:have )?agreed\b",
    re.I,
)
_ONE = re.compile(r"\b(?:one|either|some|any one) of\b|\bonly one\b", re.I)
_ENDS_ALL = re.compile(
    r"\b(?:end|cancel|break|leave|terminate|quit|undo|scrap|drop|dissolve|forget|stop|revoke|finish"
    r"|get out of|want out of|call off|pull out of|back out of|take back)\b.*\b(?:deals|agreements)\b",
    re.I,
)
_ABOUT = re.compile(
    r"\b(?:deal|agreement|offer)s? (?:about|on|over|concerning|regarding|for|with|of)\b", re.I
)
#: A read-back that is not wanted: "no deal", "I don't want this".
_DROPS = re.compile(
    rf"(?:\w+\s*[:,] ?)?(?:(?:no|sorry|wait|ok|oh|hmm|stop|please|actually|but|and|so)\W+)*"
    rf"(?:i (?:have )?changed my mind\W*|(?:i (?:am|'m) )?sorry\W*)?"
    rf"(?:no (?:more )?(?:deal|agreement)(?: any ?more| then| after all| please| thanks| sorry)*"
    rf"|i {_WANTS_NOT} (?:this|that|it|the|our|a|any)(?: deal| agreement| offer)?(?: any ?more)?"
    r"|i (?:have )?changed my mind|never ?mind|cancel(?: (?:it|that|this))?|forget (?:it|that|this)"
    r"|(?:do not|don'?t) send (?:it|that|this))[ .!]*",
    re.I,
)


class Unclear(ActionRejected):
    """
    It is open which deal, or which own offer, is meant.

    Attributes
    ----------
    some
        Those that may be meant.
    what
        ``"deal"`` or ``"offer"``.
    """

    def __init__(self, message: str, some: Sequence[Offer], what: str) -> None:
        super().__init__(message)
        self.some, self.what = tuple(some), what


class ForSeveral(ActionRejected):
    """An offer asks several neighbors for colors."""


def check_for_one(owners: Mapping[str, str]) -> None:
    """
    Refuse an offer that names nodes of several neighbors: one of them cannot promise for the others.

    Parameters
    ----------
    owners
        ``{node: neighbor}`` of the nodes of others that the offer names.

    Raises
    ------
    ForSeveral
        If there are several neighbors.
    """
    if len({*owners.values()}) > 1:
        whose = enumerated(f"{node} is a node of {peer}" for node, peer in owners.items())
        raise ForSeveral(f"an offer goes to one neighbor, but {whose}")


def wants_none(words: str) -> bool:
    """Return whether words want no deal: "no deal any more", "I dont want this deal"."""
    return _NO_DEAL.search(words) is not None


def leaves(words: str) -> bool:
    """Return whether words leave a deal, if there is one: "I regret our deal", "please release me"."""
    said = words.replace("\u2019", "'")
    if _UNBOUND.search(said) or _NEGATED.search(said):
        return _UNBOUND.search(said) is not None
    return bool(_LEAVES.search(said)) or any(
        not _NOT_MINE.search(_CLAUSE.split(said[: end.end()])[-1])
        for pattern in (_ENDS, _IS_OVER)
        for end in pattern.finditer(said)
    )


def color_beside(sentence: str) -> str:
    """Return what a sentence that ends a deal says of a color: "..., h4 goes back to green"."""
    said = _COLOR_BESIDE.search(sentence) or _REQUEST_BESIDE.search(sentence)
    return said["said"] if said else ""


def ends_all(words: str) -> bool:
    """Return whether words end several deals: "I end all our deals"."""
    return _ENDS_ALL.search(words) is not None


def offered_last(offers: Sequence[Offer], agent: str) -> list[Offer]:
    """Return the deals that an agent offered; none if its last offer was closed without a deal."""
    own = [one for one in offers if one.sender == agent and is_conditional(one)]
    if own and own[-1].status not in ("pending", "accepted"):
        return []
    return [one for one in own if one.status == "accepted"]


def asks_ending(words: str) -> bool:
    """Return whether words ask whether, or how, a deal may or should be ended."""
    said = words.replace("\u2019", "'")
    asks = _MAY_END.search(said) or _SHOULD_END.search(said)
    return asks is not None and "please" not in words.casefold()


def supposes_end(words: str) -> bool:
    """Return whether words only suppose the end of a deal: "once the deal is over, h1 will be red"."""
    said = words.replace("\u2019", "'")
    if _HANGS.search(said) or _I_END.search(said):
        return _HANGS.search(said) is not None
    depends = _IF.search(said) and (_IS_OVER.search(said) or _DONE_WITH.search(said))
    return bool(depends or _SUPPOSED.search(said))


def drops(text: str) -> bool:
    """Return whether a person does not want what was read back: "no deal", "I changed my mind"."""
    return _DROPS.fullmatch(" ".join(text.replace("\u2019", "'").split())) is not None


def deal_in_words(deal: Offer, agent: str) -> str:
    """Word a deal for one of its sides: ``a2 red for h1 green``, what the other one colors first."""
    mine, theirs = deal.conditions, deal.assignments
    if deal.sender == agent:
        mine, theirs = theirs, mine
    return worded(mine, theirs)


def worded(mine: Sequence[NodeColor], theirs: Sequence[NodeColor]) -> str:
    """Word the terms of a deal: ``a2 red for h1 green``."""
    return " for ".join(terms(part) for part in (theirs, mine) if part)


def meant(
    some: Sequence[Offer], words: str, nodes: Collection[str], agent: str, peer: str, what: str = "deal"
) -> list[Offer]:
    """
    Return the deals, or the own offers, that words mean: those of a named node, all, or the only one.

    Parameters
    ----------
    nodes
        Nodes that the words name.
    what
        ``"deal"`` or ``"offer"``.

    Raises
    ------
    ActionRejected
        If there is none, or it is open which one is meant; the message lists them.
    """
    if not some:
        raise ActionRejected(f"you have no {'open offer to' if what == 'offer' else 'deal with'} {peer}")
    named = [one for one in some if {*nodes} & {t.node for t in (*one.conditions, *one.assignments)}]
    if nodes and not named and _ABOUT.search(words):
        raise ActionRejected(f"you have no {what} with {peer} about {enumerated(sorted(nodes), 'or')}")
    if len({frozenset((*one.conditions, *one.assignments)) for one in some}) == 1:
        return [*some]
    if _ALL.search(words) and not _ONE.search(words):
        return named or [*some]
    if len(named) == 1:
        return named
    raise Unclear(_which(named or some, agent, what), named or some, what)


def _which(some: Sequence[Offer], agent: str, what: str) -> str:
    """Ask which deal or offer is meant, with an example of an answer."""
    choice = ", or ".join(deal_in_words(one, agent) for one in some)
    nodes = [{t.node: None for t in (*one.assignments, *one.conditions)} for one in some]
    own = [v for v in nodes[0] if all(v not in others for others in nodes[1:])]
    does = "end" if what == "deal" else "take back"
    example = f"{does} the {what} about {own[0]}" if own else f"{does} all our {what}s"
    return f'which {what} do you mean: {choice}? Say for instance "{example}"'


def asks_otherwise(supposed: Iterable[Sequence[NodeColor]], offers: Sequence[Offer]) -> bool:
    """Return whether other colors are asked about than are offered: "fine. h1 blue, maybe?"."""
    asked = {pair.node: pair.color for pairs in supposed for pair in pairs}
    terms = [term for offer in offers for term in offer.conditions]
    return any(asked.get(term.node, term.color) != term.color for term in terms)
