"""A seat at a live table loses nothing and doubles nothing, whatever becomes of its connection."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from patience import PATIENCE_SECONDS
from quartett import bots
from quartett.client import Api, Refused, Seat
from quartett.client.link import FIRST_SECONDS, MAX_MOVED_SECONDS, MAX_SECONDS, Backoff
from quartett.core.errors import FormatError, QuartettError
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.protocol.bodies import Games
from quartett.protocol.messages import PROTOCOL, Moved, Say
from server.live import Live, live_server, play_on, run, sit_down
from server.raw import open_raw


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A running server."""
    with live_server(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_a_program_plays_with_the_games_own_types(table: Live) -> None:
    """The example of the documentation."""

    async def play() -> None:
        rivals = [{"kind": "bot", "level": "random"}] * 2
        bot, rng = bots.get("jericho", "easy"), Rng("any")
        async with await Seat.create(table.url, "jericho", "Robo", seats=[{}, *rivals]) as seat:
            await seat.start()
            while await seat.turn():
                await seat.act(bot.choose(seat.typed_view, seat.typed_legal, rng))
            assert isinstance(seat.result, Outcome)
            await seat.until(lambda: seat.info.status == "over")
            assert seat.me.seats == [0]
            assert isinstance(seat.typed_view, seat.game.view_type)

    run(play())


def test_answers_have_the_protocols_types(table: Live) -> None:
    async def play() -> None:
        rivals = [{"kind": "bot", "level": "random"}] * 2
        async with await Seat.create(table.url, "jericho", "Robo", seats=[{}, *rivals]) as seat:
            assert (await seat.start()).table.status == "running"
            await seat.turn()
            hint = await seat.hint()
            assert hint.action in seat.legal
            with pytest.raises(Refused) as refused:
                await seat.act({"type": "wall", "card": "red-1"})
            assert refused.value.rule == "JE-04"
            assert refused.value.reason.startswith("jericho.")
            with pytest.raises(QuartettError, match="not a request"):
                await seat.ask({"type": "say", "phrase": "hello"})
        games = await Api(table.url).get("/api/games", Games)
        assert "jericho" in [game.id for game in games.games]

    run(play())


def test_what_was_not_answered_is_sent_again_and_done_once(table: Live) -> None:
    async def play() -> None:
        seats = await sit_down(table.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].start()
        async with seats[0], seats[1], seats[2]:
            rng = random.Random(5)
            played = 0
            while any(seat.result is None for seat in seats) and played < 40:
                for seat in seats:
                    if seat.legal and seat.result is None:
                        acting = asyncio.create_task(seat.act(rng.choice(seat.legal)))
                        await asyncio.sleep(rng.random() * 0.004)
                        seat.drop()
                        await acting
                        played += 1
                        await asyncio.sleep(0)
                await asyncio.sleep(0.01)
            assert played > 20
            told = [msgspec.json.decode(line) for line in (await seats[0].replay()).splitlines()]
            acted = [each for each in told if each.get("seat") is not None]
            assert len(acted) == played

    run(play())


@pytest.mark.parametrize(("game", "rivals"), [("jericho", 2), ("souvenirs", 1)])
def test_the_action_that_ended_a_match_is_answered_again_too(
    table: Live, game: str, rivals: int
) -> None:
    """Its acknowledgement may be lost like any other."""

    async def play() -> None:
        bots_ = [{"kind": "bot", "level": "random"}] * rivals
        async with await Seat.create(table.url, game, "Anna", seats=[{}, *bots_]) as seat:
            await seat.start()
            rng, given = random.Random(2), dict[str, tuple[Any, int]]()
            while await seat.turn():
                action, id = rng.choice(seat.legal), f"a{len(given)}"
                given[id] = (action, await seat.act(action, id=id))
            for id, (action, version) in given.items():
                assert await seat.act(action, id=id) == version

    run(play())


def test_a_seat_whose_link_was_revoked_goes_on_with_its_own(table: Live) -> None:
    async def play() -> None:
        seat = await Seat.create(table.url, "jericho", "Anna")
        thief = await Seat.join(f"{seat.url}#{seat.token}")
        assert thief.me.seats == [0]
        async with seat:
            await seat.revoke()
            assert [device.this for device in (await seat.devices()).devices] == [True]
            with pytest.raises(Refused):
                await thief.devices()
            await seat.until(lambda: seat.latest is not None)
            await seat.say("hello")

    run(play())


def test_an_address_with_a_prefix_is_understood(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        host = await Seat.create(f"{url}/cards", "jericho", "Anna")
        assert host.url == f"{url}/cards/t/{host.table_id}"
        guest = await Seat.join(host.url, "Ben")
        assert guest.api.server == f"{url}/cards"
        async with guest:
            assert guest.me.seats == [1]

    with live_server(tmp_path, root_path="/cards") as live:
        run(play(live.url))


def test_the_protocols_number_is_said_on_both_sides(table: Live) -> None:
    async def play() -> None:
        async with await Seat.create(table.url, "jericho", "Anna") as seat:
            assert seat.now["protocol"] == PROTOCOL
            assert seat._hello().protocol == PROTOCOL

    run(play())


# A server that can say what a well one rarely says


@asynccontextmanager
async def _acted(*scripts: list[dict[str, Any]]) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
    """A server that answers the first connection with the first script, and so on.

    The last script is for all further ones. Yields its address and what it hears.
    """
    heard: list[dict[str, Any]] = []
    left = list(scripts)

    async def attend(socket: ServerConnection) -> None:
        script = left.pop(0) if len(left) > 1 else left[0]
        assert socket.request is not None
        heard.append({**msgspec.json.decode(await socket.recv()), "path": socket.request.path})
        for message in script:
            await socket.send(msgspec.json.encode(message).decode())
        if script and script[-1]["type"] in ("snapshot", "events"):
            while True:
                heard.append(msgspec.json.decode(await socket.recv()))

    async with serve(attend, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"http://127.0.0.1:{port}", heard


def _snapshot(live: Live) -> dict[str, Any]:
    """A snapshot as a real table sends it."""

    async def look() -> dict[str, Any]:
        seat = await Seat.create(live.url, "jericho", "Anna")
        seat.record = True
        async with seat:
            pass
        return next(each for each in seat.received if each["type"] == "snapshot")

    found: dict[str, Any] = run(look())
    return found


def test_a_table_that_moved_is_followed_there(table: Live) -> None:
    snapshot = _snapshot(table)

    async def play() -> None:
        moved = {"type": "moved", "path": "/elsewhere/socket", "after_ms": 10}
        async with _acted([moved], [snapshot]) as (url, heard):
            async with Seat(Api(url), "any", None):
                pass
            assert [each["path"] for each in heard] == [
                "/api/tables/any/socket",
                "/elsewhere/socket",
            ]

    run(play())


def test_somewhere_else_that_does_not_answer_one_comes_home_again(table: Live) -> None:
    snapshot = _snapshot(table)

    async def play() -> None:
        moved = {"type": "moved", "path": "/elsewhere/socket", "after_ms": 0}
        async with _acted([moved], [], [snapshot]) as (url, heard), Seat(Api(url), "any", None):
            pass
        home = "/api/tables/any/socket"
        assert [each["path"] for each in heard] == [home, "/elsewhere/socket", home]

    run(play())


def test_whoever_is_sent_round_in_circles_pauses_longer_and_longer(
    table: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = _snapshot(table)
    paused: list[float] = []

    async def play() -> None:
        moved = {"type": "moved", "path": "/elsewhere/socket", "after_ms": 0}
        async with _acted(*[[moved]] * 5, [snapshot]) as (url, heard):
            async with Seat(Api(url), "any", None):
                pass
            assert len(heard) == 6

    pause = Backoff.pause

    def noted(backoff: Backoff, most: float = MAX_SECONDS) -> float:
        paused.append(pause(backoff, most))
        return 0.0

    monkeypatch.setattr(Backoff, "pause", noted)
    run(play())
    least = [FIRST_SECONDS / 2, FIRST_SECONDS, FIRST_SECONDS * 2, FIRST_SECONDS * 2]
    assert len(paused) == 4, "the first time one follows at once"
    assert all(pause >= wanted for pause, wanted in zip(paused, least, strict=True))
    assert max(paused) <= 1.5 * MAX_MOVED_SECONDS


def test_what_one_missed_is_asked_for_from_the_version_that_one_has(table: Live) -> None:
    snapshot = {**_snapshot(table), "match": 3, "version": 7}
    shared = ("view", "legal", "to_act", "outcome", "can_undo", "clock")
    news = {**{key: snapshot[key] for key in shared}, "type": "events", "match": 3}
    later = {**news, "since": 8, "version": 11, "events": [], "more": False}

    async def play() -> None:
        async with (
            _acted([snapshot, later]) as (url, heard),
            Seat(Api(url), "any", None) as seat,
        ):
            while len(heard) < 2:
                await asyncio.sleep(0.01)
            assert heard[1] == {"type": "catch_up", "match": 3, "version": 7}
            assert seat.version == 7, "news of what nobody was told before is no news"

    run(play())


def test_whoever_comes_back_says_which_version_they_have(table: Live) -> None:
    snapshot = {**_snapshot(table), "match": 3, "version": 7}

    async def play() -> None:
        async with _acted([snapshot]) as (url, heard), Seat(Api(url), "any", None) as seat:
            seat.drop()
            while len(heard) < 2:
                await asyncio.sleep(0.01)
            first, again = heard
            assert (first.get("match"), first.get("version")) == (None, None)
            assert (again["match"], again["version"]) == (3, 7)

    run(play())


def test_what_waits_for_an_answer_is_refused_by_a_goodbye_for_good(table: Live) -> None:
    snapshot = _snapshot(table)

    async def play() -> None:
        bye = {"type": "bye", "reason": "server.bad_token", "text": "no"}
        async with _acted([snapshot], [bye]) as (url, heard), Seat(Api(url), "any", None) as seat:
            acting = asyncio.create_task(seat.act({"type": "wall"}))
            while len(heard) < 2:
                await asyncio.sleep(0.01)
            seat.drop()
            with pytest.raises(Refused, match="no"):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await acting

    run(play())


def test_whether_something_could_be_sent_is_told(table: Live) -> None:
    snapshot = _snapshot(table)

    async def play() -> None:
        async with _acted([snapshot]) as (url, heard):
            seat = Seat(Api(url), "any", None)
            assert seat.version == 0
            assert not await seat.send(Say(phrase="hello"))
            async with seat:
                assert await seat.send(Say(phrase="hello"))
                while len(heard) < 2:
                    await asyncio.sleep(0.01)
            assert [each["type"] for each in heard] == ["hello", "say"]

    run(play())


def test_a_server_says_how_long_to_wait_and_circles_add_to_that(table: Live) -> None:
    async def play() -> None:
        async with await Seat.create(table.url, "jericho", "Anna") as seat:
            link, moved = seat._link, Moved(path=None, after_ms=5000)
            link._moved = moved
            assert link._pause() == 5.0
            link._moved = moved
            assert link._pause() >= 5.0 + FIRST_SECONDS / 2

    run(play())


def test_whoever_is_ready_says_so_and_can_take_it_back(table: Live) -> None:
    async def play() -> None:
        host = await Seat.create(table.url, "jericho", "Anna")
        assert (await host.ready()).table.seats[0].ready
        assert not (await host.ready(False)).table.seats[0].ready

    run(play())


def test_a_goodbye_for_good_is_one(table: Live) -> None:
    async def play() -> None:
        bye = {"type": "bye", "reason": "server.bad_token", "text": "no"}
        async with _acted([bye]) as (url, heard):
            with pytest.raises(Refused, match="no"):
                async with Seat(Api(url), "any", None):
                    pass
            assert len(heard) == 1

    run(play())


def test_after_a_goodbye_for_now_one_comes_back_and_sends_again(table: Live) -> None:
    snapshot = _snapshot(table)

    async def play() -> None:
        bye = {"type": "bye", "reason": "server.closing", "text": "later"}
        async with _acted([bye], [snapshot]) as (url, heard), Seat(Api(url), "any", None) as seat:
            acting = asyncio.create_task(seat.act({"type": "wall"}, id="one"))
            await seat.until(lambda: True)
            while len(heard) < 3:
                await asyncio.sleep(0.01)
            seat.drop()
            while len([each for each in heard if each.get("id") == "one"]) < 2:
                await asyncio.sleep(0.01)
            acting.cancel()
        assert {each.get("id") for each in heard} == {None, "one"}

    run(play())


def test_messages_of_a_newer_server_are_passed_over(table: Live) -> None:
    snapshot = _snapshot(table)

    async def play() -> None:
        new = {"type": "confetti", "colours": ["red"]}
        more = {**snapshot, "confetti": True}
        async with _acted([new, more]) as (url, _), Seat(Api(url), "any", None) as seat:
            assert seat.latest is not None

    run(play())


def test_pauses_grow_and_only_a_snapshot_ends_that() -> None:
    backoff = Backoff()
    pauses = [backoff.pause() for _ in range(12)]
    assert FIRST_SECONDS / 2 <= pauses[0] <= FIRST_SECONDS * 1.5
    assert all(MAX_SECONDS / 2 <= pause <= MAX_SECONDS * 1.5 for pause in pauses[-4:])
    backoff.reset()
    assert backoff.pause() <= FIRST_SECONDS * 1.5


def test_an_outdated_page_is_told_to_reload(table: Live) -> None:
    async def play() -> None:
        host = await Seat.create(table.url, "jericho", "Anna")
        raw = await open_raw(host, {"type": "hello", "token": host.token, "protocol": 0})
        assert (await raw.next("bye"))["reason"] == "server.outdated"
        await raw.socket.close()

    run(play())


def test_a_page_without_a_number_is_served(table: Live) -> None:
    """What 0.1 sent."""

    async def play() -> None:
        host = await Seat.create(table.url, "jericho", "Anna")
        raw = await open_raw(host, {"type": "hello", "token": host.token, "language": "de"})
        await raw.next("snapshot")
        await raw.socket.close()

    run(play())


def test_whole_matches_are_played_over_lines_that_break(table: Live) -> None:
    async def play() -> None:
        seats = await sit_down(table.url, "souvenirs", ["Anna", "Ben"])
        await seats[0].start()
        async with seats[0], seats[1]:

            async def bad_line(seat: Seat, rng: random.Random) -> None:
                while seat.result is None:
                    await asyncio.sleep(rng.uniform(0.1, 0.3))
                    seat.drop()

            lines = [
                asyncio.create_task(bad_line(s, random.Random(i))) for i, s in enumerate(seats)
            ]
            await asyncio.gather(*(play_on(s, random.Random(i)) for i, s in enumerate(seats)))
            for line in lines:
                line.cancel()
            assert seats[0].outcome == seats[1].outcome

    run(play())


def test_a_server_that_is_none_is_named() -> None:
    with pytest.raises(QuartettError, match="cannot reach"):
        run(Seat.create("http://127.0.0.1:1", "jericho", "Anna"))


@pytest.mark.parametrize("path", ["", "/", "/t/", "/cards", "/t/one/two"])
def test_an_address_that_invites_to_no_table_is_refused_unasked(path: str) -> None:
    with pytest.raises(FormatError, match="an invitation looks like"):
        asyncio.run(Seat.join(f"http://127.0.0.1:1{path}", "Robo"))
