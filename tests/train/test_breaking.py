"""Whatever breaks a training, what was kept of it is whole, and one line says how to go on."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from full_disk import no_file_larger_than
from patience import PATIENCE_SECONDS
from quartett.bots import network
from quartett.cli import main
from quartett.core.errors import FormatError, QuartettError
from quartett.train.folder import Look, append, keep, kept, read_log
from quartett.train.workers import ANEW, DIED, RETRIES, workers_of
from train import dying

RAYS_OWN = re.compile(r"\[[-\d]+ [:,\d]+ E .*")
"""Ray's core may write a line about what it could not end while it is interrupted."""

BY_PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")
RAY = Path(__file__).parents[2] / ".venv-ray" / "bin" / "quartett"
HERE = Path(sys.executable).with_name("quartett")
ARRAYS = {"numbers": np.arange(3), "seconds": np.array(1.5), "0": np.arange(5000.0)}


def test_on_a_full_disk_the_files_before_stay_as_they_were(tmp_path: Path) -> None:
    path, weights = tmp_path / "checkpoint.npz", tmp_path / "weights.npz"
    keep(path, "jericho", ARRAYS)
    append(tmp_path, Look(10, 1.0))
    network.save(ARRAYS, weights)
    before = {each: each.read_bytes() for each in tmp_path.iterdir()}
    with no_file_larger_than(50):
        with pytest.raises(OSError, match=r"File too large: .*checkpoint\.npz"):
            keep(path, "jericho", {**ARRAYS, "0": np.arange(9000.0)})
        with pytest.raises(OSError, match=r"File too large: .*log\.jsonl"):
            append(tmp_path, Look(20, 2.0))
        with pytest.raises(OSError, match=r"File too large: .*weights\.npz"):
            network.save({**ARRAYS, "0": np.arange(9000.0)}, weights)
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_checkpoint_cut_short_anywhere_is_refused_and_so_is_any_other_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "checkpoint.npz"
    keep(path, "jericho", ARRAYS)
    whole = path.read_bytes()
    assert kept(path, "jericho").keys() == ARRAYS.keys()
    for length in [*range(0, len(whole), 997), len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(FormatError, match=r"checkpoint\.npz is not a checkpoint"):
            kept(path, "jericho")
    for at in range(len(whole) // 4, len(whole) * 3 // 4, 4001):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        with pytest.raises(FormatError, match="is not a checkpoint"):
            kept(path, "jericho")
    with path.open("wb") as file:
        np.save(file, np.arange(3))
    with pytest.raises(FormatError, match="is not a checkpoint"):
        kept(path, "jericho")
    np.savez(path, anything=np.array([{}], object))
    with pytest.raises(FormatError, match="is not a checkpoint"):
        kept(path, "jericho")


def test_a_log_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"decisions": 1, "seconds": 2}\nhello\n')
    with pytest.raises(FormatError, match=r"log\.jsonl is not the log of a training"):
        read_log(tmp_path)


def half(path: Path) -> None:
    """As if a machine had been switched off, and files were not replaced whole."""
    keep(path, "jericho", ARRAYS)
    os.truncate(path, 5000)


RESUMED: dict[str, tuple[Callable[[Path], object], str]] = {
    "half": (half, "is not a checkpoint, or was cut short"),
    "foreign": (lambda path: np.savez(path, a=np.ones(3)), "not a checkpoint of this game"),
    "souvenirs": (
        lambda path: keep(path, "souvenirs", ARRAYS),
        "is a checkpoint of souvenirs, not of",
    ),
}


@pytest.mark.parametrize("game", ["jericho", "photo_rummy"])
@pytest.mark.parametrize("kind", RESUMED)
def test_what_is_no_training_of_this_game_cannot_be_resumed(
    kind: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill, said = RESUMED[kind]
    fill(tmp_path / "checkpoint.npz")
    before = (tmp_path / "checkpoint.npz").read_bytes()
    assert main(["train", game, "--resume", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert (tmp_path / "checkpoint.npz").read_bytes() == before


def test_a_resumed_training_goes_on_as_it_began(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(tmp_path / "checkpoint.npz", "jericho", ARRAYS)
    assert main(["train", "jericho", "--resume", str(tmp_path), "--begin", "any.npz"]) == 2
    assert "--resume continues as it began" in capsys.readouterr().err


def test_what_a_process_that_dies_was_playing_is_played_anew_but_not_for_ever(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    names = [f"{number}" for number in range(6)]
    (tmp_path / "3").touch()
    with (workers := workers_of(2, None, said.append)):
        first = workers.begin(dying.once, [tmp_path / name for name in names])
        second = workers.begin(dying.once, [tmp_path / name for name in reversed(names)])
        assert first() == names
        assert second() == names[::-1]
        assert said == [ANEW]
        lost = workers.begin(dying.always, [tmp_path])
        with pytest.raises(QuartettError, match=DIED):
            lost()
    assert said == [ANEW] * (RETRIES + 2)


SIZES = {
    "jericho": ("--tables", "32", "--steps", "6000", "--shards", "2"),
    "photo_rummy": ("--tables", "4", "--steps", "12000", "--workers", "2"),
}
WAYS = {
    "jericho on Ray": (RAY, "jericho", ("--ray",)),
    "photo_rummy on Ray": (RAY, "photo_rummy", ("--ray",)),
    "photo_rummy in processes": (HERE, "photo_rummy", ()),
}


@contextmanager
def training(
    folder: Path, program: Path, game: str, *arguments: str
) -> Iterator["subprocess.Popen[str]"]:
    """The command at work, in a group of its own as a terminal would have it."""
    process = subprocess.Popen(
        [str(program), "train", game, *SIZES[game], *arguments],
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def players_of(pid: int) -> dict[int, str]:
    """The processes that play for a training now, by what they call themselves."""
    parents, titles = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(
                (folder / "stat").read_text().rpartition(")")[2].split()[1]
            )
            titles[int(folder.name)] = (
                (folder / "cmdline").read_text(errors="replace").replace("\0", " ")
            )
        except OSError:
            continue  # it has just ended

    def is_ours(each: int) -> bool:
        while each > 1 and each != pid:
            each = parents.get(each, 0)
        return each == pid

    plays = ("ray::<lambda>", "multiprocessing.spawn")
    return {
        each: title
        for each, title in titles.items()
        if any(part in title for part in plays)
        and "resource_tracker" not in title
        and is_ours(each)
    }


def is_alive(pid: int) -> bool:
    """Whether a process has not ended yet."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def awaited(process: "subprocess.Popen[str]") -> list[int]:
    """All who play, once somebody does."""
    until = time.monotonic() + 240
    while time.monotonic() < until and process.poll() is None:
        found = sorted(players_of(process.pid))
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("nobody played")


@BY_PROC
@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_the_death_of_a_worker_changes_nothing_to_the_last_bit(way: str, tmp_path: Path) -> None:
    program, game, given = WAYS[way]
    with training(tmp_path, program, game, *given, "--folder", "calm") as calm:
        _, errors = calm.communicate(timeout=600)
        assert calm.returncode == 0, errors
    with training(tmp_path, program, game, *given, "--folder", "torn") as torn:
        for _ in range(2):
            os.kill(awaited(torn)[0], signal.SIGKILL)
            time.sleep(2)
            assert torn.poll() is None
        output, errors = torn.communicate(timeout=600)
    assert torn.returncode == 0, errors
    assert "Traceback" not in errors
    if way == "photo_rummy in processes":
        assert ANEW in output
    found = [(tmp_path / name / "weights.npz").read_bytes() for name in ("calm", "torn")]
    assert found[0] == found[1]


@BY_PROC
@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_workers_that_die_whatever_is_done_end_a_training_with_one_line(
    way: str, tmp_path: Path
) -> None:
    program, game, given = WAYS[way]
    with training(tmp_path, program, game, *given, "--folder", "torn") as torn:
        until = time.monotonic() + 240
        while torn.poll() is None and time.monotonic() < until:
            for each in players_of(torn.pid):
                os.kill(each, signal.SIGKILL)
            time.sleep(0.05)
        _, errors = torn.communicate(timeout=PATIENCE_SECONDS)
    assert torn.returncode == 2
    (line,) = errors.splitlines()
    assert "died" in line
    assert line.endswith("nothing had been saved yet")


@BY_PROC
@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_ends_a_training_and_everybody_who_plays_for_it(way: str, tmp_path: Path) -> None:
    program, game, given = WAYS[way]
    with training(tmp_path, program, game, *given, "--folder", "left") as left:
        players = awaited(left)
        os.killpg(left.pid, signal.SIGINT)
        _, errors = left.communicate(timeout=PATIENCE_SECONDS)
    assert left.returncode == 130
    assert RAYS_OWN.sub("", errors).strip() == "Stopped; nothing had been saved yet."
    until = time.monotonic() + PATIENCE_SECONDS
    while any(map(is_alive, players)):
        assert time.monotonic() < until, "somebody plays on"
        time.sleep(0.1)


@pytest.mark.long
@pytest.mark.parametrize("game", SIZES)
def test_on_a_full_disk_a_training_ends_with_one_line_and_is_resumed_later(
    game: str, tmp_path: Path
) -> None:
    def ended(*more: str) -> tuple[int, str]:
        with training(tmp_path, HERE, game, *more) as process:
            _, errors = process.communicate(timeout=600)
        return process.returncode, errors

    assert ended("--folder", "full", "--steps", "200") == (0, "")
    path = tmp_path / "full" / "checkpoint.npz"
    before = path.read_bytes()
    with no_file_larger_than(len(before) // 2):
        status, errors = ended("--resume", "full")
    assert status == 2
    (line,) = errors.splitlines()
    assert line.endswith("File too large; continue with --resume full")
    assert path.read_bytes() == before
    assert ended("--resume", "full") == (0, "")
    assert path.read_bytes() != before
