"""Cliques and independent sets: heuristics, and the largest clique with its proof."""
