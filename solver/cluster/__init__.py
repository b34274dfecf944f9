"""Exact answers for the nodes of one agent: best responses and counterfactual tables."""
