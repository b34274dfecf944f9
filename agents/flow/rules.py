"""
The table of rules of the compiler, for messages, help and tests.

Codes are stable and never reused. Hundreds: 0xx syntax of a document, 1xx names and references, 2xx
nodes, 3xx the shape of the graph, 4xx guards, 5xx answers.
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import Finding


class Rule(NamedTuple):
    """General message and severity."""

    code: str
    title: str
    severity: str = "error"


_TABLE = (
    Rule("FLOW001", "the document is not a JSON object, or nested too deeply"),
    Rule("FLOW002", "a required field is missing"),
    Rule("FLOW003", "a field is unknown"),
    Rule("FLOW004", "a value has the wrong type or is out of range"),
    Rule("FLOW005", "a node has an unknown type"),
    Rule("FLOW006", "the version is unknown"),
    Rule("FLOW007", "the flow is too large"),
    Rule("FLOW101", "two nodes of a graph have the same id"),
    Rule("FLOW102", "two questions of a graph have the same key"),
    Rule("FLOW103", "a key is asked for differently in graphs that share answers", "warning"),
    Rule("FLOW104", "a name is empty or reserved"),
    Rule("FLOW105", "an edge starts nowhere"),
    Rule("FLOW106", "an edge leads nowhere"),
    Rule("FLOW107", "__exit__ is used outside of a subgraph"),
    Rule("FLOW108", "a subgraph does not exist"),
    Rule("FLOW109", "the graph has no entry, and it is not evident"),
    Rule("FLOW110", "the entry does not exist"),
    Rule("FLOW111", "an action is not registered"),
    Rule("FLOW112", "a validator is not registered"),
    Rule("FLOW113", "a key is not asked for anywhere"),
    Rule("FLOW114", "a subgraph is never used", "warning"),
    Rule("FLOW115", "a key cannot be read by guards", "warning"),
    Rule("FLOW116", "a text has a placeholder for what is not asked"),
    Rule("FLOW117", "an upgrade leads to a node or a key that does not exist"),
    Rule("FLOW201", "a question has no key"),
    Rule("FLOW202", "a question has no prompt"),
    Rule("FLOW203", "a subgraph node has no ref"),
    Rule("FLOW204", "an action node names no action"),
    Rule("FLOW205", "a terminal has outgoing edges", "warning"),
    Rule("FLOW206", "what an answer may be contradicts itself"),
    Rule("FLOW207", "mappings have no effect on a shared scope"),
    Rule("FLOW208", "an edge waits for something that its node cannot cause"),
    Rule("FLOW209", "a decision has no way on"),
    Rule("FLOW210", "an assignment sets nothing"),
    Rule("FLOW211", "a repeated subgraph shares its answers"),
    Rule("FLOW212", "a limit has no effect on answers of this type", "warning"),
    Rule("FLOW301", "a node cannot be reached"),
    Rule("FLOW302", "from a node no end can be reached"),
    Rule("FLOW303", "the flow ends here without a terminal"),
    Rule("FLOW304", "a cycle asks nothing: it could run forever"),
    Rule("FLOW305", "a cycle, and policies.allow_cycles is not set"),
    Rule("FLOW306", "a subgraph calls itself, and policies.allow_recursion is not set"),
    Rule("FLOW307", "a subgraph never exits", "warning"),
    Rule("FLOW308", "no terminal can be reached", "warning"),
    Rule("FLOW309", "questions wait for each other"),
    Rule("FLOW310", "a question depends on an answer that is asked later or elsewhere"),
    Rule("FLOW311", "a cycle runs actions and asks nothing", "warning"),
    Rule("FLOW312", "a cycle asks nothing the second time: its answers are known", "warning"),
    Rule("FLOW401", "a guard is illegal"),
    Rule("FLOW402", "a guard reads what does not exist"),
    Rule("FLOW403", "predicates call each other in a circle"),
    Rule("FLOW404", "a node has two else-edges"),
    Rule("FLOW405", "an else-edge is not the last"),
    Rule("FLOW406", "two guards may be true at once", "warning"),
    Rule("FLOW407", "nobody can say whether two guards exclude each other", "warning"),
    Rule("FLOW408", "a decision has a case without an edge", "warning"),
    Rule("FLOW409", "an edge stands behind others, one of which is always taken"),
    Rule("FLOW410", "a guard is never true"),
    Rule("FLOW411", "a predicate has the name of a built-in one"),
    Rule("FLOW412", "a guard is too expensive with its predicates"),
    Rule("FLOW413", "an answer is read where nothing has asked for it", "warning"),
    Rule("FLOW414", "an answer is compared with a value that it cannot have"),
    Rule("FLOW415", "a field of ctx resembles another", "warning"),
    Rule("FLOW416", "the flow is too large to be examined in full", "warning"),
    Rule("FLOW501", "a one-of group cannot be satisfied"),
    Rule("FLOW502", "an alternative of a one-of group contains another", "warning"),
    Rule("FLOW503", "a constraint reads no answer"),
    Rule("FLOW504", "an action is declared without this result or argument"),
    Rule("FLOW505", "a result or a value has another type than the answer it sets"),
    Rule("FLOW506", "an argument of an action looks like an expression", "warning"),
)

RULES = {rule.code: rule for rule in _TABLE}


class Findings:
    """Collection of findings without duplicates."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Finding] = {}
        self._muted: set[str] = set()
        self._guessed: set[str] = set()

    def add(self, code: str, pointer: str, message: str, severity: str | None = None) -> None:
        """Report a broken rule at a JSON pointer, with the severity of the rule or another."""
        if pointer in self._guessed or (self._muted and self._is_muted(pointer)):
            return
        finding = Finding(code, pointer, message, severity or RULES[code].severity)
        self._found.setdefault((pointer, code, message), finding)

    def mute(self, pointer: str) -> None:
        """Ignore further findings at a JSON pointer and below: the part is a placeholder."""
        self._muted.add(pointer)

    def guessed(self, pointer: str) -> None:
        """Ignore further findings at a JSON pointer, not below: the type of the part is a guess."""
        self._guessed.add(pointer)

    def _is_muted(self, pointer: str) -> bool:
        while pointer:
            if pointer in self._muted:
                return True
            pointer = pointer.rpartition("/")[0]
        return False

    @property
    def incomplete(self) -> bool:
        """Whether parts of the document are placeholders or guesses."""
        return bool(self._muted or self._guessed)

    def extend(self, other: Findings) -> None:
        """Add the findings of another pass."""
        for finding in other._found.values():
            self.add(finding.code, finding.location, finding.message, finding.severity)

    def sorted(self) -> list[Finding]:
        """Return the findings: errors before warnings, then by location."""
        order = {"error": 0, "warning": 1}
        return sorted(
            self._found.values(),
            key=lambda f: (order[f.severity], _natural(f.location), f.code, f.message),
        )

    @property
    def errors(self) -> list[Finding]:
        """Findings without warnings."""
        return [finding for finding in self.sorted() if finding.severity == "error"]


def _natural(pointer: str) -> list[tuple[int, int, str]]:
    """Return a sort key with /nodes/10 after /nodes/9."""
    parts = pointer.split("/")
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def pointer(*parts: str | int) -> str:
    """Return a JSON pointer (RFC 6901); without parts, that of the whole document: ``""``."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in parts)
