"""Version 0.1, to be measured beside this one: its sources come out of the project's history."""

import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMIT = "02c76ef"
"""The last commit of version 0.1."""


@contextmanager
def first_version() -> Iterator[Path]:
    """A folder to put on the path: it holds the package as it was."""
    archive = subprocess.run(
        ["git", "archive", COMMIT, "src"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder) / "src"
