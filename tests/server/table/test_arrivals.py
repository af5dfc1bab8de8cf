"""Nobody takes a table's seats under many names, and nobody sent away comes back under another."""

from pathlib import Path
from typing import Any

import pytest

from quartett.protocol.bodies import ByNumber, ChangeSeat, Join, Nothing, Sit
from quartett.server.table.permissions import Caller
from server.live import run
from server.refusing import refuses
from server.table.moved_time import MovedTime
from server.table.room import Device, new_table, open_tables

FAR, ELSEWHERE, HOME = "8.8.4.4", "2001:4860:1::1", "9.9.9.9"


class Open:
    """A table of five with its host at home, and strangers who come to it."""

    def __init__(self, tables: Any, actor: Any, host: Caller) -> None:
        self.tables = tables
        self.actor = actor
        self.host = host
        self.came = 0

    async def come(self, address: str, sit: bool = True) -> tuple[Caller, list[int]]:
        """Somebody new comes from an address, without a cookie, to whichever seat is open."""
        self.came += 1
        joined = await self.actor.join(
            Caller(address=address), Join(name=f"Stranger {self.came}", sit=sit)
        )
        person = self.tables.services.tokens.person(joined.token, self.actor.id)
        return Caller(person=person, address=address), joined.you.seats


def at_open_table(data_dir: Path, play: Any, **request: Any) -> None:
    """Run a test at a table whose host has come from home."""

    async def whole() -> None:
        tables = await open_tables(data_dir, time=MovedTime())
        actor, host = await new_table(tables, seats=[{}] * 5, game="jericho", **request)
        anna = Device(actor, host)
        anna.connection.address = HOME
        await anna.hello()
        try:
            await play(Open(tables, actor, host))
        finally:
            await tables.close()

    run(whole())


@pytest.mark.parametrize(("public", "most"), [(True, 1), (False, 2)])
def test_one_address_takes_few_seats_under_however_many_names(
    tmp_path: Path, public: bool, most: int
) -> None:
    async def play(table: Open) -> None:
        taken = [(await table.come(FAR))[1] for _ in range(6)]
        assert sum(map(bool, taken)) == most
        one, _ = await table.come(FAR)
        with refuses("ask_host"):
            await table.actor.sit(one, Sit(seat=4))
        assert (await table.come(ELSEWHERE))[1] == [most + 1]
        # Another address of the same customer is no other customer.
        for _ in range(most - 1):
            await table.come("2001:4860:1::2")
        assert (await table.come("2001:4860:1::3"))[1] == []

    at_open_table(tmp_path, play, public=public)


def test_the_host_lets_more_of_one_household_sit(tmp_path: Path) -> None:
    async def play(table: Open) -> None:
        await table.come(FAR)
        second, seats = await table.come(FAR)
        assert seats == []
        here = table.actor.now.doc.people[second.person].number
        await table.actor.change_seat(table.host, ChangeSeat(seat=3, kind="open", person=here))
        assert (await table.actor.sit(second, Sit(seat=3))).you.seats == [3]
        assert (await table.come(HOME))[1] == [2]
        assert (await table.come(HOME))[1] == [4]

    at_open_table(tmp_path, play, public=True)


@pytest.mark.parametrize("address", ["", "127.0.0.1", "192.168.1.7", "fe80::1%eth0"])
def test_an_address_that_many_share_says_nothing(tmp_path: Path, address: str) -> None:
    async def play(table: Open) -> None:
        assert [(await table.come(address))[1] for _ in range(4)] == [[1], [2], [3], [4]]

    at_open_table(tmp_path, play, public=True)


def test_who_was_sent_away_comes_back_to_a_seat_under_no_other_name(tmp_path: Path) -> None:
    async def play(table: Open) -> None:
        eve, seats = await table.come(FAR)
        number = table.actor.now.doc.people[eve.person].number
        await table.actor.remove(table.host, ByNumber(person=number))
        again, taken = await table.come(FAR)
        assert (seats, taken) == ([1], [])
        with refuses("ask_host"):
            await table.actor.sit(again, Sit(seat=1))
        assert (await table.come(ELSEWHERE))[1] == [1]
        await table.actor.admit(table.host, ByNumber(person=number))
        assert (await table.actor.sit(again, Sit(seat=2))).you.seats == [2]

    at_open_table(tmp_path, play)


def test_a_seat_that_was_given_up_is_free_for_the_same_address(tmp_path: Path) -> None:
    async def play(table: Open) -> None:
        first, seats = await table.come(FAR)
        await table.actor.leave(first, Nothing())
        second, taken = await table.come(FAR)
        assert seats == taken == [1]
        assert (await table.actor.join(second, Join())).you.seats == [1]

    at_open_table(tmp_path, play, public=True)
