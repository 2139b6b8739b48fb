"""``python -m sprawdzam``: the command line."""

import sys

from sprawdzam.cli import main

sys.exit(main())
