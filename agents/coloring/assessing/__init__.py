"""What an agent's position is: its best colors, what binds it, whether it is satisfied."""
