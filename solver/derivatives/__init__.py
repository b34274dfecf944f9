"""
Sparse derivatives from few products: coloring for Jacobians and Hessians.

:func:`color_jacobian` says which columns or rows may be added up, and reads the Jacobian off the sums.
"""

from .jacobian import JacobianColoring, color_jacobian
from .pattern import Pattern

__all__ = ["JacobianColoring", "Pattern", "color_jacobian"]
