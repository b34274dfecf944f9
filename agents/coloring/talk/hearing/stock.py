"""Sentences that an agent says in answer to what it cannot read, or what needs no answer."""

from __future__ import annotations

import re

AGREES = "All right."
WELCOME = "You are welcome."
HELLO = "Hello."
GOODBYE = "Goodbye."
THANKS = re.compile(r"\b(?:thanks?|thx|ty|cheers)\b", re.IGNORECASE)
CHOOSES = "Then I choose myself."
TELL = "Please tell me its color when you have chosen one."
#: Answer to a text about other nodes than those that the agent sees.
SEES_NONE = "I do not see any of the nodes that you named."
#: Answer to what concerns a node that the person does not see; the same whether the node exists or not.
HIDDEN = "I can only talk about nodes on our common border."
ENGLISH = "Sorry, I only understand English."
OFF_TOPIC = "I can only talk about the colors of our nodes."
HELP = (
    "Tell me the colors of your nodes, which colors they cannot have, or which ones you want mine to "
    "have; ask me what would work."
)
UNREAD = "I did not understand that; please say it with nodes and colors."
#: Answer to a question that was not understood, beside what was.
QUESTION_UNREAD = "I did not understand your question."
AGAIN = "Please say it in other words."
#: Answer to a yes where nothing was asked or offered.
NOTHING_ASKED = "Yes to what?"
#: Answer to "undo that" where nothing was done that the person asked for.
NOTHING_DONE = "You asked me for no change that I could undo."
UNCLEAR = "I am not sure what you mean."
