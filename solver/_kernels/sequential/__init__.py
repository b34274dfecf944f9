"""Sequential colorings and vertex orders."""
