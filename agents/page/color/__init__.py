"""Color a graph and watch: a worker process, the drawings, the page."""
