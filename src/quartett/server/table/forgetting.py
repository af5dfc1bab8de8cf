"""A person who wants to be forgotten: what was played stays, under no name."""

from collections.abc import Collection

from msgspec.structs import replace

from quartett.server.store.documents import NAMELESS, ChatLine, Person, TableDocument


def nameless(doc: TableDocument, person: str) -> TableDocument:
    """The table with no name of a person, nothing that they said, and none of their devices."""
    names = {doc.people[person].name} if person in doc.people else set()
    names |= {place.name for place in doc.places if place.person == person}
    past = []
    for each in doc.past:
        own = {seat for seat, who in enumerate(each.people) if who == person}
        names |= {each.names[seat] for seat in own}
        shown = tuple(NAMELESS if s in own else name for s, name in enumerate(each.names))
        past.append(replace(each, names=shown))
    places = tuple(
        replace(place, name=NAMELESS) if place.person == person else place for place in doc.places
    )
    said = tuple(
        replace(line, name=NAMELESS) if _is_by(line, person, names) else line
        for line in doc.said
        if line.text is None or not _is_by(line, person, names)
    )
    people = dict(doc.people)
    if person in people:
        known = people[person]
        people[person] = Person(NAMELESS, issue=known.issue + 1, number=known.number)
    tallies = tuple(
        replace(each, name=NAMELESS) if each.person == person else each for each in doc.tallies
    )
    return replace(doc, people=people, places=places, past=tuple(past), said=said, tallies=tallies)


def _is_by(line: ChatLine, person: str, names: Collection[str]) -> bool:
    """Whether somebody said something; lines from before 0.2 tell that by the name alone."""
    return line.name in names if line.person is None else line.person == person
