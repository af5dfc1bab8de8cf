"""`quartett replay` and `quartett verify`: true logs pass, changed ones do not, nothing crashes."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import quartett
from playing import short
from quartett.cli import main
from quartett.core import commitment
from quartett.core.errors import QuartettError
from quartett.core.log import Log, dump_log, load_header, load_log, seal, split_seal
from quartett.core.match import Match
from quartett.games import get, names
from quartett.simulation import let_time_pass
from seating import players_of

Answer = tuple[int, str]
Run = Callable[..., Answer]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on a file with these bytes: its exit status, and all that it printed."""

    def on(command: str, text: bytes, *options: str) -> Answer:
        path = tmp_path / "match.jsonl"
        path.write_bytes(text)
        status = main([command, str(path), *options])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return status, printed.out + printed.err

    return on


@cache
def sealed(game: str) -> bytes:
    """The log of a random match with a promised deal."""
    players = players_of(game)
    shown = commitment.reveal("secret of " + game, ["Anna's", *[""] * (players - 2), "42"])
    rules, chance = get(game), random.Random(game)
    match = Match.start(rules, players, commitment.seed_of(shown), short(game))
    while match.outcome is None:
        assert len(match.log) < 20_000, f"a random match of {game} does not end"
        let_time_pass(match)
        if match.to_act:
            seat = chance.choice(sorted(match.to_act))
            match.play(seat, chance.choice(match.legal(seat)))
    log = match.record()
    return dump_log(Log(replace(log.header, deal=shown), log.entries))


def changed(text: bytes, line: int, change: Callable[[Any], object]) -> bytes:
    """The log with one line's JSON changed and a seal that fits again."""
    lines = split_seal(text)[0].splitlines(keepends=True)
    value = json.loads(lines[line])
    change(value)
    lines[line] = json.dumps(value, separators=(",", ":")).encode() + b"\n"
    body = b"".join(lines)
    return body + seal(body)


@pytest.mark.parametrize("game", names())
def test_a_true_log_is_confirmed(game: str, run: Run) -> None:
    status, said = run("verify", sealed(game))
    assert status == 0, said
    assert said.startswith("Yes")
    assert commitment.commit("secret of " + game) in said
    assert "The match is over." in said


@pytest.mark.parametrize("game", names())
def test_a_log_survives_being_written_and_read(game: str) -> None:
    text = sealed(game)
    log = load_log(get(game), text)
    assert log.header == load_header(text)
    assert dump_log(log) == text
    assert load_log(get(game), split_seal(text)[0]) == log


