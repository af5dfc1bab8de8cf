"""Jericho."""

from quartett.env.pettingzoo._makers import makers

env, raw_env, parallel_env = makers("jericho")
