"""A review of a finished match keeps its promises: the identity, honesty, the JSON contract."""

import json
import pickle
import subprocess
import sys
from copy import deepcopy
from itertools import pairwise
from math import hypot, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import pytest

from playing import finished
from quartett.core.errors import FormatError, QuartettError
from quartett.core.log import dump_log
from quartett.core.match import AnyMatch, Match
from quartett.core.positions import Position, dump_position
from quartett.core.seeds import Rng
from quartett.core.texts import LANGUAGES
from quartett.games import get
from quartett.games.souvenirs.actions import Place
from quartett.review import (
    Review,
    ReviewDraft,
    ReviewProgress,
    SeatReview,
    SpeedReview,
    go_on,
    review,
)
from quartett.review.evaluator import evaluator_of
from quartett.review.judging import Judge
from quartett.review.texts import texts
from quartett.review.wording import seat_sentence, signed
from review.matches import bot_chooser, play_on, played, played_by

TURN_BASED = ("jericho", "souvenirs", "photo_rummy")
OPTIONS: dict[str, dict[str, Any]] = {"photo_rummy": {"rounds": 1}}
SEED = 5
DEALS = 2


def match_of(name: str, *levels: str, seed: int = 1) -> AnyMatch:
    return played(name, levels, seed, nodes=40, **OPTIONS.get(name, {}))


def reviewed(match: AnyMatch, deals: int = DEALS, seed: int | str = SEED) -> Review:
    found = review(match.record(), deals=deals, seed=seed)
    assert isinstance(found, Review)
    return found


@pytest.fixture(scope="module", params=TURN_BASED)
def both(request: pytest.FixtureRequest) -> tuple[AnyMatch, Review]:
    match = match_of(request.param, "medium", "random", "easy")
    return match, reviewed(match)


def test_result_is_expected_plus_luck_plus_decisions(both: tuple[AnyMatch, Review]) -> None:
    _, found = both
    for seat in found.seats:
        assert abs(seat.result - seat.expected - seat.luck - seat.decisions) < 1e-9
        assert abs(seat.luck - seat.cards - seat.others) < 1e-9
    for total in ("result", "expected"):
        assert abs(sum(getattr(seat, total) for seat in found.seats) - 1) < 1e-9


def test_decisions_are_the_sum_of_the_own_deltas(both: tuple[AnyMatch, Review]) -> None:
    _, found = both
    for seat in found.seats:
        own = [s.delta for s in found.steps if s.seat == seat.seat and s.kind == "decision"]
        assert abs(sum(own) - seat.decisions) < 1e-9


def test_there_is_one_step_per_entry_and_its_values_share_the_victory(
    both: tuple[AnyMatch, Review],
) -> None:
    match, found = both
    assert [step.entry for step in found.steps] == list(range(len(match.entries)))
    for step in found.steps:
        assert abs(sum(step.value) - 1) < 1e-9
        assert (step.best is not None) == (step.kind == "decision")
    assert found.steps[0].value == tuple(seat.expected for seat in found.seats)


def test_the_end_is_exact(both: tuple[AnyMatch, Review]) -> None:
    match, found = both
    assert match.outcome is not None
    winners = match.outcome.winners
    shares = [1 / len(winners) if seat in winners else 0 for seat in range(3)]
    assert list(found.steps[-1].value) == shares == [seat.result for seat in found.seats]


def test_turning_points_are_three_choices_in_the_order_of_the_match(
    both: tuple[AnyMatch, Review],
) -> None:
    _, found = both
    assert len(found.turning_points) == 3
    assert list(found.turning_points) == sorted(found.turning_points)
    assert all(found.steps[entry].seat is not None for entry in found.turning_points)


def test_every_better_action_was_legal(both: tuple[AnyMatch, Review]) -> None:
    match, found = both
    state = match.bare
    for entry, step in zip(match.entries, found.steps, strict=True):
        alone = len(match.game.to_act(state)) == 1
        if alone and step.seat is not None and step.best is not None:
            match.game.check(state, step.seat, step.best)
        state = match.game.fold(state, entry.events)


def test_the_same_seed_gives_the_same_review_and_another_one_another() -> None:
    match = match_of("souvenirs", "easy", "medium")
    found = reviewed(match)
    assert found == reviewed(match)
    assert found.seats != reviewed(match, seed=6).seats


