"""The supported elements and attributes of SCXML; others are refused by name."""

from __future__ import annotations

from .definition import Kind

NAMESPACE = "http://www.w3.org/2005/07/scxml"
EXTENSION = "urn:kempe:scxml"
#: Names of data models: that of the project, and those whose common subset is accepted.
DATAMODELS = ("cel", "null", "ecmascript")

#: Kind of state of each element that is a state.
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
        *("event", "eventexpr", "target", "targetexpr", "type", "typeexpr", "id", "idlocation"),
        *("delay", "delayexpr", "namelist"),
    },
    "cancel": {"sendid", "sendidexpr"},
    "invoke": {"type", "typeexpr", "src", "srcexpr", "id", "idlocation", "namelist", "autoforward"},
    "finalize": set[str](),
}
#: Attributes of the namespace of the project.
EXTENSIONS = {
    "transition": {"after", "oracle", "exact"},
    "scxml": {"selection", "rules"},
    "invoke": {"function"},
}
#: Children of each element, apart from executable content.
CHILDREN = {
    "scxml": {"state", "parallel", "final", "datamodel", "initial"},
    "state": {*KINDS, "onentry", "onexit", "transition", "initial", "datamodel", "invoke"},
    "parallel": {
        *("state", "parallel", "history", "onentry", "onexit", "transition", "datamodel", "invoke"),
    },
    "invoke": {"content", "param", "finalize"},
    "final": {"onentry", "onexit", "donedata"},
    "history": {"transition"},
    "initial": {"transition"},
    "datamodel": {"data"},
    "donedata": {"content", "param"},
    "send": {"content", "param"},
}
#: Elements of executable content.
EXECUTABLE = {"raise", "if", "foreach", "log", "assign", "send", "cancel"}
#: Elements that contain executable content.
EXECUTABLE_PARENTS = {"onentry", "onexit", "transition", "if", "foreach", "finalize"}
#: Elements in which children of other namespaces are ignored; elsewhere they are refused.
REMARKS = {"scxml", "state", "parallel", "final", "history", "datamodel"}
#: Namespaces that are always refused: inclusion, and the templates of SCXML's test suite.
MEANING = {"http://www.w3.org/2001/XInclude", "http://www.w3.org/2005/scxml-conformance"}
