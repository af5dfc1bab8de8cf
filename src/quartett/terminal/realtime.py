"""Games without turns at a keyboard: the clock runs, the screen lives, single keys act."""

import time
from typing import cast

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from quartett.core.errors import RuleError
from quartett.terminal.ask import LeftError, ask
from quartett.terminal.commands import obey
from quartett.terminal.dealer import Dealer
from quartett.terminal.face import PERSON
from quartett.terminal.fitting import listed
from quartett.terminal.flow import FlowFace
from quartett.terminal.keys import Keys
from quartett.terminal.loop import show
from quartett.terminal.paint import keyed, marked
from quartett.terminal.rivals import Rivals

TICK_S = 0.1
NEWS_LINES = 5
PAUSE = "p"
COMMANDS = {"?": "help", "h": "hint", "l": "log", "q": "quit", "r": "rules", PAUSE: PAUSE}
"""The keys that stop the clock, the same in every language."""


class Clock:
    """Milliseconds of play; it stands while somebody reads the rules."""

    def __init__(self) -> None:
        self._played = 0.0
        self._since: float | None = None

    def run(self) -> None:
        """Let it run."""
        self._since = time.monotonic()

    def stand(self) -> None:
        """Let it stand."""
        self._played, self._since = self.seconds(), None

    def seconds(self) -> float:
        """How long has been played."""
        return self._played + (time.monotonic() - self._since if self._since else 0.0)

    def now(self) -> int:
        """How long has been played, in milliseconds."""
        return int(self.seconds() * 1000)


class RealTime:
    """A match in real time at a keyboard."""

    def __init__(self, console: Console, dealer: Dealer) -> None:
        self._console = console
        self._dealer = dealer
        self._face = cast(FlowFace, dealer.face)
        self._rivals = Rivals(dealer)
        self._clock = Clock()
        self._waiting: str | None = None
        """A key pressed while the hand was busy; it acts as soon as the hand is free."""
        self._refusal = ""

    def play(self) -> None:
        """Play to the end; LeftError if the person leaves before."""
        while self._dealer.outcome is None:
            command = self._until_a_command()
            if command == PAUSE:
                self._console.print(keyed(self._face.voice.say("paused")))
                ask()
            elif command:
                obey(command, self._console, self._dealer, by="keys")
                self._console.print(keyed(self._face.voice.say("goes_on")))
                ask()
        show(self._console, self._dealer, self._dealer.sight())

    def _until_a_command(self) -> str | None:
        """Play on until the match is over or the person wants something that stops the clock."""
        self._clock.run()
        try:
            with (
                Keys() as keys,
                Live(
                    self._screen(), console=self._console, screen=True, auto_refresh=False
                ) as live,
            ):
                while self._dealer.outcome is None:
                    self._rivals.act_until(self._clock.now())
                    live.update(self._screen(), refresh=True)
                    if (pressed := keys.read(TICK_S)) and (command := self._command(pressed)):
                        return command
                    self._act(pressed or self._waiting)
        except (KeyboardInterrupt, EOFError):
            raise LeftError from None
        finally:
            self._clock.stand()
        return None

    def _command(self, key: str) -> str | None:
        return COMMANDS.get(key.lower())

    def _act(self, key: str | None) -> None:
        """Do what a key means, or remember it while the hand is busy."""
        self._waiting = None
        view = self._dealer.match.view(PERSON)
        action = self._face.key(key.lower(), view) if key else None
        if key is None or action is None or self._dealer.outcome is not None:
            return
        now = max(self._clock.now(), view.clock)
        if now < view.seats[PERSON].busy_until:
            self._waiting = key
            return
        try:
            self._dealer.person_plays(action, now)
            self._refusal = ""
        except RuleError as error:
            self._refusal = error.text(self._face.voice.language)

    def _screen(self) -> RenderableType:
        face, sight = self._face, self._dealer.sight()
        parts = [
            face.heading(sight, self._time()),
            face.table(sight),
            Text(),
            marked(self._countdown() or f"[bold red]{self._refusal.replace('[', '(')}[/]"),
            face.keys(sight.view),
            Text(),
        ]
        return Group(*parts, listed(self._dealer.log[-NEWS_LINES:]))

    def _time(self) -> str:
        minutes, seconds = divmod(int(self._clock.seconds()), 60)
        return f"{minutes}:{seconds:02}"

    def _countdown(self) -> str:
        """How long until the round begins, while nobody can act."""
        view = self._dealer.match.view(PERSON)
        if view.until is None:
            return ""
        left = max(0, view.until - self._clock.now())
        return self._face.voice.say(f"flow.{view.phase}", seconds=-(-left // 1000))
