"""Drafting a lay in Photo Rummy: what a person types, and what comes of it."""

import io

import pytest
from rich.console import Console

from quartett.core.errors import RuleError
from quartett.core.match import Match
from quartett.games import get
from quartett.games.photo_rummy.actions import PASS, Draw, Lay
from quartett.games.photo_rummy.view import PlayerView
from quartett.terminal.ask import EntryError
from quartett.terminal.dealer import Dealer
from quartett.terminal.face import face_of
from quartett.terminal.loop import show
from quartett.terminal.photo_rummy.draft import Draft, letter, obeyed, place_of
from quartett.terminal.voice import Voice

TABLE = (
    ("paris-church", "paris-sight", "paris-symbol", "paris-palace"),
    ("rome-church", "rome-sight", "joker-1"),
)
RACK = ("rome-palace", "oslo-church", "oslo-sight", "oslo-symbol")
ME = PlayerView(len(RACK), RACK, True, 0)
VOICE = Voice("photo_rummy", "en")


@pytest.fixture
def draft() -> Draft:
    return Draft(TABLE, RACK)


def typed(draft: Draft, *entries: str) -> None:
    for entry in entries:
        assert obeyed(entry, draft, ME, VOICE) is None


def test_the_rack_is_sorted_and_numbered(draft: Draft) -> None:
    assert draft.now.rack == ("oslo-church", "oslo-sight", "oslo-symbol", "rome-palace")


def test_a_new_combination_from_the_rack(draft: Draft) -> None:
    typed(draft, "new 1 2 3")
    assert draft.now.groups[2] == ("oslo-church", "oslo-sight", "oslo-symbol")
    assert draft.now.rack == (None, None, None, "rome-palace")


def test_adding_names_the_combination_before_or_after_the_cards(draft: Draft) -> None:
    typed(draft, "add 4 b")
    assert "rome-palace" in draft.now.groups[1]
    typed(draft, "undo", "add B 4")
    assert "rome-palace" in draft.now.groups[1]


def test_moving_a_card_between_combinations_and_to_a_new_one(draft: Draft) -> None:
    typed(draft, "move A1 B")
    assert "paris-palace" in draft.now.groups[1]
    typed(draft, "move A1 new")
    assert draft.now.groups[2] == ("paris-church",)


def test_taking_a_joker_but_not_a_photo(draft: Draft) -> None:
    typed(draft, "add 4 B", "take B4")
    assert draft.now.rack[-1] == "joker-1"
    with pytest.raises(RuleError) as refused:
        obeyed("take A1", draft, ME, VOICE)
    assert refused.value.rule == "PR-12"


def test_a_card_of_the_draft_goes_back_to_its_place(draft: Draft) -> None:
    typed(draft, "add 4 B", "take B1")
    assert draft.now.rack[3] == "rome-palace"


def test_undo_and_reset_never_go_too_far(draft: Draft) -> None:
    typed(draft, "undo", "new 1 2", "add 3 C", "reset", "undo")
    assert draft.now.rack == draft.cards


def test_best_then_lay(draft: Draft) -> None:
    typed(draft, "best")
    action = obeyed("lay", draft, ME, VOICE)
    assert isinstance(action, Lay)
    assert {card for cards in action.table for card in cards} >= {*RACK}


def test_passing_needs_no_draft(draft: Draft) -> None:
    assert obeyed("pass", draft, ME, VOICE) is PASS


def drawn() -> Dealer:
    """A table at which the person has drawn a card and lays next."""
    dealer = Dealer(Match.start(get("photo_rummy"), 2, 3), face_of("photo_rummy", "en"))
    dealer.person_plays(Draw(0))
    return dealer


def screen(dealer: Dealer) -> str:
    console = Console(file=io.StringIO(), width=100, record=True)
    show(console, dealer, dealer.sight())
    return console.export_text()


@pytest.mark.parametrize("entries", [["lay"], ["new 1 2 3", "take A1 A2 A3", "lay"], ["pass"]])
def test_laying_an_unchanged_table_is_the_same_as_passing(entries: list[str]) -> None:
    dealer = drawn()
    *before, last = [dealer.face.read(entry, dealer.sight()) for entry in entries]
    assert before == [None] * len(before)
    dealer.person_plays(last)
    assert "You: nothing laid" in screen(dealer)


def test_a_draft_ends_with_the_turn() -> None:
    dealer = drawn()
    dealer.face.read("new 1 2 3", dealer.sight())
    assert "A ✗" in screen(dealer)
    dealer.person_plays(dealer.face.read("pass", dealer.sight()))
    assert "A ✗" not in screen(dealer)
    dealer.rival_plays(1)
    dealer.rival_plays(1)
    assert dealer.sight().view.phase == "draw"
    assert "A ✗" not in screen(dealer)


@pytest.mark.parametrize(
    "entry", ["new", "add 1", "add A", "move A9 B", "new 77", "take Z1", "add 1 Z", "what", "new 0"]
)
def test_nonsense_is_answered_and_changes_nothing(draft: Draft, entry: str) -> None:
    with pytest.raises(EntryError) as refused:
        obeyed(entry, draft, ME, VOICE)
    assert refused.value.text(VOICE)
    assert not draft.changed


def test_letters_go_on_after_z() -> None:
    assert [letter(place) for place in (0, 25, 26, 27)] == ["A", "Z", "AA", "AB"]
    assert all(place_of(letter(place)) == place for place in range(60))
