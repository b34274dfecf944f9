"""
The parser of guards: precedence climbing over CEL's grammar, within fixed limits.

The profile refuses by name what makes CEL expressions unbounded, slow or untyped: macros over lists,
regular expressions, map and message literals, conversions, division, unsigned integers. Declarations of
the host are checked in :mod:`.check`.
"""

from __future__ import annotations

from ..errors import shortened
from .errors import GuardError
from .tokens import Token, tokenize
from .tree import (
    Binary,
    Call,
    Conditional,
    Constant,
    Has,
    Index,
    Items,
    Literal,
    Logic,
    Name,
    Node,
    Select,
    Unary,
    children,
)

#: Limits: characters of a source; levels of its tree and of brackets; nodes of its tree.
MAX_LENGTH, MAX_DEPTH, MAX_NODES = 4096, 32, 512

INT_MIN, INT_MAX = -(2**63), 2**63 - 1

#: Binary operators by precedence, loosest first, below ``||`` and ``&&``.
_LEVELS = (
    frozenset({"==", "!=", "<", "<=", ">", ">=", "in"}),
    frozenset({"+", "-"}),
    frozenset({"*", "%", "/"}),
)
_CONSTANTS: dict[str, tuple[str, Constant]] = {
    "true": ("bool", True),
    "false": ("bool", False),
    "null": ("null", None),
}
#: Reserved words, valid as names of fields only.
RESERVED = frozenset(
    (
        *("as", "break", "const", "continue", "else", "for", "function", "if", "import"),
        *("let", "loop", "package", "namespace", "return", "var", "void", "while"),
    )
)
_MACROS = (
    *("all", "exists", "exists_one", "existsOne", "map", "filter"),
    *("transformList", "transformMap", "transformMapEntry", "bind"),
)
_CONVERSIONS = (
    *("bool", "bytes", "double", "duration", "dyn", "int"),
    *("string", "timestamp", "type", "uint"),
)
#: CEL functions outside of the profile; a host may declare functions of these names.
_UNSUPPORTED = {
    **dict.fromkeys(_MACROS, "macros over lists and maps are not part of the guard language"),
    **dict.fromkeys(_CONVERSIONS, "conversions are not part of the guard language"),
    "matches": "regular expressions are not part of the guard language",
}
#: Operators of other languages.
_IN_CEL = {"and": "&&", "or": "||"}

METHODS = frozenset({"startsWith", "endsWith", "contains", "size"})


def parse(source: str, functions: frozenset[str] = frozenset()) -> Node:
    """
    Parse a guard.

    Parameters
    ----------
    source
        Text of the guard.
    functions
        Names declared by the host, which may include CEL names outside of the profile.

    Raises
    ------
    GuardError
        If the text is ill-formed; no other exception is raised.
    """
    if not isinstance(source, str):
        raise GuardError("syntax", f"a guard is a text, not {source!r}", source=repr(source), position=0)
    if len(source) > MAX_LENGTH:
        raise GuardError(
            "limit",
            f"{len(source)} characters; a guard has at most {MAX_LENGTH}",
            source=source,
            position=MAX_LENGTH,
        )
    parser = _Parser(source, functions)
    node = parser.expression()
    if parser.token.kind != "end":
        raise parser.unexpected("an operator or the end")
    if _depth(node) > MAX_DEPTH + 1:  # an operand within so many operators
        raise parser.error("limit", f"nested over {MAX_DEPTH} deep", node.position)
    return node


def _depth(node: Node) -> int:
    depth, level = 0, [node]
    while level:
        depth, level = depth + 1, [child for above in level for child in children(above)]
    return depth


