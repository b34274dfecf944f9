"""Penalties of many colorings at once."""
