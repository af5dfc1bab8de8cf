"""Deals that anyone can check, from the promise to the last shuffle."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from quartett.cli import main
from quartett.client import Refused, Seat
from quartett.core.commitment import combine, commit
from server.live import Live, play_on, run, sit_down


def test_a_match_played_here_is_verified_and_a_changed_one_is_not(
    live: Live, tmp_path: Path, capsys: Any
) -> None:
    async def play() -> tuple[Seat, str, bytes]:
        seats = await sit_down(live.url, "jericho", ["A", "B", "C"], contribution="my own words")
        promised = seats[0].table["commitment"]
        async with seats[0], seats[1], seats[2]:
            await seats[1].send({"type": "contribute", "text": "and mine"})
            with pytest.raises(Refused):  # messages are answered in order: it has arrived
                await seats[1].ask({"type": "undo"})
            await seats[0].post("start")
            await asyncio.gather(*(play_on(seat, random.Random(i)) for i, seat in enumerate(seats)))
            await seats[0].until(lambda: seats[0].table["status"] == "over")
            return seats[0], promised, await seats[0].replay()

    seat, promised, log = run(play())
    shown = seat.table["past"][0]
    assert shown["deal"]["commitment"] == promised == commit(shown["deal"]["secret"])
    assert list(shown["deal"]["contributions"]) == ["my own words", "and mine"]
    assert shown["seed"] == combine(shown["deal"]["secret"], shown["deal"]["contributions"])
    file = tmp_path / "match.jsonl"
    file.write_bytes(log)
    assert main(["verify", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    middle = len(log) // 2
    file.write_bytes(log[:middle] + bytes([log[middle] ^ 1]) + log[middle + 1 :])
    assert main(["verify", str(file)]) != 0
    capsys.readouterr()


def test_a_timed_match_played_here_is_verified(live: Live, tmp_path: Path, capsys: Any) -> None:
    options = {"target": 10, "countdown_ms": 0, "hand_ms": 0, "stalemate_ms": 50, "cards": 16}

    async def play() -> bytes:
        seats = await sit_down(live.url, "flow", ["A", "B", "C"], options=options)
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            await asyncio.gather(*(play_on(seat, random.Random(i)) for i, seat in enumerate(seats)))
            return await seats[0].replay()

    file = tmp_path / "match.jsonl"
    file.write_bytes(run(play()))
    assert main(["verify", str(file)]) == 0
    capsys.readouterr()
