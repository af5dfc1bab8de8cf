"""PR-07, PR-08, PR-09, PR-10, PR-11, PR-12, PR-13: what may be laid, and the worked examples."""

import pytest

from games.photo_rummy.tables import PASS, draw, lay, table
from quartett.core.errors import RuleError
from quartett.core.texts import say
from quartett.games.photo_rummy.actions import Lay, Pass
from refusing import refused

LONDON = "london-church london-sight london-delicacy"
OSLO = "oslo-church oslo-sight joker-1"
BOXES = "london-letterbox dublin-letterbox oslo-letterbox rome-letterbox"
DELICACIES = "paris-delicacy bern-delicacy lisbon-delicacy berlin-delicacy madrid-delicacy"
SPARE = "athens-letterbox"
"""A card that keeps a rack from being empty."""


@pytest.mark.parametrize("card", ["london-letterbox", "joker-1"])
def test_PR_11_example_1_a_letter_box_or_a_joker_joins_the_London_row(card: str) -> None:
    match = table(f"{card} {SPARE}", "", lists=(LONDON,), opened=True)
    match.play(0, lay(f"{LONDON} {card}"))
    assert match.state.table == ((*LONDON.split(), card),)
    assert match.state.seats[0].rack == (SPARE,)


@pytest.mark.parametrize("cards", ["paris-letterbox bern-letterbox", "joker-1"])
def test_PR_11_example_2_letter_boxes_or_a_joker_join_the_set(cards: str) -> None:
    match = table(f"{cards} {SPARE}", "", lists=(BOXES,), opened=True)
    match.play(0, lay(f"{BOXES} {cards}"))
    assert match.state.table == (tuple(f"{BOXES} {cards}".split()),)
    assert match.state.seats[0].rack == (SPARE,)


def test_PR_12_example_3_a_delicacy_leaves_the_set_for_a_new_Berlin_row() -> None:
    rack = f"berlin-symbol berlin-church {SPARE}"
    match = table(rack, "", lists=(DELICACIES,), opened=True)
    left = "paris-delicacy bern-delicacy lisbon-delicacy madrid-delicacy"
    (laid,) = match.play(0, lay(left, "berlin-delicacy berlin-symbol berlin-church"))
    assert laid.laid == ("berlin-symbol", "berlin-church")
    assert match.state.seats[0].rack == (SPARE,)
    assert len(match.state.table) == 2


@pytest.mark.parametrize(
    "cards",
    [
        "london-church london-sight",
        "london-letterbox dublin-letterbox oslo-letterbox",
        "london-church london-sight rome-delicacy",
        "london-letterbox dublin-letterbox oslo-letterbox rome-church",
        "",
    ],
)
def test_PR_07_a_set_has_4_cards_of_a_category_and_a_row_3_of_a_capital(cards: str) -> None:
    match = table(f"{cards} {SPARE}", "", lists=(OSLO,), opened=True)
    error = refused(match.play, 0, lay(OSLO, cards))
    assert error.rule == "PR-07"
    assert error.about["list"] == 1


def test_PR_07_a_row_has_at_most_6_cards_jokers_included() -> None:
    row = "rome-palace rome-church rome-sight rome-symbol rome-delicacy rome-letterbox"
    match = table(f"{row} joker-1 {SPARE}", "", opened=True, stacks=[["bern-sight"], *[[]] * 4])
    assert refused(match.play, 0, lay(f"{row} joker-1")).rule == "PR-07"
    match.play(0, lay(row))


@pytest.mark.parametrize(
    "cards", ["london-church joker-1 joker-2", "rome-sight oslo-sight joker-1 joker-2"]
)
def test_PR_08_every_combination_has_more_photos_than_jokers(cards: str) -> None:
    assert refused(table(f"{cards} {SPARE}", "").play, 0, lay(cards)).rule == "PR-08"


