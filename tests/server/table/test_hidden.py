"""Nobody is told what they may not know."""

import asyncio
import gc
import random
import sys
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

from quartett import games
from quartett.client import Api, Seat
from quartett.core.log import load_log
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from seating import players_of
from server.live import Live, play_on, run, sit_down
from server.refusing import refuses

OPTIONS: dict[str, dict[str, Any]] = {
    "flow": {"target": 10, "countdown_ms": 0, "hand_ms": 0, "stalemate_ms": 1, "cards": 12}
}


async def _watched_match(url: str, game: str) -> tuple[list[Seat], bytes]:
    names = [f"Person {number}" for number in range(players_of(game))]
    seats = await sit_down(url, game, names, options=OPTIONS.get(game, {}))
    watcher = await Seat.join(seats[0].url, "Wanda", sit=False)
    everybody = [*seats, watcher]
    for seat in everybody:
        seat.record = True
    await seats[0].post("start")
    async with AsyncExitStack() as stack:
        for seat in everybody:
            await stack.enter_async_context(seat)
        await asyncio.gather(*(play_on(seat, random.Random(i)) for i, seat in enumerate(seats)))
        await watcher.until(lambda: watcher.outcome is not None)
        log = await watcher.replay()
    return everybody, log


@pytest.mark.parametrize("name", games.names())
def test_every_message_of_a_match_is_what_its_viewer_may_see_and_every_move_is_answered(
    live: Live, name: str
) -> None:
    everybody, text = run(_watched_match(live.url, name))
    game = games.get(name)
    log = load_log(game, text)
    match = Match.replay(game, log)
    states, events = _unfolded(match)
    for looker, seat in zip([*range(len(everybody) - 1), None], everybody, strict=True):
        told = [m for m in seat.received if m["type"] in ("snapshot", "events") and m["view"]]
        assert len(told) >= min(11, len(log.entries))
        for message in told:
            now = states[message["version"]]
            assert message["view"] == _plain(game.view(now, looker))
            assert message["legal"] == _legal(game, now, looker)
            steps = range(message["since"] or message["version"], message["version"])
            seen = [_plain(game.redact(events[i], states[i], looker)) for i in steps]
            assert message["events"] == seen
        acknowledged = [m for m in seat.received if m["type"] == "ack"]
        made = [entry for entry in log.entries if looker is not None and entry.seat == looker]
        assert len(acknowledged) == len(made)  # the one that ends the match too


@pytest.mark.parametrize("name", ["jericho"])
def test_the_seed_and_the_secret_stay_hidden_until_the_end(live: Live, name: str) -> None:
    everybody, text = run(_watched_match(live.url, name))
    header = msgspec.json.decode(text.split(b"\n")[0])
    secrets = (header["seed"], header["deal"]["secret"])
    for seat in everybody:
        for message in seat.received:
            if message.get("outcome") or message.get("table", {}).get("past"):
                break
            said = msgspec.json.encode(message).decode()
            assert not any(secret in said for secret in secrets)


def test_a_running_match_is_replayed_only_as_the_asker_may_know_it(live: Live) -> None:
    async def play() -> tuple[list[bytes], Any]:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            await asyncio.gather(*(play_on(seat, random.Random(4), 3) for seat in seats))
            stranger = Seat(seats[0].api.__class__(live.url), seats[0].table_id, None)
            logs = [await seat.replay() for seat in [*seats, stranger]]
        return logs, live.table(seats[0].table_id).now.play.match

    logs, match = run(play())
    game = match.game
    states, events = _unfolded(match)
    for viewer, text in enumerate(logs):
        looker = viewer if viewer < 3 else None
        frame, *entries = [msgspec.json.decode(line) for line in text.splitlines()]
        assert "seed" not in frame
        told = [event for entry in entries for event in entry["events"]]
        assert told == [
            _plain(game.redact(e, s, looker)) for s, e in zip(states, events, strict=False)
        ]
        assert all(entry["seat"] == looker for entry in entries if "action" in entry)


