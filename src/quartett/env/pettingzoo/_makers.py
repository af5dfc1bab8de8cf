"""The three functions that every PettingZoo module has."""

from typing import Protocol

from quartett.env._rewards import Terms
from quartett.env.pettingzoo._aec import QuartettAEC
from quartett.env.pettingzoo._parallel import QuartettParallel


class MakesAEC(Protocol):
    """`env` or `raw_env` of a game."""

    def __call__(
        self,
        players: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: str = "share",
        illegal: str = "end",
        penalty: float = -1.0,
        **options: object,
    ) -> QuartettAEC:
        """An environment in which agents take turns; `options` are those of the game."""


class MakesParallel(Protocol):
    """`parallel_env` of a game."""

    def __call__(
        self,
        players: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: str = "share",
        illegal: str = "end",
        penalty: float = -1.0,
        **options: object,
    ) -> QuartettParallel:
        """An environment in which all agents step together; `options` are those of the game."""


def makers(name: str) -> tuple[MakesAEC, MakesAEC, MakesParallel]:
    """`env`, `raw_env` and `parallel_env` of a game."""

    def raw_env(
        players: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: str = "share",
        illegal: str = "end",
        penalty: float = -1.0,
        **options: object,
    ) -> QuartettAEC:
        """An environment in which agents take turns; `options` are those of the game."""
        terms = Terms(reward, illegal, penalty)
        return QuartettAEC(name, players, render_mode, max_cycles, terms, options)

    def parallel_env(
        players: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: str = "share",
        illegal: str = "end",
        penalty: float = -1.0,
        **options: object,
    ) -> QuartettParallel:
        """An environment in which all agents step together; `options` are those of the game."""
        terms = Terms(reward, illegal, penalty)
        return QuartettParallel(name, players, render_mode, max_cycles, terms, options)

    # What PettingZoo's wrappers check is checked in the environment itself, at half the time.
    return raw_env, raw_env, parallel_env
