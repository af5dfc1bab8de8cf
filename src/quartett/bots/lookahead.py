"""A network that looks ahead: its favourites are tried on tables that could be the real one.

Everybody goes on as the network would, until the seat is to decide again after somebody else; what
the network then expects is the result. All tables go on together, so that each step asks the
network once. Favourites that fall behind drop out early.
"""

from collections.abc import Callable, Sequence
from random import Random

from quartett.bots import network
from quartett.bots.network import Array, Net, Weights
from quartett.bots.search import Candidate
from quartett.core.outcome import share_of
from quartett.fast import FastMatch

TRUST = 0.02
"""What the network's own liking counts: a factor e less likely is worse by so much victory."""

FAVOURITES = 6
LEAST_LIKELY = 0.01
"""How many choices are tried at most, and how likely they must be beside the favourite."""

LONGEST = 24
"""Nobody waits for more decisions than these until a turn comes round."""


class Lookahead:
    """One decision of a seat; `deal` makes tables that it could be sitting at."""

    def __init__(
        self,
        net: Net,
        weights: Weights,
        seat: int,
        deal: Callable[[], FastMatch],
        chance: Random,
    ) -> None:
        self._np = network.numpy()
        self._net, self._weights, self._seat, self._deal = net, weights, seat, deal
        self._luck = self._np.random.default_rng(chance.getrandbits(62))

    def likings(self) -> list[tuple[float, int]]:
        """The log-probability and the action id of each legal choice, the favourite first."""
        # Whatever the unseen cards are, the seat observes the same and may do the same.
        likings, ids = self._policy([self._deal()], [self._seat])
        known = self._np.isfinite(likings[0])
        found = zip(likings[0, known].tolist(), ids[0, known].tolist(), strict=True)
        return sorted(found, key=lambda each: (-each[0], each[1]))

    def search(self, nodes: int) -> list[Candidate[int]]:
        """The favourites with what they promise, the best first, after about `nodes` tries."""
        likings = self.likings()
        best = likings[0][0]
        least = best + float(self._np.log(LEAST_LIKELY))
        left = [Candidate(action) for liking, action in likings[:FAVOURITES] if liking > least]
        trust = {action: TRUST * (liking - best) for liking, action in likings}
        out: list[Candidate[int]] = []
        rounds = max(1, (len(left) - 1).bit_length())
        for _ in range(rounds if len(left) > 1 else 0):
            self._try([self._deal() for _ in range(max(1, nodes // (rounds * len(left))))], left)
            left.sort(key=lambda each: -(each.mean + trust[each.action]))
            keep = (len(left) + 1) // 2
            left, out = left[:keep], left[keep:] + out
        return left + out

    def compared(self, actions: Sequence[int], tables: int) -> list[float]:
        """What these actions promise, all on the same tables."""
        candidates = [Candidate(action) for action in actions]
        self._try([self._deal() for _ in range(tables)], candidates)
        return [each.mean for each in candidates]

    def _try(self, tables: Sequence[FastMatch], candidates: Sequence[Candidate[int]]) -> None:
        """Every candidate on the same tables."""
        games = []
        for candidate in candidates:
            for table in tables:
                game = table.copy()
                game.apply(self._seat, candidate.action)
                games.append(game)
        results = self._results(games)
        for at, candidate in enumerate(candidates):
            candidate.total += sum(results[at * len(tables) : (at + 1) * len(tables)])
            candidate.played += len(tables)

    def _results(self, games: list[FastMatch]) -> list[float]:
        """What the seat may expect of each table once its next turn has come round."""
        passed = [False] * len(games)
        going = [at for at, game in enumerate(games) if not game.is_over()]
        for _ in range(LONGEST):
            for at in going:
                passed[at] = passed[at] or games[at].turn != self._seat
            going = [
                at
                for at in going
                if not games[at].is_over() and not (passed[at] and games[at].turn == self._seat)
            ]
            if not going:
                break
            self._go_on([games[at] for at in going])
        return self._expected(games)

    def _go_on(self, games: list[FastMatch]) -> None:
        """One decision at each table."""
        np = self._np
        likings, ids = self._policy(games, [game.turn for game in games])
        luck = self._luck.gumbel(size=likings.shape)
        chosen = ids[np.arange(len(games)), np.argmax(likings + luck, -1)]
        for game, action in zip(games, chosen.tolist(), strict=True):
            game.apply(game.turn, action)

    def _expected(self, games: list[FastMatch]) -> list[float]:
        found = [_share(game, self._seat) if game.is_over() else 0.0 for game in games]
        open_ones = [at for at, game in enumerate(games) if not game.is_over()]
        if open_ones:
            np = self._np
            seen = np.array([games[at].observe(self._seat) for at in open_ones], np.int16)
            values = self._net.expected(np, self._weights, seen)
            for at, value in zip(open_ones, values.tolist(), strict=True):
                found[at] = value
        return found

    def _policy(self, games: Sequence[FastMatch], seats: Sequence[int]) -> tuple[Array, Array]:
        """The log-probabilities of every seat's choices (-inf: not legal), and their action ids."""
        np, net = self._np, self._net
        at_tables = list(zip(games, seats, strict=True))
        seen = np.array([game.observe(seat) for game, seat in at_tables], np.int16)
        ids = net.choices(np, seen)
        legal = np.zeros((len(games), net.ACTIONS), bool)
        for row, (game, seat) in enumerate(at_tables):
            legal[row, game.legal_ids(seat)] = True
        logits, _ = net.evaluate(np, self._weights, seen)
        likings = np.where(network.among(np, legal, ids), logits, -np.inf)
        with np.errstate(invalid="ignore"):  # a small position may leave somebody nothing to do
            likings -= likings.max(-1, keepdims=True)
            likings -= np.log(np.exp(likings).sum(-1, keepdims=True))
        return likings, ids


def _share(game: FastMatch, seat: int) -> float:
    return share_of(game.winners(), seat)
