"""Bots that a server's owner brings along: seated by name, and never able to stall a table."""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from ports import free_port
from quartett.client import Api, Seat
from quartett.core.errors import FormatError
from quartett.core.match import Match
from quartett.games import get
from quartett.server.bots.own_bots import own_bots
from quartett.server.bots.pool import Lane
from quartett.server.options import SECRET_VARIABLES
from quartett.server.settings import Settings
from quartett.server.shared.services import Services
from server.live import Live, live_server, play_on, run
from server.refusing import refuses

FILE = Path(__file__).with_name("own_bots.py")
NAMES = (
    "First",
    "Raises",
    "Sleeps",
    "Dies",
    "Exits",
    "Interrupts",
    "SaysExit",
    "Nonsense",
    "Patient",
)


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with bots of its owner's, which may think for a moment only."""
    own = tuple(f"{FILE}:{name}" for name in NAMES)
    with live_server(tmp_path_factory.mktemp("owned"), bots=own, bot_seconds=0.3) as running:
        yield running


async def _table(live: Live, game: str, *bots: str, **wish: Any) -> Seat:
    seats = [{}, *({"kind": "bot", "level": name} for name in bots)]
    return await Seat.create(live.url, game, "Anna", seats=seats, **wish)


def _actions(live: Live, seat: Seat, number: int) -> list[Any]:
    """What was played from a seat so far."""
    play = live.table(seat.table_id).now.play
    return [entry.action for entry in play.match.log if entry.seat == number]


def test_an_own_bot_is_offered_and_seated_by_its_name(owned: Live) -> None:
    async def play() -> None:
        games = (await Api(owned.url).get("/api/games"))["games"]
        levels = {game["id"]: game["levels"] for game in games}
        assert levels["jericho"] == ["random", "easy", "medium", "hard", "master", *NAMES]
        assert "First" not in levels["souvenirs"]  # it names its games
        async with await _table(owned, "jericho", "First", "First") as seat:
            assert [each["level"] for each in seat.table["seats"]] == [None, "First", "First"]
            await seat.post("start")
            failures = owned.tables.services.metrics.bot_failures
            await play_on(seat, random.Random(1), 5)
            assert _actions(owned, seat, 1)
            assert owned.tables.services.metrics.bot_failures == failures

    run(play())


def test_an_own_bot_of_another_game_is_refused(owned: Live) -> None:
    with refuses("no_such_level"):
        run(_table(owned, "souvenirs", "First"))


@pytest.mark.parametrize(
    "name", ["Raises", "Sleeps", "Dies", "Exits", "Interrupts", "SaysExit", "Nonsense"]
)
def test_a_bad_bot_never_stalls_a_table(owned: Live, name: str) -> None:
    async def play() -> None:
        failures = owned.tables.services.metrics.bot_failures
        async with await _table(owned, "souvenirs", name) as seat:
            await seat.post("start")
            await play_on(seat, random.Random(1), 2)
            await seat.turn()
            assert _actions(owned, seat, 1)
        assert owned.tables.services.metrics.bot_failures > failures
        assert await Api(owned.url).get("/readyz"), "the server goes on"

    run(play())


def test_bad_bots_do_not_hold_up_good_ones(owned: Live) -> None:
    async def play() -> None:
        async with await _table(owned, "jericho", "Sleeps", "easy") as seat:
            await seat.post("start")
            await play_on(seat, random.Random(1), 2)
            assert _actions(owned, seat, 2)

    run(play())


async def _acts_on_some_deal(live: Live, name: str) -> None:
    """Deal until the bot acts: some deals leave both with nothing that fits, so that they wait."""
    options = {"countdown_ms": 0, "hand_ms": 0}
    while True:
        async with await _table(live, "flow", name, options=options) as seat:
            await seat.post("start")
            playing = asyncio.create_task(play_on(seat, random.Random(2)))
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    while not _actions(live, seat, 1):
                        await asyncio.sleep(0.02)
                return
            except TimeoutError:
                continue
            finally:
                playing.cancel()


@pytest.mark.parametrize("name", ["Raises", "Nonsense"])
def test_a_bad_bot_plays_on_where_time_counts(owned: Live, name: str) -> None:
    run(_acts_on_some_deal(owned, name))


def test_a_bot_that_waits_is_woken_by_something_new_to_do(owned: Live) -> None:
    run(_acts_on_some_deal(owned, "Patient"))


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("nowhere.py:First", "nowhere.py"),
        (f"{FILE}:Nobody", "Nobody"),
        ("First", "file.py:Class"),
        (f"{FILE}:easy", "easy"),
    ],
)
def test_an_unusable_bot_ends_the_start_with_a_word(spec: str, why: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "quartett", "serve", "--no-open", "--port", "0"]
    ended = subprocess.run(
        [*command, "--data-dir", str(tmp_path), "--bot", spec],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert ended.returncode == 2
    assert why in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("ending", ["sys.exit()", "raise KeyboardInterrupt", "os._exit(0)"])
def test_a_file_that_ends_its_program_as_it_is_loaded_is_refused(
    ending: str, tmp_path: Path
) -> None:
    file = tmp_path / "ends.py"
    file.write_text(f"import os, sys\n{ending}\n")
    with pytest.raises(FormatError, match="cannot be used"):
        own_bots([f"{file}:Nobody"])


def test_bots_inherit_no_secrets(tmp_path: Path) -> None:
    hidden = {name: f"hidden-{name}-of-the-server" for name in SECRET_VARIABLES}
    hidden["QUARTETT_DATABASE"] = f"sqlite:///{tmp_path}/hidden.db"
    told = tmp_path / "told"
    environment = {**os.environ, **hidden, "TELLS": str(told)}
    port = free_port()
    place = ["--no-open", "--port", str(port), "--data-dir", str(tmp_path), "--think-ms", "0", "0"]
    command = [sys.executable, "-m", "quartett", "serve", *place, "--bot", f"{FILE}:Tells"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline()
            url = f"http://127.0.0.1:{port}"
            run(_until_told(url, told))
        finally:
            server.terminate()
    assert (tmp_path / "hidden.db").exists(), "the server itself read them"
    for name, value in hidden.items():
        assert name not in told.read_text()
        assert value not in told.read_text()


async def _until_told(url: str, told: Path) -> None:
    seats = [{}, {"kind": "bot", "level": "Tells"}]
    async with await Seat.create(url, "souvenirs", "Anna", seats=seats) as seat:
        await seat.post("start")
        playing = asyncio.create_task(play_on(seat, random.Random(1)))
        while not told.exists() or not told.read_text():
            await asyncio.sleep(0.02)
        playing.cancel()


def test_the_log_says_which_bot_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    services = Services(Settings(data_dir=tmp_path, bots=(f"{FILE}:Raises",)))
    match = Match.start(get("jericho"), 3, 1)
    seat = min(match.to_act)
    run(services.bots.choose(Lane(), match.game, "Raises", match.view(seat), match.legal(seat)))
    services.bots.close()
    (said,) = map(json.loads, capsys.readouterr().err.splitlines())
    assert (said["event"], said["level"]) == ("bot_failed", "warning")
    assert (said["game"], said["bot"]) == ("jericho", "Raises")
    assert re.fullmatch(r".*own_bots\.py:\d+ in choose", said["where"]), said
