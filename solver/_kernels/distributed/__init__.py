"""Coloring of one shard of a graph distributed over several processes."""
