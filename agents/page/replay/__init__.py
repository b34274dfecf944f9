"""Read a trace back: the recording, and the page with its slider."""
