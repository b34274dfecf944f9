"""Readers of messages of one kind each, in any words; ``understand`` has their order."""
