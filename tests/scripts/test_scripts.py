"""The scripts do what they say, where they were called, and colour only what somebody looks at."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

import quartett
from chaos.process import until
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
        start_new_session=True,
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
    asked = subprocess.run([ROOT / "scripts/play", "--help"], capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
    assert "#" not in asked.stdout
    assert "scripts/play serve --help" in asked.stdout
    commands = set(re.findall(r"^    ([a-z]+)\b", asked.stdout, re.MULTILINE))
    assert {"arena", "learn", "play", "rules", "serve"} <= commands


def test_the_version_is_told_before_anything_is_set_up(tmp_path: Path) -> None:
    """In a copy without any environment, and without a Python to make one."""
    for name in ("scripts/play", "scripts/lib/setup.sh", "scripts/lib/web.sh"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "scripts/lib/fast.sh").touch()
    (tmp_path / "src/quartett").mkdir(parents=True)
    (tmp_path / "src/quartett/__init__.py").write_text('__version__ = "1.2.3"\n')
    ran = subprocess.run(
        ["bash", tmp_path / "scripts/play", "--version"], capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout) == (0, "quartett 1.2.3\n"), ran.stderr
    assert not [*tmp_path.glob(".venv*")]


def test_what_makes_bots_quicker_is_compiled_while_the_first_page_is_served(
    tmp_path: Path,
) -> None:
    compiler = tmp_path / "bin" / "python"
    compiler.parent.mkdir()
    compiler.write_text(
        f'#!/bin/sh\ncd "{tmp_path}"; touch begun\n'
        "while [ ! -e go ]; do sleep 0.05; done; echo done >done\n"
    )
    compiler.chmod(0o755)
    ran = bash(f'. scripts/lib/fast.sh; begin_fast "{tmp_path}"; echo on >&2; kill -INT 0')
    assert ran.stderr == b"on\n", "nobody waits for the compiler, and it says nothing meanwhile"
    until((tmp_path / "begun").exists)
    (tmp_path / "go").touch()
    until((tmp_path / "done").exists)  # Ctrl+C ends the table, not the compiler


def test_without_a_browser_that_may_be_installed_its_tests_are_skipped_and_say_so(
    tmp_path: Path,
) -> None:
    for name in ("dirname", "id"):
        (tmp_path / name).symlink_to(which(name) or "")
    lines = f'. scripts/lib/browser.sh; . scripts/lib/haproxy.sh; PATH="{tmp_path}"'
    found = f'{lines}; ensure_browser "{tmp_path}"; echo "browser [$QUARTETT_BROWSER]" >&2'
    ran = bash(found, QUARTETT_INSTALL="no", QUARTETT_BROWSER="")
    assert "the tests in the browser are skipped" in ran.stderr.decode()
    assert ran.stderr.endswith(b"browser []\n")
    test = "tests/browser/test_rules.py"
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "-p", "no:xdist", "-p", "no:cacheprovider", test],
        cwd=ROOT,
        env={**os.environ, "QUARTETT_BROWSER": ""},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout
    assert "no Chromium; QUARTETT_BROWSER can name one" in told.stdout
    assert "passed" not in told.stdout


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


@pytest.mark.parametrize(
    ("failed", "again"),
    [
        (["tests/browser/test_tables.py::test_a"], True),
        ([f"tests/browser/test_tables.py::test_{each}" for each in "abc"], True),
        ([f"tests/browser/test_tables.py::test_{each}" for each in "abcd"], False),
        (["tests/browser/test_tables.py::test_a", "tests/core/test_match.py::test_a"], False),
        ([], False),
        (None, False),
    ],
)
def test_only_few_failures_in_browsers_get_a_second_try(
    tmp_path: Path, failed: list[str] | None, again: bool
) -> None:
    noted = tmp_path / ".pytest_cache/v/cache/lastfailed"
    if failed is not None:
        noted.parent.mkdir(parents=True)
        noted.write_text(json.dumps(dict.fromkeys(failed, True)))
    asked = [sys.executable, str(ROOT / "scripts/lib/only_browsers.py")]
    assert (subprocess.run(asked, cwd=tmp_path, check=False).returncode == 0) is again
