"""How Speed & Flow is learned: round by round, with hands that take time."""

import jax
import jax.numpy as jnp
from jax import Array

from quartett.bots.flow import master_net
from quartett.jax.env import Env, State
from quartett.train.flow import paced
from quartett.train.learner import Learner, environment


def _lead(env: Env, state: State, lead: Array) -> Array:
    """How far each seat leads, for a match is one of many rounds."""
    ahead: Array = jax.vmap(paced.lead)(state.table) / jnp.float32(master_net.SCORE)
    return ahead


LEARNER = Learner(
    "flow",
    environment("flow", paced),
    master_net,
    paced.PLAYERS,
    longest=640,
    last=("liking.w", "value.w"),
    results=_lead,
)
