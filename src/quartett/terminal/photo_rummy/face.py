"""Photo Rummy in the terminal: what a person types and reads, and how table and rack are drawn."""

from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from quartett.core.game import Fact
from quartett.games.photo_rummy.actions import PASS, Action, Draw, Lay
from quartett.games.photo_rummy.cards import CATEGORY, CITY, in_order, is_joker
from quartett.games.photo_rummy.events import Dealt, Drew, Laid, RoundWon
from quartett.games.photo_rummy.lay import verdict
from quartett.games.photo_rummy.view import View
from quartett.terminal.ask import number, recognised
from quartett.terminal.face import PERSON, Drawing, Face, Named, Sight
from quartett.terminal.fitting import Pieces
from quartett.terminal.paint import chip, marked
from quartett.terminal.photo_rummy.draft import Draft, letter, obeyed, steps, suggestion
from quartett.terminal.voice import Voice

_STEPS = ("new", "add", "take", "reset", "lay", "pass")


class PhotoRummyFace(Face[View, Action]):
    """Sets, rows, and the art of rearranging them."""

    def __init__(self, voice: Voice, me: int = PERSON, named: Named | None = None) -> None:
        super().__init__(voice, me, named)
        self._table = PhotoRummyTable(voice, self.player, me)
        voice.brushes |= {"card": self._table.card}
        self._draft = Draft((), ())

    def headline(self, sight: Sight[View, Action]) -> str:
        view = sight.view
        return self.voice.say("photo_rummy.headline", round=view.round, rounds=view.options.rounds)

    def table(self, sight: Sight[View, Action]) -> RenderableType:
        return self._table.draw(sight.view, self._drafted(sight.view))

    def _drafted(self, view: View) -> Draft:
        """This turn's draft; nothing is drafted before the draw, nor in the turns of others."""
        rack = view.me.rack
        drafting = view.phase == "lay" and view.turn == self.me
        same = self._draft.table == view.table and set(self._draft.cards) == set(rack)
        if not (drafting and same):
            self._draft = Draft(view.table, rack)
        return self._draft

    def todo(self, sight: Sight[View, Action]) -> str:
        return self.voice.say(f"photo_rummy.todo_{sight.view.phase}")

    def example(self, sight: Sight[View, Action]) -> str:
        if sight.view.phase == "draw":
            return self.entries(sight.legal[0], sight)[0]
        return suggestion(self._drafted(sight.view), sight.legal, self.voice)

    def read(self, entry: str, sight: Sight[View, Action]) -> Action | None:
        view = sight.view
        if view.phase == "draw":
            wants = {
                each: self.voice.understood(f"photo_rummy.word.{each}") for each in ("lay", "pass")
            }
            # The rules say that drawing comes first, and say it well.
            return PASS if recognised(entry, wants) else Draw(number(entry, len(view.stacks)))
        return obeyed(entry, self._drafted(view), view.me, self.voice)

    def entries(self, action: Action, sight: Sight[View, Action]) -> list[str]:
        """A number or a word; for a lay, the steps of a draft that ends in it."""
        if isinstance(action, Draw):
            return [str(action.stack + 1)]
        word = {each: self.voice.understood(f"photo_rummy.word.{each}")[0] for each in _STEPS}
        if not isinstance(action, Lay):
            return [word["pass"]]
        drafted = self._drafted(sight.view)
        again = [word["reset"]] if drafted.changed else []
        fresh = Draft(drafted.table, drafted.cards)
        moves = [f"{word[verb]} {what}" for verb, what in steps(fresh, action.table)]
        return [*again, *moves, word["lay"]]

    def spelled_out(self, action: Action, sight: Sight[View, Action]) -> list[str]:
        """The combinations that a lay makes or changes, and the cards in them."""
        if not isinstance(action, Lay):
            return []
        draft = self._drafted(sight.view)
        before = set(map(frozenset, draft.table))
        changed = [in_order(cards) for cards in action.table if frozenset(cards) not in before]
        return [self._table.described(cards, draft) for cards in changed]

    def told(self, event: Fact) -> list[str]:
        say = self.voice.say
        match event:
            case Dealt(round=round_, starter=starter):
                return [say("photo_rummy.dealt", round=round_, starter=starter)]
            case Drew(seat=seat, card=card, stack=stack):
                return [say("photo_rummy.drew", seat=seat, card=card, stack=stack + 1)]
            case Laid(seat=seat, laid=laid, taken=taken):
                lines = [say("photo_rummy.laid", seat=seat, cards=laid)] if laid else []
                lines += [say("photo_rummy.taken", seat=seat, cards=taken)] if taken else []
                return lines or [say("photo_rummy.rearranged", seat=seat)]
            case RoundWon(seat=seat, points=points):
                sums = ", ".join(f"{self.player(at)} {each:+}" for at, each in enumerate(points))
                return [say("photo_rummy.round_won", seat=seat, points=sums)]
        return super().told(event)


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
