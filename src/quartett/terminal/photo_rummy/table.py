"""How Photo Rummy looks in the terminal: lettered combinations, stacks and a numbered rack."""

from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from quartett.games.photo_rummy.cards import CATEGORY, CITY, is_joker
from quartett.games.photo_rummy.lay import verdict
from quartett.games.photo_rummy.view import View
from quartett.terminal.drawing import Drawing
from quartett.terminal.fitting import Pieces
from quartett.terminal.paint import chip, marked
from quartett.terminal.photo_rummy.draft import Draft, letter

SIGNS = {
    "palace": ("♜", "purple"),
    "church": ("†", "blue"),
    "sight": ("▲", "green"),
    "symbol": ("◆", "red"),
    "delicacy": ("●", "orange"),
    "letterbox": ("✉", "yellow"),
}
"""A sign and a colour for each category."""

JOKER = "★"
INDENT = 4
"""How far cards of a combination that need another line stand in."""


class PhotoRummyTable(Drawing):
    """Draws the table with this turn's draft on it."""

    def card(self, card: str) -> str:
        """A card: its category's sign, and its name."""
        return f"{_sign(card)} {self._voice.plain('card', card)}"

    def draw(self, view: View, draft: Draft) -> RenderableType:
        """The whole table."""
        parts: list[RenderableType] = [self._players(view)]
        if view.table or draft.changed:
            parts += [self._combinations(draft)]
        heights = (f"[bold]{at}[/] ▤{height}" for at, height in enumerate(view.stacks, 1))
        parts.append(Pieces([self._voice.say("photo_rummy.stacks"), *heights], indent=2))
        parts += [marked(self._voice.say("photo_rummy.your_rack")), self._rack(draft)]
        return Group(*parts)

    def _players(self, view: View) -> Columns:
        say = self._voice.say
        lines = []
        for seat, player in enumerate(view.seats):
            mark = "▸ " if seat == view.turn else ""
            opened = say("photo_rummy.opened" if player.opened else "photo_rummy.not_opened")
            about = {"cards": player.rack_size, "points": player.score, "opened": opened}
            lines.append(f"{mark}{self._player(seat)} {say('photo_rummy.player', **about)}")
        return Columns([marked(line) for line in lines], padding=(0, 3))

    def _combinations(self, draft: Draft) -> Group:
        """What lies on the table, with a verdict on each combination."""
        lying = [(place, cards) for place, cards in enumerate(draft.now.groups) if cards]
        parts = [part for place, cards in lying for part in self._combination(place, cards, draft)]
        return Group(Text(), *parts, Text())

    def _combination(
        self, place: int, cards: Sequence[str], draft: Draft
    ) -> Iterator[RenderableType]:
        said = verdict(cards)
        mark = "[green]✓[/]" if said.ok else "[bold red]✗[/]"
        title = f"[bold]{letter(place)}[/] {mark} [bold]{self._title(said.kind, said.of)}[/]"
        names = (
            f"[dim]{at}[/] {self._lying(card, said.kind, draft)}"
            for at, card in enumerate(cards, 1)
        )
        yield Pieces([title, *names], indent=INDENT)
        if not said.ok:
            yield Padding(Text(said.text(self._voice.language), "red"), (0, 0, 0, INDENT))

    def _title(self, kind: str | None, of: str | None) -> str:
        if kind is None or of is None:
            return "?"
        name = self._voice.plain("city" if kind == "row" else "categories", of)
        return self._voice.say(f"photo_rummy.{kind}", of=name)

    def _lying(self, card: str, kind: str | None, draft: Draft) -> str:
        """A card in a combination; a plus marks what this turn lays."""
        name = self._short(card, kind)
        return f"[bold]+{name}[/]" if draft.is_new(card) else name

    def _short(self, card: str, kind: str | None) -> str:
        """A card inside a combination: only what the combination does not say already."""
        if is_joker(card):
            return f"{JOKER}{self._voice.plain('card', card)}"
        if kind == "row":
            return f"{SIGNS[CATEGORY[card]][0]}{self._voice.plain('category', CATEGORY[card])}"
        return self._voice.plain("city", CITY[card]) if kind == "set" else self.card(card)

    def _rack(self, draft: Draft) -> Columns:
        cells = [
            marked(f"[bold]{at:>2}[/] {self.card(card)}" if card else f"[dim]{at:>2} –[/]")
            for at, card in enumerate(draft.now.rack, 1)
        ]
        return Columns(cells, padding=(0, 2), equal=True, column_first=True)

    def described(self, cards: Sequence[str], draft: Draft) -> str:
        """A combination of a lay in one line."""
        said = verdict(cards)
        names = "  ".join(self._lying(card, said.kind, draft) for card in cards)
        return f"{self._title(said.kind, said.of)}: {names}"


def _sign(card: str) -> str:
    """The sign of a card's category as a chip."""
    if is_joker(card):
        return chip(JOKER, "brass")
    sign, colour = SIGNS[CATEGORY[card]]
    return chip(sign, colour)
