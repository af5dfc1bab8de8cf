"""The key that signs tokens is in the database; one that could be guessed is refused."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from itsdangerous import URLSafeSerializer

from quartett.cli import main
from quartett.core.errors import FormatError
from quartett.server.learning.deals import FIRST_DAYS
from quartett.server.store.backup import backup, restore
from quartett.server.store.opening import open_store
from quartett.server.store.secrets import (
    ACTIVATION_MS,
    DAY_MS,
    DERIVED,
    KEY_NAME,
    KEYS_NAME,
    Key,
    Keyring,
    Purpose,
    keyring,
    rotate,
    signing_key,
    stored_keys,
)
from quartett.server.store.store import Store
from quartett.server.tokens import Known, Tokens
from server.store.stores import ENGINES, execute, play
from server.store_databases import fresh_database

ME = Known("me", "me")

LONG = "long enough to be a key"


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a fresh database of each engine."""
    monkeypatch.delenv("QUARTETT_SECRET", raising=False)
    return fresh_database(request.param, tmp_path)


def test_the_key_is_made_once_and_kept_in_the_database(url: str, tmp_path: Path) -> None:
    keys: list[str] = []

    async def ask(store: Store) -> None:
        other = await open_store(url)
        keys.extend(
            await asyncio.gather(*(signing_key(each, tmp_path) for each in (store, other) * 3))
        )
        await other.close()

    play(url, ask, ask)
    assert len(keys) == 12
    assert len(set(keys)) == 1
    assert len(keys[0]) >= 43
    assert not (tmp_path / "signing.key").exists()


def test_the_key_in_0_1s_file_is_taken_over_once(url: str, tmp_path: Path) -> None:
    file = tmp_path / "signing.key"
    file.write_text(LONG)

    async def ask(store: Store) -> None:
        assert await signing_key(store, tmp_path) == LONG
        file.write_text("another one, put there later")

    play(url, ask, ask)


