"""Bots: opponents of several strengths for every game, and hints."""

import importlib.util
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeGuard, overload

from quartett.bots import network, rivals
from quartett.bots.base import LEVELS, PRACTICE, STEPS, AnyBot, Bot, Hint, RandomBot
from quartett.bots.characters import Character, characters
from quartett.bots.failures import FAILURES, UnusableBotError, trace_of
from quartett.bots.ladder import levels_of, step_of, steps
from quartett.core.errors import FormatError
from quartett.core.forms import parse
from quartett.core.plugins import part_of
from quartett.core.seeds import Rng, seed_of
from quartett.games import get as rules_of

if TYPE_CHECKING:
    from quartett.games import flow, jericho, photo_rummy, souvenirs

__all__ = [
    "FAILURES",
    "LEVELS",
    "PRACTICE",
    "AnyBot",
    "Bot",
    "Character",
    "Hint",
    "RandomBot",
    "bots_of",
    "characters",
    "get",
    "hint",
    "levels_of",
    "name_of",
    "names_of",
    "proposal",
    "rival",
    "steps",
]


def bots_of(game: str) -> Mapping[str, type[AnyBot]]:
    """The bots of a game by level; the random one picks from the list unless the game has one."""
    part = part_of("bots", game)
    if part is None:
        return {"random": RandomBot}
    own: Mapping[str, type[AnyBot]] = import_module(part).BOTS
    return {"random": RandomBot, **own}


NAMES = ("Alma", "Boris", "Cora", "Dario", "Emil", "Fleur", "Gino", "Hanna")
"""The default names of bots."""


def name_of(game: str, level: str) -> str | None:
    """The name of a character or of a step's bot; other bots may have any name.

    >>> name_of("jericho", "easy"), name_of("jericho", "random")
    ('Simon', None)
    """
    if level in characters(game):
        return characters(game)[level].name
    try:
        return names_of(game)[int(step_of(game, level)) - 1]
    except (FormatError, IndexError):
        return None


def names_of(game: str) -> Sequence[str]:
    """The names of a game's bots at a table, that of the ladder's first step first."""
    part = part_of("bots", game)
    names: Sequence[str] = NAMES if part is None else getattr(import_module(part), "NAMES", NAMES)
    return names


@overload
def get(
    game: Literal["flow"], name: str, nodes: int | None = None
) -> "Bot[flow.View, flow.Action]": ...
@overload
def get(
    game: Literal["jericho"], name: str, nodes: int | None = None
) -> "Bot[jericho.View, jericho.Action]": ...
@overload
def get(
    game: Literal["photo_rummy"], name: str, nodes: int | None = None
) -> "Bot[photo_rummy.View, photo_rummy.Action]": ...
@overload
def get(
    game: Literal["souvenirs"], name: str, nodes: int | None = None
) -> "Bot[souvenirs.View, souvenirs.Action]": ...
@overload
def get(game: str, name: str, nodes: int | None = None) -> AnyBot: ...
def get(game: str, name: str, nodes: int | None = None) -> AnyBot:
    """A bot by its level, by the number of its step on the ladder, or your own by `file.py:Class`.

    `rival-6.5` is the rival at that place of the ladder, see `quartett.bots.rival`.
    `weights.npz:network` is a game's network with other weights, `weights.npz:master` that network
    within the search of master.

    >>> import quartett
    >>> match = quartett.start("souvenirs", players=2, seed=7)
    >>> bot = get("souvenirs", "medium")
    >>> bot.choose(match.view(0), match.legal(0), quartett.Rng(1)) in match.legal(0)
    True
    """
    if nodes is not None and parse(int, nodes, "nodes") < 1:
        raise FormatError(f"nodes: {nodes} is less than 1")
    kind = _from_file(game, name) if ":" in name else _by_level(game, name)
    _check_plays(kind, game, name)
    try:
        return kind() if nodes is None else kind(nodes)
    except FAILURES as error:
        given = "" if nodes is None else f" with nodes={nodes}"
        text = f"bot {name} cannot be made{given}: {error!r}"
        raise UnusableBotError(text, trace_of(error)) from error


def rival(game: str, shares: Iterable[float], players: int = 2) -> AnyBot:
    """The rival as it is after matches in which a person had these shares of the victory.

    The oldest match comes first. It plays like a step of the ladder, so that in the long run both
    win about half; with more players, the person wins as often as everybody else.

    >>> rival("souvenirs", [1, 1, 0, 1, 1]).level
    '4'
    """
    return get(game, rivals.after_all(shares, players))


