"""A live server against whatever a machine can think of."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok

from quartett.client import Seat
from server.live import Live, run, sit_down
from server.raw import open_raw


@schemathesis.serializer("application/jsonl")
def _lines(_context: Any, value: Any) -> Any:
    return str(value).encode("utf-8", "replace")


KINDS = ["act", "undo", "catch_up", "focus", "draft", "hint", "say", "contribute", "pong", "x"]

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
fields = st.dictionaries(
    st.sampled_from(["id", "action", "version", "match", "seat", "phrase", "text", "n", "draft"]),
    values,
)
messages = st.builds(lambda kind, rest: {"type": kind, **rest}, st.sampled_from(KINDS), fields)


@pytest.fixture(scope="module")
def running(live: Live) -> Seat:
    """A seat at a running table."""

    async def start() -> Seat:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"], chat="free")
        await seats[0].post("start")
        return seats[0]

    seat: Seat = run(start())
    return seat


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(batch=st.lists(messages | values | st.text(max_size=50), max_size=30))
def test_no_message_breaks_a_table(running: Seat, batch: list[Any]) -> None:
    async def pester() -> None:
        raw = await open_raw(running)
        await raw.next("snapshot")
        for message in batch:
            await raw.send(message)
        await raw.send({"type": "ping", "n": 4711})
        while (await raw.next("pong"))["n"] != 4711:
            pass
        wrong = [m for m in raw.received if m.get("reason") == "server.went_wrong"]
        assert not wrong
        await raw.socket.close()

    run(pester())


def test_the_http_api_keeps_to_its_own_description(live: Live) -> None:
    schema = schemathesis.openapi.from_url(f"{live.url}/api/openapi.json")
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        _try(found.ok(), live)


def _try(operation: Any, live: Live) -> None:
    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def keeps_its_word(case: Any) -> None:
        response = case.call(base_url=live.url)
        assert response.status_code < 500, response.text
        case.validate_response(response, checks=[not_a_server_error])

    keeps_its_word()
