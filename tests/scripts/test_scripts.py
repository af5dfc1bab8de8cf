"""The scripts do what they say, where they were called, and colour only what somebody looks at."""

import os
import pty
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

import quartett
from patience import PATIENCE_SECONDS
from playing import finished

ROOT = Path(__file__).parents[2]
ESCAPE = b"\x1b"

Ran = subprocess.CompletedProcess[bytes]


def bash(script: str, errors: int = subprocess.PIPE, **environment: str) -> Ran:
    """Run a few lines with the parts that all scripts share."""
    lines = f'set -euo pipefail; . "{ROOT}/scripts/lib/setup.sh"; {script}'
    known = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    return subprocess.run(
        ["bash", "-c", lines],
        env={**known, **environment},
        stderr=errors,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


def said_on_a_terminal(**environment: str) -> bytes:
    """What `say hello` writes when its errors go to a terminal."""
    ours, theirs = pty.openpty()
    try:
        bash("say hello", theirs, **environment)
        return os.read(ours, 1000)
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_command_reads_in_the_folder_from_which_the_script_was_called(tmp_path: Path) -> None:
    """The only test that calls `scripts/play`: two at once would make its environment twice."""
    (tmp_path / "match.jsonl").write_bytes(quartett.save_match(finished("jericho", 1)))
    ran = subprocess.run(
        [ROOT / "scripts/play", "verify", "match.jsonl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Yes")


def test_colour_is_for_terminals_and_for_those_who_want_it() -> None:
    assert bash("say hello").stderr == "› hello\n".encode()
    assert ESCAPE in said_on_a_terminal()
    assert ESCAPE not in said_on_a_terminal(NO_COLOR="1")


LONG = f"numbers = [{', '.join(['1000'] * 30)}]\n"
UNSORTED = "import sys\nimport os\n\nprint(os, sys)\n"


def test_mending_goes_on_past_what_only_a_person_can_mend(tmp_path: Path) -> None:
    for name, text in {"a": LONG, "b": UNSORTED, "c": "print(nobody)\n"}.items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    ran = bash(f'. scripts/lib/style.sh; mend_style "{sys.prefix}" "{tmp_path}"')
    assert ran.returncode == 0, ran.stderr
    assert max(map(len, (tmp_path / "a.py").read_text().splitlines())) <= 100
    assert (tmp_path / "b.py").read_text().startswith("import os\nimport sys\n")


@pytest.mark.parametrize("installer", ["apt-get", "dnf", "brew"])
def test_what_is_installed_for_the_whole_machine_is_said_before(
    installer: str, tmp_path: Path
) -> None:
    for name in (installer, "sudo"):
        program = tmp_path / name
        program.write_text('#!/bin/sh\necho "RUN $0 $*" >&2\n')
        program.chmod(0o755)
    (tmp_path / "id").symlink_to(which("id") or "")
    ran = bash(f'. scripts/lib/browser.sh; PATH="{tmp_path}"; install_browser "{tmp_path}"')
    before, _, after = ran.stderr.decode().partition("RUN ")
    assert "for the whole machine" in before
    assert installer in before
    assert "chromium" in after
