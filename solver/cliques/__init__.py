"""Cliques and independent sets: fast heuristics, and the proof of a maximum."""
