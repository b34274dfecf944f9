"""``python -m kempe``: the command, where its folder is not on the path."""

import sys

from solver.command.entry import main

if __name__ == "__main__":
    sys.exit(main())
