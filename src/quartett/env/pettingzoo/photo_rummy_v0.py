"""Photo Rummy, with lays that the solver proposes."""

from quartett.env.pettingzoo._makers import makers

env, raw_env, parallel_env = makers("photo_rummy")
