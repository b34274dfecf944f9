"""Environments of PettingZoo for learning agents."""