class _Parser:
    """Parser over the tokens; each method reads one production of the grammar."""

    def __init__(self, source: str, functions: frozenset[str]) -> None:
        self.source = source
        self.functions = functions
        self.tokens = tokenize(source)
        self.at = 0
        self.depth = 0
        self.nodes = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def error(self, code: str, reason: str, position: int | None = None) -> GuardError:
        where = self.token.position if position is None else position
        return GuardError(code, reason, source=self.source, position=where)

    def unexpected(self, wanted: str) -> GuardError:
        found = repr(self.token.text) if self.token.text else "the end"
        if (meant := _IN_CEL.get(self.token.text)) is not None:
            found += f"; write {meant}"
        return self.error("syntax", f"expected {wanted}, found {found}")

    def take(self) -> Token:
        token = self.token
        self.at += 1
        return token

    def sees(self, *operators: str) -> bool:
        return self.token.kind == "operator" and self.token.text in operators

    def skip(self, operator: str) -> bool:
        if self.sees(operator):
            self.at += 1
            return True
        return False

    def expect(self, operator: str) -> None:
        if not self.skip(operator):
            raise self.unexpected(repr(operator))

    def count(self, node: Node) -> Node:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.error("limit", f"over {MAX_NODES} operators and operands", node.position)
        return node

    def expression(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH + 1:
            raise self.error("limit", f"nested over {MAX_DEPTH} deep")
        condition = self.logic("||")
        if self.sees("?"):
            position = self.take().position
            if self.sees("."):
                raise self.error("unsupported", "optional fields are not part of the guard language")
            then = self.logic("||")
            self.expect(":")
            otherwise = self.expression()
            condition = self.count(Conditional(condition, then, otherwise, position=position))
        self.depth -= 1
        return condition

    def logic(self, operator: str) -> Node:
        def operand() -> Node:
            return self.logic("&&") if operator == "||" else self.binary(0)

        first = operand()
        if not self.sees(operator):
            return first
        position, operands = self.token.position, [first]
        while self.skip(operator):
            operands.append(operand())
        return self.count(Logic(operator, tuple(operands), position=position))

    def binary(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.token.kind in ("operator", "name") and self.token.text in _LEVELS[level]:
            token = self.take()
            if token.text == "/":
                raise self.error(
                    "unsupported", "division is not part of the guard language", token.position
                )
            right = self.binary(level + 1)
            left = self.count(Binary(token.text, left, right, position=token.position))
        return left

    def unary(self) -> Node:
        operator = self.token.text
        if not self.sees("!", "-") or self.negative():
            return self.member()
        positions = []
        while self.sees(operator):
            positions.append(self.take().position)
        if len(positions) > MAX_DEPTH:
            raise self.error("limit", f"nested over {MAX_DEPTH} deep", positions[MAX_DEPTH])
        if self.sees("!", "-") and not self.negative():
            raise self.unexpected("an operand (put the inner operator in brackets)")
        node = self.member()
        for position in reversed(positions):
            node = self.count(Unary(operator, node, position=position))
        return node

    def negative(self) -> bool:
        """Return whether the next tokens are a negative number, whose sign is part of it."""
        return self.sees("-") and self.tokens[self.at + 1].kind in ("int", "double")

    def member(self) -> Node:
        node = self.primary()
        while True:
            if self.skip("."):
                if self.sees("?"):
                    raise self.error("unsupported", "optional fields are not part of the guard language")
                if self.sees("`"):
                    raise self.error(
                        "unsupported", "quoted names are not part of the guard language; use ['…']"
                    )
                if self.token.kind != "name" or self.token.text in (*_CONSTANTS, "in"):
                    raise self.unexpected("the name of a field")
                field = self.take()
                if self.sees("("):
                    node = self.call(field, node)
                else:
                    node = self.count(Select(node, field.text, position=field.position))
            elif self.sees("["):
                position = self.take().position
                if self.sees("?"):
                    raise self.error("unsupported", "optional fields are not part of the guard language")
                key = self.expression()
                self.expect("]")
                node = self.count(Index(node, key, position=position))
            elif self.sees("{"):
                raise self.error("unsupported", "messages are not part of the guard language")
            else:
                return node

    def primary(self) -> Node:
        negative = self.skip("-")
        token = self.take()
        if token.kind in ("int", "double", "string", "bytes"):
            value = token.value
            if isinstance(value, int):
                value = -value if negative else value
                if not INT_MIN <= value <= INT_MAX:
                    reason = f"{shortened(value)} does not fit 64 bits"
                    raise self.error("syntax", reason, token.position)
            elif isinstance(value, float) and negative:
                value = -value
            return self.count(Literal(token.kind, value, position=token.position - negative))
        if token.kind == "name":
            return self.name(token)
        if token.text == "?":
            raise self.error("unsupported", "optional elements are not part of the guard language")
        if token.text == "(":
            node = self.expression()
            self.expect(")")
            return node
        if token.text == "[":
            return self.count(Items(self.arguments("]"), position=token.position))
        if token.text == "{":
            raise self.error(
                "unsupported", "maps cannot be written in the guard language", token.position
            )
        if token.text == "." and self.token.kind == "name":
            raise self.error("unsupported", "names begin with a letter here, not a dot", token.position)
        self.at -= 1
        raise self.unexpected("an operand")

    def name(self, token: Token) -> Node:
        if token.text in _CONSTANTS:
            kind, value = _CONSTANTS[token.text]
            return self.count(Literal(kind, value, position=token.position))
        if token.text in RESERVED or token.text == "in":
            self.at -= 1
            raise self.unexpected("an operand")
        if self.sees("("):
            return self.call(token, None)
        return self.count(Name(token.text, position=token.position))

    def call(self, name: Token, receiver: Node | None) -> Node:
        if name.text in _UNSUPPORTED and (receiver is not None or name.text not in self.functions):
            raise self.error(
                "unsupported", _UNSUPPORTED[name.text] + "; declare a function", name.position
            )
        self.expect("(")
        arguments = self.arguments(")")
        if receiver is not None:
            if name.text not in METHODS:
                raise self.error(
                    "unknown", f"no method {name.text}; there are {_listed(METHODS)}", name.position
                )
            arguments = (receiver, *arguments)
        elif name.text == "has":
            match arguments:
                case (Select() as path,):
                    return self.count(Has(path, position=name.position))
            raise self.error("syntax", "has() takes a field, as in has(answers.email)", name.position)
        node = Call(name.text, arguments, receiver is not None, position=name.position)
        return self.count(node)

    def arguments(self, closing: str) -> tuple[Node, ...]:
        """Return expressions up to the closing bracket; a list may end in a comma, a call may not."""
        found: list[Node] = []
        if closing == "]" and self.skip(","):  # CEL's grammar allows [,] for an empty list
            self.expect(closing)
            return ()
        while not self.skip(closing):
            if found:
                self.expect(",")
                if closing == "]" and self.skip(closing):
                    break
            found.append(self.expression())
        return tuple(found)


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))
