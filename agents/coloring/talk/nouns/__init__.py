"""Noun phrases that describe nodes, as people and agents say them: read, and what they denote."""

from .denotation import Sides, members_of, owner_of
from .description import Description, Descriptions
from .naming import with_names

__all__ = ["Description", "Descriptions", "Sides", "members_of", "owner_of", "with_names"]
