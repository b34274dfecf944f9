"""Priority queues in arrays."""
