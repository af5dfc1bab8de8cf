"""What people say at a table: ready phrases by key, and free text where the host allows it."""

from functools import cache

from msgspec.structs import replace

from quartett.protocol.messages import Said, Say
from quartett.server.refusals import Refusal, server_texts
from quartett.server.store.documents import ChatLine, TableDocument
from quartett.server.table.names import clean

KEPT = 40
"""How many of the last messages a newcomer is shown."""


@cache
def phrases() -> tuple[str, ...]:
    """The keys of the ready phrases."""
    named = (key.partition(".") for key in server_texts("en"))
    return tuple(name for kind, _, name in named if kind == "phrase")


def said(doc: TableDocument, message: Say, seat: int | None, name: str, now: int) -> Said:
    """What is passed on to everybody, or why not."""
    if doc.chat == "off":
        raise Refusal("no_chat")
    if message.phrase is not None and message.phrase not in phrases():
        raise Refusal("no_such_phrase", phrase=message.phrase)
    text = clean(message.text or "")
    if text and doc.chat != "free":
        raise Refusal("only_phrases")
    if not text and message.phrase is None:
        raise Refusal("nothing_said")
    return Said(seat=seat, name=name, phrase=message.phrase, text=text or None, at=now)


def speaker(doc: TableDocument, seat: int | None, person: str | None) -> str:
    """Under which name somebody speaks: that of their own seat, or their own."""
    if person is None:
        raise Refusal("not_here", 403)
    return doc.people[person].name if seat is None else doc.places[seat].name


def kept(doc: TableDocument, message: Said, person: str | None) -> TableDocument:
    """The table with one message more to remember."""
    line = ChatLine(
        seat=message.seat,
        name=message.name,
        phrase=message.phrase,
        text=message.text,
        at=message.at,
        person=person,
    )
    return replace(doc, said=(*doc.said[1 - KEPT :], line))
