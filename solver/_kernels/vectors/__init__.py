"""What all kernels build on: vectors of 64 bytes, shared memory, random numbers."""
