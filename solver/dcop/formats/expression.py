"""
Cost expressions of pyDCOP's YAML, evaluated without trusting them.

They are Python expressions, and files come from anywhere, so nothing is passed to ``eval``: the syntax
tree is walked, and only arithmetic, comparisons, logic, conditional expressions and six functions are
evaluated. Operations that could take long (powers, repeated text) are bounded or refused.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from ...errors import shortened

#: Limits: an exponent, the bits of an integer, the nodes and characters of an expression.
MAX_EXPONENT = 64
MAX_BITS = 4096
MAX_NODES = 10_000
MAX_TEXT = 50_000


class ExpressionError(ValueError):
    """An expression is ill-formed, not permitted, or has no value."""


def _round(number: float, digits: int = 0) -> float:
    """Round as Python does, with a limit on the digits, because 10 to that power is computed."""
    if abs(digits) > MAX_EXPONENT:
        raise ExpressionError(f"digits = {shortened(digits)}: expected at most {MAX_EXPONENT}")
    return round(number, digits) if digits else round(number)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "min": min,
    "max": max,
    "round": _round,
    "int": int,
    "float": float,
}
BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
}
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda x, y: x in y,
    ast.NotIn: lambda x, y: x not in y,
}


class Expression:
    """
    A cost expression.

    Attributes
    ----------
    names
        Names in it, without those of functions, in the order of appearance.
    size
        Number of nodes of the syntax tree, a measure of the time of an evaluation.
    """

    def __init__(self, text: str) -> None:
        if len(text) > MAX_TEXT:
            raise ExpressionError(f"expected an expression of at most {MAX_TEXT} characters")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(text.strip(), mode="eval")
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            raise ExpressionError(f"{shortened(text.strip())}: expected an expression") from None
        self.size = sum(1 for _ in ast.walk(tree))
        if self.size > MAX_NODES:
            raise ExpressionError(f"expected an expression of at most {MAX_NODES} parts")
        self.root = tree.body
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        names = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and id(n) not in called]
        names.sort(key=lambda node: (node.lineno, node.col_offset))
        self.names = tuple(dict.fromkeys(node.id for node in names))

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """Return the value for these values of the names; raise ExpressionError if there is none."""
        try:
            return self._value(self.root, values)
        except (TypeError, ZeroDivisionError, OverflowError, ValueError, RecursionError) as error:
            if isinstance(error, ExpressionError):
                raise
            raise ExpressionError(str(error)) from None

    def _value(self, node: ast.expr, values: Mapping[str, Any]) -> Any:
        match node:
            case ast.Constant(value=bool() | int() | float() | str()):
                return node.value
            case ast.Name():
                return values[node.id]
            case ast.Tuple() | ast.List() | ast.Set():
                return [self._value(item, values) for item in node.elts]
            case ast.IfExp():
                return self._value(node.body if self._value(node.test, values) else node.orelse, values)
            case ast.BoolOp():
                return self._logic(node, values)
            case ast.UnaryOp() if type(node.op) in UNARY:
                return UNARY[type(node.op)](self._value(node.operand, values))
            case ast.BinOp() if type(node.op) in BINARY:
                left, right = self._value(node.left, values), self._value(node.right, values)
                return _arithmetic(node.op, left, right)
            case ast.Compare() if all(type(op) in COMPARISONS for op in node.ops):
                return self._comparison(node, values)
            case ast.Call(func=ast.Name(id=name), keywords=[]) if name in FUNCTIONS:
                return FUNCTIONS[name](*(self._value(item, values) for item in node.args))
        raise ExpressionError(
            f"{shortened(ast.unparse(node))}: expected arithmetic, logic or comparisons"
        )

    def _logic(self, node: ast.BoolOp, values: Mapping[str, Any]) -> Any:
        stops_at = isinstance(node.op, ast.Or)
        value: Any = None
        for operand in node.values:
            value = self._value(operand, values)
            if bool(value) is stops_at:
                break
        return value

    def _comparison(self, node: ast.Compare, values: Mapping[str, Any]) -> bool:
        left = self._value(node.left, values)
        for op, operand in zip(node.ops, node.comparators, strict=True):
            right = self._value(operand, values)
            if not COMPARISONS[type(op)](left, right):
                return False
            left = right
        return True


def _arithmetic(op: ast.operator, left: Any, right: Any) -> Any:
    for number in (left, right):
        if not isinstance(number, (int, float)):
            raise ExpressionError(f"{shortened(number)}: expected a number")
        if isinstance(number, int) and number.bit_length() > MAX_BITS:
            raise ExpressionError(f"expected integers of at most {MAX_BITS} bits")
    if isinstance(op, ast.Pow) and abs(right) > MAX_EXPONENT:
        raise ExpressionError(f"exponent = {shortened(right)}: expected at most {MAX_EXPONENT}")
    return BINARY[type(op)](left, right)
