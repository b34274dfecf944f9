"""
The cfn format of toulbar2: a cost function network in JSON, read as loosely as toulbar2 does.

Quotes, commas and colons may be missing, braces and brackets stand for each other, and the names of the
fields of the problem and of the whole may be left out. Functions have a scope and a table, dense or of
tuples beside a default cost, or the name of a function whose table they share; of those given by a
keyword the arithmetic ones on two variables are read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ..network import CostNetwork
from .arithmetic import PARAMETERS, table_of

TOKEN = re.compile(r'^#[^\n]*|"([^"]*)"|([\[{])|([\]}])|([^\s\[\]{},:"]+)', re.MULTILINE)


@dataclass(frozen=True)
class Word:
    """A string or number, and where it stands."""

    text: str
    at: int


@dataclass(frozen=True)
class Group:
    """What stands between two brackets."""

    items: list[Word | Group]
    at: int


Item = Word | Group


@dataclass(frozen=True)
class _Function:
    """A cost function whose scope is known and whose table is still words."""

    name: str
    scope: list[int]
    fields: dict[str, Item]
    group: Group


def parse(text: str, path: str) -> CostNetwork:
    """The cost network in a text; ``path`` is for messages."""
    return _Parser(text, path).network()


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self.index: dict[str, int] = {}
        self.labels: list[Sequence[str | int]] = []

    def error(self, message: str, item: Item) -> InputError:
        return InputError(message, path=self.path, line=self.text.count("\n", 0, item.at) + 1)

    # ------------------------------------------------------------------------------------ brackets

    def tree(self) -> Group:
        """The text as nested groups of words."""
        root = Group([], 0)
        stack = [root]
        for match in TOKEN.finditer(self.text):
            quoted, opening, closing, bare = match.groups()
            if opening:
                group = Group([], match.start())
                stack[-1].items.append(group)
                stack.append(group)
            elif closing:
                stack.pop()
                if not stack:
                    raise self.error(f"{closing!r} closes nothing", Word("", match.start()))
            elif (word := quoted if bare is None else bare) is not None:
                stack[-1].items.append(Word(word, match.start()))
        # toulbar2's own tutorials leave the outermost bracket open.
        if len(stack) > 2:
            raise self.error("this bracket is never closed", stack[-1])
        if len(root.items) != 1 or not isinstance(root.items[0], Group):
            raise self.error("expected one object and nothing besides", root)
        return root.items[0]

    def parts(self, group: Group, tags: Sequence[str]) -> list[Item]:
        """The values of an object whose tags have a fixed order and may be missing, all or none."""
        items = group.items
        words = [item.text if isinstance(item, Word) else None for item in items]
        if words[::2] == list(tags) and len(items) == 2 * len(tags):
            return items[1::2]
        if len(items) == len(tags):
            return items
        raise self.error(f"expected {', '.join(tags)}", group)

    def group(self, item: Item, what: str) -> Group:
        if not isinstance(item, Group):
            raise self.error(f"{what}: {item.text!r}, expected a list", item)
        return item

    def word(self, item: Item, what: str) -> str:
        if not isinstance(item, Word):
            raise self.error(f"{what}: a list, expected a word", item)
        return item.text

    def number(self, item: Item, what: str) -> float:
        word = self.word(item, what)
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            raise self.error(f"{what}: {word!r}, expected a number", item)
        return value

    def named(self, group: Group, what: str) -> Iterator[tuple[str, Item]]:
        """Names and contents of an object, or of an array, whose contents are called by their number."""
        if group.items and (isinstance(group.items[0], Group) or _is_number(group.items[0].text)):
            yield from ((str(i), item) for i, item in enumerate(group.items))
            return
        if len(group.items) % 2:
            raise self.error(f"{what}: a name without contents", group.items[-1])
        for name, item in zip(group.items[::2], group.items[1::2], strict=True):
            yield self.word(name, what), item

    # --------------------------------------------------------------------------------- the problem

    def network(self) -> CostNetwork:
        problem, variables, functions = self.parts(self.tree(), ("problem", "variables", "functions"))
        _, bound = self.parts(self.group(problem, "problem"), ("name", "mustbe"))
        word = self.word(bound, "mustbe")
        if word[:1] not in ("<", ">"):
            raise self.error(f"mustbe: {word!r}, expected < or > and a number", bound)
        sign = 1.0 if word[0] == "<" else -1.0
        upper_bound = sign * self.number(Word(word[1:], bound.at), "mustbe")
        for name, item in self.named(self.group(variables, "variables"), "variables"):
            if name in self.index:
                raise self.error(f"variable {name!r} stands there twice", item)
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
        return CostNetwork(
            self.labels,
            [
                (
                    [names[v] for v in function.scope],
                    _costs(sign * self.table(function, functions_of)),
                )
                for function in listed
            ],
            names=names,
            upper_bound=upper_bound,
        )

    def domain(self, name: str, item: Item) -> Sequence[str | int]:
        if isinstance(item, Group):
            labels = [self.word(label, f"domain of {name!r}") for label in item.items]
            if not labels or len(set(labels)) < len(labels):
                raise self.error(f"domain of {name!r}: expected distinct values, at least one", item)
            return labels
        size = self.number(item, f"domain of {name!r}")
        if size == 0 or size != int(size):
            raise self.error(
                f"domain of {name!r}: {item.text!r}, expected an integer other than 0", item
            )
        # A negative size is toulbar2's sign for a domain that it need not list.
        return range(abs(int(size)))

    # -------------------------------------------------------------------------------- one function

    def function(self, name: str, group: Group) -> _Function:
        if len(group.items) % 2:
            raise self.error(f"function {name!r}: a field without contents", group)
        pairs = zip(group.items[::2], group.items[1::2], strict=True)
        fields = {self.word(tag, f"function {name!r}"): item for tag, item in pairs}
        if "scope" not in fields:
            raise self.error(f"function {name!r} has no scope", group)
        items = self.group(fields["scope"], f"scope of {name!r}").items
        if "type" in fields:
            kind = self.word(fields["type"], f"type of {name!r}")
            if kind not in PARAMETERS or len(items) != 2:
                raise self.error(f"function {name!r} is global ({kind}), expected a table", group)
        if len(items) > 2:
            raise self.error(f"function {name!r} has arity {len(items)}, expected at most 2", group)
        scope = []
        for item in items:
            word = self.word(item, f"scope of {name!r}")
            if word not in self.index and not (word.isdecimal() and int(word) < len(self.labels)):
                raise self.error(f"scope of {name!r}: unknown variable {word!r}", item)
            scope.append(self.index[word] if word in self.index else int(word))
        if len(set(scope)) < len(scope):
            raise self.error(f"scope of {name!r}: a variable stands there twice", group)
        return _Function(name, scope, fields, group)

    def table(self, function: _Function, others: Mapping[str, _Function]) -> NDArray[np.float64]:
        name, fields = function.name, function.fields
        shape = tuple(len(self.labels[v]) for v in function.scope)
        if "type" in fields:
            given = self.group(fields.get("params", Group([], function.group.at)), f"params of {name!r}")
            parameters = [self.number(item, f"params of {name!r}") for item in _leaves(given)]
            kind = self.word(fields["type"], "type")
            if len(parameters) != PARAMETERS[kind]:
                raise self.error(f"params of {name!r}: expected {PARAMETERS[kind]} numbers", given)
            return table_of(kind, shape[0], shape[1], parameters)
        if "costs" not in fields:
            raise self.error(f"function {name!r} has no costs", function.group)
        costs = fields["costs"]
        if isinstance(costs, Word):
            return self.shared(function, costs, others)
        items = list(_leaves(costs))
        if "defaultcost" in fields:
            return self.sparse(function, shape, items)
        if len(items) != math.prod(shape):
            raise self.error(
                f"costs of {name!r}: {len(items)} of them, expected {math.prod(shape)}", costs
            )
        numbers = [self.number(item, f"costs of {name!r}") for item in items]
        return np.array(numbers, np.float64).reshape(shape)

    def sparse(
        self, function: _Function, shape: tuple[int, ...], items: list[Word]
    ) -> NDArray[np.float64]:
        name = function.name
        table = np.full(shape, self.number(function.fields["defaultcost"], f"defaultcost of {name!r}"))
        width = len(shape) + 1
        if len(items) % width:
            raise self.error(f"costs of {name!r}: expected tuples of {width} words", function.group)
        for i in range(0, len(items), width):
            labels = zip(function.scope, items[i : i + width - 1], strict=True)
            cell = tuple(self.value(name, v, item) for v, item in labels)
            table[cell] = self.number(items[i + width - 1], f"costs of {name!r}")
        return table

    def value(self, name: str, v: int, item: Word) -> int:
        labels = self.labels[v]
        if item.text in labels:
            return labels.index(item.text)
        if item.text.isdecimal() and int(item.text) < len(labels):
            return int(item.text)
        raise self.error(f"costs of {name!r}: {item.text!r} is no value of variable {v}", item)

    def shared(
        self, function: _Function, target: Word, others: Mapping[str, _Function]
    ) -> NDArray[np.float64]:
        other = others.get(target.text)
        if other is None or other.group.at <= function.group.at:
            raise self.error(f"costs of {function.name!r}: no later function {target.text!r}", target)
        table = self.table(other, others)
        shape = tuple(len(self.labels[v]) for v in function.scope)
        if table.shape != shape:
            raise self.error(
                f"costs of {function.name!r}: {target.text!r} has shape {table.shape}, expected {shape}",
                target,
            )
        return table


def _costs(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Either infinity forbids, whichever way the costs are turned; adding 0 turns -0 into 0."""
    return np.where(np.isinf(table), math.inf, table + 0.0)


