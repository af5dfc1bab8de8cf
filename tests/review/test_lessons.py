"""Lessons: the judge checks every step, and every lesson can be played in the terminal."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from quartett.core.texts import LANGUAGES, catalogue
from quartett.games import get
from quartett.judge import answer
from quartett.review.lessons import LEARNER, LessonStep, lesson_of, with_lessons
from quartett.review.wording import texts
from quartett.terminal.face import Sight, face_of
from quartett.terminal.learn import Bookmark
from review.commands import Command

GAMES = ("flow", "jericho", "photo_rummy", "souvenirs")
STEPS = [step for game in GAMES for step in lesson_of(game)]
CARD_FIELD = re.compile(r"\{(\w+):card\}")


def test_every_game_has_a_lesson_of_about_five_minutes() -> None:
    assert with_lessons() == sorted(GAMES)
    for game in GAMES:
        assert 12 <= len(lesson_of(game)) <= 18


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.game}-{step.id}")
def test_the_judge_accepts_the_position_and_every_awaited_action(step: LessonStep) -> None:
    for action in step.awaits:
        request = {**step.position, "moves": [{"seat": step.seat, "action": action}]}
        if get(step.game).timed:
            request["moves"][0]["at"] = step.position["state"]["clock"]
        reply = answer(json.dumps(request).encode())
        assert reply.status == 0, reply


@pytest.mark.parametrize("game", GAMES)
def test_a_step_knows_the_awaited_actions_from_the_others(game: str) -> None:
    for step in lesson_of(game):
        _check_awaited(step)


def _check_awaited(step: LessonStep) -> None:
    match = step.begin()
    legal = match.legal(LEARNER)
    awaited = [action for action in legal if step.is_awaited(action)]
    assert awaited or step.game == "photo_rummy"
    if not match.game.timed and step.id not in ("draw", "pass"):
        assert len(awaited) < len(legal)
    assert all(step.is_awaited(match.game.parse_action(action)) for action in step.awaits)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_exist_in_every_language_and_name_only_real_cards(language: str) -> None:
    for step in STEPS:
        _check_text(step, language)


def _check_text(step: LessonStep, language: str) -> None:
    said = step.text(language)
    assert said
    assert "{" not in said
    template = texts(language, step.game)[f"lesson.{step.id}"]
    fields = CARD_FIELD.findall(template)
    assert fields == CARD_FIELD.findall(texts("en", step.game)[f"lesson.{step.id}"])
    for field in fields:
        cards = step.about[field]
        for card in [cards] if isinstance(cards, str) else cards:
            assert card in get(step.game).deck


@pytest.mark.parametrize("game", [None, *GAMES])
def test_the_reviews_texts_have_the_same_keys_and_fields_in_every_language(
    game: str | None,
) -> None:
    english = texts("en", game)
    for language in LANGUAGES[1:]:
        own = texts(language, game)
        assert own.keys() == english.keys()
        for key, text in own.items():
            assert _fields(text) == _fields(english[key]), (language, key)


def _fields(text: str) -> list[str]:
    return sorted(re.findall(r"\{[^}]*\}", text))


def test_the_worked_examples_of_the_leaflets_are_among_the_steps() -> None:
    ids = {(step.game, step.id) for step in STEPS}
    jericho = {("jericho", "trumpet_falls"), ("jericho", "crumble")}
    photo_rummy = {("photo_rummy", each) for each in ("add", "add_set", "joker", "convert")}
    souvenirs = {("souvenirs", each) for each in ("full_house", "straight", "wait", "joker")}
    assert jericho | photo_rummy | souvenirs <= ids


def test_a_joker_makes_a_quartet_and_a_rainbow_as_in_the_leaflet() -> None:
    step = next(step for step in lesson_of("souvenirs") if step.id == "joker")
    match = step.begin()
    match.play(LEARNER, step.awaits[0])
    lines = match.view(LEARNER).lines
    assert lines["row 0"].combination == "rainbow"
    assert lines["column -1"].combination == "quartet"


Learn = Callable[..., str]
"""Plays a lesson in a terminal of a width by what is typed, and gives what it said."""


@pytest.fixture
def learn(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Learn:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LINES", "24")

    def play(
        game: str, typed: list[str], language: str = "en", *options: str, width: int = 80
    ) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        done = command("learn", game, "--lang", language, *options, typed=typed)
        assert done.status == 0, done.err
        return done.out

    return play


@pytest.mark.parametrize(
    ("game", "language", "width"),
    [
        ("jericho", "de", 40),
        ("souvenirs", "it", 80),
        ("photo_rummy", "fr", 40),
        ("flow", "nl", 80),
    ],
)
def test_a_lesson_is_played_to_its_end_in_the_terminal(
    game: str, language: str, width: int, learn: Learn
) -> None:
    typed = [entry for step in lesson_of(game) for entry in _entries(step, language)]
    said = learn(game, typed, language, width=width)
    assert said.count(texts(language)["learn.right"]) == len(lesson_of(game))
    assert f"quartett play {game}" in " ".join(said.split())
    assert max(map(len, said.splitlines())) <= width + len("› " * 8)


def test_wrong_moves_are_answered_and_cost_nothing(learn: Learn) -> None:
    typed = ["7", "1", "nonsense", *_entries(lesson_of("jericho")[0], "en"), "quit"]
    said = learn("jericho", typed)
    assert "wall card first" in said
    assert texts("en")["learn.wrong"][:30] in said
    assert texts("en")["learn.right"] in said
    assert "at step 2" in said


def test_a_lesson_can_be_left_and_resumed(learn: Learn) -> None:
    first = [entry for step in lesson_of("souvenirs")[:2] for entry in _entries(step, "en")]
    learn("souvenirs", [*first, "quit"])
    said = learn("souvenirs", ["quit"])
    assert texts("en")["learn.resumed"] in said
    assert "Step 3 of" in said
    assert "Step 1 of" in learn("souvenirs", ["quit"], "en", "--again")


def test_the_steps_are_printed_as_json_in_the_language_asked_for(learn: Learn) -> None:
    printed = learn("jericho", [], "de", "--json")
    steps = json.loads(printed)
    assert [set(step) for step in steps] == [{"position", "seat", "awaits", "text"}] * len(steps)
    assert "Trompete" in steps[5]["text"]
    assert catalogue("jericho", "de")["card.trumpet"] == "Trompete"


@pytest.mark.parametrize("kept", [b"", b"[" * 100_000, b'{"jericho": "x"}', b"\xff", None])
def test_a_bookmark_that_says_nothing_is_no_bookmark(kept: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    path.write_bytes(kept) if kept is not None else path.mkdir()
    bookmark = Bookmark(path)
    assert bookmark.place("jericho", 9) == 0
    bookmark.put("jericho", 3)
    assert bookmark.place("jericho", 9) == (0 if kept is None else 3)


def test_without_a_home_a_lesson_begins_at_its_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "~")  # for Python this is nowhere
    bookmark = Bookmark()
    bookmark.put("jericho", 3)
    assert bookmark.place("jericho", 9) == 0


def test_an_unknown_game_gets_a_clear_error(command: Command) -> None:
    done = command("learn", "chess")
    assert done.status == 2
    assert "chess" in done.err


def _entries(step: LessonStep, language: str) -> list[str]:
    match = step.begin()
    sight = Sight(match.view(LEARNER), match.legal(LEARNER))
    face = face_of(step.game, language)
    return face.entries(match.game.parse_action(step.awaits[0]), sight)
