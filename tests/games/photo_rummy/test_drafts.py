"""The verdict on a draft: the rules of `lay` list by list, from what the seat may know."""

from typing import Any

import pytest

from quartett.core.errors import FormatError, RuleError
from quartett.core.match import AnyMatch
from quartett.core.seeds import Rng
from quartett.core.texts import LANGUAGES, say
from quartett.games.photo_rummy import GAME
from quartett.games.photo_rummy.drafts import DraftVerdict

from .tables import lay, split, table

OSLO = "oslo-church oslo-sight oslo-symbol"
PARIS = "paris-church paris-sight paris-symbol"
WITH_JOKER = "oslo-church oslo-sight joker-1"


def judged(match: AnyMatch, *lists: str, seat: int = 0) -> DraftVerdict:
    """The verdict on a draft with these lists; it is fine exactly when nothing is refused."""
    said = GAME.preview(match.state, seat, {"table": split(*lists)})
    assert said.ok == (said.refusal is None)
    return said


def refused_by(said: DraftVerdict) -> tuple[str | None, str]:
    """The rule that refuses a draft and the key of its text, which exists in every language."""
    assert said.refusal
    assert all(say(said.refusal.reason, said.refusal.about, each) for each in LANGUAGES)
    return said.refusal.rule, said.refusal.reason.removeprefix("photo_rummy.")


def test_PR_07_a_draft_is_told_what_each_list_is_and_what_it_lacks() -> None:
    match = table("paris-church paris-sight rome-palace", "", lists=(OSLO,), opened=True)
    said = judged(match, OSLO, "paris-church paris-sight", "rome-palace")
    row, pair, single = said.combinations
    assert (row.ok, row.kind, row.of, row.missing) == (True, "row", "oslo", 0)
    assert (pair.ok, pair.kind, pair.of, pair.missing) == (False, "row", "paris", 1)
    assert (single.ok, single.kind, single.missing) == (False, None, 2)
    assert refused_by(said) == ("PR-07", "row_too_short")
    assert said.refusal
    assert said.refusal.about["list"] == 1


def test_PR_08_a_draft_with_too_many_jokers_lacks_photos() -> None:
    match = table("paris-church paris-sight joker-1 joker-2", "", opened=True)
    said = judged(match, "paris-church paris-sight joker-1 joker-2").combinations[0]
    assert (said.rule, said.missing) == ("PR-08", 1)


def test_PR_16_a_correct_draft_says_what_would_be_laid_and_what_stays() -> None:
    match = table(PARIS + " rome-palace joker-2", "", opened=True)
    said = judged(match, PARIS)
    assert (said.ok, said.changes, said.laid) == (True, True, tuple(PARIS.split()))
    assert (said.rack, said.minus) == (("rome-palace", "joker-2"), 11)


def test_PR_10_a_draft_without_an_opening_is_refused() -> None:
    said = judged(table("oslo-palace", "", lists=(OSLO,)), OSLO + " oslo-palace")
    assert said.combinations[0].ok
    assert refused_by(said) == ("PR-10", "not_opened")


def test_PR_12_a_photo_missing_from_the_table_is_named() -> None:
    said = judged(table("rome-palace", "", lists=(OSLO + " oslo-palace",), opened=True), OSLO)
    assert refused_by(said) == ("PR-12", "photo_missing")
    assert said.refusal
    assert said.refusal.about["card"] == "oslo-palace"


def test_PR_13_a_joker_is_taken_only_for_a_fitting_photo() -> None:
    match = table("oslo-symbol oslo-palace", "", lists=(WITH_JOKER,), opened=True)
    swapped = judged(match, OSLO)
    assert (swapped.ok, swapped.taken) == (True, ("joker-1",))
    assert swapped.rack == ("oslo-palace", "joker-1")
    match = table("rome-symbol", "", lists=(WITH_JOKER + " oslo-palace",), opened=True)
    stolen = judged(match, "oslo-church oslo-sight oslo-palace")
    assert refused_by(stolen) == ("PR-13", "joker_not_replaced_row")


def test_PR_05_PR_06_drafting_before_the_own_turn_says_that_only_the_moment_is_wrong() -> None:
    match = table(PARIS, OSLO, opened=True)
    early = judged(match, OSLO, seat=1)
    assert early.combinations[0].ok
    assert refused_by(early) == ("PR-05", "not_your_turn")
    undrawn = judged(table(PARIS, "", opened=True, phase="draw"), PARIS)
    assert refused_by(undrawn) == ("PR-06", "draw_first")


def test_an_unchanged_draft_changes_nothing() -> None:
    said = judged(table("rome-palace", "", lists=(OSLO,)), "oslo-symbol oslo-sight oslo-church")
    assert (said.ok, said.changes, said.rack) == (True, False, ("rome-palace",))


DRAFTS = [
    (),
    (OSLO,),
    (OSLO, PARIS),
    (WITH_JOKER, PARIS),
    (WITH_JOKER, PARIS, ""),
    (WITH_JOKER, PARIS + " oslo-symbol"),
    (WITH_JOKER, PARIS, PARIS),
    (WITH_JOKER, "athens-palace athens-church athens-sight"),
    (WITH_JOKER, "paris-pizza"),
]


@pytest.mark.parametrize("lists", DRAFTS)
@pytest.mark.parametrize("opened", [True, False])
def test_a_draft_is_judged_exactly_as_the_lay_would_be(
    lists: tuple[str, ...], opened: bool
) -> None:
    match = table(PARIS + " oslo-symbol", "rome-palace", lists=(WITH_JOKER,), opened=opened)
    said = judged(match, *lists)
    if said.ok:
        match.play(0, lay(*lists))
        assert sorted(match.view(0).seats[0].rack or ()) == sorted(said.rack)
        return
    with pytest.raises(RuleError) as caught:
        match.play(0, lay(*lists))
    assert refused_by(said) == (caught.value.rule, caught.value.reason.split(".")[1])


@pytest.mark.parametrize("lists", DRAFTS)
def test_PR_19_a_verdict_uses_only_what_the_seat_may_know(lists: tuple[str, ...]) -> None:
    match = table(PARIS + " oslo-symbol", "rome-palace bern-sight", lists=(WITH_JOKER,))
    for seed in range(3):
        other = GAME.determinize(GAME.view(match.state, 0), Rng(seed))
        draft = {"table": split(*lists)}
        assert GAME.preview(other, 0, draft) == GAME.preview(match.state, 0, draft)


@pytest.mark.parametrize("draft", [None, [], {}, {"table": "x"}, {"table": [[1]]}, {"cards": []}])
def test_nonsense_for_a_draft_is_named(draft: Any) -> None:
    with pytest.raises(FormatError, match="draft"):
        GAME.preview(table().state, 0, draft)
