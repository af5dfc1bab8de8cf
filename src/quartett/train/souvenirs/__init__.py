"""How Souvenirs is learned."""

from quartett.bots.souvenirs import master_net
from quartett.jax import souvenirs
from quartett.train.learner import Learner, environment, share_and_lead

LEARNER = Learner(
    "souvenirs",
    environment("souvenirs", souvenirs),
    master_net,
    souvenirs.PLAYERS,
    longest=56,
    last=("lay.w", "book.w", "pass.w", "value.w"),
    results=share_and_lead(8.0),
)
