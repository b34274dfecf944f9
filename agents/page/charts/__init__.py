"""Statecharts stepped by events, and flows talked through."""
