"""The elements and attributes of SCXML that are supported: what is not listed is refused by name."""

from __future__ import annotations

from .definition import Kind
from .execution import PROCESSOR

NAMESPACE = "http://www.w3.org/2005/07/scxml"
EXTENSION = "urn:kempe:scxml"
PROCESSORS = ("scxml", PROCESSOR)
#: Names of data models: the project's own, and those of which it takes what means the same.
DATAMODELS = ("cel", "null", "ecmascript")

#: Elements that are states, and what kind of state.
KINDS: dict[str, Kind] = {
    "state": "state",
    "parallel": "parallel",
    "final": "final",
    "history": "history",
}
#: Attributes of each element.
ATTRIBUTES = {
    "scxml": {"initial", "name", "version", "datamodel", "binding", "exmode"},
    "state": {"id", "initial"},
    "parallel": {"id"},
    "final": {"id"},
    "history": {"id", "type"},
    "initial": set[str](),
    "transition": {"event", "cond", "target", "type"},
    "onentry": set[str](),
    "onexit": set[str](),
    "datamodel": set[str](),
    "data": {"id", "expr"},
    "donedata": set[str](),
    "content": {"expr"},
    "param": {"name", "expr", "location"},
    "raise": {"event"},
    "if": {"cond"},
    "elseif": {"cond"},
    "else": set[str](),
    "foreach": {"array", "item", "index"},
    "log": {"label", "expr"},
    "assign": {"location", "expr"},
    "send": {
        *("event", "eventexpr", "target", "targetexpr", "type", "id", "idlocation"),
        *("delay", "delayexpr", "namelist"),
    },
    "cancel": {"sendid", "sendidexpr"},
}
#: Elements within each element, apart from executable content.
CHILDREN = {
    "scxml": {"state", "parallel", "final", "datamodel", "initial"},
    "state": {*KINDS, "onentry", "onexit", "transition", "initial", "datamodel"},
    "parallel": {"state", "parallel", "history", "onentry", "onexit", "transition", "datamodel"},
    "final": {"onentry", "onexit", "donedata"},
    "history": {"transition"},
    "initial": {"transition"},
    "datamodel": {"data"},
    "donedata": {"content", "param"},
    "send": {"content", "param"},
}
#: Elements of executable content.
EXECUTABLE = {"raise", "if", "foreach", "log", "assign", "send", "cancel"}
#: Where elements of other namespaces are taken for remarks; elsewhere they are refused.
REMARKS = {"scxml", "state", "parallel", "final", "history", "datamodel"}
#: Namespaces that are no remarks anywhere: inclusion, and the templates of SCXML's own test suite.
MEANING = {"http://www.w3.org/2001/XInclude", "http://www.w3.org/2005/scxml-conformance"}
