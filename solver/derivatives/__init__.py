"""
Sparse derivatives from few products: coloring for Jacobians and Hessians.

:func:`color_jacobian` and :func:`color_hessian` find columns or rows of a matrix that may be added, make
the directions, and recover the matrix from its products with them. :func:`star_color`,
:func:`acyclic_color` and :func:`distance2_color` are the colorings of graphs behind them.
"""

from .acyclic import acyclic_color, is_acyclic_coloring
from .bidirectional import BidirectionalColoring
from .differences import difference_jacobian
from .distance2 import distance2_color
from .hessian import HessianColoring, color_hessian
from .jacobian import JacobianColoring, color_jacobian
from .pattern import Pattern
from .star import is_star_coloring, star_color

__all__ = [
    "BidirectionalColoring",
    "HessianColoring",
    "JacobianColoring",
    "Pattern",
    "acyclic_color",
    "color_hessian",
    "color_jacobian",
    "difference_jacobian",
    "distance2_color",
    "is_acyclic_coloring",
    "is_star_coloring",
    "star_color",
]
