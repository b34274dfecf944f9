"""Fractional coverings."""
