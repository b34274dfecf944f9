"""Studies of many games: measures, tables with intervals, and the ground truth of a game."""
