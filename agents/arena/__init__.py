"""Environments for learning agents: the coloring game and worlds as ``ParallelEnv`` of PettingZoo."""
