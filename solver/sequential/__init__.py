"""Sequential coloring: orders of the vertices, first-fit, and color classes one at a time."""
