"""Pages and servers of different versions meet, as they do while nodes are upgraded one by one."""

from typing import Any

import msgspec
import pytest

from quartett.client import Seat
from quartett.protocol.messages import PROTOCOL, Hello, Language
from server.live import Live, run
from server.raw import open_raw
from server.socket import protocol_2

PAGES_HELLO = {"type": "hello", "protocol": 3, "token": None, "language": "en", "seat": None}
"""What this version's page says first (`web/tests/connection.test.ts`)."""

YESTERDAYS = {"protocol": 2, "shows_round_ends": True}
"""A page of a build in which that was said at once."""

TOMORROWS = {"protocol": 9, "wears": {"a hat": [True]}}


def test_an_earlier_server_reads_what_a_page_of_this_version_says_first() -> None:
    earlier = msgspec.json.Decoder(protocol_2.ClientMessage)
    known = {"match": 1, "version": 17}
    for hello in (PAGES_HELLO, {**PAGES_HELLO, **known}):
        assert isinstance(earlier.decode(msgspec.json.encode(hello)), protocol_2.Hello)


def test_an_earlier_server_reads_what_a_program_of_this_version_says_first(live: Live) -> None:
    async def play() -> None:
        async with await Seat.create(live.url, "jericho", "Anna") as seat:
            said = msgspec.json.encode(seat._hello())
            msgspec.json.decode(said, type=protocol_2.ClientMessage)

    run(play())


def test_a_hello_never_grows() -> None:
    now, then = msgspec.inspect.type_info(Hello), msgspec.inspect.type_info(protocol_2.Hello)
    assert isinstance(now, msgspec.inspect.StructType)
    assert isinstance(then, msgspec.inspect.StructType)
    assert now.fields == then.fields
    assert Language == protocol_2.Language


@pytest.mark.parametrize("hello", [YESTERDAYS, TOMORROWS], ids=["yesterday's", "tomorrow's"])
def test_a_page_of_another_version_is_welcome(live: Live, hello: dict[str, Any]) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "Anna")
        raw = await open_raw(host, {"type": "hello", **hello})
        assert (await raw.next("snapshot", "bye"))["protocol"] == PROTOCOL
        await raw.socket.close()

    run(play())


def test_abilities_of_later_versions_are_nothing_to_complain_of(live: Live) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "Anna")
        raw = await open_raw(host)
        await raw.send({"type": "abilities", "shows_round_ends": True, "sings": ["alto"]})
        await raw.send({"type": "ping", "n": 7})
        assert (await raw.next("pong", "refused"))["type"] == "pong"
        await raw.socket.close()

    run(play())
