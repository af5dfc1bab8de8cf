"""The tables of docs/environments.md, made from the environments themselves.

Run as a program it writes them anew: `PYTHONPATH=tests .venv/bin/python tests/env/documented.py`
"""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from quartett.core.texts import say
from quartett.env import action_names
from quartett.env._fields import Block, Part, fields_of, layout
from quartett.env._names import MODULES
from quartett.games import get

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
GAMES = ("jericho", "souvenirs", "photo_rummy", "flow")
MARKS = "<!-- tables: made by tests/env/documented.py -->\n\n", "<!-- end of tables -->\n"


def tables() -> str:
    """A section for each game: what its observation and its actions are."""
    return "\n".join(_section(game) for game in GAMES) + "\n"


def written() -> str:
    """What stands between the marks of the page."""
    return PAGE.read_text(encoding="utf-8").split(MARKS[0])[1].split(MARKS[1])[0]


def _section(game: str) -> str:
    module = MODULES[game]
    lines = [
        f"### {say(f'{game}.name', None, 'en')}",
        "",
        f"An observation has {module.OBSERVED} numbers.",
        "",
        "| field | from | shape | range | meaning |",
        "|---|---|---|---|---|",
        *_fields(game),
        "",
        f"There are {module.ACTIONS} actions.",
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
    _text = PAGE.read_text(encoding="utf-8")
    _pattern = re.escape(MARKS[0]) + ".*" + re.escape(MARKS[1])
    _new = re.sub(_pattern, lambda _: MARKS[0] + tables() + MARKS[1], _text, flags=re.DOTALL)
    PAGE.write_text(_new, encoding="utf-8")
