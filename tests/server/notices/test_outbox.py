"""Notices: none is lost, none is out of date, and everybody gets one for each turn."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from quartett.protocol.bodies import Nothing
from quartett.server.notices import channels, outbox
from quartett.server.notices.quiet_hours import QuietHours
from quartett.server.notices.sending import Answer
from quartett.server.store.store import StaleWriteError
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from server.history.tables import seated
from server.live import run
from server.notices.looking import acts, opened, other_than_on_turn
from server.notices.sent import DAY, HOUR, House, house
from server.table.room import Device

TURN, SOON = "It’s your turn", "Your turn ends soon"


def on_turn(actor: LiveTable) -> str:
    """Whose turn it is."""
    now = actor.now
    return now.doc.places[now.on_turn[0]].name


async def begun(home: House, **wish: Any) -> tuple[LiveTable, str, str]:
    """A match over days of Anna and Ben: the table, who is on turn, and who is not."""
    actor = await seated(home.tables, ["anna", "ben"], **{"turn_seconds": DAY, **wish})
    return actor, on_turn(actor), other_than_on_turn(actor)


async def passes_on(actor: LiveTable, who: str) -> None:
    """Somebody plays until it is another's turn."""
    while on_turn(actor) == who:
        await acts(actor)


def test_who_is_on_turn_is_told_once_and_reminded_when_a_quarter_is_left(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            _, first, second = await begun(home)
            assert await home.later(1) == 0  # whoever plays on at once needs none
            assert await home.later(20) == 1
            assert home.hand.titles(first) == [TURN]
            assert await home.later(17 * HOUR) == 0
            assert await home.later(HOUR) == 1
            assert home.hand.titles(first) == [TURN, SOON]
            assert home.hand.titles(second) == []
            assert await home.later(5 * HOUR) == 0
            assert await home.rows() == []

    run(scenario())


def test_whoever_acts_gets_no_notice_and_the_next_one_does(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, second = await begun(home)
            await passes_on(actor, first)
            assert await home.later(60) == 1
            assert (home.hand.titles(first), home.hand.titles(second)) == ([], [TURN])
            await passes_on(actor, second)
            await home.later(60)
            assert (home.hand.titles(first), home.hand.titles(second)) == ([TURN], [TURN])

    run(scenario())


def test_whoever_looks_needs_only_the_reminder(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, _ = await begun(home)
            await opened(actor, first)
            assert await home.later(HOUR) == 0
            assert await home.later(18 * HOUR) == 1
            assert home.hand.titles(first) == [SOON]

    run(scenario())


def test_whoever_looks_when_the_reminder_is_due_needs_none(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, _ = await begun(home)
            await home.later(60)
            await home.time.move(20 * HOUR)
            await opened(actor, first)
            assert await home.later(1) == 0
            assert home.hand.titles(first) == [TURN]

    run(scenario())


def test_a_look_before_the_turn_began_takes_no_notice_of_it_away(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, second = await begun(home)
            await opened(actor, second)  # noted, and not written yet
            await asyncio.sleep(0.002)
            await passes_on(actor, first)
            assert await home.later(60) == 1
            assert home.hand.titles(second) == [TURN]

    run(scenario())


def test_who_has_the_table_open_when_the_turn_begins_is_only_reminded(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, second = await begun(home)
            device = Device(actor, Caller(browser=second))
            await device.hello()
            await passes_on(actor, first)
            assert await home.rows() == [(second, "reminder")]
            assert await home.later(60) == 0

    run(scenario())


def test_live_tables_and_bots_bring_no_notices(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            await begun(home, turn_seconds=600)
            await begun(home, turn_seconds=None)
            assert await home.rows() == []

    run(scenario())


def test_what_is_over_for_somebody_is_withdrawn(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            left, first, _ = await begun(home)
            await left.leave(Caller(browser=first), Nothing())
            erased, who, _ = await begun(home)
            await erased.forget(Caller(browser=who))
            assert await home.rows() == []
            assert await home.later(60) == 0

    run(scenario())


def test_a_notice_at_a_table_that_sleeps_is_sent_without_waking_it(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, _ = await begun(home)
            await actor.close()
            home.tables._actors.clear()
            assert await home.later(60) == 1
            assert home.hand.titles(first) == [TURN]
            assert home.tables.awake() == []

    run(scenario())


def test_a_crash_between_move_and_notice_loses_none(url: str, tmp_path: Path) -> None:
    async def before() -> str:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, second = await begun(home)
            await passes_on(actor, first)
            return second  # nothing was sent, and this process is gone

    async def after(second: str) -> None:
        async with house(url, tmp_path) as home:
            assert await home.later(60) == 1
            assert home.hand.titles(second) == [TURN]

    run(after(run(before())))


def test_a_move_that_is_not_stored_brings_no_notice(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, _ = await begun(home)
            store = home.tables.services.store
            stored = await store.table(actor.id)
            assert stored is not None
            actor.hold.version -= 1  # as if another process had written since
            with pytest.raises(StaleWriteError):
                await store.write(actor.hold, stored, beside=[("DELETE FROM notices", ())])
            assert await home.rows() == [(first, "turn")]

    run(scenario())


def test_a_sender_that_vanishes_leaves_its_notices_to_another(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            _, first, _ = await begun(home)
            await home.time.move(60)
            now = home.time.wall_ms()
            assert await outbox.claim(home.tables.services.store, now, "gone", 10)
            assert await home.later(1) == 0
            assert await home.later(outbox.LEASE_MS / 1000) == 1
            assert home.hand.titles(first) == [TURN]

    run(scenario())


def test_whoever_acts_while_a_vanished_sender_holds_the_notice_gets_none(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, _ = await begun(home)
            await home.time.move(60)
            now = home.time.wall_ms()
            assert await outbox.claim(home.tables.services.store, now, "gone", 10)
            await passes_on(actor, first)
            await home.later(outbox.LEASE_MS / 1000)
            assert home.hand.titles(first) == []

    run(scenario())


def test_two_servers_send_each_notice_once(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            for _ in range(12):
                await begun(home)
            await home.time.move(60)
            nodes = [home.node() for _ in range(4)]
            done = await asyncio.gather(*(node.drain() for node in nodes))
            assert sum(done) == 12
            tags = [message.tag for _, message in home.hand.taken]
            assert len(tags) == len(set(tags)) == 12

    run(scenario())


def test_whoever_acts_while_others_are_sent_theirs_gets_none(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, second = await begun(home)
            await begun(home)
            played = False

            async def play(_: object) -> None:
                nonlocal played
                if not played:
                    played = True
                    await passes_on(actor, first)

            home.hand.before = play
            await home.time.move(60)
            home.sending._at_once = asyncio.Semaphore(1)
            await home.sending.drain()
            tables = [message.path for _, message in home.hand.taken]
            assert len(tables) <= 2
            # At most the one that was on its way already; nothing is written over the new turn.
            assert (second, "turn") in await home.rows()

    run(scenario())


def test_a_service_that_is_down_is_tried_less_and_less_often_then_given_up(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, _ = await begun(home, turn_seconds=30 * DAY)
            home.hand.answers[f"{first}@example.org"] = Answer("later", "503")
            due = "SELECT due_at FROM notices WHERE due_at IS NOT NULL"
            tries = []
            while rows := await home.tables.services.store.rows(due):
                await home.later(max(0, rows[0][0] - home.time.wall_ms()) / 1000 + 0.01)
                tries.append(home.time.wall_ms())
            pauses = [(after - before) // 60_000 for before, after in pairwise(tries)]
            assert len(tries) == outbox.MAX_TRIES
            assert pauses == [1, 4, 16, 64, 256, 360, 360]
            assert await home.rows() == [(first, "failed")]
            assert [each[:2] for each in await outbox.failures(home.tables.services.store)] == [
                (actor.id, "503")
            ]
            assert await outbox.counts(home.tables.services.store) == (0, 1)
            actor = await home.tables.find(actor.id)  # it has slept since
            await passes_on(actor, first)
            await passes_on(actor, on_turn(actor))
            assert (first, "turn") in await home.rows()  # the next turn begins anew

    run(scenario())


def test_only_the_channel_that_failed_is_tried_again(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            _, first, _ = await begun(home)
            phone = channels.Channel("phone", first, "push", "https://p.example", "en", 2, 2)
            await home.tables.services.store.change(channels.added(phone))
            home.hand.answers["https://p.example"] = Answer("later", "503")
            await home.later(60)
            assert home.hand.titles(first) == [TURN]
            del home.hand.answers["https://p.example"]
            await home.later(120)
            assert home.hand.titles(first) == [TURN, TURN]  # one on each
            assert await home.rows() == [(first, "reminder")]

    run(scenario())


def test_a_notice_that_cannot_even_be_tried_does_not_repeat_the_others(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            tables = [(await begun(home))[0].id for _ in range(5)]
            store = home.tables.services.store
            broken = "UPDATE tables SET document = ?2 WHERE id = ?1"
            await store.change((broken, (tables[2], b"{")))
            assert await home.later(60) == 5
            assert len(home.hand.taken) == 4
            await home.later(outbox.LEASE_MS / 1000 + 60)
            assert len(home.hand.taken) == 4

    run(scenario())


def test_an_address_that_is_gone_is_forgotten(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            _, first, _ = await begun(home)
            home.hand.answers[f"{first}@example.org"] = Answer("gone", "410")
            await home.later(60)
            assert await channels.of_person(home.tables.services.store, first) == []
            assert await home.rows() == [(first, "reminder")]

    run(scenario())


def test_quiet_hours_put_a_notice_off_to_their_end(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            _, first, _ = await begun(home, turn_seconds=3 * DAY)
            minute = home.time.wall_ms() // 60_000 % 1440
            quiet = QuietHours("UTC", (minute - 60) % 1440, (minute + 120) % 1440)
            await home.tables.services.store.change(*channels.kept_quiet(first, quiet))
            await home.later(60)
            await home.later(HOUR)
            assert home.hand.titles(first) == []
            await home.later(1.5 * HOUR)
            assert home.hand.titles(first) == [TURN]

    run(scenario())


@pytest.mark.parametrize(
    ("begins", "ends", "minute", "left"),
    [
        (22 * 60, 8 * 60, 23 * 60, 9 * 60),
        (22 * 60, 8 * 60, 7 * 60 + 59, 1),
        (22 * 60, 8 * 60, 8 * 60, None),
        (22 * 60, 8 * 60, 22 * 60, 10 * 60),
        (22 * 60, 8 * 60, 21 * 60 + 59, None),
        (60, 120, 90, 30),
        (60, 120, 120, None),
    ],
)
def test_quiet_hours_may_go_over_midnight(
    begins: int, ends: int, minute: int, left: int | None
) -> None:
    midnight = 20_000 * 86_400_000
    now = midnight + minute * 60_000
    until = QuietHours("UTC", begins, ends).until(now)
    assert until == (None if left is None else now + left * 60_000)


def test_quiet_hours_follow_the_clock_where_somebody_lives() -> None:
    # 21 June 2026, 22:30 in Berlin: two hours before that in UTC.
    now = 1_782_073_800_000
    hours = QuietHours("Europe/Berlin", 22 * 60, 7 * 60)
    assert hours.until(now) == now + int(8.5 * HOUR * 1000)
    assert QuietHours("UTC", 22 * 60, 7 * 60).until(now) is None


def test_nothing_in_a_notice_tells_a_card_or_a_secret(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            actor, first, second = await begun(home)
            await home.later(60)
            ((_, message),) = home.hand.taken
            assert message.text == f"Souvenirs · {second}\nTime left: 23 hours"
            assert message.path == f"/t/{actor.id}"
            assert first not in message.tag

    run(scenario())
