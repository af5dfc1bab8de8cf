"""Texts as players and as writers of JSON read them: the same facts, each in their own terms."""

import json
import re
import string
from pathlib import Path

import pytest

from quartett.core.errors import RuleError
from quartett.core.texts import LANGUAGES, catalogue, say, say_written
from quartett.games import names

ROOT = Path(__file__).parents[2]
NAMESPACES = ("core", *names())
FROM_ZERO = {"seat", "turn", "last", "value", "slot", "stack", "pile", "column", "row", "number"}
"""Fields that code counts from 0, or from the first card of a grid."""

FOR_WRITERS = {
    "core": {"not_in_range"},
    "flow": {"not_covered"},
    "souvenirs": {"not_joined", "too_large", "cube_twice"},
}
"""Texts about positions and options in JSON, which no player at a table ever causes."""


NO_NOUN = {"flow.label.holds"}
"""Messages in which what is counted is not named, so nothing agrees with the number."""


def messages(game: str, language: str) -> dict[str, str]:
    """What the page says about a game."""
    path = ROOT / f"web/src/games/{game}/messages/{language}.json"
    texts: dict[str, str] = json.loads(path.read_text())
    return texts


def fields(text: str) -> list[tuple[str, str]]:
    """The names and kinds of a text's fields."""
    return [(name, kind or "") for _, name, kind, _ in string.Formatter().parse(text) if name]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("namespace", NAMESPACES)
def test_a_text_has_the_same_fields_in_every_language(namespace: str, language: str) -> None:
    english, own = catalogue(namespace, "en"), catalogue(namespace, language)
    assert own.keys() == english.keys()
    different = [key for key in english if set(fields(own[key])) != set(fields(english[key]))]
    assert different == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("namespace", NAMESPACES)
def test_players_never_read_a_number_that_counts_from_zero(namespace: str, language: str) -> None:
    raw = {
        key
        for key, text in catalogue(namespace, language).items()
        for name, kind in fields(text)
        if name in FROM_ZERO and kind != "seat"
    }
    assert raw == FOR_WRITERS.get(namespace, set())


def test_players_count_seats_from_1_and_writers_of_json_from_0() -> None:
    error = RuleError("JE-08", "jericho.not_your_turn", turn=0)
    assert error.text() == "It is seat 1’s turn."
    assert error.text("de") == "Platz 1 ist am Zug."
    assert error.written() == "It is seat 0’s turn."
    about = {"seat": 7, "last": 2}
    assert say("core.no_such_seat", about) == "Seat 8 does not exist; the seats are 1 to 3."
    assert say_written("core.no_such_seat", about) == "Seat 7 does not exist; the seats are 0 to 2."


def test_players_are_pointed_at_a_cell_and_writers_of_json_get_its_numbers() -> None:
    error = RuleError("SO-06", "souvenirs.occupied", column=-1, row=2)
    assert error.text() == "There is already a card there."
    assert error.written() == "Column -1, row 2 already has a card."
    line = RuleError("SO-09", "souvenirs.booked_already", kind="row", number=-1)
    assert line.text("fr") == "Tu as déjà réservé cette ligne."
    assert line.written() == "You have already booked row -1."


def test_FL_11_a_card_in_the_hand_is_no_reason_not_to_call_stop() -> None:
    told = {language: say("flow.stop_too_early", None, language) for language in LANGUAGES}
    hands = ("hand", "Hand", "main", "mano")
    assert [text for text in told.values() if any(word in text.split() for word in hands)] == []


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_what_writers_of_json_read_instead_is_said_to_players_too(namespace: str) -> None:
    try:
        written = catalogue(namespace, "written")
    except FileNotFoundError:
        written = {}
    assert written.keys() <= catalogue(namespace, "en").keys()
    assert [key for key, text in written.items() if text == catalogue(namespace, "en")[key]] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_what_the_page_counts_has_a_singular(game: str, language: str) -> None:
    unbending = {
        key
        for key, text in messages(game, language).items()
        if re.search(r"\{(?:count|won|cards|points|cubes)\}\s+[^\W\d]", text)
        and not key.endswith((".one", ".other", ".many"))
    }
    assert unbending <= NO_NOUN


@pytest.mark.parametrize("game", names())
def test_a_round_has_an_italian_name(game: str) -> None:
    told = {**messages(game, "it"), **catalogue(game, "it")}
    english = [key for key, text in told.items() if re.search(r"(?i)\bround\b(?!\})", text)]
    assert [key for key in english if "`" not in told[key]] == []
