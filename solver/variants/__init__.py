"""Relatives of vertex coloring: weighted, equitable, and recoloring after an edit."""
