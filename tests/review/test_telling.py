"""What a review tells in words: what only one game has, places, the learned player, luck."""

from itertools import pairwise
from statistics import median
from typing import Any

import pytest

from playing import finished
from quartett.core.history import history
from quartett.core.numerals import percent
from quartett.core.texts import LANGUAGES
from quartett.games.flow.actions import Play, Steal
from quartett.games.souvenirs.actions import Place
from quartett.review import SeatReview, SpeedReview, review
from quartett.review.jericho.insights import places_of
from quartett.review.results import SpeedSeat
from quartett.review.wording import seat_sentence, signed, speed_said, texts
from review.matches import reviewed_match

NEVER = 10**9
"""Later than any match ends (ms)."""


def test_photo_rummy_tells_exactly_what_could_have_been_laid() -> None:
    _, found = reviewed_match("photo_rummy")
    assert found.insights.turns
    assert all(0 <= turn.laid <= turn.could for turn in found.insights.turns)
    missed = sum(turn.missed for turn in found.insights.turns)
    assert missed == sum(seat.missed for seat in found.insights.seats) > 0
    assert any(turn.laid == 0 < turn.could for turn in found.insights.turns), "who passed, too"
    for seat in found.insights.seats:
        own = [turn for turn in found.insights.turns if turn.seat == seat.seat]
        assert seat.laid == sum(turn.laid for turn in own)
        assert seat.missed_wins == sum(turn.could_go_out and turn.missed > 0 for turn in own)


def test_souvenirs_tells_what_each_booking_was_worth() -> None:
    match, found = reviewed_match("souvenirs")
    assert match.outcome is not None
    for seat, score in enumerate(match.outcome.scores):
        own = [each.end for each in found.insights.bookings if each.seat == seat]
        assert sum(own) == score
    lines = {each.line for each in found.insights.bookings}
    for line in lines:
        places = [each.place for each in found.insights.bookings if each.line == line]
        assert places == [1, 2][: len(places)]


def test_jericho_tells_supply_won_and_walls_blown() -> None:
    match, found = reviewed_match("jericho")
    assert match.outcome is not None
    for seat in found.insights.seats:
        assert sum(seat.won) + seat.ones == match.outcome.scores[seat.seat]
        assert 1 <= seat.expected_place <= 3
    seats = found.insights.seats
    assert sum(seat.blown for seat in seats) == sum(seat.lost for seat in seats)
    scores = match.outcome.scores
    assert [seat.place for seat in seats] == [1 + sum(o > own for o in scores) for own in scores]
    assert places_of([3.0, 5.0, 3.0, 1.0]) == [2, 1, 2, 4]


def test_speed_and_flow_tells_speed_and_no_luck() -> None:
    found = review(finished("flow", 3, 2, target=40, cards=16).record())
    assert isinstance(found, SpeedReview)
    keys = {"seat", "actions", "median_ms", "missed_ms", "contests_won", "contests_lost"}
    assert [set(seat) for seat in found.document()["seats"]] == [keys | {"margin_ms"}] * 2
    assert all(seat.actions > 0 and seat.missed_ms >= 0 for seat in found.seats)
    won, lost = (
        sum(getattr(each, f"contests_{how}") for each in found.seats) for how in ("won", "lost")
    )
    assert won == lost


def test_time_is_missed_while_a_free_hand_has_something_to_take() -> None:
    """Counted anew, millisecond by millisecond: a hand that is free, a card that can be taken."""
    match = finished("flow", 3, 2, target=20, cards=12)
    found = review(match.record())
    assert isinstance(found, SpeedReview)
    missed, steps = [0, 0], history(match.game, match.record()).line
    game: Any = match.game
    for step, following in pairwise(steps):
        for seat in range(2):
            takes = [
                each for each in game.once_ready(step.after, seat) if isinstance(each, Play | Steal)
            ]
            moments = range(step.after.clock, following.entry.at)
            free = game.ready_at(step.after, seat)
            missed[seat] += sum(bool(takes) and moment >= free for moment in moments)
    assert [seat.missed_ms for seat in found.seats] == missed
    assert min(missed) > 0


