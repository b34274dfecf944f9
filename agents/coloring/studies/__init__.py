"""Many games: measures, tables with intervals, and the ground truth of one."""
