"""What agents say of offers and deals, recomputed from the offers before a turn and the moves in it."""

from __future__ import annotations

import re

#: Reasons with which an agent ends a deal: the rejection of an offer has others.
DEAL_ENDS = (
    "ends_deal",
    "without it I would have fewer conflicts",
    "I had a conflict in spite of it",
    "a round of tables begins",
)


def pairs(text):
    words = [w for w in re.findall(r"\w+", text) if w not in ("is", "to", "and")]
    return dict(zip(words[::2], words[1::2], strict=True))


class Told:
    """The offers between the agent and the recipient, with what became of them after the turn."""

    def __init__(self, name, recipient, before, moves):
        self.name, self.agreed, self.offers = name, {}, {}
        for one in before.offers:
            if {one.sender, one.recipient} == {name, recipient} and one.conditions:
                reason = one.reason_closed
                was_deal = one.status == "accepted" or reason in DEAL_ENDS
                self.put(one, one.sender == name, one.status, reason, was_deal)
        for move in moves:
            if move.move == "ConditionalOffer" and move.conditions:
                self._counter()
                self.put(move, True, "pending", "", False)
            elif move.move in ("Accept", "Reject", "Withdraw") and move.refers_to in self.offers:
                self._close(move)
        for one in self.offers.values():
            if one["status"] == "accepted":
                self.agreed |= {**one["asked"], **one["given"]}

    def put(self, offer, mine, status, reason, was_deal):
        self.offers[offer.offer_id] = {
            "mine": mine,
            "asked": {t.node: t.color for t in offer.conditions},
            "given": {t.node: t.color for t in offer.assignments},
            "status": status,
            "reason": reason,
            "was_deal": was_deal,
        }

    def _counter(self):
        for one in self.offers.values():
            if not one["mine"] and one["status"] == "pending":
                one |= {"status": "rejected", "reason": "answered by a counter-offer"}

    def _close(self, move):
        one = self.offers[move.refers_to]
        one["was_deal"] |= one["status"] == "accepted"
        one["status"] = {"Accept": "accepted", "Reject": "rejected", "Withdraw": "withdrawn"}[move.move]
        if move.move == "Accept":
            terms = {**one["asked"], **one["given"]}
            for old in self.offers.values():
                both = {**old["asked"], **old["given"]}
                differs = any(terms.get(node, color) != color for node, color in both.items())
                if old is not one and old["status"] == "accepted" and differs:
                    old["status"] = "superseded"
        else:
            one["reason"] = " and ".join(reason for reason in move.reasons if " " in reason)

    def among(self, *, mine, **wanted):
        return [
            one
            for one in self.offers.values()
            if one["mine"] == mine and all(one[name] == value for name, value in wanted.items())
        ]


def _is_told(s, mine, given, asked, name, fate):
    one = s.told.offers.get(name)
    if one is None or one["mine"] != mine or one["asked"] != pairs(asked):
        return False
    told, _, reason = fate.partition(", and my reason then was: ")
    closer = "you" if mine else "I"
    countered = one["reason"] == "answered by a counter-offer"
    bound = one["reason"].endswith("is bound by another deal")
    rejected = one["status"] == "rejected" and not one["was_deal"]
    return (
        one["given"] == pairs(given or "")
        and (not reason or reason == one["reason"])
        and {
            "it is open": one["status"] == "pending",
            "we have agreed on it": one["status"] == "accepted",
            "another deal has replaced it": one["status"] == "superseded",
            "it was not answered in time": one["status"] == "expired",
            "that deal has ended": one["was_deal"] and one["status"] == "rejected",
            "it came to nothing because of another deal": rejected and bound,
            f"{closer} rejected it": rejected and not countered,
            f"{closer} answered it by another offer": rejected and countered,
            f"{'I' if mine else 'you'} took it back": one["status"] == "withdrawn",
        }.get(told, False)
    )


def _offered(s, given, asked, _):
    return any(
        one["asked"] == pairs(asked) and one["given"] == pairs(given or "")
        for one in s.told.among(mine=True)
    )


#: (pattern, check): the check takes the speaker and the groups.
RULES = [
    (
        r"I (?:offered (.*)|asked) for (.*) \[(\S+?)\]; (.*)\.",
        lambda s, *said: _is_told(s, True, *said),
    ),
    (
        r"You (?:offered (.*)|asked me) for (.*) \[(\S+?)\]; (.*)\.",
        lambda s, *said: _is_told(s, False, *said),
    ),
    (
        r"I (?:offered (.*)|asked) for (.*) \[\S+?\](?:, (?:to get from (.*) to .*|because .*))?\.",
        _offered,
    ),
    (r"I have made you no offer in this round\.", lambda s: not s.told.among(mine=True)),
    (r"You have made me no offer in this round\.", lambda s: not s.told.among(mine=False)),
    (
        r"There is no open offer between us\.",
        lambda s: all(one["status"] != "pending" for one in s.told.offers.values()),
    ),
    (
        r"I have rejected no offer of yours in this round\.",
        lambda s: not s.told.among(mine=False, status="rejected", was_deal=False),
    ),
    (r"I have no offer for you now\.", lambda s: not s.told.among(mine=True, status="pending")),
    (
        r"I make no offers of my own in this game, but I answer yours\.",
        lambda s: not s.told.among(mine=True),
    ),
    (
        r"Offers can be made only after bargaining has started\.",
        lambda s: s.before.phase == "configure",
    ),
    (r"We have no deal\.", lambda s: not s.told.agreed),
    (
        r"(?:W|No, w)e agreed on ((?:\w+ \w+)(?:(?:, | and )\w+ \w+)*)\.",
        lambda s, t: {*pairs(t).items()} <= {*s.told.agreed.items()},
    ),
    (r'(Either of|Say "I end our deal" if you want).*', lambda s, _: bool(s.told.agreed)),
]
