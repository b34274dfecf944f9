"""Conditional offers: what an agent offers, accepts and refuses; tables of costs between agents."""
