"""What strangers once set up for their notices does not stay for ever, and nobody else's goes."""

from pathlib import Path

import pytest

from quartett.server.notices import channels
from quartett.server.store.opening import open_store
from quartett.server.store.store import Statement
from server.live import run
from server.store.stores import ADD_PERSON, table

LATER = 1000


def channel(id: str, who: str, made_at: int) -> Statement:
    """An e-mail address."""
    query = (
        "INSERT INTO channels (id, who, kind, address, language, made_at, code_tries, label, keys)"
        " VALUES (?1, ?2, 'mail', ?1, 'en', ?3, 0, '', '')"
    )
    return query, (id, who, made_at)


def quiet(who: str) -> Statement:
    """Quiet hours at night."""
    return "INSERT INTO quiet_hours VALUES (?1, 'UTC', 1320, 420)", (who,)


def test_old_channels_of_guests_without_a_table_go_and_no_others(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "AT_ONCE", 2)

    async def scenario() -> None:
        store = await open_store(url)
        await store.create(table(1, "t", "over", browsers=("sits",)))
        await store.change(
            (
                f"{ADD_PERSON} ('P', 'P', 'keeps', 'P', 1, '')",
                (),
            ),
            *(channel(f"a{n}", f"gone{n}", LATER - 1) for n in range(3)),
            channel("b", "sits", LATER - 1),
            channel("c", "keeps", LATER - 1),
            channel("d", "new", LATER),
            *(quiet(who) for who in ("gone0", "gone1", "gone2", "keeps", "new", "sits")),
        )
        await channels.forget_strangers(store, LATER)
        left = await store.rows("SELECT id FROM channels ORDER BY id")
        assert [id for (id,) in left] == ["b", "c", "d"]
        hours = await store.rows("SELECT who FROM quiet_hours ORDER BY who")
        assert [who for (who,) in hours] == ["keeps", "new", "sits"]
        await store.close()

    run(scenario())
