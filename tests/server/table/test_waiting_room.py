"""The waiting room: who is ready, who sits where, who looks on."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from quartett.client import Seat
from quartett.protocol.bodies import (
    ByNumber,
    ChangeSeat,
    ChangeTable,
    Join,
    Nothing,
    Readiness,
    Stand,
    Swap,
)
from quartett.server.refusals import Refusal
from quartett.server.store.documents import from_stored, to_stored
from quartett.server.table.permissions import Caller
from quartett.server.tokens import new_id
from server.live import live_server, run
from server.refusing import refuses
from server.table.party import Party, at_table
from server.table.room import Device, new_table, open_tables


def _ready(device: Device) -> list[bool]:
    return [seat["ready"] for seat in device.last("table")["table"]["seats"]]


def _names(party: Party) -> list[str]:
    return [place.name for place in party.doc.places]


def _waiting(data_dir: Path, play: Any, **request: Any) -> None:
    at_table(data_dir, play, begun=False, **request)


@pytest.mark.parametrize(("game", "most"), [("jericho", 5), ("flow", 4)])
def test_a_table_has_as_many_seats_as_its_game_and_no_more(
    game: str, most: int, tmp_path: Path
) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        actor, _ = await new_table(tables, game=game, seats=[{}] * most)
        assert len(actor.now.doc.places) == most
        with pytest.raises(Refusal) as refused:
            await new_table(tables, game=game, seats=[{}] * (most + 1))
        assert refused.value.reason == "server.too_many_seats"
        assert refused.value.about == {"most": most}
        await tables.close()

    run(play())


# Ready


def test_everybody_sees_who_is_ready_and_who_is_not_after_all(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        _, ben, cleo = party.callers
        await party.actor.ready(ben, Readiness())
        await party.actor.ready(ben, Readiness())
        await party.actor.ready(cleo, Readiness())
        assert _ready(party.anna) == [False, True, True]
        await party.actor.ready(ben, Readiness(ready=False))
        assert _ready(party.cleo) == [False, False, True]

    _waiting(tmp_path, play)


def test_readiness_outlives_the_process(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.actor.ready(party.callers[1], Readiness())
        assert from_stored(to_stored(party.doc)).ready == party.doc.ready != ()

    _waiting(tmp_path, play)


@pytest.mark.parametrize("way", ["stand", "leave", "remove"])
def test_whoever_gives_their_seat_up_is_ready_no_longer(tmp_path: Path, way: str) -> None:
    async def play(party: Party) -> None:
        anna, ben, _ = party.callers
        await party.actor.ready(ben, Readiness())
        if way == "stand":
            await party.actor.stand(ben, Stand(1))
        elif way == "leave":
            await party.actor.leave(ben, Nothing())
        else:
            await party.actor.remove(anna, ByNumber(1))
        assert party.doc.ready == ()

    _waiting(tmp_path, play)


def test_nobody_is_ready_for_what_was_changed_since(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        anna, ben, _ = party.callers
        await party.actor.ready(ben, Readiness())
        await party.actor.change_table(anna, ChangeTable(hints=True))  # it is so already
        assert _ready(party.ben)[1]
        await party.actor.change_table(anna, ChangeTable(game="souvenirs"))
        assert not any(_ready(party.ben))

    _waiting(tmp_path, play)


def test_a_match_begins_with_nobody_ready_for_the_next(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        anna, ben, _ = party.callers
        await party.actor.ready(ben, Readiness())
        await party.actor.start(anna)
        assert party.doc.ready == ()
        with refuses("not_waiting"):
            await party.actor.ready(ben, Readiness())

    _waiting(tmp_path, play)


# Who sits where


def test_the_host_exchanges_any_two_seats_and_people_keep_what_is_theirs(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        anna, ben, _ = party.callers
        await party.actor.ready(ben, Readiness())
        await party.actor.swap(anna, Swap(seat=1, to=2))
        assert _names(party) == ["Host", "Cleo", "Ben"]
        assert _ready(party.ben) == [False, False, True]
        assert party.ben.last("table")["you"]["seats"] == [2]

    _waiting(tmp_path, play)


def test_people_move_to_a_free_seat_or_a_bots_and_never_to_each_others(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        anna, ben, cleo = party.callers
        await party.actor.change_seat(anna, ChangeSeat(seat=3, kind="open"))
        await party.actor.swap(ben, Swap(seat=1, to=3))
        assert [place.person is None for place in party.doc.places] == [False, True, False, False]
        await party.actor.change_seat(anna, ChangeSeat(seat=1, kind="bot"))
        await party.actor.swap(cleo, Swap(seat=2, to=1))
        assert party.doc.places[2].level is not None
        before = _names(party)
        with pytest.raises(Refusal):
            await party.actor.swap(cleo, Swap(seat=1, to=3))
        with pytest.raises(Refusal):  # nor may they move the others
            await party.actor.swap(cleo, Swap(seat=3, to=2))
        assert _names(party) == before

    _waiting(tmp_path, play)


def test_seats_are_exchanged_before_a_match_only_and_only_where_there_are_any(
    tmp_path: Path,
) -> None:
    async def play(party: Party) -> None:
        anna = party.callers[0]
        for swap in (Swap(seat=0, to=7), Swap(seat=7, to=0)):
            with pytest.raises(Refusal):
                await party.actor.swap(anna, swap)
        await party.actor.start(anna)
        with refuses("not_waiting"):
            await party.actor.swap(anna, Swap(seat=0, to=1))

    _waiting(tmp_path, play)


# Who looks on


def test_those_who_look_on_are_named_to_the_players_and_to_no_stranger(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        stranger = Device(party.actor, Caller(browser="nobody"))
        await stranger.hello()
        joined = await party.actor.join(Caller(browser="d"), Join(name="Dora", sit=False))
        dora = Device(party.actor, Caller(browser="d"))
        await dora.hello()
        assert joined.you.seats == []
        told = party.ben.last("presence")
        assert told["onlookers"] == [{"person": 3, "name": "Dora", "face": None}]
        assert told["watching"] == 2
        assert stranger.last("presence")["onlookers"] == []
        await party.actor.detach(dora.connection)
        assert party.ben.last("presence")["onlookers"] == []

    _waiting(tmp_path, play)


def test_whoever_stands_up_looks_on_from_then_on(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.actor.stand(party.callers[1], Stand(1))
        assert [each["name"] for each in party.anna.last("presence")["onlookers"]] == ["Ben"]

    _waiting(tmp_path, play)


# What people write


@pytest.mark.parametrize(
    ("request_", "chat"),
    [({}, "free"), ({"public": True}, "phrases"), ({"chat": "off"}, "off")],
)
def test_at_a_private_table_people_write_freely_and_at_a_public_one_they_choose_phrases(
    tmp_path: Path, request_: dict[str, Any], chat: str
) -> None:
    async def play(party: Party) -> None:
        assert party.doc.chat == chat

    _waiting(tmp_path, play, **request_)


def test_a_python_program_gets_ready_and_changes_its_seat(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        anna = await Seat.create(url, "jericho", "Anna", seats=[{}, {}, {}])
        ben = await Seat.join(anna.url, "Ben")
        await ben.swap(1, 2)
        looked = await ben.ready()
        assert [seat.ready for seat in looked.table.seats] == [False, False, True]
        assert not (await ben.ready(False)).table.seats[2].ready

    with live_server(tmp_path) as live:
        run(play(live.url))


def test_a_server_takes_as_many_tables_as_it_was_told_and_no_more(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, max_tables=2)
        for _ in range(2):
            table, _ = await new_table(tables)
        evenings = replace(table.now.doc, id=new_id())
        for making in (new_table(tables), tables.set_up(evenings, ())):
            with pytest.raises(Refusal) as refused:
                await making
            assert (refused.value.reason, refused.value.status) == ("server.server_full", 503)
        await tables.close()

    run(play())
