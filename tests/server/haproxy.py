"""A real HAProxy before real servers."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from patience import PATIENCE_SECONDS

PLACES = ("/usr/sbin/haproxy", "/usr/local/sbin/haproxy")


def haproxy_program() -> str:
    """HAProxy's program (`scripts/test` finds or installs it); skips the test if there is none."""
    for candidate in (os.environ.get("QUARTETT_HAPROXY"), "haproxy", *PLACES):
        if candidate and (found := shutil.which(candidate)):
            return found
    pytest.skip("no HAProxy; QUARTETT_HAPROXY can name one")


@contextmanager
def haproxy(configuration: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run HAProxy with a configuration until the block ends; it must say nothing against it."""
    program = haproxy_program()
    file = folder / "haproxy.cfg"
    file.write_text(configuration)
    checked = subprocess.run([program, "-c", "-f", str(file)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    with (folder / "haproxy.log").open("wb") as log:
        process = subprocess.Popen([program, "-db", "-f", str(file)], stdout=log, stderr=log)
    try:
        time.sleep(0.05)
        assert process.poll() is None, (folder / "haproxy.log").read_text()
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)
