"""Jericho in the terminal: what a person types and reads; the table is drawn next door."""

from collections.abc import Sequence

from rich.console import RenderableType

from quartett.core.game import Fact
from quartett.games.jericho.actions import Action, Feed, First, Supply, Trumpet, Wall
from quartett.games.jericho.cards import COLOURS, TRUMPET
from quartett.games.jericho.events import Blown, Drew, Finished, Revealed, Scored
from quartett.games.jericho.view import View
from quartett.terminal.ask import EntryError, number, recognised, shown
from quartett.terminal.face import PERSON, Face, Named, Sight
from quartett.terminal.jericho.table import ORDER, SIGNS, JerichoTable, hand_of
from quartett.terminal.voice import Voice

WAYS_A_LINE = 2


class JerichoFace(Face[View, Action]):
    """Walls, trumpets and the supply."""

    def __init__(self, voice: Voice, me: int = PERSON, named: Named | None = None) -> None:
        super().__init__(voice, me, named)
        self._table = JerichoTable(voice, self.player, me)
        voice.brushes |= {"card": self._table.card, "hue": self._table.hue}
        self._ways: list[Action] = []
        """The ways to play a card that the person has picked by its number."""

    def headline(self, sight: Sight[View, Action]) -> str:
        view = sight.view
        about = {"round": view.round, "supply": len(view.supply), "pile": view.draw_pile}
        return self.voice.say("jericho.headline", **about)

    def table(self, sight: Sight[View, Action]) -> RenderableType:
        return self._table.draw(sight.view)

    def todo(self, sight: Sight[View, Action]) -> str:
        if not self._ways:
            return self.voice.say(f"jericho.todo_{sight.view.phase}")
        ways = [f"`{at}` {self._way(each)}" for at, each in enumerate(self._ways, 1)]
        ways.append(f"`0` {self.voice.say('back')}")
        lines = [ways[at : at + WAYS_A_LINE] for at in range(0, len(ways), WAYS_A_LINE)]
        return "\n".join("   ".join(line) for line in lines)

    def _way(self, action: Action) -> str:
        """One way to play a card, in words."""
        match action:
            case Trumpet(colour=colour):
                return self.voice.say("jericho.way_trumpet", colour=colour)
            case Wall(card=card):
                return self.voice.say("jericho.way_wall", card=card)
        return self.voice.say("jericho.way_supply", card=action.card)

    def example(self, sight: Sight[View, Action]) -> str:
        return "1" if self._ways else self.entries(sight.legal[0], sight)[0]

    def entries(self, action: Action, sight: Sight[View, Action]) -> list[str]:
        if isinstance(action, Trumpet):
            colour = self.voice.plain("colour", action.colour).lower()
            return [f"{self.voice.understood('jericho.word.trumpet')[0]} {colour}"]
        place = str(1 + hand_of(sight.view).index(action.card))
        if isinstance(action, First | Feed):
            return [place]
        verb = "jericho.word.wall" if isinstance(action, Wall) else "jericho.word.supply"
        return [f"{self.voice.understood(verb)[0]} {place}"]

    def read(self, entry: str, sight: Sight[View, Action]) -> Action | None:
        first, *rest = entry.split()
        ways, self._ways = self._ways, []
        if first.isdecimal() and not rest:
            return self._numbered(first, ways, sight)
        if sight.view.phase != "play":
            raise EntryError("jericho.only_numbers", entry=shown(entry))
        return self._verb(first, " ".join(rest), sight)

    def _numbered(
        self, entry: str, ways: list[Action], sight: Sight[View, Action]
    ) -> Action | None:
        """A number picks one of the ways offered, or else a card of the hand."""
        if ways:
            return None if entry == "0" else ways[number(entry, len(ways))]
        hand = hand_of(sight.view)
        card = hand[number(entry, len(hand))]
        if sight.view.phase == "first":
            return First(card)
        if sight.view.phase == "feed":
            return Feed(card)
        self._ways = [action for action in sight.legal if _uses(action, card)]
        return None

    def _verb(self, verb: str, what: str, sight: Sight[View, Action]) -> Action:
        verbs = {each: self.voice.understood(f"jericho.word.{each}") for each in _VERBS}
        hand = hand_of(sight.view)
        match recognised(verb, verbs):
            case "wall":
                return Wall(hand[number(what, len(hand))])
            case "supply":
                return Supply(hand[number(what, len(hand))])
            case "trumpet":
                return Trumpet(self._colour(what))
        raise EntryError("not_understood", entry=shown(f"{verb} {what}"))

    def _colour(self, word: str) -> str:
        """The colour a person means; an unknown word is left for the rules to refuse."""
        names = {each: (self.voice.plain("colour", each), each, SIGNS[each]) for each in COLOURS}
        return recognised(word, names) or shown(word)

    def told(self, event: Fact) -> list[str]:
        match event:
            case Revealed(cards=cards):
                pairs = (
                    f"{self.player(at)} {self._table.card(card)}" for at, card in _there(cards)
                )
                return [self.voice.say("jericho.revealed", cards=", ".join(pairs))]
            case Blown():
                return [self._blown(event)]
            case Scored():
                return self._scored(event)
            case Finished(ones=ones):
                counts = (f"{self.player(at)} +{len(cards)}" for at, cards in enumerate(ones))
                return [self.voice.say("jericho.finished", ones=", ".join(counts))]
            case Drew(card=None):
                return []
        return super().told(event)

    def _blown(self, event: Blown) -> str:
        say = self.voice.say
        parts = [say("jericho.blown", seat=event.seat, colour=event.colour)]
        for fall in event.falls:
            parts.append(say("jericho.falls", seat=fall.seat, cards=fall.cards))
            if fall.crumbled:
                parts.append(say("jericho.crumbled", seat=fall.seat, count=fall.crumbled))
        parts.append(say("jericho.joins" if event.joins else "jericho.leaves"))
        return "; ".join(parts)

    def _scored(self, event: Scored) -> list[str]:
        say = self.voice.say
        lines = [say("jericho.scored", cards=sorted(event.supply, key=ORDER.index))]
        shares = [
            f"{self.player(each.seat)} {SIGNS[each.colour]} +{len(each.cards)}"
            for each in event.shares
        ]
        lines.append(say("jericho.shares", shares=", ".join(shares) or "–"))
        return [*lines, say("jericho.left", cards=event.left)] if event.left else lines


_VERBS = ("wall", "trumpet", "supply")


def _there(cards: Sequence[str | None]) -> list[tuple[int, str]]:
    return [(at, card) for at, card in enumerate(cards) if card]


def _uses(action: Action, card: str) -> bool:
    return card == TRUMPET if isinstance(action, Trumpet) else action.card == card
