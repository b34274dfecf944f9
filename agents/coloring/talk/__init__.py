"""Talking with a person: understanding what is said, answering it, and saying nothing that is not so."""
