"""Cliques and heavy independent sets."""
