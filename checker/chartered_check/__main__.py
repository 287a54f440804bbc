"""`python -m chartered_check PROOF`."""

import sys

from .command import main

sys.exit(main())
