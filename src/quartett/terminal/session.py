"""An evening at the table: choose a game, play it, see the end, play again."""

import secrets
import sys
from collections.abc import Mapping

from rich.console import Console

from quartett.core.match import Match
from quartett.games import get
from quartett.terminal.ask import LeftError
from quartett.terminal.dealer import Dealer
from quartett.terminal.face import face_of
from quartett.terminal.loop import play_in_turns
from quartett.terminal.opponents import usual_opponents
from quartett.terminal.pages import asks_again, choose_game, show_end
from quartett.terminal.paint import console as open_console
from quartett.terminal.voice import texts

USUAL_PLAYERS = 3
SEEDS = 10**6


class Evening:
    """What one call of the program plays."""

    def __init__(
        self,
        language: str,
        players: int | None,
        seed: int | str | None,
        options: Mapping[str, object],
        opponents: str | None,
    ) -> None:
        self._language = language
        self._players = players
        self._seed = seed
        self._options = options
        self._opponents = opponents
        self._console = open_console()

    def spend(self, game: str | None) -> None:
        """Play until the person has had enough."""
        try:
            chosen = game or choose_game(self._console, self._language)
            while self._play(chosen):
                self._seed = None
        except (LeftError, KeyboardInterrupt):
            self._console.print(texts(self._language)["goodbye"])

    def _play(self, game: str) -> bool:
        """One match; whether there shall be another."""
        seed = secrets.randbelow(SEEDS) if self._seed is None else self._seed
        face = face_of(game, self._language)
        players = _usual_players(game) if self._players is None else self._players
        match = Match.start(get(game), players, seed, self._options)
        dealer = Dealer(match, face, self._opponents or usual_opponents(game))
        play(self._console, dealer)
        assert dealer.outcome is not None
        show_end(self._console, face, dealer.outcome, seed)
        if asks_again(self._console, face.voice):
            return True
        raise LeftError


def play(console: Console, dealer: Dealer) -> None:
    """Play a match in the way that suits the game and the terminal."""
    if not dealer.match.game.timed:
        play_in_turns(console, dealer)
    elif sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal:
        from quartett.terminal.realtime import RealTime

        RealTime(console, dealer).play()
    else:
        from quartett.terminal.by_line import Lines

        Lines(console, dealer).play()


def _usual_players(game: str) -> int:
    players = get(game).players
    return min(max(USUAL_PLAYERS, players[0]), players[-1])
