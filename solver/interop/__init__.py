"""
Kempe as a backend of other libraries, and files of other fields.

Modules are imported when first used, since each needs another library.
"""

from importlib import import_module
from types import ModuleType

_MODULES = ("asdex", "exams", "geo", "itc2007", "jax", "networkx_backend", "toronto")


def __getattr__(name: str) -> ModuleType:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f".{name}", __name__)
