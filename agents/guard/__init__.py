"""
The guard language: a strict, bounded profile of CEL for untrusted authors.

>>> from agents.guard import BOOL, INT, STRING, Declarations, Enum, compile_guard
>>> declarations = Declarations({"answers": {"intention": Enum("buy", "rent"), "email": STRING}})
>>> guard = compile_guard("answers.intention == 'buy' && has(answers.email)", declarations)
>>> sorted(guard.reads)
['answers.email', 'answers.intention']
>>> guard({"answers": {"intention": "buy", "email": "a@b.c"}})
True
>>> guard.evaluate({"answers": {"email": "a@b.c"}})
Outcome(value=False, error='answers.intention is missing')

Supported: constants, the declared roots and functions, ``== != < <= > >= in``, ``+ - * %``, ``&& || !
?:``, ``has()``, ``size()``, ``startsWith endsWith contains``, lists, ``a[i]``, ``m['key']``, with the
semantics of CEL: a missing key is an error, ``&&`` and ``||`` ignore an error on one side if the other
decides, ints have 64 bits, ``1 == 1.0``, a bool is not a number. Refused by name: macros, regular
expressions, conversions, division, unsigned integers, map literals.
"""

from .analysis import (
    Coverage,
    Overlap,
    Satisfiability,
    always,
    exhaustive,
    never,
    overlap,
    satisfiable,
)
from .errors import GuardError
from .guard import Evaluation, Expression, Guard, Outcome, compile_expression, compile_guard
from .types import (
    BOOL,
    BYTES,
    DOUBLE,
    DYN,
    INT,
    LIST,
    MAP,
    NULL,
    STRING,
    Declarations,
    Enum,
    Function,
    Type,
)

__all__ = [
    "BOOL",
    "BYTES",
    "DOUBLE",
    "DYN",
    "INT",
    "LIST",
    "MAP",
    "NULL",
    "STRING",
    "Coverage",
    "Declarations",
    "Enum",
    "Evaluation",
    "Expression",
    "Function",
    "Guard",
    "GuardError",
    "Outcome",
    "Overlap",
    "Satisfiability",
    "Type",
    "always",
    "compile_expression",
    "compile_guard",
    "exhaustive",
    "never",
    "overlap",
    "satisfiable",
]
