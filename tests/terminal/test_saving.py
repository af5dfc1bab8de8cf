"""Matches in the terminal can be taken back, kept in a file, and gone on with another day."""

import re
from pathlib import Path

import pytest

import quartett
from playing import finished
from quartett import audit
from quartett.cli import main
from quartett.core.log import seal, split_seal
from quartett.core.texts import LANGUAGES
from quartett.games import get
from quartett.terminal.ask import EntryError
from quartett.terminal.dealer import Dealer
from quartett.terminal.face import PERSON, face_of
from quartett.terminal.voice import texts
from terminal.person import Person
from terminal.test_play import EXAMPLE, SHORT

NO_CARDS = {"game": "jericho", "state": {"phase": "feed", "seats": [{}, {}, {}]}}
NO_CARD_LEFT = {
    "game": "souvenirs",
    "state": {"phase": "place", "turn": 1, "grid": {"0,0": "red-3"}, "seats": [{}, {}]},
}
"""Positions that are legal, and from which nobody can do anything."""


def resealed(text: bytes) -> bytes:
    """A log with other cards than those that were dealt, under a seal that fits."""
    body = split_seal(text)[0].replace(b"red-7", b"red-1")
    return body + seal(body)


IN_TURNS = ["jericho", "photo_rummy", "souvenirs"]


def dealer_of(game: str, players: int | None = None) -> Dealer:
    match = quartett.start(game, players or get(game).players[0], seed=5)
    return Dealer(match, face_of(game, "en"), ["easy"])


def acts(dealer: Dealer) -> None:
    """The person does something, then the others until it is the person's turn again."""
    dealer.person_plays(dealer.sight().legal[0])
    while dealer.outcome is None and PERSON not in dealer.match.to_act_once_ready:
        dealer.rival_plays(min(dealer.match.to_act_once_ready))


@pytest.mark.parametrize("game", IN_TURNS)
def test_taking_back_goes_to_before_the_last_own_action_with_all_that_the_others_did(
    game: str,
) -> None:
    dealer = dealer_of(game)
    while PERSON not in dealer.match.to_act_once_ready:
        dealer.rival_plays(min(dealer.match.to_act_once_ready))
    before = []
    for _ in range(4):
        before.append((dealer.match.state, list(dealer.log)))
        acts(dealer)
    after = dealer.match.state
    for state, log in reversed(before):
        dealer.take_back()
        assert dealer.match.state == state
        assert dealer.log == log
        assert dealer.news == []
    for _ in range(4):
        acts(dealer)
    assert dealer.match.state == after, "chance and the others do the same again"


def test_nothing_is_taken_back_before_something_was_done() -> None:
    with pytest.raises(EntryError, match="nothing_to_take_back"):
        dealer_of("jericho").take_back()


def test_nothing_is_taken_back_where_time_counts() -> None:
    with pytest.raises(EntryError, match="no_takeback_in_time"):
        dealer_of("flow").take_back()


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(each, marks=[] if each in ("en", "de") else pytest.mark.long)
        for each in LANGUAGES
    ],
)
def test_a_match_is_taken_back_saved_and_gone_on_with_in_every_language(
    language: str, tmp_path: Path
) -> None:
    words = {
        name: texts(language)[f"word.{name}"].split()[0] for name in ("takeback", "save", "quit")
    }
    with Person("souvenirs", "--seed", "3", lang=language, cwd=tmp_path) as person:
        person.reads()
        refused = texts(language)["nothing_to_take_back"]
        assert refused in " ".join(person.types(words["takeback"]).split())
        offered = example(person.seen, language)
        first = person.types(offered)
        person.types(words["takeback"])
        assert example(person.seen, language) == offered
        assert person.types(offered) == first
        assert "souvenirs-3.jsonl" in person.types(words["save"])
        assert "other.jsonl" in person.types(f"{words['save']} other.jsonl")
        person.presses(f"{words['quit']}\n")
        assert person.leaves() == 0
    game, log = audit.read((tmp_path / "souvenirs-3.jsonl").read_bytes())
    assert any(entry.undo for entry in log.entries)
    assert audit.recompute(game, log).steps
    (command,) = set(re.findall(r"quartett play (--resume souvenirs\S+ .*)", person.seen))
    with Person(*command.split(), lang=language, cwd=tmp_path) as person:
        assert person.plays_to_the_end(EXAMPLE[language]) == 0
        assert texts(language)["over"] in person.seen
        assert "Traceback" not in person.seen


def example(shown: str, language: str) -> str:
    """What was last offered as an example."""
    return str(re.findall(rf"{EXAMPLE[language]} (.+?)  `?\?", shown)[-1])


