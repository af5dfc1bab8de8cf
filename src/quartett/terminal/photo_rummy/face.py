"""Photo Rummy in the terminal: what a person types and reads; the table is drawn next door."""

from rich.console import RenderableType

from quartett.core.game import Fact
from quartett.games.photo_rummy.actions import PASS, Action, Draw, Lay
from quartett.games.photo_rummy.cards import in_order
from quartett.games.photo_rummy.events import Dealt, Drew, Laid, RoundWon
from quartett.games.photo_rummy.view import View
from quartett.terminal.ask import number, recognised
from quartett.terminal.face import PERSON, Face, Named, Sight
from quartett.terminal.photo_rummy.draft import Draft
from quartett.terminal.photo_rummy.table import PhotoRummyTable
from quartett.terminal.photo_rummy.words import obeyed, steps, suggestion
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