@pytest.mark.parametrize("game", names())
def test_a_match_that_goes_on_is_confirmed_so_far(game: str, run: Run) -> None:
    lines = sealed(game).splitlines(keepends=True)
    body = b"".join(lines[: min(6, len(lines) // 2)])
    status, said = run("verify", body + seal(body))
    assert status == 0
    assert "not over yet" in said


def test_every_changed_byte_is_found(run: Run) -> None:
    text, chance = sealed("jericho"), random.Random(1)
    header, seal_at = len(text.splitlines()[0]) + 2, len(text) - 80
    places = [*range(0, header, 4), *range(seal_at, len(text), 2)]
    places += chance.sample(range(len(text)), 150)
    for place in places:
        bent = bytearray(text)
        bent[place] ^= 1 << chance.randrange(8)
        status, said = run("verify", bytes(bent))
        assert status in (1, 2), f"byte {place}: {said}"


def test_a_lost_or_added_byte_is_found(run: Run) -> None:
    text, chance = sealed("jericho"), random.Random(2)
    for place in [0, len(text) - 1, *chance.sample(range(len(text)), 60)]:
        assert run("verify", text[:place] + text[place + 1 :])[0] in (1, 2)
        assert run("verify", text[:place] + b" " + text[place:])[0] in (1, 2)
    assert run("verify", text + b"\n")[0] == 1


CHANGES: list[tuple[int, Callable[[Any], object], str]] = [
    (0, lambda header: header.update(seed="0" * 64), "seed does not follow"),
    (0, lambda header: header["deal"].update(secret="other"), "commitment promised"),
    (0, lambda header: header["deal"].update(commitment="0" * 64), "commitment promised"),
    (0, lambda header: header["deal"]["contributions"].reverse(), "seed does not follow"),
    (0, lambda header: header["options"].update(starter=1), "Entry 3 differs"),
    (0, lambda header: header.update(players=4), "Entry 0 differs"),
    (1, lambda entry: entry["events"][0]["draw_pile"].reverse(), "Entry 0 differs"),
    (1, lambda entry: entry.update(at=5), "Entry 0 differs"),
    (8, lambda entry: entry["events"].pop(), "Entry 7 differs"),
    (8, lambda entry: entry.update(at=5), "Entry 7 cannot be"),
    (8, lambda entry: entry["action"].update(card="blue-99"), "Entry 7 cannot be"),
    (8, lambda entry: entry.update(seat=(entry["seat"] + 1) % 3), "Entry 7 cannot be"),
    (8, lambda entry: entry.update(seat=-1), "Entry 7 cannot be"),
    (8, lambda entry: entry.pop("action"), "Entry 7 cannot be"),
    (8, lambda entry: entry.pop("seat"), "Entry 7 differs"),
]


@pytest.mark.parametrize(("line", "change", "reason"), CHANGES)
def test_a_forger_who_mends_the_seal_is_found(
    line: int, change: Callable[[Any], object], reason: str, run: Run
) -> None:
    status, said = run("verify", changed(sealed("jericho"), line, change))
    assert status == 1
    assert reason in said


def test_a_changed_time_in_a_timed_game_is_found(run: Run) -> None:
    def later(entry: dict[str, Any]) -> None:
        entry["at"] += 1

    for line in (2, 3, 9):
        assert run("verify", changed(sealed("flow"), line, later))[0] == 1


def test_the_commitment_one_wrote_down_is_compared(run: Run) -> None:
    own = commitment.commit("secret of jericho")
    assert run("verify", sealed("jericho"), "--commitment", own)[0] == 0
    assert run("verify", sealed("jericho"), "--commitment", "0" * 64)[0] == 1
    bare = changed(sealed("jericho"), 0, lambda header: header.pop("deal"))
    assert run("verify", bare, "--commitment", own)[0] == 1
    status, said = run("verify", bare)
    assert status == 0
    assert "no commitment" in said


BAD = [
    b"",
    b"\n\n",
    b"hello\n",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b"{}\n",
    b'{"game":"chess","players":2,"seed":1}\n',
    b'{"game":"jericho","players":3,"seed":1}\n',
    b'{"game":"jericho","players":3,"seed":1}\n{"events":[{"type":"nothing"}]}\n',
    b'{"game":"jericho","players":3,"seed":1,"format":3}\n{"events":[]}\n',
]


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("text", BAD)
def test_what_is_no_log_is_said_in_a_sentence(command: str, text: bytes, run: Run) -> None:
    status, said = run(command, text)
    assert status == 2
    assert said.startswith("quartett: This ")
    assert len(said.splitlines()) == 1


def test_a_file_that_is_not_there_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("verify", "replay", "review"):
        assert main([command, str(tmp_path / "none")]) == 2
        said = capsys.readouterr().err
        assert said == f"quartett: {tmp_path / 'none'}: No such file or directory\n"


@pytest.mark.parametrize("command", ["verify", "replay", "review", "load"])
def test_a_file_far_too_large_for_a_log_is_not_read_to_its_end(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.truncate(1 << 33)
    assert main([command, str(path)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert "larger than 16 MiB" in said


@pytest.mark.parametrize("game", ["jericho", "flow"])
def test_no_bent_log_ends_in_a_traceback(game: str, run: Run) -> None:
    chance = random.Random(3)
    lines = split_seal(sealed(game))[0].splitlines(keepends=True)[:30]
    for _ in range(60):
        bent = list(lines)
        place = chance.randrange(len(bent))
        bent[place] = _bend(bent[place], chance)
        body = b"".join(bent)
        assert run("verify", body + seal(body))[0] in (0, 1, 2)
        assert run("replay", body, *chance.choice([[], ["--view", "0"]]))[0] in (0, 1, 2)
        with suppress(QuartettError):
            quartett.load_match(body)


def _bend(line: bytes, chance: random.Random) -> bytes:
    """The line with one of its numbers or words exchanged for something else."""
    parts = line.split(b",")
    at = chance.randrange(len(parts))
    key, colon, _ = parts[at].partition(b":")
    odd = chance.choice([b"0", b"-1", b"9" * 5000, b"null", b'"x"', b"[]", b"1e400", b"true"])
    parts[at] = key + colon + odd if colon else odd
    return b",".join(parts)


@pytest.mark.parametrize("game", names())
def test_replay_tells_every_step_and_the_outcome(game: str, run: Run) -> None:
    log = load_log(get(game), sealed(game))
    status, said = run("replay", sealed(game))
    assert status == 0
    assert len(said.splitlines()) == len(log.entries) + 2
    assert "The match is over." in said


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("viewer", ["first", "last", "spectator"])
def test_replay_shows_a_viewer_only_redacted_events(game: str, viewer: str, run: Run) -> None:
    seat = {"first": 0, "last": players_of(game) - 1}.get(viewer)
    view = "spectator" if seat is None else str(seat)
    status, said = run("replay", sealed(game), "--view", view)
    assert status == 0
    rules = get(game)
    log = load_log(rules, sealed(game))
    state = Match.replay(rules, Log(log.header, ())).state
    seen = rules.redact(log.entries[0].events[0], state, seat)
    hidden = {card for card in rules.deck if card not in str(seen)}
    assert not [card for card in hidden if f"{card}," in said.splitlines()[1]]


def test_replay_tells_in_words_with_the_numbering_of_the_board(run: Run) -> None:
    match = quartett.start("souvenirs", 2, seed=3)
    match.play(0, {"type": "place", "card": "yellow-6", "at": [1, 0]})
    match.play(0, {"type": "book", "line": "row 0"})
    match.undo()
    match.play(0, {"type": "book", "line": "column 1"})
    _, said = run("replay", quartett.save_match(match))
    assert said.splitlines() == [
        "Souvenirs, 2 players",
        "   0  The first card of the grid: ▲4; Player 1: drawn ≈2",
        "   1  Player 1: ●6 at f5",
        "   2  Player 1: cube on row 5; Player 2: drawn ▲5",
        "   3  Player 1 takes the last action back.",
        "   4  Player 1: cube on column f; Player 2: drawn ▲5",
        "The match is not over yet.",
    ]
    _, said = run("replay", quartett.save_match(match), "--view", "spectator")
    assert "▲4\n" in said
    assert "drawn" not in said


def test_replay_shows_made_up_events_as_they_are(run: Run) -> None:
    def odd(entry: dict[str, Any]) -> None:
        entry["events"][0]["card"] = "[red]x"

    status, said = run("replay", changed(sealed("flow"), 3, odd))
    assert status in (0, 1)
    assert "Traceback" not in said


def test_replay_refuses_an_illegal_action(run: Run) -> None:
    status, said = run("replay", changed(sealed("jericho"), 8, CHANGES[10][1]))
    assert status == 1
    assert "Entry 7 cannot be" in said


def test_replay_refuses_a_seat_that_is_not_there(run: Run) -> None:
    for view in ("3", "-1", "x", "9" * 5000, "0" * 5000, "²"):
        status, said = run("replay", sealed("jericho"), f"--view={view}")
        assert status == 2
        assert "0 to 2" in said


def test_replay_steps_on_enter(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Keys:
        pressed = 0

        def readline(self) -> str:
            self.pressed += 1
            return "\n"

    keys = Keys()
    monkeypatch.setattr("sys.stdin", keys)
    status, _ = run("replay", sealed("souvenirs"), "--step")
    assert status == 0
    assert keys.pressed == len(load_log(get("souvenirs"), sealed("souvenirs")).entries)
