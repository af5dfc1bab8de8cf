"""Photo Rummy, encoded as integers in lists and changed in place.

A card is its index in the deck. There are too many ways to lay cards to number them all, so a
player chooses from up to eight candidates of the solver, computed when they are first needed. With
the same seed, the random draws are those of the rules. `apply` accepts what `legal_ids` lists and
checks nothing.
"""

from random import Random
from typing import Final

from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import DRAWS, PASS, STACKS, Action, Draw, Lay, Options
from quartett.games.photo_rummy.cards import DECK
from quartett.games.photo_rummy.kit import KITS
from quartett.games.photo_rummy.lay import LARGEST
from quartett.games.photo_rummy.solving.aim import Aim
from quartett.games.photo_rummy.solving.answer import Answer
from quartett.games.photo_rummy.solving.board import Position
from quartett.games.photo_rummy.solving.search import MAX_CARDS, MIN_POINTS, best
from quartett.games.photo_rummy.state import Phase, Player, State

CARDS: Final = 108
PHOTOS: Final = 102
CARD: Final = {card: number for number, card in enumerate(DECK)}
CARDS_OF: Final = {size: [CARD[card] for card in kit.all_cards] for size, kit in KITS.items()}
"""The cards of each size of the game, including those on the table from the start."""
BITS: Final = [1 << card for card in range(CARDS)]
JOKER_MINUS: Final = 10
MAX_ROW: Final[int] = LARGEST["row"]
MAX_SET: Final[int] = LARGEST["set"]

DRAW_PHASE: Final = 0
LAY_PHASE: Final = 1
OVER: Final = 2
PHASES: Final[tuple[Phase, ...]] = ("draw", "lay", "over")

DRAW_ID: Final = 0
PASS_ID: Final = 5
LAY_ID: Final = 6
CANDIDATES: Final = 8
ACTIONS: Final = LAY_ID + CANDIDATES
"""The number of action ids; the table is in docs/bots.md and never changes."""

MAX_PLAYERS: Final = 4
FEATURES: Final = 6
OBSERVED: Final = 3 + 5 + STACKS + CARDS + CARDS + 17 + 6 + MAX_PLAYERS * 3 + CANDIDATES * FEATURES
"""The length of an observation."""


class Candidate:
    """A lay that the solver proposes, and its effects."""

    def __init__(
        self, table: list[list[int]], rack: list[int], taken: list[int], moved: int
    ) -> None:
        self.table = table
        """The whole table after it."""
        self.rack = rack
        """What stays on the rack, jokers taken included."""
        self.taken = taken
        """The jokers taken from the table."""
        self.moved = moved
        """Table photos that change between row and set, plus jokers taken."""

    def minus(self) -> int:
        """The minus points of what stays on the rack (PR-16)."""
        return minus_points(self.rack)


