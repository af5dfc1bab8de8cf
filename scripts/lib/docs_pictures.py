"""Remakes the pictures in `docs/pictures`; `scripts/screenshots --docs` calls it."""

import io
from pathlib import Path
from typing import Literal

from PIL import Image

from browser.axe import AT_REST
from browser.coming import TIMED, cover
from browser.players import PLAYERS
from camera import Camera, Kit, Studio
from docs_cards import draw_cards
from scenes import MIDDLE, come

TABLE = Kit({"table": (1000, 700)})
PHONE = Kit({"phone": (390, 844)}, {"has_touch": True, "is_mobile": True})
STRIP = 280
GAP = 16
COLOURS = 256
ROUNDS = 3
"""How often the colours are moved to where they are needed: rare ones stay what they are."""
PART = {"photo_rummy": 0.1, "flow": 0.2}
"""Where little lies on the table, its pictures are seen."""
Light = Literal["light", "dark"]


def remake(studio: Studio) -> int:
    """A table of each game, four screens of a phone side by side, and the cards of the rules."""
    for game in PLAYERS:
        camera = studio.visitor(TABLE)
        _open(camera, game)
        _save(_taken(camera, "light"), studio.folder / f"{game}.png")
        camera.close()
    screens: list[tuple[str, Light]] = [
        ("start", "light"),
        ("jericho", "light"),
        ("souvenirs", "light"),
        ("flow", "dark"),
    ]
    _save(_strip([_phone(studio, *each) for each in screens]), studio.folder / "phones.png")
    draw_cards(studio.browser)
    return 0


def _open(camera: Camera, game: str) -> None:
    page = camera.page
    if game == "start":
        page.goto("/")
        cover(page, "flow").wait_for()
    else:
        come(page, game, 2 if game in TIMED else 3, PART.get(game, MIDDLE))


def _phone(studio: Studio, game: str, light: Light) -> Image.Image:
    camera = studio.visitor(PHONE)
    _open(camera, game)
    taken = _taken(camera, light)
    camera.close()
    return taken.resize((STRIP, taken.height * STRIP // taken.width), Image.Resampling.LANCZOS)


def _taken(camera: Camera, light: Light) -> Image.Image:
    camera.page.emulate_media(color_scheme=light, reduced_motion="reduce")
    camera.page.wait_for_function(AT_REST)
    return Image.open(io.BytesIO(camera.page.screenshot())).convert("RGB")


def _strip(screens: list[Image.Image]) -> Image.Image:
    width = len(screens) * (STRIP + GAP) - GAP
    strip = Image.new("RGB", (width, screens[0].height), "white")
    for number, screen in enumerate(screens):
        strip.paste(screen, (number * (STRIP + GAP), 0))
    return strip


def _save(picture: Image.Image, path: Path) -> None:
    few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=ROUNDS)
    few.save(path, optimize=True)
    print(path.name, flush=True)