@pytest.mark.parametrize("game", SHORT)
def test_a_match_goes_on_where_it_was_left(game: str, tmp_path: Path) -> None:
    with Person(game, "--seed", "3", *SHORT[game], cwd=tmp_path) as person:
        person.reads()
        for _ in range(6):
            person.types(example(person.seen, "en"))
        person.types("save kept.jsonl")
        person.presses("quit\n")
        assert person.leaves() == 0
    kept = quartett.load_match((tmp_path / "kept.jsonl").read_bytes())
    assert len(kept.entries) > 6
    with Person("--resume", "kept.jsonl", cwd=tmp_path) as person:
        assert person.plays_to_the_end(EXAMPLE["en"]) == 0
        assert "The match is over" in person.seen
        assert "--seed 3" in person.seen


def test_a_finished_match_can_be_saved_and_reviewed(tmp_path: Path) -> None:
    with Person("souvenirs", "--seed", "3", cwd=tmp_path) as person:
        shown = person.reads()
        while "Play again?" not in shown:
            shown = person.types(example(shown, "en"))
        assert "quartett review souvenirs-3.jsonl" in person.types("save")
        person.presses("\n")
        assert person.leaves() == 0
    game, log = audit.read((tmp_path / "souvenirs-3.jsonl").read_bytes())
    assert game.outcome(audit.recompute(game, log).state) is not None


def test_a_match_in_real_time_is_saved_with_a_key_and_its_clock_goes_on(tmp_path: Path) -> None:
    fast = ["--option", "countdown_ms=50", "--option", "cards=8", "--option", "target=1"]
    with Person("flow", "--seed", "3", *fast, terminal=True, cwd=tmp_path) as person:
        person.reads("Go!")
        person.presses("1234ab")
        person.reads("Middle:")
        person.presses("s")
        assert "flow-3.jsonl" in person.reads("the clock runs again")
        person.presses("\n")
        person.reads("Middle:")
        person.presses("q")
        assert person.leaves() == 0
    kept = quartett.load_match((tmp_path / "flow-3.jsonl").read_bytes())
    assert kept.now > 0
    with Person("--resume", "flow-3.jsonl", terminal=True, cwd=tmp_path) as person:
        person.reads("Middle:")
        person.plays_to_the_end_in_real_time()


def test_a_file_of_something_else_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    with Person("jericho", "--seed", "3", cwd=tmp_path) as person:
        person.reads()
        assert "is there already" in " ".join(person.types("save diary.txt").split())
        assert "cannot be written" in " ".join(person.types("save none/match.jsonl").split())
        assert "no home folder" in " ".join(person.types("save ~nobody-we-know/x").split())
        assert "too long" in " ".join(person.types(f"save {'x' * 300}").split())
        assert "Saved as mine.jsonl" in person.types("save mine.jsonl")
        assert "Saved as mine.jsonl" in person.types("save")
        person.presses("quit\n")
        assert person.leaves() == 0
    assert (tmp_path / "diary.txt").read_text() == "dear diary"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["diary.txt", "mine.jsonl"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"dear diary", "not a log of a match"),
        (b"", "not a log of a match"),
        (quartett.save_match(quartett.start("jericho", 3))[:-20], "seal"),
        (quartett.save_match(quartett.start("jericho", 3)).replace(b"red-7", b"red-1"), "seal"),
        (resealed(quartett.save_match(quartett.start("jericho", 3))), "Entry 0 differs"),
        (quartett.save_match(finished("souvenirs", 1)), "this match is over"),
        (quartett.save_match(quartett.load(NO_CARDS)), "nobody can go on"),
        (quartett.save_match(quartett.load(NO_CARD_LEFT)), "nobody can go on"),
    ],
    ids=["words", "nothing", "cut off", "changed", "made up", "over", "no cards", "no card left"],
)
def test_what_cannot_be_gone_on_with_is_refused_in_one_line(
    text: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_bytes(text)
    assert main(["play", "--resume", str(tmp_path / "file")]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("more", [["jericho"], ["--players", "4"], ["--seed", "1"]], ids=" ".join)
def test_what_the_file_says_cannot_be_said_again(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_bytes(quartett.save_match(quartett.start("jericho", 3)))
    assert main(["play", *more, "--resume", str(tmp_path / "file")]) == 2
    assert "--resume takes all settings from the file" in capsys.readouterr().err


def test_bots_sit_down_in_their_order_and_the_last_fills_up(tmp_path: Path) -> None:
    match = quartett.start("jericho", 5, seed=1)
    dealer = Dealer(match, face_of("jericho", "en"), ["hard", "easy"])
    levels = [seated.bot.level for seated in dealer._opponents.values()]
    assert levels == ["hard", "easy", "easy", "easy"]


def test_too_many_bots_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "jericho", "--players", "3", "--bots", "easy,easy,easy"]) == 2
    assert "--bots: there are 2 other seats, and 3 bots" in capsys.readouterr().err
