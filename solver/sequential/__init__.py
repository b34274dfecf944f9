"""Sequential colorings: one pass over the vertices in a chosen order."""
