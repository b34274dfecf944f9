"""Building, renumbering and generating graphs; repairing colorings."""
