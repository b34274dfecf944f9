"""
Thanks inside a sentence, which claim nothing: "yes, thank you, my colors fit".

They are left out before a draft is read. Thanks for something are left out only where the message
answers something, and no other word may stand in them: "thanks to you" gives a reason.
"""

from __future__ import annotations

import re

_ASKED = r"asking|checking|(?:(?:the|your) )?question"
_TOLD = (
    r"(?:sharing|saying so|telling me|letting me know|clarifying|confirming)"
    r"(?: (?:them|it|this|that|me|(?:the|your) colou?rs))?(?: with me)?"
    r"|(?:(?:the|your) )?(?:(?:quick|kind) )?(?:info|information|update|colou?rs|message|note|reply"
    r"|answer|heads[ -]?up|clarification)|that|this"
)
_FOR = rf"(?: for (?:(?P<asked>{_ASKED})|(?P<told>{_TOLD})))"
_THANKS = rf"(?:many thanks|thanks|thank you|thx)(?: (?:so much|very much|a lot))?{_FOR}?"
_KIND = r"(?:(?:it is|it'?s|that is|that'?s|how) (?:very |so )?(?:kind|nice) of you(?: to ask)?)"
_FRIEND = r"(?:,? my friend)?"
#: At the beginning of a sentence, also behind a greeting or an answer.
_BEFORE = re.compile(
    rf"(?P<lead>(?:^|(?<=[.!?] ))(?:(?:yes|no|hi|hello|hey|perfect|great|ok|okay|sure|well)(?: there)?"
    rf"(?:,| and|, and| -)? )*)(?:{_THANKS}|{_KIND}){_FRIEND} ?(?P<end>[,.:;!-]+)(?: (?:but|and)(?= ))?"
    rf" *(?P<next>\w?)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?<!great)(?<!perfect)(?<!nice)(?<!good)(?<!i am)(?:,| -|;) (?:and )?"
    rf"(?:{_THANKS}){_FRIEND}(?=[.!](?: |$)|$|, (?:and|but|so|while) )",
    re.IGNORECASE,
)
_APPROVES = re.compile(r"(?:great|perfect)", re.IGNORECASE)
_JOINED = re.compile(r"(?:,| and|, and| -)? $")


def without_thanks(text: str, *, answers: bool, told: bool) -> str:
    """
    Return a draft without thanks inside its sentences.

    Parameters
    ----------
    answers
        Whether it answers something that a person said, for which it may thank.
    told
        Whether a person told colors or limits, for which it may thank as well.
    """

    def shorter(found: re.Match[str]) -> str:
        if (found["asked"] and not answers) or (found["told"] and not told):
            return found[0]
        if found.re is _BEFORE and found["end"][0] in ".!" and _APPROVES.match(found["lead"]):
            return found[0]  # "great" alone would judge
        if found.re is _BEHIND:
            return ""
        lead, rest = _JOINED.sub("", found["lead"]), found["next"]
        if not lead:
            return rest.upper()
        ends = found["end"][0] in ".!"
        return f"{lead}{'.' if ends else ','} {rest.upper() if ends else rest}"

    return _BEHIND.sub(shorter, _BEFORE.sub(shorter, text)).strip()
