"""Puzzles: legal by the judge, confirmed by an independent search, the same for everybody."""

import json
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from games.photo_rummy.solver_reference import reference
from quartett.bots import get as get_bot
from quartett.core.forms import Json
from quartett.core.texts import LANGUAGES
from quartett.games import get
from quartett.judge import answer
from quartett.review.mining import rotated
from quartett.review.photo_rummy.puzzles import find_puzzle as mined
from quartett.review.puzzles import (
    Puzzle,
    explanation,
    hints,
    puzzle_of_the_day,
    puzzles_of,
    with_puzzles,
)
from quartett.review.wording import texts
from quartett.terminal.face import Sight, face_of
from review.commands import Command
from review.matches import played

GAMES = ("jericho", "photo_rummy", "souvenirs")
ALL = [puzzle for game in GAMES for puzzle in puzzles_of(game)]
SAMPLE = [puzzle for game in GAMES for puzzle in puzzles_of(game)[::30]]


def test_there_are_at_least_60_puzzles_of_each_turn_based_game() -> None:
    assert with_puzzles() == sorted(GAMES)
    for game in GAMES:
        puzzles = puzzles_of(game)
        assert len(puzzles) >= 60
        assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
        assert len({json.dumps(puzzle.position) for puzzle in puzzles}) == len(puzzles)
        assert len({puzzle.difficulty for puzzle in puzzles}) >= 3
        assert [each.difficulty for each in puzzles] == sorted(each.difficulty for each in puzzles)


def test_the_judge_accepts_every_position_and_every_answer() -> None:
    for puzzle in ALL:
        assert puzzle.answers
        for action in puzzle.answers:
            request = {**puzzle.position, "moves": [{"seat": puzzle.seat, "action": action}]}
            reply = answer(json.dumps(request).encode())
            assert reply.status == 0, (puzzle.id, reply)
            assert puzzle.accepts(get(puzzle.game).parse_action(action))


def test_not_every_legal_action_is_an_answer() -> None:
    for puzzle in ALL:
        legal = get(puzzle.game).legal(puzzle.state(), puzzle.seat)
        assert any(not puzzle.accepts(action) for action in legal), puzzle.id


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_an_independent_search_confirms_the_answer(puzzle: Puzzle) -> None:
    assert _is_confirmed(puzzle, 800)


@pytest.mark.long
@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.id)
def test_an_independent_search_confirms_every_answer(puzzle: Puzzle) -> None:
    assert _is_confirmed(puzzle, 2000)


def _is_confirmed(puzzle: Puzzle, nodes: int) -> bool:
    """Another search agrees: a linear program for lays, else the hard bot."""
    from quartett.core.seeds import Rng

    game, state = get(puzzle.game), puzzle.state()
    if puzzle.game == "photo_rummy":
        player = state.seats[puzzle.seat]
        left, *_ = reference(state.table, player.rack, player.opened, "cards")
        return bool(len(player.rack) - left == puzzle.question.about["count"])
    bot = get_bot(puzzle.game, "hard", nodes)
    view, legal = game.view(state, puzzle.seat), list(game.legal(state, puzzle.seat))
    choices = [bot.choose(view, legal, Rng(f"confirm {puzzle.id}", at)) for at in range(3)]
    return sum(puzzle.accepts(choice) for choice in choices) >= 2


def test_mining_finds_the_puzzles_of_photo_rummy_as_they_are() -> None:
    """What could be laid is exact: how much it is, how hard to see, and how hard the puzzle is."""
    for puzzle in puzzles_of("photo_rummy"):
        found = mined(get(puzzle.game), puzzle.state(), puzzle.seat, puzzle.id)
        assert found is not None
        assert found.state() == puzzle.state()
        same = {"answers": puzzle.answers, "position": puzzle.position}
        assert msgspec.structs.replace(found, **same) == puzzle
        assert found.accepts(get(puzzle.game).parse_action(puzzle.answers[0]))


def test_the_puzzles_of_photo_rummy_begin_with_pairs_of_which_only_one_can_be_laid() -> None:
    pairs = [each for each in puzzles_of("photo_rummy") if each.difficulty == 1]
    assert len(pairs) >= 20
    assert pairs == list(puzzles_of("photo_rummy")[: len(pairs)])
    for puzzle in pairs:
        state = puzzle.state()
        player = state.seats[puzzle.seat]
        [laid] = {frozenset(_laid(player.rack, answer)) for answer in puzzle.answers}
        assert len(laid) == puzzle.question.about["count"] == 2
        for card in laid:
            rest = tuple(each for each in player.rack if each != card)
            left, *_ = reference(state.table, rest, player.opened, "cards")
            assert len(rest) - left < 2, f"{puzzle.id}: two without {card}"


