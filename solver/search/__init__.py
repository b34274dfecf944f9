"""Local searches for a k-coloring, and the loop that drives one."""
