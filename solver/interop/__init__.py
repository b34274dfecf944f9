"""Kempe as a backend of other libraries, and files of other fields."""
