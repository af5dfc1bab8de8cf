"""Speed & Flow, encoded as integers in lists and changed in place, with exact times.

A card is its index in the deck; -1 means none. `apply` acts at the time that `clock` shows, and
`wait` advances it. With the same seed, the random draws are those of the rules. `apply` accepts
what `legal_ids` lists and checks nothing.
"""

from random import Random
from typing import Final

from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.games.flow.actions import (
    DRAW,
    PLAYS,
    SETS,
    SOURCES,
    STEALS,
    STOP,
    Action,
    Draw,
    Options,
    Play,
    Set,
    Steal,
)
from quartett.games.flow.cards import DECK, FITS
from quartett.games.flow.deal import cards_each, openers
from quartett.games.flow.state import Phase, Player, State

CARDS: Final = 144
CARD: Final = {card: number for number, card in enumerate(DECK)}
FIT: Final = [[1 if card in FITS[on] else 0 for card in DECK] + [0] for on in DECK]
"""By the top card and the card to play on it: 1 if they fit (FL-06); nothing fits on -1."""

COUNTDOWN: Final = 0
RUNNING: Final = 1
ROUND_OVER: Final = 2
OVER: Final = 3
PHASES: Final[tuple[Phase, ...]] = ("countdown", "running", "round_over", "over")

DRAW_ID: Final = 0
SET_ID: Final = 1
PLAY_ID: Final = 3
STEAL_ID: Final = 9
STOP_ID: Final = 15
WAIT_ID: Final = 16
"""Do nothing in this tick; only for matches that run in ticks."""

ACTIONS: Final = 17
"""The number of action ids; the table is in docs/bots.md and never changes."""

MAX_PLAYERS: Final = 4
OBSERVED: Final = 4 + 6 + 2 * 4 + MAX_PLAYERS * (4 * 3 + 6)
"""The length of an observation."""


