"""Who sits in the person's seat: a stand-in, a script, or somebody at a terminal."""
