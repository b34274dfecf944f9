"""
Statecharts for behavior: flat charts, hierarchical charts (SCXML), and an oracle for open choices.

In a flat chart each agent has one state of an enum:

>>> from agents.statechart import SocialAgent, social_chart
>>> chart, agent = social_chart(), SocialAgent("ada")
>>> chart.fire(agent, "start_browsing").value
'scrolling'
>>> chart.valid_triggers(agent.state)
['sees_post', 'feed_empty', 'timeout']

A :class:`Chart` has nested states; the kernel runs it as a pure function, and a :class:`Machine` holds
its configuration:

>>> from agents.statechart import Chart, Edge, Machine, State
>>> machine = Machine(Chart((State("closed", edges=(Edge(("open",), ("ajar",)),)), State("ajar"))))
>>> machine.send("open")
('ajar',)

See :mod:`.batch` and :mod:`.batch_machines` for many at once, :mod:`.snapshot` for snapshots,
:mod:`.export` and :mod:`.drawing` for drawings.
"""

from __future__ import annotations

from .agent import ChartAgent, SocialAgent
from .analysis import ChartFinding, analyze
from .chart import Chart
from .columns import column
from .config import StatechartConfig
from .configuration import Choice, Configuration, Step
from .content import Assign, Call, Cancel, Event, Expr, Fixed, Foreach, If, Log, Raise, Send
from .definition import Data, DoneData, Edge, State
from .errors import AmbiguousTransition, ChartError, InvalidChart
from .flat import as_chart
from .invocation import Invoke
from .machine import Machine
from .oracle import Oracle, OracleCall, OracleParams
from .paths import transition_paths
from .queries import agents_in_state, state_distribution
from .records import Checkpoint, DecisionLog, load_checkpoint, save_checkpoint
from .scxml import load_scxml, read_scxml
from .scxml_writer import write_scxml
from .social import SOCIAL_TRANSITIONS, next_trigger, social_chart
from .statechart import Statechart
from .states import AgentState
from .transitions import NEEDS_ORACLE, Ambiguous, Decided, StateTransition, Transition
from .xstate import load_xstate, read_xstate

__all__ = [
    "NEEDS_ORACLE",
    "SOCIAL_TRANSITIONS",
    "AgentState",
    "Ambiguous",
    "AmbiguousTransition",
    "Assign",
    "Call",
    "Cancel",
    "Chart",
    "ChartAgent",
    "ChartError",
    "ChartFinding",
    "Checkpoint",
    "Choice",
    "Configuration",
    "Data",
    "Decided",
    "DecisionLog",
    "DoneData",
    "Edge",
    "Event",
    "Expr",
    "Fixed",
    "Foreach",
    "If",
    "InvalidChart",
    "Invoke",
    "Log",
    "Machine",
    "Oracle",
    "OracleCall",
    "OracleParams",
    "Raise",
    "Send",
    "SocialAgent",
    "State",
    "StateTransition",
    "Statechart",
    "StatechartConfig",
    "Step",
    "Transition",
    "agents_in_state",
    "analyze",
    "as_chart",
    "column",
    "load_checkpoint",
    "load_scxml",
    "load_xstate",
    "next_trigger",
    "read_scxml",
    "read_xstate",
    "save_checkpoint",
    "social_chart",
    "state_distribution",
    "transition_paths",
    "write_scxml",
]
