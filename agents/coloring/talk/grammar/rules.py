"""
The grammar of messages, in the notation of lark; quoted words stand for whole words.

Names are replaced before parsing: ``OWN0`` and ``FOR1`` are nodes, ``COL2`` is a color. The alias of a
rule names its meaning (``parse``). Sentences that the grammar does not derive are left to the rules for
plain sentences.
"""

from __future__ import annotations

import re

_GRAMMAR = r"""
start: _lead* body _tail*

_lead: ("please" | "ok" | "well" | "so" | "now" | "just" | "also" | "oh" | "oops" | "hey" | "hi"
     | "hello" | "sorry" | "currently" | "unfortunately" | "on my side" | "from my side" | "as of now"
     | "for me" | "fyi" | "update" | "right now" | "at the moment" | "just so you know"
     | "but" | "then" | "thanks" | "i meant" | "i mean" | "correction") ("," | ":")?
_tail: ("," | "-")? ("please" | "sorry" | "for me" | "now" | "thanks" | "on my side" | "over here"
     | "at the moment" | "for now" | "on my screen" | "today" | "a minute ago" | "a moment ago"
     | "just now" | "would you" | "on this side" | "then")
     | "." | "!"

?body: statement
     | correction
     | if_then
     | coordination

coordination: statement ((",")? ("and" | "but" | ";" | ",") statement)+

// ------------------------------------------------------------------------------------ single statements

?statement: report | order | exclusion | only | except_all | joint | lists

report: _MINE? foreign _is color                                -> state_foreign
      | "i" _HAVE (foreign _at color (("and" | ",") foreign _at? color)*) -> state_foreign_list
      | "i" _HAVE (color _at foreign (("and" | ",") color _at foreign)*)  -> state_foreign_swapped
      | "i" _MOVED foreign _to color                            -> state_foreign
      | "the color of" foreign "is" color                       -> state_foreign
      | "you will find" foreign _at color                       -> state_foreign
      | _MY_NODES ("are" | "is") "all"? color                   -> state_all_foreign
      | _MINE? foreign ("was" | "used to be") color ("," | "but" | ", but")? (_NOW_IT "now"? |
          "now" _NOW_IT) color "now"? -> changed_foreign
      | "first" foreign "was" color ("," | "but" | ", but")? "i" _MOVED "it" "to" color
          -> changed_foreign
      | foreign "is not" color ("," | ", but" | "but")? ("it is" "actually"?)? color -> changed_foreign
      | foreign "went" "from" color "to" color                   -> changed_foreign

_NOW_IT: "it is" | "i changed it to" | "i made it" | "i set it to" | "i turned it" | "it is actually"

order: _SET own _to color                                       -> demand
     | _SET color _for own                                      -> demand
     | own _ORDERED color                                       -> demand
     | _COULD own "please" _BE color                            -> request
     | _COULD own _BE color "for me"? ","? "please"             -> request
     | "not" own ","? own _to color                             -> demand_second
     | _SET? own _to color ","? "and"? "not" own                -> demand_first

// ------------------------------------------------------------------------- exclusions and what remains

exclusion: "neither" color ("nor" | "or") color _for foreign                 -> forbid
         | foreign _CANNOT _BE? (color | "either" color)                     -> forbid
         | foreign "can be" "neither" color "nor" color                      -> forbid
         | "i" _CANNOT _USE color _for foreign                               -> forbid
         | "i" _CANNOT _SET foreign _to? color                               -> forbid
         | "i will never" _SET foreign _to? color                            -> forbid
         | "there is no way" foreign _TURNS color                            -> forbid
         | color ("is" | "are") "both"? _IMPOSSIBLE _for foreign             -> forbid
         | "no" color ("and no" color)? _for foreign                         -> forbid
         | "anything but" color _for foreign                                 -> forbid
         | foreign _CAN_BE _ANY _EXCEPT color                                -> forbid
         | "i" _CAN _USE? _ANY _for foreign _EXCEPT color                    -> forbid
         | foreign _TAKES _ANY _EXCEPT color                                 -> forbid
         | foreign "is neither" color "nor" color                            -> is_not
         | foreign "is not" color                                            -> is_not
         | _AVOID color _for own                                             -> avoid
         | _DO_NOT _SET own _to? color                                       -> avoid
         | "get" own ("off" | "away from") color                             -> avoid
         | "take" own "off" color                                            -> avoid
         | "could you get" own ("off" | "away from") color                   -> avoid
         | _WISH own ("was not" | "were not" | "is not" | "to not be" | "not" | "not to be") color
             -> avoid
         | "i do not want" own "to be"? color                                -> avoid
         | "neither" color "nor" color _for own                              -> avoid
         | _SET own _ELSE                                                    -> avoid_current
         | _SET own ","? "but" "not" ("to" | "in")? color                    -> avoid
         | _COULD own "be" ("something" | "anything" | "any color") ("other than" | "but" |
             "except") color -> what_else
         | "what else" "could" own "be"                                      -> what_else
         | "what other color" "could" own "be"                               -> what_else

only: ("only" | "just" | "nothing but") colors _WORKS _for foreign           -> require
    | foreign _CAN_ONLY _BE? colors                                          -> require
    | foreign ("must be" | "has to be" | "needs to be" | "can be" "either"?) either -> require
    | foreign _CANNOT "be" "anything" ("except" | "but" | "other than") colors -> require
    | "my only" ("choices" | "choice" | "options" | "option") _for foreign ("are" | "is") colors
        -> require
    | foreign ("is limited to" | "is restricted to" | "is stuck on" | "is stuck at" |
        "is locked at" | "is locked on") colors -> require
    | foreign ("is fixed" | "is locked") (":" | "," | "at" | "to")? color    -> require
    | foreign "can not change" (("," | ":") "it is" color)                   -> require
    | "i can not move" foreign "away from" color                             -> require
    | "i am forced to" _USE color _for foreign                               -> require

// -------------------------------------------------------------------- quantifiers, joint constraints

except_all: (_SET _ALL | _ALL) _to? color ","? _EXCEPT "for"? named           -> all_but
          | _EXCEPT "for"? named "," (_SET _ALL | _ALL) ("is" | "are")? _to? color -> all_but
          | (_SET _ALL | _ALL) _EXCEPT "for"? named "," ? _to? color           -> all_but

joint: foreign _CANNOT "both" "be" "the same"? color                        -> not_both
     | "i"? _CANNOT ("give" | "have" | "make" | "color") foreign "both"? "in"? ("the same color" |
         color) -> not_both
     | (foreign | own) _NOT_SAME                                            -> not_same
     | _ONE_OF (foreign | own) _MUST _BE? color                             -> one_of
     | "either" FOREIGN "or" FOREIGN _MUST? "be"? color                     -> one_of

_NOT_SAME: "must have different colors" | "must differ" | "should differ" | "must be different"
         | "should have different colors" | "should not be the same color" | "should be different"
         | "should not be the same" | "can not have the same color" | "must not have the same color"
         | "must not be the same color" | "can not be the same color" | "need different colors"
         | "can not share a color" | "should not have the same color" | "can not be the same"
_ONE_OF: "one of" | "at least one of"

// ------------------------------------------------------------------------------------ lists, one to one

lists: foreign_row _ROW color_row                                           -> state_each
     | foreign_row _ROW color                                               -> state_foreign
     | own_row _ROW color                                                   -> demand
     | own_row _ROW color_row                                               -> demand_each
     | foreign _are color_row "respectively"                                -> state_each
     | _SET? own _to? color_row "respectively"                              -> demand_each
     | color _on FOREIGN (("," | "and") color _on FOREIGN)+                 -> state_foreign_swapped

foreign_row: "my"? FOREIGN (("," | "/" | "and" | "&" | ", and")? FOREIGN)+
own_row: "your"? OWN (("," | "/" | "and" | "&" | ", and")? OWN)+
color_row: COLOR (("," | "/" | "and" | "&" | ", and")? COLOR)+
_ROW: ":" | "=" | "->" | "=>"
_are: "are" | "is"

// ------------------------------------------------------------------------------------------ corrections

correction: claim _sep? _CORRECT _sep? (retraction | fragment)              -> corrected
          | claim _sep? "no" _sep? fragment                                 -> corrected
          | claim _sep? retraction                                          -> corrected
          | _MISTAKE _sep? claim ("," | "-")? "not" color                   -> first_claim
          | _MISTAKE _sep? claim                                            -> first_claim
          | "i meant" FOREIGN ","? "not" FOREIGN ","? _is color             -> meant_first
          | "i meant" OWN ","? "not" OWN ","? _to color                     -> meant_first
          | "i said" FOREIGN "is" color _sep ("it is" "actually"? | "but" "it is" "actually"? |
              "actually it is") color -> changed_foreign

claim: _MINE? foreign _is? color                                            -> claim_foreign
     | _SET? own _to? color                                                 -> claim_own
     | "i" _MOVED foreign _to color                                         -> claim_foreign
fragment: ("it" ("is" | "should be") | "make it" | "better" | "rather" | "to")? color
            -> just_color
        | _MINE? foreign _is? color                                         -> claim_foreign
        | _SET? own _to? color                                              -> claim_own
retraction: "never mind" (_sep? "leave it")? | "leave it" | "forget it" | "forget that"
_sep: "." | "," | ":" | "-" | "!" | ";" | ". . ." | ", ,"
_CORRECT: "no wait" | "wait no" | "wait , no" | "no , wait" | "wait" | "i mean" | "i meant" |
    "sorry" | "scratch that"
        | "or rather" | "rather" | "actually" | "correction" | "correction :" | "er , i mean" |
            "er" | "uh"
        | "oops" | "i mean ," | "no sorry" | "no , sorry" | "never mind" | "or actually" | "no , i mean"
        | "pardon" | "hm no" | "hmm no" | "strike that" | "sorry , i mean" | "sorry , i meant" |
            "no i mean"
        | "oh no" | "oh wait" | "my mistake" | "my bad"
_MISTAKE: "i mistyped" | "typo" | "my mistake" | "correction"

// ------------------------------------------------------------------------------------------ conditions

if_then: _COND condition ","? "then"? _SET own _to? color                  -> conditional_demand
       | _SET own _to? color _COND condition                                -> conditional_demand
       | "only"? _SET own _COND condition                                   -> conditional_demand
       | _COND condition ","? "keep" own ("as it is")?                      -> conditional_demand
condition: (foreign | own) (_is | _TURNS) color
_COND: "if" | "when" | "once" | "unless" | "provided" | "as soon as" | "only if" | "in case"

// ------------------------------------------------------------------------------------------------ names

foreign: "both"? "my"? "node"? FOREIGN (("," | "and" | "&" | "or" | ", and") "my"? FOREIGN)*
named: own | foreign
own: "both"? "your"? "node"? OWN (("," | "and" | "&" | ", and") "your"? OWN)*
colors: color | either
color: COLOR (("or" | "and" | "nor") COLOR)*
either: COLOR ("," COLOR)* ","? "or" COLOR
OWN.2: /\bOWN\d+\b/
FOREIGN.2: /\bFOR\d+\b/
COLOR.2: /\bCOL\d+\b/

_MINE: "my" | "our"
_MY_NODES: "all my nodes" | "all of my nodes" | "both my nodes" | "both of my nodes" | "both of mine"
         | "all of mine" | "mine" | "my nodes"
_is: "is" | "is now" | "= " | "=" | ":" | "->" | "are" | "are now" | "is at" | "is in" | "is on" |
    "is sitting at"
   | "is set to" | "is actually" | "ended up" | "ended up as" | "became" | "becomes" | "turned" |
       "'s" | "shows" | "is called"
   | "is both" | "are both" | "has" | "is still" | "-" | "in" | "on"
_at: "on" | "in" | "at" | "as" | "=" | "is" | "to"
_to: "to" | "at" | "in" | "into" | "=" | "->" | ":" | "be" | "go" | "as" | "over to" | "with"
   | "the color"
_for: "for" | "on" | "at" | "in" | "to" | "as a color for" | "as the color of"
_on: "on" | "for" | "at" | "in"
_HAVE: "have" | "have got" | "got" | "left" | "currently have" | "now have" | "keep" | "kept"
_MOVED: "recolored" | "changed" | "set" | "moved" | "colored" | "turned" | "switched" | "put" | "made"
      | "have switched" | "have changed" | "have set" | "have moved" | "have recolored" |
          "just changed" | "just set"
_SET: "set" | "make" | "change" | "turn" | "put" | "color" | "paint" | "recolor" | "repaint" |
    "switch" | "move" | "have"
    | "let" | "hold" | "give" | "use" | "pick" | "choose" | "try" | "take" | "keep" | "could you make" |
        "could you set"
    | "can you make" | "can you set" | "please make" | "please set" | "please change" |
        "never color" | "never paint"
_ORDERED: "should be" | "must be" | "has to be" | "needs to be" | "ought to be" |
    "needs to become" | "should become"
_COULD: "can" | "could" | "would" | "may" | "might"
_BE: "be" | "become" | "go" | "take" | "have" | "turn" | "stay"
_CAN: "can" | "could" | "may"
_CAN_BE: "can be" | "could be" | "may be" | "might be" | "can have" | "can become" | "can go"
_CAN_ONLY: "can only" | "may only" | "could only" | "can just" | "must only"
_CANNOT: "can not" | "could not" | "may not" | "must not" | "can never" | "will never" |
    "can not ever" | "must never"
_USE: "use" | "do" | "have" | "take" | "pick" | "give" | "choose" | "put" | "work with"
_TURNS: "turns" | "is" | "becomes" | "goes" | "will be" | "can be" | "stays" | "gets" | "will become"
_TAKES: "can take" | "takes" | "accepts" | "could take" | "can use" | "can have"
_IMPOSSIBLE: "impossible" | "not possible" | "out" | "off the table" | "not allowed" | "ruled out"
    | "forbidden"
           | "not an option" | "out of the question" | "excluded"
_WORKS: "works" | "work" | "is possible" | "are possible" | "is allowed" | "are allowed" |
    "will work" | "would work"
      | "is fine" | "are fine" | "is an option" | "are options" | "fits" | "fit"
_ANY: "any color" | "anything" | "every color" | "all colors" | "any"
_EXCEPT: "except" | "but" | "apart from" | "except for" | "other than" | "besides" | "excluding" |
    "but not"
_ALL: "all" | "everything" | "every node" | "all nodes" | "all your nodes" | "all of your nodes" |
    "them all" | "all of them"
    | "everything else" | "all the nodes" | "each node" | "every one of your nodes" |
        "everything on your side"
_AVOID: "avoid" | "stay away from" | "keep away from" | "please avoid" | "do not use" |
    "never use" | "stop using"
      | "get rid of" | "you should avoid"
_DO_NOT: "do not" | "never" | "please do not" | "you should not" | "you must not"
_WISH: "i would rather" | "i would prefer" | "i want" | "i would like" | "i wish" | "i prefer" |
    "i would prefer that"
_ELSE: "something else" | "another color" | "a different color" | "differently"
_MUST: "must" | "has to" | "have to" | "needs to" | "should" | "can" | "needs" | "will"

%ignore " "
"""

# A quoted word is matched as a whole word, so that "in" is not found in "into".
_QUOTED = re.compile(r'"([^"]*)"')


def _whole_words(match: re.Match[str]) -> str:
    text = match[1].strip()
    if not text:
        return match[0]
    words = r"\s+".join(re.escape(word) for word in text.split())
    before = r"(?<!\w)" if text[0].isalnum() else ""
    after = r"(?!\w)" if text[-1].isalnum() else ""
    return "/" + (before + words + after).replace("/", r"\/") + "/"


def grammar_text() -> str:
    """Return the grammar with long alternatives joined and words turned into whole-word patterns."""
    body, _, end = _GRAMMAR.partition("%ignore")
    rules = "\n".join(line for line in body.split("\n") if not line.startswith("//"))
    rules = re.sub(r"\n +(?![ |])", " ", rules)
    return _QUOTED.sub(_whole_words, rules) + "%ignore" + end