class PhotoRummy:
    """One match of Photo Rummy."""

    def __init__(
        self,
        players: int,
        options: Options,
        seed: int | str,
        numbers: list[int],
        racks: list[list[int]],
        opened: list[int],
        points: list[int],
        table: list[list[int]],
        stacks: list[list[int]],
    ) -> None:
        self.players = players
        self.options = options
        self.seed = seed
        self.phase, self.turn, self.round, self.starter, self.number = numbers
        self.racks = racks
        self.opened = opened
        self.points = points
        """The totals of the rounds that are over."""
        self.table = table
        """The sets and rows; a combination is never changed, only replaced."""
        self.stacks = stacks
        self._candidates: list[Candidate] | None = None

    def copy(self) -> "PhotoRummy":
        """An independent copy of this match."""
        other = PhotoRummy(
            self.players,
            self.options,
            self.seed,
            [self.phase, self.turn, self.round, self.starter, self.number],
            [rack[:] for rack in self.racks],
            self.opened[:],
            self.points[:],
            self.table[:],
            [stack[:] for stack in self.stacks],
        )
        other._candidates = self._candidates
        return other

    def __copy__(self) -> "PhotoRummy":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "PhotoRummy":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        parts = (
            self.players,
            self.options,
            self.seed,
            [self.phase, self.turn, self.round, self.starter, self.number],
            self.racks,
            self.opened,
            self.points,
            self.table,
            self.stacks,
        )
        return PhotoRummy, parts

    def to_act(self) -> list[int]:
        """The seats that may act now: `turn`, or nobody."""
        return [self.turn] if self.turn >= 0 else []

    def legal_ids(self, seat: int) -> list[int]:
        """The ids that a seat may choose; a candidate for each lay that is proposed."""
        if seat != self.turn:
            return []
        if self.phase == LAY_PHASE:
            return [PASS_ID, *range(LAY_ID, LAY_ID + len(self.candidates()))]
        found = [at for at in range(STACKS) if self.stacks[at]]
        return found if found else [PASS_ID]

    def mask(self, seat: int) -> list[int]:
        """1 for each id that is legal, else 0."""
        found = [0] * ACTIONS
        for each in self.legal_ids(seat):
            found[each] = 1
        return found

    def candidates(self) -> list[Candidate]:
        """The lays proposed to the seat to act: most cards, fewest minus points, and quiet ones."""
        if self._candidates is None:
            self._candidates = self._propose()
        return self._candidates

    def apply(self, seat: int, action: int) -> None:
        """Apply a legal action of a seat."""
        number = self.number
        self.number = number + 1
        if action < PASS_ID:
            self.racks[seat].append(self.stacks[action].pop())
            self.phase = LAY_PHASE
            self._candidates = None
            return
        if action >= LAY_ID:
            chosen = self.candidates()[action - LAY_ID]
            self.table, self.racks[seat] = chosen.table, chosen.rack[:]
            self.opened[seat] = 1
        self._candidates = None
        if not self.racks[seat] and action >= LAY_ID:
            self._win_round(seat)
            self._next_round(number)
        elif not any(self.stacks):
            self._next_round(number)
        else:
            self.phase = DRAW_PHASE
            self.turn = seat + 1 if seat + 1 < self.players else 0

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == OVER

    def scores(self) -> list[int]:
        """The totals of the rounds that are over."""
        return self.points[:]

    def winners(self) -> list[int]:
        """The seats in the lead (PR-18)."""
        best = max(self.points)
        return [seat for seat in range(self.players) if self.points[seat] == best]

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is running."""
        if self.phase != OVER:
            return None
        winners = self.winners()
        reason = "highest_total" if len(winners) == 1 else "shared"
        return Outcome(tuple(self.points), tuple(winners), reason)

    def observe(self, seat: int) -> list[int]:
        """What a seat may know (PR-19), as numbers; seats are counted from the viewer on.

        Phase (one of three), whose turn it is, who began the round, round, rounds, players; the
        heights of the stacks; one's own rack by card; for each card 1 if it lies in a row, 2 in a
        set, else 0; the jokers in the rows of each capital and in the sets of each category. Then
        for each of four places rack size, whether it has opened, score. Then for each candidate of
        the viewer cards laid, cards left, minus points, whether it goes out, cards moved on the
        table, jokers taken.
        """
        players = self.players
        found = [0, 0, 0]
        found[self.phase] = 1
        found += [
            -1 if self.turn < 0 else (self.turn - seat) % players,
            (self.starter - seat) % players,
            self.round,
            self.options.rounds,
            players,
        ]
        found += [len(stack) for stack in self.stacks]
        own = [0] * CARDS
        for card in self.racks[seat]:
            own[card] = 1
        found += own
        found += self._observe_table()
        for place in range(players):
            other = (seat + place) % players
            found += [len(self.racks[other]), self.opened[other], self.points[other]]
        found += [0] * (3 * (MAX_PLAYERS - players))
        if seat == self.turn and self.phase == LAY_PHASE:
            rack = len(self.racks[seat])
            for each in self.candidates():
                left, taken = len(each.rack), len(each.taken)
                found += [rack + taken - left, left, each.minus(), 0 if left else 1]
                found += [each.moved, taken]
        found += [0] * (OBSERVED - len(found))
        return found

    def deal_round(self, number: int) -> None:
        """Deal a round as the log's entry of this number does (PR-03, PR-04)."""
        kit, players = KITS[self.options.size], self.players
        cards = Rng(self.seed, number).shuffled([CARD[card] for card in kit.cards])
        self.racks = [cards[kit.rack * at : kit.rack * (at + 1)] for at in range(players)]
        rest = cards[kit.rack * players :]
        self.stacks = [rest[at :: kit.stacks] if at < kit.stacks else [] for at in range(STACKS)]
        self.lay_out()

    def lay_out(self) -> None:
        """Set up the table for the start of a round."""
        laid = KITS[self.options.size].laid
        self.table = [[CARD[card] for card in cards] for cards in laid]
        self.opened = [int(bool(laid))] * self.players
        self.phase, self.turn = DRAW_PHASE, self.starter

    def _observe_table(self) -> list[int]:
        lying, rows, sets = [0] * CARDS, [0] * 17, [0] * 6
        for cards in self.table:
            photos = [card for card in cards if card < PHOTOS]
            jokers = len(cards) - len(photos)
            is_row = photos[0] // 6 == photos[1] // 6
            for card in cards:
                lying[card] = 1 if is_row else 2
            if is_row:
                rows[photos[0] // 6] += jokers
            else:
                sets[photos[0] % 6] += jokers
        return lying + rows + sets

    def _propose(self) -> list[Candidate]:
        seat = self.turn
        rack, opened = self.racks[seat], self.opened[seat] == 1
        found: list[Candidate] = []
        table = [board(cards) for cards in self.table]
        position = Position(table, board(rack), opened)
        most = self._solved(position, MAX_CARDS)
        if most is None:
            return found
        found.append(most)
        # Where no joker stays behind, fewest cards are fewest points too.
        if most.rack and max(most.rack) >= PHOTOS:
            self._add(found, self._solved(position, MIN_POINTS))
        jokers = len([card for card in rack if card >= PHOTOS])
        if jokers > len([card for card in most.rack if card >= PHOTOS]) - len(most.taken):
            # It lays jokers; they may also be kept.
            photos = Position(table, position.rack, opened)
            self._add(found, self._solved(photos, MAX_CARDS))
        if opened:
            self._add(found, self._added(rack))
        return found

    def _add(self, found: list[Candidate], more: Candidate | None) -> None:
        if more is not None and more.table not in [each.table for each in found]:
            found.append(more)

    def _solved(self, position: Position, aim: Aim) -> Candidate | None:
        """A best lay of some of the position's cards; the others stay on the rack."""
        found = best(position, aim)
        if found is None:
            return None
        answer = Answer(position, found).build()
        if position.rack_bits & ~(found.left | answer.unplaced) == 0:
            return None
        return self._candidate([numbers(bits) for bits in answer.boards()], answer.moved())

    def _added(self, rack: list[int]) -> Candidate | None:
        """All photos that fit what lies, without opening anything new and without jokers."""
        left = [card for card in rack if card < PHOTOS]
        table = []
        laid = 0
        for cards in self.table:
            photos = [card for card in cards if card < PHOTOS]
            first = photos[0]
            if first // 6 == photos[1] // 6:
                fitting = [card for card in left if card // 6 == first // 6][: MAX_ROW - len(cards)]
            else:
                fitting = [card for card in left if card % 6 == first % 6][: MAX_SET - len(cards)]
            if fitting:
                left = [card for card in left if card not in fitting]
                laid += len(fitting)
                cards = sorted(cards + fitting)
            table.append(cards)
        if not laid:
            return None
        # In the solver's order, so that the same table is found to be the same.
        return self._candidate(sorted([sorted(cards) for cards in table]), 0)

    def _candidate(self, table: list[list[int]], moved: int) -> Candidate:
        after = [0] * CARDS
        for cards in table:
            for card in cards:
                after[card] = 1
        kept = [card for card in self.racks[self.turn] if not after[card]]
        before = [card for cards in self.table for card in cards]
        taken = sorted([card for card in before if not after[card]])
        return Candidate(table, kept + taken, taken, moved)

    def _win_round(self, winner: int) -> None:
        """The others write down their racks as minus points, the winner the sum (PR-16)."""
        for seat in range(self.players):
            lost = minus_points(self.racks[seat])
            self.points[seat] -= lost
            self.points[winner] += lost

    def _next_round(self, number: int) -> None:
        """The deal of the next round, begun one seat further on, or the end (PR-05, PR-18)."""
        if self.round >= self.options.rounds:
            self.phase, self.turn = OVER, -1
            return
        self.round += 1
        self.starter = (self.starter + 1) % self.players
        self.deal_round(number)


def board(cards: list[int]) -> int:
    """These cards as bits."""
    bits = 0
    for card in cards:
        bits |= BITS[card]
    return bits


def numbers(bits: int) -> list[int]:
    """The cards of these bits, in order."""
    found = []
    while bits:
        card = bits.bit_length() - 1
        found.append(card)
        bits ^= BITS[card]
    found.reverse()
    return found


def minus_points(rack: list[int]) -> int:
    """What these cards cost when they are left on a rack (PR-16)."""
    found = 0
    for card in rack:
        found += 1 if card < PHOTOS else JOKER_MINUS
    return found


def empty(players: int, options: Options, seed: int | str) -> PhotoRummy:
    """An empty table: nobody has a card yet."""
    return PhotoRummy(
        players,
        options,
        seed,
        [DRAW_PHASE, options.starter, 1, options.starter, 1],
        [[] for _ in range(players)],
        [0] * players,
        [0] * players,
        [],
        [[] for _ in range(STACKS)],
    )


_USUAL: Final = Options()


def deal(players: int, chance: Random, options: Options = _USUAL) -> PhotoRummy:
    """A new match; its seed is drawn from `chance`."""
    game = empty(players, options, int(chance.random() * (1 << 53)))
    game.deal_round(0)
    return game


def from_state(state: State, seed: int | str = 0, number: int = 1) -> PhotoRummy:
    """The fast version of a state, with the seed and the number of its log entries."""
    game = empty(len(state.seats), state.options, seed)
    game.number = number
    game.racks = [[CARD[card] for card in player.rack] for player in state.seats]
    game.opened = [int(player.opened) for player in state.seats]
    game.points = [player.score for player in state.seats]
    game.table = [[CARD[card] for card in cards] for cards in state.table]
    game.stacks = [[CARD[card] for card in stack] for stack in state.stacks]
    game.round, game.starter = state.round, state.starter
    game.phase = PHASES.index(state.phase)
    game.turn = -1 if state.turn is None else state.turn
    return game


def to_state(game: PhotoRummy) -> State:
    """The state of the rules for this match."""
    seats = []
    for seat in range(game.players):
        rack = _names(game.racks[seat])
        seats.append(Player(rack, bool(game.opened[seat]), game.points[seat]))
    return State(
        game.options,
        tuple(seats),
        tuple([_names(cards) for cards in game.table]),
        tuple([_names(stack) for stack in game.stacks]),
        PHASES[game.phase],
        None if game.turn < 0 else game.turn,
        game.round,
        game.starter,
    )


def _names(cards: list[int]) -> tuple[str, ...]:
    return tuple([DECK[card] for card in cards])


def action_of(game: PhotoRummy, seat: int, action: int) -> Action:
    """The action with this id; a candidate is one only while the seat has to lay."""
    if action < PASS_ID:
        return DRAWS[action]
    if action == PASS_ID:
        return PASS
    chosen = game.candidates()[action - LAY_ID]
    return Lay(tuple([_names(cards) for cards in chosen.table]))


def id_of(game: PhotoRummy, seat: int, action: Action) -> int:
    """The id of an action; -1 for a lay that is not among the candidates."""
    if isinstance(action, Draw):
        return action.stack
    if isinstance(action, Lay):
        wanted = sorted([sorted([CARD[card] for card in cards]) for cards in action.table])
        for at, each in enumerate(game.candidates()):
            if sorted([sorted(cards) for cards in each.table]) == wanted:
                return LAY_ID + at
        return -1
    return PASS_ID


def play_randomly(game: PhotoRummy, chance: Random) -> int:
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
        else:
            game.apply(seat, ids[0])
    return decisions
