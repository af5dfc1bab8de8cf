"""`quartett play`, played by a scripted person through pipes and pseudo-terminals."""

import sys

import pytest

from quartett.cli import main
from quartett.terminal.voice import texts
from terminal.person import PROMPT, Person

SHORT = {
    "jericho": (),
    "souvenirs": (),
    "photo_rummy": ("--option", "rounds=1"),
    "flow": ("--option", "target=30", "--option", "cards=12"),
}
EXAMPLE = {
    language: texts(language)["example"].split("{")[0].strip()
    for language in ("en", "de", "fr", "it", "nl", "es")
}


@pytest.mark.parametrize("game", ["flow", "photo_rummy"])
def test_a_whole_match_through_pipes(game: str) -> None:
    """The others are played so in another language."""
    with Person(game, "--seed", "3", *SHORT[game]) as person:
        assert person.plays_to_the_end(EXAMPLE["en"]) == 0
        assert "The match is over" in person.seen
        assert "--seed 3" in person.seen
        assert person.seen.endswith("See you soon!\n")
        assert "Traceback" not in person.seen


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("souvenirs", "de"),
        ("jericho", "fr"),
        ("flow", "it"),
        ("photo_rummy", "nl"),
        ("souvenirs", "es"),
    ],
)
def test_a_whole_match_in_another_language(game: str, language: str) -> None:
    with Person(game, "--seed", "5", *SHORT[game], lang=language) as person:
        assert person.plays_to_the_end(EXAMPLE[language]) == 0
        assert texts(language)["over"] in person.seen
        assert texts(language)["goodbye"] in person.seen
        assert "Traceback" not in person.seen


def test_real_time_with_single_keys() -> None:
    options = ("cards=8", "target=1", "countdown_ms=50", "hand_ms=10", "stalemate_ms=50")
    given = [part for option in options for part in ("--option", option)]
    with Person("flow", "--players", "2", "--seed", "3", *given, terminal=True) as person:
        person.reads("Go!")
        person.presses("?")
        assert "At a glance" in person.reads("the clock runs again")
        person.presses("\n")
        person.reads("Middle:")
        person.plays_to_the_end_in_real_time()


@pytest.mark.parametrize("game", ["jericho", "flow"])
def test_ctrl_c_leaves_politely(game: str) -> None:
    with Person(game, terminal=True) as person:
        person.reads(PROMPT, "quit")
        person.interrupts()
        assert person.leaves() == 0
        assert "See you soon!" in person.seen
        assert "Traceback" not in person.seen


@pytest.mark.parametrize("game", SHORT)
def test_the_end_of_the_input_leaves_politely(game: str) -> None:
    with Person(game) as person:
        person.reads()
        person.goes_away()
        assert person.leaves() == 0
        assert "See you soon!" in person.seen


def test_without_a_game_a_menu_is_offered() -> None:
    with Person() as person:
        assert "Photo Rummy" in person.reads()
        assert "Which game?" in person.types("chess")
        assert "Your hand:" in person.types("jericho")
        person.presses("quit\n")
        assert person.leaves() == 0


def test_help_rules_and_log() -> None:
    with Person("souvenirs", "--seed", "1") as person:
        person.reads()
        shown = person.types("help")
        assert "lay hand card 2 in column e" in shown
        assert "At a glance" in shown
        assert "SO-17" in person.types("rules")
        assert "The first card of the grid" in person.types("log")


@pytest.mark.parametrize(("lang", "word"), [("en", "rules"), ("de", "regeln")])
def test_a_refusal_says_what_to_type_to_read_its_rule(lang: str, word: str) -> None:
    with Person("jericho", "--seed", "3", lang=lang) as person:
        person.reads()
        assert f"({word} JE-04)" in " ".join(person.types("7").split())
        shown = person.types(f"{word} JE-04")
        assert "[JE-04]" in shown
        assert "[JE-03]" not in shown
        person.presses("quit\n")
        assert person.leaves() == 0


WRONG = {
    "jericho": (("99", "not a number"), ("x y", "number of a hand card"), ("7", "wall card first")),
    "souvenirs": (("1 a1", "share a side"), ("1", "not a card and a cell"), ("pass", "First lay")),
    "photo_rummy": (("9", "not a number"), ("lay", "Draw a card first"), ("[/]", "not a number")),
    "flow": (("z", "is not a key"), ("dance", "is not a key"), ("x", "only when your draw pile")),
}


@pytest.mark.parametrize("game", WRONG)
def test_a_wrong_entry_is_answered_with_the_reason_and_asked_again(game: str) -> None:
    with Person(game, "--seed", "3", *SHORT[game]) as person:
        person.reads()
        for entry, answer in WRONG[game]:
            assert answer in " ".join(person.types(entry).split())
        person.presses("quit\n")
        assert person.leaves() == 0
        assert "Traceback" not in person.seen


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("jericho", "--players", "2"), "3 bis 5"),
        (("jericho", "--players", "0"), "3 bis 5"),
        (("flow", "--players", "-1"), "2 bis 4"),
        (("jericho", "--seed", "a\udcff"), "--seed: 'a\\udcff' is not UTF-8"),
        (("jericho", "--seed", "9" * 5000), "--seed: a number of 5000 digits is too long"),
        (("photo_rummy", "--option", "rounds=\udcff"), "is not UTF-8"),
        (("photo_rummy", "--option", "\udcff=1"), "is not UTF-8"),
        (("photo_rummy", "--option", "rounds=0"), "rounds"),
        (("photo_rummy", "--option", "colour=red"), "colour"),
        (("photo_rummy", "--option", "rounds"), "KEY=VALUE"),
        (("chess",), "chess"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    arguments: tuple[str, ...], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):  # what argparse refuses leaves in this way too
        sys.exit(main(["play", *arguments, "--lang", "de"]))
    assert answer in capsys.readouterr().err


@pytest.mark.parametrize("game", ["jericho", "souvenirs", "photo_rummy"])
def test_a_byte_that_is_no_letter_means_nothing_and_is_asked_again(game: str) -> None:
    with Person(game, "--seed", "3") as person:
        person.reads()
        for entry in ("\udcff", "1\udcc3", "\udce4\udcf6 2"):
            assert "✗" in person.types(entry)
        assert "for example" in person.types("")
        person.presses("quit\n")
        assert person.leaves() == 0
        assert "Traceback" not in person.seen


def test_a_byte_that_is_no_letter_leaves_no_game_on_a_terminal() -> None:
    with Person("jericho", "--seed", "3", terminal=True) as person:
        person.reads()
        # The terminal's own line editing may drop the byte; then the line is as good as empty.
        assert "See you soon!" not in person.types("\udcff")
        assert "for example" in person.types("")
        person.presses("quit\n")
        assert person.leaves() == 0
        assert "Traceback" not in person.seen


def test_a_byte_that_is_no_letter_is_no_key_in_real_time() -> None:
    with Person("flow", "--seed", "3") as person:
        person.reads()
        assert "is not a key" in person.types("\udcff")
        person.presses("quit\n")
        assert person.leaves() == 0


def test_an_entry_is_said_back_without_stray_spaces() -> None:
    with Person("jericho", "--seed", "3", lang="de") as person:
        person.reads()
        person.types("1")
        while "m 1" not in (shown := person.types("1")):
            assert "✗" not in shown
        assert "„xyz“ bedeutet hier nichts" in person.types("xyz")
        assert "„x y“ bedeutet hier nichts" in person.types("x  y ")
