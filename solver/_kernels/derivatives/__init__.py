"""Colorings that compress Jacobians and Hessians."""
