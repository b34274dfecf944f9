"""The text made plain before it is read: typing errors, shorthand, asides, corrections, languages."""
