"""PettingZoo environments of the four games: `from quartett.env.pettingzoo import jericho_v0`.

Each of the modules `flow_v0`, `jericho_v0`, `jericho_small_v0`, `photo_rummy_v0`,
`photo_rummy_small_v0`, `souvenirs_v0` and `souvenirs_small_v0` has `env()`, `raw_env()` and
`parallel_env()`.

The reward at the end is a share of the victory (`reward="share"`), or by how many points an agent
is ahead of the best other (`"lead"`). An action that is not legal ends the episode for all: the
agent gets the `penalty`, the others nothing, and `info["illegal_action"]` says what it was
(`illegal="end"`). Or it is refused and changes nothing (`"raise"`).
"""

from importlib import import_module

from quartett.env import missing

try:
    import_module("numpy")
    import_module("pettingzoo")
except ImportError as error:
    raise missing(error) from None
