"""What an agent can compute alone: its best colors, what binds it, its options, its satisfaction."""
