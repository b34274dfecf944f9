"""Text to integers and back."""
