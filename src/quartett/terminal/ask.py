"""Asking a person: lines from the keyboard or a pipe, and words recognised kindly."""

import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress

from quartett.terminal.voice import Voice

PROMPT = "› "


class LeftError(Exception):
    """The person has had enough: typed quit, pressed Ctrl-C, or the input ended."""


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
    """A word without case and accents: grün and GRUN are the same to us."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def recognised(entry: str, names: Mapping[str, Iterable[str]]) -> str | None:
    """The one value that has a name like the entry, or beginning with it; None if unclear."""
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
    """What a person typed, fit to be said back."""
    printable = "".join(letter for letter in entry[:40] if letter.isprintable())
    return printable.strip().replace("[", "(").replace("]", ")")
