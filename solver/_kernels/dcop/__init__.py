"""Message passing and local search on cost networks."""
