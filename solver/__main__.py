"""``python -m solver`` is ``kempe``."""

import sys

from .command.entry import main

sys.exit(main())
