"""The command ``kempe``: arguments, progress, pictures, warm-up."""
