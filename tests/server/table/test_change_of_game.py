"""A table is a room: its people play one game after the other, and keep all their matches."""

import asyncio
import random
from functools import partial

import pytest
from msgspec.structs import replace

from quartett import games
from quartett.client import Seat
from quartett.core.log import load_header
from quartett.core.outcome import Outcome
from quartett.protocol.bodies import ChangeTable, Rematch, Suggest
from quartett.server.bots.policy import BotPolicy
from quartett.server.store.documents import (
    Person,
    SeatRecord,
    SharedMatch,
    TableDocument,
    from_stored,
    to_stored,
)
from quartett.server.table import matches, next_match, outgoing, steps
from quartett.server.table import seats as table_seats
from quartett.server.table.effects import Around
from server.live import Live, play_on, run, sit_down
from server.refusing import refuses

BOTS = BotPolicy((), 1.0, lambda *_: None)
AROUND = Around(BOTS, here=("anna", "ben", "cleo"))
FRIENDS = ["Anna", "Ben", "Cleo"]


def _table(status: str = "waiting", game: str = "jericho", bots: int = 0) -> TableDocument:
    people = ("anna", "ben", "cleo")
    doc = TableDocument(
        id="t",
        game=game,
        name="",
        host="anna",
        people={each: Person(each.title(), number=n) for n, each in enumerate(people)},
        places=tuple(SeatRecord(each, each.title()) for each in people),
        deal=matches.promised(),
    )
    level = SeatRecord(name="Bot", level="easy")
    doc = replace(doc, places=(*doc.places, *[level] * bots))
    if status == "waiting":
        return doc
    doc, _ = matches.dealt(doc)
    return doc if status == "running" else _over(doc)


def _over(doc: TableDocument, scores: tuple[int, ...] = (30, 20, 10)) -> TableDocument:
    scores += (0,) * (len(doc.places) - len(scores))
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return matches.finished(doc, Outcome(scores, best, "most"))


def _played(doc: TableDocument, scores: tuple[int, ...]) -> TableDocument:
    """The table after one more match with these scores."""
    return _over(matches.dealt(matches.again(doc) if doc.status == "over" else doc)[0], scores)


# The host changes the game


@pytest.mark.parametrize("status", ["waiting", "over"])
@pytest.mark.parametrize("game", games.names())
def test_the_host_changes_the_game_and_everybody_stays(status: str, game: str) -> None:
    doc = _table(status, "souvenirs" if game == "jericho" else "jericho")
    after = steps.change_table(doc, "anna", ChangeTable(game=game), AROUND)
    assert (after.game, after.status, after.options) == (game, "waiting", {})
    assert {place.person for place in after.places} == {"anna", "ben", "cleo"}
    assert (after.people, after.host, after.past) == (doc.people, doc.host, doc.past)
    assert after.match == doc.match + (status == "over")
    begun, play = matches.dealt(after)
    assert begun.header is not None
    assert begun.header.game == play.game.id == game


def test_between_matches_the_host_changes_whatever_else_is_agreed_too() -> None:
    after = steps.change_table(_table("over"), "anna", ChangeTable(turn_seconds=60), AROUND)
    assert (after.game, after.status, after.turn_seconds) == ("jericho", "waiting", 60)


def test_the_game_of_a_running_or_closed_table_stays() -> None:
    for doc in (_table("running"), replace(_table("over"), status="closed")):
        with refuses("not_waiting"):
            steps.change_table(doc, "anna", ChangeTable(game="flow"), AROUND)


def test_another_game_comes_with_its_own_options_and_checks_them() -> None:
    doc = _table("over")
    with pytest.raises(Exception, match="stones"):
        steps.change_table(
            doc, "anna", ChangeTable(game="souvenirs", options={"stones": 1}), AROUND
        )
    with refuses("no_such_game"):
        steps.change_table(doc, "anna", ChangeTable(game="chess"), AROUND)


def test_bots_play_the_new_game_under_names_of_its_own_and_as_well_as_they_can() -> None:
    doc = _table(bots=2)
    after = next_match.with_game(doc, "souvenirs", {}, BOTS)
    played = [place for place in after.places if place.level]
    assert {place.level for place in played} == {"easy"}
    assert len({place.name for place in after.places}) == len(after.places)
    strange = replace(doc, places=(*doc.places[:3], SeatRecord(name="X", level="gone")))
    assert next_match.with_game(strange, "souvenirs", {}, BOTS).places[3].level == "medium"


def test_a_smaller_game_sends_away_open_seats_then_bots_and_never_people() -> None:
    most = games.get("souvenirs").players[-1]
    open_seat = SeatRecord()
    bot = SeatRecord(name="Bot", level="easy")
    anna, ben, cleo = _table().places
    crowd = replace(_table(), places=(open_seat, anna, bot, ben, bot, cleo, open_seat))
    after = next_match.with_game(crowd, "souvenirs", {}, BOTS)
    assert [place.person for place in after.places if place.person] == ["anna", "ben", "cleo"]
    assert len(after.places) == most
    assert not any(place.open for place in after.places)
    full = replace(_table(), places=tuple(SeatRecord(f"p{n}", f"P{n}") for n in range(most + 1)))
    with refuses("too_many_people"):
        next_match.with_game(full, "souvenirs", {}, BOTS)


