"""What may be laid: PR-01, PR-07 to PR-13 and the examples of the leaflet."""

import pytest

from quartett.core.errors import RuleError
from quartett.core.texts import LANGUAGES, catalogue
from quartett.games.photo_rummy.cards import CATEGORIES, CITIES, DECK, JOKERS, PHOTOS, minus_points
from quartett.games.photo_rummy.lay import check_lay, check_table, verdict
from refusing import refused

Lists = list[list[str]]


def cards(words: str) -> list[str]:
    """`paris church,sight joker-1` as cards: a capital with its categories, jokers as they are."""
    found, parts = [], words.split()
    for city, categories in zip(parts[::2], parts[1::2], strict=True):
        if city == "joker":
            found += [f"joker-{number}" for number in categories.split(",")]
        else:
            found += [f"{city}-{category}" for category in categories.split(",")]
    return found


def of(category: str, cities: str) -> list[str]:
    """Photos of one category."""
    return [f"{city}-{category}" for city in cities.split(",")]


PARIS = cards("paris church,sight,symbol")
LETTERBOXES = of("letterbox", "london,dublin,oslo,rome")


def test_PR_01_there_are_102_photos_and_6_jokers() -> None:
    assert (len(CITIES), len(CATEGORIES), len(PHOTOS), len(JOKERS)) == (17, 6, 102, 6)
    assert len(set(DECK)) == 108


def test_PR_01_every_card_has_its_names_in_six_languages() -> None:
    for language in LANGUAGES:
        texts = catalogue("photo_rummy", language)
        assert all(texts[f"title.{card}"] for card in DECK)
        assert all(texts[f"city.{city}"] for city in CITIES)
        assert all(texts[f"category.{each}"] and texts[f"categories.{each}"] for each in CATEGORIES)


def test_all_languages_have_the_same_keys() -> None:
    keys = [set(catalogue("photo_rummy", language)) for language in LANGUAGES]
    assert all(each == keys[0] for each in keys)


def test_PR_01_an_unknown_card_is_refused() -> None:
    error = refused(
        check_lay, [], ["paris-pizza"], True, [["paris-pizza", "paris-church", "paris-sight"]]
    )
    assert (error.rule, error.about["card"], error.about["list"]) == ("PR-01", "paris-pizza", 0)


@pytest.mark.parametrize("new", [[[*PARIS, PARIS[0]]], [PARIS, PARIS]])
def test_PR_01_a_card_twice_is_refused(new: Lists) -> None:
    assert refused(check_lay, [], PARIS, True, new).rule == "PR-01"


@pytest.mark.parametrize(
    ("group", "rule"),
    [
        ([], "PR-07"),
        (["paris-church"], "PR-07"),
        (["joker-1"], "PR-07"),
        (cards("paris church,sight"), "PR-07"),
        (of("church", "paris,rome,oslo"), "PR-07"),
        (cards("paris church,sight rome church"), "PR-07"),
        (cards("paris church,sight,symbol,palace,delicacy joker 1,2"), "PR-07"),
        ([*of("church", ",".join(CITIES[:16])), "joker-1", "joker-2"], "PR-07"),
        (["paris-church", "joker-1", "joker-2"], "PR-08"),
        (cards("paris church,sight joker 1,2"), "PR-08"),
        ([*of("church", "paris,rome,oslo"), "joker-1", "joker-2", "joker-3"], "PR-08"),
        (["joker-1", "joker-2", "joker-3"], "PR-08"),
    ],
)
def test_PR_07_PR_08_a_wrong_combination_is_refused_and_named(group: list[str], rule: str) -> None:
    said = verdict(group)
    assert (said.ok, said.rule) == (False, rule)
    apart = not set(group) & set(PARIS)
    old, rack = ([PARIS], [*LETTERBOXES, *group]) if apart else ([], group)
    error = refused(check_lay, old, rack, True, [PARIS, LETTERBOXES, group] if apart else [group])
    assert error.rule == rule
    assert error.about.get("cards", group) == group
    with pytest.raises(RuleError):
        check_table([group])


@pytest.mark.parametrize(
    ("group", "kind", "of_"),
    [
        (PARIS, "row", "paris"),
        (cards("paris church,sight joker 1"), "row", "paris"),
        (cards("paris church,sight,symbol joker 1,2"), "row", "paris"),
        (LETTERBOXES, "set", "letterbox"),
        ([*of("church", "paris,rome,oslo"), "joker-4", "joker-2"], "set", "church"),
        (of("church", ",".join(CITIES)), "set", "church"),
    ],
)
def test_PR_07_PR_08_a_correct_combination_is_known(group: list[str], kind: str, of_: str) -> None:
    said = verdict(group)
    assert (said.ok, said.kind, said.of, said.missing, said.text()) == (True, kind, of_, 0, "")


