"""
What people write to an agent, with what it means: labels made from the rules, not from the parser.

Human says all of it to Agent2 of the study, with b4 fixed green. Agent2 owns b1-b5 (red, green, red,
green, blue) and sees h2 and h5; it believes that h2 is red and knows nothing of h5. Human demanded b1
red before, said that h2 cannot be green, and has an open offer of Agent2.

A label is a list of readings, separated by semicolons: ``demand`` of an own node, ``refused`` where
such a demand cannot be met (a fixed node, a foreign node, a word that is no color of the game),
``report`` of a foreign node's color, ``preference``, ``forbidden`` and ``required`` (constraints on
foreign nodes), ``release`` of a demand and ``retract`` of a constraint, ``hypothetical``, ``negation``,
``complaint`` (the agent's words), ``agree`` and ``refuse``, ``satisfied`` and ``unsatisfied``, ``doubt``
(to be asked about), the questions ``Q1``-``Q5``, ``why`` and ``constraints``. An empty label means none
of these.
"""

from __future__ import annotations

import json
from pathlib import Path

#: ``{group: [(text, label)]}``.
GROUPS = json.loads((Path(__file__).parent / "data" / "sentences.json").read_text())
SENTENCES = [(text, label) for rows in GROUPS.values() for text, label in rows]
