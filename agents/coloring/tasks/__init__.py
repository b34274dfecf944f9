"""Tasks with known answers: instances of graphs, a game for models, and baselines that play it."""
