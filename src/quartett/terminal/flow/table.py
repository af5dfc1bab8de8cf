"""How Speed & Flow looks in the terminal: all cards at one glance, wide or narrow."""

from collections.abc import Callable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from quartett.games.flow.cards import COLOURS
from quartett.games.flow.view import PileView, PlayerView, View
from quartett.terminal.drawing import Drawing
from quartett.terminal.fitting import FirstThatFits, Pieces
from quartett.terminal.paint import chip, marked
from quartett.terminal.voice import Voice

SIGNS = {"star": "★", "moon": "☾", "sun": "☼", "drop": "◊", "leaf": "♣", "heart": "♥"}
STEAL_KEYS = "abcdef"
"""A key for each display card of the others, in seat order."""


class FlowTable(Drawing):
    """Draws the table as one seat sees it; nothing jumps when a card comes or goes."""

    def __init__(self, voice: Voice, player: Callable[[int], str], me: int) -> None:
        super().__init__(voice, player, me)
        self._widest = max(len(voice.plain("colour", colour)) for colour in COLOURS)

    def card(self, card: str, width: int | None = None) -> str:
        """A card as a chip: number, symbol, and the colour's name too."""
        count, colour, symbol = card.split("-")
        name = self._voice.plain("colour", colour)
        room = self._widest if width is None else width
        return chip(f"{count}{SIGNS[symbol]} {name:<{room}}", colour)

    def draw(self, view: View) -> RenderableType:
        """The whole table."""
        wide = Group(self._others(view), self._middle(view), self._own(view))
        return FirstThatFits(wide, Group(*self._narrow(view)))

    def _others(self, view: View) -> Table:
        table = Table("", box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        for heading in ("display", "steal_pile", "in_hand", "left", "points"):
            table.add_column(self._voice.say(f"flow.{heading}"))
        for seat, player in enumerate(view.seats):
            if seat != self._me:
                cards = ("\n".join(self._display(seat, player)), self._pile(player.stolen))
                named = (self._player(seat), *cards, self._place(player.hand))
                table.add_row(*map(marked, named), str(player.draw_pile), str(player.score))
        return table

    def _middle(self, view: View) -> Pieces:
        left, right = (self._pile(pile) for pile in view.middle)
        return Pieces([f"   {self._voice.say('flow.middle')}", f"◂ {left}", f"▸ {right}"], "   ", 3)

    def _own(self, view: View) -> Table:
        say, me = self._voice.say, view.seats[self._me]
        table = Table.grid(padding=(0, 2))
        display = marked("   ".join(self._display(self._me, me)))
        table.add_row("")
        table.add_row(marked(self._player(self._me)), say("flow.display"), display)
        rest = (self._place(me.hand), self._stolen(me), *self._counts(me))
        table.add_row("", say("flow.in_hand"), marked("  ".join(rest)))
        return table

    def _narrow(self, view: View) -> Iterator[RenderableType]:
        """The same in less room: everybody's cards below the name, and the middle before mine."""
        others = [seat for seat in range(len(view.seats)) if seat != self._me]
        for seat in others:
            yield from self._seat(seat, view.seats[seat])
        yield Padding(self._middle(view), (1, 0))
        yield from self._seat(self._me, view.seats[self._me])

    def _seat(self, seat: int, player: PlayerView) -> Iterator[RenderableType]:
        hand = f"{self._voice.say('flow.in_hand')} {self._place(player.hand)}"
        yield Pieces([self._player(seat), *self._counts(player)])
        yield Padding(Pieces(self._display(seat, player)), (0, 0, 0, 2))
        yield Padding(Pieces([self._stolen(player), hand]), (0, 0, 0, 2))

    def _display(self, seat: int, player: PlayerView) -> list[str]:
        """Both display cards, and the keys that play or steal them."""
        other = seat if seat < self._me else seat - 1
        keys = STEAL_KEYS[2 * other : 2 * other + 2]
        shown = [f"[bold]{key}[/]" for key in keys]
        if seat == self._me:
            shown = ["[bold]1[/]◂ [bold]2[/]▸", "[bold]3[/]◂ [bold]4[/]▸"]
        both = zip(shown, player.display, strict=True)
        return [f"{key} {self._place(card)}" for key, card in both]

    def _place(self, card: str | None) -> str:
        """A card, or a place for one that is just as wide."""
        return self.card(card) if card else f"[dim] {'–':<{self._widest + 4}}[/]"

    def _pile(self, pile: PileView) -> str:
        top = self._place(pile.top) if pile.top or not pile.size else "[on #555555] ? [/]"
        return f"{top} [dim]{pile.size or '':<2}[/]"

    def _stolen(self, player: PlayerView) -> str:
        return f"{self._voice.say('flow.steal_pile')} {self._pile(player.stolen)}"

    def _counts(self, player: PlayerView) -> list[str]:
        left, points = (self._voice.say(f"flow.{each}") for each in ("left", "points"))
        return [f"{left} [bold]{player.draw_pile:<2}[/]", f"{points} {player.score}"]
