"""An evening at the table: choose a game, play it, see the end, play again."""

import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.console import Console

from quartett.core.match import AnyMatch, Match
from quartett.games import get
from quartett.terminal.ask import EntryError, LeftError, ask, recognised
from quartett.terminal.commands import common_command, save
from quartett.terminal.dealer import Dealer, usual_opponents
from quartett.terminal.face import face_of
from quartett.terminal.loop import play_in_turns, refuse
from quartett.terminal.pages import choose_game, show_end
from quartett.terminal.paint import console as open_console
from quartett.terminal.paint import keyed
from quartett.terminal.voice import texts

SEEDS = 10**6


class Evening:
    """What one call of the program plays."""

    def __init__(
        self,
        language: str,
        players: int | None = None,
        seed: int | str | None = None,
        options: Mapping[str, object] | None = None,
        bots: Sequence[str] | None = None,
    ) -> None:
        self._language = language
        self._players = players
        self._seed = seed
        self._options = options or {}
        self._bots = bots
        self._console = open_console()

    def spend(self, game: str | None) -> None:
        """Play matches until the person stops."""
        with self._farewell():
            chosen = game or choose_game(self._console, self._language)
            while True:
                self._play(self._dealt(chosen))
                self._seed = None

    def go_on(self, match: AnyMatch, file: Path) -> None:
        """Play on with a match that was kept in a file, then as many others as wanted."""
        with self._farewell():
            self._play(self._dealer(match, file))
            self._players = match.game.seats(match.state)
            self._options = msgspec.to_builtins(match.game.options_of(match.state))
            self.spend(match.game.id)

    @contextmanager
    def _farewell(self) -> Iterator[None]:
        try:
            yield
        except (LeftError, KeyboardInterrupt):
            self._console.print(texts(self._language)["goodbye"])

    def _dealt(self, game: str) -> Dealer:
        seed = secrets.randbelow(SEEDS) if self._seed is None else self._seed
        players = self._players
        if players is None:
            players = _usual_players(game, self._bots or ())
        return self._dealer(Match.start(get(game), players, seed, self._options))

    def _dealer(self, match: AnyMatch, file: Path | None = None) -> Dealer:
        face = face_of(match.game.id, self._language)
        return Dealer(match, face, self._bots or [usual_opponents(match.game.id)], file)

    def _play(self, dealer: Dealer) -> None:
        """One match to its end; LeftError if the person does not want another."""
        play(self._console, dealer)
        assert dealer.outcome is not None
        show_end(self._console, dealer.face, dealer.outcome, dealer.match.seed)
        if not asks_again(self._console, dealer):
            raise LeftError


def asks_again(console: Console, dealer: Dealer) -> bool:
    """Whether the person wants another match; no answer means no."""
    voice = dealer.face.voice
    while True:
        console.print(keyed(voice.say("again")))
        entry = ask()
        if common_command(entry, voice) != "save":
            return recognised(entry, {"yes": voice.understood("word.yes")}) is not None
        try:
            save(console, dealer, entry)
        except EntryError as error:
            refuse(console, dealer.face, error)


def play(console: Console, dealer: Dealer) -> None:
    """Play a match in the way that suits the game and the terminal."""
    if not dealer.match.game.timed:
        play_in_turns(console, dealer)
    elif sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal:
        from quartett.terminal.realtime import RealTime

        RealTime(console, dealer).play()
    else:
        from quartett.terminal.realtime import Lines

        Lines(console, dealer).play()


def _usual_players(game: str, bots: Sequence[str]) -> int:
    """As many as usual; a seat for every bot that was named."""
    rules = get(game)
    return min(max(rules.usual_players, len(bots) + 1), rules.players[-1])
