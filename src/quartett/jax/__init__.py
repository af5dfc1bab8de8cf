"""The games on an accelerator: many thousand matches at once, with the interface of Pgx.

    env = quartett.jax.make("jericho", players=3)
    state = env.init(key)
    state = env.step(state, action, key)

It needs JAX (the extra `train`). Action ids and observations are those of `quartett.fast`.
"""

from importlib import import_module

try:
    import_module("jax")
except ImportError as error:
    raise ImportError(
        "quartett.jax needs JAX: pip install 'quartett[train]'", name=error.name
    ) from None

from quartett.core.errors import FormatError
from quartett.core.game import GameValue
from quartett.fast._variants import VARIANTS, known_as
from quartett.games import get
from quartett.jax.env import Engine, Env, State, auto_reset
from quartett.jax.tables import refill

__all__ = ["ENVIRONMENTS", "Engine", "Env", "State", "auto_reset", "make", "refill"]

_ENGINES = {
    "flow": "flow_turns",
    "jericho": "jericho",
    "photo_rummy": "photo_rummy",
    "souvenirs": "souvenirs",
}
"""The module of this package that is the engine of each game."""

ENVIRONMENTS = (*_ENGINES, *VARIANTS)
"""The names that `make` knows."""


def make(
    game: str,
    players: int | None = None,
    reward: str = "share",
    penalty: float | None = -1.0,
    **options: object,
) -> Env:
    """The environment of a game with this number of players and these options.

    The reward at the end is the share of the victory, or with `reward="lead"` the lead in points
    over the best of the others. An illegal action ends the match with the `penalty` for its seat;
    with `penalty=None` nothing is checked.

    >>> make("jericho", players=4)
    <quartett.jax.Env jericho-v0, 4 players>
    """
    if game not in ENVIRONMENTS:
        raise FormatError(f"game: {game!r} is not one of {', '.join(ENVIRONMENTS)}")
    known = known_as(game)
    rules = get(known.game)
    count = known.players if players is None else players
    rules.check_players(count)
    agreed = rules.parse_options({**known.options, **options})
    rules.check_options(agreed, count)
    engine: GameValue = import_module(f"{__name__}.{_ENGINES[known.game]}")
    return Env(game, engine, count, agreed, reward, penalty)
