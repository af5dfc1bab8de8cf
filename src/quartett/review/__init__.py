"""What a finished match can teach: luck, decisions, missed chances, puzzles, lessons."""