def test_a_game_for_more_gets_the_seats_that_it_needs() -> None:
    pair = replace(_table(game="souvenirs"), places=_table().places[:2])
    after = next_match.with_game(pair, "jericho", {}, BOTS)
    assert [place.open for place in after.places] == [False, False, True]


def test_the_table_of_a_daily_deal_or_a_challenge_stays_what_it_is() -> None:
    shared = replace(_table("over"), shared=SharedMatch("today"))
    with refuses("shared_table"):
        steps.change_table(shared, "anna", ChangeTable(game="flow"), AROUND)
    with refuses("shared_table"):
        steps.suggest(shared, "ben", Suggest(game="flow"), AROUND)
    assert steps.change_table(shared, "anna", ChangeTable(hints=False), AROUND).game == "jericho"


def test_a_match_from_a_file_does_not_become_a_room() -> None:
    opened = replace(_table("over"), places=(SeatRecord(),) * 3)
    with refuses("not_waiting"):
        steps.change_table(opened, "anna", ChangeTable(game="flow"), AROUND)


# All who are there agree


def test_a_suggestion_is_played_once_all_who_are_there_have_agreed() -> None:
    doc = steps.suggest(_table("over"), "ben", Suggest(game="flow"), AROUND)
    assert doc.rematch == ("ben",)
    told = outgoing.table(doc).next
    assert told is not None
    assert (told.game, told.name, told.person) == ("flow", "Ben", 1)
    doc = steps.rematch(doc, "anna", Rematch(next=told.number), AROUND)
    assert not next_match.all_want_rematch(doc, AROUND.here)
    doc = steps.rematch(doc, "cleo", Rematch(next=told.number), AROUND)
    assert next_match.all_want_rematch(doc, AROUND.here)
    after = next_match.agreed(doc, BOTS)
    assert (after.game, after.next, after.rematch) == ("flow", None, ())
    assert next_match.is_complete(after)


def test_nobody_agrees_to_a_suggestion_that_they_have_not_seen() -> None:
    first = steps.suggest(_table("over"), "ben", Suggest(game="flow"), AROUND)
    second = steps.suggest(first, "cleo", Suggest(game="souvenirs"), AROUND)
    assert second.rematch == ("cleo",)  # nobody has agreed to this one yet
    with refuses("other_suggestion"):
        steps.rematch(second, "anna", Rematch(next=first.next.number), AROUND)  # type: ignore[union-attr]
    with refuses("other_suggestion"):
        steps.rematch(second, "anna", Rematch(next=0), AROUND)  # to the same again, that is


def test_what_could_not_be_played_is_not_suggested() -> None:
    doc = _table("over")
    for wrong in (Suggest(game="chess"), Suggest(game="souvenirs", options={"stones": 1})):
        with pytest.raises(Exception, match=r"game|stones"):
            steps.suggest(doc, "ben", wrong, AROUND)
    with refuses("not_over"):
        steps.suggest(_table(), "ben", Suggest(game="flow"), AROUND)


def test_a_table_with_a_free_seat_waits_for_its_host_instead_of_starting() -> None:
    doc = steps.rematch(_table("over"), "cleo", Rematch(answer=False), AROUND)
    doc = steps.rematch(doc, "anna", Rematch(), AROUND)
    doc = steps.rematch(doc, "ben", Rematch(), AROUND)
    assert next_match.all_want_rematch(doc, AROUND.here)
    assert not next_match.is_complete(next_match.agreed(doc, BOTS))


# The next deal is promised before anybody agrees


def test_the_next_deal_is_promised_as_soon_as_a_match_is_over_and_takes_contributions() -> None:
    over = _table("over")
    past = outgoing.table(over).past[-1]
    promise = outgoing.table(over).commitment
    assert promise not in ("", past.commitment)
    given = table_seats.contributed(over, "ben", "a coin")
    after, _ = matches.dealt(matches.again(given))
    assert (after.deal.commitment, after.deal.contributions) == (promise, {"ben": "a coin"})


def test_a_table_stored_while_it_was_over_gets_a_promise_of_its_own() -> None:
    over = _table("over")
    last = over.past[-1].deal
    assert last is not None
    old = replace(over, deal=last)  # as 0.1 left it: the secret is known by now
    assert matches.again(old).deal.secret != last.secret


# Standings


