"""Photo Rummy with four capitals, for two: small enough for exact methods."""

from quartett.env.pettingzoo._makers import makers

env, raw_env, parallel_env = makers("photo_rummy_small")
