"""What goes out to the devices at a table, each from the seat that is its person's own now."""

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from quartett.protocol.messages import (
    Abilities,
    Clock,
    Lead,
    Presence,
    Said,
    ServerMessage,
    Snapshot,
    TableChanged,
    TableInfo,
    You,
)
from quartett.server.parts.connection import Connection, encode
from quartett.server.parts.versioned import Step, VersionedMatch
from quartett.server.refusals import Refusal
from quartett.server.store.documents import SeatRecord, TableDocument
from quartett.server.table import outgoing
from quartett.server.table.permissions import may_see
from quartett.server.table.seats import seats_of
from quartett.server.tokens import Tokens


class Attendee(msgspec.Struct):
    """Who is behind a connection, and from which of their seats they last chose to look."""

    person: str | None
    chosen: int | None
    browser: str | None = None
    knows_deal: bool = False
    """Whether they have finished the deal of the match elsewhere."""
    abilities: Abilities = Abilities()


class Broadcaster:
    """Knows who is connected. From where each looks is worked out from the seats as they are."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._paths: dict[tuple[str, int], str] = {}
        self._attendees: dict[Connection, Attendee] = {}
        self._groups: dict[int | None, list[Connection]] = {}
        self._seats: dict[Connection, int | None] = {}
        self._grouped_by: tuple[SeatRecord, ...] | None = None
        self._by_stay: tuple[str, ...] | None = None
        self._attentive: frozenset[str] | None = None

    # Who is here

    def add(
        self,
        connection: Connection,
        person: str | None,
        seat: int | None,
        browser: str | None = None,
        knows_deal: bool = False,
    ) -> None:
        """A device has come, and wants to look from a seat."""
        self._attendees[connection] = Attendee(person, seat, browser, knows_deal)
        self._grouped_by = self._by_stay = None

    def remove(self, connection: Connection) -> None:
        """A device is gone."""
        self._attendees.pop(connection, None)
        self._grouped_by = self._by_stay = self._attentive = None

    def able(self, connection: Connection, abilities: Abilities) -> None:
        """A device has said what it can do."""
        self._check(connection)
        self._attendees[connection].abilities = abilities
        self._attentive = None

    def choose(self, connection: Connection, seat: int) -> None:
        """A device looks from another seat of its person from now on."""
        self._attendees[connection].chosen = seat
        self._grouped_by = None

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._attendees

    def __len__(self) -> int:
        return len(self._attendees)

    @property
    def connections(self) -> list[Connection]:
        """All connections."""
        return list(self._attendees)

    def person(self, connection: Connection) -> str | None:
        """Who is behind a connection."""
        self._check(connection)
        return self._attendees[connection].person

    def of_person(self, person: str) -> list[Connection]:
        """The connections of a person."""
        return [each for each, who in self._attendees.items() if who.person == person]

    def people(self) -> set[str]:
        """The people who are connected."""
        return {each.person for each in self._attendees.values() if each.person is not None}

    def attentive(self) -> frozenset[str]:
        """The people with a device that shows them the end of a round."""
        if self._attentive is None:
            able = (each for each in self._attendees.values() if each.abilities.shows_round_ends)
            self._attentive = frozenset(each.person for each in able if each.person is not None)
        return self._attentive

    def by_stay(self) -> tuple[str, ...]:
        """The people who are connected, the longest first."""
        if self._by_stay is None:
            found = (each.person for each in self._attendees.values())
            self._by_stay = tuple(dict.fromkeys(each for each in found if each is not None))
        return self._by_stay

    def browsers(self) -> set[str]:
        """The browsers that are connected."""
        found = (each.browser for each in self._attendees.values())
        return {browser for browser in found if browser is not None}

    def seat(self, doc: TableDocument, connection: Connection) -> int | None:
        """The seat from which a device looks: its person's own now, or none."""
        self._check(connection)
        self._by_seat(doc)
        return self._seats[connection]

    def _own_seat(self, doc: TableDocument, connection: Connection) -> int | None:
        attendee = self._attendees[connection]
        chosen = attendee.chosen
        if chosen is not None and chosen < len(doc.places):
            place = doc.places[chosen]
            if place.person is not None and place.person == attendee.person:
                return chosen
        own = seats_of(doc, attendee.person)
        return own[0] if own else None

    def looking(self, doc: TableDocument) -> Collection[int | None]:
        """The seats from which devices look; None: from beside the table."""
        return self._by_seat(doc).keys()

    def watching(self, doc: TableDocument) -> int:
        """How many look on without a seat."""
        return len(self._by_seat(doc).get(None, ()))

    def onlookers(self, doc: TableDocument) -> list[str]:
        """The people who look on without a seat, the longest first."""
        seated = {place.person for place in doc.places}
        return [each for each in self.by_stay() if each not in seated]

    def together(self, doc: TableDocument) -> bool:
        """Whether two of the players have the same address, as far as they are connected."""
        seated = {place.person for place in doc.places if place.person}
        places = {
            (who.person, each.address) for each, who in self._attendees.items() if each.address
        }
        found = [address for person, address in places if person in seated]
        return len(set(found)) < len(found)

    def address(self, doc: TableDocument) -> str | None:
        """From where the table is being played: the address of a connected player, or anybody."""
        groups = self._by_seat(doc)
        seats = sorted(seat for seat in groups if seat is not None)
        first = groups[seats[0]] if seats else groups.get(None, [])
        return first[0].address if first else None

    # Sending

    def events(
        self,
        doc: TableDocument,
        play: VersionedMatch,
        since: int,
        steps: list[Step],
        acted: int | None,
        clock: Clock,
    ) -> None:
        """Send each viewer what happened, encoded once for all who look from one seat.

        The acting seat comes last: it knows the result already and takes longest (`can_undo`).
        """
        groups = self._by_seat(doc)
        for seat in sorted(groups, key=lambda seat: seat == acted):
            looking = groups[seat]
            if seat is None:
                looking = [each for each in looking if self.may_see(doc, each)]
            if looking:
                text = encode(outgoing.events(doc, play, seat, since, steps, clock))
                for connection in looking:
                    connection.tell(text)

    def everybody(self, message: Said) -> None:
        """Send everybody the same."""
        text = encode(message)
        for connection in self._attendees:
            connection.tell(text)

    def to_seat(self, doc: TableDocument, seat: int, message: Lead) -> None:
        """Send the same to all who look from one seat."""
        text = encode(message)
        for connection in self._by_seat(doc).get(seat, ()):
            connection.tell(text)

    def presence(self, message: Presence) -> None:
        """Tell everybody who is here; strangers, who have not said who they are, without names."""
        named, nameless = encode(message), encode(replace(message, onlookers=[]))
        for connection, attendee in self._attendees.items():
            connection.tell(nameless if attendee.person is None else named)

    def table(self, doc: TableDocument, table: TableInfo) -> None:
        """Send everybody the table as it is now, each with their own part."""
        texts: dict[str | None, bytes] = {}
        for connection, attendee in self._attendees.items():
            person = attendee.person
            if person not in texts:
                texts[person] = encode(TableChanged(table=table, you=self.you(doc, person)))
            connection.tell(texts[person])

    def snapshots(
        self, doc: TableDocument, play: VersionedMatch | None, table: TableInfo, clock: Clock
    ) -> None:
        """Send everybody a fresh start."""
        for connection in self._attendees:
            connection.tell(encode(self.snapshot(connection, doc, play, table, clock)))

    def snapshot(
        self,
        connection: Connection,
        doc: TableDocument,
        play: VersionedMatch | None,
        table: TableInfo,
        clock: Clock,
    ) -> Snapshot:
        """All that may be seen over a connection now."""
        seat = self.seat(doc, connection)
        shown = play if self.may_see(doc, connection) else None
        me = self.you(doc, self.person(connection))
        return outgoing.snapshot(doc, shown, seat, table, me, clock)

    def you(self, doc: TableDocument, person: str | None) -> You:
        """Who somebody is at the table."""
        return outgoing.you(doc, person, self._path(doc, person) if person else None)

    def tell(self, connection: Connection, message: ServerMessage) -> None:
        """Send news to one connection, if it is still here."""
        if connection in self._attendees:
            connection.tell(encode(message))

    def may_see(self, doc: TableDocument, connection: Connection) -> bool:
        """Whether the latest match may be seen over a connection."""
        if self.seat(doc, connection) is not None:
            return True
        who = self._attendees[connection]
        return may_see(doc, doc.match, who.person, who.knows_deal)

    def _check(self, connection: Connection) -> None:
        if connection not in self._attendees:
            raise Refusal("hello_first")

    def _path(self, doc: TableDocument, person: str) -> str:
        """The private link; signing is slow, so each is signed once."""
        issue = doc.people[person].issue
        if (person, issue) not in self._paths:
            known = ((id, each.issue) for id, each in doc.people.items())
            self._paths = {key: self._paths[key] for key in known if key in self._paths}
            token = self._tokens.for_person(doc.id, person, issue)
            self._paths[person, issue] = f"/t/{doc.id}#{token}"
        return self._paths[person, issue]

    def _by_seat(self, doc: TableDocument) -> dict[int | None, list[Connection]]:
        """The connections by the seat from which they look, for exactly these seats."""
        if self._grouped_by is not doc.places:
            seats = {each: self._own_seat(doc, each) for each in self._attendees}
            groups: dict[int | None, list[Connection]] = {}
            for connection, seat in seats.items():
                groups.setdefault(seat, []).append(connection)
            self._seats, self._groups, self._grouped_by = seats, groups, doc.places
        return self._groups
