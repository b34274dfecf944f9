"""Basis of all kernels: vectors of 64 bytes, shared memory, random numbers."""
