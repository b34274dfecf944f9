"""
Words that agents may use, grouped by what they claim.

The guard of honesty refuses sentences with other words, because it cannot read them. :data:`PLAIN` words
claim nothing by themselves.
"""

from __future__ import annotations

import re

from .wordlist import words

#: Words for a good state.
SUCCESS = words(
    """
    fine good great ok valid proper properly works work worked working fit fits fitting solved solve
    solves solution settled settles done finished complete completed compatible agree agrees
    consistent success perfect perfectly satisfied happy well correct right resolved resolves
    resolve gone alright feasible possible legal colorable clear glad content fix
    """
)
#: Words for a bad state.
FAILURE = words(
    """
    unsatisfied unhappy invalid infeasible impossible unsolved unresolved stuck broken wrong
    incompatible unable
    """
)
CONFLICT = words(
    """
    conflict conflicts conflicting conflicted clash clashes clashing clashed problem problems issue
    issues collide collides collision collisions complaint complaints objection objections trouble
    violation violations
    """
)
#: Verbs that remove a conflict.
REMOVES = words(
    """
    disappears disappeared disappear avoid avoids avoided avoiding gone resolve resolves resolved
    resolving solve solves solved
    removed remove fixes fix free away
    """
)
CHANGE = words(
    """
    change changes changed changing switch switched switches switching recolor recolored recolors
    recoloring repaint repainted update updated updates updating adjust adjusted adjusting
    adjustment adjustments modify modified alter altered swap swapped move moved moves moving turned
    turn turns turning flipped flip painted paint became become becomes touch touched went gone go
    goes shifted revert
    reverted adapted adapt reconsidered replaced replace changeable
    """
)
#: Verbs of change only together with a color.
SETS = words(
    """
    set sets setting made make makes making put took take takes gave give given picked pick chose
    choose chosen used use using assigned
    """
)
STAYS = words(
    """
    keep keeps kept keeping stay stays stayed staying remain remains remained remaining left leave
    unchanged still same untouched alone
    """
)
FIXED = words(
    """
    fixed locked immutable always
    """
)
NEGATES = words(
    """
    not no never none nothing neither nor without zero nobody nowhere hardly
    """
)
#: Words that attribute a statement to somebody.
SAYS = words(
    """
    said says say told tell tells telling asked asks ask asking wanted wants want mentioned mention
    reported wished wish requested request requests suggested suggest proposed propose demanded
    message
    """
)
PROMISES = words(
    """
    will shall promise promised going soon later next tomorrow
    """
)
NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "single": 1,
}  # fmt: skip
MUST = words(
    """
    must need needs needed require required requires should ought necessary
    """
)
PLAIN = words(
    """
    a an the this that these those it its itself they them their there here i me my mine myself we
    us our ours you your yours yourself is are am was were be been being do does did have has had
    having and or but so because since while though although however also too as then than which who
    whose what when where how why whether if of in on at to from with for by between about among
    into onto regarding concerning via under over out up off both either each other others another
    any anything some every all everything only just even yet now currently already again before
    after earlier first instead rather quite very really much many more most less least few little
    lot last present presently moment turn step time round side sides part end far long color colors
    colored coloring node nodes cluster boundary border borders around neighbor neighbors
    neighboring edge graph
    cell such like see seen look looks looking know known knows understand understood mean means
    think thought believe guess hope wonder sure certainly course please thanks thank hello hi hey
    sorry yes yeah ah oh hmm welcome appreciate helpful help helps helping question answer
    information info update can could would may might let share check checked considering consider
    considered based according due order way ways choice choices option options alternative
    alternatives setting settings configuration combination possibility current situation state
    status score points point team together unfortunately fortunately luckily actually indeed
    therefore thus hence otherwise else except apart anyway perhaps maybe possibly likely probably
    longer anymore different differ share shares differs differently distinct equal matches match
    used show shows
    showing list listed namely following follows below above back one's own idea ideas plan chance
    able allowed allow allows lets hand hands touches touching connected adjacent new
    old previous previously former formerly until till during today wait waiting waited exactly
    simply quickly directly likewise similarly meanwhile besides plus minus overall total entire
    whole rest remaining everyone it's kind regards best better something someone whatever whichever
    whenever wherever try tried trying find found finding get gets reach case cases reason reasons
    noted note respectively happens happen towards toward happily gladly came come comes missing
    thing things news unknown leaves leaving lead leads led cause causes caused create creates bring
    brings unless provided suppose assuming call called name named that's
    """
)
#: Phrases that say nothing about the state; they are removed before a clause is read.
HARMLESS = re.compile(
    r"\b(?:sure thing|good news|(?:please )?note that|good (?:question|idea|point|morning|evening"
    r"|afternoon|day|luck)|no (?:worries|rush"
    r"|hurry)|thank you(?: very much)?|thanks for the (?:update|info|information|message|report"
    r"|reply)(?: (?:on|about) FOR)?|thanks(?: a lot)?(?: for your (?:help|message|answer|patience"
    r"|reply))?"
    r"|i will (?:wait|let you know|listen)(?: for (?:your|you|the) (?:answer|reply|colors?))?"
    r"|happy to help|glad to help|you are welcome|"
    r"at the moment|right now|this turn|next to|to report|at the end|(?:so )?i (?:have to"
    r"|must) work around (?:it|that|this)|let me know if you (?:want|need|have"
    r"|would like)(?: [a-z]+){0,4}"
    r"|(?:just )?let me know|to be (?:clear|exact|honest|precise)"
    r"|in other words|nice to (?:meet|see) you|"
    r"before i can say more|(?:then )?i can say more|as well|as far as i (?:can see|know|see"
    r"|can tell)|so far|of course|well,|would you like"
    r"|what would you like|if you like|if you want|if possible|"
    r"how can i help(?: you)?|i would like to know|do you want|what do you want|take your time"
    r"|on my side|from my side|on my end)\b"
)

KNOWN = (
    SUCCESS
    | FAILURE
    | CONFLICT
    | REMOVES
    | CHANGE
    | SETS
    | STAYS
    | FIXED
    | NEGATES
    | SAYS
    | PROMISES
    | MUST
    | PLAIN
    | frozenset(NUMBERS)
)
