"""A person who wants to be forgotten: what was played stays, under no name."""

from msgspec.structs import replace

from quartett.server.store.documents import Person, TableDocument

NAMELESS = "…"
"""How somebody is called who was forgotten."""


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
    # Lines tell by whom they are by the name alone.
    said = tuple(
        replace(line, name=NAMELESS) if line.name in names else line
        for line in doc.said
        if line.name not in names or line.text is None
    )
    people = dict(doc.people)
    if person in people:
        known = people[person]
        people[person] = Person(NAMELESS, issue=known.issue + 1, number=known.number)
    return replace(doc, people=people, places=places, past=tuple(past), said=said)
