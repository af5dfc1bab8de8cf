"""Four simple players, one for each game, and how they fare in the arena.

Also from the command line: quartett arena souvenirs --bots examples/heuristics.py:Greedy,medium
"""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import ClassVar

import quartett
from quartett import Rng
from quartett.bots import AnyBot, Bot
from quartett.games import flow, jericho, photo_rummy, souvenirs
from quartett.games.photo_rummy.solver import solve
from quartett.games.souvenirs.combinations import best


class Patient(Bot[photo_rummy.View, photo_rummy.Action]):
    """Photo Rummy: lays nothing until all can go, or until somebody else is nearly out."""

    games = ("photo_rummy",)

    def choose(
        self, view: photo_rummy.View, legal: Sequence[photo_rummy.Action], rng: Rng
    ) -> photo_rummy.Action:
        """Any stack is as good as another; then everything, or nothing."""
        if view.phase == "draw":
            return rng.choice(legal)
        others = [player for seat, player in enumerate(view.seats) if seat != view.viewer]
        hurry = any(player.opened and player.rack_size <= 2 for player in others)
        found = solve(view.table, view.me.rack, view.me.opened)
        if found.laid and (hurry or found.goes_out):
            return photo_rummy.Lay(tuple(map(tuple, found.table)))
        return photo_rummy.Pass()


class LongestWall(Bot[jericho.View, jericho.Action]):
    """Jericho: builds its longest wall, and saves trumpets for longer walls of others."""

    games = ("jericho",)

    def choose(
        self, view: jericho.View, legal: Sequence[jericho.Action], rng: Rng
    ) -> jericho.Action:
        """A trumpet on a colour in which somebody is ahead; else the longest wall grows."""
        return max(rng.shuffled(legal), key=lambda action: self._liking(view, action))

    def _liking(self, view: jericho.View, action: jericho.Action) -> tuple[float, float]:
        own = view.me.lengths
        match action:
            case jericho.Wall(card=card) | jericho.First(card=card) if card != "trumpet":
                colour, _, value = card.partition("-")
                return 2, own.get(colour, 0) + int(value)
            case jericho.Trumpet(colour=colour):
                longest = max(player.lengths.get(colour, 0) for player in view.seats)
                behind = longest - own.get(colour, 0)
                return (3 if own.get(colour, 0) and behind > 0 else 0), behind
            case jericho.Feed(card=card) | jericho.Supply(card=card) if card != "trumpet":
                return 1, -int(card.partition("-")[2])
        return 0, 0


class Greedy(Bot[souvenirs.View, souvenirs.Action]):
    """Souvenirs: lays what its lines may expect to gain most by, and books the best one early."""

    games = ("souvenirs",)
    enough: ClassVar[float] = 5

    def choose(
        self, view: souvenirs.View, legal: Sequence[souvenirs.Action], rng: Rng
    ) -> souvenirs.Action:
        """The largest gain of a row and a column together, those of others counted against it."""
        if view.phase == "place":
            return max(rng.shuffled(legal), key=lambda action: self._gain(view, action))
        books = [each for each in legal if isinstance(each, souvenirs.Book)]
        found = max(books, key=lambda book: self._expected(view, book.line, ()), default=None)
        if found is None or self._expected(view, found.line, ()) < self.enough:
            return souvenirs.Pass()
        return found

    def _gain(self, view: souvenirs.View, action: souvenirs.Action) -> float:
        assert isinstance(action, souvenirs.Place)
        found = 0.0
        for line in (f"row {action.at[1]}", f"column {action.at[0]}"):
            more = self._expected(view, line, (action.card,)) - self._expected(view, line, ())
            owners = view.cubes.get(line, ())
            found += more if view.viewer in owners else -more if owners else more / 4
        return found

    def _expected(self, view: souvenirs.View, line: str, more: tuple[str, ...]) -> float:
        """What a line may come to: the mean of what it is worth with each card one more."""
        kind, _, number = line.partition(" ")
        at = 1 if kind == "row" else 0
        lying = [card for cell, card in view.grid.items() if cell.split(",")[at] == number]
        cards = (*lying, *more)
        if len(cards) >= 5:
            return best(cards, view.options.points).first
        return fmean(best((*cards, card), view.options.points).first for card in view.me.hand)


class PlayFirst(Bot[flow.View, flow.Action]):
    """Speed & Flow: plays before it steals, steals before it draws, and takes its time."""

    games = ("flow",)
    ORDER = (flow.Play, flow.Steal, flow.Stop, flow.Draw, flow.Set)

    def choose(self, view: flow.View, legal: Sequence[flow.Action], rng: Rng) -> flow.Action:
        """The first kind of action that there is."""
        return min(rng.shuffled(legal), key=lambda action: self.ORDER.index(type(action)))

    def reaction_ms(self, view: flow.View, legal: Sequence[flow.Action], rng: Rng) -> int:
        """A second and a half for everything."""
        return 1500


PLAYERS: dict[str, AnyBot] = {
    "photo_rummy": Patient(),
    "jericho": LongestWall(),
    "souvenirs": Greedy(),
    "flow": PlayFirst(),
}


def main() -> None:
    """Some matches against easy, each deal from two seats."""
    for game, bot in PLAYERS.items():
        others: list[AnyBot | str] = ["easy"] * (quartett.game(game).players[0] - 1)
        wins: Counter[bool] = Counter()
        for seed in range(3):
            for own in (0, len(others)):
                line_up = [*others[:own], bot, *others[own:]]
                played = quartett.play_match(line_up, game=game, seed=seed)
                wins[own in played.outcome.winners] += 1
        print(f"{type(bot).__name__} in {game}: won {wins[True]} of {wins.total()} against easy")


if __name__ == "__main__":
    main()
