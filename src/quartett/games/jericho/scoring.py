"""What the walls win: the scorings, the end, and who has won the match."""

from quartett.core.outcome import Outcome
from quartett.games.jericho.cards import COLOUR_INDEX, COLOURS, INDEX, TRUMPET, VALUE
from quartett.games.jericho.events import Finished, Scored, Share
from quartett.games.jericho.state import State
from quartett.games.jericho.walls import length


def score(state: State, drawer: int) -> Scored:
    """One scoring: who wins which cards of the supply, and what stays (JE-16 to JE-18)."""
    # Sorted, since in the order of the puts everybody could tell who hid what (JE-14, JE-23).
    supply = tuple(sorted((put.card for put in state.supply), key=_by_colour))
    shares: list[Share] = []
    left: list[str] = []
    for colour in COLOURS:
        cards = sorted((c for c in supply if c.startswith(colour)), key=VALUE.__getitem__)
        won, kept = _share(state, colour, cards, drawer)
        shares += won
        left += kept
    return Scored(supply, supply.count(TRUMPET), tuple(shares), tuple(left))


def _by_colour(card: str) -> tuple[int, int]:
    return COLOUR_INDEX.get(card, len(COLOURS)), VALUE[card]


def longest(state: State, colour: str) -> list[int]:
    """The seats with the longest wall of a colour; nobody where there is none (JE-17)."""
    lengths = [length(player.walls[INDEX[colour]]) for player in state.seats]
    best = max(lengths)
    return [seat for seat, each in enumerate(lengths) if best and each == best]


def _share(
    state: State, colour: str, cards: list[str], drawer: int
) -> tuple[list[Share], list[str]]:
    count = len(state.seats)
    winners = sorted(longest(state, colour), key=lambda seat: (seat - drawer) % count)
    dealt = len(cards) // len(winners) * len(winners) if winners else 0
    if not dealt:
        return [], cards
    hands = [tuple(cards[i : dealt : len(winners)]) for i in range(len(winners))]
    return [Share(s, colour, h) for s, h in zip(winners, hands, strict=True)], cards[dealt:]


def finish(state: State) -> Finished:
    """The final scoring: ones are won, walls of trumpets only go (JE-20, JE-21)."""
    ones = tuple(
        tuple(card for wall in player.walls for card in wall if VALUE[card] == 1)
        for player in state.seats
    )
    crumbled = sum(_bare(wall) for player in state.seats for wall in player.walls)
    return Finished(ones, crumbled)


def _bare(wall: tuple[str, ...]) -> int:
    """How many trumpets a wall loses when its ones have gone and no other stone is left."""
    stones = any(VALUE[card] > 1 for card in wall if card in COLOUR_INDEX)
    return 0 if stones else wall.count(TRUMPET)


def outcome(state: State) -> Outcome | None:
    """Most won cards, then most cards left in the walls, then a shared victory (JE-22)."""
    if state.phase != "over":
        return None
    scores = tuple(len(player.won) for player in state.seats)
    leaders = [seat for seat, each in enumerate(scores) if each == max(scores)]
    left = [sum(map(len, player.walls)) for player in state.seats]
    most = max(left[seat] for seat in leaders)
    winners = tuple(seat for seat in leaders if left[seat] == most)
    reason = "most_cards" if len(leaders) == 1 else "tie_break"
    return Outcome(scores, winners, reason if len(winners) == 1 else "shared")
