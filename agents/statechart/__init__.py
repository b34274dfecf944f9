"""
Statecharts for behavior: flat charts, Harel's whole set, and an oracle for what the rules leave open.

A flat chart moves agents of an enum's states (:class:`Statechart`, :class:`ChartAgent`).
"""

from __future__ import annotations

from .agent import ChartAgent, SocialAgent
from .columns import column
from .config import StatechartConfig
from .errors import AmbiguousTransition, ChartError, InvalidChart
from .oracle import Oracle, OracleCall, OracleParams
from .queries import agents_in_state, state_distribution
from .social import SOCIAL_TRANSITIONS, next_trigger, social_chart
from .statechart import Statechart
from .states import AgentState
from .transitions import NEEDS_ORACLE, Ambiguous, Decided, StateTransition, Transition

__all__ = [
    "NEEDS_ORACLE",
    "SOCIAL_TRANSITIONS",
    "AgentState",
    "Ambiguous",
    "AmbiguousTransition",
    "ChartAgent",
    "ChartError",
    "Decided",
    "InvalidChart",
    "Oracle",
    "OracleCall",
    "OracleParams",
    "SocialAgent",
    "StateTransition",
    "Statechart",
    "StatechartConfig",
    "Transition",
    "agents_in_state",
    "column",
    "next_trigger",
    "social_chart",
    "state_distribution",
]
