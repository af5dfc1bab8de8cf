"""Whatever the streams of a command are, missing, narrow or left by their reader, it copes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quartett._interrupted import is_the_command
from quartett.cli import main

RULES = ["rules", "jericho", "--lang", "de"]
FULL = Path("/dev/full")


def quartett(
    arguments: list[str], redirected: str = "", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run a command in a shell that changes its streams as written."""
    script = f'"$0" -m quartett "$@" {redirected}'
    return subprocess.run(
        ["/bin/sh", "-c", script, sys.executable, *arguments],
        input=b"",
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("arguments", "redirected"),
    [
        (RULES, ">&-"),
        (RULES, "<&- >&- 2>&-"),
        (["judge"], "<&-"),
        (["judge"], ">&-"),
        (["--help"], ">&-"),
        (["simulate", "jericho", "--games", "1"], "2>&-"),
        (["simulate", "jericho", "--games", "1"], "<&- >&-"),
    ],
)
def test_a_missing_stream_is_no_error(arguments: list[str], redirected: str) -> None:
    done = quartett(arguments, redirected)
    assert done.stderr == b""
    assert done.returncode == 0


@pytest.mark.parametrize("redirected", [">&-", "2>&-"])
def test_an_error_keeps_its_status_without_streams(redirected: str) -> None:
    done = quartett(["rules", "chess"], redirected)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_what_the_encoding_cannot_say_becomes_a_question_mark() -> None:
    plain = quartett(RULES, PYTHONIOENCODING="utf-8").stdout.decode("utf-8")
    narrow = quartett(RULES, PYTHONIOENCODING="ascii")
    assert narrow.returncode == 0, narrow.stderr
    assert narrow.stdout == plain.encode("ascii", errors="replace")


@pytest.mark.parametrize(
    "arguments",
    [RULES, ["simulate", "flow", "--games", "1"], ["play", "flow", "--lang", "fr"]],
)
def test_a_locale_without_any_letters_but_english_ones_is_no_error(arguments: list[str]) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = quartett(arguments, **plain)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert b"?" in done.stdout
    assert done.stderr == b""


@pytest.mark.parametrize("arguments", [RULES, ["--help"], ["verify", "none.jsonl"], ["judge"]])
def test_a_reader_who_goes_away_is_neither_a_no_nor_a_complaint(
    arguments: list[str], tmp_path: Path
) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "quartett", *arguments]
    done = subprocess.run(
        command,
        input=b"{}\n",
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    )
    os.close(write)
    prints_something = arguments[0] != "verify"
    assert done.returncode == (141 if prints_something else 2)
    assert (done.stderr == b"") == prints_something


def test_a_table_that_nobody_reads_is_no_no_either(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.close(read)
    with open(write, "w", encoding="utf-8") as unread:
        monkeypatch.setattr(sys, "stdout", unread)
        assert main(["simulate", "jericho", "--games", "1"]) == 141


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_once() -> None:
    simulate = ["simulate", "jericho", "--games", "1"]
    done = quartett(simulate, f">{FULL}", PYTHONUNBUFFERED="")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("started", [["-m", "quartett"], ["-mquartett"], ["bin/quartett"]])
def test_ctrl_c_shows_no_traceback_while_the_command_is_still_being_imported(
    started: list[str], tmp_path: Path
) -> None:
    pressed = "import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(9)"
    (tmp_path / "msgspec.py").write_text(pressed)  # what our first import needs
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "quartett").write_text("from quartett.cli import main; main()")
    done = subprocess.run(
        [sys.executable, *started, "rules", "jericho"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_a_program_that_uses_the_library_handles_ctrl_c_itself() -> None:
    assert not is_the_command()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