@pytest.mark.parametrize("key", ["", " " * 40, "fifteen letters"])
def test_an_empty_or_short_key_is_refused_wherever_it_comes_from(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    async def refuse(store: Store, where: str) -> None:
        with pytest.raises(FormatError, match="at least 16 characters") as error:
            await signing_key(store, tmp_path)
        assert where in str(error.value)
        assert key not in str(error.value) or not key.strip()

    async def scenario(store: Store) -> None:
        (tmp_path / "signing.key").write_text(key)
        await refuse(store, "signing.key")
        (tmp_path / "signing.key").unlink()
        monkeypatch.setenv("QUARTETT_SECRET", key)
        await refuse(store, "QUARTETT_SECRET")
        monkeypatch.delenv("QUARTETT_SECRET")
        await signing_key(store, tmp_path)
        await execute(url, f"UPDATE settings SET value = '{key}' WHERE name = '{KEY_NAME}'")
        await refuse(store, "database")

    play(url, scenario)


def test_a_given_key_comes_first_and_is_not_stored(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        monkeypatch.setenv("QUARTETT_SECRET", LONG)
        assert await signing_key(store, tmp_path) == LONG
        assert await store.setting(KEY_NAME) is None

    play(url, scenario)


def test_a_key_file_that_cannot_be_read_is_named(url: str, tmp_path: Path) -> None:
    (tmp_path / "signing.key").mkdir()

    async def scenario(store: Store) -> None:
        with pytest.raises(FormatError, match=r"signing\.key"):
            await signing_key(store, tmp_path)

    play(url, scenario)


def _old_key(url: str) -> Any:
    return execute(url, f"INSERT INTO settings VALUES ('{KEY_NAME}', '{LONG}')")


async def _reads(keys: Keyring, cookie: str) -> bool:
    return Tokens(keys).browser(cookie) == ME


def test_what_0_1_and_its_successors_signed_opens_whatever_the_keys_are_now(
    url: str, tmp_path: Path
) -> None:
    before = URLSafeSerializer(LONG, salt="quartett.browser").dumps("me")

    async def scenario(store: Store) -> None:
        await _old_key(url)
        assert await _reads(await keyring(store, tmp_path), before)
        await rotate(store, tmp_path, DAY_MS, at_once=True)
        assert await _reads(await keyring(store, tmp_path), before)

    play(url, scenario)


def test_keys_are_changed_without_anybody_noticing(url: str, tmp_path: Path) -> None:
    async def scenario(store: Any) -> None:
        start: int = await store.now()
        one, other = await keyring(store, tmp_path), await keyring(store, tmp_path)
        first = Tokens(one).for_browser(ME)
        await rotate(store, tmp_path, DAY_MS)
        clock = {"now": start}

        async def now() -> int:
            return clock["now"]

        store.now = now
        # One server has seen the new key and the other has not: each opens what the other signs.
        await one.refresh(store)
        assert Tokens(one).for_browser(ME) == first
        await other.refresh(store)
        clock["now"] += ACTIVATION_MS + 5000
        await one.refresh(store)
        second = Tokens(one).for_browser(ME)
        assert second != first
        assert await _reads(other, second)
        assert await _reads(one, first)
        assert Tokens(one).for_person("t", "p") != Tokens(other).for_person("t", "p")
        # After the overlap only the new one is left.
        clock["now"] += DAY_MS
        await one.refresh(store)
        assert not await _reads(one, first)
        assert await _reads(one, second)
        # What was dealt on a day stays what it was.
        assert one.signing(start) == other.signing(start)
        assert one.signing(start) != one.signing(clock["now"])

    play(url, scenario)


def test_a_key_that_became_known_opens_nothing_within_a_minute(url: str, tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        keys = await keyring(store, tmp_path)
        known = Tokens(keys).for_browser(ME)
        await rotate(store, tmp_path, 0, at_once=True)
        await keys.refresh(store)
        assert not await _reads(keys, known)
        assert await _reads(keys, Tokens(keys).for_browser(ME))

    play(url, scenario)


def test_a_new_key_that_nobody_signs_with_yet_is_not_replaced(url: str, tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        await rotate(store, tmp_path, DAY_MS)
        with pytest.raises(FormatError, match="about to be used"):
            await rotate(store, tmp_path, DAY_MS)

    play(url, scenario)


def test_a_retired_key_is_kept_for_as_long_as_deals_are_shown_and_no_longer(
    url: str, tmp_path: Path
) -> None:
    shown_ms = (FIRST_DAYS + 1) * DAY_MS

    async def scenario(store: Store) -> None:
        now, minute = await store.now(), 60_000
        retired = [
            Key(LONG + " forgotten", 1, now - shown_ms - minute),
            Key(LONG + " kept", 2, now - shown_ms + minute),
            Key(LONG, 3),
        ]
        await store.remember(KEYS_NAME, msgspec.json.encode(retired).decode())
        kept = await rotate(store, tmp_path, DAY_MS, at_once=True)
        assert [key.since for key in kept[:-1]] == [2, 3]
        assert await stored_keys(store) == kept

    play(url, scenario)


def test_each_purpose_has_a_key_of_its_own() -> None:
    keys = Keyring([Key(DERIVED + LONG)])
    purposes: tuple[Purpose, ...] = ("links", "cookies", "deals", "push")
    found = {keys.of(each)[0] for each in purposes}
    assert len(found) == len(purposes)
    assert all(LONG not in each for each in found)
    assert Keyring([Key(LONG)]).of("push") != [LONG]


def test_keys_go_into_backups_and_come_back_all_together(url: str, tmp_path: Path) -> None:
    two = fresh_database("sqlite", tmp_path)

    async def make(store: Store) -> None:
        await rotate(store, tmp_path, DAY_MS, at_once=True)
        await backup(url, tmp_path, tmp_path / "backup")

    async def same(store: Store) -> None:
        await restore(two, tmp_path / "backup")
        found = await stored_keys(store)
        assert len(found) == 2
        other = await open_store(url)
        assert found == await stored_keys(other)
        await other.close()

    play(url, make)
    play(two, same)


def test_the_command_shows_when_keys_are_used_and_never_the_keys(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--database", url, "--data-dir", str(tmp_path)]
    assert main(["keys", "list", *options]) == 0
    assert capsys.readouterr().out == "signs from the start, accepted with no end date\n"
    assert main(["keys", "rotate", "--overlap-days", "2", *options]) == 0
    told = capsys.readouterr().out
    assert told.count("\n") == 2
    assert DERIVED not in told
    assert main(["keys", "rotate", "--overlap-days", "-1", *options]) == 2
    assert "--overlap-days" in capsys.readouterr().err


def test_keys_from_the_environment_open_beside_the_ones_before(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        monkeypatch.setenv("QUARTETT_SECRET", LONG)
        before = Tokens(await keyring(store, tmp_path)).for_browser(ME)
        new = "another key of some length"
        early = await keyring(store, tmp_path, LONG, [new])
        late = await keyring(store, tmp_path, new, [LONG])
        assert Tokens(early).for_browser(ME) == before
        assert Tokens(late).for_browser(ME) != before
        assert await _reads(late, before)
        assert await _reads(early, Tokens(late).for_browser(ME))
        with pytest.raises(FormatError, match="QUARTETT_OLD_SECRETS"):
            await keyring(store, tmp_path, new, ["short"])

    play(url, scenario)