def test_a_table_without_spectators_shows_strangers_nothing(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["A", "B", "C"], spectators=False)
        early = await Seat.join(seats[0].url, "Eve")
        async with early:
            early.record = True
            await seats[0].post("start")
            late = await Seat.join(seats[0].url, "Mallory")
            async with late, seats[0]:
                await seats[0].turn()
                await seats[0].act(seats[0].legal[0])
                await late.send({"type": "catch_up", "match": 1, "version": 0})
                await early.send({"type": "catch_up", "match": 1, "version": 0})
                await early.until(lambda: early.table["status"] == "running")
                assert early.view is None
                assert late.view is None
                with refuses("no_spectators"):
                    await late.replay()
        assert not any(message["type"] == "events" for message in early.received)

    run(play())


def test_a_finished_match_without_spectators_is_read_by_those_who_played_it_alone(
    live: Live,
) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "souvenirs", ["A", "B"], spectators=False)
        await seats[0].post("start")
        async with seats[0], seats[1]:
            await asyncio.gather(*(play_on(seat, random.Random(1)) for seat in seats))
            assert len((await seats[1].replay()).splitlines()) > 10
            eve = await Seat.join(seats[0].url, "Eve")
            stranger = Seat(Api(live.url), seats[0].table_id, None)
            for each in (eve, stranger):
                with refuses("no_spectators"):
                    await each.replay()
                with refuses("no_spectators"):
                    await each.api.get(f"/api/tables/{each.table_id}/replay/views?match=1")
                async with each:
                    assert (each.view, each.outcome) == (None, None)

    run(play())


@pytest.mark.parametrize("name", games.names())
def test_finding_legal_actions_takes_the_same_steps_whatever_is_hidden(name: str) -> None:
    """So neither the list nor the time that it takes tells anything about hidden cards."""
    game = games.get(name)
    match = Match.start(game, game.players[0], seed=11, options=OPTIONS.get(name, {}))
    rng = Rng("hidden", 0)
    for number in range(25):
        if match.outcome is not None:
            break
        for seat in sorted(match.to_act):
            view = match.view(seat)
            worlds = [match.state, *(game.determinize(view, Rng("world", n)) for n in range(3))]
            found = {_steps_and_answer(game, world, seat) for world in worlds}
            assert len(found) == 1, (number, seat)
        acting = sorted(match.to_act)
        if not acting:
            wake = match.wake
            assert wake is not None
            match.wait(wake)
            continue
        seat = rng.choice(acting)
        match.play(seat, rng.choice(match.legal(seat)), match.now)


def _steps_and_answer(game: Any, state: Any, seat: int) -> tuple[int, bytes]:
    """How many calls it takes to list a seat's legal actions afresh, and the list."""
    _counted(game, state, seat)  # whatever is imported only now is no part of it
    counted = [_counted(game, state, seat) for _ in range(3)]
    # A server in another thread may have remembered something for us: the most counts.
    return max(counted)


def _counted(game: Any, state: Any, seat: int) -> tuple[int, bytes]:
    calls = 0

    def count(frame: Any, event: str, _: Any) -> None:
        nonlocal calls
        calls += event == "call"

    _forget_what_is_remembered(game)
    before = sys.getprofile()
    gc.disable()  # what other tests left behind must not be cleared up, and counted, just now
    sys.setprofile(count)
    try:
        legal, more = list(game.legal(state, seat)), game.more(state, seat)
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls, msgspec.json.encode([legal, more])


def _forget_what_is_remembered(game: Any) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(f"quartett.games.{game.id}"):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


def _unfolded(match: AnyMatch) -> tuple[list[Any], list[Any]]:
    events = [event for entry in match.log for event in entry.events]
    states = [match.bare]
    for event in events:
        states.append(match.game.evolve(states[-1], event))
    return states, events


def _legal(game: Any, state: Any, looker: int | None) -> Any:
    if looker is None or looker not in game.to_act(state):
        return []
    return _plain(list(game.legal(state, looker)))


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