def test_PR_08_a_joker_stands_for_any_photo() -> None:
    match = table(f"rome-sight oslo-sight bern-sight joker-1 {SPARE}", "")
    match.play(0, lay("rome-sight oslo-sight bern-sight joker-1"))
    assert match.state.seats[0].rack == (SPARE,)


def test_PR_09_several_combinations_are_laid_in_one_turn() -> None:
    match = table(f"{LONDON} {DELICACIES} {SPARE}", "")
    match.play(0, lay(LONDON, DELICACIES))
    assert len(match.state.table) == 2
    assert match.state.seats[0].rack == (SPARE,)


def test_PR_10_nobody_adds_or_converts_before_a_first_own_combination() -> None:
    match = table(f"london-letterbox berlin-symbol berlin-church {SPARE}", "", lists=(LONDON,))
    assert refused(match.play, 0, lay(f"{LONDON} london-letterbox")).rule == "PR-10"
    six = f"{LONDON} london-letterbox london-palace london-symbol"
    match = table(SPARE, "", lists=(six,))
    halves = (LONDON, "london-letterbox london-palace london-symbol")
    assert refused(match.play, 0, lay(*halves)).rule == "PR-10"
    match = table(SPARE, "", lists=(six,), opened=True)
    match.play(0, lay(*halves))


def test_PR_10_having_opened_everything_else_is_open_in_the_same_turn() -> None:
    berlin = "berlin-symbol berlin-church berlin-sight"
    match = table(f"{berlin} london-letterbox {SPARE}", "", lists=(LONDON,))
    match.play(0, lay(f"{LONDON} london-letterbox", berlin))
    assert match.state.seats[0].opened


def test_PR_10_a_first_lay_opens_only_for_the_seat_and_for_this_round() -> None:
    match = table(f"{LONDON} rome-sight", f"london-palace {SPARE}")
    match.play(0, lay(LONDON))
    assert [player.opened for player in match.state.seats] == [True, False]
    match.play(1, draw(0))
    assert refused(match.play, 1, lay(f"{LONDON} london-palace")).rule == "PR-10"


def test_PR_12_photos_stay_on_the_table() -> None:
    match = table(f"{LONDON} {SPARE}", "", lists=(BOXES,), opened=True)
    assert refused(match.play, 0, lay(LONDON)).rule == "PR-12"


def test_PR_12_what_is_new_comes_from_the_own_rack() -> None:
    match = table(SPARE, "london-letterbox", lists=(LONDON,), opened=True)
    assert refused(match.play, 0, lay(f"{LONDON} london-letterbox")).rule == "PR-12"


def test_PR_13_a_joker_is_taken_for_a_fitting_photo_from_the_rack() -> None:
    match = table(f"oslo-symbol {SPARE}", "", lists=(OSLO,), opened=True)
    (laid,) = match.play(0, lay("oslo-church oslo-sight oslo-symbol"))
    assert (laid.laid, laid.taken) == (("oslo-symbol",), ("joker-1",))
    assert match.state.seats[0].rack == (SPARE, "joker-1")


def test_PR_13_a_taken_joker_can_be_used_in_the_same_turn() -> None:
    rack = f"oslo-symbol rome-sight rome-church {SPARE}"
    match = table(rack, "", lists=(OSLO,), opened=True)
    match.play(0, lay("oslo-church oslo-sight oslo-symbol", "rome-sight rome-church joker-1"))
    assert match.state.seats[0].rack == (SPARE,)


def test_PR_13_a_joker_leaves_its_combination_only_when_it_is_replaced() -> None:
    rack = f"rome-sight rome-church {SPARE}"
    match = table(rack, "", lists=(f"{OSLO} oslo-palace",), opened=True)
    three = "oslo-church oslo-sight oslo-palace"
    assert refused(match.play, 0, lay(three, "rome-sight rome-church joker-1")).rule == "PR-13"
    assert refused(match.play, 0, lay(three)).rule == "PR-13"


