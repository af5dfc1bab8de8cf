"""Souvenirs on three by three cells, for two: small enough for exact methods."""

from quartett.env.pettingzoo._makers import makers

env, raw_env, parallel_env = makers("souvenirs_small")
