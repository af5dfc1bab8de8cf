"""Jericho, encoded as integers in flat lists and changed in place.

A kind of card is `colour * 5 + rank` (the ranks are the values 1, 3, 4, 5, 7), 25 is a trumpet and
26 a scoring card. Hands, walls, supply and won cards are stored as counts, since the rules ignore
their order. `apply` accepts what `legal_ids` lists and checks nothing.

Where it is often done, `counts[at] = counts[at] + 1` stands instead of `+=`: mypyc compiles the
latter on items of a list to Python's general addition, which is several times slower.
"""

from random import Random
from typing import Final

from quartett.core.outcome import Outcome
from quartett.fast.chance import shuffled
from quartett.games.jericho.actions import Action, Feed, First, Options, Supply, Trumpet, Wall
from quartett.games.jericho.cards import COLOURS, SCORING, TRUMPET, WALL_CARDS
from quartett.games.jericho.deal import KITS, scoring_piles
from quartett.games.jericho.state import Phase, Player, Put, State

KINDS: Final = 26
BRASS: Final = 25
"""The kind of a trumpet."""

SHOW: Final = 26
"""The kind of a scoring card; it is never in a hand."""

CARDS: Final = (*WALL_CARDS, TRUMPET, SCORING)
KIND: Final = {card: kind for kind, card in enumerate(CARDS)}

