"""The members of the portfolio: each wraps one technique and decides what it does in its next turn."""

from .at_bound import AtBoundMember
from .base import Member
from .branch_and_bound import BranchAndBoundMember
from .branch_and_price import BranchAndPriceMember
from .hidden_classes import HiddenClassesMember
from .leap import LeapMember
from .local_search import SEARCHES, LocalSearchMember
from .lower_bound import LowerBoundMember
from .sat import SatMember
from .symmetric import SymmetricMember

__all__ = [
    "SEARCHES",
    "AtBoundMember",
    "BranchAndBoundMember",
    "BranchAndPriceMember",
    "HiddenClassesMember",
    "LeapMember",
    "LocalSearchMember",
    "LowerBoundMember",
    "Member",
    "SatMember",
    "SymmetricMember",
]
