"""PR-01, PR-02, PR-03, PR-04, PR-05, PR-06, PR-14: the cards, the deal and the course of a turn."""

from collections import Counter

import pytest

import quartett
from games.photo_rummy.tables import FULL, PASS, draw, lay, table
from quartett.core.errors import FormatError, RuleError
from quartett.games.photo_rummy.cards import CATEGORIES, CITIES, DECK, JOKERS, PHOTOS
from refusing import refused


def test_PR_01_there_are_102_photos_and_6_jokers() -> None:
    assert (len(CITIES), len(CATEGORIES)) == (17, 6)
    assert set(PHOTOS) == {f"{city}-{category}" for city in CITIES for category in CATEGORIES}
    assert list(JOKERS) == [f"joker-{number}" for number in range(1, 7)]
    assert len(DECK) == len(set(DECK)) == 108


@pytest.mark.parametrize("rounds", [-1, 0, 21, 10**9])
def test_PR_02_between_1_and_20_rounds_can_be_agreed(rounds: int) -> None:
    with pytest.raises(RuleError, match="PR-02"):
        quartett.start("photo_rummy", players=2, rounds=rounds)


def test_PR_02_three_rounds_are_played_where_nothing_is_agreed() -> None:
    options = quartett.save(quartett.start("photo_rummy", players=2))["options"]
    assert options == {"rounds": 3, "starter": 0, "size": "full"}


def test_PR_02_an_option_of_another_kind_is_no_option() -> None:
    with pytest.raises(FormatError, match="rounds"):
        quartett.start("photo_rummy", players=2, rounds="many")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_PR_03_everybody_gets_8_of_the_108_shuffled_cards(players: int) -> None:
    match = quartett.start("photo_rummy", players=players, seed=3)
    racks = [player.rack for player in match.state.seats]
    assert [len(rack) for rack in racks] == [8] * players
    dealt = [card for cards in (*racks, *match.state.stacks) for card in cards]
    assert Counter(dealt) == Counter(DECK)
    assert dealt != list(DECK)
    assert match.state != quartett.start("photo_rummy", players=players, seed=4).state


@pytest.mark.parametrize(("players", "heights"), [(2, 92), (3, 84), (4, 76)])
def test_PR_04_the_rest_lies_in_5_stacks_of_nearly_equal_height(players: int, heights: int) -> None:
    stacks = quartett.start("photo_rummy", players=players).state.stacks
    assert len(stacks) == 5
    assert sum(map(len, stacks)) == heights
    assert max(map(len, stacks)) - min(map(len, stacks)) <= 1


@pytest.mark.parametrize("stack", [-1, 5, 10**12])
def test_PR_04_there_is_no_sixth_stack(stack: int) -> None:
    assert refused(table(phase="draw").play, 0, draw(stack)).rule == "PR-04"


def test_PR_05_seat_0_starts_and_play_goes_clockwise() -> None:
    match = quartett.start("photo_rummy", players=3)
    for seat in (0, 1, 2, 0):
        assert match.to_act == {seat}
        assert refused(match.play, (seat + 1) % 3, draw(0)).rule == "PR-05"
        match.play(seat, draw(0))
        assert refused(match.play, (seat + 1) % 3, PASS).rule == "PR-05"
        match.play(seat, PASS)


def test_PR_05_the_option_starter_names_another_seat() -> None:
    match = quartett.start("photo_rummy", players=3, starter=2)
    assert match.state.starter == 2
    assert match.to_act == {2}
    match.play(2, draw(0))
    match.play(2, PASS)
    assert match.to_act == {0}


@pytest.mark.parametrize("starter", [-1, 3])
def test_PR_05_the_starter_is_one_of_the_seats(starter: int) -> None:
    with pytest.raises(RuleError, match="PR-05"):
        quartett.start("photo_rummy", players=3, starter=starter)


def test_PR_06_the_top_card_of_the_chosen_stack_goes_on_the_rack() -> None:
    stacks = [[], ["oslo-church", "paris-sight"], [], [], ["bern-palace"]]
    match = table("rome-sight", "", phase="draw", stacks=stacks)
    match.play(0, draw(1))
    assert match.state.seats[0].rack == ("rome-sight", "paris-sight")
    assert match.state.stacks == ((), ("oslo-church",), (), (), ("bern-palace",))
    assert (match.state.phase, match.state.turn) == ("lay", 0)


def test_PR_06_only_stacks_that_have_cards_can_be_drawn_from() -> None:
    match = table(phase="draw", stacks=[[], ["oslo-church"], [], [], ["bern-palace"]])
    assert [action.stack for action in match.legal(0)] == [1, 4]
    assert refused(match.play, 0, draw(0)).rule == "PR-06"


def test_PR_06_nobody_lays_or_passes_before_drawing() -> None:
    rack = "london-church london-sight london-delicacy"
    match = table(rack, "", phase="draw")
    assert refused(match.play, 0, lay(rack)).rule == "PR-06"
    assert refused(match.play, 0, PASS).rule == "PR-06"
    match.play(0, draw(0))
    match.play(0, lay(rack))


def test_PR_06_exactly_one_card_is_drawn() -> None:
    match = table(phase="draw", stacks=[FULL[0] + FULL[1], *FULL[2:], []])
    match.play(0, draw(0))
    for stack in range(5):
        assert refused(match.play, 0, draw(stack)).rule == "PR-06"


def test_PR_06_the_turn_ends_with_the_lay() -> None:
    rack = "london-church london-sight london-delicacy"
    match = table(f"{rack} rome-sight", "")
    match.play(0, lay(rack))
    assert (match.state.phase, match.state.turn) == ("draw", 1)
    assert refused(match.play, 0, lay(rack)).rule == "PR-05"


def test_PR_14_a_player_who_passes_keeps_the_drawn_card() -> None:
    match = table("london-church london-sight london-delicacy", "", phase="draw")
    match.play(0, draw(4))
    match.play(0, PASS)
    player = match.state.seats[0]
    assert player.rack == ("london-church", "london-sight", "london-delicacy", "athens-delicacy")
    assert not player.opened
    assert (match.state.table, match.state.turn, match.state.phase) == ((), 1, "draw")


@pytest.mark.parametrize("opened", [False, True])
def test_PR_14_a_lay_equal_to_the_old_table_is_a_pass(opened: bool) -> None:
    lists = ("london-church london-sight london-delicacy", "rome-sight rome-symbol rome-palace")
    match = table("oslo-sight", "", lists=lists, opened=opened)
    before = match.state
    (event,) = match.play(0, lay("rome-palace rome-symbol rome-sight", lists[0]))
    assert type(event).__name__ == "Passed"
    assert match.state.table == before.table
    assert match.state.seats == before.seats
    assert match.to_act == {1}


def test_PR_14_a_lay_that_leaves_an_empty_table_empty_is_a_pass() -> None:
    match = table("oslo-sight", "")
    match.play(0, lay())
    assert (match.state.turn, match.state.seats[0].opened) == (1, False)


@pytest.mark.parametrize("rounds", [1, 20])
def test_PR_02_1_and_20_rounds_can_be_agreed(rounds: int) -> None:
    assert quartett.start("photo_rummy", players=2, rounds=rounds).state.options.rounds == rounds


def test_PR_14_whoever_passes_keeps_the_drawn_card() -> None:
    match = quartett.start("photo_rummy", players=2, seed=3)
    match.play(0, draw(0))
    rack = match.state.seats[0].rack
    match.play(0, {"type": "pass"})
    assert match.state.seats[0].rack == rack
    assert len(rack) == 9
