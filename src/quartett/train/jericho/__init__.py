"""How Jericho is learned."""

from quartett.bots.jericho import master_net
from quartett.jax import jericho
from quartett.train.learner import Learner, environment, share_and_lead

LEARNER = Learner(
    "jericho",
    environment("jericho", jericho),
    master_net,
    jericho.PLAYERS,
    longest=128,
    last=("colour.w", "brass.w", "value.w"),
    results=share_and_lead(6.0),
)
