"""Exact engines for the nodes of one agent."""
