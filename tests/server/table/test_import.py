"""A match goes out as one file and comes in again, at another server or after years."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quartett.cli import main
from quartett.client import Api, Refused, Seat
from quartett.core.log import Log, dump_log, seal, split_seal
from quartett.core.match import Match
from quartett.games import get
from server.live import Live, play_on, run, sit_down
from server.refusing import refuses


@pytest.fixture(scope="module")
def played(live: Live) -> bytes:
    """The log of a match played here."""

    async def play() -> bytes:
        seats = await sit_down(live.url, "jericho", ["A", "B", "C"], contribution="mine")
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            await asyncio.gather(*(play_on(seat, random.Random(i)) for i, seat in enumerate(seats)))
            return await seats[0].replay()

    log: bytes = run(play())
    return log


def _load(live: Live, log: bytes) -> Any:
    return msgspec.json.decode(run(Api(live.url).fetch("/api/replays", log)))


def _fetch(live: Live, table: str, what: str) -> bytes:
    found: bytes = run(Api(live.url).fetch(f"/api/tables/{table}/{what}"))
    return found


def test_an_imported_match_goes_out_again_byte_for_byte(live: Live, played: bytes) -> None:
    table = _load(live, played)["table"]
    assert table["status"] == "over"
    assert _fetch(live, table["id"], "replay") == played


def test_an_imported_match_is_marked_and_one_played_here_is_not(live: Live, played: bytes) -> None:
    imported = _load(live, played)["table"]
    assert imported["imported"]
    assert [past["imported"] for past in imported["past"]] == [True]

    async def play() -> Any:
        bots = [{"kind": "bot", "level": "random"}] * 2
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, *bots])
        async with host:
            await host.post("start")
            await play_on(host, random.Random(5))
        return (await host.api.get(f"/api/tables/{host.table_id}"))["table"]

    table = run(play())
    assert not table["imported"]
    assert [past["imported"] for past in table["past"]] == [False]


def test_an_imported_match_can_be_stepped_through_from_any_seat(live: Live, played: bytes) -> None:
    table = _load(live, played)["table"]
    for seat in ("", "?seat=0", "?seat=1", "?seat=2"):
        steps = _fetch(live, table["id"], f"replay/views{seat}").splitlines()
        assert len(steps) == len(played.splitlines()) - 2  # the header and the seal
        last = msgspec.json.decode(steps[-1])
        assert last["outcome"]["scores"] == table["past"][0]["outcome"]["scores"]


def test_a_match_without_a_promised_deal_can_be_imported(live: Live) -> None:
    match, rng = Match.start(get("jericho"), 3, 7), random.Random(7)
    while match.outcome is None:
        seat = min(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    log = dump_log(Log(match.header(), tuple(match.log)))
    table = _load(live, log)["table"]
    assert table["past"][0]["deal"] is None
    assert table["imported"]
    assert table["past"][0]["imported"]
    assert _fetch(live, table["id"], "replay") == log


def test_the_command_line_loads_a_match(
    live: Live, played: bytes, tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(played)
    assert main(["load", str(file), "--server", live.url]) == 0
    address = capsys.readouterr().out.strip()
    assert address.startswith(f"{live.url}/replay/")
    assert _fetch(live, address.rsplit("/", 1)[1], "replay") == played


def _cut(log: bytes) -> bytes:
    body = b"".join(split_seal(log)[0].splitlines(keepends=True)[:-3])
    return body + seal(body)


def _illegal(log: bytes) -> bytes:
    """Somebody acts twice: sealed afresh, but against the rules."""
    lines = split_seal(log)[0].splitlines(keepends=True)
    body = b"".join([*lines[:3], lines[2], *lines[3:]])
    return body + seal(body)


def _forged(log: bytes) -> bytes:
    """The last action scores more than it did: legal, folds, sealed afresh, and made up."""
    body = split_seal(log)[0]
    lines = [msgspec.json.decode(line) for line in body.splitlines()]
    for number in range(len(lines) - 1, 1, -1):
        for event in lines[number]["events"]:
            for name, value in event.items():
                if isinstance(value, str) and value.endswith(("-1", "-2", "-3")):
                    event[name] = value[:-1] + ("1" if value[-1] != "1" else "2")
                    changed = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
                    return changed + seal(changed)
    raise AssertionError("nothing to forge")


@pytest.mark.parametrize(
    "broken",
    [
        lambda log: b"",
        lambda log: b"\xff\x00" * 50,
        lambda log: b"[" * 100_000,
        lambda log: log.replace(b"wall", b"wail", 1),
        lambda log: log[:-80],
        lambda log: log.replace(b"mine", b"Mine"),
        _cut,
        _illegal,
        _forged,
    ],
)
def test_a_log_that_is_broken_changed_or_unfinished_is_refused(
    live: Live, played: bytes, broken: Any
) -> None:
    text = broken(played)
    assert text != played
    with pytest.raises(Refused) as refused:
        _load(live, text)
    assert refused.value.reason in ("server.bad_log", "server.log_not_over")


def test_a_log_that_is_too_large_is_refused(live: Live, played: bytes) -> None:
    with refuses("too_large"):
        _load(live, played + b" " * (4 * 1024 * 1024))
