"""Learning by self-play: games in batches on an accelerator, and training (the extra `train`).

What a game brings is in a folder of its own: `LEARNER`, if it is learned in batches, or `training`,
if in a way of its own.
"""
