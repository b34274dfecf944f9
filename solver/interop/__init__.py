"""Kempe behind the interfaces of other libraries."""
