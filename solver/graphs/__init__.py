"""Graphs: the data structure, conversions, files, generators, and the verification of colorings."""
