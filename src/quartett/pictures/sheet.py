"""What pictures are made of: boxes and words on a sheet, and the cards, rows and seats in them."""

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from quartett.terminal.paint import CHIPS

INK, PAPER, FAINT, LINE, GREEN = "#1b1b1b", "#fbf9f4", "#6b675e", "#d9d4c8", "#3f7d3a"
BACK = "#8a8474"
"""A card whose face nobody here may know."""

SEATS = ("#1f7a8c", "#8e3b8a", "#9a7400", "#3f7d3a", "#2c58a5")
"""The colour of each player, as the terminal has them."""

WIDTH, MARGIN = 720, 16
WIDEST = 1.2
"""How large a letter may be, in its share of a card's width."""

FONT = "DejaVu Sans, Segoe UI Symbol, Noto Sans Symbols2, sans-serif"

Named: TypeAlias = Callable[[int], str]
"""What the player in a seat is called."""


class Box(NamedTuple):
    """A rectangle with round corners; no fill or no line where there is none."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None
    line: str | None
    radius: float


class Words(NamedTuple):
    """A line of text; y is its baseline."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str
    bold: bool


class Tile(NamedTuple):
    """A card to be drawn: what stands on it, and its colour as in `terminal.paint.CHIPS`."""

    text: str
    colour: str


class Sheet:
    """A picture that grows downwards; `y` is where the next thing goes."""

    def __init__(self) -> None:
        self.width = WIDTH
        self.y: float = MARGIN
        self.shapes: list[Box | Words] = []
        """Everything in the order of drawing."""

    @property
    def height(self) -> float:
        """How far down it goes."""
        return self.y + MARGIN

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None,
        line: str | None = None,
        radius: float = 4,
    ) -> None:
        """Draw a rectangle."""
        self.shapes.append(Box(x, y, width, height, fill, line, radius))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 14,
        fill: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Write a line; `anchor` is `start`, `middle` or `end`."""
        if text:
            self.shapes.append(Words(x, y, text, size, fill, anchor, bold))

    def tile(self, x: float, y: float, width: float, height: float, tile: Tile) -> None:
        """Draw a card."""
        ink, paper = CHIPS[tile.colour]
        self.box(x, y, width, height, paper, INK, min(width, height) / 6)
        size = min(height * 0.5, WIDEST * (width - 4) / max(1, len(tile.text)))
        self.text(x + width / 2, y + height / 2 + size * 0.36, tile.text, size, ink, "middle", True)

    def back(self, x: float, y: float, width: float, height: float, text: str = "") -> None:
        """Draw a card from behind, or a pile of so many."""
        self.box(x, y, width, height, BACK, INK, min(width, height) / 6)
        size = height * 0.45
        self.text(x + width / 2, y + height / 2 + size * 0.36, text, size, "#ffffff", "middle")

    def gap(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a place where no card lies."""
        self.box(x, y, width, height, None, LINE, min(width, height) / 6)

    def row(
        self, x: float, y: float, room: float, tiles: Sequence[Tile], width: float, height: float
    ) -> float:
        """Draw cards side by side, one over the other where there is too little room; their end."""
        step = width + 3
        if len(tiles) > 1:
            step = min(step, (room - width) / (len(tiles) - 1))
        for at, tile in enumerate(tiles):
            self.tile(x + at * step, y, width, height, tile)
        return x + max(0, len(tiles) - 1) * step + width

    def shelf(self, title: str, tiles: Sequence[Tile], width: float, height: float) -> None:
        """Write a title, and below it cards in as many rows as it takes."""
        self.text(MARGIN, self.y + 12, title, 13, FAINT)
        self.y += 20
        fit = int((self.width - 2 * MARGIN + 4) // (width + 4))
        for at, tile in enumerate(tiles):
            x = MARGIN + at % fit * (width + 4)
            self.tile(x, self.y + at // fit * (height + 4), width, height, tile)
        self.y += -(-len(tiles) // fit) * (height + 4) + 8

    def seat(
        self, seat: int, name: str, told: str, acts: bool, y: float, x: float = MARGIN
    ) -> None:
        """Write a player's name in its colour, and what there is to say."""
        self.box(x, y - 11, 6, 14, SEATS[seat % len(SEATS)], None, 2)
        self.text(x + 12, y, f"▸ {name}" if acts else name, 14, SEATS[seat % len(SEATS)], bold=True)
        self.text(x + 110, y, told, 13, FAINT)

    def svg(self) -> str:
        """The picture as SVG."""
        body = "".join(map(_element, self.shapes))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height:g}" '
            f'width="{self.width}" height="{self.height:g}" font-family="{FONT}">'
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>{body}</svg>'
        )


def _element(shape: Box | Words) -> str:
    if isinstance(shape, Words):
        bold = ' font-weight="bold"' if shape.bold else ""
        anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
        at = f'x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size:.1f}"'
        return f'<text {at} fill="{shape.fill}"{anchor}{bold}>{escape(shape.text)}</text>'
    line = f' stroke="{shape.line}"' if shape.line else ""
    size = f'width="{shape.width:.1f}" height="{shape.height:.1f}" rx="{shape.radius:.1f}"'
    at = f'x="{shape.x:.1f}" y="{shape.y:.1f}"'
    return f'<rect {at} {size} fill="{shape.fill or "none"}"{line}/>'
