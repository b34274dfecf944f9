"""
The cfn format of toulbar2: a cost function network in JSON, read as loosely as toulbar2 does.

The names of the fields of the problem and of the whole may be missing. Functions have a scope and a
table, dense or of tuples beside a default cost, or the name of a function whose table they share; of
those given by a keyword, the arithmetic ones on two variables are read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, expected, shortened
from ..network import MAX_ARITY, CostNetwork
from .arithmetic import PARAMETERS, table_of
from .brackets import Group, Word, tree
from .limits import MAX_VALUES, Totals

Item = Word | Group


@dataclass(frozen=True)
class _Function:
    """A cost function whose scope is known and whose table is still text."""

    name: str
    scope: list[int]
    fields: dict[str, Item]
    group: Group


def parse(text: str, path: str) -> CostNetwork:
    """Return the cost network in a text; ``path`` is for messages."""
    return _Parser(text, path).network()


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self.totals = Totals(path)
        self.index: dict[str, int] = {}
        self.labels: list[Sequence[str | int]] = []
        self.sources: dict[int, _Function] = {}

    def line(self, item: Item) -> int:
        return self.text.count("\n", 0, item.at) + 1

    def error(self, message: str, item: Item) -> InputError:
        return InputError(message, path=self.path, line=self.line(item))

    def expected(self, what: str, value: object, legal: str, item: Item) -> InputError:
        return expected(what, value, legal, path=self.path, line=self.line(item))

    # --------------------------------------------------------------------------------------- items

    def fields(self, group: Group, tags: Sequence[str]) -> list[Item]:
        """Return the values of an object whose tags have a fixed order and may all be missing."""
        items = group.parts()
        words = [item.text if isinstance(item, Word) else None for item in items]
        if words[::2] == list(tags) and len(items) == 2 * len(tags):
            return items[1::2]
        if len(items) == len(tags):
            return items
        raise self.error(f"expected {', '.join(tags)}", group)

    def group(self, item: Item, what: str) -> Group:
        if not isinstance(item, Group):
            raise self.expected(what, item.text, "a list", item)
        return item

    def word(self, item: Item, what: str) -> str:
        if not isinstance(item, Word):
            raise self.error(f"{what}: expected a word, not a list", item)
        return item.text

    def number(self, item: Item, what: str) -> float:
        word = self.word(item, what)
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            raise self.expected(what, word, "a number", item)
        return value

    def integer(self, item: Item, what: str) -> int:
        value = self.number(item, what)
        if not 1 <= abs(value) <= MAX_VALUES or value != int(value):
            legal = f"an integer other than 0, at most {MAX_VALUES} in absolute value"
            raise self.expected(what, self.word(item, what), legal, item)
        return int(value)

    def named(self, group: Group, what: str) -> Iterator[tuple[str, Item]]:
        """Yield names and contents of an object, or numbers and contents of an array."""
        items = group.parts()
        if items and (isinstance(items[0], Group) or _is_number(items[0].text)):
            yield from ((str(i), item) for i, item in enumerate(items))
            return
        if len(items) % 2:
            raise self.error(f"{what}: expected contents after the last name", items[-1])
        for name, item in zip(items[::2], items[1::2], strict=True):
            yield self.word(name, what), item

    # --------------------------------------------------------------------------------- the problem

    def network(self) -> CostNetwork:
        whole = tree(self.text, self.path)
        problem, variables, functions = self.fields(whole, ("problem", "variables", "functions"))
        _, bound = self.fields(self.group(problem, "problem"), ("name", "mustbe"))
        word = self.word(bound, "mustbe")
        if word[:1] not in ("<", ">"):
            raise self.expected("mustbe", word, "< or > and a number", bound)
        sign = 1.0 if word[0] == "<" else -1.0
        upper_bound = sign * self.number(Word(word[1:], bound.at), "mustbe")
        for name, item in self.named(self.group(variables, "variables"), "variables"):
            if name in self.index:
                raise self.expected("variable", name, "distinct names", item)
            self.index[name] = len(self.labels)
            self.labels.append(self.domain(name, item))
        # Names of functions may repeat; a table is shared by the last that has the name.
        functions_of: dict[str, _Function] = {}
        listed = []
        for name, item in self.named(self.group(functions, "functions"), "functions"):
            function = self.function(name, self.group(item, f"function {name!r}"))
            functions_of[name] = function
            listed.append(function)
        names = list(self.index)
        tables = [
            ([names[v] for v in function.scope], _costs(sign * self.table(function, functions_of)))
            for function in listed
        ]
        return CostNetwork(self.labels, tables, names=names, upper_bound=upper_bound)

    def domain(self, name: str, item: Item) -> Sequence[str | int]:
        what = f"domain of {shortened(name)}"
        if isinstance(item, Group):
            labels = [self.word(label, what) for label in item.parts()]
            if not labels or len(set(labels)) < len(labels):
                raise self.expected(what, labels, "distinct values, at least one", item)
            self.totals.add_values(what, len(labels), self.line(item))
            return labels
        # A negative size marks a domain that toulbar2 need not list.
        size = abs(self.integer(item, what))
        self.totals.add_values(what, size, self.line(item))
        return range(size)

    # -------------------------------------------------------------------------------- one function

    def function(self, name: str, group: Group) -> _Function:
        shown = shortened(name)
        items = group.parts()
        if len(items) % 2:
            raise self.error(f"function {shown}: expected contents after the last field", group)
        fields = {
            self.word(tag, f"function {shown}"): item
            for tag, item in zip(items[::2], items[1::2], strict=True)
        }
        if "scope" not in fields:
            raise self.error(f"function {shown}: expected a scope", group)
        variables = self.group(fields["scope"], f"scope of {shown}").parts()
        if "type" in fields:
            kind = self.word(fields["type"], f"type of {shown}")
            if kind not in PARAMETERS or len(variables) != 2:
                raise self.expected(f"function {shown}: global function", kind, "a table", group)
        if len(variables) > MAX_ARITY:
            legal = f"at most {MAX_ARITY}"
            raise self.expected(f"arity of function {shown}", len(variables), legal, group)
        scope = []
        for item in variables:
            word = self.word(item, f"scope of {shown}")
            position = self.index.get(word, _position(word, len(self.labels)))
            if position < 0:
                raise self.expected(f"scope of {shown}", word, "a variable", item)
            scope.append(position)
        if len(set(scope)) < len(scope):
            raise self.error(f"scope of {shown}: expected distinct variables", group)
        return _Function(name, scope, fields, group)

    def table(self, function: _Function, others: Mapping[str, _Function]) -> NDArray[np.float64]:
        name = shortened(function.name)
        shape = self.shape(function)
        self.totals.add_table(f"function {name}", shape, self.line(function.group))
        source = self.source(function, others)
        fields = source.fields
        if "type" in fields:
            given = self.group(fields.get("params", Group([], source.group.at)), f"params of {name}")
            parameters = [self.number(item, f"params of {name}") for item in given.words()]
            kind = self.word(fields["type"], "type")
            if len(parameters) != PARAMETERS[kind]:
                count = len(parameters)
                raise self.expected(f"number of params of {name}", count, f"{PARAMETERS[kind]}", given)
            return table_of(kind, shape[0], shape[1], parameters)
        costs = self.group(fields["costs"], f"costs of {name}")
        if "defaultcost" in fields:
            return self.sparse(source, shape, costs)
        try:
            numbers = costs.numbers()
        except ValueError:
            numbers = np.full(1, math.nan)
        if np.isnan(numbers).any():
            numbers = np.array([self.number(item, f"costs of {name}") for item in costs.words()])
        if len(numbers) != math.prod(shape):
            raise self.expected(f"number of costs of {name}", len(numbers), f"{math.prod(shape)}", costs)
        return numbers.reshape(shape)

    def shape(self, function: _Function) -> tuple[int, ...]:
        return tuple(len(self.labels[v]) for v in function.scope)

    def source(self, function: _Function, others: Mapping[str, _Function]) -> _Function:
        """Return the function with the table of a function, following shared ones; by default itself."""
        passed, source = [function], function
        while id(source) not in self.sources and "type" not in source.fields:
            name = shortened(source.name)
            costs = source.fields.get("costs")
            if costs is None:
                raise self.error(f"function {name}: expected costs", source.group)
            if isinstance(costs, Group):
                break
            other = others.get(costs.text)
            if other is None or other.group.at <= source.group.at:
                raise self.expected(f"costs of {name}", costs.text, "a list or a later function", costs)
            if self.shape(other) != self.shape(source):
                what = f"costs of {name}: shape of {shortened(costs.text)}"
                raise self.expected(what, self.shape(other), f"{self.shape(source)}", costs)
            source = other
            passed.append(source)
        source = self.sources.get(id(source), source)
        self.sources |= {id(each): source for each in passed}
        return source

    def sparse(self, function: _Function, shape: tuple[int, ...], costs: Group) -> NDArray[np.float64]:
        name = shortened(function.name)
        items = costs.words()
        table = np.full(shape, self.number(function.fields["defaultcost"], f"defaultcost of {name}"))
        width = len(shape) + 1
        if len(items) % width:
            raise self.error(f"costs of {name}: expected tuples of {width} words", function.group)
        places = [{str(label): i for i, label in enumerate(self.labels[v])} for v in function.scope]
        for i in range(0, len(items), width):
            labels = zip(function.scope, places, items[i : i + width - 1], strict=True)
            cell = tuple(self.value(name, v, place, item) for v, place, item in labels)
            table[cell] = self.number(items[i + width - 1], f"costs of {name}")
        return table

    def value(self, name: str, v: int, places: Mapping[str, int], item: Word) -> int:
        position = places.get(item.text, _position(item.text, len(self.labels[v])))
        if position < 0:
            raise self.expected(f"costs of {name}", item.text, f"a value of variable {v}", item)
        return position


def _position(word: str, length: int) -> int:
    """Return a word as a position below ``length``, or -1."""
    is_position = word.isascii() and word.isdecimal() and len(word) < 10 and int(word) < length
    return int(word) if is_position else -1


def _costs(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Let both infinities forbid, and turn -0 into 0."""
    return np.where(np.isinf(table), math.inf, table + 0.0)


