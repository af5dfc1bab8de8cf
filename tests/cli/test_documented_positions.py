"""docs/positions.md says what is true: its requests are answered as it says."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quartett.core.forms import parse
from quartett.games import get
from quartett.judge import answer

PAGE = (Path(__file__).parents[2] / "docs" / "positions.md").read_text()
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
TITLES = {
    "photo_rummy": "Photo Rummy",
    "jericho": "Jericho",
    "souvenirs": "Souvenirs",
    "flow": "Speed & Flow",
}
EXAMPLES = list(zip(BLOCKS[::2], BLOCKS[1::2], strict=True))


def part_of(said: Any, found: Any) -> bool:
    """Whether all that is said is found: of an object only the keys that are named."""
    if isinstance(said, dict):
        return all(key in found and part_of(each, found[key]) for key, each in said.items())
    return bool(said == found)


@pytest.mark.parametrize(("request_", "said"), EXAMPLES)
def test_every_example_is_answered_as_the_page_says(request_: Any, said: Any) -> None:
    found = json.loads(msgspec.json.encode(answer(json.dumps(request_).encode()).content))
    assert part_of(said, found), found


def section(name: str) -> str:
    """What the page says about one game."""
    return PAGE.split(f"\n## {TITLES[name]}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("name", TITLES)
def test_every_action_that_the_page_lists_is_one(name: str) -> None:
    listed = re.findall(r"^\| `(\{.*?\})` \|", section(name), re.MULTILINE)
    kinds = set()
    for text in listed:
        action = json.loads(text.replace('["paris-church", …], …', '["paris-church"]'))
        parse(get(name).action_type, action, "action")
        kinds.add(action["type"])
    assert kinds == {kind.__struct_config__.tag for kind in get(name).action_type.__args__}


@pytest.mark.parametrize("name", TITLES)
def test_every_key_and_option_of_a_game_is_named(name: str) -> None:
    game = get(name)
    form, options = game.form_type.__struct_fields__, game.options_type.__struct_fields__
    for key in (*form, *options):
        assert f"`{key}`" in section(name)
