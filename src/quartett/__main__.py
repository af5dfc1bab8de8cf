"""`python -m quartett` is the same as `quartett`."""

import sys

from quartett.cli import main

sys.exit(main())
