"""How long tests wait for what must come."""

PATIENCE_SECONDS = 120.0
"""Only how long something broken is waited for: a machine with much else to do is slow, and no test
may fail for it. What is awaited is looked for all the time, so patience costs nothing.
"""
