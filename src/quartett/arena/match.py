"""One match between bots, determined by its setup and job (except for the times)."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from time import thread_time_ns

import msgspec

from quartett import bots
from quartett.arena.schedule import Job, Setup
from quartett.arena.timing import Times
from quartett.bots.base import MIN_REACTION_MS
from quartett.bots.planning import Choice, Hands
from quartett.bots.seated import WAITING_MS, SeatedBot
from quartett.core.errors import FormatError, QuartettError
from quartett.core.forms import parse
from quartett.core.game import AnyGame, Fact, GameValue, Seat
from quartett.core.log import AnyLog
from quartett.core.match import AnyMatch, Match
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.games import get

Watch = Callable[[GameValue, GameValue], Iterable[str]]
"""Names what is worth counting about an event, given the state before it: both a game's own."""


class Record(msgspec.Struct, frozen=True):
    """The result of a match; scores and winners by seat, times by place in the line-up."""

    job: Job
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    actions: int
    clock: int
    counts: dict[str, int]
    times: tuple[Times, ...]
    turns: int = 0
    """0 in games where all act at once."""


class Player:
    """A bot in its seat: chooses from its view, with its own random source and stopwatch."""

    def __init__(
        self, bot: bots.AnyBot, name: str, seat: int, seed: str, pace_ms: int | None = None
    ) -> None:
        self.seat, self.times = seat, Times()
        self._seated = SeatedBot.named(name, _Timed(bot, self.times), seat, pace_ms)
        self._seed = seed
        self._asked = 0

    def choose(self, match: AnyMatch) -> Choice[object]:
        """The bot's choice now, as the game knows it."""
        self._asked += 1
        return self._seated.look(match, self.seat, Rng(self._seed, self._asked - 1))

    def act(self, match: AnyMatch, action: object, at: int | None = None) -> tuple[Fact, ...]:
        """Do it, or BotError naming the bot."""
        return self._seated.act(match, self.seat, action, at)


class _Timed(bots.Bot[object, object]):
    """A bot with a stopwatch beside it."""

    def __init__(self, bot: bots.AnyBot, times: Times) -> None:
        super().__init__()
        self._bot, self._times = bot, times
        self.reaction_ms = bot.reaction_ms  # type: ignore[method-assign]

    def choose(self, view: object, legal: Sequence[object], rng: Rng) -> object:
        # The core's own time: what else the machine does meanwhile is not the bot's doing.
        began = thread_time_ns()
        answer: object = self._bot.choose(view, legal, rng)
        self._times.add(thread_time_ns() - began)
        return answer


class Table:
    """A match, its players, and what is counted while they play."""

    def __init__(self, match: AnyMatch, players: list[Player], watch: Watch | None = None) -> None:
        self.match, self.players = match, players
        self.actions = 0
        self.turns = 0
        self.counts: Counter[str] = Counter()
        self._watch = watch
        self._turn: Hashable = None

    def play(self) -> Outcome:
        """Play the match to its end."""
        go_on = self._at_once() if self.match.game.timed else self._in_turn()
        while self.match.outcome is None:
            go_on()
        return self.match.outcome

    def _in_turn(self) -> Callable[[], None]:
        """Without time: ask the seats that may act, in seat order."""

        def go_on() -> None:
            seat = min(self.match.to_act)
            self.act(seat, self.choose(seat).action)

        return go_on

    def _at_once(self) -> Callable[[], None]:
        """Where all act at once: from one event to the next."""
        hands = Hands(self, range(len(self.players)))

        def go_on() -> None:
            hands.look()
            if hands.go_on() is None:
                game = self.match.game.id
                raise QuartettError(f"{game}: nobody can act, and time does nothing")

        return go_on

    def choose(self, seat: Seat) -> Choice[object]:
        """What a seat's bot would do now."""
        return self.players[seat].choose(self.match)

    def act(self, seat: Seat, action: object, at: int | None = None) -> None:
        """Let a seat act, and count what comes of it."""
        before = self.match.state
        self._count(before, self.players[seat].act(self.match, action, at))
        self.actions += 1
        turn = self.match.game.turn(before)
        self.turns += turn not in (None, self._turn)
        self._turn = turn

    def wait(self, at: int) -> None:
        """Let time pass, and count what comes of it."""
        before = self.match.state
        self._count(before, self.match.wait(at))

    def _count(self, state: object, events: tuple[Fact, ...]) -> None:
        for event in events:
            self.counts[str(event.__struct_config__.tag)] += 1
            if self._watch is not None:
                self.counts.update(self._watch(state, event))
                state = self.match.game.evolve(state, event)


def play(setup: Setup, job: Job, watch: Watch | None = None) -> Record:
    """Play one match of an arena to its end."""
    table = seat(setup, job, watch)
    outcome = table.play()
    by_place = sorted(zip(job.places(setup.players), table.players, strict=True), key=_first)
    return Record(
        job=job,
        scores=outcome.scores,
        winners=outcome.winners,
        reason=outcome.reason,
        actions=table.actions,
        clock=table.match.now,
        counts=dict(table.counts),
        times=tuple(player.times for _, player in by_place),
        turns=table.turns,
    )


def _first(pair: tuple[int, Player]) -> int:
    return pair[0]


def seat(setup: Setup, job: Job, watch: Watch | None = None) -> Table:
    """A table with the bots in their seats and the cards dealt."""
    lineup = setup.lineups[job.lineup]
    seed = f"{setup.seed}/{job.deal}"
    match = Match.start(get(setup.game), len(lineup), seed, setup.options)
    players = [
        Player(
            bots.get(setup.game, lineup[place], setup.nodes),
            lineup[place],
            at,
            f"{seed}/{place}",
            setup.pace_ms,
        )
        for at, place in enumerate(job.places(len(lineup)))
    ]
    return Table(match, players, watch)


class Played(msgspec.Struct, frozen=True):
    """A match played by bots: its outcome and its log."""

    outcome: Outcome
    log: AnyLog


def play_match(
    players: Sequence[str | bots.AnyBot],
    *,
    game: str,
    seed: int | str = 0,
    nodes: int | None = None,
    pace_ms: int | None = None,
    **options: object,
) -> Played:
    """The implementation of `quartett.play_match`."""
    rules = get(game)
    rules.check_players(len(players))
    check_pace(rules, pace_ms)
    match = Match.start(rules, len(players), seed, options)
    seated = [
        Player(_bot(game, each, nodes), _name(each), at, f"{seed}/{at}", pace_ms)
        for at, each in enumerate(players)
    ]
    return Played(Table(match, seated).play(), match.record())


def check_pace(game: AnyGame, pace_ms: int | None) -> None:
    """FormatError unless bots can take this long for an action in this game."""
    if pace_ms is None:
        return
    if not game.timed:
        raise FormatError(f"pace: time does not count in {game.id}")
    if not MIN_REACTION_MS <= parse(int, pace_ms, "pace") < WAITING_MS:
        raise FormatError(f"pace: {pace_ms} is not from {MIN_REACTION_MS} to {WAITING_MS - 1} ms")


def _bot(game: str, given: object, nodes: int | None) -> bots.AnyBot:
    if isinstance(given, bots.Bot):
        return given
    if not isinstance(given, str):
        what = (
            "a class: make a bot of it" if isinstance(given, type) else "no bot and no name of one"
        )
        raise FormatError(f"bots: {given!r} is {what}")
    return bots.get(game, given, nodes)


def _name(given: str | bots.AnyBot) -> str:
    return given if isinstance(given, str) else type(given).__name__
