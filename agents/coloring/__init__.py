"""Agents that color one graph together, each owning a cluster and seeing only its neighbors' border."""
