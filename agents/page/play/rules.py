"""The rules of the game as a newcomer needs them: the moves, what they cost, points, the modes."""

from __future__ import annotations

from ...coloring.people.reports import points_text
from ...coloring.view import View
from ...coloring.wording.phrases import enumerated

#: What the agents of each mode say.
MODE_HELP = {
    "RB": "Agents make offers, such as: if you color h2 red, I color b2 blue. You accept or reject "
    "them, or make your own. Both sides are bound to what is accepted.",
    "LLM_U": "Agents tell you which colors of your nodes work for them, and how many points they can "
    "score then.",
    "LLM_C": "Agents tell you which colors of your nodes they could accept.",
    "LLM_F": "Agents write short sentences about colors and conflicts.",
    "LLM_API": "A language model speaks for each agent and has its facts computed. Without a model, "
    "agents tell you which colors of your nodes work for them.",
    "LLM_RB": "You bargain in your own words: what you write becomes offers, acceptances and refusals, "
    "and agents answer in sentences.",
}
#: What the algorithms of the agents do.
ALGORITHM_HELP = {
    "greedy": "Agents compute the best colors for what they know, quickly.",
    "exhaustive": "Agents try all colorings of their nodes.",
    "maxsum": "Agents pass messages of the Max-Sum algorithm.",
    "random": "Agents pick random colors, for comparison.",
}


def rules_of(view: View, mode: str, *, bargains: bool) -> list[str]:
    """
    Return the rules, a paragraph each.

    Parameters
    ----------
    view
        View of the person.
    mode
        Mode of the game.
    bargains
        Whether agents make offers.
    """
    talk = _talk(view, mode, bargains)
    others = f"{enumerated(view.peers)} {'colors' if len(view.peers) == 1 else 'color'}"
    node, color = next(iter(view.border_to(view.peers[0])), view.own[0]), view.domain[-1]
    moves = [
        "Click one of your nodes, then a color. Nothing is sent yet; try as you like.",
        "Press the blue button: your colors count, and your neighbors learn the colors of the nodes "
        "that touch theirs. Then they move, and may write to you.",
        f"{talk} You may write to them, for instance: could you work with {node} {color}? "
        f"Or: what could I set {node} to?",
        "When no conflict is left, press I am satisfied. The game is won when everybody is.",
    ]
    return [
        f"The nodes in the frame {view.agent} are yours: give each a color, so that no two joined nodes "
        f"have the same color. {others} the other nodes. Square nodes are fixed. A thick red line with "
        "! is a conflict.",
        *(f"{i}. {text}" for i, text in enumerate(moves, 1)),
        f"In a step everybody moves once. {_cost(view, bargains)} To try colors costs none.",
        f"{points_text(view)} An agent's score is the points of its own nodes. Points are a bonus: "
        "first, no conflict may be left.",
    ]


def _talk(view: View, mode: str, bargains: bool) -> str:
    """Return what the neighbors say: agents in the way of the mode, people as they like."""
    if not set(view.peers) <= set(view.people):
        return MODE_HELP[mode]
    many = view.has_several_peers
    text = f"{enumerated(view.peers)} {'are people' if many else 'is a person'} as you are."
    if bargains:
        text += " Each of you may make offers; both sides are bound to what is accepted."
    return text


def _cost(view: View, bargains: bool) -> str:
    """Return what a move costs; beside other people, nobody's next step comes by itself."""
    if len(view.people) > 1:
        answer = "answering an offer, writing" if bargains else "writing"
        return (
            "A step is over when all people have moved, and neighbors answer in the next one. These "
            f"cost one step each: taking the turn, {answer}, waiting, and saying that you are satisfied."
        )
    answers = "so does an answer to an offer, and a message" if bargains else "so does a message"
    return (
        f"To take the turn costs two steps: yours, and the one in which they answer; {answers}, "
        "whatever it is about. To wait or to say that you are satisfied costs one."
    )
