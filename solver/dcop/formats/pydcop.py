"""
The YAML of pyDCOP: domains, variables with cost expressions, and constraints by table or expression.

The placement of agents (agents, routes, hosting costs, hints) and initial values are ignored; external
variables keep their initial value. Functions with statements or from another file, which would have to
be executed, are refused by name.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, expected, shortened, warn
from ..network import MAX_ARITY, CostNetwork
from .expression import Expression, ExpressionError
from .limits import MAX_VALUES, Totals
from .yaml_subset import dump, load

Table = tuple[tuple[str, ...], NDArray[np.float64]]

#: Nodes of expressions that may be evaluated for one file: some seconds.
MAX_STEPS = 1 << 22


def parse(text: str, path: str) -> CostNetwork:
    """Return the cost network in a text; ``path`` is for messages."""
    return _Parser(text, path).network()


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.totals = Totals(path)
        self.steps = 0
        self.data, self.lines = load(text, path)
        if not isinstance(self.data, dict):
            message = "expected a mapping with domains, variables and constraints"
            raise InputError(message, path=path, line=1)
        self.domains: dict[str, list[Any]] = {}
        self.of_variable: dict[str, list[Any]] = {}
        self.constants: dict[str, Any] = {}

    def error(self, section: str, name: str, message: str) -> InputError:
        kind = {"variables": "variable", "external_variables": "external variable"}
        what = kind.get(section, section.removesuffix("s"))
        shown = name if len(name) <= 60 else f"{name[:57]}..."
        line = self.lines.get((section, name))
        return InputError(f"{what} {shown}: {message}", path=self.path, line=line)

    def section(self, name: str) -> dict[str, dict[str, Any]]:
        """Return a part of the file as name to definition; empty if it is missing."""
        definitions = self.data.get(name) or {}
        if not isinstance(definitions, dict):
            raise InputError(f"{name}: expected a mapping", path=self.path)
        for key, definition in definitions.items():
            if not isinstance(definition, dict):
                raise self.error(name, str(key), "expected a mapping")
        return {str(key): definition for key, definition in definitions.items()}

    def network(self) -> CostNetwork:
        objective = self.data.get("objective")
        if objective not in ("min", "max"):
            raise expected("objective", objective, "min or max", path=self.path)
        sign = 1.0 if objective == "min" else -1.0
        for name, definition in self.section("domains").items():
            self.domains[name] = self.domain(name, definition)
        for name, definition in self.section("external_variables").items():
            labels = self.labels("external_variables", name, definition)
            if definition.get("initial_value") not in labels:
                raise self.error("external_variables", name, "expected an initial_value of its domain")
            self.constants[name] = definition["initial_value"]
        variables = self.section("variables")
        for name, definition in variables.items():
            self.of_variable[name] = self.labels("variables", name, definition)
            self.totals.add_values(f"variable {name}", len(self.of_variable[name]))
        tables = [self.unary(name, definition) for name, definition in variables.items()]
        if noisy := sum("noise_level" in definition for definition in variables.values()):
            warn(f"{self.path}: left out the random noise of {noisy} variables")
        tables += [self.constraint(*item) for item in self.section("constraints").items()]
        return CostNetwork(
            self.of_variable.values(),
            [(scope, sign * table + 0.0) for scope, table in tables],
            names=self.of_variable,
        )

    def domain(self, name: str, definition: Mapping[str, Any]) -> list[Any]:
        values = definition.get("values")
        if isinstance(values, list) and len(values) == 1 and ".." in str(values[0]):
            first, _, last = str(values[0]).partition("..")
            try:
                bounds = int(first), int(last)
            except ValueError:
                bounds = 0, MAX_VALUES
            if bounds[1] - bounds[0] >= MAX_VALUES:
                legal = f"two integers, at most {MAX_VALUES} apart"
                raise self.error("domains", name, f"{shortened(values[0])}: expected {legal}")
            values = list(range(bounds[0], bounds[1] + 1))
        if not isinstance(values, list) or not values:
            raise self.error("domains", name, "expected a list of values, at least one")
        if len({(type(value), value) for value in values if _is_plain(value)}) < len(values):
            raise self.error("domains", name, "expected distinct texts, numbers or booleans")
        if len({str(value) for value in values}) < len(values):
            raise self.error("domains", name, "expected values that differ as text")
        return values

    def labels(self, section: str, name: str, definition: Mapping[str, Any]) -> list[Any]:
        domain = str(definition.get("domain"))
        if domain not in self.domains:
            raise self.error(section, name, f"domain = {shortened(domain)}: expected a name of domains")
        return self.domains[domain]

    # ----------------------------------------------------------------------------------- functions

    def unary(self, name: str, definition: Mapping[str, Any]) -> Table:
        function = definition.get("cost_function")
        if function is None:
            return (name,), np.zeros(len(self.of_variable[name]))
        scope, table = self.intention("variables", name, str(function))
        if scope not in ((name,), ()):
            message = f"cost_function of {shortened(scope)}: expected of {name} alone"
            raise self.error("variables", name, message)
        return scope, table

    def constraint(self, name: str, definition: Mapping[str, Any]) -> Table:
        kind = definition.get("type")
        if kind == "intention":
            for key in ("source", "partial"):
                if key in definition:
                    raise self.error("constraints", name, f"{key!r}: expected an expression instead")
            return self.intention("constraints", name, str(definition.get("function", "")))
        if kind == "extensional":
            return self.extension(name, definition)
        message = f"type = {shortened(kind)}: expected intention or extensional"
        raise self.error("constraints", name, message)

    def intention(self, section: str, name: str, text: str) -> Table:
        try:
            expression = Expression(text)
        except ExpressionError as error:
            raise self.error(section, name, str(error)) from None
        scope = tuple(x for x in expression.names if x not in self.constants)
        self.check_scope(section, name, scope)
        domains = [self.of_variable[variable] for variable in scope]
        shape = [len(domain) for domain in domains]
        self.totals.add_table(f"{section.removesuffix('s')} {name}", shape)
        self.steps += expression.size * math.prod(shape)
        if self.steps > MAX_STEPS:
            legal = f"expressions and domains with at most {MAX_STEPS} operations in all"
            raise self.error(section, name, f"expected {legal}")
        costs = []
        for values in itertools.product(*domains):
            try:
                cost = expression(self.constants | dict(zip(scope, values, strict=True)))
            except ExpressionError as error:
                at = ", ".join(map(shortened, values))
                raise self.error(section, name, f"cost of ({at}): {error}") from None
            costs.append(self.cost(section, name, cost))
        return scope, np.array(costs, np.float64).reshape(shape)

    def check_scope(self, section: str, name: str, scope: Sequence[str]) -> None:
        for variable in scope:
            if variable not in self.of_variable:
                raise self.error(
                    section, name, f"variable = {shortened(variable)}: expected a known one"
                )
        if len(scope) > MAX_ARITY:
            raise self.error(section, name, f"arity = {len(scope)}: expected at most {MAX_ARITY}")
        if len(set(scope)) < len(scope):
            raise self.error(section, name, f"{scope[0]} twice: expected distinct variables")

    def extension(self, name: str, definition: Mapping[str, Any]) -> Table:
        given = definition.get("variables")
        scope = tuple(map(str, given)) if isinstance(given, list) else (str(given).strip(),)
        self.check_scope("constraints", name, scope)
        self.totals.add_table(f"constraint {name}", [len(self.of_variable[x]) for x in scope])
        places = [{str(label): i for i, label in enumerate(self.of_variable[x])} for x in scope]
        default = definition.get("default")
        filling = math.nan if default is None else self.cost("constraints", name, default)
        table = np.full([len(domain) for domain in places], filling)
        values = definition.get("values") or {}
        if not isinstance(values, dict):
            raise self.error("constraints", name, "values: expected a mapping of costs to assignments")
        for cost, assignments in values.items():
            for assignment in str(assignments).split("|"):
                words = assignment.split()
                pairs = zip(words, places, strict=False)
                if len(words) != len(scope) or any(word not in place for word, place in pairs):
                    legal = f"values of {', '.join(scope)}"
                    message = f"{shortened(assignment.strip())}: expected {legal}"
                    raise self.error("constraints", name, message)
                cell = tuple(place[word] for word, place in zip(words, places, strict=True))
                table[cell] = self.cost("constraints", name, cost)
        if np.isnan(table).any():
            cell = np.argwhere(np.isnan(table))[0].tolist()
            at = ", ".join(list(place)[i] for place, i in zip(places, cell, strict=True))
            raise self.error("constraints", name, f"({at}): expected a cost, or a default")
        return scope, table

    def cost(self, section: str, name: str, value: Any) -> float:
        try:
            cost = float(value)
        except (TypeError, ValueError, OverflowError):
            cost = math.nan
        forbidden = -math.inf if self.data["objective"] == "max" else math.inf
        if math.isnan(cost) or (math.isinf(cost) and cost != forbidden):
            message = f"cost = {shortened(value)}: expected a finite number or {forbidden}"
            raise self.error(section, name, message)
        return cost


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int, float, bool))


def render(network: CostNetwork, path: str) -> str:
    """Return a network as YAML, with an agent for each variable; ``path`` is for messages."""
    names = [str(name) for name in network.names]
    if len(set(names)) < len(names):
        raise InputError("pydcop: expected variables whose names differ as text", path=path)
    domains: dict[tuple[Any, ...], str] = {}
    for domain in network.domains:
        _check_labels(domain, path)
        domains.setdefault(domain, f"d{len(domains)}")
    constraints: dict[str, Any] = {}
    position = {name: v for v, name in enumerate(network.names)}
    for i, (scope, table) in enumerate(network.functions()):
        if not scope:
            constraints[f"c{i}"] = {"type": "intention", "function": repr(float(table))}
            continue
        positions = [position[name] for name in scope]
        rows: dict[float, list[str]] = {}
        for cell in np.ndindex(table.shape):
            words = [str(network.domains[v][x]) for v, x in zip(positions, cell, strict=True)]
            rows.setdefault(_short(float(table[cell])), []).append(" ".join(words))
        constraints[f"c{i}"] = {
            "type": "extensional",
            "variables": [names[v] for v in positions],
            "values": {cost: " | ".join(assignments) for cost, assignments in rows.items()},
        }
    data = {
        "name": "kempe",
        "objective": "min",
        "domains": {key: {"values": list(domain)} for domain, key in domains.items()},
        "variables": {
            name: {"domain": domains[domain]}
            for name, domain in zip(names, network.domains, strict=True)
        },
        "constraints": constraints,
        "agents": [f"a{v}" for v in range(network.n)],
    }
    return dump(data)


def _short(cost: float) -> float:
    return int(cost) if cost == int(cost if math.isfinite(cost) else 0) else cost


def _check_labels(domain: Sequence[object], path: str) -> None:
    texts = [str(label) for label in domain]
    plain = all(_is_plain(label) for label in domain)
    if not plain or len(set(texts)) < len(texts) or any("|" in t or t.split() != [t] for t in texts):
        legal = "numbers or words without spaces and |, which differ as text"
        raise expected("pydcop: values", domain, legal, path=path)
