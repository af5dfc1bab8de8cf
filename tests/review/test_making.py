"""How a review is made: the same every time, in pieces too, with progress; or refused."""

import pickle
from typing import Any

import pytest

from playing import finished
from quartett.core.errors import FormatError, QuartettError
from quartett.core.match import Match
from quartett.games import get
from quartett.games.souvenirs.events import Event
from quartett.games.souvenirs.rules import Souvenirs
from quartett.games.souvenirs.state import State
from quartett.review import ReviewDraft, ReviewProgress, go_on, review
from review.matches import DEALS, SEED, match_of, reviewed, reviewed_match


def test_the_same_seed_gives_the_same_review_and_another_one_another() -> None:
    match, found = reviewed_match("photo_rummy")
    assert found == reviewed(match)
    assert found.seats != reviewed(match, seed=6).seats


def test_a_review_in_pieces_is_the_same_review() -> None:
    match, whole = reviewed_match("souvenirs")
    pieces, draft = 0, ReviewDraft()
    while isinstance(draft, ReviewDraft):
        draft = pickle.loads(pickle.dumps(go_on(match.record(), draft, 0, DEALS, SEED)))
        pieces += 1
    assert pieces > 20
    assert draft == whole


def test_progress_is_told_and_insights_come_first() -> None:
    told: list[ReviewProgress] = []
    match = match_of("souvenirs", "easy", "easy")
    review(match.record(), deals=1, progress=told.append)
    assert told[0].done == 0
    assert told[0].insights.bookings
    assert told[-1].done == told[-1].total == len(match.entries)
    assert [each.done for each in told] == sorted(each.done for each in told)


def test_an_unfinished_match_is_refused() -> None:
    match = Match.start(get("souvenirs"), 2, 1)
    with pytest.raises(FormatError, match="not over"):
        review(match.record())


def test_a_match_in_the_place_of_its_log_is_refused_with_how_to_get_one() -> None:
    match: Any = Match.start(get("jericho"), 3)
    with pytest.raises(FormatError, match=r"takes a log \(`match.record\(\)`\), not Match"):
        review(match)


def test_a_log_that_breaks_a_rule_is_refused() -> None:
    match = finished("souvenirs", 2, 2)
    log = match.record()
    bent = type(log)(log.header, log.entries[:1] + log.entries[2:])
    with pytest.raises(QuartettError, match="cannot be"):
        review(bent)


def test_a_review_in_pieces_folds_its_match_once(monkeypatch: pytest.MonkeyPatch) -> None:
    log = finished("souvenirs", 77).record()
    folded: list[object] = []
    evolve = Souvenirs.evolve

    def counted(game: Souvenirs, state: State, event: Event) -> State:
        folded.append(event)
        return evolve(game, state, event)

    monkeypatch.setattr(Souvenirs, "evolve", counted)
    draft: Any = ReviewDraft()
    while isinstance(draft, ReviewDraft):
        draft = go_on(pickle.loads(pickle.dumps(log)), draft, 0, 1, SEED)
    assert len(folded) <= sum(len(entry.events) for entry in log.entries)