def test_PR_13_a_joker_that_stays_with_its_capital_is_not_taken() -> None:
    oslo = "oslo-church oslo-sight oslo-palace oslo-symbol oslo-letterbox"
    match = table(SPARE, "", lists=(f"{oslo} joker-1",), opened=True)
    match.play(0, lay("oslo-church oslo-sight oslo-palace", "oslo-symbol oslo-letterbox joker-1"))
    assert match.state.seats[0].rack == (SPARE,)


def test_a_refused_lay_names_the_list_and_can_be_tried_again() -> None:
    match = table(f"{LONDON} {SPARE}", "")
    error = refused(match.play, 0, lay(f"{LONDON} {SPARE}"))
    assert error.rule == "PR-07"
    assert error.about["list"] == 0
    match.play(0, lay(LONDON))


def test_a_card_twice_or_of_another_game_is_refused() -> None:
    match = table(f"{LONDON} {SPARE}", "")
    assert refused(match.play, 0, lay(f"{LONDON} london-church")).rule == "PR-01"
    assert refused(match.play, 0, lay(f"{LONDON} london-eye")).rule == "PR-01"


def test_a_huge_lay_of_nonsense_is_refused() -> None:
    match = table(f"{LONDON} {SPARE}", "")
    assert refused(match.play, 0, {"type": "lay", "table": [[]] * 300_000}).rule == "PR-07"
    assert (
        refused(match.play, 0, {"type": "lay", "table": [["london-church"] * 60_000]}).rule
        == "PR-01"
    )
    assert refused(match.play, 0, {"type": "lay", "table": [["x" * 1_000_000]]}).rule == "PR-01"


def test_legal_offers_pass_and_then_the_best_lays() -> None:
    match = table(f"{LONDON} {SPARE}", "")
    first, best = match.legal(0)
    assert first == Pass()
    assert isinstance(best, Lay)
    assert {frozenset(cards) for cards in best.table} == {frozenset(LONDON.split())}
    assert match.game.more(match.state, 0)
    assert not match.game.more(match.state, 1)
    assert match.legal(1) == []


def test_every_lay_on_offer_is_legal_and_leaves_the_fewest_cards() -> None:
    rack = f"berlin-symbol berlin-church oslo-palace rome-sight rome-church {SPARE}"
    match = table(rack, "", lists=(DELICACIES, OSLO), opened=True)
    _, *offers = match.legal(0)
    for action in offers:
        match.game.check(match.state, 0, action)
        laid = {card for cards in action.table for card in cards} & set(rack.split())
        assert laid == set(rack.split()) - {SPARE}


def test_legal_is_only_pass_where_nothing_can_be_laid() -> None:
    match = table("rome-sight oslo-church", "", lists=(LONDON,), opened=True)
    assert match.legal(0) == [Pass()]
    assert not match.game.more(match.state, 0)


def test_legal_reads_like_any_sequence() -> None:
    match = table(f"{LONDON} {SPARE}", "")
    offers = match.game.legal(match.state, 0)
    assert len(offers) == 2
    assert offers[0] == Pass()
    assert offers[-1] == list(offers)[1] == offers[1:][0]
    with pytest.raises(IndexError):
        offers[2]


def test_before_the_draw_there_is_nothing_more_than_the_stacks() -> None:
    match = table(f"{LONDON} {SPARE}", "", phase="draw")
    assert not match.game.more(match.state, 0)
    match.play(0, draw(0))
    assert match.game.more(match.state, 0)
    match.play(0, PASS)


def test_a_refused_lay_says_that_the_same_cards_can_be_laid_otherwise() -> None:
    match = table(f"london-palace {SPARE}", "", lists=(LONDON,), opened=True)
    with pytest.raises(RuleError) as impossible:
        match.play(0, lay(LONDON, f"london-palace {SPARE}"))
    with pytest.raises(RuleError) as possible:
        match.play(0, lay(LONDON, "london-palace"))
    assert (impossible.value.about["possible"], possible.value.about["possible"]) == (False, True)
    assert possible.value.text().endswith(say("photo_rummy.possible_otherwise"))
