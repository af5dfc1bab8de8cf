"""The commands of every game: help, rules, log, hint, takeback, save, quit."""

from rich.console import Console

from quartett.terminal.ask import LeftError, folded
from quartett.terminal.dealer import Dealer
from quartett.terminal.pages import RULE, Reading, show_help, show_hint, show_log, show_rules
from quartett.terminal.saving import show_saved
from quartett.terminal.voice import Voice

COMMON = ("help", "rules", "log", "hint", "takeback", "save", "quit")


def common_command(entry: str, voice: Voice) -> str | None:
    """Which of the common commands an entry is; they are typed in full."""
    first, _, about = entry.partition(" ")
    if about and is_word(first, "save", voice):
        return "save"
    if RULE.fullmatch(about) and is_word(first, "rules", voice):
        return "rules"
    return next((command for command in COMMON if is_word(entry, command, voice)), None)


def is_word(entry: str, word: str, voice: Voice) -> bool:
    """Whether an entry is one of the words for something, typed in full."""
    return folded(entry) in map(folded, voice.understood(f"word.{word}"))


def obey(
    command: str, console: Console, dealer: Dealer, entry: str = "", by: Reading = "lines"
) -> None:
    """Carry out a common command that does not change the match; LeftError for quit."""
    voice = dealer.face.voice
    match command:
        case "help":
            show_help(console, voice, by)
        case "rules":
            show_rules(console, voice, entry.partition(" ")[2].upper())
        case "log":
            show_log(console, voice, dealer.log)
        case "hint":
            show_hint(console, dealer.face, dealer.hint(), dealer.sight())
        case _:
            raise LeftError


def save(console: Console, dealer: Dealer, entry: str = "") -> None:
    """Save the match to the file that an entry names, or to a default one; or EntryError."""
    _, _, name = entry.partition(" ")
    path = dealer.save(name.strip())
    show_saved(console, dealer.match, dealer.face.voice, path, ",".join(dealer.bots))
