"""
A seat at the terminal: the part of the graph that the person sees, the agents' messages, and a prompt.

The cluster is drawn in characters, so that conflicts are seen where they are; 80 columns suffice, and
marks say everything that colors say. Messages are shown without escapes and
control characters. After a turn with a message, one step passes by itself: agents read a message in the
next step and answer it in the one after.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import TextIO

from ...contracts import ActionRequest, Observation
from ...errors import InputError
from ..bargaining.offers import numbers
from ..inbox import received
from ..situation import Offer, Received, Situation
from ..talk.translated import Translation
from ..talk.translation import Translator, demands
from ..turn import Turn
from ..view import View
from ..view_cache import cached_view
from ..wording.phrases import enumerated, stated
from ..wording.untrusted import clean
from .amending import amended
from .breaking import against_offer, made_void, void_text
from .choosing import WhichOne, asks_again, chooses_none, to_who_asked
from .commands import Typed, read_line, read_typed
from .consent import confirms, is_dropped, is_slip, wrongly_affirmed
from .crossing import readable
from .ended import ended_texts
from .help import BARGAINING, BARGAINING_STARTS, DEALS, HELP, HELP_WORDS, NEW_ROUND, NOT_YET
from .paragraphs import Paragraphs
from .picture import picture
from .prose import prose_of
from .reports import (
    deal_text,
    offer_text,
    offers_to,
    points_text,
    quiet_turn,
    untold_text,
    with_due_reports,
)
from .seat import request_of
from .typed import clash_text, never_text, translated, turn_of
from .undoing import Change, undo

WIDTH = 80
_ANSI = {
    **{"red": 31, "green": 32, "yellow": 33, "blue": 34, "purple": 35, "magenta": 35, "cyan": 36},
    **{"pink": 95, "orange": 91, "brown": 33},
}
#: What an agent says that is not satisfied.
_REFUSES = re.compile(r"\bNo, your [^.]* not work for me\b|\bno setting of your border nodes\b")


class _NotSent(Exception):
    """A line that waits for the person's confirmation."""


