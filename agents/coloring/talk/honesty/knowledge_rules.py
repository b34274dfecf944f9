"""Grammar of what the agent knows, was asked, and asks: "you told me that h1 is red"."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names, Pair
from .formulas import Formula, Predicate, Setting
from .shapes import colored_group, demanded, each, states


def add_knowledge(rules: Grammar) -> None:
    """Add clauses about known colors and demands, and questions with what they presuppose."""
    _add_knowledge(rules)
    _add_questions(rules)


def _add_knowledge(rules: Grammar) -> None:
    def add(pattern: str, action: Any) -> None:
        rules.rule("formula", pattern, action)

    add("(@ibelieve|@yousaid) [,|:] [that] <fbares> [now|at the moment]", states)
    add(
        "(@ibelieve|@yousaid) [,|:] [that] <foreign> (is|are) [now|currently|still|both] <color>",
        lambda n, c: each(n, (Predicate("color", c),)),
    )
    add("(@ibelieve|because @ibelieve) [that] <foreign> <vps>", each)
    add("(@yousaid|because @yousaid) [that] <foreign> <vps>", _told)
    add(
        (
            "@iknow [:] [your] <fclauses> [from you|from your side|so far|on your side|at "
            "the moment|from your last message]"
        ),
        states,
    )
    add("@mineis [:] <oclauses> [at the moment|as of this message|on my border|for you]", states)
    for tail in (
        ", as before",
        "as before",
        ", same as before",
        ", unchanged",
        ", like before",
        ", just as before",
    ):
        add(f"[@mineis] [:] <oclauses> {tail}", functools.partial(states, time="kept"))
    for tail in (
        "that is my border [with you] [now|as of this message|at the moment]",
        "that is what i have [now]",
        "that is my side [now]",
        "those are my colors [now]",
        "that is it on my side",
        "these are my border colors [now]",
        "that is what you see of my nodes",
    ):
        add(f"<oclauses> , {tail}", states)
    rules.rule(
        "eithers", "<fbare> (or|nor) [with] <eithers1>", lambda one, more: colored_group((one, *more))
    )
    rules.rule("eithers1", "<fbares>", lambda many: many)
    for prefix, nodes in (("f", "foreign"), ("o", "own")):
        rules.rule(
            f"{prefix}clause",
            f"<{nodes}> [is|are|as|at|on|in|=|:|being|to be|with|at] [both|now] <color>",
            Pair,
        )
        rules.rule(f"{prefix}clause", f"<color> (on|for|at) <{nodes}>", lambda c, n: Pair(n, c))
        rules.rule(f"{prefix}clauses", f"<{prefix}clause>", lambda one: (one,))
        rules.rule(
            f"{prefix}clauses",
            f"<{prefix}clause> [,] [and|, and|plus|&|;|with] [your|my] <{prefix}clauses>",
            lambda one, more: (one, *more),
        )
    add("@askedfor <obares>", lambda pairs: demanded(pairs))
    add(
        "@askedfor <own> (to be|to become|in|to go|to stay) <color>",
        lambda n, c: demanded((Pair(n, c),)),
    )


#: What a person may have stated of a node: its color, or a limit, which follows from no color.
_STATED = {"color": "color", "cannot": "ruled out", "must": "required"}


def _told(names: Names, predicates: tuple[Predicate, ...]) -> Formula | None:
    """Return that the person stated something of its nodes; what else holds of them it did not say."""
    if any(one.kind not in _STATED or one.negated or one.time != "now" for one in predicates):
        return None
    return each(names, tuple(replace(one, kind=_STATED[one.kind]) for one in predicates))


def _add_questions(rules: Grammar) -> None:
    def ask(pattern: str) -> None:
        rules.rule("setting", pattern, _asked)

    you = "(could|can|would|will) you [please|maybe|perhaps|also|kindly]"
    ask(f"{you} @gput <foreign> [@gto] [either] <color> [for me|instead]")
    ask("(could|can) <foreign> be [set to] <color> instead")
    ask(f"{you} (take|use|pick|choose|go for|go with|try|put) <color> (for|on|at) <foreign> [instead]")
    ask(
        "(please|i would ask you to|i ask you to|i would like you to|i want you to|i "
        "would need you to|i need you to|may i ask you to) @gput <foreign> [@gto] "
        "[either] <color> [instead]"
    )
    ask(
        "(would|could|is) <fbare> (be|) (an option|possible|ok|fine|acceptable|doable|"
        "feasible|all right) [for you|with you|on your side]"
    )
    ask(
        "(how about|what about|would you consider|could you live with|can you live "
        "with|would you be ok with|would you accept|are you ok with|are you fine with|"
        "would you be fine with|i suggest|i propose|i would suggest|i would propose|my "
        "suggestion is|my proposal is|let us try|can you do|could you do) [a|going "
        "with|taking] <fbare> [instead|then]"
    )
    ask(
        "(i would prefer|i would like|i would be glad about|i hope for|i would love|i "
        "would be happy with|i would welcome|i am asking for|i ask for|my request is|i "
        "request) <fbare> [instead]"
    )
    for question in (
        (
            "(are|is|will) <fbares> (final|still right|still correct|settled|up to date|"
            "still current|right|correct|fixed|still valid|staying)"
        ),
        (
            "(do you still have|are you still on|are you still at|have you still got|you "
            "still have) <fclauses>"
        ),
        "(is it|is it still) (right|true|correct) that <fclauses>",
        "(did i get|do i have) it right that <fclauses>",
    ):
        rules.rule("formula", question, states)
    rules.rule(
        "setting",
        (
            "(can|could|would) you (live with|accept|agree to|work with|be ok with|be fine "
            "with) <obares> [for now]"
        ),
        lambda pairs: Setting("proposed", pairs),
    )
    rules.rule(
        "setting",
        (
            "(is|are|would) <obares> (ok|fine|all right|good|acceptable|be ok|be fine|be "
            "all right) [for you|with you]"
        ),
        lambda pairs: Setting("proposed", pairs),
    )
    ask("would you mind @gputting <foreign> [@gto] <color>")
    ask(
        "(it would help|it would help me|it would be great|it would be nice|it would "
        "solve it) if you @gput <foreign> [@gto] <color>"
    )


def _asked(*values: Any) -> Setting | None:
    names = [one for one in values if isinstance(one, Names)]
    pair = next((one for one in values if isinstance(one, Pair)), None)
    if pair is None:
        nodes = next((one for one in names if one.kind == "node"), None)
        colors = next((one for one in names if one.kind == "color"), None)
        if nodes is None or colors is None:
            return None
        pair = Pair(nodes, colors)
    return Setting("asked", (pair,))
