"""The front door :func:`solver.color`: one run, its incumbent, its members and their shares."""
