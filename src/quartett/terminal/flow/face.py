"""Speed & Flow in the terminal: one key for every action, all cards at one glance."""

from collections.abc import Callable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from quartett.core.game import Fact
from quartett.games.flow.actions import DRAW, STOP, Action, Play, Set, Source, Steal, Stop
from quartett.games.flow.cards import COLOURS, Card
from quartett.games.flow.events import Dealt, Played, RoundEnded
from quartett.games.flow.view import PileView, PlayerView, View
from quartett.terminal.ask import EntryError, recognised, shown
from quartett.terminal.face import PERSON, Drawing, Face, Named, Sight
from quartett.terminal.fitting import FirstThatFits, Pieces
from quartett.terminal.paint import chip, marked
from quartett.terminal.voice import Voice

PLAY_KEYS = {"1": (0, 0), "2": (0, 1), "3": (1, 0), "4": (1, 1)}
"""Which display place goes to which middle pile."""

_DISPLAY: tuple[Source, Source] = ("display-0", "display-1")


class FlowFace(Face[View, Action]):
    """Everybody at once, one hand each."""

    def __init__(self, voice: Voice, me: int = PERSON, named: Named | None = None) -> None:
        super().__init__(voice, me, named)
        self._table = FlowTable(voice, self.player, me)
        # Inside a sentence a card needs no more room than its name.
        voice.brushes |= {"card": lambda card: self._table.card(card, 0)}

    def headline(self, sight: Sight[View, Action]) -> str:
        view = sight.view
        return self.voice.say("flow.headline", round=view.round, target=view.options.target)

    def table(self, sight: Sight[View, Action]) -> RenderableType:
        return self._table.draw(sight.view)

    def todo(self, sight: Sight[View, Action]) -> str:
        me = sight.view.me
        return self.voice.say("flow.todo_hand" if me.hand else "flow.todo")

    def example(self, sight: Sight[View, Action]) -> str:
        """The key of the first legal action."""
        return self.entries(sight.legal[0], sight)[0]

    def entries(self, action: Action, sight: Sight[View, Action]) -> list[str]:
        """The key of an action; laying goes to the first of two free places."""
        match action:
            case Play(source=source, pile=pile):
                slot = 1 if source == "display-1" else 0
                return [next(key for key, at in PLAY_KEYS.items() if at == (slot, pile))]
            case Steal(seat=seat, slot=slot):
                return [STEAL_KEYS[2 * _others(sight.view).index(seat) + slot]]
        return ["x" if isinstance(action, Stop) else "0"]

    def read(self, entry: str, sight: Sight[View, Action]) -> Action | None:
        """The action of a key, or of a word."""
        if len(entry) > 1:
            return self._word(entry, sight.view)
        if (action := _of_key(entry.lower(), sight.view)) is None:
            raise EntryError("flow.no_such_key", entry=shown(entry))
        return action

    def _word(self, entry: str, view: View) -> Action | None:
        words = {each: self.voice.understood(f"flow.word.{each}") for each in ("draw", "stop")}
        match recognised(entry, words):
            case "draw":
                return _of_key("0", view)
            case "stop":
                return STOP
        raise EntryError("flow.no_such_key", entry=shown(entry))

    def key(self, key: str, sight: Sight[View, Action]) -> Action | None:
        return _of_key(key, sight.view)

    def waiting(self, sight: Sight[View, Action], seconds: int) -> str:
        """The countdown to a round; a stalemate says itself when it is over."""
        key = f"flow.{sight.view.phase}"
        return self.voice.say(key, seconds=seconds) if self.voice.knows(key) else ""

    def told(self, event: Fact) -> list[str]:
        say = self.voice.say
        match event:
            case Dealt(round=round_):
                return [say("flow.dealt", round=round_)]
            case Played(seat=seat, card=card, pile=pile):
                return [say("flow.played", seat=seat, card=card, pile="◂▸"[pile])]
            case RoundEnded(reason=reason, points=points):
                sums = ", ".join(f"{self.player(at)} +{each}" for at, each in enumerate(points))
                return [say(f"flow.ended_{reason}"), say("flow.round_points", points=sums)]
        return super().told(event)


def _of_key(key: str, view: View) -> Action | None:
    """The action of a key at this moment."""
    me = view.me
    if key in PLAY_KEYS:
        slot, pile = PLAY_KEYS[key]
        # With a card in hand only that one can be played, so any key for the pile will do.
        source: Source = "hand" if me.hand else _DISPLAY[slot]
        return Play(source, pile, view.middle[pile].top)
    if key in (" ", "0"):
        return Set(_free_place(me)) if me.hand else DRAW
    if key == "x":
        return STOP
    if len(key) == 1 and key in STEAL_KEYS[: 2 * (len(view.seats) - 1)]:
        at, slot = divmod(STEAL_KEYS.index(key), 2)
        return Steal(_others(view)[at], slot)
    return None


def _others(view: View) -> list[int]:
    return [seat for seat in range(len(view.seats)) if seat != view.viewer]


def _free_place(player: PlayerView) -> int:
    return player.display.index(None) if None in player.display else 0


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
        count, colour, symbol = Card.of(card)
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
