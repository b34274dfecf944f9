"""Agents that color one graph together. They compute no coloring: every number comes from solver."""
