"""Environments of PettingZoo for learning agents, and games in which a model plays every agent."""
