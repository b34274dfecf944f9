"""The team game with people in it: the table that holds a game, what a person sees, the pages."""
