"""What can be colored last, or apart."""