def _is_number(word: str) -> bool:
    return word[:1] in tuple("0123456789-.+")


def _leaves(group: Group) -> Iterator[Word]:
    for item in group.items:
        if isinstance(item, Group):
            yield from _leaves(item)
        else:
            yield item


def render(network: CostNetwork, path: str) -> str:
    """A network as JSON; ``path`` is for messages."""
    import json

    names = [_checked_name(str(name), path) for name in network.names]
    # Numbers name variables by position, so a name that is one would be misread.
    if any(_is_number(name) for name in names):
        names = [f"x{v}" for v in range(network.n)]
    if len(set(names)) < len(names):
        raise InputError("cfn: two variables have the same name as text", path=path)
    tables = network.functions()
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
        called = [names[network.names.index(name)] for name in scope]
        costs = ", ".join(_decimal(cost) for cost in table.ravel().tolist())
        functions.append(f'"f{i}": {{"scope": {json.dumps(called)}, "costs": [{costs}]}}')
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
        raise InputError(
            f"cfn: {name!r} cannot be a name, which has no spaces nor any of /#[]{{}}:,", path=path
        )
    return name


def _domain(domain: Sequence[object], path: str) -> str:
    import json

    labels = [str(label) for label in domain]
    if labels == [str(x) for x in range(len(labels))]:
        return str(len(labels))
    if len(set(labels)) < len(labels) or any(_is_number(label) for label in labels):
        raise InputError(f"cfn: values {domain} have no distinct names that are not numbers", path=path)
    return json.dumps([_checked_name(label, path) for label in labels])


def _decimal(number: float, digits: int = 0) -> str:
    """A number without an exponent, which the format does not know."""
    if math.isinf(number):
        return "inf"
    return np.format_float_positional(number, trim="-", min_digits=digits or None)


def _digits(decimal: str) -> int:
    return len(decimal.partition(".")[2])
