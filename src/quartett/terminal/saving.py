"""Saves a match to a file, to be continued another day."""

import shlex
from pathlib import Path

from rich.console import Console
from rich.text import Text

from quartett._system import at_home, write_whole
from quartett.core.errors import FormatError
from quartett.core.log import dump_log
from quartett.core.match import AnyMatch, Match
from quartett.terminal.ask import EntryError
from quartett.terminal.paint import key, marked
from quartett.terminal.voice import Voice

ENDING = ".jsonl"


def usual_file(match: AnyMatch) -> Path:
    """Where a match is kept unless somebody names a file: by its game and seed, in this folder."""
    seed = "".join(letter if letter.isalnum() else "-" for letter in str(match.seed))[:40]
    return Path(f"{match.game.id}-{seed}{ENDING}")


def named_file(name: str) -> Path:
    """The file that somebody names; EntryError where `~` is nobody's home."""
    try:
        return at_home(Path(name))
    except FormatError as error:
        raise _not_saved(name, str(error)) from None


def keep(match: AnyMatch, path: Path, *, overwrite: bool) -> None:
    """Write a match's log completely or not at all; EntryError if that fails."""
    try:
        if path.exists() and not overwrite:
            raise EntryError("file_exists", file=_printable(str(path)))
        write_whole(path, dump_log(match.record()))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _not_saved(str(path), reason) from None


def _not_saved(name: str, reason: str) -> EntryError:
    return EntryError("not_saved", file=_printable(name), reason=_printable(reason))


def resumed(text: bytes) -> AnyMatch:
    """The match in a file, to be continued; QuartettError if it is damaged or over."""
    from quartett import audit

    game, log = audit.read(text)
    audit.check_seal(text)
    told = audit.recompute(game, log)  # a seal is forged easily, and so would be the cards
    match: AnyMatch = Match.told_by(told, log.header)
    if match.outcome is not None:
        raise FormatError("this match is over; `quartett replay` and `quartett review` tell of it")
    return match


def show_saved(console: Console, match: AnyMatch, voice: Voice, path: Path, bots: str) -> None:
    """Say where a match is kept, and how to go on with it or to look back on it."""
    if match.outcome is None:
        about, command = "saved", ["play", "--resume", str(path), "--bots", bots]
    else:
        about, command = "saved_over", ["review", str(path)]
    console.print(marked(voice.say(about, file=key(_printable(str(path))))))
    console.print(Text(f"  quartett {_printable(shlex.join(command))}"), soft_wrap=True)


def _printable(text: str) -> str:
    """A name made safe to print: nothing in it moves the cursor or reads as markup."""
    return "".join(each if each.isprintable() else "?" for each in text).replace("[", "(")