@pytest.mark.parametrize(
    ("group", "missing"),
    [
        (["paris-church"], 2),
        (cards("paris church,sight"), 1),
        (of("church", "paris,rome"), 2),
        (cards("paris church,sight joker 1,2"), 1),
        (["joker-1", "joker-2"], 3),
        (cards("paris church,sight rome symbol"), 0),
    ],
)
def test_a_verdict_counts_the_photos_that_are_missing(group: list[str], missing: int) -> None:
    assert verdict(group).missing == missing


def test_PR_09_several_combinations_may_be_laid_at_once() -> None:
    check_lay([], PARIS + LETTERBOXES, False, [PARIS, LETTERBOXES])


def test_PR_10_adding_before_opening_is_refused() -> None:
    error = refused(check_lay, [PARIS], ["paris-palace"], False, [[*PARIS, "paris-palace"]])
    assert error.rule == "PR-10"


def test_PR_10_having_opened_everything_is_open_in_the_same_turn() -> None:
    check_lay(
        [PARIS], [*LETTERBOXES, "paris-palace"], False, [[*PARIS, "paris-palace"], LETTERBOXES]
    )


def test_PR_10_a_joker_of_the_rack_counts_in_the_opening() -> None:
    check_lay([], cards("paris church,sight joker 1"), False, [cards("paris church,sight joker 1")])


def test_PR_10_a_joker_taken_from_the_table_does_not_count_in_the_opening() -> None:
    old = [cards("rome church,sight joker 1")]
    rack = cards("rome symbol paris church,sight")
    new = [cards("rome church,sight,symbol"), cards("paris church,sight joker 1")]
    check_lay(old, rack, True, new)
    assert refused(check_lay, old, rack, False, new).rule == "PR-10"


def test_PR_10_the_cards_of_the_opening_may_lie_apart() -> None:
    sets = [of("church", "rome,oslo,bern,athens"), of("sight", "rome,oslo,bern,athens")]
    sets.append(of("symbol", "rome,oslo,bern,athens"))
    new = [[*group, photo] for group, photo in zip(sets, PARIS, strict=True)]
    check_lay(sets, PARIS, False, new)


def test_a_lay_equal_to_the_table_is_a_pass_even_before_opening() -> None:
    check_lay([PARIS, LETTERBOXES], [], False, [LETTERBOXES[::-1], PARIS[::-1]])


def test_PR_11_leaflet_example_1_letter_box_or_joker_join_the_london_row() -> None:
    row = cards("london church,sight,delicacy")
    for more in ("london-letterbox", "joker-1"):
        check_lay([row], [more], True, [[*row, more]])


def test_PR_11_leaflet_example_2_letter_boxes_or_a_joker_join_the_set() -> None:
    more = ["paris-letterbox", "bern-letterbox", "joker-1"]
    check_lay([LETTERBOXES], more, True, [LETTERBOXES + more[:2]])
    check_lay([LETTERBOXES], more, True, [LETTERBOXES + more[2:]])


def test_PR_12_leaflet_example_3_berlin_delicacy_leaves_the_set_for_a_row() -> None:
    old = [of("delicacy", "paris,bern,lisbon,berlin,madrid")]
    new = [of("delicacy", "paris,bern,lisbon,madrid"), cards("berlin delicacy,symbol,church")]
    check_lay(old, cards("berlin symbol,church"), True, new)


def test_PR_12_a_photo_of_the_table_may_not_leave_it() -> None:
    error = refused(check_lay, [[*PARIS, "paris-palace"]], [], True, [PARIS])
    assert (error.rule, error.about["card"]) == ("PR-12", "paris-palace")


def test_PR_12_a_card_from_nowhere_is_refused() -> None:
    error = refused(check_lay, [PARIS], [], True, [[*PARIS, "paris-palace"]])
    assert (error.rule, error.about["card"]) == ("PR-12", "paris-palace")


def test_PR_12_an_opened_player_may_only_rearrange() -> None:
    old = [of("church", "paris,rome,oslo,bern"), of("church", "athens,dublin,lisbon,madrid")]
    check_lay(old, [], True, [old[0] + old[1]])


def test_PR_13_a_joker_moves_only_when_a_fitting_photo_of_the_rack_replaces_it() -> None:
    old = [cards("paris church,sight joker 1"), of("palace", "rome,oslo,bern,athens")]
    new = [cards("paris church,sight,symbol"), [*old[1], "joker-1"]]
    check_lay(old, ["paris-symbol"], True, new)
    on_rack = [cards("paris church,sight,symbol"), old[1]]
    check_lay(old, ["paris-symbol"], True, on_rack)
    longer = [cards("paris church,sight,palace"), of("palace", "rome,oslo,bern,athens")]
    old[1].append("paris-palace")
    error = refused(check_lay, old, ["paris-symbol"], True, longer)
    assert (error.rule, error.about["joker"]) == ("PR-13", "joker-1")


