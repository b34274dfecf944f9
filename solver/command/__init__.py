"""The command ``kempe``: ``cli.py`` has the parser, each subcommand a module of its name."""