def _laid(rack: Sequence[str], answer: Json) -> set[str]:
    return set(rack) & {card for cards in answer["table"] for card in cards}


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_changes() -> None:
    day = date(2026, 3, 1)
    assert puzzle_of_the_day(day) == puzzle_of_the_day(day)
    month = {puzzle_of_the_day(day + timedelta(days=at)).id for at in range(30)}
    assert len(month) > 20
    assert {puzzle_of_the_day(day, game).game for game in GAMES} == set(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_hints_and_explanations_are_told_in_every_language(language: str) -> None:
    for puzzle in SAMPLE:
        said = [puzzle.ask(language), *hints(puzzle, language), *explanation(puzzle, language)]
        assert len(said) >= 3
        assert all(each and "{" not in each for each in said)


Said = Callable[..., str]
"""What `quartett puzzle` says to what is typed."""


@pytest.fixture
def puzzle_said(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")

    def say(*given: str, typed: Sequence[str] = ()) -> str:
        done = command("puzzle", *given, typed=typed)
        assert done.status == 0, done.err
        return done.out

    return say


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_in_the_terminal_with_hints(game: str, puzzle_said: Said) -> None:
    puzzle = puzzles_of(game)[0]
    state = puzzle.state()
    rules = get(game)
    sight = Sight(rules.view(state, 0), rules.legal(state, 0))
    entries = face_of(game, "en").entries(rules.parse_action(puzzle.answers[0]), sight)
    said = puzzle_said("--id", puzzle.id, "--lang", "en", typed=["hint", *entries])
    assert puzzle.ask("en") in " ".join(said.split())
    assert hints(puzzle, "en")[0][:20] in said
    assert texts("en")["puzzle.right"] in said


def test_the_command_prints_the_json_of_the_contract(puzzle_said: Said) -> None:
    lines = puzzle_said("--game", "jericho", "--json").splitlines()
    assert len(lines) == len(puzzles_of("jericho"))
    keys = {"id", "game", "position", "seat", "question", "answers", "margin", "difficulty"}
    assert all(set(json.loads(line)) == keys for line in lines)
    assert json.loads(lines[0])["question"]["key"] == "puzzle.best"
    spoken = puzzle_said("--game", "jericho", "--json", "--lang", "de").splitlines()
    assert json.loads(spoken[0])["question"] == texts("de")["puzzle.best"]


def test_today_prints_one_puzzle(puzzle_said: Said) -> None:
    (line,) = puzzle_said("--today", "--json").splitlines()
    assert json.loads(line)["game"] in GAMES
    (fixed,) = puzzle_said("--day", "2026-03-01", "--json").splitlines()
    assert json.loads(fixed)["id"] == puzzle_of_the_day(date(2026, 3, 1)).id


def test_mining_finds_puzzles_in_the_matches_of_bots(puzzle_said: Said) -> None:
    lines = puzzle_said("--mine", "photo_rummy", "--seed", "1").splitlines()
    assert lines
    assert lines == puzzle_said("--mine", "photo_rummy", "--seed", "1").splitlines()


@pytest.mark.parametrize("given", [["--game", "flow"], ["--game", "chess"], ["--id", "none"]])
def test_what_is_not_there_gets_a_clear_error(given: list[str], command: Command) -> None:
    done = command("puzzle", *given, "--json")
    assert done.status == 2
    assert given[1] in done.err


@pytest.mark.parametrize("game", GAMES)
def test_a_position_turned_round_gives_the_seat_the_same_choices(game: str) -> None:
    rules = get(game)
    match = played(game, ["easy"] * 3, 2)
    state = match.bare
    for entry in match.entries[:20]:
        state = rules.fold(state, entry.events)
    seat = max(rules.to_act(state))
    turned = rotated(rules, state, seat)
    assert set(rules.legal(turned, 0)) == set(rules.legal(state, seat))
    assert rotated(rules, turned, len(turned.seats) - seat) == rotated(rules, state, 0)
