"""The others in a game without turns: each acts after a human pause, never faster."""

from quartett.bots.planning import Hands
from quartett.terminal.dealer import Dealer
from quartett.terminal.face import PERSON


class Rivals:
    """The others' hands, and how far they have got."""

    def __init__(self, dealer: Dealer) -> None:
        seats = range(dealer.match.game.seats(dealer.match.state))
        self._hands = Hands(dealer, [seat for seat in seats if seat != PERSON])
        self._now = dealer.match.now

    def act_until(self, now: int) -> None:
        """Let time and the others act up to a moment, in order."""
        self._hands.look(self._now)
        while (at := self._hands.go_on(now)) is not None:
            self._now = max(self._now, at)
            self._hands.look(self._now)
        self._now = now
