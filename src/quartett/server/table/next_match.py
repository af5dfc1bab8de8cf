"""Between two matches of a table: what is played next, and who agrees to it."""

from collections.abc import Collection

from msgspec.structs import replace

from quartett import games
from quartett.core.errors import QuartettError
from quartett.core.forms import Json
from quartett.protocol.bodies import Rematch
from quartett.server.bots.policy import BotPolicy
from quartett.server.refusals import Refusal
from quartett.server.store.documents import SeatRecord, Suggestion, TableDocument
from quartett.server.table import matches, seats


def between(doc: TableDocument) -> TableDocument:
    """The table as it waits for a match: after one, that is the next."""
    _check_own(doc)
    if doc.status == "waiting":
        return doc
    if doc.status != "over" or not any(place.person for place in doc.places):
        raise Refusal("not_waiting")
    return matches.again(doc)


def _check_own(doc: TableDocument) -> None:
    """Refuse another match at an evening's table: that is for the evening to arrange."""
    if doc.evening is not None:
        raise Refusal("evening_table")


def with_game(doc: TableDocument, id: str, options: Json, bots: BotPolicy) -> TableDocument:
    """A waiting table with another game: the people stay, and bots play it as well as they can."""
    if id not in games.names():
        raise Refusal("no_such_game", 422, game=id)
    if doc.shared is not None:
        raise Refusal("shared_table")
    least, most = games.get(id).players[0], games.get(id).players[-1]
    places = [_playing(place, id, bots) for place in _fitted(doc.places, most)]
    named: list[SeatRecord] = []
    for at, place in enumerate(places):
        others = [*named, *places[at + 1 :]]
        named.append(seats.bot(id, place.level, others) if place.level else place)
    named += [seats.OPEN] * (least - len(named))
    return checked(replace(doc, game=id, options=options, places=tuple(named)))


def _playing(place: SeatRecord, game: str, bots: BotPolicy) -> SeatRecord:
    """A bot's seat with a level at which the game can be played; its name is found afterwards."""
    if place.level is None:
        return place
    plays = bots.plays(games.get(game), place.level)
    return SeatRecord(level=place.level if plays else bots.usual(games.get(game)))


def _fitted(places: tuple[SeatRecord, ...], most: int) -> list[SeatRecord]:
    """No more seats than a game has: the last open ones go first, then the last bots."""
    seats = range(len(places))
    spare = [at for at in seats if places[at].level] + [at for at in seats if places[at].open]
    gone = spare[max(0, len(spare) - max(0, len(places) - most)) :]
    if len(places) - len(gone) > most:
        raise Refusal("too_many_people", most=most)
    return [places[at] for at in seats if at not in gone]


def checked(doc: TableDocument) -> TableDocument:
    """The table, if its options are valid; refused by the game's rule that they break."""
    game = games.get(doc.game)
    game.agreed(doc.options, max(len(doc.places), game.players[0]))
    return doc


def bot_level(level: str | None, bots: BotPolicy, game: str) -> str:
    """The level asked for, or the usual one; refused if no bot plays this game at it."""
    if not level:
        return bots.usual(games.get(game))
    if not bots.plays(games.get(game), level):
        raise Refusal("no_such_level", 422, level=level)
    return level


# Agreeing on another match


def suggested(
    doc: TableDocument, person: str, game: str, options: Json, bots: BotPolicy
) -> TableDocument:
    """The table with a suggestion for the next match, in place of an earlier one.

    It is tried first: nobody agrees to what could not be played.
    """
    _check_own(doc)
    if doc.status != "over":
        raise Refusal("not_over")
    with_game(matches.again(doc), game, options, bots)
    number = 1 + (doc.next.number if doc.next else 0)
    back = seats.set_away(doc, seats.seats_of(doc, person), False)
    return replace(back, next=Suggestion(number, game, options, person), rematch=(person,))


def want_rematch(doc: TableDocument, person: str, request: Rematch) -> TableDocument:
    """A player would like another match, or would not."""
    _check_own(doc)
    own = seats.seats_of(doc, person)
    if doc.status != "over":
        raise Refusal("not_over")
    others = tuple(each for each in doc.rematch if each != person)
    if not request.answer:
        return seats.set_away(replace(doc, rematch=others), own, True)
    current = doc.next.number if doc.next else 0
    if request.next not in (None, current):
        raise Refusal("other_suggestion")
    return seats.set_away(replace(doc, rematch=(*others, person)), own, False)


def all_want_rematch(doc: TableDocument, here: Collection[str]) -> bool:
    """Whether everybody who could answer wants another match."""
    asked = {place.person for place in doc.places if place.person and not place.away}
    return bool(doc.rematch) and (asked & set(here)).issubset(doc.rematch)


def agreed(doc: TableDocument, bots: BotPolicy) -> TableDocument:
    """The table as all who are there want it: what was suggested, or the same again."""
    wish, waiting = doc.next, matches.again(doc)
    if wish is None or (wish.game, wish.options) == (doc.game, doc.options):
        return waiting
    try:
        return with_game(waiting, wish.game, wish.options, bots)
    except QuartettError:  # the server has changed meanwhile: the host decides
        return waiting


def is_complete(doc: TableDocument) -> bool:
    """Whether a match can begin with everybody in their seat, and nobody has to be asked."""
    taken = len(doc.places)
    return taken in games.get(doc.game).players and not any(place.open for place in doc.places)
