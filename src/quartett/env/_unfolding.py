"""Small games whose chance can be enumerated: cards are decided one by one, as they come to light.

What comes to light later is left open as long as possible, so that the tree of the game stays as
small as it can be.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Protocol

from quartett.core.game import GameValue
from quartett.fast import photo_rummy, souvenirs
from quartett.fast.jericho import (
    CARDS,
    CARDS_OF,
    KIND,
    KINDS,
    SHOW,
    SIZES,
    WALL_ID,
    Jericho,
    empty,
    to_state,
)
from quartett.games.jericho.actions import Options
from quartett.games.jericho.cards import SCORING
from quartett.games.jericho.deal import KITS
from quartett.games.photo_rummy.actions import Options as PhotoRummyOptions
from quartett.games.photo_rummy.cards import DECK
from quartett.games.photo_rummy.kit import kit_of as photo_rummy_kit
from quartett.games.souvenirs.actions import Options as SouvenirsOptions
from quartett.games.souvenirs.cards import CARDS as SOUVENIRS_CARDS
from quartett.games.souvenirs.kit import kit_of as souvenirs_kit

UNKNOWN = -1
"""A card of the draw pile that nothing has decided yet."""

MAX_OUTCOMES = KINDS
"""All outcomes of chance are below."""

Outcomes = list[tuple[int, float]]


class Unfolding(Protocol):
    """What is still undecided in a match whose cards are dealt step by step."""

    def begin(self) -> GameValue:
        """The bare table."""
        ...

    def is_dealt(self) -> bool:
        """Whether the match has begun."""
        ...

    def outcomes(self) -> Outcomes:
        """What chance may decide now, and how likely each is; empty where a player decides."""
        ...

    def name(self, outcome: int) -> str:
        """What an outcome of now means, in words."""
        ...

    def decide(self, match: GameValue, outcome: int) -> None:
        """Let chance decide something of a match."""
        ...

    def wants_chance(self, match: GameValue, action: int) -> bool:
        """Whether chance has to decide something before an action has its effect."""
        ...

    def open(self, match: GameValue) -> "Unfolding":
        """The same for another match, in which everything is left open that nobody has seen."""
        ...

    def shown(self, match: GameValue) -> GameValue:
        """The same table with nothing in it that is undecided."""
        ...


Hand = tuple[int, ...]
"""The kinds of the cards in a hand, in ascending order."""


def hands_of(cards: Iterable[int], size: int) -> list[Hand]:
    """All hands of some size, by number."""
    return list(combinations_with_replacement(sorted(set(cards)), size))


def dealt_to(seat: int, cards: Iterable[str]) -> str:
    """What chance deals to a seat, in words."""
    return f"deal {' '.join(cards)} to {seat}"


def dealt_from(rest: Counter[int], hands: list[Hand]) -> Outcomes:
    """The numbers of the hands that may be dealt from these cards, and how likely each is."""
    ways = comb(rest.total(), len(hands[0]))
    found = []
    for number, hand in enumerate(hands):
        counts = Counter(hand).items()
        found.append((number, prod(comb(rest[kind], n) for kind, n in counts) / ways))
    return [(number, chance) for number, chance in found if chance]


class JerichoUnfolding:
    """Small Jericho: both hands, the place of the scoring card, and each card when it is drawn."""

    def __init__(self, options: Options) -> None:
        self._options, self._size = options, SIZES.index(options.size)
        self._kit = KITS[options.size]
        self._rest = Counter(CARDS_OF[self._size])
        """The cards that nothing has decided yet, those put aside included."""
        self._undealt = self._kit.players[0]
        """How many hands are still to be dealt."""
        self._is_stacked = self._is_drawing = False

    def begin(self) -> Jericho:
        """The bare table."""
        match = empty(self._undealt, self._options.starter, self._size)
        match.turn = 0
        return match

    def is_dealt(self) -> bool:
        """Whether the match has begun."""
        return self._is_stacked

    def outcomes(self) -> Outcomes:
        """What chance may decide now, and how likely each is; empty where a player decides."""
        if self._undealt:
            return dealt_from(self._rest, self._possible())
        if not self._is_stacked:
            places = self._drawn() + 1
            return [(place, 1 / places) for place in range(places)]
        if self._is_drawing:
            total = self._rest.total()
            return [(kind, count / total) for kind, count in sorted(self._rest.items()) if count]
        return []

    def _drawn(self) -> int:
        return self._kit.drawn or 0

    def _possible(self) -> list[Hand]:
        return hands_of(CARDS_OF[self._size], self._kit.hand)

    def name(self, outcome: int) -> str:
        """What an outcome of now means, in words."""
        if self._undealt:
            hand = (CARDS[kind] for kind in self._possible()[outcome])
            return dealt_to(self._kit.players[0] - self._undealt, hand)
        return f"draw {CARDS[outcome]}" if self._is_stacked else f"scoring card at {outcome}"

    def decide(self, match: Jericho, outcome: int) -> None:
        """Let chance decide a hand, the place of the scoring card, or the kind of the next card."""
        if self._undealt:
            seat = match.players - self._undealt
            for kind in self._possible()[outcome]:
                match.draw(seat, kind)
                self._rest[kind] -= 1
            self._undealt -= 1
        elif not self._is_stacked:
            match.pile = [UNKNOWN] * self._drawn()
            match.pile.insert(outcome, SHOW)
            self._is_stacked = True
        else:
            match.pile[-1] = outcome
            self._rest[outcome] -= 1
            self._is_drawing = False

    def wants_chance(self, match: Jericho, action: int) -> bool:
        """Whether an action draws a card that is not decided yet."""
        pile = match.pile
        self._is_drawing = action >= WALL_ID and bool(pile) and pile[-1] == UNKNOWN
        return self._is_drawing

    def open(self, match: Jericho) -> "JerichoUnfolding":
        """The same for another match, in which the cards to be drawn are left open."""
        other = JerichoUnfolding(self._options)
        other._undealt, other._is_stacked = 0, True
        for player in (known := to_state(self.shown(match))).seats:
            held = (*player.hand, *player.won, *(card for wall in player.walls for card in wall))
            other._rest.subtract(KIND[card] for card in held)
            if player.face_down is not None:
                other._rest[KIND[player.face_down]] -= 1
        other._rest.subtract(KIND[put.card] for put in known.supply)
        other._rest.subtract(KIND[card] for card in known.removed if card != SCORING)
        match.pile = [card if card == SHOW else UNKNOWN for card in match.pile]
        return other

    def shown(self, match: Jericho) -> Jericho:
        """The same table without a draw pile."""
        found = match.copy()
        found.pile = []
        return found


class SouvenirsUnfolding:
    """Small Souvenirs: both hands; nothing is drawn afterwards."""

    def __init__(self, options: SouvenirsOptions) -> None:
        self._options, self._kit = options, souvenirs_kit(options)
        self._rest = Counter(souvenirs.CARDS_OF[options.size])
        """The cards that nothing has decided yet, those put aside included."""
        self._undealt = self._kit.players[0]
        """How many hands are still to be dealt."""

    def begin(self) -> souvenirs.Souvenirs:
        """The bare table."""
        return souvenirs.begun(self._undealt, self._options)

    def is_dealt(self) -> bool:
        """Whether the match has begun."""
        return not self._undealt

    def outcomes(self) -> Outcomes:
        """The hands that chance may deal now; empty where a player decides."""
        return dealt_from(self._rest, self._possible()) if self._undealt else []

    def _possible(self) -> list[Hand]:
        return hands_of(souvenirs.CARDS_OF[self._options.size], self._kit.hand)

    def name(self, outcome: int) -> str:
        """What an outcome of now means, in words."""
        hand = (SOUVENIRS_CARDS[kind] for kind in self._possible()[outcome])
        return dealt_to(self._kit.players[0] - self._undealt, hand)

    def decide(self, match: souvenirs.Souvenirs, outcome: int) -> None:
        """Let chance deal a hand."""
        hand = self._possible()[outcome]
        match.hands[match.players - self._undealt] = list(hand)
        self._rest.subtract(hand)
        self._undealt -= 1

    def wants_chance(self, match: souvenirs.Souvenirs, action: int) -> bool:
        """Nothing is drawn, so no action waits for chance."""
        return False

    def open(self, match: souvenirs.Souvenirs) -> "SouvenirsUnfolding":
        """The same for another match, all of whose cards are dealt."""
        other = SouvenirsUnfolding(self._options)
        other._undealt = 0
        return other

    def shown(self, match: souvenirs.Souvenirs) -> souvenirs.Souvenirs:
        """The table itself: once it is dealt, nothing is undecided."""
        return match


class PhotoRummyUnfolding:
    """Small Photo Rummy: both racks, and each card when it is drawn."""

    def __init__(self, options: PhotoRummyOptions) -> None:
        self._options, self._kit = options, photo_rummy_kit(options)
        self._cards = sorted(photo_rummy.CARD[card] for card in self._kit.cards)
        """The cards that are shuffled; a card's outcome is its place among them."""
        self._rest = Counter(self._cards)
        """The cards that nothing has decided yet."""
        self._undealt = self._kit.players[0]
        """How many racks are still to be dealt."""
        self._is_drawing = False

    def begin(self) -> photo_rummy.PhotoRummy:
        """The bare table."""
        match = photo_rummy.empty(self._undealt, self._options, 0)
        match.lay_out()
        match.stacks[0] = [UNKNOWN] * (len(self._cards) - self._undealt * self._kit.rack)
        return match

    def is_dealt(self) -> bool:
        """Whether the match has begun."""
        return not self._undealt

    def outcomes(self) -> Outcomes:
        """What chance may decide now, and how likely each is; empty where a player decides."""
        if self._undealt:
            return dealt_from(self._rest, hands_of(self._cards, self._kit.rack))
        if self._is_drawing:
            left = [place for place, card in enumerate(self._cards) if self._rest[card]]
            return [(place, 1 / len(left)) for place in left]
        return []

    def name(self, outcome: int) -> str:
        """What an outcome of now means, in words."""
        if self._undealt:
            rack = (DECK[card] for card in hands_of(self._cards, self._kit.rack)[outcome])
            return dealt_to(self._kit.players[0] - self._undealt, rack)
        return f"draw {DECK[self._cards[outcome]]}"

    def decide(self, match: photo_rummy.PhotoRummy, outcome: int) -> None:
        """Let chance deal a rack, or decide the next card."""
        if self._undealt:
            rack = hands_of(self._cards, self._kit.rack)[outcome]
            match.racks[match.players - self._undealt] = list(rack)
            self._rest.subtract(rack)
            self._undealt -= 1
        else:
            match.stacks[0][-1] = self._cards[outcome]
            self._rest[self._cards[outcome]] -= 1
            self._is_drawing = False

    def wants_chance(self, match: photo_rummy.PhotoRummy, action: int) -> bool:
        """Whether an action draws a card that is not decided yet."""
        self._is_drawing = action < photo_rummy.PASS_ID and match.stacks[action][-1] == UNKNOWN
        return self._is_drawing

    def open(self, match: photo_rummy.PhotoRummy) -> "PhotoRummyUnfolding":
        """The same for another match, in which the cards to be drawn are left open."""
        other = PhotoRummyUnfolding(self._options)
        other._undealt = 0
        for cards in (*match.racks, *match.table):
            other._rest.subtract(cards)
        match.stacks = [[UNKNOWN] * len(stack) for stack in match.stacks]
        return other

    def shown(self, match: photo_rummy.PhotoRummy) -> photo_rummy.PhotoRummy:
        """The same table without stacks."""
        found = match.copy()
        found.stacks = [[] for _ in match.stacks]
        return found


UNFOLDING: dict[str, Callable[[GameValue], Unfolding]] = {
    "jericho_small": JerichoUnfolding,
    "photo_rummy_small": PhotoRummyUnfolding,
    "souvenirs_small": SouvenirsUnfolding,
}
"""How the chance of each small game is enumerated, by the game's name."""
