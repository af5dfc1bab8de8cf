"""What is packed for a machine without anything runs there: nothing that it needs stays behind."""

import os
import subprocess
import tarfile
from pathlib import Path
from shutil import which

import pytest

import carry


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive, unpacked in a folder of its own."""
    folder = tmp_path_factory.mktemp("elsewhere")
    carry.pack(folder / "nodes.tar.gz", quick=True)
    with tarfile.open(folder / "nodes.tar.gz") as archive:
        archive.extractall(folder, filter="tar")
    # PostgreSQL, which refuses to run as root, runs as somebody else and reads it there.
    for each in (folder, *list(folder.parents)[:2]):
        each.chmod(each.stat().st_mode | 0o011)
    return folder / "carried"


def run(carried: Path, *command: str) -> str:
    """What a program says there, with nothing of this machine's environment."""
    known = {name: os.environ[name] for name in ("TMPDIR",) if name in os.environ}
    done = subprocess.run(
        [carried / "run", *command],
        env=known,
        cwd=carried.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_packed_plays_at_a_server_there(carried: Path) -> None:
    told = run(
        carried,
        *("benchmarks/nodes.py", "--alone", "--tables", "1", "--seconds", "0.5", "--rate", "10"),
    )
    assert "SQLite" in told
    assert "--kills" in run(carried, "-m", "chaos", "--help")


@pytest.mark.long
@pytest.mark.skipif(
    which(os.environ.get("QUARTETT_HAPROXY") or "haproxy") is None, reason="there is no HAProxy"
)
def test_what_is_packed_plays_at_a_cluster_there(carried: Path) -> None:
    told = run(
        carried,
        *("benchmarks/nodes.py", "--nodes", "1", "--tables", "1", "--seconds", "0.5"),
        *("--rate", "10"),
    )
    assert "1 nodes" in told


def test_no_path_of_this_machine_is_packed(carried: Path) -> None:
    texts = [each for each in carried.rglob("*.dist-info/*") if each.name == "direct_url.json"]
    assert not texts


@pytest.mark.long
def test_what_is_packed_of_the_bots_climbs_their_ladders_there(tmp_path: Path) -> None:
    carry.pack(tmp_path / "bots.tar.gz", carry.LOADS["bots"], quick=True)
    with tarfile.open(tmp_path / "bots.tar.gz") as archive:
        archive.extractall(tmp_path, filter="tar")
    told = run(tmp_path / "carried", "benchmarks/ladders.py", "--seconds", "1", "souvenirs")
    assert "souvenirs, 4 players" in told
    assert "| 10 |" in told
