"""A table under everything that guests can do, in any order: what must always hold, holds."""

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import event as note
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from patience import PATIENCE_SECONDS
from quartett.client import Api, Refused, Seat
from quartett.core.match import AnyMatch
from quartett.games import get
from server.live import Live, live_server
from server.raw import Raw, open_raw

PEOPLE = 3
who = st.integers(0, PEOPLE - 1)
GAME = get("jericho")


class Connection:
    """Somebody at the table, as far as a test remembers: the socket, and all that it was told."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.raw: Raw | None = None
        self.told: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []

    @property
    def now(self) -> dict[str, Any]:
        """What was last seen of the match."""
        shown = [m for m in self.told if m["type"] in ("snapshot", "events")]
        return shown[-1] if shown else {"legal": [], "match": 0, "version": 0}


class TableMachine(RuleBasedStateMachine):
    """Three people at one Jericho table, on a server that may be stopped and started."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.guests: list[Connection] = []
        self.acknowledged: dict[tuple[int, int, str], int] = {}
        self.restarts = self.number = 0
        self._serve(0)

    def _serve(self, port: int) -> None:
        self.server = live_server(Path(self.folder.name), port=port)
        self.live: Live = self.server.__enter__()

    def teardown(self) -> None:
        """Compare all that was told with what was allowed, then clear up."""
        note(f"acknowledged: {len(self.acknowledged) // 20 * 20}")
        try:
            if self.guests:
                self._check_all_that_was_told()
        finally:
            for guest in self.guests:
                self._hang_up(guest)
            self.server.__exit__(None, None, None)
            self.runner.close()
            self.folder.cleanup()

    # What people do

    @initialize(others=st.sampled_from([2, 2, 2, 1, 0]), begin=st.sampled_from([True, True, False]))
    def create(self, others: int, begin: bool) -> None:
        """A table; mostly everybody comes at once, and mostly the match begins."""
        wish: dict[str, Any] = {"seats": [{}] * PEOPLE, "away_seconds": None}
        host = self._run(Seat.create(self.live.url, "jericho", "0", **wish))
        self.guests.append(Connection(host))
        for person in range(others):
            self.join()
            self.connect(person + 1)
        if begin:
            self._post(0, "start")
            self.connect(0)

    @precondition(lambda self: len(self.guests) < PEOPLE)
    @rule()
    def join(self) -> None:
        name = str(len(self.guests))
        with suppress(Refused):  # everybody may have left
            self.guests.append(Connection(self._run(Seat.join(self.guests[0].seat.url, name))))

    @rule(person=who, seat=st.integers(0, 4))
    def sit(self, person: int, seat: int) -> None:
        self._post(person, "sit", seat=seat)

    @rule(person=who, seat=st.integers(0, 4))
    def stand(self, person: int, seat: int) -> None:
        self._post(person, "stand", seat=seat)

    @rule(person=who, what=st.sampled_from(["start", "start", "rematch", "leave"]))
    def ask(self, person: int, what: str) -> None:
        self._post(person, what)

    @rule(person=who)
    def connect(self, person: int) -> None:
        guest = self._guest(person)
        self._hang_up(guest)
        hello = {"type": "hello", "token": guest.seat.token}
        if guest.told:
            hello |= {"match": guest.now["match"], "version": guest.now["version"]}
        guest.raw = self._run(open_raw(guest.seat, hello))
        if self._wait_for(guest, "snapshot", "bye")["type"] == "bye":
            self._hang_up(guest)

    @rule(person=who)
    def disconnect(self, person: int) -> None:
        self._hang_up(self._guest(person))

    @rule(person=who, choice=st.integers(0, 30), count=st.integers(1, 2))
    def act(self, person: int, choice: int, count: int) -> None:
        """Something legal as far as is known; what is known may be old by now."""
        guest = self._guest(person)
        if legal := guest.now["legal"]:
            self.number += 1
            act = {"type": "act", "id": f"a{self.number}", "action": legal[choice % len(legal)]}
            for _ in range(count):
                self._act(person, act)

    @rule(rounds=st.integers(1, 25), choice=st.integers(0, 30))
    def play_rounds(self, rounds: int, choice: int) -> None:
        """Everybody who is there plays on; with luck to the end."""
        for number in range(rounds * len(self.guests)):
            if self._guest(number).raw is None:
                self.connect(number)
            self.catch_up(number, 0, 0)
            self.act(number, choice, 1)

    @rule(person=who, choice=st.integers(0, 30))
    def act_again(self, person: int, choice: int) -> None:
        guest = self._guest(person)
        if guest.sent:
            self._act(person, guest.sent[choice % len(guest.sent)])

    @rule(person=who, action=st.sampled_from([None, 7, {}, {"type": "wall", "card": "red-99"}]))
    def act_wrongly(self, person: int, action: Any) -> None:
        answer = self._act(person, {"type": "act", "id": "wrong", "action": action})
        assert answer is None or answer["type"] == "refused"

    @rule(person=who, match=st.integers(0, 3), version=st.integers(0, 40))
    def catch_up(self, person: int, match: int, version: int) -> None:
        guest = self._guest(person)
        if guest.raw is not None:
            asked = {"type": "catch_up", "match": match, "version": version}
            self._run(guest.raw.send(asked))
            self._wait_for(guest, "snapshot", "events")

    @precondition(lambda self: self.restarts < 1)
    @rule()
    def restart(self) -> None:
        self.restarts += 1
        port = int(self.live.url.rsplit(":", 1)[1])
        for guest in self.guests:
            self._hang_up(guest)
        self.server.__exit__(None, None, None)
        self._serve(port)

    # What must always hold

    @invariant()
    def versions_only_grow_along_a_connection(self) -> None:
        for guest in self.guests:
            told = [m for m in guest.told if m["type"] == "events"]
            assert all(m["since"] <= m["version"] for m in told)
            assert all(len(m["events"]) == m["version"] - m["since"] for m in told)

    @invariant()
    def what_was_acknowledged_is_kept(self) -> None:
        table = self._table()
        if table is None or table.now.play is None:
            return
        for (match, seat, id), version in self.acknowledged.items():
            if match == table.now.doc.match:
                assert table.now.play.answered[seat, id] == version

    def _check_all_that_was_told(self) -> None:
        """Every view and event is exactly what its viewer may know, at every version."""
        table = self._table()
        played = (
            {}
            if table is None or table.now.play is None
            else {table.now.doc.match: table.now.play.match}
        )
        for guest in self.guests:
            for message in guest.told:
                if message["type"] in ("snapshot", "events") and message.get("view"):
                    match = played.get(message["match"])
                    if match is not None:
                        _check_message(match, message)

    # How it is done

    def _run(self, coroutine: Any) -> Any:
        return self.runner.run(asyncio.wait_for(coroutine, PATIENCE_SECONDS))

    def _guest(self, person: int) -> Connection:
        return self.guests[person % len(self.guests)]

    def _table(self) -> Any:
        if not self.guests:
            return None
        actor = self.live.tables._actors.get(self.guests[0].seat.table_id)
        return actor if actor else None

    def _post(self, person: int, what: str, **body: Any) -> None:
        guest = self._guest(person)
        api = Api(self.live.url, guest.seat.token)
        reason = None
        try:
            self._run(api.post(f"/api/tables/{guest.seat.table_id}/{what}", **body))
        except Refused as refused:
            reason = refused.reason
        assert reason != "server.went_wrong"

    def _act(self, person: int, act: dict[str, Any]) -> dict[str, Any] | None:
        guest = self._guest(person)
        if guest.raw is None:
            return None
        self._run(guest.raw.send(act))
        answer = self._wait_for(guest, "ack", "refused")
        if answer["type"] == "ack":
            self._note(guest, act, answer)
        assert answer.get("reason") != "server.went_wrong"
        return answer

    def _note(self, guest: Connection, act: dict[str, Any], answer: dict[str, Any]) -> None:
        table = self._table()
        viewer = guest.now["view"]["viewer"]
        key = (table.now.doc.match, viewer, act["id"])
        assert self.acknowledged.setdefault(key, answer["version"]) == answer["version"]
        guest.sent.append(act)

    def _wait_for(self, guest: Connection, *kinds: str) -> dict[str, Any]:
        assert guest.raw is not None
        seen = len(guest.raw.received)
        answer: dict[str, Any] = self._run(guest.raw.next(*kinds))
        guest.told += guest.raw.received[seen:]
        return answer

    def _hang_up(self, guest: Connection) -> None:
        if guest.raw is not None:
            self._run(guest.raw.socket.close())
            guest.raw = None


def _check_message(match: AnyMatch, message: dict[str, Any]) -> None:
    events = [event for entry in match.log for event in entry.events]
    viewer = message["view"]["viewer"]
    state = GAME.fold(match.bare, events[: message["version"]])
    assert message["view"] == _plain(GAME.view(state, viewer))
    since = message["since"] if message["since"] is not None else message["version"]
    state = GAME.fold(match.bare, events[:since])
    for told, event in zip(message["events"], events[since : message["version"]], strict=True):
        assert told == _plain(GAME.redact(event, state, viewer))
        state = GAME.evolve(state, event)


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


USUAL = settings(
    max_examples=8, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = USUAL


@pytest.mark.long
def test_a_table_holds_through_hundreds_of_lives() -> None:
    run_state_machine_as_test(TableMachine, settings=settings(USUAL, max_examples=300))
