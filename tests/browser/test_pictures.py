"""Photo Rummy's 102 photos: every one drawn, no two alike, none needed before the table stands."""

import re
from colorsys import rgb_to_hls
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.conftest import Manners, NewPage
from browser.meeting import against_bots
from quartett.games.photo_rummy.cards import CATEGORIES, CITIES, PHOTOS

ASSETS = Path(__file__).parents[2] / "src/quartett/server/static/assets"
DRAW_ALL = """async ([file, photos]) => {
  const draw = Object.values(await import(file)).find((it) => typeof it === 'function');
  return photos.map((photo) => draw(...photo.split('-')));
}"""
SIZES_AS_IMAGES = """(pictures) => Promise.all(pictures.map(async (svg) => {
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
  await image.decode();
  return image.naturalWidth;
}))"""
MIDDLE = """async (svg) => {
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
  await image.decode();
  const brush = new OffscreenCanvas(40, 80).getContext('2d');
  brush.drawImage(image, -50, -32, 140, 145);
  return [...brush.getImageData(0, 0, 40, 80).data];
}"""
PICTURE_IS_THERE = """() => [...document.querySelectorAll('.poster:not(.joker) .picture')]
  .some((picture) => getComputedStyle(picture).backgroundImage.startsWith('url'))"""

RED, YELLOW, GREEN, ORANGE = (350, 370), (42, 60), (130, 165), (15, 35)
POST_COLOURS = {
    "stockholm": YELLOW,
    "vienna": YELLOW,
    "oslo": RED,
    "paris": YELLOW,
    "rome": RED,
    "london": RED,
    "luxembourg": YELLOW,
    "madrid": YELLOW,
    "helsinki": ORANGE,
    "copenhagen": RED,
    "lisbon": RED,
    "bern": YELLOW,
    "brussels": RED,
    "dublin": GREEN,
    "amsterdam": ORANGE,
    "athens": YELLOW,
    "berlin": YELLOW,
}


def pictures(page: Page) -> dict[str, str]:
    """Every photo's picture, as the built page draws it."""
    [file] = ASSETS.glob("pictures-*.js")
    drawn = page.evaluate(DRAW_ALL, [f"/assets/{file.name}", list(PHOTOS)])
    return dict(zip(PHOTOS, drawn, strict=True))


def shapes(svg: str) -> str:
    """What is drawn, whatever colours it is printed in."""
    return re.sub(r"<style>.*?</style>", "", svg)


def test_all_102_photos_are_drawn_and_no_two_share_a_drawing(visit: NewPage) -> None:
    page = visit("/healthz")
    drawn = pictures(page)
    assert len(drawn) == len(CITIES) * len(CATEGORIES) == 102
    assert not [photo for photo, svg in drawn.items() if re.search("undefined|NaN", svg)]
    assert page.evaluate(SIZES_AS_IMAGES, list(drawn.values())).count(0) == 0
    owners: dict[str, list[str]] = {}
    for photo, svg in drawn.items():
        owners.setdefault(shapes(svg), []).append(photo)
    assert [photos for photos in owners.values() if len(photos) > 1] == []


def share(pixels: list[int], hues: tuple[int, int]) -> float:
    """How much of a picture is vividly painted in these hues."""
    first, last = hues
    hits = 0
    for red, green, blue in zip(pixels[::4], pixels[1::4], pixels[2::4], strict=True):
        hue, _, saturation = rgb_to_hls(red / 255, green / 255, blue / 255)
        hits += saturation > 0.5 and (hue * 360 - first) % 360 <= last - first
    return hits * 4 / len(pixels)


def test_letter_boxes_have_their_countrys_colour(visit: NewPage) -> None:
    page = visit("/healthz")
    drawn = pictures(page)
    shares = {
        city: share(page.evaluate(MIDDLE, drawn[f"{city}-letterbox"]), hues)
        for city, hues in POST_COLOURS.items()
    }
    assert set(shares) == set(CITIES)
    assert {city: found for city, found in shares.items() if found < 0.3} == {}


def test_pictures_follow_the_table(visit: NewPage) -> None:
    page = visit(None)
    against_bots(page, "photo_rummy")
    page.wait_for_function(PICTURE_IS_THERE)


def test_a_table_stands_without_its_pictures(visit: NewPage, manners: Manners) -> None:
    manners.away = True
    page = visit(None)
    page.route("**/assets/pictures-*.js", lambda route: route.abort())
    against_bots(page, "photo_rummy")
    expect(page.locator(".play .table .card").first).to_be_visible()
    expect(page.locator(".poster .icon").first).to_be_visible()
