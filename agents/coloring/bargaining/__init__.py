"""Conditional offers: what an agent offers, accepts and refuses, exactly, and tables passed on."""
