"""Speed & Flow, in ticks of 50 ms."""

from quartett.env.pettingzoo._makers import makers

env, raw_env, parallel_env = makers("flow")