@pytest.mark.parametrize("name", TURN_BASED)
def test_who_plays_the_evaluators_moves_is_charged_nothing(name: str) -> None:
    judge = Judge(get(name), evaluator_of(name), SEED, 1)

    def evaluator(match: AnyMatch, seat: int) -> Any:
        # In phases where all choose at once, the view is the one before anybody has chosen.
        view, legal = match.view(seat), match.legal(seat)
        return judge.choice(view, legal, legal[0], len(match.entries)).best

    others = [bot_chooser(name, "easy", f"r{at}") for at in range(2)]
    match = played_by(name, [evaluator, *others], 3, **OPTIONS.get(name, {}))
    found = reviewed(match, deals=1)
    assert found.seats[0].decisions == 0
    assert any(step.kind == "decision" for step in found.steps if step.seat == 0)


def test_chance_is_charged_much() -> None:
    found = reviewed(played("photo_rummy", ["medium", "random"], 2, rounds=2), deals=4)
    assert found.seats[1].decisions < -0.2
    assert found.seats[1].decisions < found.seats[0].decisions


@pytest.mark.parametrize("name", TURN_BASED)
def test_exchanging_hidden_cards_changes_nothing_in_a_decision(name: str) -> None:
    match, action, other = _with_two_worlds(name)
    seat = min(match.to_act)
    judged = [_first_step(match.game, state, seat, action) for state in (match.state, other)]
    assert judged[0] == judged[1]


def _with_two_worlds(name: str) -> tuple[AnyMatch, Any, Any]:
    """A match before a choice, an action, and another state that looks the same to the seat."""
    game = get(name)
    match: AnyMatch = Match.start(game, 3, 11, OPTIONS.get(name, {}))
    bots = [bot_chooser(name, "easy", f"e{at}") for at in range(3)]
    number = 0
    while True:
        seat, view = min(match.to_act), match.view(min(match.to_act))
        legal = match.legal(seat)
        world = game.determinize(view, Rng("other", number))
        is_choice = len(match.to_act) == 1 and evaluator_of(name).is_choice(legal[-1], legal)
        if number > 15 and is_choice and world != match.state:
            return match, legal[-1], world
        match.play(seat, bots[seat](match, seat))
        number += 1


def _first_step(game: Any, state: Any, seat: int, action: Any) -> tuple[float, Any]:
    position = Position(**dump_position(game, state))
    match: AnyMatch = Match.load(game, position, 3)
    match.play(seat, action)
    play_on(match, [bot_chooser(game.id, "easy", "end")] * 3)
    step = reviewed(match, deals=1).steps[0]
    assert step.kind == "decision"
    return step.delta, step.best


@pytest.mark.parametrize("name", TURN_BASED)
def test_cards_exchanged_in_the_pile_change_no_decision_before_they_are_seen(name: str) -> None:
    game = get(name)
    dealt: AnyMatch = Match.start(game, 3, 12, OPTIONS.get(name, {}))
    position = dump_position(game, dealt.state)
    matches = [_played_from(game, position), _played_from(game, _with_others_below(position))]
    both = zip(*(match.entries for match in matches), strict=False)
    seen = next(at for at, (one, other) in enumerate(both) if one.events != other.events)
    judged = [
        [(step.delta, step.interval, step.best) for step in found.steps[:seen] if step.best]
        for found in (reviewed(match, deals=1) for match in matches)
    ]
    assert len(judged[0]) > 5
    assert judged[0] == judged[1]


