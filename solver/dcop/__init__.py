"""
Distributed constraint optimization: cost networks, the classical algorithms, and their file formats.

Every algorithm here takes a :class:`solver.Problem` or a :class:`CostNetwork`, plays the protocol of its
paper on one core, and counts the messages that agents would have sent. DPOP is exact; the others keep
the best assignment they pass through. Branch and bound and tabu search are not distributed: one proves
optima on networks that are too wide for DPOP, the other finds good assignments of large ones.
"""

from .branch_and_bound import branch_and_bound
from .dpop import dpop
from .dsa import dsa
from .formats import read, write
from .maxsum import maxsum
from .mgm import mgm, mgm2
from .network import CostNetwork
from .result import DcopResult
from .tabu import tabu

__all__ = [
    "CostNetwork",
    "DcopResult",
    "branch_and_bound",
    "dpop",
    "dsa",
    "maxsum",
    "mgm",
    "mgm2",
    "read",
    "tabu",
    "write",
]