class Flow:
    """One match of Speed & Flow; the places of the displays are `2 * seat` and `2 * seat + 1`."""

    def __init__(
        self,
        players: int,
        options: Options,
        seed: int | str,
        numbers: list[int],
        piles: list[list[int]],
        displays: list[int],
        hands: list[int],
        stolen: list[list[int]],
        dealt: list[int],
        points: list[int],
        busy: list[int],
        refilling: list[int],
        middle: list[list[int]],
        covered: list[list[int]],
        covered_at: list[list[int]],
    ) -> None:
        self.players = players
        self.options = options
        self.seed = seed
        self.hand_ms, self.grace_ms = options.hand_ms, options.grace_ms
        self.phase, self.clock, self.until, self.acted_at, self.round = numbers
        self.piles = piles
        self.displays = displays
        self.hands = hands
        self.stolen = stolen
        self.dealt = dealt
        self.points = points
        """The totals of the rounds that are over."""
        self.busy = busy
        self.refilling = refilling
        self.middle = middle
        self.covered = covered
        """The recently covered cards of each middle pile, oldest first (FL-16)."""
        self.covered_at = covered_at

    def copy(self) -> "Flow":
        """An independent copy of this match."""
        return Flow(
            self.players,
            self.options,
            self.seed,
            [self.phase, self.clock, self.until, self.acted_at, self.round],
            [pile[:] for pile in self.piles],
            self.displays[:],
            self.hands[:],
            [pile[:] for pile in self.stolen],
            self.dealt[:],
            self.points[:],
            self.busy[:],
            self.refilling[:],
            [pile[:] for pile in self.middle],
            [pile[:] for pile in self.covered],
            [pile[:] for pile in self.covered_at],
        )

    def __copy__(self) -> "Flow":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Flow":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        parts = (
            self.players,
            self.options,
            self.seed,
            [self.phase, self.clock, self.until, self.acted_at, self.round],
            self.piles,
            self.displays,
            self.hands,
            self.stolen,
            self.dealt,
            self.points,
            self.busy,
            self.refilling,
            self.middle,
            self.covered,
            self.covered_at,
        )
        return Flow, parts

    def to_act(self) -> list[int]:
        """The seats that may act at this moment."""
        if self.phase != RUNNING:
            return []
        return [seat for seat in range(self.players) if self._can_act_now(seat)]

    def legal_ids(self, seat: int) -> list[int]:
        """The ids of what a seat may do at this moment: a busy hand can only call Stop (FL-05)."""
        if self.phase != RUNNING:
            return []
        if self.clock < self.busy[seat]:
            return [] if self.piles[seat] else [STOP_ID]
        return self.once_ready_ids(seat)

    def once_ready_ids(self, seat: int) -> list[int]:
        """The ids of what a seat could do if its hand were free; plays are aimed at the top."""
        found: list[int] = []
        if self.phase != RUNNING:
            return found
        pile, hand = self.piles[seat], self.hands[seat]
        one, other = self.displays[2 * seat], self.displays[2 * seat + 1]
        if hand >= 0:
            if one < 0:
                found.append(SET_ID)
            if other < 0:
                found.append(SET_ID + 1)
            for at in range(2):
                cards = self.middle[at]
                if cards and FIT[cards[-1]][hand]:
                    found.append(PLAY_ID + 4 + at)
            if not pile:
                found.append(STOP_ID)
            return found
        if pile:
            if one < 0 or other < 0:
                found.append(DRAW_ID)
            if self.refilling[seat]:
                return found
        for at in range(2):
            cards = self.middle[at]
            if cards:
                fits = FIT[cards[-1]]
                if fits[one]:
                    found.append(PLAY_ID + at)
                if fits[other]:
                    found.append(PLAY_ID + 2 + at)
        stolen = self.stolen[seat]
        if stolen:
            fits = FIT[stolen[-1]]
            for step in range(1, self.players):
                at = 2 * ((seat + step) % self.players)
                if fits[self.displays[at]]:
                    found.append(STEAL_ID + 2 * step - 2)
                if fits[self.displays[at + 1]]:
                    found.append(STEAL_ID + 2 * step - 1)
        if not pile:
            found.append(STOP_ID)
        return found

    def mask(self, seat: int) -> list[int]:
        """1 for each id that is legal, else 0."""
        found = [0] * ACTIONS
        for each in self.legal_ids(seat):
            found[each] = 1
        return found

    def ready_at(self, seat: int) -> int:
        """When the hand of a seat becomes or became free (FL-05)."""
        return self.busy[seat]

    def apply(self, seat: int, action: int) -> None:
        """Apply a legal action of a seat at this moment."""
        clock = self.clock
        self.acted_at = clock
        if action == STOP_ID:
            self._end_round()
            return
        self.busy[seat] = clock + self.hand_ms
        if action == DRAW_ID:
            pile = self.piles[seat]
            self.hands[seat] = pile.pop()
            if not pile:
                self.refilling[seat] = 0
        elif action < PLAY_ID:
            at = 2 * seat + action - SET_ID
            self.displays[at] = self.hands[seat]
            self.hands[seat] = -1
            if self.displays[at ^ 1] >= 0:
                self.refilling[seat] = 0
        elif action < STEAL_ID:
            self._play(seat, (action - PLAY_ID) // 2, (action - PLAY_ID) % 2)
        else:
            step = (action - STEAL_ID) // 2 + 1
            victim = (seat + step) % self.players
            self.stolen[seat].append(self._take(victim, (action - STEAL_ID) % 2))
            self._end_if_empty(victim)
        self._forget()

    def wake(self) -> int:
        """The next moment at which something happens by itself, or -1."""
        if self.phase == RUNNING:
            if self.somebody_can_move():
                return -1
            return max(self.clock, self.acted_at + self.options.stalemate_ms)
        return -1 if self.until < 0 else max(self.clock, self.until)

    def wait(self, at: int) -> None:
        """Advance to a moment, with everything that happens by itself on the way."""
        due = self.wake()
        while 0 <= due <= at:
            self.clock = due
            if self.phase == COUNTDOWN:
                self.phase, self.until, self.acted_at = RUNNING, -1, due
            elif self.phase == ROUND_OVER:
                self.round += 1
                self.deal_round()
            else:
                self._reshuffle()
            due = self.wake()
        if self.clock < at:
            self.clock = at
            self._forget()

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == OVER

    def scores(self) -> list[int]:
        """The totals of the rounds that are over."""
        return self.points[:]

    def winners(self) -> list[int]:
        """The seats in the lead (FL-15)."""
        best = max(self.points)
        return [seat for seat in range(self.players) if self.points[seat] == best]

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is running."""
        if self.phase != OVER:
            return None
        winners = self.winners()
        reached = len([each for each in self.points if each >= self.options.target])
        reason = "target" if reached == 1 else "highest"
        return Outcome(
            tuple(self.points), tuple(winners), reason if len(winners) == 1 else "shared"
        )

    def observe(self, seat: int) -> list[int]:
        """What a seat may know (FL-18), as numbers; seats are counted from the viewer on.

        A card is three numbers: number, colour, symbol, each from 1, or 0, 0, 0 where none is seen.
        Phase (one of four), players, round, target, the time a hand is busy, time since the last
        action, time until a countdown or pause ends; for each middle pile its top and its size.
        Then for each of four places both display cards, hand and top of the steal pile; the sizes
        of draw and steal pile, cards dealt, score, how long the hand is still busy, refilling.
        """
        found = [0, 0, 0, 0]
        found[self.phase] = 1
        found += [
            self.players,
            self.round,
            self.options.target,
            self.hand_ms,
            self.clock - self.acted_at,
            max(0, self.until - self.clock),
        ]
        shown = self.phase != COUNTDOWN
        for pile in self.middle:
            found += _features(pile[-1] if pile and shown else -1)
            found.append(len(pile))
        for place in range(self.players):
            other = (seat + place) % self.players
            stolen = self.stolen[other]
            found += _features(self.displays[2 * other])
            found += _features(self.displays[2 * other + 1])
            found += _features(self.hands[other])
            found += _features(stolen[-1] if stolen and shown else -1)
            found += [
                len(self.piles[other]),
                len(stolen),
                self.dealt[other],
                self.points[other],
                max(0, self.busy[other] - self.clock),
                self.refilling[other],
            ]
        found += [0] * (OBSERVED - len(found))
        return found

    def deal_round(self) -> None:
        """Deal the cards of this round at this moment (FL-02 to FL-04)."""
        options, players = self.options, self.players
        cards = Rng(self.seed).apart(f"round-{self.round}").shuffled(range(CARDS))
        each = cards_each(options, players)
        self.piles = [cards[each * seat : each * (seat + 1)] for seat in range(players)]
        self.displays, self.stolen = [], []
        for pile in self.piles:
            self.displays += [pile.pop(), pile.pop()]
            self.stolen.append([pile.pop()])
        self.middle = [[self.piles[seat].pop()] for seat in openers(players, self.round)]
        self.hands = [-1] * players
        self.dealt = [each] * players
        self.busy, self.refilling = [0] * players, [0] * players
        self.covered, self.covered_at = [[], []], [[], []]
        self.phase, self.until = COUNTDOWN, self.clock + options.countdown_ms

    def somebody_can_move(self) -> bool:
        """Whether the round can go on without help; Stop does not count (FL-13)."""
        for seat in range(self.players):  # noqa: SIM110 - asked at every tick
            if self.can_move(seat):
                return True
        return False

    def can_move(self, seat: int) -> bool:
        """Whether a seat can draw, lay, play or steal once its hand is free."""
        one, other = self.displays[2 * seat], self.displays[2 * seat + 1]
        if self.hands[seat] >= 0 or (self.piles[seat] and (one < 0 or other < 0)):
            return True
        for cards in self.middle:
            if cards:
                fits = FIT[cards[-1]]
                if fits[one] or fits[other]:
                    return True
        stolen = self.stolen[seat]
        if stolen:
            fits = FIT[stolen[-1]]
            for at in range(2 * self.players):
                if at // 2 != seat and fits[self.displays[at]]:
                    return True
        return False

    def left(self, seat: int) -> int:
        """The cards that a seat has not got rid of (FL-14)."""
        found = len(self.piles[seat]) + (1 if self.hands[seat] >= 0 else 0)
        found += 1 if self.displays[2 * seat] >= 0 else 0
        return found + (1 if self.displays[2 * seat + 1] >= 0 else 0)

    def _can_act_now(self, seat: int) -> bool:
        if not self.piles[seat]:
            return True
        return self.clock >= self.busy[seat] and self.can_move(seat)

    def _play(self, seat: int, source: int, at: int) -> None:
        if source == 2:
            card = self.hands[seat]
            self.hands[seat] = -1
        else:
            card = self._take(seat, source)
        pile = self.middle[at]
        self.covered[at].append(pile[-1])
        self.covered_at[at].append(self.clock)
        pile.append(card)
        self._end_if_empty(seat)

    def _take(self, seat: int, slot: int) -> int:
        """Lift a card off a display; an empty one must be refilled (FL-10)."""
        at = 2 * seat + slot
        card = self.displays[at]
        self.displays[at] = -1
        if not self.piles[seat]:
            self.refilling[seat] = 0
        elif self.displays[at ^ 1] < 0:
            self.refilling[seat] = 1
        return card

    def _end_if_empty(self, seat: int) -> None:
        """The round ends with the last card of a seat (FL-12)."""
        if not self.piles[seat] and not self.left(seat):
            self._end_round()

    def _end_round(self) -> None:
        for seat in range(self.players):
            self.points[seat] += self.dealt[seat] - self.left(seat) + 2 * len(self.stolen[seat])
        self._forget()
        if max(self.points) >= self.options.target:
            self.phase, self.until = OVER, -1
        else:
            self.phase, self.until = ROUND_OVER, self.clock + self.options.pause_ms

    def _forget(self) -> None:
        """Forget cards that were covered at least `grace_ms` ago (FL-16)."""
        latest = self.clock - self.grace_ms
        for at in range(2):
            times = self.covered_at[at]
            if times and times[0] <= latest:
                cards = self.covered[at]
                kept = [each for each in range(len(times)) if times[each] > latest]
                self.covered[at] = [cards[each] for each in kept]
                self.covered_at[at] = [times[each] for each in kept]

    def _reshuffle(self) -> None:
        """Solve a stalemate: bring a card of each pile to its top so that play goes on (FL-13)."""
        good, bad = self._sorted_out(self.middle[0])
        others_good, others_bad = self._sorted_out(self.middle[1])
        others = others_good + others_bad
        split = len(good) * len(others)
        pairs = split + len(bad) * len(others_good)
        if not pairs:
            self._end_round()
            return
        pick = Rng(self.seed).apart(f"stalemate-{self.clock}").below(pairs)
        if pick < split:
            self._bring_up(0, good[pick // len(others)])
            self._bring_up(1, others[pick % len(others)])
        else:
            pick -= split
            self._bring_up(0, bad[pick // len(others_good)])
            self._bring_up(1, others_good[pick % len(others_good)])
        self._forget()

    def _sorted_out(self, pile: list[int]) -> tuple[list[int], list[int]]:
        """The cards of a pile on which a card of some display fits, and the rest (-1 if empty)."""
        good: list[int] = []
        bad: list[int] = []
        for card in pile:
            fits = FIT[card]
            (good if any(fits[each] for each in self.displays) else bad).append(card)
        return good, bad if pile else [-1]

    def _bring_up(self, at: int, card: int) -> None:
        pile = self.middle[at]
        if card < 0 or card == pile[-1]:
            return
        for other in range(2):
            if card in self.covered[other]:
                index = self.covered[other].index(card)
                del self.covered[other][index], self.covered_at[other][index]
        self.covered[at].append(pile[-1])
        self.covered_at[at].append(self.clock)
        pile.remove(card)
        pile.append(card)


def _features(card: int) -> list[int]:
    return [0, 0, 0] if card < 0 else [card // 36 + 1, card // 6 % 6 + 1, card % 6 + 1]


def empty(players: int, options: Options, seed: int | str) -> Flow:
    """An empty table before the first round."""
    return Flow(
        players,
        options,
        seed,
        [COUNTDOWN, 0, -1, 0, 1],
        [[] for _ in range(players)],
        [-1] * (2 * players),
        [-1] * players,
        [[] for _ in range(players)],
        [0] * players,
        [0] * players,
        [0] * players,
        [0] * players,
        [[], []],
        [[], []],
        [[], []],
    )


_USUAL: Final = Options()


def deal(players: int, chance: Random, options: Options = _USUAL) -> Flow:
    """A new match; its seed is drawn from `chance`."""
    game = empty(players, options, int(chance.random() * (1 << 53)))
    game.deal_round()
    return game


def from_state(state: State, seed: int | str = 0) -> Flow:
    """The same match as the rules know it; the seed is that of what is still to come."""
    game = empty(len(state.seats), state.options, seed)
    game.middle = [[CARD[card] for card in pile] for pile in state.middle]
    for seat, player in enumerate(state.seats):
        game.piles[seat] = [CARD[card] for card in player.draw_pile]
        for slot, card in enumerate(player.display):
            game.displays[2 * seat + slot] = -1 if card is None else CARD[card]
        game.hands[seat] = -1 if player.hand is None else CARD[player.hand]
        game.stolen[seat] = [CARD[card] for card in player.stolen]
        game.dealt[seat], game.points[seat] = player.dealt, player.score
        game.busy[seat], game.refilling[seat] = player.busy_until, int(player.refilling)
    for at, covered in enumerate(state.covered):
        game.covered[at] = [CARD[card] for card, _ in covered]
        game.covered_at[at] = [when for _, when in covered]
    game.clock, game.acted_at, game.round = state.clock, state.acted_at, state.round
    game.until = -1 if state.until is None else state.until
    game.phase = PHASES.index(state.phase)
    return game


def to_state(game: Flow) -> State:
    """The state of the rules for this match."""
    seats = [
        Player(
            _names(game.piles[seat]),
            (_name(game.displays[2 * seat]), _name(game.displays[2 * seat + 1])),
            _name(game.hands[seat]),
            _names(game.stolen[seat]),
            game.dealt[seat],
            game.points[seat],
            game.busy[seat],
            bool(game.refilling[seat]),
        )
        for seat in range(game.players)
    ]
    covered = [
        tuple(zip(_names(game.covered[at]), game.covered_at[at], strict=True)) for at in range(2)
    ]
    return State(
        game.options,
        tuple([_names(pile) for pile in game.middle]),
        tuple(seats),
        tuple(covered),
        game.clock,
        PHASES[game.phase],
        None if game.until < 0 else game.until,
        game.acted_at,
        game.round,
    )


def _name(card: int) -> str | None:
    return None if card < 0 else DECK[card]


def _names(cards: list[int]) -> tuple[str, ...]:
    return tuple([DECK[card] for card in cards])


def action_of(game: Flow, seat: int, action: int) -> Action:
    """The action with this id; a play is aimed at the card now on top."""
    if action == DRAW_ID:
        return DRAW
    if action < PLAY_ID:
        return SETS[action - SET_ID]
    if action < STEAL_ID:
        source, pile = (action - PLAY_ID) // 2, (action - PLAY_ID) % 2
        cards = game.middle[pile]
        return PLAYS[source][pile][DECK[cards[-1]]] if cards else Play(SOURCES[source], pile)
    if action < STOP_ID:
        victim = (seat + (action - STEAL_ID) // 2 + 1) % game.players
        return STEALS[victim][(action - STEAL_ID) % 2]
    return STOP


def id_of(game: Flow, seat: int, action: Action) -> int:
    """The id of an action; a play is taken to be aimed at the top card."""
    if isinstance(action, Draw):
        return DRAW_ID
    if isinstance(action, Set):
        return SET_ID + action.slot
    if isinstance(action, Play):
        return PLAY_ID + 2 * SOURCES.index(action.source) + action.pile
    if isinstance(action, Steal):
        return STEAL_ID + 2 * ((action.seat - seat) % game.players - 1) + action.slot
    return STOP_ID
