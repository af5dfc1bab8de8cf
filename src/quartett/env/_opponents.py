"""The bots that a learner plays against: they see views, as at every table."""

from random import Random

from quartett import bots
from quartett.bots.seated import SeatedBot, blaming
from quartett.core.game import GameValue
from quartett.core.seeds import Rng
from quartett.env._matches import Spec
from quartett.fast import FastMatch
from quartett.fast.flow_ticks import WAIT_ID


class Opponents:
    """Plays all seats but the learner's, with bots named by level or by `file.py:Class`."""

    def __init__(self, spec: Spec, names: list[str]) -> None:
        self._spec = spec
        self._names = names
        self._bots = [
            None if name == "random" else SeatedBot.named(name, bots.get(spec.name, name), seat)
            for seat, name in enumerate(names)
        ]
        self._plans: dict[int, tuple[GameValue, int]] = {}
        self._chance = Random()

    def reset(self, chance: Random) -> None:
        """Begin a new match; the bots' chance comes from this."""
        self._chance = Random(chance.random())
        self._plans = {}

    def play(self, match: FastMatch, seat: int) -> FastMatch:
        """The match after the decision of a seat."""
        bot = self._bots[seat]
        legal = match.legal_ids(seat)
        if len(legal) == 1 or bot is None:
            match.apply(seat, legal[int(self._chance.random() * len(legal))])
            return match
        if self._spec.game.timed:
            match.apply(seat, self._timed_choice(match, seat, bot))
            return match
        state, game = self._spec.module.to_state(match), self._spec.game
        view, listed = game.view(state, seat), list(game.legal(state, seat))
        action = bot.choose(game, view, listed, self._rng())
        chosen = self._spec.module.id_of(match, seat, action)
        if chosen in legal:
            match.apply(seat, chosen)
            return match
        with blaming(self._names[seat], seat, action):
            return self._beyond_the_ids(match, state, seat, action)

    def _beyond_the_ids(
        self, match: GameValue, state: GameValue, seat: int, action: GameValue
    ) -> FastMatch:
        """The match after a lay in Photo Rummy that is not among the candidates."""
        game, module = self._spec.game, self._spec.module
        game.check(state, seat, action)
        events = game.decide(state, seat, action, 0, Rng(match.seed, match.number))
        after: FastMatch = module.from_state(game.fold(state, events), match.seed, match.number + 1)
        return after

    def _timed_choice(self, match: GameValue, seat: int, bot: SeatedBot) -> int:
        """In ticks a bot takes its time: it waits until its reaction is due."""
        clock, legal = match.game.clock, match.legal_ids(seat)
        if seat in self._plans:
            action, due = self._plans[seat]
            chosen = self._spec.module.id_of(match, seat, action)
            if chosen not in legal:
                del self._plans[seat]
            elif clock >= due:
                del self._plans[seat]
                return int(chosen)
            else:
                return WAIT_ID
        state, game = self._spec.module.to_state(match), self._spec.game
        view, listed = game.view(state, seat), list(game.legal(state, seat))
        rng = self._rng()
        action = bot.choose(game, view, listed, rng)
        self._plans[seat] = (action, clock + bot.reaction_ms(view, listed, rng))
        return WAIT_ID

    def _rng(self) -> Rng:
        return Rng(int(self._chance.random() * (1 << 53)))
