"""Positions and actions in one line: whatever is written is read back, nonsense is refused."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quartett
from playing import random_match, short
from quartett.core import notation
from quartett.core.forms import Form
from quartett.games import get, names

EVERY_GAME = pytest.mark.parametrize("name", names())
OURS = ("flow", "jericho", "photo_rummy", "souvenirs")


@EVERY_GAME
def test_every_position_of_a_match_is_one_line_that_is_read_back(name: str) -> None:
    for seed in range(3):
        for match, number in random_match(name, seed, **short(name)):
            if number % 7 == 0 or match.outcome is not None:
                text = match.text()
                assert "\n" not in text
                assert text.isascii()
                assert quartett.load(text).state == match.state
                assert len(text) < len(msgspec.json.encode(quartett.save(match)))


@EVERY_GAME
def test_every_legal_action_is_one_line_that_is_read_back_and_played(name: str) -> None:
    for match, _ in random_match(name, 5, **short(name)):
        for seat in sorted(match.to_act):
            for action in match.legal(seat):
                text = match.game.action_text(action)
                assert match.game.parse_action(text) == action
                assert "\n" not in text
        seats = [seat for seat in sorted(match.to_act) if match.legal(seat)]
        if seats:
            action = match.legal(seats[0])[0]
            trial, other = match.fork(), match.fork()
            assert trial.play(seats[0], match.game.action_text(action)) == other.play(
                seats[0], action
            )


@pytest.mark.parametrize("name", OURS)
def test_short_names_are_short_and_each_cards_own(name: str) -> None:
    game = get(name)
    assert set(game.short_names) == set(game.deck)
    assert len(set(game.short_names.values())) == len(game.short_names)
    assert max(map(len, game.short_names.values())) <= 4


def test_options_that_are_not_the_usual_ones_are_written_and_read() -> None:
    match = quartett.start("photo_rummy", 2, seed=1, rounds=1)
    assert match.text().startswith("photo_rummy(rounds=1) ")
    assert quartett.load(match.text()).state == match.state


def test_cards_may_be_written_in_full() -> None:
    text = "jericho phase=play turn=0 seats=[(hand=[red-3,T]),(),()]"
    assert quartett.load(text).legal(0) == quartett.load(text.replace("red-3", "r3")).legal(0)


class Words(Form, frozen=True):
    """Whatever a field may hold."""

    text: str
    many: dict[str, list[str | int | bool | None]] = {}


TEXTS = st.text(max_size=12)
MANY = st.dictionaries(
    TEXTS, st.lists(st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXTS, max_size=4)
)


@given(text=TEXTS, many=MANY)
def test_any_text_comes_back_as_it_was(
    text: str, many: dict[str, list[str | int | bool | None]]
) -> None:
    cards = {"red-3": "r3", "trumpet": "T"}
    words = Words(text, many)
    line = " ".join(["game", *notation.write_fields(words, cards)])
    assert line.isascii()
    assert "\n" not in line
    name, options, state = notation.read_position(line, lambda _: cards)
    assert (name, options) == ("game", {})
    assert msgspec.convert(state, Words) == words


@pytest.mark.parametrize("said", ["r3", "-", "+", "!", "12", "", "T", "red-3", "a b_c~d%e", "é\n"])
def test_a_word_that_looks_like_something_else_stays_a_word(said: str) -> None:
    cards = {"red-3": "r3", "trumpet": "T"}
    line = " ".join(["game", *notation.write_fields(Words(said, {said: [said]}), cards)])
    assert notation.read_position(line, lambda _: cards)[2] == {
        "text": said,
        "many": {said: [said]},
    }


@given(st.text(alphabet="jericho []()=,%-+!~0123 phase seats wall r3 T", max_size=60))
def test_nonsense_is_refused_and_nothing_else_happens(text: str) -> None:
    match = quartett.start("jericho", seed=1)
    before = match.state
    for line in (text, f"jericho {text}"):
        with suppress(quartett.QuartettError):
            quartett.load(line)
    try:
        match.play(0, text)
    except quartett.QuartettError:
        assert match.state == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("jericho seats", "`=` expected after 'jericho seats'"),
        ("jericho seats=[()", "`,` expected"),
        ("jericho seats=[()] seats=[()]", "`seats` is there twice"),
        ("jericho(starter=1", "`,` expected"),
        ("jericho turn=%4", "has a % without a number"),
        ("jericho seats=" + "[" * 40, "nested too deeply"),
        ("jericho height=3 seats=[(),(),()]", "`height`"),
        ("jericho turn=%FF seats=[(),(),()]", "is not Unicode"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(quartett.FormatError) as refused:
        quartett.load(text)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("opened", "closed", "most"),
    [("[", "]", notation.MAX_DEPTH + 1), ("(a=", ")", notation.MAX_DEPTH // 2)],
)
def test_values_are_nested_so_deeply_and_no_deeper(opened: str, closed: str, most: int) -> None:
    def read(levels: int) -> None:
        inner = "1" if closed == ")" else ""
        line = f"game x={opened * levels}{inner}{closed * levels}"
        notation.read_position(line, lambda _: {})

    read(most)
    with pytest.raises(quartett.FormatError, match="nested too deeply"):
        read(most + 1)


def test_an_action_of_another_shape_is_refused_plainly() -> None:
    match = quartett.start("jericho", seed=1)
    with pytest.raises(quartett.FormatError, match="nothing more expected"):
        match.play(0, "first r3)")
    with pytest.raises(quartett.FormatError, match="no action of type 'build'"):
        match.play(0, "build r3")
    with pytest.raises(quartett.FormatError, match="`first` has 1 fields, not 2"):
        match.play(0, "first r3 r3")
    with pytest.raises(quartett.FormatError, match="card"):
        match.play(0, "first")
