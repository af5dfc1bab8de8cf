"""`quartett serve` says at once, and in plain words, what it cannot serve with."""

from pathlib import Path

import pytest

from quartett.cli import main
from quartett.server.serving.checks import check_settings
from quartett.server.settings import Settings, default_data_dir


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


@pytest.mark.parametrize("option", ["--host", "--metrics-host"])
def test_no_host_is_not_every_host(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    assert option in refusal(capsys, "--data-dir", str(tmp_path), "--port", "0", option, " ")


@pytest.mark.parametrize("amount", ["nan", "inf", "-1"])
@pytest.mark.parametrize("option", ["--message-rate", "--bot-seconds"])
def test_an_amount_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str, amount: str
) -> None:
    said = refusal(capsys, "--data-dir", str(tmp_path), "--port", "0", option, amount)
    assert f"{option} is " in said


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
        assert "postgresql://" in said


@pytest.mark.parametrize("name", ["letter.txt", "."])
def test_a_file_that_is_not_a_database_is_named_before_anything_is_announced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    (tmp_path / "letter.txt").write_text("Dear server,\n" * 100)
    address = f"sqlite:///{tmp_path / name}"
    said = refusal(capsys, "--data-dir", str(tmp_path), "--port", "0", "--database", address)
    assert str(tmp_path / name) in said
    assert (tmp_path / "letter.txt").read_text() == "Dear server,\n" * 100


@pytest.mark.parametrize("pause", [("5", "1"), ("-5", "-1"), ("-1", "5")])
def test_a_pause_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, pause: tuple[str, str]
) -> None:
    said = refusal(capsys, "--data-dir", str(tmp_path), "--port", "0", "--think-ms", *pause)
    assert "--think-ms" in said
    assert " ".join(pause) in said


@pytest.mark.parametrize(
    "origin",
    [
        "garbage",
        "",
        "*",
        "null",
        "play.example.org",
        "ftp://play.example.org",
        "https://",
        "https://play.example.org/",
        "https://Play.example.org",
        "https://me@play.example.org",
        "https://a b",
        "https://[::1",
    ],
)
def test_an_origin_that_no_browser_would_send_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, origin: str
) -> None:
    said = refusal(capsys, "--data-dir", str(tmp_path), "--port", "0", "--origin", origin)
    assert "--origin" in said
    assert repr(origin) in said


def test_origins_as_browsers_send_them_are_taken() -> None:
    origins = ("https://play.example.org", "http://localhost:8080", "http://[::1]:5173")
    check_settings(Settings(origins=origins))


@pytest.mark.parametrize("path", ["file", "file/below"])
def test_a_file_in_place_of_the_data_folder_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, path: str
) -> None:
    (tmp_path / "file").write_text("a file")
    said = refusal(capsys, "--port", "0", "--data-dir", str(tmp_path / path))
    assert said == f"quartett: --data-dir: {tmp_path / path} is not a folder\n"


def test_a_key_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUARTETT_SECRET", raising=False)
    (tmp_path / "signing.key").mkdir()
    said = refusal(capsys, "--port", "0", "--data-dir", str(tmp_path))
    assert str(tmp_path / "signing.key") in said
    assert "Errno" not in said


def test_without_a_home_the_data_folder_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("QUARTETT_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "~")  # for Python this is nowhere
    said = refusal(capsys, "--port", "0")
    assert "home folder" in said
    assert "--data-dir" in said


def test_without_a_home_the_systems_place_for_data_is_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("QUARTETT_DATA", raising=False)
    monkeypatch.setenv("HOME", "~")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / "quartett"
