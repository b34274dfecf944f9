"""``python -m solver`` is ``kempe``."""

import sys

from .cli import main

sys.exit(main())
