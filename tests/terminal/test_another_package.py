"""Another package brings a game along with its face in the terminal and its part in reports."""

import subprocess
import sys
from pathlib import Path

import pytest

from terminal.person import Person

TOY = Path(__file__).parents[1] / "conformance" / "timed_game" / "grab"

POINTS = """[quartett.games]
grab = their_package.grab
[quartett.terminal]
grab = their_package.grab_face
[quartett.report]
grab = their_package.grab_report
"""

FACE = """
from quartett.terminal.plain import PlainFace

class FACE(PlainFace):
    def headline(self, sight):
        return self.voice.say("grab.headline", left=sight.view.left)
"""

REPORT = """
from quartett.report.game_report import GameReport

def watch(before, event):
    if type(event).__name__ == "Took":
        yield f"{event.card} taken from {len(before.lying)}"

ANSWERS = [("Is it quick?", "Yes.")]
REPORT = GameReport(watch, {"slow cards": {"pace_ms": 3000}}, lambda found, wording: ANSWERS)
"""

PROGRAM = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from quartett.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def program(tmp_path: Path) -> tuple[str, ...]:
    """How `quartett` is run where that package is installed."""
    package = tmp_path / "their_package"
    texts = package / "grab_face" / "texts"
    texts.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "grab").symlink_to(TOY, target_is_directory=True)
    (package / "grab_face" / "__init__.py").write_text(FACE)
    (texts / "en.json").write_text('{"headline": "{left} to come", "about": "Be quick"}')
    (package / "grab_report.py").write_text(REPORT)
    info = tmp_path / "their_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    return (sys.executable, "-c", PROGRAM, str(tmp_path))


def test_its_face_is_shown_with_its_own_texts(program: tuple[str, ...]) -> None:
    with Person("grab", "--players", "2", program=program) as person:
        assert "Grab  ·  5 to come" in person.reads()
        person.presses("quit\n")
        assert person.leaves() == 0


def test_it_is_offered_beside_the_others(program: tuple[str, ...]) -> None:
    with Person(program=program) as person:
        menu = person.reads()
        assert "Be quick" in menu
        assert "Photo Rummy" in menu
        person.presses("quit\n")
        assert person.leaves() == 0


def test_its_report_counts_compares_and_answers(program: tuple[str, ...], tmp_path: Path) -> None:
    asked = ["report", "grab", "--games", "1", "--workers", "1", "--out", str(tmp_path / "a.html")]
    done = subprocess.run([*program, *asked], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "**Is it quick?** Yes." in done.stdout
    assert "slow cards" in done.stdout
    assert "card-1 taken from " in done.stdout
    assert (tmp_path / "a.html").read_text().startswith("<!doctype html>")
