"""A change of a rule shows as a difference in a golden file."""

import pytest

from golden.golden import FOLDER, counts, playthrough
from quartett.games import names

EVERY_GAME = pytest.mark.parametrize("name", names())


@EVERY_GAME
def test_the_whole_match_is_as_written_down(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@EVERY_GAME
def test_the_numbers_of_possible_actions_are_as_written_down(name: str) -> None:
    assert counts(name) == (FOLDER / f"{name}.counts.txt").read_text(encoding="utf-8")
