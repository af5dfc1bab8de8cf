"""The pages of docs/environments, one for each game, made from the environments themselves.

Run as a program it writes them anew: `PYTHONPATH=tests .venv/bin/python tests/env/documented.py`
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from random import Random

import msgspec

from quartett import pictures
from quartett.core.texts import say
from quartett.env import action_names
from quartett.env._fields import Block, Part, fields_of, layout
from quartett.env._matches import TITLES
from quartett.env._names import MODULES
from quartett.games import get

DOCS = Path(__file__).parents[2] / "docs"
GAMES = ("jericho", "souvenirs", "photo_rummy", "flow")
SHOWN = {"jericho": 60, "souvenirs": 25, "photo_rummy": 40, "flow": 120}
"""After so many random decisions the picture is drawn."""

REWARDS = (
    'At the end each agent gets its share of the victory (`reward="share"`: 1 for a sole winner, 0'
    ' for everybody else) or its points minus those of the best other seat (`reward="lead"`);'
    " before that 0. An illegal action ends the episode with −1 for its agent, unless"
    ' `illegal="raise"`. In OpenSpiel the return is the share, and an illegal action is an error.'
)


def files() -> dict[Path, str]:
    """The content of every page and picture."""
    found = {}
    for game in GAMES:
        found[DOCS / "environments" / f"{game}.md"] = page(game)
        found[DOCS / "pictures" / f"environment_{game}.svg"] = picture(game)
    return found


def picture(game: str) -> str:
    """A table in the middle of a random match, as the first seat sees it."""
    module, chance = MODULES[game], Random(4)
    match = module.deal(min(get(game).players), chance, get(game).parse_options({}))
    for _ in range(SHOWN[game]):
        match.apply(match.turn, chance.choice(match.legal_ids(match.turn)))
    sheet = pictures.draw(
        get(game), module.to_state(match), 0, lambda seat: f"player_{seat}", [match.turn]
    )
    return sheet.svg() + "\n"


def page(game: str) -> str:
    """The page of a game: picture, names, rewards, observation, actions, baselines."""
    name = say(f"{game}.name", None, "en")
    players = get(game).players
    lines = [
        f"# {name}",
        "",
        f"![A table of {name} as `player_0` sees it](../pictures/environment_{game}.svg)",
        "",
        "| interface | name |",
        "|---|---|",
        f"| PettingZoo | `quartett.env.pettingzoo.{game}_v0` |",
        f"| Gymnasium | `quartett/{TITLES[game]}-v0` |",
        f"| OpenSpiel | `quartett_{game}` |",
        f'| JAX | `quartett.jax.make("{game}")` |',
        f"| players | {players[0]} to {players[-1]}, by default {players[0]} |",
        f"| options | {_options(game)}; in OpenSpiel [fewer](../environments.md#openspiel) |",
        "",
        "[Environments](../environments.md) describes what all games share, and [rules by"
        f" number](../rules-reference/{game}.md) the rules.",
        "",
        "## Rewards",
        "",
        REWARDS,
        "",
        "## Observation",
        "",
        _section(game),
        "## Baselines",
        "",
        "[Baselines](../baselines.md) compares algorithms, the [leaderboard](../leaderboard.md) has"
        " what they reached, and [the ladder](../ladder.md) what Quartett's bots do.",
        "",
    ]
    return "\n".join(lines)


def _options(game: str) -> str:
    fields = msgspec.structs.fields(get(game).options_type)
    return ", ".join(f"`{field.encode_name}`" for field in fields)


def _section(game: str) -> str:
    module = MODULES[game]
    lines = [
        f"An observation has {module.OBSERVED} numbers: the space is a `Dict` of `observation`, a"
        f" `Box` of `int32` with shape ({module.OBSERVED},), and `action_mask`, a `Box` of 0 and 1"
        f" with shape ({module.ACTIONS},).",
        "",
        "| field | from | shape | range | meaning |",
        "|---|---|---|---|---|",
        *_fields(game),
        "",
        "## Actions",
        "",
        f"There are {module.ACTIONS} actions: the space is `Discrete({module.ACTIONS})`.",
        "",
        "| ids | from | to |",
        "|---|---|---|",
        *_actions(game),
        "",
    ]
    return "\n".join(lines)


def _fields(game: str) -> Iterator[str]:
    options = get(game).parse_options({})
    places = {field.name: field.offset for field in fields_of(game, options)}
    for part in layout(game, options):
        if isinstance(part, Part):
            yield _row(part.name, str(places[part.name]), part)
            continue
        first = f"{part.name}[0].{part.parts[0].name}"
        second = f"{part.name}[1].{part.parts[0].name}"
        step = places[second] - places[first]
        yield _block(part, places[first])
        for each in part.parts:
            at = places[f"{part.name}[0].{each.name}"]
            yield _row(f"{part.name}[n].{each.name}", f"{at} + {step} n", each)


def _block(block: Block, offset: int) -> str:
    return f"| | | | | *{block.meaning} (n from 0 to {block.times - 1})* |"


def _row(name: str, offset: str, part: Part) -> str:
    shape = " × ".join(map(str, part.shape)) or "1"
    high = "no limit" if part.high is None else f"{part.high}"
    low = f"{part.low}".replace("-", "−")
    return f"| `{name}` | {offset} | {shape} | {low} … {high} | {part.meaning} |"


def _actions(game: str) -> Iterator[str]:
    named = enumerate(action_names(game))
    for _, group in groupby(named, lambda each: each[1].split()[0]):
        (low, first), *rest = list(group)
        if not rest:
            yield f"| {low} | `{first}` | |"
        else:
            high, last = rest[-1]
            yield f"| {low}–{high} | `{first}` | `{last}` |"


if __name__ == "__main__":
    for _path, _text in files().items():
        _path.parent.mkdir(exist_ok=True)
        _path.write_text(_text, encoding="utf-8")
