"""What happens in Jericho, with chance resolved. A card that a viewer may not know is None."""

from collections.abc import Mapping

from quartett.core.game import Fact, Value


class Dealt(Fact, frozen=True, tag="dealt"):
    """The hands are dealt and the draw pile is built (JE-02, JE-03)."""

    hands: tuple[tuple[str | None, ...], ...]
    draw_pile: tuple[str | None, ...]


class FirstChosen(Fact, frozen=True, tag="first_chosen"):
    """A seat laid the first card of its layout face down (JE-04)."""

    seat: int
    card: str | None


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """A round begins with feeding (JE-06)."""

    round: int
    starter: int


class Fed(Fact, frozen=True, tag="fed"):
    """A seat fed the supply (JE-06)."""

    seat: int
    card: str | None


class Revealed(Fact, frozen=True, tag="revealed"):
    """The face-down cards of the layouts are turned over, in seat order (JE-07)."""

    cards: tuple[str | None, ...]


class PlayBegan(Fact, frozen=True, tag="play_began"):
    """All have fed; the seat named plays first."""

    turn: int


class Built(Fact, frozen=True, tag="built"):
    """A wall card was laid (JE-09)."""

    seat: int
    card: str


class Fall(Value, frozen=True):
    """What one seat loses to a trumpet: cards to the supply, then bare trumpets (JE-11, JE-13)."""

    seat: int
    cards: tuple[str, ...]
    crumbled: int


class Blown(Fact, frozen=True, tag="blown"):
    """A trumpet was played: what falls, and whether it joins the player's wall (JE-10 to JE-13)."""

    seat: int
    colour: str
    falls: tuple[Fall, ...]
    joins: bool


class Supplied(Fact, frozen=True, tag="supplied"):
    """A card was laid face down into the supply (JE-14)."""

    seat: int
    card: str | None


class Drew(Fact, frozen=True, tag="drew"):
    """A card was drawn; the turn goes to the seat named, if play continues (JE-08)."""

    seat: int
    card: str | None
    turn: int | None


class TurnPassed(Fact, frozen=True, tag="turn_passed"):
    """There was nothing to draw; the turn passes."""

    turn: int


class ScoringDrawn(Fact, frozen=True, tag="scoring_drawn"):
    """A scoring card was drawn and shown (JE-15)."""

    seat: int


class Share(Value, frozen=True):
    """The cards of one colour that a seat wins in a scoring."""

    seat: int
    colour: str
    cards: tuple[str, ...]


class Scored(Fact, frozen=True, tag="scored", omit_defaults=True):
    """The supply was revealed and shared out (JE-16 to JE-18)."""

    supply: tuple[str, ...]
    trumpets: int
    shares: tuple[Share, ...]
    left: tuple[str, ...]
    lengths: tuple[Mapping[str, int], ...] = ()
    """In seat order, how long the walls were that decided it, by colour.

    Viewers are told; a log leaves it out, for it follows from what is there.
    """


class Finished(Fact, frozen=True, tag="finished", omit_defaults=True):
    """The final scoring: the ones each seat adds and the bare trumpets it loses (JE-20, JE-21)."""

    ones: tuple[tuple[str, ...], ...]
    crumbled: int
    hands: tuple[tuple[str, ...], ...] = ()
    """In seat order, the cards left in the hands.

    Viewers are told; a log leaves it out, for it follows from what is there.
    """


Event = (
    Dealt
    | FirstChosen
    | RoundBegan
    | Fed
    | Revealed
    | PlayBegan
    | Built
    | Blown
    | Supplied
    | Drew
    | TurnPassed
    | ScoringDrawn
    | Scored
    | Finished
)
