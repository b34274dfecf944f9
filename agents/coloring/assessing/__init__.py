"""Computations of a single agent: best colors, binding colors, options, satisfaction."""
