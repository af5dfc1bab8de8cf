"""Who belongs to a table: coming, devices, and being removed."""

from collections.abc import Collection
from hashlib import sha256

from msgspec.structs import replace

from quartett.protocol.bodies import Device
from quartett.server.refusals import Refusal
from quartett.server.store.documents import Person, TableDocument
from quartett.server.table.names import called, names_of_others
from quartett.server.table.permissions import Caller, person_of
from quartett.server.tokens import new_id

MAX_PEOPLE = 64
"""How many people can be at a table, spectators included."""

MAX_REMOVED = 64
"""How many removed people a table remembers."""

MAX_DEVICES = 8
"""On how many browsers somebody can have their seats."""

# Coming


def join(
    doc: TableDocument, name: str, browser: str | None, here: Collection[str] = ()
) -> tuple[TableDocument, str]:
    """Come to the table as somebody new; `here` are the people who are connected."""
    shown = called(name, names_of_others(doc, None))
    if len(doc.people) >= MAX_PEOPLE:
        doc = _without_gone(doc, here)
        if len(_present(doc, here)) >= MAX_PEOPLE:
            raise Refusal("table_full", 503)
    doc = _numbered(doc)
    number = 1 + max((each.number or 0 for each in doc.people.values()), default=-1)
    person = new_id()
    browsers = (browser,) if browser else ()
    known = Person(shown, browsers, owner=browser or "", number=number)
    return replace(doc, people={**doc.people, person: known}), person


def number_of(doc: TableDocument, person: str | None) -> int | None:
    """The number by which everybody may know a person, as long as the table knows them."""
    if person not in doc.people:
        return None
    number = doc.people[person].number
    return list(doc.people).index(person) if number is None else number


def numbered(doc: TableDocument, number: int) -> str:
    """The person of a number."""
    for person in doc.people:
        if number_of(doc, person) == number:
            return person
    raise Refusal("no_such_person", 404)


def _numbered(doc: TableDocument) -> TableDocument:
    """Everybody with a number of their own: earlier versions counted who had come before."""
    people = {
        id: replace(each, number=at) if each.number is None else each
        for at, (id, each) in enumerate(doc.people.items())
    }
    return replace(doc, people=people)


def _present(doc: TableDocument, here: Collection[str]) -> set[str]:
    """The people who are at the table: in a seat, or connected."""
    return {person for person in doc.people if person in here} | _seated(doc) | {doc.host}


def _seated(doc: TableDocument) -> set[str]:
    return {place.person for place in doc.places if place.person}


def _without_gone(doc: TableDocument, here: Collection[str]) -> TableDocument:
    """The table without onlookers who have gone, unless a match here is also theirs."""
    kept = _present(doc, here) | set(doc.removed)
    kept |= {person for past in doc.past for person in past.people if person}
    kept |= {each.person for each in doc.tallies if each.person}
    people = {id: each for id, each in _numbered(doc).people.items() if id in kept}
    parts = {id: part for id, part in doc.deal.contributions.items() if id in people}
    return replace(doc, people=people, deal=replace(doc.deal, contributions=parts))


# Devices


def recognise(
    doc: TableDocument, person: str, caller: Caller, in_use: Collection[str] = ()
) -> TableDocument:
    """Let a browser be a person's, as the one used last; `in_use` are those connected now.

    A browser that is somebody else's here, with a seat or as the host, stays theirs.
    """
    browser, known = caller.browser, doc.people[person]
    if browser is None:
        return doc
    own = person_of(doc, browser)
    if own not in (None, person) and (own in _seated(doc) or own == doc.host):
        return doc
    labels = known.labels if not caller.label else {**known.labels, browser: caller.label}
    if known.browsers[-1:] == (browser,) and labels == known.labels:
        return doc
    people = dict(doc.people)
    if own is not None:
        others = tuple(each for each in people[own].browsers if each != browser)
        people[own] = replace(people[own], browsers=others)
    browsers = _with(known, browser)
    if len(browsers) > MAX_DEVICES:
        kept = {browser, known.owner, *in_use}
        oldest = next((each for each in browsers if each not in kept), None)
        if oldest is None:
            raise Refusal("too_many_sockets", 429)
        browsers = tuple(each for each in browsers if each != oldest)
    labels = {each: label for each, label in labels.items() if each in browsers}
    people[person] = replace(known, browsers=browsers, labels=labels)
    return replace(doc, people=people)


def seen(doc: TableDocument, person: str | None, browser: str | None) -> TableDocument:
    """Note which of a person's browsers was used last.

    Of those who came before 0.2 it is not known with which: it is the first that comes back.
    """
    if person is None or browser is None or browser not in doc.people[person].browsers:
        return doc
    known = doc.people[person]
    latest = replace(known, browsers=_with(known, browser), owner=known.owner or browser)
    return doc if latest == known else replace(doc, people={**doc.people, person: latest})


