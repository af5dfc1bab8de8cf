"""Speed & Flow looked back on: how quick everybody was, and who got the cards that two wanted."""

from statistics import median

from quartett.core.log import AnyLog
from quartett.games import get
from quartett.games.flow.actions import Play, Steal
from quartett.games.flow.rules import Flow
from quartett.games.flow.state import State
from quartett.review.judging import recomputed
from quartett.review.results import SpeedReview, SpeedSeat

CONTEST_MS = 3000
"""Who has had a card within reach for longer than this was not reaching for it."""


class _Watch:
    """One seat's chances: the cards it could play or steal, and since when."""

    def __init__(self) -> None:
        self.since: dict[str, int] = {}
        self.ready = 0
        self.actions = 0
        self.waits: list[int] = []
        self.missed = 0
        self.won = 0
        self.lost = 0
        self.margins: list[int] = []

    def pass_time(self, start: int, end: int) -> None:
        """Count the time in which the hand was free and there was something to take."""
        if self.since:
            self.missed += max(0, end - max(start, self.ready))

    def look(self, state: State, seat: int, game: Flow) -> None:
        """Note which cards are within reach now."""
        self.ready = game.ready_at(state, seat)
        free = max(state.clock, self.ready)
        within = {
            card
            for action in game.once_ready(state, seat)
            if (card := _card(state, seat, action)) is not None
        }
        self.since = {card: max(self.since.get(card, free), self.ready) for card in within}


def review(log: AnyLog) -> SpeedReview:
    """A finished match of Speed & Flow looked back on."""
    game = get("flow")
    assert isinstance(game, Flow)
    line = recomputed(game, log).line
    watches = [_Watch() for _ in line[-1].after.seats]
    now = 0
    for step in line:
        entry, before, after = step.entry, step.before, step.after
        for watch in watches:
            watch.pass_time(now, entry.at)
        if entry.seat is not None:
            _act(watches, before, entry.seat, entry.action, entry.at)
        now = after.clock
        for seat, watch in enumerate(watches):
            watch.look(after, seat, game)
    return SpeedReview(game.id, tuple(_seat(seat, each) for seat, each in enumerate(watches)))


def _act(watches: list[_Watch], state: State, seat: int, action: object, at: int) -> None:
    own = watches[seat]
    own.actions += 1
    card = _card(state, seat, action)
    if card is None:
        return
    if card in own.since:
        own.waits.append(max(0, at - own.since[card]))
    rivals = [
        watch
        for other, watch in enumerate(watches)
        if other != seat and 0 <= at - watch.since.get(card, at + 1) <= CONTEST_MS
    ]
    for rival in rivals:
        rival.lost += 1
        for each in (own, rival):
            each.margins.append(at - rival.since[card])
    own.won += bool(rivals)


def _card(state: State, seat: int, action: object) -> str | None:
    """The card that an action plays or steals; None for any other action."""
    player = state.seats[seat]
    match action:
        case Steal():
            return state.seats[action.seat].display[action.slot]
        case Play(source="hand"):
            return player.hand
        case Play(source=source):
            return player.display[int(source[-1])]
    return None


def _seat(seat: int, watch: _Watch) -> SpeedSeat:
    return SpeedSeat(
        seat,
        watch.actions,
        round(median(watch.waits)) if watch.waits else None,
        watch.missed,
        watch.won,
        watch.lost,
        round(median(watch.margins)) if watch.margins else None,
    )
