"""Colours can be told apart by everyone and text can be read: computed, not looked at."""

import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SRC = Path(__file__).parents[2] / "web" / "src"
HOUSE: dict[str, Any] = json.loads((SRC / "lib" / "colours.json").read_text("utf-8"))
GAMES: dict[str, dict[str, Any]] = {
    file.parent.name: json.loads(file.read_text("utf-8"))
    for file in sorted(SRC.glob("games/*/colours.json"))
}

# Machado, Oliveira, Fernandes 2009, severity 1.0, on linear sRGB.
VISIONS: dict[str, Matrix] = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
MIN_DIFFERENCE = 0.11  # OKLab; a just noticeable difference is about 0.02
AA_TEXT = 4.5
AA_SHAPES = 3.0

TEXT_ON_GROUND = [
    *((text, ground) for text in ("ink", "soft") for ground in ("bg", "surface", "raised")),
    *((text, ground) for text in ("accent", "good", "bad", "warn") for ground in ("bg", "raised")),
    ("ink", "tint"),
    ("accent", "surface"),
    ("on-accent", "accent"),
]


def linear_srgb(oklch: Triple) -> Triple:
    """The colour in linear sRGB."""
    lightness, chroma, hue = oklch
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    l3 = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m3 = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s3 = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
        -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
        -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3,
    )


def times(matrix: Matrix, vector: Triple) -> Triple:
    """The matrix applied to the vector."""
    x, y, z = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def clipped(colour: Triple) -> Triple:
    """The nearest colour that a screen can show, channel by channel."""
    r, g, b = (min(1.0, max(0.0, channel)) for channel in colour)
    return r, g, b


def oklab(rgb: Triple) -> Triple:
    """The linear sRGB colour in OKLab."""
    cone = times(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
        rgb,
    )
    l1, m1, s1 = (value ** (1 / 3) for value in cone)
    return times(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        (l1, m1, s1),
    )


def seen(oklch: Triple, vision: str) -> Triple:
    """The colour in OKLab as somebody with this vision sees it."""
    return oklab(clipped(times(VISIONS[vision], clipped(linear_srgb(oklch)))))


def contrast(one: Triple, other: Triple) -> float:
    """The WCAG contrast ratio of two colours."""

    def luminance(colour: Triple) -> float:
        r, g, b = clipped(linear_srgb(colour))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def palettes() -> dict[str, dict[str, Any]]:
    """Every set of colours that must be told apart."""
    return {"players": HOUSE["players"]} | {
        game: colours["cards"] for game, colours in GAMES.items() if "cards" in colours
    }


def rooms() -> dict[str, dict[str, Any]]:
    """The house's tokens and every room's, complete."""
    house = HOUSE["tokens"]
    return {"house": house} | {g: house | colours["tokens"] for g, colours in GAMES.items()}


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("palette", palettes())
def test_every_two_colours_of_a_game_can_be_told_apart(palette: str, vision: str) -> None:
    fills = {name: seen(tones["fill"], vision) for name, tones in palettes()[palette].items()}
    too_close = {
        (one, other): round(math.dist(fills[one], fills[other]), 3)
        for one, other in combinations(fills, 2)
        if math.dist(fills[one], fills[other]) < MIN_DIFFERENCE
    }
    assert not too_close


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("room", rooms())
def test_text_has_AA_contrast_in_every_room(room: str, scheme: str) -> None:
    tokens = {name: value[scheme] for name, value in rooms()[room].items()}
    too_weak = {
        (text, ground): round(contrast(tokens[text], tokens[ground]), 2)
        for text, ground in TEXT_ON_GROUND
        if contrast(tokens[text], tokens[ground]) < AA_TEXT
    }
    assert not too_weak


@pytest.mark.parametrize("palette", palettes())
def test_marks_on_a_game_colour_have_AA_contrast(palette: str) -> None:
    too_weak = {
        name: round(contrast(tones["fill"], tones["on"]), 2)
        for name, tones in palettes()[palette].items()
        if contrast(tones["fill"], tones["on"]) < AA_TEXT
    }
    assert not too_weak


def test_capitals_have_legible_names_and_pictograms() -> None:
    colours = GAMES["photo_rummy"]
    for city, pair in colours["pairs"].items():
        assert contrast(colours["extra"]["paper"], pair["deep"]) >= AA_TEXT, city
        assert contrast(pair["bright"], pair["deep"]) >= AA_SHAPES, city


def test_flow_symbols_stand_out_from_the_sleeve() -> None:
    flow = GAMES["flow"]
    for name, tones in flow["cards"].items():
        assert contrast(tones["fill"], flow["extra"]["sleeve"]) >= AA_SHAPES, name


def test_focus_is_visible_everywhere() -> None:
    for tokens in rooms().values():
        for scheme in ("light", "dark"):
            assert contrast(tokens["focus"][scheme], tokens["bg"][scheme]) >= AA_SHAPES


def test_every_colour_can_be_shown_on_an_ordinary_screen() -> None:
    every = [v for group in palettes().values() for tones in group.values() for v in tones.values()]
    every += [v for room in rooms().values() for token in room.values() for v in token.values()]
    every += [v for p in GAMES["photo_rummy"]["pairs"].values() for v in p.values()]
    outside = [v for v in every if math.dist(linear_srgb(v), clipped(linear_srgb(v))) > 0.02]
    assert not outside
