"""The others in a game without turns: each acts after a human pause, never faster."""

from contextlib import suppress

from quartett.terminal.dealer import Dealer, TooLateError
from quartett.terminal.face import PERSON


class Rivals:
    """When each of the others acts next."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        seats = range(dealer.match.game.seats(dealer.match.state))
        self._due = {seat: dealer.reaction_ms(seat) for seat in seats if seat != PERSON}

    def act_until(self, now: int) -> bool:
        """Let time and the others act up to a moment, in order; whether anything happened."""
        heard = len(self._dealer.match.log)
        while (due := min(self._due.values())) <= now:
            self._time_passes(due)
            seat = min(self._due, key=self._due.__getitem__)
            self._act(seat, max(due, self._clock()))
        self._time_passes(now)
        return len(self._dealer.match.log) != heard

    def _act(self, seat: int, at: int) -> None:
        self._due[seat] = at + self._dealer.reaction_ms(seat)
        if self._dealer.match.once_ready(seat):
            # Whoever comes too late looks again, and later.
            with suppress(TooLateError):
                self._dealer.rival_plays(seat, at)

    def _time_passes(self, at: int) -> None:
        """Let time act where it has something to do by then."""
        match = self._dealer.match
        wake = match.wake
        if wake is not None and wake <= at:
            self._dealer.wait(at)

    def _clock(self) -> int:
        match = self._dealer.match
        return match.now