def test_PR_13_the_replacing_photo_may_lie_anywhere() -> None:
    old = [cards("paris church,sight,palace joker 1"), of("symbol", "rome,oslo,bern,athens")]
    new = [cards("paris church,sight,palace"), [*old[1], "paris-symbol", "joker-1"]]
    check_lay(old, ["paris-symbol"], True, new)


def test_PR_13_a_joker_that_stays_with_its_capital_or_category_is_not_taken() -> None:
    old = [[*of("church", "paris,rome,oslo,bern,athens,dublin,lisbon"), "joker-1"]]
    new = [of("church", "paris,rome,oslo,bern"), [*of("church", "athens,dublin,lisbon"), "joker-1"]]
    check_lay(old, [], True, new)


def test_PR_13_jokers_are_told_apart_by_their_numbers() -> None:
    old = [cards("paris church,sight joker 1"), cards("rome church,sight joker 2")]
    new = [cards("paris church,sight joker 2"), cards("rome church,sight joker 1")]
    assert refused(check_lay, old, [], True, new).rule == "PR-13"


def test_PR_13_each_taken_joker_needs_a_photo_of_its_own() -> None:
    old = [cards("paris church,sight,palace joker 1,2")]
    error = refused(
        check_lay, old, ["paris-symbol"], True, [cards("paris church,sight,palace,symbol")]
    )
    assert error.rule == "PR-13"
    check_lay(old, cards("paris symbol,letterbox"), True,
              [cards("paris church,sight,palace,symbol,letterbox")])  # fmt: skip


def test_PR_13_photos_are_matched_so_that_all_jokers_are_replaced() -> None:
    """Paris symbol fits both jokers, Paris palace only one: the matching must not be greedy."""
    old = [
        cards("paris church,sight,letterbox joker 1"),
        [*of("symbol", "rome,oslo,bern,athens"), "joker-2"],
    ]
    new = [cards("paris church,sight,letterbox,symbol,palace"), old[1][:4]]
    for rack in (cards("paris symbol,palace"), cards("paris palace,symbol")):
        check_lay(old, rack, True, new)
    alone = [cards("paris church,sight,letterbox,symbol"), old[1][:4]]
    assert refused(check_lay, old, ["paris-symbol"], True, alone).rule == "PR-13"


def test_PR_16_photos_cost_1_and_jokers_10() -> None:
    assert minus_points(["paris-church", "joker-3", "rome-sight"]) == 12


def test_PR_10_one_photo_and_two_jokers_are_no_opening() -> None:
    """They lie correctly on the table, but alone they are no row (PR-08)."""
    old = [cards("paris church,sight,symbol"), of("palace", "rome,oslo,bern,athens")]
    rack = cards("paris palace joker 1,2")
    new = [cards("paris church,sight,symbol,palace joker 1"), [*old[1], "joker-2"]]
    check_lay(old, rack, True, new)
    assert refused(check_lay, old, rack, False, new).rule == "PR-10"


def test_PR_10_three_photos_of_a_category_are_no_opening() -> None:
    new = [[*LETTERBOXES, *of("letterbox", "paris,bern,athens")]]
    assert (
        refused(check_lay, [LETTERBOXES], of("letterbox", "paris,bern,athens"), False, new).rule
        == "PR-10"
    )


def test_PR_12_what_lay_on_the_table_must_be_correct_at_the_end_too() -> None:
    """The two photos left over from a row are neither set nor row; the refusal names their list."""
    old, rack = [PARIS], of("church", "rome,oslo,bern")
    new = [PARIS[1:], ["paris-church", *rack]]
    error = refused(check_lay, old, rack, True, new)
    assert (error.rule, error.about["list"]) == ("PR-07", 0)


def test_PR_13_a_joker_whose_combination_is_merged_or_extended_is_not_taken() -> None:
    one, two = cards("paris church,sight joker 1"), cards("paris symbol,palace,delicacy")
    check_lay([one, two], [], True, [one + two])
    check_lay([one], ["paris-palace"], True, [[*one, "paris-palace"]])


def test_PR_13_a_joker_of_the_rack_does_not_replace_a_joker() -> None:
    old = [cards("paris church,sight,symbol joker 1"), of("palace", "rome,oslo,bern,athens")]
    new = [cards("paris church,sight,symbol joker 2"), [*old[1], "joker-1"]]
    assert refused(check_lay, old, ["joker-2"], True, new).rule == "PR-13"
