"""Soft problems: names, weights, preferences, and what a coloring costs."""
