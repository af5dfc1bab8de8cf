"""From one match to the next: promising a deal, dealing it, ending it, and starting over."""

from statistics import fmean

from msgspec.structs import replace

from quartett import games
from quartett.bots import rivals
from quartett.core import commitment
from quartett.core.log import Reveal
from quartett.core.outcome import Outcome
from quartett.server.parts.clock import wall_ms
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.store.documents import Deal, Finished, SeatRecord, TableDocument
from quartett.server.table import seats
from quartett.server.table.standings import tallied

MAX_PAST = 50
"""How many finished matches a table remembers."""


def promised() -> Deal:
    """A new secret, and the promise that it is not changed any more."""
    secret = commitment.new_secret()
    return Deal(secret, commitment.commit(secret))


def dealt(doc: TableDocument) -> tuple[TableDocument, VersionedMatch]:
    """The table as its match begins, dealt from the secret and what the players added."""
    doc = seats.seated(doc)
    if is_shared(doc, doc.match):
        return _begun(doc, list(doc.deal.contributions.values()))
    parts = doc.deal.contributions
    people = dict.fromkeys(place.person for place in doc.places)
    given = {person: parts[person] for person in people if person and parts.get(person)}
    return _begun(replace(doc, deal=replace(doc.deal, contributions=given)), list(given.values()))


def _begun(doc: TableDocument, given: list[str]) -> tuple[TableDocument, VersionedMatch]:
    seed = commitment.combine(doc.deal.secret, given)
    play = VersionedMatch.start(games.get(doc.game), len(doc.places), seed, doc.options)
    return replace(doc, status="running", header=play.match.header()), play


def is_shared(doc: TableDocument, match: int) -> bool:
    """Whether others play the deal of this match too."""
    return doc.shared is not None and doc.shared.match == match


def is_hidden(doc: TableDocument, match: int) -> bool:
    """Whether the deal of a match must not be shown yet, since others may still play it."""
    return is_shared(doc, match) and doc.shared is not None and wall_ms() < doc.shared.reveal_at


def finished(doc: TableDocument, outcome: Outcome, replaced: tuple[int, ...] = ()) -> TableDocument:
    """The table after the end of its match: the deal's secret is no secret any more.

    The result is that of those who began the match, whoever has their seats by now. The next deal
    is promised already: as soon as all agree, another match can begin.
    """
    assert doc.header is not None
    left = tuple(seat for seat, place in enumerate(doc.places) if _is_gone(place))
    # What began from a position was not dealt: there is nothing to prove.
    deal = None if isinstance(doc.header.start, dict) else doc.deal
    latest = Finished(
        match=doc.match,
        header=doc.header,
        deal=deal,
        names=tuple((place.instead_of or place).name for place in doc.places),
        outcome=outcome,
        people=tuple((place.instead_of or place).person for place in doc.places),
        replaced=tuple(sorted({*replaced, *left})),
        left=left,
    )
    past = (*doc.past, latest)
    gone = past[:-MAX_PAST]
    return replace(
        doc,
        status="over",
        deal=promised(),
        past=past[len(gone) :],
        tallies=tallied(doc.tallies, gone, doc.people),
        forgotten=doc.forgotten + len(gone),
    )


def _is_gone(place: SeatRecord) -> bool:
    return place.instead_of is not None or (place.person is not None and place.away)


def again(doc: TableDocument) -> TableDocument:
    """The table ready for a rematch: everybody one seat on, a new deal promised.

    The seats of those who left or declined are open.
    """
    last = doc.past[-1].deal if doc.past else None
    fresh = last is not None and last.commitment != doc.deal.commitment
    places = (
        seats.OPEN if place.person and place.away else _going_on(doc, place) for place in doc.places
    )
    return replace(
        seats.rotated(replace(doc, places=tuple(places))),
        status="waiting",
        match=doc.match + 1,
        header=None,
        deal=doc.deal if fresh else promised(),
        rematch=(),
        next=None,
        uncovered=None,
        looked=None,
    )


def _going_on(doc: TableDocument, place: SeatRecord) -> SeatRecord:
    """A seat in the next match: a rival has learned from this one."""
    if place.level and rivals.place(place.level) and (share := _peoples_share(doc)) is not None:
        level = rivals.after(place.level, share, len(doc.places))
        place = replace(place, level=level)
    return replace(place, instead_of=None)


def _peoples_share(doc: TableDocument) -> float | None:
    """What each of the people had of the last match's victory, on average."""
    if not doc.past or doc.past[-1].match != doc.match:
        return None
    last = doc.past[-1]
    shares = [
        share for share, person in zip(last.outcome.shares, last.people, strict=False) if person
    ]
    return fmean(shares) if shares else None


def revealed(past: Finished) -> Reveal | None:
    """What is shown of a deal once its match is over."""
    if past.deal is None:
        return past.header.deal or None
    return commitment.reveal(past.deal.secret, list(past.deal.contributions.values()))
