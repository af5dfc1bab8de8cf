"""What every game's table in the terminal is drawn with."""

from collections.abc import Callable

from quartett.terminal.voice import Voice


class Drawing:
    """Draws the table as one seat sees it."""

    def __init__(self, voice: Voice, player: Callable[[int], str], me: int) -> None:
        self._voice = voice
        self._player = player
        """The name of a seat's player, as markup."""
        self._me = me
