"""
How offers and beliefs end, read from the trace of a game.

Every conditional offer ends as accepted, rejected, withdrawn, expired or replaced, with a reason that is
written down. A belief is held up by the last report, by words of the person, by a deal that stands, or
by one that ended after it was carried out, as long as that counts as the owner's last report.
"""

from __future__ import annotations

import json

from agents.coloring.bargaining.offers import patience_with
from agents.coloring.situation import Situation

from .truth import Claim


def omitted(trace):
    """Return claims that the guard left out: each shows an error in a template."""
    return [
        Claim(step, agent, data["recipient"], "; ".join(data["claims"]), "left out by the guard")
        for step, agent, data in (
            (step, agent, json.loads(text))
            for step, agent, text in trace.query(
                "SELECT time_step, agent_id, data_json FROM events WHERE name = 'coloring.omitted'"
            )
        )
    ]


def loose_ends(trace, settings):
    """Return offers that were not answered, and beliefs that outlive their deal."""
    return [*unanswered(trace, settings.people()), *stale(trace, settings)]


def unanswered(trace, people):
    """Return offers that are open for too long, or that ended without a reason."""
    offers = {}
    for (text,) in trace.query("SELECT offer FROM coloring_offer ORDER BY rowid"):
        one = json.loads(text)
        offers[one["offer_id"]] = one
    ((steps,),) = trace.query("SELECT count(*) FROM coloring_eval")
    for one in offers.values():
        if not one["conditions"]:
            continue
        where = (one["step_sent"], one["sender"], one["recipient"], one["offer_id"])
        since = steps - patience_with(one["recipient"], people)
        if one["status"] == "pending" and one["step_sent"] < since:
            yield Claim(*where, "an offer without an end")
        elif one["status"] == "expired" and one["reason_closed"].startswith("not answered"):
            yield Claim(*where, "an offer that nobody answered")
        elif one["status"] not in ("pending", "accepted") and not one["reason_closed"]:
            yield Claim(*where, "an offer that ended without a reason")


def stale(trace, settings):
    """Return beliefs that nothing holds up any longer."""
    owners = {str(v): str(owner) for v, owner in settings.team().problem.owners.items()}
    reported: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for step, author, recipient, text in trace.query(
        "SELECT time_step, author_id, recipient, report_json FROM messages ORDER BY time_step, seq"
    ):
        for node, color in json.loads(text or "{}").items():
            assert owners[node] == author
            reported.setdefault((recipient, node), []).append((step, color))
    for step, agent, node, color in trace.query(
        "SELECT time_step, agent, node, color FROM coloring_belief WHERE origin = 'text'"
    ):
        reported.setdefault((agent, node), []).append((step, color))
    seats = {
        (step, agent): Situation.of(json.loads(text))
        for step, agent, text in trace.query(
            "SELECT time_step, agent, situation FROM coloring_seat ORDER BY time_step"
        )
    }
    carried_out = set()
    latest = {}
    for (step, agent), seat in seats.items():
        # A seat whose situation did not change is not written again.
        latest[agent] = seat
        dealt = {
            (term.node, term.color)
            for offer in seat.offers
            if offer.status == "accepted"
            for term in (*offer.conditions, *offer.assignments)
        }
        for node, color in seat.beliefs.items():
            owner = seats.get((step, owners[node])) or latest.get(owners[node])
            if owner is None:
                continue
            if (node, color) in dealt and owner.colors[node] == color:
                carried_out.add((agent, node, color))
            told = owner.announced.get(agent, {}).get(node)
            known = [said for at, said in sorted(reported.get((agent, node), ())) if at <= step]
            # A report and words of one step come in either order.
            if (
                (node, color) not in dealt
                and color not in known[-2:]
                and not (told == color and (agent, node, color) in carried_out)
            ):
                yield Claim(step, agent, owners[node], f"{node} {color}", "a belief without a source")
