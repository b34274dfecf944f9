"""One shard of a graph that several processes color."""
