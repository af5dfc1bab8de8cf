"""Another package's game is found by its entry point, without a change to Quartett."""

import subprocess
import sys
from pathlib import Path

import pytest

TOY = Path(__file__).parents[1] / "conformance" / "fifth_game" / "high_card"

POINTS = """[quartett.games]
high_card = their_package.high_card
"""

PROGRAM = """
import quartett
from quartett.core.texts import catalogue
match = quartett.start("high_card", players=2, seed=1)
for seat in (0, 1):
    match.play(seat, {"type": "show"})
assert match.outcome is not None
assert quartett.load_match(quartett.save_match(match)).state == match.state
print(sorted(quartett.games.names()), len(catalogue("high_card", "en")) > 0)
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder on the path in which another package is installed."""
    package = tmp_path / "their_package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "high_card").symlink_to(TOY, target_is_directory=True)
    info = tmp_path / "their_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    return tmp_path


def test_a_registered_game_is_listed_played_and_saved(site: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.strip() == (
        "['flow', 'high_card', 'jericho', 'photo_rummy', 'souvenirs'] True"
    )
