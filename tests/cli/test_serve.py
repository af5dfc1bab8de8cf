"""`quartett serve` says at once, and in plain words, what it cannot serve with."""

from pathlib import Path

import pytest

from quartett.cli import main


def refusal(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """What `serve` says when it refuses these options; it must not have announced itself."""
    assert main(["serve", "--no-open", *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("quartett: ")
    assert said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize("port", ["99999", "65536", "-1"])
def test_a_port_that_no_machine_has_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, port: str
) -> None:
    said = refusal(capsys, "--data-dir", str(tmp_path), "--port", port)
    assert "--port" in said
    assert "0 to 65535" in said
    assert port in said


def test_a_host_that_is_no_name_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = refusal(capsys, "--data-dir", str(tmp_path), "--port", "0", "--host", "a..b")
    assert "a..b" in said


@pytest.mark.parametrize("database", ["mysql://me:secret@host/db", "foo", "://", "", "sqlite://"])
def test_a_database_of_another_kind_is_refused_before_anything_is_announced(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    database: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refusal(capsys, "--data-dir", "data", "--port", "0", "--database", database)
    assert "secret" not in said
    assert list(tmp_path.iterdir()) == []
    if database != "sqlite://":
        assert "sqlite:///" in said
        assert "postgresql+asyncpg://" in said
