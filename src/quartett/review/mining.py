"""Finding puzzles: bots play matches, and decisions with a clear and stable best answer stay.

Each game names the positions worth examining; its evaluator, and then an independent search,
determine which answer is right.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from quartett.bots import get as get_bot
from quartett.core.errors import FormatError
from quartett.core.game import AnyGame, GameValue
from quartett.core.match import Match
from quartett.core.plugins import part_of
from quartett.core.positions import dump_position
from quartett.core.seeds import Rng
from quartett.games import get
from quartett.review.evaluator import evaluator_of
from quartett.review.puzzles import MAX_DIFFICULTY, Puzzle, Question

SCREENED, CONFIRMED = 16, 140
"""On this many worlds all actions are looked at, and then the best of them again."""

FINALISTS = 6
ALIKE = 0.03
"""Answers that differ by less are both right."""

MIN_MARGIN = 0.08
MAX_ANSWERS = 2
SURE = 3.0
"""How many standard errors the margin must be worth."""

OTHER_NODES = 2000
"""How much the independent search looks at."""

Found = Callable[[AnyGame, GameValue, int, str], Puzzle | None]
"""A puzzle from the state before a seat's action, if there is one in it."""


class Clear(NamedTuple):
    """A decision with a clear best answer."""

    answers: list[GameValue]
    margin: float


def mine(game_id: str, seed: int, players: int | None = None) -> Iterator[Puzzle]:
    """The puzzles in one match between bots; the same seed finds the same ones."""
    game = get(game_id)
    part = part_of("review", game_id)
    module = import_module(part) if part else None
    if module is None or not hasattr(module, "LINE_UP"):
        raise FormatError(f"no puzzles can be mined from {game_id}")
    found: Found = getattr(module, "find_puzzle", find_puzzle)
    least, most = game.players[0], game.players[-1]
    count = players or least + seed % (most - least + 1)
    match = Match.start(game, count, f"puzzles {seed}")
    line_up = [get_bot(game_id, *module.LINE_UP[at % len(module.LINE_UP)]) for at in range(count)]
    number = 0
    while match.outcome is None:
        seat, alone = min(match.to_act), len(match.to_act) == 1
        if alone:
            puzzle = found(game, match.state, seat, f"{game_id}-{seed}-{number}")
            if puzzle is not None:
                yield puzzle
        view, legal = match.view(seat), match.legal(seat)
        match.play(seat, line_up[seat].choose(view, legal, Rng(f"miner {seed}", number)))
        number += 1


def find_puzzle(game: AnyGame, state: GameValue, seat: int, name: str) -> Puzzle | None:
    """The decision before this seat as a puzzle, if one answer is clearly best and stays so."""
    legal = list(game.legal(state, seat))
    if len(legal) < 4 or any(type(action) in game.unlisted for action in legal):
        return None
    view = game.view(state, seat)
    clear = clear_choice(game, view, legal, name)
    if clear is None or not confirms(game.id, view, legal, clear.answers, f"{name} confirm"):
        return None
    medium = get_bot(game.id, "medium").choose(view, legal, Rng(name))
    hard = 2 * (medium not in clear.answers) + (clear.margin < 0.15) + (len(legal) > 10)
    return Puzzle(
        name,
        game.id,
        dump_position(game, rotated(game, state, seat)),
        0,
        Question("puzzle.best"),
        tuple(msgspec.to_builtins(answer) for answer in clear.answers),
        round(clear.margin, 3),
        min(MAX_DIFFICULTY, 1 + hard),
    )


def clear_choice(game: AnyGame, view: GameValue, legal: list[GameValue], name: str) -> Clear | None:
    """The best actions of a view, if they are few and all others are clearly worse."""
    tried = _tried(game, view, legal, SCREENED, f"{name} screen")
    order = sorted(range(len(legal)), key=lambda at: -fmean(tried[at]))
    means = [fmean(tried[at]) for at in order]
    if means[0] - means[min(MAX_ANSWERS, len(means) - 1)] < MIN_MARGIN / 2:
        return None
    finalists = [legal[at] for at in order[:FINALISTS]]
    results = _tried(game, view, finalists, CONFIRMED, f"{name} final")
    ranked = sorted(zip(finalists, results, strict=True), key=lambda each: -fmean(each[1]))
    best = fmean(ranked[0][1])
    answers = [each for each in ranked if fmean(each[1]) > best - ALIKE]
    others = ranked[len(answers) :]
    if len(answers) > MAX_ANSWERS or not others:
        return None
    margin = fmean(answers[-1][1]) - fmean(others[0][1])
    gaps = [own - other for own, other in zip(answers[-1][1], others[0][1], strict=True)]
    if margin < MIN_MARGIN or margin < SURE * stdev(gaps) / len(gaps) ** 0.5:
        return None
    return Clear([action for action, _ in answers], margin)


def _tried(
    game: AnyGame, view: GameValue, actions: list[GameValue], worlds: int, label: str
) -> list[list[float]]:
    """The chooser's shares of the victory after each action, on the same worlds."""
    evaluator = evaluator_of(game.id)
    results: list[list[float]] = [[] for _ in actions]
    for number in range(worlds):
        table = evaluator.table(game.determinize(view, Rng(label, number)))
        for action, result in zip(actions, results, strict=True):
            ending = evaluator.play_out(table, view.viewer, action)
            result.append(ending.shares[view.viewer])
    return results


def confirms(
    game: str, view: GameValue, legal: list[GameValue], answers: list[GameValue], label: str
) -> bool:
    """Whether another search, that of the hard bot, chooses one of the answers too."""
    other = get_bot(game, "hard", OTHER_NODES)
    return all(other.choose(view, legal, Rng(label, turn)) in answers for turn in range(2))


def rotated(game: AnyGame, state: GameValue, seat: int) -> GameValue:
    """The same state with everybody moved round, so that this seat becomes seat 0."""
    if seat == 0:
        return state
    form = game.dump(state)
    players = game.seats(state)

    def turned(value: int | None) -> int | None:
        return None if value is None else (value - seat) % players

    form["seats"] = [form["seats"][(at + seat) % players] for at in range(players)]
    for key in ("turn", "starter"):
        if key in form:
            form[key] = turned(form[key])
    evaluator_of(game.id).renumber(form, turned)
    return game.load(game.options_of(state), msgspec.to_builtins(form))