def test_standings_count_all_matches_whatever_the_game_and_bots_apart() -> None:
    doc = _played(_table(bots=1), (30, 20, 20, 5))
    doc = steps.change_table(doc, "anna", ChangeTable(game="souvenirs"), AROUND)
    doc = _played(doc, (9, 9, 3, 1))  # Ben, Cleo, the bot, Anna
    found = outgoing.standings(doc)
    assert found.matches == 2
    rows = {row.name: row for row in found.standings}
    assert [row.name for row in found.standings[:3]] == ["Ben", "Cleo", "Anna"]
    assert [row.bot for row in found.standings] == [False, False, False, True, True]
    assert (rows["Anna"].matches, rows["Anna"].won, rows["Anna"].places) == (2, 1, [1, 0, 0, 1])
    assert rows["Ben"].points == 1.5 + 2.5
    assert [(g.game, g.matches, g.won, g.score) for g in rows["Ben"].games] == [
        ("jericho", 1, 0, 20),
        ("souvenirs", 1, 1, 9),
    ]


def test_a_match_that_a_bot_finished_for_somebody_brings_them_nothing() -> None:
    begun, _ = matches.dealt(_table())
    doc = matches.finished(begun, Outcome((30, 20, 10), (0,), "most"), replaced=(0,))
    anna = next(row for row in outgoing.standings(doc).standings if row.name == "Anna")
    assert (anna.matches, anna.won, anna.points, anna.replaced, anna.places) == (1, 0, 0.0, 1, [])


def test_standings_never_lose_a_match_though_the_table_remembers_only_the_latest() -> None:
    doc = _table()
    for _ in range(matches.MAX_PAST + 5):
        doc = _played(doc, (30, 20, 10))
    kept = from_stored(to_stored(doc))
    assert len(kept.past) == matches.MAX_PAST
    found = outgoing.standings(kept)
    assert found.matches == matches.MAX_PAST + 5
    assert [row.matches for row in found.standings] == [found.matches] * 3
    assert sum(row.won for row in found.standings) == found.matches


def test_somebody_on_anothers_device_has_a_row_of_their_own() -> None:
    anna, ben, _ = _table().places
    doc = replace(_table(), places=(anna, SeatRecord("anna", "Grandma"), ben))
    doc = _played(_played(doc, (10, 30, 20)), (10, 20, 30))
    rows = {row.name: row for row in outgoing.standings(doc).standings}
    assert set(rows) == {"Anna", "Grandma", "Ben"}
    assert rows["Grandma"].matches == rows["Anna"].matches == 2


def test_a_table_of_an_earlier_version_has_standings_by_name() -> None:
    doc = _played(_table(), (30, 20, 10))
    old = replace(doc, past=tuple(replace(each, people=()) for each in doc.past))
    rows = outgoing.standings(old).standings
    assert (rows[0].name, rows[0].person, rows[0].bot) == ("Anna", None, False)


# On a real server


def test_three_games_at_one_table_and_all_their_replays(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", FRIENDS)
        host = seats[0]
        await host.post("start")
        async with seats[0], seats[1], seats[2]:
            await _to_the_end(seats)
            await host.change_game("souvenirs")
            await host.post("start")
            await _to_the_end(seats)
            await seats[1].suggest("photo_rummy")
            await host.until(lambda: host.info.next)
            await host.again()
            await seats[2].until(lambda: seats[2].info.next)
            await seats[2].again()
            await host.until(lambda: host.now["match"] == 3)
            assert (host.table["status"], host.table["game"]) == ("running", "photo_rummy")
        path = f"/api/tables/{host.table_id}"
        for match, game in ((1, "jericho"), (2, "souvenirs")):
            log = (await host.api.fetch(f"{path}/replay?match={match}")).splitlines()
            assert load_header(log[0]).game == game
            views = await host.api.fetch(f"{path}/replay/views?match={match}")
            assert len(views.splitlines()) == len(log) - 2  # without header and seal
        moment = {"match": 1, "entry": 3, "seat": 0, "you": "Anna"}
        made = await host.api.post(f"{path}/again", **moment)
        assert (made["table"]["game"], len(made["table"]["seats"])) == ("jericho", 3)
        found = await host.standings()
        assert (found.matches, len(found.standings)) == (2, 3)
        looked = (await host.api.get(path))["table"]
        assert [each["game"] for each in looked["past"]] == ["jericho", "souvenirs"]

    run(play())


def _has_more(seat: Seat, before: int) -> bool:
    return len(seat.table["past"]) > before


async def _to_the_end(seats: list[Seat]) -> None:
    chance = random.Random(5)
    before = len(seats[0].table["past"])
    await seats[0].until(lambda: seats[0].table["status"] == "running")
    await asyncio.gather(*(play_on(seat, chance) for seat in seats))
    for seat in seats:
        await seat.until(partial(_has_more, seat, before))


def test_only_the_host_changes_the_game_and_only_players_suggest_one(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", FRIENDS)
        with refuses("only_host"):
            await seats[1].post("settings", game="flow")
        guest = await Seat.join(seats[0].url, "Dora", sit=False)
        with refuses("not_seated"):
            await guest.post("next", game="flow")

    run(play())
