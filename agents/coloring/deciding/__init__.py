"""The decisions of an agent: the ten stages of its turn, its options, its behavior and its drafts."""
