"""Games without turns: the clock runs while single keys are read, or moves on line by line."""

import sys
import time
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from quartett.core.errors import RuleError
from quartett.terminal.ask import EntryError, LeftError, ask
from quartett.terminal.commands import common_command, is_word, obey, save
from quartett.terminal.dealer import Dealer, Rivals
from quartett.terminal.face import PERSON, AnySight
from quartett.terminal.fitting import listed
from quartett.terminal.loop import refuse, show, show_todo
from quartett.terminal.paint import keyed, marked

TICK_S = 0.1
NEWS_LINES = 5
PAUSE, SAVE = "p", "save"
COMMANDS = {
    "?": "help",
    "h": "hint",
    "l": "log",
    "q": "quit",
    "r": "rules",
    "s": SAVE,
    PAUSE: PAUSE,
}
"""The keys that stop the clock, the same in every language."""


class Clock:
    """Milliseconds of play; it stands while somebody reads the rules."""

    def __init__(self, played_ms: int = 0) -> None:
        self._played = played_ms / 1000
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
        self._face = dealer.face
        self._rivals = Rivals(dealer)
        self._clock = Clock(dealer.match.now)
        self._waiting: str | None = None
        """A key pressed while the hand was busy; it acts as soon as the hand is free."""
        self._refusal = ""

    def play(self) -> None:
        """Play to the end; LeftError if the person leaves before."""
        while self._dealer.outcome is None:
            command = self._until_a_command()
            if command:
                self._stopped(command)
        show(self._console, self._dealer, self._dealer.sight())

    def _stopped(self, command: str) -> None:
        """Do what somebody stopped the clock for, until they play on."""
        if command == SAVE:
            try:
                save(self._console, self._dealer)
            except EntryError as error:
                refuse(self._console, self._face, error)
        elif command != PAUSE:
            obey(command, self._console, self._dealer, by="keys")
        text = self._face.voice.say("paused" if command == PAUSE else "goes_on")
        self._console.print(keyed(text))
        ask()

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
        if key is None or self._dealer.outcome is not None:
            return
        match = self._dealer.match
        if (action := self._face.key(key.lower(), self._dealer.sight())) is None:
            return
        now = max(self._clock.now(), match.now)
        if now < match.ready_at(PERSON):
            self._waiting = key
            return
        try:
            self._dealer.person_plays(action, now)
            self._refusal = ""
        except RuleError as error:
            self._refusal = error.text(self._face.voice.language)

    def _screen(self) -> RenderableType:
        """As much as the terminal has lines for: first the news go, then what `?` tells too."""
        face, sight = self._face, self._dealer.sight()
        table = [face.heading(sight, self._time()), face.table(sight)]
        refusal = f"[bold red]{self._refusal.replace('[', '(')}[/]" if self._refusal else ""
        said = self._countdown(sight) or refusal
        news = listed(self._dealer.log[-NEWS_LINES:])
        middle = [Text(), marked(said), face.keys(sight)]
        tight = [marked(said)] if said else []
        for parts in ([*table, *middle, Text(), news], [*table, *middle]):
            if self._fits(parts):
                return Group(*parts)
        return Group(*table, *tight, face.common_keys())

    def _fits(self, parts: list[RenderableType]) -> bool:
        lines = self._console.render_lines(Group(*parts), pad=False)
        return len(lines) <= self._console.height

    def _time(self) -> str:
        minutes, seconds = divmod(int(self._clock.seconds()), 60)
        return f"{minutes}:{seconds:02}"

    def _countdown(self, sight: AnySight) -> str:
        """How long until time itself changes something, while nobody can act."""
        match = self._dealer.match
        wake = match.wake
        if wake is None or match.to_act_once_ready:
            return ""
        left = max(0, wake - self._clock.now())
        return self._face.waiting(sight, -(-left // 1000))


POLL_S = 0.02
ESCAPE_S = 0.05
"""How long the rest of a special key may take to arrive: lines are slow, but no hand is so fast."""

if sys.platform == "win32":
    import msvcrt

    SPECIAL = "\x00\xe0"
    """What stands before the code of an arrow or function key."""

    class Keys:
        """The keyboard, key by key, while this is entered."""

        def __enter__(self) -> "Keys":
            return self

        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> None:
            return None

        def read(self, timeout_s: float) -> str | None:
            """The next key, or None: none yet, or a special one; Ctrl-C ends everything."""
            until = time.monotonic() + timeout_s
            while not msvcrt.kbhit():
                if time.monotonic() > until:
                    return None
                time.sleep(POLL_S)
            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            if key in SPECIAL and msvcrt.kbhit():
                msvcrt.getwch()
                return None
            return key

else:
    import os
    import select
    import termios
    import tty

    ESCAPE = "\x1b"

    class Keys:
        """The keyboard, key by key, while this is entered."""

        def __enter__(self) -> "Keys":
            self._stdin = sys.stdin.fileno()
            self._before = termios.tcgetattr(self._stdin)
            tty.setcbreak(self._stdin)
            return self

        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> None:
            # Keys pressed in the heat of the game must not answer the next question.
            termios.tcsetattr(self._stdin, termios.TCSAFLUSH, self._before)

        def read(self, timeout_s: float) -> str | None:
            """The next key, or None: none yet, or a special one; EOFError if the input ended."""
            pressed = self._byte(timeout_s)
            if pressed == ESCAPE:
                self._skip_special_key()
                return None
            return pressed

        def _byte(self, timeout_s: float) -> str | None:
            ready, _, _ = select.select([self._stdin], [], [], timeout_s)
            if not ready:
                return None
            pressed = os.read(self._stdin, 1)
            if not pressed or pressed == b"\x04":
                raise EOFError
            return pressed.decode(errors="replace")

        def _skip_special_key(self) -> None:
            """Read what follows an escape: arrows, function keys, letters with Alt, or nothing."""
            begun = self._byte(ESCAPE_S)
            if begun == ESCAPE:  # Alt, and then a special key
                begun = self._byte(ESCAPE_S)
            if begun not in ("[", "O"):
                return
            part = self._byte(ESCAPE_S)
            if part == "[":  # how a Linux console begins its function keys
                part = self._byte(ESCAPE_S)
            while part is not None and not "@" <= part <= "~":
                part = self._byte(ESCAPE_S)


MOMENT_MS = 600
"""How much time a line stands for."""


class Lines:
    """A match in real time whose clock moves on with every line."""

    def __init__(self, console: Console, dealer: Dealer) -> None:
        self._console = console
        self._dealer = dealer
        self._rivals = Rivals(dealer)
        self._now = dealer.match.now

    def play(self) -> None:
        """Play to the end; LeftError if the person leaves before."""
        self._console.print(self._dealer.face.voice.say("by_line"))
        while self._dealer.outcome is None:
            if not self._until_something_can_be_done():
                sight = self._dealer.sight()
                show(self._console, self._dealer, sight)
                show_todo(self._console, self._dealer.face, sight)
                self._dealer.news = []
                self._enter(sight, ask())
        show(self._console, self._dealer, self._dealer.sight())

    def _until_something_can_be_done(self) -> bool:
        """Skip a countdown or a pause; whether there was one."""
        match = self._dealer.match
        wake = match.wake
        if match.to_act_once_ready or wake is None:
            return False
        self._pass(max(0, wake - self._now))
        return True

    def _enter(self, sight: AnySight, entry: str) -> None:
        """Take one entry; time passes only when something is done."""
        face = self._dealer.face
        try:
            if command := common_command(entry, face.voice):
                self._obey(command, entry)
                return
            waits = not entry or is_word(entry, "wait", face.voice)
            action = None if waits else face.read(entry, sight)
            self._pass(MOMENT_MS)
            if action is not None and self._dealer.outcome is None:
                self._dealer.person_plays(action, self._now)
        except (EntryError, RuleError) as error:
            refuse(self._console, face, error)

    def _obey(self, command: str, entry: str) -> None:
        match command:
            case "takeback":
                self._dealer.take_back()
            case "save":
                save(self._console, self._dealer, entry)
            case _:
                obey(command, self._console, self._dealer, entry)

    def _pass(self, ms: int) -> None:
        self._now += ms
        self._rivals.act_until(self._now)
