"""What learns with Stable-Baselines3 does so in an environment of its own, for PyTorch is large."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_agents_of_stable_baselines_learn_and_do_what_is_legal() -> None:
    python = str(ROOT / ".venv-baselines" / "bin" / "python")
    run = [python, "-m", "pytest", "--noconftest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*run, "tests/baselines/learning.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout
