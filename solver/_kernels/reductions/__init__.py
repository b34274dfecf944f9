"""Reductions: vertices that can be colored last, and parts that can be colored separately."""