class Terminal:
    """
    Seat of a person at a terminal.

    Parameters
    ----------
    source, target
        Streams that lines are read from and that the game is written to.
    color
        Whether to use colors; by default if the target is a terminal and NO_COLOR is not set.
    translate
        Translator of prose into moves of bargaining, in the mode that has it. Moves that bind, and
        those that a model read, are read back and wait for a "yes"; illegal ones are not sent.
    passes
        Whether a step passes by itself after a turn with a message.
    steps
        Number of steps after which the game ends, to be shown.
    they_offer
        Whether agents announce their colors and make offers of their own once bargaining starts.

    Attributes
    ----------
    typed_at
        Step of the last turn that was typed, -1 before; the step is carried out after that.
    """

    stateless = True  # the trace holds what was typed, so a resumed game does not ask again

    def __init__(
        self,
        source: TextIO | None = None,
        target: TextIO | None = None,
        color: bool | None = None,
        translate: Translator | None = None,
        passes: bool = True,
        steps: int | None = None,
        they_offer: bool = True,
    ) -> None:
        self._source = sys.stdin if source is None else source
        self._target = sys.stdout if target is None else target
        if color is None:
            color = self._target.isatty() and "NO_COLOR" not in os.environ
        self._color = color
        self._undone: list[Change] = []
        self._waits = False
        self._welcomed = False
        self._translate = translate
        self._passes = passes
        #: A line with moves that bind or that a model found, until the person confirms them.
        self._unsent: tuple[str, Mapping[str, Translation]] | None = None
        #: The question which of several deals a person means, until the next line.
        self._which: WhichOne | None = None
        self.typed_at = -1
        self._steps = steps
        self._they_offer = they_offer
        self._paragraphs: Paragraphs | None = None
        self._agreed: dict[str, str] = {}
        #: Ids of the deals on the last screen, None before the first.
        self._deals: set[str] | None = None
        #: Offers that waited for an answer on the last screen, by their numbers.
        self._waited: Mapping[int, Offer] = {}
        #: Step of the last screen, None before the first.
        self._shown_at: int | None = None
        #: Whether the person was told that an offer before bargaining is a question.
        self._noted = False
        self._early: Sequence[Received] = ()
        #: Step in which a yes was held back, because it would report what is not so.
        self._doubted = -1
        #: Whether the person was told that nodes are listed where the picture is too wide.
        self._listed = False
        #: Whether the person was told how to end the game, when all others were satisfied.
        self._hinted = False
        #: Colors of the neighbors' nodes on the last screen.
        self._known: Mapping[str, str] = {}
        #: The messages that are shown on the last screen.
        self._shown: Sequence[Received] = ()
        #: What the person saw at the last turn, None before the first.
        self._last: tuple[View, Situation] | None = None

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Show the game, and wait for a line."""
        seen = observation["coloring"]
        view, situation = cached_view(seen), Situation.of(seen["situation"])
        self._last = view, situation
        inbox = received(observation, agent_id)
        if not self._welcomed:
            self._welcome(view)
            if time_step:
                self._print("The game continues where it was left.")
        if self._waits:
            # What was said before the agents had read the last line is shown with their answers.
            self._waits, self._early = False, inbox
            return request_of(quiet_turn(view, situation), run_id, time_step, agent_id, "Terminal")
        self._shown, self._early = (*self._early, *inbox), ()
        self._show_messages(view, self._shown, situation)
        self._known = situation.beliefs
        ended = [
            f"{node} {color}" for node, color in self._agreed.items() if node not in situation.committed
        ]
        if ended:
            them = "it" if len(ended) == 1 else "them"
            self._print(
                f"No longer agreed: {enumerated(ended)}. You may change {them}.", "", view.domain
            )
        self._agreed = situation.committed
        deals = {one.offer_id: one for one in situation.offers if one.status == "accepted"}
        for name in sorted(deals.keys() - self._deals) if self._deals is not None else ():
            self._print(deal_text(deals[name], view.agent), "    ", view.domain)
        self._deals = {*deals}
        for offer in made_void(situation, since=self._shown_at) if self._shown_at is not None else ():
            self._print(void_text(offer, view, situation), "    ", view.domain)
        for ended_text in ended_texts(self._waited, situation, self._shown):
            self._print(ended_text, "    ")
        self._waited = offers_to(view, situation)
        self._shown_at = time_step
        turn: Turn | None = None
        self._show(view, situation)
        while turn is None:
            turn = self._ask(view, situation)
        return request_of(turn, run_id, time_step, agent_id, "Terminal")

    def show_last(self, messages: Sequence[Received]) -> None:
        """Show what was said after the last screen of a game that has ended."""
        inbox = [*self._early, *messages]
        if inbox and self._last is not None:
            self._print()
            self._show_messages(self._last[0], inbox, self._last[1])

    def follow(self, turn: Turn) -> None:
        """Continue after a turn that the person took, in this sitting or an earlier one."""
        self._waits = self._passes and bool(turn.messages) and turn.control is None

    # ------------------------------------------------------------------------------------- asking

    def _ask(self, view: View, situation: Situation) -> Turn | None:
        """Read one line; return None if it is not a turn."""
        self._target.write("> ")
        self._target.flush()
        line = read_typed(self._source)
        if not line:
            self._print("\nThe input has ended, which ends the game.")
            return quiet_turn(view, situation, control="finish")
        text = clean(line).text
        unsent, self._unsent = self._unsent, None
        moves: Mapping[str, Translation] | None = None
        if unsent is not None and confirms(text, unsent[1]):
            text, moves = unsent
        elif unsent is not None and is_dropped(text, unsent[1], view, situation):
            self._print("Not sent.")
            return None
        elif unsent is not None and (line := _amended(text, unsent, view)):
            text = line
        elif unsent is not None and is_slip(text, unsent[1]):
            self._unsent = unsent
            self._print(f'"{text}" is neither yes nor no. Type "yes" to send what was read back.')
            return None
        elif unsent is not None:
            self._print(f"What was read back was not sent.{_still_waits(unsent[1], view, situation)}")
        which, self._which = self._which, None
        if which is not None and chooses_none(text):
            self._print("Not sent.")
            return None
        if which is not None and asks_again(text):
            self._which = which
            self._print(f"{which}")
            return None
        if which is not None:
            text = which.choice.line(text) or text
        asked = text.casefold().strip(" /!.?")
        if text == "?" or asked in HELP_WORDS:
            self._print("\n".join([HELP, *self._bargaining_help()]))
            self._print(
                f"{points_text(view)} The score is their sum; a conflict is worse than few points."
            )
            return None
        if not text:
            return quiet_turn(view, situation, control="pass")
        typed, undone = Typed(), ""
        try:
            typed = read_line(text, view, {peer.casefold(): peer for peer in view.peers})
            offering = {one.sender for one in offers_to(view, situation).values()}
            typed = to_who_asked(typed, self._shown, offering)
            if typed.undo:
                undone = undo(self._undone, typed, situation)
            # Before bargaining starts, prose makes no moves: it is for the agents to read.
            if typed.control == "impossible" and not offers_to(view, situation):
                raise InputError("nothing to reject: no offer waits for you")
            if self._translate is not None and situation.phase == "configure" and not self._noted:
                bargaining = situation.but(phase="bargain")
                early = translated(typed, view, bargaining, self._translate)
                said = [(peer, typed.said.get(peer, typed.said.get(None, ""))) for peer in view.peers]
                self._noted = any(
                    early[peer].offers and not demands(text, view, bargaining, peer)
                    for peer, text in said
                    if peer in early
                )
                if self._noted:
                    self._print(NOT_YET)
            moves = moves or self._moves(text, typed, view, situation)
            self._check_reports(typed, view, situation)
            turn = turn_of(typed, view, situation, moves)
        except _NotSent:
            return None
        except InputError as error:
            if isinstance(error, WhichOne):
                self._which = error
                self._print(f"{error}")
                return None
            none = "; no color of this line was set" if len(typed.colors) > 1 else ""
            self._print(f"{error}{none}; help shows what you can type")
            return None
        if typed.control == "announce":
            bargains = situation.phase == "bargain"
            self._print(NEW_ROUND if bargains else BARGAINING_STARTS[self._they_offer])
        said_so = turn.satisfied and not situation.satisfied and typed.satisfied is None
        left = len(view.conflicts(turn.assignments, situation.beliefs))
        if situation.satisfied and not turn.satisfied and typed.said:
            self._print("The game goes on, so that you get an answer; satisfied ends it after that.")
        if said_so and not left:
            self._print("You are satisfied now; the game ends when all are.")
        elif said_so:
            self._print('You are satisfied now; "unsatisfied" takes it back.')
        if left and (typed.satisfied or said_so):
            what = "a conflict is" if left == 1 else f"{left} conflicts are"
            self._print(f"Noted, though {what} left; the game ends when all are satisfied.")
        if never := never_text(typed):
            self._print(never, "", view.domain)
        if clash := clash_text(typed, view, situation):
            self._print(clash)
        changed = Change.of(turn, situation)
        if typed.undo:
            self._undone.pop()
            self._print(undone)
        elif changed:
            self._undone.append(changed)
        turn = with_due_reports(turn, view, situation)
        self.follow(turn)
        self.typed_at = situation.time_step
        return turn

    def _check_reports(self, typed: Typed, view: View, situation: Situation) -> None:
        """Hold back a yes to "Is h4 blue now?" where it is not; a second yes sends it."""
        wrong = wrongly_affirmed(typed, view, situation, self._shown)
        if not wrong or self._doubted == situation.time_step:
            return
        self._doubted = situation.time_step
        true = {node: situation.colors[node] for node in wrong}
        sets = "; ".join(f"{node}={color}" for node, color in wrong.items())
        them = "it" if len(wrong) == 1 else "them"
        self._print(
            f"Not sent: {stated(true)}. Type {sets} to color {them} so, or once more yes to say that it "
            "is so."
        )
        raise _NotSent

    def _bargaining_help(self) -> list[str]:
        if self._translate is None:
            return []
        return [DEALS] if self._translate.deals_only else [DEALS, BARGAINING]

    def _moves(
        self, line: str, typed: Typed, view: View, situation: Situation
    ) -> Mapping[str, Translation] | None:
        """Return the moves in the words of a line; keep the line until what binds is confirmed."""
        prose = prose_of(typed, view, situation, self._shown, self._translate)
        if prose.read_back:
            self._unsent = line, prose.moves or {}
            self._print(f'Do you mean this? {prose.read_back} Type "yes" to send it.')
            raise _NotSent
        for words in prose.previews:
            self._print(f"  {words[0].lower()}{words[1:]}", indent="      ")
        return prose.moves

    # ------------------------------------------------------------------------------------ showing

    def _welcome(self, view: View) -> None:
        self._welcomed = True
        peers = ", ".join(view.peers)
        self._print(
            f"You are {view.agent}. You color {', '.join(view.own)} with {', '.join(view.domain)}, "
            f"so that no two nodes that touch have the same color. Your neighbors: {peers}; you see "
            "only those of their nodes that touch yours, in the colors that they last reported. "
            "In the picture, lines join your nodes that touch, the nodes below touch yours, and ! is a "
            "conflict. Type help for what you can do."
        )

    def _show(self, view: View, situation: Situation) -> None:
        colors, beliefs = situation.colors, situation.beliefs
        conflicts = view.conflicts(colors, beliefs)
        self._print()
        of = f" of {self._steps}" if self._steps else ""
        self._print(
            f"Step {situation.time_step}{of}   your conflicts {len(conflicts)}   "
            f"your score {view.score(colors)}   you are {_content(situation.satisfied)}"
        )
        if situation.time_step + 1 == self._steps:
            self._print("This is the last step: nobody can answer what you say now.")
        self._show_cluster(view, situation)
        for peer in view.peers:
            satisfied = peer in situation.satisfied_peers
            said = [one.text for one in self._shown if one.sender == peer and one.text]
            # Without a word, the screen would contradict the message above it.
            later = satisfied and said and _REFUSES.search(said[-1]) is not None
            now = " by now; what it wrote above was so a step earlier" if later else ""
            untold = untold_text(view, situation, peer)
            self._print(f"  {peer} is {_content(satisfied)}{now}{untold}", "      ")
        for number, offer in offers_to(view, situation).items():
            against = against_offer(view, situation, offer)
            note = f" ({against})" if against else ""
            self._print(f"  offer {number}: {offer_text(offer)}{note}", "      ", view.domain)
        if situation.satisfied and {*view.peers} <= {*situation.satisfied_peers}:
            self._print(
                "The game ends when all stay satisfied: press Enter. To go on, type unsatisfied."
            )
        elif not self._hinted and {*view.peers} <= {*situation.satisfied_peers} and not conflicts:
            self._hinted = True
            self._print("Your neighbors are satisfied. If you are as well, type satisfied.")

    def _show_cluster(self, view: View, situation: Situation) -> None:
        """Draw the cluster; a wide one is listed."""
        colors, beliefs = situation.colors, situation.beliefs
        notes = {
            node: "agreed" if colors[node] == color else f"agreed {color}"
            for node, color in situation.committed.items()
            if node in view.own
        }
        notes |= dict.fromkeys(view.fixed, "fixed")
        lines = picture(view, colors, beliefs, notes, WIDTH)
        if lines is not None:
            self._target.write("".join(self._shaded(line, view.domain) + "\n" for line in lines))
            return
        if not self._listed:
            self._listed = True
            self._print("The picture would be too wide: your nodes are listed, with what touches them.")
        known = {**beliefs, **colors}
        clashing = {frozenset(clash[:2]) for clash in view.conflicts(colors, beliefs)}
        touching = _touching(view)
        for node in view.own:
            note = f" ({notes[node]})" if node in notes else ""
            near = [
                f"{other} {known.get(other, '?')}"
                + ("!" if frozenset((node, other)) in clashing else "")
                for other in touching[node]
            ]
            label = f"  {node} {colors[node]}{note}"
            self._print(f"{label}  touches  {', '.join(near) or 'nothing'}", "      ", view.domain)

    def _show_messages(self, view: View, inbox: Sequence[Received], situation: Situation) -> None:
        """Show what is new in the messages of each sender as one paragraph."""
        if self._paragraphs is None:
            self._paragraphs = Paragraphs(view.agent)
        number = numbers(situation.offers, view.agent)
        for sender, text in self._paragraphs.of(
            readable(inbox, situation.offers), number, self._known, situation.colors
        ).items():
            self._print(f"{sender}: {text}", "    ", view.domain)

    def _print(self, text: str = "", indent: str = "", domain: Sequence[str] = ()) -> None:
        """Wrap a text at the width of the screen, and color the names of the domain's colors."""
        for i, line in enumerate(text.split("\n")):
            start = line[: len(line) - len(line.lstrip())] or (indent if i else "")
            # An item of a list goes on below its words.
            behind = max(indent, start, key=len)
            wrapped = textwrap.wrap(line.lstrip(), WIDTH, initial_indent=start, subsequent_indent=behind)
            self._target.write(self._shaded("\n".join(wrapped), domain) + "\n")
        self._target.flush()

    def _shaded(self, text: str, domain: Sequence[str]) -> str:
        codes = {
            color.casefold(): _ANSI[color.casefold()] for color in domain if color.casefold() in _ANSI
        }
        if not self._color or not codes:
            return text
        names = "|".join(map(re.escape, codes))
        return re.sub(
            rf"\b(?:{names})\b",
            lambda found: f"\x1b[{codes[found[0].casefold()]}m{found[0]}\x1b[0m",
            text,
            flags=re.IGNORECASE,
        )


def _amended(text: str, unsent: tuple[str, Mapping[str, Translation]], view: View) -> str:
    """Return the line of an offer that was read back as a text corrects it; empty if it does not."""
    name, colon, said = text.partition(":")
    to = next((peer for peer in view.peers if peer.casefold() == name.strip().casefold()), None)
    correction = amended(said if colon and to else text, to, unsent[1], view)
    # What was typed beside the offer would be lost.
    return ": ".join(correction) if correction is not None and ";" not in unsent[0] else ""


def _still_waits(moves: Mapping[str, Translation], view: View, situation: Situation) -> str:
    """Say which offers wait on, although they were answered in what was read back."""
    answered = {getattr(move, "refers_to", "") for one in moves.values() for move in one.moves}
    waiting = offers_to(view, situation).items()
    still = [f"Offer {number} still waits." for number, one in waiting if one.offer_id in answered]
    return "".join(f" {one}" for one in still)


def _touching(view: View) -> dict[str, list[str]]:
    near: dict[str, list[str]] = {node: [] for node in view.own}
    for u, v in view.edges:
        if u in near:
            near[u].append(v)
        if v in near:
            near[v].append(u)
    return near


def _content(satisfied: bool) -> str:
    return "satisfied" if satisfied else "not satisfied"
