"""Speed & Flow in the terminal: one key for every action; the table is drawn next door."""

from rich.console import RenderableType

from quartett.core.game import Fact
from quartett.games.flow.actions import DRAW, STOP, Action, Play, Set, Source, Steal, Stop
from quartett.games.flow.events import Dealt, Played, RoundEnded
from quartett.games.flow.view import PlayerView, View
from quartett.terminal.ask import EntryError, recognised, shown
from quartett.terminal.face import PERSON, Face, Named, Sight
from quartett.terminal.flow.table import STEAL_KEYS, FlowTable
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
