"""Conversion of text to integers and back."""
