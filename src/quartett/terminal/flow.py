"""Speed & Flow in the terminal: all cards at one glance, one key for every action."""

from collections.abc import Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table

from quartett.games.flow.actions import DRAW, STOP, Action, Play, Set, Source, Steal, Stop
from quartett.games.flow.cards import COLOURS
from quartett.games.flow.events import Dealt, Played, RoundEnded
from quartett.games.flow.view import PileView, PlayerView, View
from quartett.terminal.ask import EntryError, recognised, shown
from quartett.terminal.face import PERSON, Face, Sight
from quartett.terminal.paint import chip, keyed, marked
from quartett.terminal.voice import Voice

SIGNS = {"star": "★", "moon": "☾", "sun": "☼", "drop": "◊", "leaf": "♣", "heart": "♥"}
STEAL_KEYS = "abcdef"
"""A key for each display card of the others, in seat order."""

PLAY_KEYS = {"1": (0, 0), "2": (0, 1), "3": (1, 0), "4": (1, 1)}
"""Which display place goes to which middle pile."""

_DISPLAY: tuple[Source, Source] = ("display-0", "display-1")


class FlowFace(Face):
    """Everybody at once, one hand each."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(voice)
        voice.brushes |= {"card": self._spoken}
        self._widest = max(len(voice.plain("colour", colour)) for colour in COLOURS)

    def card(self, card: str, width: int | None = None) -> str:
        """A card as a chip: number, symbol, and the colour's name too."""
        count, colour, symbol = card.split("-")
        name = self.voice.plain("colour", colour)
        room = self._widest if width is None else width
        return chip(f"{count}{SIGNS[symbol]} {name:<{room}}", colour)

    def _spoken(self, card: str) -> str:
        """A card inside a sentence, where it needs no more room than its name."""
        return self.card(card, 0)

    def headline(self, sight: Sight) -> str:
        view: View = sight.view
        return self.voice.say("flow.headline", round=view.round, target=view.options.target)

    def table(self, sight: Sight) -> RenderableType:
        view: View = sight.view
        return Group(self._rivals(view), self._middle(view), self._mine(view))

    def _rivals(self, view: View) -> Table:
        say = self.voice.say
        table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        table.add_column("")
        # As wide as a card from the start, so that nothing jumps when one comes or goes.
        card = self._widest + 5
        for heading, width in (("display", card), ("steal_pile", card + 3), ("in_hand", card)):
            table.add_column(say(f"flow.{heading}"), min_width=width)
        for heading in ("left", "points"):
            table.add_column(say(f"flow.{heading}"))
        for seat, player in enumerate(view.seats):
            if seat != PERSON:
                keys = STEAL_KEYS[2 * (seat - 1) : 2 * seat]
                shown_cards = "\n".join(
                    f"[bold]{key}[/] {self._place(card)}"
                    for key, card in zip(keys, player.display, strict=True)
                )
                table.add_row(marked(self.player(seat)), marked(shown_cards), *self._rest(player))
        return table

    def _rest(self, player: PlayerView) -> list[Any]:
        hand = self.card(player.hand) if player.hand else "[dim]–[/]"
        pile = self._pile(player.stolen)
        return [marked(pile), marked(hand), str(player.draw_pile), str(player.score)]

    def _place(self, card: str | None) -> str:
        return self.card(card) if card else "[dim] – [/]"

    def _pile(self, pile: PileView) -> str:
        top = self.card(pile.top) if pile.top else "[on #555555] ? [/]"
        return f"{top} [dim]{pile.size}[/]" if pile.size else "[dim]–[/]"

    def _middle(self, view: View) -> Any:
        left, right = (self._pile(pile) for pile in view.middle)
        return marked(f"   {self.voice.say('flow.middle')}   ◂ {left}      ▸ {right}\n")

    def _mine(self, view: View) -> Table:
        say, me = self.voice.say, view.seats[PERSON]
        table = Table.grid(padding=(0, 2))
        first, second = (self._place(card) for card in me.display)
        display = f"[bold]1[/]◂ [bold]2[/]▸ {first}   [bold]3[/]◂ [bold]4[/]▸ {second}"
        table.add_row(marked(self.player(PERSON)), say("flow.display"), marked(display))
        held = self.card(me.hand) if me.hand else "[dim]–[/]"
        rest = f"{held}   {say('flow.steal_pile')} {self._pile(me.stolen)}"
        counts = f"{say('flow.left')} [bold]{me.draw_pile}[/]   {say('flow.points')} {me.score}"
        table.add_row("", say("flow.in_hand"), marked(f"{rest}   {counts}"))
        return table

    def todo(self, sight: Sight) -> str:
        me = sight.view.seats[PERSON]
        return self.voice.say("flow.todo_hand" if me.hand else "flow.todo")

    def example(self, sight: Sight) -> str:
        """The key of the first legal action; with none, waiting."""
        if not sight.legal:
            return self.voice.understood("word.wait")[0]
        return self.entries(sight.legal[0], sight)[0]

    def entries(self, action: Action, sight: Sight) -> list[str]:
        """The key of an action; laying goes to the first of two free places."""
        match action:
            case Play(source=source, pile=pile):
                slot = 1 if source == "display-1" else 0
                return [next(key for key, at in PLAY_KEYS.items() if at == (slot, pile))]
            case Steal(seat=seat, slot=slot):
                return [STEAL_KEYS[2 * (seat - 1) + slot]]
        return ["x" if isinstance(action, Stop) else "0"]

    def read(self, entry: str, sight: Sight) -> Action | None:
        """The action of a key, or of a word; None for waiting."""
        view: View = sight.view
        if len(entry) > 1:
            return self._word(entry, view)
        if (action := self.key(entry.lower(), view)) is None:
            raise EntryError("flow.no_such_key", entry=shown(entry))
        return action

    def _word(self, entry: str, view: View) -> Action | None:
        words = {each: self.voice.understood(f"word.{each}") for each in ("draw", "stop", "wait")}
        match recognised(entry, words):
            case "draw":
                return self.key("0", view)
            case "stop":
                return STOP
            case "wait":
                return None
        raise EntryError("flow.no_such_key", entry=shown(entry))

    def key(self, key: str, view: View) -> Action | None:
        """The action of a key at this moment."""
        me = view.seats[PERSON]
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
            seat, slot = divmod(STEAL_KEYS.index(key), 2)
            return Steal(seat + 1, slot)
        return None

    def told(self, event: Any) -> list[str]:
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

    def terms(self, about: Mapping[str, Any]) -> dict[str, Any]:
        """Places count from 1 here, and seats have names."""
        ours = dict(about)
        if "slot" in ours:
            ours["slot"] += 1
        if "seat" in ours:
            ours["seat"] = marked(self.player(ours["seat"])).plain
        return ours

    def keys(self, view: View) -> RenderableType:
        """The keys that stand below the table all the time."""
        return marked(keyed(self.todo(Sight(view, ())) + "\n" + self.voice.say("flow.keys")))


def _free_place(player: PlayerView) -> int:
    return player.display.index(None) if None in player.display else 0


FACE = FlowFace
