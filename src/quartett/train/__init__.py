"""Learning by self-play: games in batches on an accelerator, and training (the extra `train`)."""
