"""Kempe as a backend of other libraries."""
