"""A fifth game in which time counts: found by its folder alone, and played in the terminal."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import quartett
from playing import finished
from quartett import games, terminal
from quartett.arena.match import play
from quartett.arena.schedule import Job, Setup
from quartett.core.texts import room_texts
from quartett.terminal.face import Sight, face_of
from quartett.terminal.voice import texts
from terminal.person import Person

FOLDER = str(Path(__file__).parents[1] / "conformance" / "timed_game")
PROGRAM = (
    sys.executable,
    "-c",
    "import sys; from quartett import games; games.__path__.append(sys.argv.pop(1));"
    "from quartett.cli import main; sys.exit(main(sys.argv[1:]))",
    FOLDER,
)
QUICK = ("--players", "2", "--seed", "3", "--option", "pace_ms=150")


@pytest.fixture
def grab(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(games, "__path__", [*games.__path__, FOLDER])
    yield "grab"
    games.get.cache_clear()


def test_a_timed_game_is_played_with_single_keys_in_real_time() -> None:
    with Person("grab", *QUICK, terminal=True, program=PROGRAM) as person:
        person.reads("Play goes on in 1 s.")
        person.presses("?")
        assert "stop the clock" in person.reads("the clock runs again")
        person.presses("\n")
        while "The match is over" not in person.seen:
            person.presses("1")
            person.reads("'clock':", "The match is over")
        person.presses("\n")
        assert person.leaves() == 0
        assert '"type":"took","seat":0' in person.seen
        assert "Traceback" not in person.seen


def test_a_timed_game_is_played_line_by_line() -> None:
    with Person("grab", *QUICK, program=PROGRAM) as person:
        shown = person.reads()
        assert "time moves on with every line" in shown
        assert '1 {"type":"take","card":"card-' in shown
        assert "not a number" in person.types("dance")
        assert "no written rules" in person.types("rules")
        for _ in range(50):
            if "The match is over" in person.types("1"):
                break
        assert "The match is over" in person.seen
        person.presses("\n")
        assert person.leaves() == 0
        assert '"type":"took","seat":0' in person.seen
        assert "Traceback" not in person.seen


def test_the_others_take_what_the_person_leaves() -> None:
    with Person("grab", *QUICK, program=PROGRAM) as person:
        person.reads()
        while "The match is over" not in person.types("wait"):
            pass
        person.presses("\n")
        assert person.leaves() == 0
        assert '"type":"took","seat":1' in person.seen
        assert '"type":"took","seat":0' not in person.seen


def test_bots_play_it_in_the_arena_the_same_way_each_time(grab: str) -> None:
    setup = Setup(grab, (("random", "random", "random"),), 5)
    first, again = play(setup, Job(0, 0, 0)), play(setup, Job(0, 0, 0))
    assert sum(first.scores) == 6
    assert first.clock >= 6 * 400
    assert (first.scores, first.counts, first.clock) == (again.scores, again.counts, again.clock)


def test_its_matches_can_be_saved_and_loaded(grab: str) -> None:
    match = finished(grab, seed=1, players=3)
    assert quartett.load(quartett.save(match)).state == match.state


FACE = """
from quartett.terminal.plain import PlainFace

class FACE(PlainFace):
    def headline(self, sight):
        return self.voice.say("grab.headline", left=sight.view.left)
"""


def test_a_folder_is_enough_for_a_face_with_texts_of_its_own(
    grab: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / grab / "texts").mkdir(parents=True)
    (tmp_path / grab / "__init__.py").write_text(FACE)
    own = {"headline": "{left} to come", "about": "Be quick"}
    (tmp_path / grab / "texts" / "en.json").write_bytes(msgspec.json.encode(own))
    monkeypatch.setattr(terminal, "__path__", [*terminal.__path__, str(tmp_path)])
    room_texts.cache_clear()
    match = quartett.start(grab, players=2)
    face = face_of(grab, "en")
    assert face.headline(Sight(match.view(0), match.legal(0))) == "6 to come"
    assert texts("en", grab)["about"] == "Be quick"
    room_texts.cache_clear()
