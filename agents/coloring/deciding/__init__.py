"""How an agent decides: the ten stages of its turn, its options, its behavior and its drafts."""
