"""`quartett ratings` counts what is rated, names nobody, and computes it anew."""

import asyncio
from pathlib import Path

import pytest

from quartett.cli import main
from quartett.server.history.ratings import Counted
from quartett.server.history.recording import written
from quartett.server.store.opening import open_store
from server.history.test_ratings import keep_names, result


def test_ratings_are_counted_and_computed_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fill() -> None:
        store = await open_store(tmp_path / "quartett.db")
        await keep_names(store, "anna", "ben")
        for n in range(1, 4):
            match = Counted("jericho", n, "t", n, (("anna", 1), ("ben", 2)))
            await store.change(*written(result(match)))
        await store.close()

    asyncio.run(fill())
    counts = "jericho: 2 people, 3 matches\n"
    assert main(["ratings", "--data-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out == counts
    assert main(["ratings", "--data-dir", str(tmp_path), "--recompute"]) == 0
    assert capsys.readouterr().out == f"computed anew from 3 matches\n{counts}"
