"""Templates, and what stands between them and a reader."""
