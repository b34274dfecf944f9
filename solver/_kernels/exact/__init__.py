"""Branch and bound on DSATUR."""
