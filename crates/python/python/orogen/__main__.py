"""`python -m orogen` is the command `orogen`."""

import sys

from .command import main

sys.exit(main())
