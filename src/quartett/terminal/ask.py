"""Reads lines from the keyboard or a pipe, and recognises words that are abbreviated."""

import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress

from quartett.terminal.voice import Voice

PROMPT = "› "


class LeftError(Exception):
    """The person left: typed quit, pressed Ctrl-C, or the input ended."""


class EntryError(Exception):
    """An entry that means nothing here; a key of the terminal's texts says what would."""

    def __init__(self, key: str, **about: object) -> None:
        super().__init__(key, about)
        self.key = key
        self.about = about

    def text(self, voice: Voice) -> str:
        """What is wrong, as markup."""
        return voice.say(self.key, **self.about)


def ask() -> str:
    """One line of the person's, without the spaces around it."""
    with suppress(ImportError):
        import readline  # noqa: F401 (arrow keys work from here on)
    try:
        return input(PROMPT).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise LeftError from None


def folded(word: str) -> str:
    """A word without case and accents: grün and GRUN become the same."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def recognised(entry: str, names: Mapping[str, Iterable[str]]) -> str | None:
    """The one value whose name is the entry or starts with it; None if ambiguous."""
    wanted = folded(entry)
    known = [(folded(name), value) for value, each in names.items() for name in each]
    exact = [value for name, value in known if name == wanted]
    found = exact or [value for name, value in known if wanted and name.startswith(wanted)]
    return found[0] if exact or len(set(found)) == 1 else None


def number(entry: str, most: int) -> int:
    """A number from 1 to `most` as a place counted from 0."""
    if entry.isdecimal() and len(entry) < 4 and 1 <= int(entry) <= most:
        return int(entry) - 1
    raise EntryError("not_a_number", entry=shown(entry), most=most)


def shown(entry: str) -> str:
    """What a person typed, made safe to print."""
    printable = "".join(letter for letter in entry[:40] if letter.isprintable())
    return printable.strip().replace("[", "(").replace("]", ")")
