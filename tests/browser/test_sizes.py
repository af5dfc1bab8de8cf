"""What a phone has to load: the first screen and each table, compressed."""

import gzip
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response

from browser.coming import play_now
from browser.conftest import NewPage
from browser.players import PLAYERS

STATIC = Path(__file__).parents[2] / "src/quartett/server/static"
MOST_FIRST = 62_000
MOST_TABLE = 50 * 1024
DRAWINGS = ("assets/pictures-", "assets/portraits-")
"""Cards and seats can be read before these are there: nobody waits for them."""
MOST_FOR_PICTURES = 32 * 1024
COVERS_ARE_DRAWN = """(games) => {
  const covers = [...document.querySelectorAll('article')];
  const drawn = (cover) => cover.querySelectorAll('.cards svg, .cards img').length >= 3;
  return covers.length === games && covers.every(drawn);
}"""
TABLE_IS_DRAWN = "() => document.querySelector('.play .table .card svg') !== null"


class Loaded:
    """Which scripts and styles a page asked for, and how large they are compressed."""

    def __init__(self, page: Page) -> None:
        self.paths: set[str] = set()
        page.on("response", self._heard)

    def _heard(self, response: Response) -> None:
        path = urlsplit(response.url).path
        if path.endswith((".js", ".css")):
            self.paths.add(path.lstrip("/"))

    def size(self) -> int:
        """Without the drawings that come after the table."""
        return compressed(path for path in self.paths if not path.startswith(DRAWINGS))


def compressed(paths: Iterable[str]) -> int:
    """How large these files are on their way."""
    return sum(len(gzip.compress((STATIC / path).read_bytes())) for path in paths)


@pytest.mark.parametrize("game", PLAYERS)
def test_the_first_screen_and_a_table_are_light(visit: NewPage, game: str) -> None:
    page = visit(None, first=True)
    loaded = Loaded(page)
    page.goto("/")
    page.wait_for_function(COVERS_ARE_DRAWN, arg=len(PLAYERS))
    first = loaded.size()
    assert first < MOST_FIRST
    play_now(page, game)
    page.wait_for_function(TABLE_IS_DRAWN)
    assert loaded.size() - first < MOST_TABLE
    print(f"{game}: first screen {first}, table {loaded.size() - first} bytes")


def test_all_pictures_together_are_light() -> None:
    [file] = STATIC.glob(f"{DRAWINGS[0]}*.js")
    assert compressed([str(file.relative_to(STATIC))]) < MOST_FOR_PICTURES
