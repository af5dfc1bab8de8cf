"""Colours and chips: how cards, players and headings look; never by colour alone."""

import sys

from rich.console import Console
from rich.markup import escape
from rich.text import Text

SEATS = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue")
"""The style of each player's name; the name itself tells them apart too."""

DARK, LIGHT = "#1b1b1b", "#ffffff"
CHIPS = {
    "red": (LIGHT, "#b3352c"),
    "orange": (DARK, "#e8842a"),
    "yellow": (DARK, "#e6c34a"),
    "green": (LIGHT, "#4d7a2a"),
    "blue": (LIGHT, "#2c58a5"),
    "purple": (LIGHT, "#7a3f98"),
    "turquoise": (DARK, "#4fc4bb"),
    "white": (DARK, "#efebe0"),
    "brass": (DARK, "#c9962f"),
    "grey": (LIGHT, "#555555"),
}
"""Ink and paper of a card."""


def chip(text: str, colour: str) -> str:
    """A small card as markup."""
    ink, paper = CHIPS[colour]
    return f"[{ink} on {paper}] {escape(text)} [/]"


def player(name: str, seat: int) -> str:
    """A player's name as markup."""
    return f"[{SEATS[seat % len(SEATS)]}]{escape(name)}[/]"


def key(text: str) -> str:
    """What can be typed, as markup."""
    return f"[bold]{escape(text)}[/]"


def keyed(text: str) -> str:
    """A sentence whose `words in backticks` can be typed, as markup."""
    parts = text.split("`")
    return "".join(f"[bold]{part}[/]" if at % 2 else part for at, part in enumerate(parts))


def marked(markup: str) -> Text:
    """Markup as text that can stand in a table."""
    return Text.from_markup(markup, emoji=False)


def console() -> Console:
    """The terminal; a letter it cannot write or read becomes a question mark, never an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return Console(highlight=False, emoji=False)
