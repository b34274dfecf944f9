"""What a person at a terminal is told of commands, and of bargaining when it starts."""

from __future__ import annotations

HELP = """\
h1=red            color one of your nodes (several: h1=red; h2=blue)
undo              undo your last change of colors, and a deal made with it
Agent1: TEXT      send TEXT to one neighbor (@Agent1 TEXT does the same); TEXT
                  alone goes to all of them
                  (they answer one step later: a line with a message takes two)
send              tell your neighbors the colors of your border; after that,
                  they are told about your changes automatically until announce
accept 1          accept offer 1;  reject 1  rejects it
reject 1 never h1=red        reject it, and say that h1 can never be red
                             (h1=red and h4=blue: never both together)
impossible        reject all offers shown, so that others are made
init              end all offers and deals, and go back to before announce
offer Agent1: h1=red if a2=blue       make an offer, after announce
check Agent1: h1=red, h4=blue         ask whether it would work
announce          start bargaining, or start a new round
satisfied         say that you are satisfied;  unsatisfied  takes it back
pass              wait one step (an empty line does the same)
finish            end the game;  help  shows this again
Ctrl-C, Ctrl-D    leave the game; with --db FILE, the same command continues it
You may ask: what could I set h1 to? can you make b2 green? why not?"""

#: What prose may do in bargaining: make and answer offers, and in mode LLM_RB all moves.
DEALS = """\
After announce, you may also say it in your words, and type yes when it is read back:
if you color b2 red, I color h2 blue    I accept    I reject that
I take back my offer    I end our deal"""
BARGAINING = """\
could you manage if h2 were green?    please color b2 red"""

#: What follows an announcement: where agents bargain, and where they answer offers only.
BARGAINING_STARTS = {
    True: "Bargaining starts: in the next step your neighbors tell you the colors of their border (send "
    "tells them yours, and again each change), and all of you can now make offers, accept and reject "
    "them.",
    False: "Bargaining starts: you can now make offers, which your neighbors accept or reject (send "
    "tells them the colors of your border, and again each change).",
}
NOT_YET = "Until announce, this only asks whether it would work; after it, it can be an offer."
NEW_ROUND = "A new round of bargaining starts (send tells your colors, and again each change)."
#: Ways to ask for help, without signs.
HELP_WORDS = frozenset(
    ("help", "help me", "i need help", "commands", "how does this work", "how do i play")
)
