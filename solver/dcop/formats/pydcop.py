"""
The YAML of pyDCOP: domains, variables with cost expressions, and constraints by table or expression.

What tells agents where to run (agents, routes, hosting costs, hints) is left out, as are initial values;
external variables keep their initial value for ever. Refused by name: functions with statements or from
another file, which would have to be executed.
"""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, InputWarning
from ..network import CostNetwork
from .expression import Expression, ExpressionError

Table = tuple[tuple[str, ...], NDArray[np.float64]]


def parse(text: str, path: str) -> CostNetwork:
    """The cost network in a text; ``path`` is for messages."""
    return _Parser(text, path).network()


def _yaml() -> Any:
    try:
        import yaml
    except ImportError:
        raise ImportError("pyDCOP's files need PyYAML: pip install 'kempe[yaml]'") from None
    return yaml


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        yaml = _yaml()
        self.path = path
        self.lines: dict[tuple[str, str], int] = {}
        try:
            loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
            root = loader.get_single_node()
            data = None if root is None else loader.construct_document(root)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            line = None if mark is None else mark.line + 1
            raise InputError(
                f"no YAML: {getattr(error, 'problem', error)}", path=path, line=line
            ) from None
        if not isinstance(data, dict):
            raise InputError(
                "expected a mapping with domains, variables and constraints", path=path, line=1
            )
        self.data = data
        for key, section in root.value:
            if isinstance(section, yaml.MappingNode):
                for name, _ in section.value:
                    self.lines[str(key.value), str(name.value)] = name.start_mark.line + 1
        self.domains: dict[str, list[Any]] = {}
        self.of_variable: dict[str, list[Any]] = {}
        self.constants: dict[str, Any] = {}

    def error(self, section: str, name: str, message: str) -> InputError:
        kind = {"variables": "variable", "external_variables": "external variable"}
        what = kind.get(section, section.removesuffix("s"))
        return InputError(
            f"{what} {name}: {message}", path=self.path, line=self.lines.get((section, name))
        )

    def section(self, name: str) -> dict[str, dict[str, Any]]:
        """A part of the file as name to definition; empty if it is missing."""
        found = self.data.get(name) or {}
        if not isinstance(found, dict):
            raise InputError(f"{name}: expected a mapping", path=self.path)
        for key, definition in found.items():
            if not isinstance(definition, dict):
                raise self.error(name, str(key), "expected a mapping")
        return {str(key): definition for key, definition in found.items()}

    def network(self) -> CostNetwork:
        objective = self.data.get("objective")
        if objective not in ("min", "max"):
            raise InputError(f"objective = {objective!r}, expected min or max", path=self.path)
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
        tables = [self.unary(name, definition) for name, definition in variables.items()]
        if noisy := sum("noise_level" in definition for definition in variables.values()):
            warnings.warn(
                f"{self.path}: left out the random noise of {noisy} variables", InputWarning, 5
            )
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
                values = list(range(int(first), int(last) + 1))
            except ValueError:
                raise self.error("domains", name, f"{values[0]!r}, expected two integers") from None
        if not isinstance(values, list) or not values:
            raise self.error("domains", name, "expected a list of values, at least one")
        if len({(type(value), value) for value in values if _is_plain(value)}) < len(values):
            raise self.error("domains", name, "expected distinct texts, numbers or booleans")
        if len({str(value) for value in values}) < len(values):
            raise self.error("domains", name, "two values read alike")
        return values

    def labels(self, section: str, name: str, definition: Mapping[str, Any]) -> list[Any]:
        domain = str(definition.get("domain"))
        if domain not in self.domains:
            raise self.error(section, name, f"unknown domain {domain!r}")
        return self.domains[domain]

    # ----------------------------------------------------------------------------------- functions

    def unary(self, name: str, definition: Mapping[str, Any]) -> Table:
        function = definition.get("cost_function")
        if function is None:
            return (name,), np.zeros(len(self.of_variable[name]))
        scope, table = self.intention("variables", name, str(function))
        if scope not in ((name,), ()):
            raise self.error(
                "variables", name, f"cost_function of {', '.join(scope)}, expected of {name} alone"
            )
        return scope, table

    def constraint(self, name: str, definition: Mapping[str, Any]) -> Table:
        kind = definition.get("type")
        if kind == "intention":
            for key in ("source", "partial"):
                if key in definition:
                    raise self.error("constraints", name, f"{key!r} is not supported")
            return self.intention("constraints", name, str(definition.get("function", "")))
        if kind == "extensional":
            return self.extension(name, definition)
        raise self.error("constraints", name, f"type {kind!r}, expected intention or extensional")

    def intention(self, section: str, name: str, text: str) -> Table:
        try:
            expression = Expression(text)
        except ExpressionError as error:
            raise self.error(section, name, str(error)) from None
        scope = tuple(x for x in expression.names if x not in self.constants)
        for variable in scope:
            if variable not in self.of_variable:
                raise self.error(section, name, f"unknown variable {variable!r}")
        if len(scope) > 2:
            raise self.error(section, name, f"has arity {len(scope)}, expected at most 2")
        domains = [self.of_variable[variable] for variable in scope]
        costs = []
        for values in itertools.product(*domains):
            try:
                cost = expression(self.constants | dict(zip(scope, values, strict=True)))
            except ExpressionError as error:
                at = ", ".join(map(str, values))
                raise self.error(section, name, f"no cost for ({at}): {error}") from None
            costs.append(self.cost(section, name, cost))
        return scope, np.array(costs).reshape([len(domain) for domain in domains])

    def extension(self, name: str, definition: Mapping[str, Any]) -> Table:
        given = definition.get("variables")
        scope = tuple(map(str, given)) if isinstance(given, list) else (str(given).strip(),)
        if len(scope) > 2:
            raise self.error("constraints", name, f"has arity {len(scope)}, expected at most 2")
        for variable in scope:
            if variable not in self.of_variable:
                raise self.error("constraints", name, f"unknown variable {variable!r}")
        if len(set(scope)) < len(scope):
            raise self.error("constraints", name, f"{scope[0]} stands twice in the scope")
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
                if len(words) != len(scope) or any(
                    w not in p for w, p in zip(words, places, strict=True)
                ):
                    shown = assignment.strip()
                    raise self.error(
                        "constraints", name, f"{shown!r}, expected values of {', '.join(scope)}"
                    )
                cell = tuple(place[word] for word, place in zip(words, places, strict=True))
                table[cell] = self.cost("constraints", name, cost)
        if np.isnan(table).any():
            cell = np.argwhere(np.isnan(table))[0].tolist()
            at = ", ".join(list(place)[i] for place, i in zip(places, cell, strict=True))
            raise self.error("constraints", name, f"no cost for ({at}) and no default")
        return scope, table

    def cost(self, section: str, name: str, value: Any) -> float:
        try:
            cost = float(value)
        except (TypeError, ValueError, OverflowError):
            cost = math.nan
        forbidden = -math.inf if self.data["objective"] == "max" else math.inf
        if math.isnan(cost) or (math.isinf(cost) and cost != forbidden):
            raise self.error(section, name, f"cost {value!r}, expected a finite number or {forbidden}")
        return cost


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int, float, bool))


