"""`scripts/audit` tells what a database knows, and never takes silence for good news."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import audit
from ports import free_port

ROOT = Path(__file__).parents[2]
PAGE = {
    "": {},
    "node_modules/a": {"version": "3.0"},
    "node_modules/a/node_modules/@b/c": {"version": "4"},
}


@contextmanager
def database(known: dict[str, list[str]], cut: int = 0) -> Iterator[tuple[str, list[Any]]]:
    """A database that knows these packages; `cut` answers are missing. Yields what it was asked."""
    asked: list[Any] = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
            asked.extend(told)
            found = [known.get(each["package"]["name"], []) for each in told]
            results = [{"vulns": [{"id": id} for id in ids]} if ids else {} for ids in found]
            body = json.dumps({"results": results[cut:]}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


def audited(url: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "QUARTETT_ADVISORIES": url}
    return subprocess.run(
        [ROOT / "scripts" / "audit"], env=environment, capture_output=True, text=True, check=False
    )


def test_every_pin_is_asked_about_and_what_is_known_is_told() -> None:
    with database({"msgspec": ["GHSA-1", "PYSEC-2"]}) as (url, asked):
        ran = audited(url)
    assert ran.returncode == 1
    line = next(line for line in ran.stdout.splitlines() if line.startswith("msgspec "))
    assert "requirements/play.txt" in line
    assert line.endswith("GHSA-1, PYSEC-2")
    names = {(each["package"]["ecosystem"], each["package"]["name"]) for each in asked}
    assert {("PyPI", "starlette"), ("npm", "svelte"), ("PyPI", "hypothesis")} <= names
    assert len(asked) == len(audit.pinned(ROOT))


def test_where_nothing_is_known_it_says_how_much_was_checked() -> None:
    with database({}) as (url, _):
        ran = audited(url)
    assert ran.returncode == 0
    assert ran.stdout == f"{len(audit.pinned(ROOT))} packages checked; advisories for 0 of them.\n"


@pytest.mark.parametrize("cut", [None, 1])
def test_a_database_that_cannot_be_asked_is_no_good_news(cut: int | None) -> None:
    if cut is None:
        ran = audited(f"http://127.0.0.1:{free_port()}")
    else:
        with database({}, cut) as (url, _):
            ran = audited(url)
    assert ran.returncode == 2
    assert ran.stderr.startswith("NOT CHECKED")
    assert "Traceback" not in ran.stderr
    assert not ran.stdout


def test_pins_are_read_as_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "requirements").mkdir()
    (tmp_path / "web").mkdir()
    (tmp_path / "requirements" / "a.txt").write_text(
        "Name==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:00\nextra[x,y]==2.0\n# no==3\n"
    )
    (tmp_path / "requirements" / "b.txt").write_text("name==1.0\n")
    (tmp_path / "web" / "package-lock.json").write_text(json.dumps({"packages": PAGE}))
    both = ("requirements/a.txt", "requirements/b.txt")
    page = ("web/package-lock.json",)
    assert audit.pinned(tmp_path) == [
        audit.Package("PyPI", "extra", "2.0", both[:1]),
        audit.Package("PyPI", "name", "1.0", both),
        audit.Package("npm", "@b/c", "4", page),
        audit.Package("npm", "a", "3.0", page),
    ]
