"""Kernels for groups of Pauli strings."""
