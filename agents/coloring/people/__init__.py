"""Seats of a person: a stand-in, a script, and a terminal."""
