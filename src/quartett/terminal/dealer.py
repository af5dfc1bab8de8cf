"""The dealer: plays the match, lets the others act, and tells the person what may be known."""

from functools import partial

from quartett import bots
from quartett.bots.planning import Choice
from quartett.core.game import Fact, Seat
from quartett.core.match import AnyMatch
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.terminal.face import PERSON, AnyFace, AnySight, Sight
from quartett.terminal.opponents import Opponents

LOG_LINES = 500


class Dealer:
    """One match at one table; the only one here who ever holds the state."""

    def __init__(self, match: AnyMatch, face: AnyFace, opponents: str = "random") -> None:
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

    def sight(self) -> AnySight:
        """What the person sees and may do."""
        return Sight(self.match.view(PERSON), self.match.once_ready(PERSON))

    def person_plays(self, action: object, at: int | None = None) -> None:
        """The person acts; RuleError if it is not allowed."""
        before = self.match.state
        events = self.match.play(PERSON, action, at)
        self.news = []
        self._tell(before, events)

    def rival_plays(self, seat: Seat) -> None:
        """One of the others acts, knowing only what that seat may see; BotError if it fails."""
        self.act(seat, self.choose(seat).action)

    def choose(self, seat: Seat) -> Choice[object]:
        """What one of the others would do now."""
        match, rng = self.match, self._chance(seat)
        legal = match.once_ready(seat)
        action = self._opponents.choose(seat, match.view(seat), list(legal), rng)
        return Choice(
            action,
            frozenset(legal),
            reaction_ms=lambda: self._opponents.reaction_ms(match, seat, action, rng),
            luck=partial(rng.below, 1 << 30),
        )

    def act(self, seat: Seat, action: object, at: int | None = None) -> None:
        """One of the others does what it chose; BotError if the rules forbid it."""
        before = self.match.state
        with self._opponents.blamed(seat, action):
            events = self.match.play(seat, action, at)
        self._tell(before, events)

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

    def _tell(self, state: object, events: tuple[Fact, ...]) -> None:
        """Put events into words, each as the person may know it."""
        for event in self.match.game.told(state, events, PERSON):
            lines = self.face.told(event)
            self.news += lines
            self.log = (self.log + lines)[-LOG_LINES:]
