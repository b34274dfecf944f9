"""Local searches for a k-coloring, and the loop that runs one of them."""
