"""However long a match is, reading it holds up nobody else and comes in pieces."""

import gzip
import hashlib
import json
import statistics
import threading
import time
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import pytest

from playing import finished
from quartett.client import Refused, Seat
from quartett.core.log import dump_log, split_seal
from server.learning.surfer import Surfer
from server.live import Live, run


def _ask(seat: Seat, what: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection(urlsplit(seat.api.server).netloc)
    connection.request("GET", f"/api/tables/{seat.table_id}/{what}", headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def _steps(text: bytes) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_replay_can_be_read_a_few_steps_at_a_time(played: Seat) -> None:
    whole = _steps(_ask(played, "replay/views?seat=0")[1])
    found: list[Any] = []
    path: str | None = "replay/views?seat=0&limit=7"
    while path:
        answer, text = _ask(played, path)
        part = _steps(text)
        assert len(part) <= 7
        found += part
        link = answer.headers.get("link")
        path = link[1 : link.index(">")].partition(f"{played.table_id}/")[2] if link else None
    assert found == whole
    assert len(whole) > 14


def test_a_page_beyond_the_end_is_empty(played: Seat) -> None:
    answer, text = _ask(played, "replay/views?from=100000")
    assert (answer.status, text, answer.headers.get("link")) == (200, b"", None)


@pytest.mark.parametrize("query", ["from=x", "limit=-1", "limit=1.5"])
def test_a_page_that_cannot_be_is_refused(played: Seat, query: str) -> None:
    async def look() -> None:
        with pytest.raises(Refused) as refused:
            await played.api.fetch(f"/api/tables/{played.table_id}/replay/views?{query}")
        assert refused.value.reason == "server.no_such_step"

    run(look())


@pytest.mark.parametrize("what", ["replay", "replay/views?seat=1"])
def test_long_answers_come_in_pieces_packed_or_not(played: Seat, what: str) -> None:
    answer, plain = _ask(played, what)
    packed_answer, packed = _ask(played, what, **{"accept-encoding": "gzip"})
    assert answer.headers["transfer-encoding"] == "chunked"
    assert packed_answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain)


def test_a_log_in_pieces_has_its_seal(played: Seat) -> None:
    body, seal = split_seal(_ask(played, "replay")[1])
    assert json.loads(seal)["sha256"] == hashlib.sha256(body).hexdigest()


def test_heavy_reads_leave_other_tables_quick(live: Live) -> None:
    """Several read and step through the longest match there can be, and others play meanwhile.

    Compared within one run: a match on the event loop would hold up each move for seconds.
    """
    guest = Surfer(live)
    log = dump_log(finished("photo_rummy", 5, 4, rounds=6).record())
    table = guest.bring(log)["table"]["id"]
    assert guest.status == 201
    ended = threading.Event()
    read = [0, 0, 0]

    def read_on(number: int, what: str) -> None:
        while not ended.is_set():
            connection = HTTPConnection(urlsplit(live.url).netloc)
            connection.request("GET", f"/api/tables/{table}/{what}")
            read[number] += len(connection.getresponse().read())
            connection.close()

    async def median_ms(moves: int) -> float:
        bots = [{"kind": "bot", "level": "random"}] * 2
        took: list[float] = []
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, *bots])
        async with host:
            await host.post("start")
            while len(took) < moves and await host.turn():
                began = time.perf_counter()
                await host.act(host.legal[0])
                took.append(time.perf_counter() - began)
        return statistics.median(took) * 1000

    alone = run(median_ms(12))
    ways = ("replay/views?seat=0", "replay/views", "replay")
    readers = [threading.Thread(target=read_on, args=each) for each in enumerate(ways)]
    for reader in readers:
        reader.start()
    try:
        beside = run(median_ms(12))
    finally:
        ended.set()
        for reader in readers:
            reader.join()
    assert min(read) > len(log), "nobody read a whole match meanwhile"
    assert beside < 30 * alone + 500, f"{beside:.0f} ms beside heavy reads, {alone:.0f} without"