def hint(
    game: str,
    view: object,
    legal: Sequence[object],
    rng: Rng | None = None,
    level: str | None = None,
) -> Hint | None:
    """A suggestion for the seat whose view this is, if the game's bots give any.

    It comes from the strongest level that is quick, or from `level`, where that gives hints.
    Without `rng` the same view always gets the same hint, and no review charges its move.

    >>> import quartett
    >>> match = quartett.start("jericho", players=3, seed=7)
    >>> found = hint("jericho", match.view(0), match.legal(0))
    >>> found.action in match.legal(0)
    True
    """
    part = part_of("bots", rules_of(game).id)
    if part is None or not legal:
        return None
    module = import_module(part)
    if level is not None and level not in getattr(module, "ADVISERS", ()):
        raise FormatError(f"level {level!r} gives no hints in {game}")
    chance = _hint_chance(view) if rng is None else rng
    asked = (view, legal, chance) if level is None else (view, legal, chance, level)
    found: Hint | None = module.hint(*asked)
    return found


def proposal(game: str, view: object, legal: Sequence[object]) -> object | None:
    """The action that a hint proposes here, found without saying why; None where hints say nothing.

    >>> import quartett
    >>> match = quartett.start("jericho", players=3, seed=7)
    >>> view, legal = match.view(0), match.legal(0)
    >>> proposal("jericho", view, legal) == hint("jericho", view, legal).action
    True
    """
    part = part_of("bots", rules_of(game).id)
    adviser = None if part is None else getattr(import_module(part), "adviser", None)
    if adviser is None or not legal:
        found = hint(game, view, legal)
        return None if found is None else found.action
    action: object = adviser().choose(view, list(legal), _hint_chance(view))
    return action


def _hint_chance(view: object) -> Rng:
    """By what chance hints are found, so that asking again or looking back finds the same one."""
    return Rng(f"hint {seed_of(view)}")


def _check_plays(kind: type[AnyBot], game: str, name: str) -> None:
    """FormatError if a bot declares its games and this is not one of them."""
    games = (kind.games,) if isinstance(kind.games, str) else kind.games
    if games is not None and not isinstance(games, Collection):
        raise FormatError(f"bot {name}: `games` names the games that it plays, not {games!r}")
    if game and games is not None and game not in games:
        raise FormatError(f"bot {name} does not play {game}, only {', '.join(map(str, games))}")


def _by_level(game: str, level: str) -> type[AnyBot]:
    rules_of(game)  # a game that is not there has no bots
    known = bots_of(game)
    if level in known:
        return known[level]
    own = {name: each.kind for name, each in characters(game).items()}
    others, number = {**_unlisted(game), **own, **steps(game)}, rivals.number_of(level) or level
    if number in others:
        return others[number]
    if number in (LEVELS[-1], str(STEPS)):
        network.numpy()
    numbered = f"steps 1 to {STEPS}, " if steps(game) else ""
    there = f"there are {', '.join(known)}, {numbered}and your own as file.py:Class"
    raise FormatError(f"unknown bot {level!r} for {game}; {there}")


def _unlisted(game: str) -> Mapping[str, type[AnyBot]]:
    """The bots to compare with, which no list offers."""
    part = part_of("bots", game)
    if part is None:
        return {}
    unlisted: Mapping[str, type[AnyBot]] = getattr(import_module(part), "UNLISTED", {})
    return unlisted


@cache
def _from_file(game: str, name: str) -> type[AnyBot]:
    path, _, attribute = name.rpartition(":")
    if path.endswith(".npz"):
        return _with_weights(game, Path(path), attribute)
    return _from_module(name)


def _with_weights(game: str, path: Path, level: str) -> type[AnyBot]:
    """A learned player with weights from a file."""
    players = {**bots_of(game), **_unlisted(game)}
    kind = players.get(level)
    if level not in ("network", LEVELS[-1]) or kind is None:
        raise FormatError(f"bot {path}:{level}: weights play as network or as {LEVELS[-1]}")
    if not path.is_file():
        raise FormatError(f"bot {path}:{level}: there is no file {str(path)!r}")
    net = import_module(f"{part_of('bots', game)}.master_net")
    network.fitting(network.load(path), net.SHAPES, str(path))
    return type(kind.__name__, (kind,), {"weights": path})


@cache
def _from_module(name: str) -> type[AnyBot]:
    path, _, attribute = name.rpartition(":")
    spec = importlib.util.spec_from_file_location(f"own_bot_{Path(path).stem}", path)
    if not Path(path).is_file():
        raise FormatError(f"bot {name}: there is no file {path!r}")
    if spec is None or spec.loader is None:
        raise FormatError(f"bot {name}: {path!r} is not a Python file (.py)")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except FAILURES as error:
        text = f"{path!r} cannot be loaded: {error!r}"
        raise UnusableBotError(text, trace_of(error)) from error
    kind = getattr(module, attribute, None)
    if not _is_bot(kind):
        own = [each for each, value in vars(module).items() if _is_bot(value) and value is not Bot]
        there = f"it has {', '.join(own)}" if own else "it has no class that inherits from Bot"
        raise FormatError(f"{path!r} has no bot {attribute!r}; {there}")
    return kind


def _is_bot(value: object) -> TypeGuard[type[AnyBot]]:
    return isinstance(value, type) and issubclass(value, Bot)
