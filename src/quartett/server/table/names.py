"""People's names: visible and distinct."""

import unicodedata
from collections.abc import Iterable
from fnmatch import fnmatchcase

from quartett.server.refusals import Refusal
from quartett.server.store.documents import TableDocument

MAX_NAME = 24

_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that are drawn as nothing."""


def clean(text: str) -> str:
    """A name or a text on one line, without characters that steer the display or look blank."""
    kept = (" " if _is_blank(c) else c for c in text)
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def _is_blank(c: str) -> bool:
    return c != " " and (unicodedata.category(c)[0] in "CZ" or c in _BLANKS)


def called(text: str, others: Iterable[str]) -> str:
    """A name as shown, distinct from the others'; refused if it would be invisible."""
    name = clean(text)
    # Marks alone have nothing to stand on.
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Refusal("name_missing", 422)
    return told_apart(name, others)


def told_apart(name: str, others: Iterable[str]) -> str:
    """A name that none of the others has, not even in other letters that look the same."""
    taken = {_looks(other) for other in others}
    found, number = name, 2
    while _looks(found) in taken:
        ending = f" {number}"
        found, number = name[: MAX_NAME - len(ending)].rstrip() + ending, number + 1
    return found


class Blocked:
    """Names that nobody may have on this server; `*` stands for any letters."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = [_looks(clean(name)) for name in names]

    def check(self, name: str) -> None:
        """Refuse a name that is blocked, however it is written."""
        looks = _looks(clean(name))
        if any(fnmatchcase(looks, blocked) for blocked in self._names):
            raise Refusal("name_blocked", 422)


def _looks(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def names_of_others(doc: TableDocument, person: str | None) -> list[str]:
    """What everybody else at the table is called, in their seats and beside them."""
    people = [each.name for id, each in doc.people.items() if id != person]
    return people + [
        place.name for place in doc.places if place.person is None or place.person != person
    ]
