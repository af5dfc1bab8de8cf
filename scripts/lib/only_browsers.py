"""Whether the last run failed in very few tests, all of them in a browser.

There, a press can come late where other tests take the machine. What a person would press again is
tried again, alone; everything else has failed when it fails once.
"""

import json
import sys
from pathlib import Path

FEW = 3
FAILED = Path(".pytest_cache/v/cache/lastfailed")

failed = json.loads(FAILED.read_text()) if FAILED.exists() else {}
sys.exit(not (0 < len(failed) <= FEW and all(each.startswith("tests/browser/") for each in failed)))
