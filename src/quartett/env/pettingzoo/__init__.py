"""PettingZoo environments of the four games: `from quartett.env.pettingzoo import jericho_v0`.

Each of the modules `flow_v0`, `jericho_v0`, `photo_rummy_v0` and `souvenirs_v0` has `env()`,
`raw_env()` and `parallel_env()`.
"""

from importlib import import_module

from quartett.env import missing

try:
    import_module("numpy")
    import_module("pettingzoo")
except ImportError as error:
    raise missing(error) from None
