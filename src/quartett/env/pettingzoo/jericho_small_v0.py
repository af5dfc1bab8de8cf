"""Jericho with two colours and a dozen cards, for two: small enough for exact methods."""

from quartett.env.pettingzoo._makers import makers

env, raw_env, parallel_env = makers("jericho_small")
