"""The dealer: plays the match, lets the others act, and tells the person what may be known."""

from typing import Any

from quartett import bots
from quartett.bots.answers import blaming
from quartett.core.errors import RuleError
from quartett.core.match import AnyMatch
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.terminal.face import PERSON, Face, Sight
from quartett.terminal.opponents import Opponents

LOG_LINES = 500
LOOKS_AGAIN_MS = 900
"""How long a player who can do nothing waits before looking again."""


class TooLateError(Exception):
    """What was chosen cannot be done at this moment: the hand is busy, or somebody was faster."""


class Dealer:
    """One match at one table; the only one here who ever holds the state."""

    def __init__(self, match: AnyMatch, face: Face, opponents: str = "random") -> None:
        self.match = match
        self.face = face
        self._opponents = Opponents(match.game, opponents)
        self.news: list[str] = []
        """What has happened since the person last acted, in words."""
        self.log: list[str] = []
        for dealt in match.log[:1]:
            self._tell(match.bare, dealt.events)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self.match.outcome

    def sight(self) -> Sight:
        """What the person sees and may do."""
        return Sight(self.match.view(PERSON), self.match.once_ready(PERSON))

    def person_plays(self, action: Any, at: int | None = None) -> None:
        """The person acts; RuleError if it is not allowed."""
        before = self.match.state
        events = self.match.play(PERSON, action, at)
        self.news = []
        self._tell(before, events)

    def rival_plays(self, seat: int, at: int | None = None) -> None:
        """One of the others acts, knowing only what that seat may see; TooLateError if it cannot.

        What the bot could know to be against the rules is its own fault: BotError.
        """
        before, legal = self.match.state, self.match.once_ready(seat)
        given = self.match.view(seat), list(legal), self._chance(seat)
        action = self._opponents.choose(seat, *given)
        try:
            events = self.match.play(seat, action, at)
        except RuleError:
            possible = action in legal or self.match.earliest(seat, action) is not None
            if self.match.game.timed and possible:
                raise TooLateError from None
            with blaming(self._opponents.name, seat, action):
                raise
        self._tell(before, events)

    def reaction_ms(self, seat: int) -> int:
        """How long one of the others looks before acting, in games without turns."""
        legal = self.match.once_ready(seat)
        if not legal:
            return LOOKS_AGAIN_MS
        view = self.match.view(seat)
        return self._opponents.reaction_ms(seat, view, legal, self._chance(seat))

    def hint(self) -> bots.Hint | None:
        """What a bot would do in the person's place, if it has an idea."""
        sight = self.sight()
        return bots.hint(self.match.game.id, sight.view, sight.legal, self._chance(PERSON))

    def _chance(self, seat: int) -> Rng:
        return Rng(f"{self.match.seed}/terminal/{seat}", len(self.match.log))

    def wait(self, at: int) -> None:
        """Let time do its own until a moment."""
        before = self.match.state
        self._tell(before, self.match.wait(at))

    def _tell(self, state: Any, events: tuple[Any, ...]) -> None:
        """Put events into words, each as the person may know it."""
        for event in self.match.game.told(state, events, PERSON):
            lines = self.face.told(event)
            self.news += lines
            self.log = (self.log + lines)[-LOG_LINES:]
