"""How many colorings a graph has, which ones, and whether one is the only one."""
