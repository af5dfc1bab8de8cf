"""The dealer: plays the match, lets the others act, and tells the person what may be known."""

import random
from typing import Any

from quartett.core.match import Match
from quartett.core.outcome import Outcome
from quartett.terminal.face import PERSON, Face, Sight

LOG_LINES = 500


class Dealer:
    """One match at one table; the only one here who ever holds the state."""

    def __init__(self, match: Match, face: Face) -> None:
        self.match = match
        self.face = face
        self.chance = random.Random(f"rivals/{match.seed}")
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
        return Sight(self.match.view(PERSON), self.match.legal(PERSON))

    def person_plays(self, action: Any, at: int | None = None) -> None:
        """The person acts; RuleError if it is not allowed."""
        before = self.match.state
        events = self.match.play(PERSON, action, at)
        self.news = []
        self._tell(before, events)

    def rival_plays(self, seat: int, at: int | None = None) -> None:
        """One of the others picks any of the own actions."""
        before = self.match.state
        action = self.chance.choice(self.match.legal(seat))
        self._tell(before, self.match.play(seat, action, at))

    def wait(self, at: int) -> None:
        """Let time do its own until a moment."""
        before = self.match.state
        self._tell(before, self.match.wait(at))

    def _tell(self, state: Any, events: tuple[Any, ...]) -> None:
        """Put events into words, each as the person may know it."""
        game = self.match.game
        for event in events:
            lines = self.face.told(game.redact(event, state, PERSON))
            self.news += lines
            self.log = (self.log + lines)[-LOG_LINES:]
            state = game.evolve(state, event)