def _with_others_below(position: dict[str, Any]) -> dict[str, Any]:
    """The same position, but the cards in the lower part of the piles have changed places."""
    other = deepcopy(position)
    state = other["state"]
    for pile in state.get("stacks") or [state["draw_pile"]]:
        low = [at for at, card in enumerate(pile[: 3 * len(pile) // 4]) if card != "scoring"]
        cards = [pile[at] for at in low]
        for at, card in zip(low, reversed(cards), strict=True):
            pile[at] = card
    return other


def _played_from(game: Any, position: dict[str, Any]) -> AnyMatch:
    match: AnyMatch = Match.load(game, Position(**position), 3)
    play_on(match, [bot_chooser(game.id, "easy", f"x{at}") for at in range(3)])
    return match


def test_a_match_begun_from_a_position_and_with_actions_taken_back_is_reviewed() -> None:
    game = get("souvenirs")
    dealt: AnyMatch = Match.start(game, 2, 4)
    match: AnyMatch = Match.load(game, Position(**dump_position(game, dealt.state)), 4)
    first = match.legal(0)
    match.play(0, first[0])
    match.undo()
    match.play(0, first[-1])
    play_on(match, [bot_chooser("souvenirs", "easy", "u")] * 2)
    found = reviewed(match)
    assert len(match.log) == len(match.entries) + 2
    assert [step.entry for step in found.steps] == list(range(len(match.entries)))
    assert found.steps[0].seat == 0
    for seat in found.seats:
        assert abs(seat.result - seat.expected - seat.luck - seat.decisions) < 1e-9


def test_jerichos_simultaneous_phases_are_one_step_for_all_seats() -> None:
    match = match_of("jericho", "easy", "easy", "easy")
    found = reviewed(match, deals=1)
    assert found.steps[1].value == found.steps[2].value == found.steps[3].value
    assert found.steps[4].value == found.steps[5].value == found.steps[6].value


def test_places_are_called_what_those_at_the_table_call_them() -> None:
    match = match_of("souvenirs", "easy", "easy")
    laid = [step for step in reviewed(match, deals=1).steps if "cell" in step.places]
    assert len(laid) > 20
    for step in laid:
        assert step.places["cell"][0] in "ABCDE"
        assert step.places["cell"][1] in "12345"
    assert len({step.places["cell"] for step in laid}) > 12


def test_a_review_in_pieces_is_the_same_review() -> None:
    match = match_of("souvenirs", "easy", "medium")
    pieces, draft = 0, ReviewDraft()
    while isinstance(draft, ReviewDraft):
        draft = pickle.loads(pickle.dumps(go_on(match.record(), draft, 0, DEALS, SEED)))
        pieces += 1
    assert pieces > 20
    assert draft == reviewed(match)


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
        about = {"luck": signed(luck), "decisions": signed(decisions)}
        text = texts(language)[f"review.{mood}"].format(**about)
        assert seat_sentence("jericho", seat, language) == text


def test_where_numpy_is_there_the_learned_player_says_what_it_would_have_done() -> None:
    match = match_of("souvenirs", "easy", "easy")
    steps = reviewed(match, deals=2).steps
    assert all(
        (step.master is not None) == (step.best is not None and step.delta < 0) for step in steps
    )
    laid = [step for step in steps if isinstance(step.master, Place)]
    assert laid
    assert all(step.master_places["cell"][0] in "ABCDE" for step in laid)


def test_an_unfinished_match_is_refused() -> None:
    match = Match.start(get("souvenirs"), 2, 1)
    with pytest.raises(FormatError, match="not over"):
        review(match.record())


def test_a_log_that_breaks_a_rule_is_refused() -> None:
    match = finished("souvenirs", 2, 2)
    log = match.record()
    bent = type(log)(log.header, log.entries[:1] + log.entries[2:])
    with pytest.raises(QuartettError, match="cannot be"):
        review(bent)


def test_progress_is_told_and_insights_come_first() -> None:
    told: list[ReviewProgress] = []
    match = match_of("souvenirs", "easy", "easy")
    review(match.record(), deals=1, progress=told.append)
    assert told[0].done == 0
    assert told[0].insights.bookings
    assert told[-1].done == told[-1].total == len(match.entries)
    assert [each.done for each in told] == sorted(each.done for each in told)


def test_photo_rummy_tells_exactly_what_could_have_been_laid(
    both: tuple[AnyMatch, Review],
) -> None:
    match, found = both
    if match.game.id != "photo_rummy":
        return
    assert found.insights.turns
    assert all(0 <= turn.laid <= turn.could for turn in found.insights.turns)
    missed = sum(turn.missed for turn in found.insights.turns)
    assert missed == sum(seat.missed for seat in found.insights.seats) > 0


def test_souvenirs_tells_what_each_booking_was_worth(both: tuple[AnyMatch, Review]) -> None:
    match, found = both
    if match.game.id != "souvenirs":
        return
    assert match.outcome is not None
    for seat, score in enumerate(match.outcome.scores):
        own = [each.end for each in found.insights.bookings if each.seat == seat]
        assert sum(own) == score


def test_jericho_tells_supply_won_and_walls_blown(both: tuple[AnyMatch, Review]) -> None:
    match, found = both
    if match.game.id != "jericho":
        return
    assert match.outcome is not None
    for seat in found.insights.seats:
        assert sum(seat.won) + seat.ones == match.outcome.scores[seat.seat]
        assert 1 <= seat.expected_place <= 3
    seats = found.insights.seats
    assert sum(seat.blown for seat in seats) == sum(seat.lost for seat in seats)


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


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "match.jsonl"
    path.write_bytes(dump_log(match_of("souvenirs", "easy", "medium").record()))
    return path


def test_the_command_prints_the_json_of_the_contract(file: Path) -> None:
    first, again = (_command(file, "--json", "--deals", "1", "--seed", "x") for _ in range(2))
    assert first.stdout == again.stdout
    found = json.loads(first.stdout)
    assert set(found) == {"game", "evaluator", "seats", "steps", "turning_points"}
    seat_keys = {"seat", "result", "expected", "luck", "cards", "others", "decisions", "interval"}
    assert all(set(seat) == seat_keys for seat in found["seats"])
    step_keys = {"entry", "seat", "kind", "delta", "best", "value"}
    assert all(set(step) == step_keys for step in found["steps"])
    assert {step["kind"] for step in found["steps"]} == {"luck", "decision"}
    for seat in found["seats"]:
        assert abs(seat["result"] - seat["expected"] - seat["luck"] - seat["decisions"]) < 1e-9


def test_the_page_needs_nothing_else_and_has_a_table_beside_the_curve(file: Path) -> None:
    page = _command(file, "--html", "--deals", "1", "--lang", "de").stdout
    assert page.startswith("<!doctype html>")
    assert '<html lang="de">' in page
    assert "<svg" in page
    assert "<table" in page
    assert "prefers-color-scheme: dark" in page
    assert "http" not in page
    assert "src=" not in page


def test_the_text_names_its_evaluator_and_intervals(file: Path) -> None:
    text = _command(file, "--deals", "1").stdout
    assert "“hard”" in text
    assert "±" in text
    assert "Turning points" in text


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "not a log"), (b"{}\n", "not a log"), (b"nonsense", "not a log")],
)
def test_a_bad_file_gets_a_clear_error(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    done = _command(path, "--json", status=2)
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def _command(file: Path, *options: str, status: int = 0) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(
        [sys.executable, "-m", "quartett", "review", str(file), *options],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == status, done.stderr
    return done


LEVELS = ("hard", "medium", "easy", "random")
EQUALS = range(40)
FEWER = {"jericho": 3, "souvenirs": 6, "photo_rummy": 6}
"""What part of the usual deals is enough where so many matches are averaged."""
CHANCE, SURE = 3, 2
"""How many standard errors chance may bring about, and how many a difference must be worth."""


class Charged(NamedTuple):
    """What `decisions` come to on average, and the standard error of that."""

    mean: float
    error: float


@pytest.mark.long
@pytest.mark.parametrize("name", TURN_BASED)
def test_stronger_levels_are_charged_less_among_their_equals(name: str) -> None:
    # Among equals everybody stays in contention. Beside better ones the order breaks off at the
    # end: who has nothing left to lose is charged nothing more, so that against `medium` in
    # Souvenirs `random` (-0.48, its chances gone early) comes out above `easy` (-0.76), to whom
    # the mistakes of `medium` give back (0.39) what it then loses again.
    charged = {level: _charged(name, level) for level in LEVELS}
    # `hard` looks at no more here than the evaluator does, so that its choices and those beside
    # them are drawn alike. At its full strength it would be paid, rightly: D may be positive.
    assert abs(charged["hard"].mean) < CHANCE * charged["hard"].error, charged
    for better, worse in pairwise(LEVELS):
        error = hypot(charged[better].error, charged[worse].error)
        assert charged[better].mean - charged[worse].mean > SURE * error, charged


def _charged(name: str, level: str) -> Charged:
    evaluator, players = evaluator_of(name), get(name).players[0]
    deals = evaluator.deals // FEWER[name]
    nodes, options = evaluator.nodes * deals // evaluator.deals, OPTIONS.get(name, {})
    each = []
    for seed in EQUALS:
        match = played(name, [level] * players, seed, nodes, **options)
        each.append(fmean(seat.decisions for seat in reviewed(match, deals).seats))
    return Charged(fmean(each), stdev(each) / sqrt(len(each)))
