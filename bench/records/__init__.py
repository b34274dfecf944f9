"""Colorings of hard graphs, the commands that found them, and a checker that uses nothing of Kempe."""
