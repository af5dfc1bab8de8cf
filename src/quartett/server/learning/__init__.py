"""Where people learn: lessons, puzzles, reviews, deals that many play."""
