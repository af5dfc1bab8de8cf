"""Games without turns where no single keys can be read: each line typed is a moment of time."""

from rich.console import Console

from quartett.core.errors import RuleError
from quartett.terminal.ask import EntryError, ask
from quartett.terminal.commands import common_command, is_word, obey, save
from quartett.terminal.dealer import Dealer
from quartett.terminal.face import AnySight
from quartett.terminal.loop import refuse, show, show_todo
from quartett.terminal.opponents import Rivals

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
                obey(command, self._console, self._dealer)

    def _pass(self, ms: int) -> None:
        self._now += ms
        self._rivals.act_until(self._now)