COLOUR: Final = [kind // 5 for kind in range(25)]
VALUE: Final = [1, 3, 4, 5, 7] * 5 + [2]
RANKS: Final = (1, 3, 4, 5, 7, 2)
"""The values of the places of a wall; its trumpets have the last place."""

FROM_THE_TOP: Final = (4, 3, 2, 1, 5, 0)
"""The places of a wall, the highest value first."""

WALL_SIZE: Final = 6
SEAT_WALLS: Final = 30
SPOT: Final = [kind // 5 * WALL_SIZE + kind % 5 for kind in range(25)]
"""The place of a kind within the walls of a seat."""

FIRST_PHASE: Final = 0
FEED_PHASE: Final = 1
PLAY_PHASE: Final = 2
OVER: Final = 3
PHASES: Final[tuple[Phase, ...]] = ("first", "feed", "play", "over")
LAST_ROUND: Final = 3
ROUNDS: Final = [kit.rounds for kit in KITS.values()]
"""The number of rounds, by size."""

SIZES: Final = list(KITS)

FIRST_ID: Final = 0
FEED_ID: Final = 26
WALL_ID: Final = 52
TRUMPET_ID: Final = 77
SUPPLY_ID: Final = 82
ACTIONS: Final = 108
"""The number of action ids; the table is in docs/bots.md and never changes."""

PLAYS: Final = [
    *([WALL_ID + kind, SUPPLY_ID + kind] for kind in range(25)),
    [*range(TRUMPET_ID, SUPPLY_ID), SUPPLY_ID + BRASS],
]
"""The ways to play each kind."""

WAYS: Final = [
    [*PLAYS[:BRASS], [*range(TRUMPET_ID, TRUMPET_ID + len(kit.colours)), SUPPLY_ID + BRASS]]
    for kit in KITS.values()
]
"""The same by size: a trumpet names only colours in the game."""

MAX_PLAYERS: Final = 5
OBSERVED: Final = 4 + 5 + 3 * KINDS + 27 + 1 + MAX_PLAYERS * (5 + SEAT_WALLS + 5 + KINDS)
"""The length of an observation."""

ONCE: Final = [
    kind for kind in range(25) for _ in range((4, 5, 4, 3, 1)[kind % 5])
] + [BRASS] * 22  # fmt: skip
"""The 107 cards that are dealt."""

PILES_OF: Final = [
    [scoring_piles(players, None, kit.scorings, kit) for players in range(MAX_PLAYERS + 1)]
    for kit in KITS.values()
]
"""Where scoring cards can lie, by size and players."""

CARDS_OF: Final = [sorted([KIND[card] for card in kit.cards]) for kit in KITS.values()]
"""The cards that are dealt, by size."""


class Jericho:
    """One match of Jericho; lists are indexed by seat and kind, or by seat and place of a wall."""

    def __init__(
        self,
        players: int,
        numbers: list[int],
        hands: list[int],
        plays: list[list[int]],
        walls: list[int],
        lengths: list[int],
        standing: list[int],
        faces: list[int],
        fed: list[int],
        supply: list[int],
        puts: list[int],
        won: list[int],
        removed: list[int],
        pile: list[int],
    ) -> None:
        self.players = players
        self.phase, self.round, self.turn, self.starter, self.first_starter, self.size = numbers
        self.ways = WAYS[self.size]
        self.hands = hands
        self.plays = plays
        """The ids of every way to play the hand, by seat; kinds stay together."""
        self.walls = walls
        self.lengths = lengths
        self.standing = standing
        """The cards of all walls by colour and place."""
        self.faces = faces
        self.fed = fed
        self.supply = supply
        self.puts = puts
        """The cards that each seat put into the supply in this round."""
        self.won = won
        self.removed = removed
        self.pile = pile

    def copy(self) -> "Jericho":
        """An independent copy of this match."""
        return Jericho(
            self.players,
            [self.phase, self.round, self.turn, self.starter, self.first_starter, self.size],
            self.hands[:],
            [each[:] for each in self.plays],
            self.walls[:],
            self.lengths[:],
            self.standing[:],
            self.faces[:],
            self.fed[:],
            self.supply[:],
            self.puts[:],
            self.won[:],
            self.removed[:],
            self.pile[:],
        )

    def __copy__(self) -> "Jericho":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Jericho":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        parts = (
            self.players,
            [self.phase, self.round, self.turn, self.starter, self.first_starter, self.size],
            self.hands,
            self.plays,
            self.walls,
            self.lengths,
            self.standing,
            self.faces,
            self.fed,
            self.supply,
            self.puts,
            self.won,
            self.removed,
            self.pile,
        )
        return Jericho, parts

    def to_act(self) -> list[int]:
        """The seats that may act now, in ascending order; `turn` is the first of them."""
        if self.phase == PLAY_PHASE:
            return [self.turn]
        return [seat for seat in range(self.players) if self._is_waiting(seat)]

    def legal_ids(self, seat: int) -> list[int]:
        """The ids of the legal actions of a seat, in no particular order; not to be changed."""
        if self.phase == PLAY_PHASE:
            return self.plays[seat] if seat == self.turn else []
        if not self._is_waiting(seat):
            return []
        plays = self.plays[seat]
        if self.phase == FEED_PHASE:
            return [each - SUPPLY_ID + FEED_ID for each in plays if each >= SUPPLY_ID]
        found = [each - WALL_ID for each in plays if each < TRUMPET_ID]
        return found if found else [BRASS]

    def mask(self, seat: int) -> list[int]:
        """1 for each id that is legal, else 0."""
        found = [0] * ACTIONS
        for each in self.legal_ids(seat):
            found[each] = 1
        return found

    def apply(self, seat: int, action: int) -> None:
        """Apply a legal action of a seat."""
        if action >= SUPPLY_ID:
            kind = action - SUPPLY_ID
            self._put(seat, kind)
        elif action >= TRUMPET_ID:
            kind = BRASS
            self._blow(seat, action - TRUMPET_ID)
        elif action >= WALL_ID:
            kind = action - WALL_ID
            self._build(seat, kind)
        else:
            self._choose(seat, action)
            return
        hands = self.hands
        at = seat * KINDS + kind
        left = hands[at] - 1
        hands[at] = left
        if not left:
            plays = self.plays[seat]
            ways = self.ways[kind]
            index = plays.index(ways[0])
            del plays[index : index + len(ways)]
        pile = self.pile
        if pile:
            card = pile.pop()
            if card == SHOW:
                self._scoring(seat)
                return
            at = seat * KINDS + card
            held = hands[at]
            if not held:
                self.plays[seat].extend(self.ways[card])
            hands[at] = held + 1
        seat += 1
        self.turn = seat if seat < self.players else 0

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == OVER

    def scores(self) -> list[int]:
        """The cards that each seat has won."""
        won = self.won
        return [sum(won[seat * KINDS : seat * KINDS + KINDS]) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats in the lead: by cards won, then by cards left in their walls (JE-22)."""
        scores = self.scores()
        best = max(scores)
        leaders = [seat for seat in range(self.players) if scores[seat] == best]
        if len(leaders) == 1:
            return leaders
        left = [sum(self.walls[seat * SEAT_WALLS : (seat + 1) * SEAT_WALLS]) for seat in leaders]
        most = max(left)
        return [leaders[at] for at in range(len(leaders)) if left[at] == most]

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is running."""
        if self.phase != OVER:
            return None
        scores, winners = self.scores(), self.winners()
        reason = "most_cards" if scores.count(max(scores)) == 1 else "tie_break"
        return Outcome(tuple(scores), tuple(winners), reason if len(winners) == 1 else "shared")

    def finish(self) -> None:
        """The final scoring: 1s are won, walls of trumpets alone are removed (JE-20, JE-21)."""
        walls = self.walls
        for seat in range(self.players):
            for colour in range(5):
                at = seat * SEAT_WALLS + colour * WALL_SIZE
                ones = walls[at]
                self.won[seat * KINDS + colour * 5] += ones
                walls[at] = 0
                self.lengths[seat * 5 + colour] -= ones
                self.standing[colour * WALL_SIZE] -= ones
                self._crumble(seat, colour)
        self.phase = OVER
        self.turn = -1

    def observe(self, seat: int) -> list[int]:
        """What a seat may know (JE-23), as numbers; seats are counted from the viewer on.

        Phase (one of four), round, cards in the draw pile, who begins, whose turn it is, cards in
        the supply; one's own hand, face-down card and cards in the supply by kind;
        removed cards by kind; players. Then for each of five places hand size, whether a card lies
        face down, whether the seat has fed, its cards in the supply, its score; walls; lengths;
        won cards by kind.
        """
        players = self.players
        found = [0, 0, 0, 0]
        found[self.phase] = 1
        turn = self.turn if self.phase == PLAY_PHASE else -1
        found += [
            self.round,
            len(self.pile),
            (self.starter - seat) % players,
            -1 if turn < 0 else (turn - seat) % players,
            sum(self.supply),
        ]
        face = [0] * KINDS
        if self.faces[seat] >= 0:
            face[self.faces[seat]] = 1
        found += self.hands[seat * KINDS : seat * KINDS + KINDS]
        found += face
        found += self.puts[seat * KINDS : seat * KINDS + KINDS]
        found += self.removed
        found.append(players)
        for place in range(players):
            other = (seat + place) % players
            low, high = other * KINDS, other * KINDS + KINDS
            own = self.won[low:high]
            found += [
                sum(self.hands[low:high]),
                1 if self.faces[other] >= 0 else 0,
                self.fed[other],
                sum(self.puts[low:high]),
                sum(own),
            ]
            found += self.walls[other * SEAT_WALLS : (other + 1) * SEAT_WALLS]
            found += self.lengths[other * 5 : other * 5 + 5]
            found += own
        found += [0] * (OBSERVED - len(found))
        return found

    def draw(self, seat: int, kind: int) -> None:
        """Add a card to a hand."""
        at = seat * KINDS + kind
        held = self.hands[at]
        if not held:
            self.plays[seat].extend(self.ways[kind])
        self.hands[at] = held + 1

    def drop(self, seat: int, kind: int) -> None:
        """Remove a card from a hand."""
        at = seat * KINDS + kind
        left = self.hands[at] - 1
        self.hands[at] = left
        if not left:
            plays = self.plays[seat]
            ways = self.ways[kind]
            index = plays.index(ways[0])
            del plays[index : index + len(ways)]

    def begin(self, phase: int, turn: int) -> None:
        """Enter a phase; where all choose at once, `turn` is the first seat that has to."""
        self.phase = phase
        if phase == PLAY_PHASE:
            self.turn = turn
        else:
            self.turn = self._first_waiting() if phase != OVER else -1

    def reveal(self) -> None:
        """The face-down cards join the layouts; a trumpet is removed (JE-07)."""
        for seat in range(self.players):
            kind = self.faces[seat]
            if kind == BRASS:
                self.removed[BRASS] += 1
            elif kind >= 0:
                self._build(seat, kind)
            self.faces[seat] = -1

    def _is_waiting(self, seat: int) -> bool:
        """Whether a seat has yet to choose in a phase where all choose at once."""
        if not self.plays[seat]:
            return False
        if self.phase == FIRST_PHASE:
            return self.faces[seat] < 0
        return self.phase == FEED_PHASE and not self.fed[seat]

    def _first_waiting(self) -> int:
        """The first seat that has yet to choose, or -1."""
        for seat in range(self.players):
            if self._is_waiting(seat):
                return seat
        return -1

    def _choose(self, seat: int, action: int) -> None:
        """A first card, or one fed (JE-04, JE-06)."""
        if action < FEED_ID:
            self.drop(seat, action)
            self.faces[seat] = action
            self.turn = self._first_waiting()
            if self.turn < 0:
                self.begin(FEED_PHASE, -1)
            return
        kind = action - FEED_ID
        self.drop(seat, kind)
        self._put(seat, kind)
        self.fed[seat] = 1
        self.turn = self._first_waiting()
        if self.turn < 0:
            self.reveal()
            self.begin(PLAY_PHASE, self.starter)

    def _put(self, seat: int, kind: int) -> None:
        """A card joins the supply."""
        supply, puts, at = self.supply, self.puts, seat * KINDS + kind
        supply[kind] = supply[kind] + 1
        puts[at] = puts[at] + 1

    def _build(self, seat: int, kind: int) -> None:
        """A card joins a wall."""
        spot, standing, walls, lengths = SPOT[kind], self.standing, self.walls, self.lengths
        standing[spot] = standing[spot] + 1
        at = seat * SEAT_WALLS + spot
        walls[at] = walls[at] + 1
        at = seat * 5 + COLOUR[kind]
        lengths[at] = lengths[at] + VALUE[kind]

    def target(self, colour: int) -> int:
        """The place of a colour that a trumpet brings down (JE-11), or -1 if there is no wall."""
        base = colour * WALL_SIZE
        for rank in FROM_THE_TOP:
            if self.standing[base + rank]:
                return rank
        return -1

    def lengths_without(self, colour: int, rank: int) -> list[int]:
        """The length of each wall without one of its places; trumpets alone have none (JE-13)."""
        walls, at = self.walls, colour * WALL_SIZE + rank
        found = self.lengths[colour::5]
        for seat in range(len(found)):
            cards = walls[at]
            if cards:
                left = found[seat] - cards * RANKS[rank]
                brass = 0 if rank == 5 else walls[at - rank + 5]
                found[seat] = 0 if left == 2 * brass else left
            at += SEAT_WALLS
        return found

    def _blow(self, seat: int, colour: int) -> None:
        """A trumpet brings down the highest cards of a colour and may stay (JE-11 to JE-13)."""
        standing, walls, lengths = self.standing, self.walls, self.lengths
        base, rank = colour * WALL_SIZE, self.target(colour)
        if rank >= 0:
            kind = BRASS if rank == 5 else colour * 5 + rank
            self.supply[kind] = self.supply[kind] + standing[base + rank]
            standing[base + rank] = 0
            at, length_at, value = base + rank, colour, RANKS[rank]
            for other in range(self.players):
                cards = walls[at]
                if cards:
                    walls[at] = 0
                    lengths[length_at] = lengths[length_at] - cards * value
                    self._crumble(other, colour)
                at += SEAT_WALLS
                length_at += 5
        own = seat * 5 + colour
        length = lengths[own]
        if length:
            lengths[own] = length + 2
            at = seat * SEAT_WALLS + base + 5
            walls[at] = walls[at] + 1
            standing[base + 5] = standing[base + 5] + 1
        else:
            self.removed[BRASS] += 1

    def _crumble(self, seat: int, colour: int) -> None:
        """A wall of trumpets only is removed (JE-13, JE-21)."""
        at = seat * SEAT_WALLS + colour * WALL_SIZE + 5
        brass = self.walls[at]
        if brass and self.lengths[seat * 5 + colour] == 2 * brass:
            self.walls[at] = 0
            self.lengths[seat * 5 + colour] = 0
            self.standing[colour * WALL_SIZE + 5] -= brass
            self.removed[BRASS] += brass

    def _scoring(self, seat: int) -> None:
        """A scoring, the replacement card and the next round, or the end (JE-15 to JE-21)."""
        self.removed[SHOW] += 1
        self._score(seat)
        if self.round == ROUNDS[self.size]:
            self.finish()
            return
        self.round += 1
        self.starter = (seat + 1) % self.players
        if self.pile:
            card = self.pile.pop()
            if card == SHOW:  # only in positions written by hand
                self._scoring(seat)
                return
            self.draw(seat, card)
        self.begin(FEED_PHASE, -1)

    def _score(self, drawer: int) -> None:
        """Each colour's supply goes to the longest wall (JE-16 to JE-18)."""
        supply, won = self.supply, self.won
        for colour in range(5):
            winners = self._longest(colour, drawer)
            if len(winners) == 1:
                at = winners[0] * KINDS
                for kind in range(colour * 5, colour * 5 + 5):
                    won[at + kind] = won[at + kind] + supply[kind]
                    supply[kind] = 0
            elif winners:
                self._share_out(colour, winners)
        self.removed[BRASS] += supply[BRASS]
        supply[BRASS] = 0
        self.puts = [0] * (self.players * KINDS)
        self.fed = [0] * self.players

    def _longest(self, colour: int, drawer: int) -> list[int]:
        """The seats with the longest wall of a colour, from the drawer on; none without a wall."""
        lengths, best, seat = self.lengths, 0, drawer
        found: list[int] = []
        for _ in range(self.players):
            length = lengths[seat * 5 + colour]
            if length > best:
                best = length
                found = [seat]
            elif length and length == best:
                found.append(seat)
            seat += 1
            if seat == self.players:
                seat = 0
        return found

    def _share_out(self, colour: int, winners: list[int]) -> None:
        """Several take a colour's supply in turn; what cannot be shared stays (JE-18)."""
        supply = self.supply
        cards = [kind for kind in range(colour * 5, colour * 5 + 5) for _ in range(supply[kind])]
        for at in range(len(cards) // len(winners) * len(winners)):
            supply[cards[at]] -= 1
            self.won[winners[at % len(winners)] * KINDS + cards[at]] += 1


def empty(players: int, starter: int = 0, size: int = 0) -> Jericho:
    """An empty table: nobody has a card yet."""
    return Jericho(
        players,
        [FIRST_PHASE, 1, -1, starter, starter, size],
        [0] * (players * KINDS),
        [[] for _ in range(players)],
        [0] * (players * SEAT_WALLS),
        [0] * (players * 5),
        [0] * SEAT_WALLS,
        [-1] * players,
        [0] * players,
        [0] * KINDS,
        [0] * (players * KINDS),
        [0] * (players * KINDS),
        [0] * (KINDS + 1),
        [],
    )


_USUAL: Final = Options()


def deal(players: int, chance: Random, options: Options = _USUAL) -> Jericho:
    """A new match: seven cards each, and a draw pile of six piles (JE-02, JE-03)."""
    kit = KITS[options.size]
    game = empty(players, options.starter, SIZES.index(options.size))
    cards = shuffled(CARDS_OF[game.size], chance)
    for seat in range(players):
        for _ in range(kit.hand):
            game.draw(seat, cards.pop())
    if kit.drawn is not None:
        del cards[kit.drawn :]
    for bottom, size in PILES_OF[game.size][players]:
        cards.insert(bottom + int(chance.random() * size), SHOW)
    game.pile = cards
    game.turn = 0
    return game


def from_state(state: State) -> Jericho:
    """The fast version of a state of the rules."""
    players = len(state.seats)
    game = empty(players, state.options.starter, SIZES.index(state.options.size))
    for seat, player in enumerate(state.seats):
        for card in player.hand:
            game.draw(seat, KIND[card])
        for card in player.won:
            game.won[seat * KINDS + KIND[card]] += 1
        for colour, wall in enumerate(player.walls):
            for card in wall:
                spot = colour * WALL_SIZE + (5 if card == TRUMPET else KIND[card] % 5)
                game.walls[seat * SEAT_WALLS + spot] += 1
                game.standing[spot] += 1
                game.lengths[seat * 5 + colour] += VALUE[KIND[card]]
        if player.face_down is not None:
            game.faces[seat] = KIND[player.face_down]
    for put in state.supply:
        game.supply[KIND[put.card]] += 1
        if put.by is not None:
            game.puts[put.by * KINDS + KIND[put.card]] += 1
            game.fed[put.by] = 1
    for card in state.removed:
        game.removed[KIND[card]] += 1
    game.pile = [KIND[card] for card in state.draw_pile]
    game.round, game.starter = state.round, state.starter
    game.begin(PHASES.index(state.phase), -1 if state.turn is None else state.turn)
    return game


def to_state(game: Jericho) -> State:
    """The match as the rules know it, with hands, walls and piles of supply in ascending order."""
    seats = []
    for seat in range(game.players):
        walls = []
        for colour, name in enumerate(COLOURS):
            at = seat * SEAT_WALLS + colour * WALL_SIZE
            cards = [card for card in WALL_CARDS if card.startswith(name)]
            counts = game.walls[at : at + WALL_SIZE]
            walls.append(_cards((*cards, TRUMPET), counts))
        face = game.faces[seat]
        seats.append(
            Player(
                _cards(CARDS, game.hands[seat * KINDS : (seat + 1) * KINDS]),
                tuple(walls),
                None if face < 0 else CARDS[face],
                _cards(CARDS, game.won[seat * KINDS : (seat + 1) * KINDS]),
            )
        )
    return State(
        Options(game.first_starter, SIZES[game.size]),
        tuple(seats),
        _supply(game),
        tuple([CARDS[kind] for kind in game.pile]),
        _cards(CARDS, game.removed),
        game.round,
        PHASES[game.phase],
        game.turn if game.phase == PLAY_PHASE else None,
        game.starter,
    )


def _supply(game: Jericho) -> tuple[Put, ...]:
    found: list[Put] = []
    for kind in range(KINDS):
        rest = game.supply[kind]
        for seat in range(game.players):
            own = game.puts[seat * KINDS + kind]
            found += [Put(CARDS[kind], seat)] * own
            rest -= own
        found += [Put(CARDS[kind])] * rest
    return tuple(found)


def _cards(names: tuple[str, ...], counts: list[int]) -> tuple[str, ...]:
    return tuple([names[kind] for kind in range(len(counts)) for _ in range(counts[kind])])


def action_of(game: Jericho, seat: int, action: int) -> Action:
    """The action with this id."""
    if action >= SUPPLY_ID:
        return Supply(CARDS[action - SUPPLY_ID])
    if action >= TRUMPET_ID:
        return Trumpet(COLOURS[action - TRUMPET_ID])
    if action >= WALL_ID:
        return Wall(CARDS[action - WALL_ID])
    if action >= FEED_ID:
        return Feed(CARDS[action - FEED_ID])
    return First(CARDS[action])


def id_of(game: Jericho, seat: int, action: Action) -> int:
    """The id of an action."""
    if isinstance(action, Trumpet):
        return TRUMPET_ID + COLOURS.index(action.colour)
    kind = KIND[action.card]
    if isinstance(action, Wall):
        return WALL_ID + kind
    if isinstance(action, Supply):
        return SUPPLY_ID + kind
    return (FEED_ID if isinstance(action, Feed) else FIRST_ID) + kind


def play_randomly(game: Jericho, chance: Random) -> int:
    """Play uniformly random legal actions to the end; returns the number of unforced choices."""
    decisions = 0
    number = chance.random
    while game.turn >= 0:
        seat = game.turn
        ids = game.legal_ids(seat)
        count = len(ids)
        if count > 1:
            decisions += 1
            game.apply(seat, ids[int(number() * count)])
        elif count:
            game.apply(seat, ids[0])
        else:  # only in positions written by hand
            return decisions
    return decisions
