"""What each game that can be learned in batches brings to training: `LEARNER` of its module."""
