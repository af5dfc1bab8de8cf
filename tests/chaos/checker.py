"""What was promised against what is there: nothing lost, nothing doubled, nothing leaked."""

from functools import partial
from typing import Any

import msgspec

from chaos.players import History, patiently
from quartett.core.errors import QuartettError


class Verdict(msgspec.Struct):
    """What became of the promises; all but the first should be 0."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    leaked: int = 0
    unfinished: int = 0
    remarks: list[str] = []
    """What explains a number that should be 0."""

    def add(self, other: "Verdict") -> None:
        """Count another one in."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def broken(self) -> int:
        """How many promises were not kept."""
        return self.lost + self.doubled + self.leaked + self.unfinished


async def check(history: History) -> Verdict:
    """Compare what the people of a table remember with the log that the server has."""
    found = Verdict(unfinished=0 if history.over else 1)
    host = history.seats[0]
    answered = [each for each in history.attempts if each.version is not None]
    found.acknowledged = len(answered)
    where = f"table {history.table} ({history.game})"
    if not history.over:
        found.remarks.append(f"{where} was not played to its end: {history.broken_off}")
    try:
        lines = (await patiently(host.replay, 150)).splitlines()
    except QuartettError as error:
        found.lost = len(answered)
        found.remarks.append(f"{where}: its log is not to be had: {error!r} {error}")
        return found
    entries = [each for each in map(msgspec.json.decode, lines) if "events" in each]
    by_version = _by_version(entries)
    for attempt in answered:
        assert attempt.version is not None
        entry = by_version.get(attempt.version)
        if entry is None or not _is(entry, attempt.seat, attempt.action):
            found.lost += 1
            found.remarks.append(f"{where}: version {attempt.version} is not in the log")
    found.doubled = _doubled(history, entries)
    if history.over:
        found.leaked = await _leaked(history)
    return found


def _by_version(entries: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """The entries by the version that each led to."""
    version, found = 0, {}
    for entry in entries:
        version += len(entry["events"])
        found[version] = entry
    return found


def _is(entry: dict[str, Any], seat: int, action: Any) -> bool:
    if entry.get("seat") != seat:
        return False
    told = entry.get("action")
    # Others' actions are not told while a match runs; a default may be left out of an action.
    return told is None or all(action.get(name) == value for name, value in told.items())


def _doubled(history: History, entries: list[dict[str, Any]]) -> int:
    """How many actions are in the log that nobody asked for so often."""
    count = 0
    for seat in range(len(history.seats)):
        asked = [each for each in history.attempts if each.seat == seat]
        acted = [entry for entry in entries if entry.get("seat") == seat]
        wanted = [each for each in asked if not each.refused]
        count += max(0, len(acted) - len(wanted))
    versions = [each.version for each in history.attempts if each.version is not None]
    return count + len(versions) - len(set(versions))


async def _leaked(history: History) -> int:
    """How often somebody was shown what their seat could not see, by the finished match."""
    count = 0
    for number, seat in enumerate(history.seats):
        path = f"/api/tables/{history.table}/replay/views?seat={number}"
        found = await patiently(partial(seat.api.fetch, path))
        steps = [msgspec.json.decode(line) for line in found.splitlines()]
        version, views = 0, {}
        for step in steps:
            version += len(step["events"])
            views[version] = step["view"]
        shown = [each for each in seat.received if each["type"] in ("snapshot", "events")]
        for message in shown:
            if message["view"] is None:
                continue
            if views.get(message["version"]) != message["view"]:
                count += 1
    return count
