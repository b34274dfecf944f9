"""
The errors of charts, and the codes of rules for charts.

    KempeError
    ├── InvalidChart (DefinitionError, ValueError)  a chart is ill-formed; carries every finding
    ├── AmbiguousTransition   a chart with ``selection="error"`` has two enabled targets
    └── ChartError            an event could not be processed; nothing has changed
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import DefinitionError, Finding, KempeError

#: Rules; with a code below 100 a chart is refused, from 100 on it is suspicious.
RULES = {
    "CHART001": "the document can be read",
    "CHART002": "only supported constructs are used",
    "CHART003": "a state's id is there, and there once",
    "CHART004": "a target is a state of the chart",
    "CHART005": "an initial state is a descendant of the state it belongs to",
    "CHART006": "states are nested as their kinds allow",
    "CHART007": "guards and expressions are legal",
    "CHART008": "what is assigned to is declared",
    "CHART009": "a trigger is a name",
    "CHART010": "an oracle has something to choose from",
    "CHART011": "a transition's targets can be active together",
    "CHART012": "settings have legal values",
    "CHART013": "a chart in batch has guards made of columns, and no actions",
    "CHART101": "every state can be reached",
    "CHART102": "every transition can fire",
    "CHART103": "every state that is not final can be left",
    "CHART104": "no two transitions of a state are enabled together",
    "CHART105": "eventless transitions come to an end",
    "CHART106": "a transition that asks the oracle has a rival",
    "CHART107": "the analysis has looked at all configurations",
    "CHART108": "a final state can be reached from every state",
    "CHART109": "some transition takes every event that the chart raises or sends to itself",
    "CHART110": "every history is the target of a transition",
    "CHART111": "guards of one state and event leave no gap between them",
    "CHART112": "a state that In asks for exists",
    "CHART113": "a send that is canceled, and a service whose event is awaited, exist",
    "CHART114": "assigned variables are declared",
}


class InvalidChart(DefinitionError, ValueError):
    """
    A chart is ill-formed.

    Attributes
    ----------
    findings
        All errors; the codes are those of :data:`RULES`.
    """

    def __init__(self, name: str, findings: Sequence[Finding]) -> None:
        count = f"{len(findings)} errors" if len(findings) > 1 else "1 error"
        super().__init__(f"{name}: {count}", findings)


class AmbiguousTransition(KempeError):
    """
    A chart that forbids open choices has one; the agent has not moved.

    Attributes
    ----------
    state, trigger, options
        State, event and targets of the choice.
    """

    def __init__(self, state: str, trigger: str, options: Sequence[str]) -> None:
        self.state = state
        self.trigger = trigger
        self.options = tuple(options)
        targets = ", ".join(self.options)
        super().__init__(
            f"{trigger} in state {state}: {len(options)} transitions are enabled, to {targets}"
        )


class ChartError(KempeError):
    """
    An event could not be processed; the configuration is unchanged.

    Attributes
    ----------
    trace
        Entries of the trace until the error.
    """

    def __init__(self, message: str, trace: Sequence[object] = ()) -> None:
        self.trace = tuple(trace)
        super().__init__(message)