def _with(known: Person, browser: str) -> tuple[str, ...]:
    """A person's browsers with this one as the last."""
    return (*(each for each in known.browsers if each != browser), browser)


def devices(doc: TableDocument, person: str, browser: str | None) -> list[Device]:
    """A person's devices, the latest last; `browser` is the one that asks."""
    known = doc.people[person]
    return [
        Device(id=device_id(doc, each), label=known.labels.get(each, ""), this=each == browser)
        for each in known.browsers
    ]


def revoked(
    doc: TableDocument, person: str, browser: str | None, device: str | None
) -> TableDocument:
    """Take a device back (None: all but the one that asks).

    The links and tokens that were given out so far end too: whoever had the device may have kept
    one. Only the device on which somebody came to the table can take others back: a private link
    plays for its owner, and must not lock them out. So whoever keeps no cookie can take none back:
    nothing tells them from others who have the link.
    """
    known = doc.people[person]
    gone = {
        each
        for each in known.browsers
        if each != browser and device in (None, device_id(doc, each))
    }
    if device is not None and not gone:
        raise Refusal("no_such_device", 404)
    if known.owner and known.owner != browser:
        raise Refusal("not_owner", 403)
    kept = replace(
        known,
        browsers=tuple(each for each in known.browsers if each not in gone),
        labels={each: label for each, label in known.labels.items() if each not in gone},
        issue=known.issue + 1,
    )
    return replace(doc, people={**doc.people, person: kept})


def owns(doc: TableDocument, person: str, browser: str) -> bool:
    """Whether a person came to the table in a browser, and not only by their private link."""
    known = doc.people[person]
    return browser == (known.owner or next(iter(known.browsers), ""))


def passed_on(doc: TableDocument, person: str, old: str, new: str) -> TableDocument:
    """Let another browser be a person's too, with what the old one had."""
    known = doc.people[person]
    owner = new if owns(doc, person, old) else known.owner
    browsers = _with(known, new)
    if len(browsers) > MAX_DEVICES:  # the old one can go: its device is known by the new one now
        browsers = tuple(each for each in browsers if each != old)
    latest = replace(known, browsers=browsers, owner=owner)
    return replace(doc, people={**doc.people, person: latest})


def alone(doc: TableDocument, person: str, browser: str) -> TableDocument:
    """A person with one browser only; the links and tokens given out so far end."""
    known = doc.people[person]
    labels = {each: label for each, label in known.labels.items() if each == browser}
    left = replace(known, browsers=(browser,), labels=labels, owner=browser, issue=known.issue + 1)
    return replace(doc, people={**doc.people, person: left})


def unlinked(doc: TableDocument, person: str, browser: str) -> TableDocument:
    """A person without a browser that had their private link."""
    known = doc.people[person]
    left = tuple(each for each in known.browsers if each != browser)
    labels = {each: label for each, label in known.labels.items() if each != browser}
    latest = replace(known, browsers=left, labels=labels)
    return replace(doc, people={**doc.people, person: latest})


def device_id(doc: TableDocument, browser: str) -> str:
    """A name for a device that says nothing of its cookie."""
    return sha256(f"{doc.id} {browser}".encode()).hexdigest()[:12]


_SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Mac OS", "CrOS", "Linux")
_BROWSERS = (("Firefox", "Firefox"), ("Edg", "Edge"), ("Chrome", "Chrome"), ("Safari", "Safari"))


def label_of(agent: str) -> str:
    """A device in two words, as far as it tells: enough for its owner to recognise it."""
    browser = next((name for part, name in _BROWSERS if f"{part}/" in agent), "")
    system = next((name for name in _SYSTEMS if name in agent), "")
    return ", ".join(part for part in (browser, system) if part)


def wearing(doc: TableDocument, person: str | None, caller: Caller) -> TableDocument:
    """A person with the portrait that they have chosen; whoever has only their link changes none.

    The table's own notes of it may be old: nobody goes to all tables because of a face.
    """
    if person is None or caller.browser is None or not owns(doc, person, caller.browser):
        return doc
    known = doc.people[person]
    if known.face == caller.face:
        return doc
    return replace(doc, people={**doc.people, person: replace(known, face=caller.face)})


# Being removed


def removed(doc: TableDocument, person: str) -> TableDocument:
    """The table without somebody, who cannot sit down or speak until they are let in again."""
    gone = (*(each for each in doc.removed if each != person), person)[-MAX_REMOVED:]
    wishes = tuple(each for each in doc.rematch if each != person)
    parts = {id: part for id, part in doc.deal.contributions.items() if id != person}
    deal = replace(doc.deal, contributions=parts) if doc.status != "running" else doc.deal
    return replace(doc, removed=gone, rematch=wishes, deal=deal)


def admitted(doc: TableDocument, person: str) -> TableDocument:
    """The table with somebody who was removed let in again."""
    if person not in doc.removed:
        raise Refusal("no_such_person", 404)
    return replace(doc, removed=tuple(each for each in doc.removed if each != person))
