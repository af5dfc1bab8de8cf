"""How Jericho looks in the terminal: walls by colour and player, a numbered hand."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quartett.games.jericho.cards import COLOURS, TRUMPET, VALUE, WALL_CARDS
from quartett.games.jericho.view import PlayerView, View
from quartett.terminal.drawing import Drawing
from quartett.terminal.fitting import FirstThatFits, Pieces
from quartett.terminal.paint import chip, marked

SIGNS = {"red": "■", "yellow": "◆", "green": "▲", "blue": "●", "white": "□"}
"""A sign for each colour, so that nobody has to tell colours apart."""

NOTE = "♪"
ORDER = (*WALL_CARDS, TRUMPET)


class JerichoTable(Drawing):
    """Draws the table as one seat sees it."""

    def card(self, card: str) -> str:
        """A card as a chip with its sign and value."""
        if card not in VALUE:
            return self._voice.plain("card", card)
        colour = card.partition("-")[0]
        sign = NOTE if card == TRUMPET else SIGNS[colour]
        return chip(f"{sign}{VALUE[card]}", "brass" if card == TRUMPET else colour)

    def hue(self, colour: str) -> str:
        """A colour as a chip with its sign and name."""
        return chip(f"{SIGNS[colour]} {self._voice.plain('colour', colour)}", colour)

    def draw(self, view: View) -> RenderableType:
        """The whole table."""
        ways = (self._wide(view), self._narrow(view, " "), self._narrow(view, "\n"))
        return Group(FirstThatFits(*ways), self._hand(view))

    def _wide(self, view: View) -> Table:
        """A column for each player, a row for each colour, and how many cards each has."""
        table = Table("", box=SIMPLE_HEAD, padding=(0, 1))
        for seat in range(len(view.seats)):
            table.add_column(self._name(view, seat, "▸ "), min_width=9)
        for colour in COLOURS:
            table.add_row(marked(self.hue(colour)), *_walls(view, colour, " "))
        for what, counts in _counts(view).items():
            table.add_row(self._voice.say(f"jericho.{what}"), *(f"[bold]{n}[/]" for n in counts))
        return table

    def _narrow(self, view: View, between: str) -> Group:
        """The same in less room: colours by their signs, and the counts below the walls."""
        table = Table("", box=None, padding=(0, 1), pad_edge=False)
        for seat in range(len(view.seats)):
            table.add_column(self._name(view, seat, "▸"), min_width=5, overflow="fold")
        for colour in COLOURS:
            sign = marked(chip(SIGNS[colour], colour))
            table.add_row(sign, *_walls(view, colour, between))
        return Group(table, *(self._listed(what, each) for what, each in _counts(view).items()))

    def _name(self, view: View, seat: int, mark: str) -> Text:
        return marked((mark if seat == view.turn else "") + self._player(seat))

    def _listed(self, what: str, counts: Sequence[int]) -> Pieces:
        each = (f"{self._player(seat)} [bold]{count}[/]" for seat, count in enumerate(counts))
        return Pieces([self._voice.say(f"jericho.{what}"), *each], indent=2)

    def _hand(self, view: View) -> Pieces:
        cards = enumerate(hand_of(view), 1)
        hand = (f"[bold]{at}[/] {self.card(card)}" for at, card in cards)
        mine = [put.card for put in view.supply if put.by == self._me and put.card]
        supplied = f"[dim]{self._voice.say('jericho.mine', cards=mine)}[/]" if mine else ""
        return Pieces([self._voice.say("jericho.your_hand"), *hand, supplied], indent=2)


def hand_of(view: View) -> list[str]:
    """The viewer's hand in a fixed order."""
    return sorted(view.me.hand, key=ORDER.index)


def _counts(view: View) -> dict[str, list[int]]:
    """How many cards everybody has won, and holds."""
    return {
        "won": [len(player.won) for player in view.seats],
        "hand": [player.hand_size for player in view.seats],
    }


def _walls(view: View, colour: str, between: str) -> list[Text]:
    """Everybody's walls of a colour; a star marks the longest."""
    longest = max(player.lengths.get(colour, 0) for player in view.seats)
    return [marked(_wall(player, colour, longest, between)) for player in view.seats]


def _wall(player: PlayerView, colour: str, longest: int, between: str) -> str:
    """A wall: its length, a star if none is longer, its stones from high to low."""
    stones = sorted(player.walls.get(colour, ()), key=VALUE.__getitem__, reverse=True)
    if not stones:
        return "[dim]·[/]"
    length = player.lengths[colour]
    star = "[bold yellow]★[/]" if length == longest else " "
    signs = "".join(NOTE if card == TRUMPET else str(VALUE[card]) for card in stones)
    return f"{star}[bold]{length:>2}[/]{between}[dim]{signs}[/]"
