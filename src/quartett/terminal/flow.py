"""Speed & Flow in the terminal: one key for every action; the table is drawn next door."""

from typing import Any

from rich.console import Group, RenderableType

from quartett.games.flow.actions import DRAW, STOP, Action, Play, Set, Source, Steal, Stop
from quartett.games.flow.events import Dealt, Played, RoundEnded
from quartett.games.flow.view import PlayerView, View
from quartett.terminal.ask import EntryError, recognised, shown
from quartett.terminal.face import PERSON, Face, Sight
from quartett.terminal.fitting import Pieces
from quartett.terminal.flow_table import STEAL_KEYS, FlowTable
from quartett.terminal.paint import keyed
from quartett.terminal.voice import Voice

PLAY_KEYS = {"1": (0, 0), "2": (0, 1), "3": (1, 0), "4": (1, 1)}
"""Which display place goes to which middle pile."""

_DISPLAY: tuple[Source, Source] = ("display-0", "display-1")


class FlowFace(Face):
    """Everybody at once, one hand each."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(voice)
        self._table = FlowTable(voice, self.player, PERSON)
        # Inside a sentence a card needs no more room than its name.
        voice.brushes |= {"card": lambda card: self._table.card(card, 0)}

    def headline(self, sight: Sight) -> str:
        view: View = sight.view
        return self.voice.say("flow.headline", round=view.round, target=view.options.target)

    def table(self, sight: Sight) -> RenderableType:
        return self._table.draw(sight.view)

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

    def keys(self, view: View) -> RenderableType:
        """The keys that stand below the table all the time."""
        others = self.voice.say("flow.keys").split("  ")
        return Group(keyed(self.todo(Sight(view, ()))), Pieces(map(keyed, others)))


def _free_place(player: PlayerView) -> int:
    return player.display.index(None) if None in player.display else 0


FACE = FlowFace
