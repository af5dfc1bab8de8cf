"""Jericho's hard bot as it was in version 0.1, kept for comparison: it never changes.

It has its own lean table, for the order in which it met cards decided between equal plays.
"""

from quartett.bots.jericho.v1.players import Hard

__all__ = ["Hard"]