def render(network: CostNetwork, path: str) -> str:
    """A network as YAML; ``path`` is for messages. There is an agent for each variable."""
    names = [str(name) for name in network.names]
    if len(set(names)) < len(names):
        raise InputError("pydcop: two variables have the same name as text", path=path)
    domains: dict[tuple[Any, ...], str] = {}
    for domain in network.domains:
        _check_labels(domain, path)
        domains.setdefault(domain, f"d{len(domains)}")
    constraints: dict[str, Any] = {}
    for i, (scope, table) in enumerate(network.functions()):
        if not scope:
            constraints[f"c{i}"] = {"type": "intention", "function": repr(float(table))}
            continue
        positions = [network.names.index(name) for name in scope]
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
        "domains": {called: {"values": list(domain)} for domain, called in domains.items()},
        "variables": {
            name: {"domain": domains[domain]}
            for name, domain in zip(names, network.domains, strict=True)
        },
        "constraints": constraints,
        "agents": [f"a{v}" for v in range(network.n)],
    }
    text: str = _yaml().safe_dump(data, sort_keys=False, width=100)
    return text


def _short(cost: float) -> float:
    return int(cost) if cost == int(cost if math.isfinite(cost) else 0) else cost


def _check_labels(domain: Sequence[object], path: str) -> None:
    texts = [str(label) for label in domain]
    plain = all(_is_plain(label) for label in domain)
    if not plain or len(set(texts)) < len(texts) or any("|" in t or t.split() != [t] for t in texts):
        raise InputError(
            f"pydcop: values {domain}, expected numbers or words without spaces and |, none alike",
            path=path,
        )
