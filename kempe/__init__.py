"""
The same as ``import solver``, under the name of the distribution.

Nothing is loaded twice: ``kempe.Graph is solver.Graph``. Where another package named ``solver`` hides
Kempe's, the import fails with a message that names it, instead of an attribute that is missing later.
"""

from pathlib import Path
from typing import Any

import solver as _solver

_FOLDER = Path(__file__).resolve().parent.parent / "solver"

if Path(_solver.__file__ or "").resolve().parent != _FOLDER:
    raise ImportError(f"{_solver.__file__} hides the package solver of Kempe: expected {_FOLDER}")

__all__ = list(_solver.__all__)
__version__: str = _solver.__version__


def __getattr__(name: str) -> Any:
    return getattr(_solver, name)


def __dir__() -> list[str]:
    return dir(_solver)
