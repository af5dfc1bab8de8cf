"""Jericho in the terminal: what a person types and reads, and how walls and hand are drawn."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quartett.core.game import Fact
from quartett.games.jericho.actions import Action, Feed, First, Supply, Trumpet, Wall
from quartett.games.jericho.cards import COLOURS, TRUMPET, VALUE, WALL_CARDS
from quartett.games.jericho.events import Blown, Drew, Finished, Revealed, Scored
from quartett.games.jericho.view import PlayerView, View
from quartett.terminal.ask import EntryError, number, recognised, shown
from quartett.terminal.face import PERSON, Drawing, Face, Named, Sight
from quartett.terminal.fitting import FirstThatFits, Pieces
from quartett.terminal.paint import chip, marked
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