def test_waits_and_races_are_counted_from_when_a_card_came_within_reach() -> None:
    """Counted anew, backwards from each action: since when could each seat have taken its card?"""
    match = finished("flow", 11, 3, target=60, cards=20)
    found = review(match.record())
    assert isinstance(found, SpeedReview)
    steps, game = history(match.game, match.record()).line, match.game
    waits: list[list[int]] = [[], [], []]
    margins: list[list[int]] = [[], [], []]
    won, lost = [0, 0, 0], [0, 0, 0]
    for number, step in enumerate(steps):
        own, at = step.entry.seat, step.entry.at
        card = None if own is None else taken(step.before, own, step.entry.action)
        if own is None or card is None:
            continue
        since = {seat: within_reach(game, steps[:number], seat, card) for seat in range(3)}
        waits[own].append(at - since.pop(own, at))
        rivals = {seat: at - moment for seat, moment in since.items() if 0 <= at - moment <= 3000}
        won[own] += bool(rivals)
        margins[own] += rivals.values()
        for seat, ahead in rivals.items():
            lost[seat] += 1
            margins[seat].append(ahead)
    assert [seat.contests_won for seat in found.seats] == won
    assert [seat.contests_lost for seat in found.seats] == lost
    assert [seat.median_ms for seat in found.seats] == [round(median(each)) for each in waits]
    assert [seat.margin_ms for seat in found.seats] == [round(median(each)) for each in margins]


def taken(state: Any, seat: int, action: Any) -> str | None:
    """The card that an action plays or steals."""
    if isinstance(action, Steal):
        card: str = state.seats[action.seat].display[action.slot]
        return card
    if isinstance(action, Play):
        player, source = state.seats[seat], action.source
        lying: str | None = player.hand if source == "hand" else player.display[int(source[-1])]
        return lying
    return None


def within_reach(game: Any, steps: Any, seat: int, card: str) -> int:
    """Since when a seat could have taken a card without a break, its hand being free."""
    since, latest = NEVER, 0
    for state in (step.after for step in reversed(steps)):
        if card not in {taken(state, seat, each) for each in game.once_ready(state, seat)}:
            break
        ready = game.ready_at(state, seat)
        since, latest = max(state.clock, ready), max(latest, ready)
    return max(since, latest)


def test_speed_is_told_in_words_and_what_never_happened_is_not_told() -> None:
    quick = SpeedSeat(0, 40, 773, 99_500, 3, 1, 1034)
    idle = SpeedSeat(1, 2, None, 0, 0, 0, None)
    slow = SpeedSeat(2, 30, 1681, 4200, 0, 0, None)
    found = SpeedReview("flow", (quick, idle, slow))
    assert speed_said(found, quick, "en").replace("\N{NO-BREAK SPACE}", " ") == (
        "40 actions. The quickest hand at the table. A card that fitted was usually played or"
        " stolen after 0.8 s. In all, 1 min 39 s went by with something to play. Races for the same"
        " card: 3 of 4 won; the quicker hand was usually 1.0 s ahead."
    )
    assert speed_said(found, idle, "de") == "2 Aktionen."
    assert "nach 1,7\N{NO-BREAK SPACE}s gespielt" in speed_said(found, slow, "de")
    assert "schnellste" not in speed_said(found, slow, "de")


def test_places_are_called_what_those_at_the_table_call_them() -> None:
    _, found = reviewed_match("souvenirs")
    laid = [step for step in found.steps if "cell" in step.places]
    assert len(laid) > 20
    for step in laid:
        assert step.places["cell"][0] in "ABCDE"
        assert step.places["cell"][1] in "12345"
    assert len({step.places["cell"] for step in laid}) > 12


def test_a_review_says_what_a_hint_would_have_proposed_instead_of_a_worse_move() -> None:
    steps = reviewed_match("souvenirs")[1].steps
    assert all(step.master is not None for step in steps if step.delta < 0 and step.best)
    laid = [step for step in steps if isinstance(step.master, Place)]
    assert laid
    assert all(step.master_places["cell"][0] in "ABCDE" for step in laid)


@pytest.mark.parametrize(
    ("luck", "decisions", "mood"),
    [
        (0.4, -0.3, "lucky"),
        (-0.4, 0.3, "better_than_cards"),
        (-0.4, 0.0, "unlucky"),
        (-0.4, -0.3, "against"),
        (0.0, 0.0, "even"),
        (0.0, -0.5, "fair"),
    ],
)
def test_the_sentence_about_luck_blames_the_cards_only_where_they_were_to_blame(
    luck: float, decisions: float, mood: str
) -> None:
    seat = SeatReview(0, 0.5, 0.5 - luck - decisions, luck, luck, 0.0, decisions, 0.1)
    for language in LANGUAGES:
        about = {"luck": signed(luck, language), "decisions": signed(decisions, language)}
        text = texts(language)[f"review.{mood}"].format(**about)
        assert seat_sentence("jericho", seat, language) == text


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert [signed(-0.25, language) for language in ("en", "de")] == ["−0.25", "−0,25"]
    assert [percent(0.5, language) for language in ("en", "de")] == ["50%", "50\xa0%"]