def _is_number(word: str) -> bool:
    return word[:1] in tuple("0123456789-.+")


def render(network: CostNetwork, path: str) -> str:
    """Return a network as JSON; ``path`` is for messages."""
    import json

    names = [_checked_name(str(name), path) for name in network.names]
    # A number would be read as the position of a variable.
    if any(_is_number(name) for name in names):
        names = [f"x{v}" for v in range(network.n)]
    if len(set(names)) < len(names):
        raise InputError("cfn: expected variables whose names differ as text", path=path)
    tables = network.functions()
    position = {name: v for v, name in enumerate(network.names)}
    bound = network.upper_bound
    if math.isinf(bound):
        finite = [table[np.isfinite(table)] for _, table in tables]
        bound = math.floor(sum(costs.max() for costs in finite if costs.size)) + 1
    variables = [
        f"{json.dumps(name)}: {_domain(domain, path)}"
        for name, domain in zip(names, network.domains, strict=True)
    ]
    functions = []
    for i, (scope, table) in enumerate(tables):
        variables_of = [names[position[name]] for name in scope]
        costs = ", ".join(_decimal(cost) for cost in table.ravel().tolist())
        functions.append(f'"f{i}": {{"scope": {json.dumps(variables_of)}, "costs": [{costs}]}}')
    digits = max((_digits(_decimal(c)) for _, t in tables for c in t.ravel().tolist()), default=0)
    return "\n".join(
        [
            f'{{"problem": {{"name": "kempe", "mustbe": "<{_decimal(bound, digits)}"}},',
            '"variables": {' + ",\n  ".join(variables) + "},",
            '"functions": {' + ",\n  ".join(functions) + "}}\n",
        ]
    )


def _checked_name(name: str, path: str) -> str:
    if not name or re.search(r'[\s/#\[\]{}:,"]', name):
        raise expected("cfn: name", name, "a word without any of /#[]{}:,", path=path)
    return name


def _domain(domain: Sequence[object], path: str) -> str:
    import json

    labels = [str(label) for label in domain]
    if labels == [str(x) for x in range(len(labels))]:
        return str(len(labels))
    if len(set(labels)) < len(labels) or any(_is_number(label) for label in labels):
        raise expected("cfn: values", domain, "distinct names that are not numbers", path=path)
    return json.dumps([_checked_name(label, path) for label in labels])


def _decimal(number: float, digits: int = 0) -> str:
    """Return a number without an exponent, which the format does not have."""
    if math.isinf(number):
        return "inf"
    return np.format_float_positional(number, trim="-", min_digits=digits or None)


def _digits(decimal: str) -> int:
    return len(decimal.partition(".")[2])
