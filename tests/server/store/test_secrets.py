"""The key that signs tokens is in the database; one that could be guessed is refused."""

import asyncio
from pathlib import Path

import pytest

from quartett.core.errors import FormatError
from quartett.server.store.opening import open_store
from quartett.server.store.secrets import KEY_NAME, signing_key
from quartett.server.store.store import Store
from server.store.stores import ENGINES, execute, play
from server.store_databases import fresh_database

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
