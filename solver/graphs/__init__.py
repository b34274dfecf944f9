"""
Graphs: the data structure, conversions, files, generators, and the verification of colorings.

Modules that pages and docstrings name are imported when first used.
"""

from importlib import import_module
from types import ModuleType

_MODULES = ("formats", "generators", "verify")


def __getattr__(name: str) -> ModuleType:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f".{name}", __name__)
