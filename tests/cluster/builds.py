"""Earlier builds of this program, from its own history."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = "src/quartett/server/static"


def source_of(commit: str, folder: Path) -> Path:
    """The source as it was at a commit, in a folder; skips the test if it is not to be had."""
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit, "src"], capture_output=True, check=False
    )
    if packed.returncode:
        pytest.skip("the history of this copy does not go back far enough")
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder


def with_pages(source: Path) -> Path:
    """The same with the pages as they are built now: they outlive the node that gave them."""
    shutil.copytree(ROOT / PAGES, source / PAGES, dirs_exist_ok=True)
    return source
