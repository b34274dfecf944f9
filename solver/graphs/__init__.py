"""Graphs: the data structure, conversions, files, generators, and the judge of colorings."""
