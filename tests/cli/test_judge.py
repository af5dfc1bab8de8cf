"""`quartett judge` as the rules page specifies it: through a real process and real pipes."""

import json
from typing import Any

import pytest

import quartett
from cli.judging import EXAMPLE, judge, judge_bytes
from quartett.cli import main


def test_a_position_and_moves_give_the_state_after_them() -> None:
    (answer,), status = judge(EXAMPLE)
    assert status == 0
    assert answer["ok"] is True
    assert answer["state"]["seats"][0]["walls"] == {"green": ["green-1", "trumpet"]}
    assert answer["state"]["supply"] == [{"card": "trumpet", "by": None}]
    assert answer["to_act"] == [1]
    assert answer["legal"] == {
        "1": [{"type": "wall", "card": "blue-3"}, {"type": "supply", "card": "blue-3"}]
    }
    assert answer["outcome"] is None
    assert [event["type"] for event in answer["events"][0]] == ["blown", "turn_passed"]
    assert "more" not in answer


def test_the_state_of_an_answer_is_complete_and_can_be_given_back() -> None:
    (first,), _ = judge({"game": "jericho", "players": 3, "seed": 7})
    (again,), status = judge({"game": "jericho", "state": first["state"]})
    assert status == 0
    assert again["state"] == first["state"]
    assert again["legal"] == first["legal"]


def test_players_and_seed_start_a_fresh_match() -> None:
    (answer,), status = judge({"game": "jericho", "players": 3, "seed": 7})
    assert status == 0
    assert answer["to_act"] == [0, 1, 2]
    hands = [list(player.hand) for player in quartett.start("jericho", 3, 7).state.seats]
    assert [each["hand"] for each in answer["state"]["seats"]] == hands


def test_a_refused_move_is_numbered_and_names_its_rule() -> None:
    moves = [*EXAMPLE["moves"], {"seat": 0, "action": {"type": "wall", "card": "red-1"}}]
    (answer,), status = judge({**EXAMPLE, "moves": moves})
    assert status == 1
    assert (answer["ok"], answer["move"], answer["rule"]) == (False, 1, "JE-08")
    assert answer["error"]


def test_a_refused_position_has_no_move_number() -> None:
    state = {"seats": [{"hand": ["red-1"], "walls": {"green": ["trumpet"]}}, {}, {}]}
    (answer,), status = judge({"game": "jericho", "state": state})
    assert status == 1
    assert (answer["move"], answer["rule"]) == (None, "JE-13")
    assert "green" in answer["error"]


def test_impossible_options_and_players_are_refused() -> None:
    answers, status = judge(
        {"game": "jericho", "players": 2},
        {"game": "jericho", "players": 3, "options": {"starter": 3}},
    )
    assert status == 1
    assert [each["ok"] for each in answers] == [False, False]
    assert "players" in answers[0]["error"]
    assert answers[1]["rule"] == "JE-05"


NO_REQUEST = [
    "garbage",
    "[1, 2]",
    "42",
    '\ufeff{"game": "jericho", "players": 3}',
    '{"game": "jericho", "players": 3',
    {"game": "chess", "players": 2},
    {"game": "jericho"},
    {"game": "jericho", "players": 3, "state": {"seats": []}},
    {"game": "jericho", "players": "three"},
    {"game": "jericho", "players": 3, "colour": "red"},
    {"game": "jericho", "players": 3, "options": {"speed": 1}},
    {"game": "jericho", "players": 3, "moves": [{"seat": 0}]},
    {"game": "jericho", "players": 3, "moves": [{"action": {"type": "first", "card": "red-1"}}]},
    {"game": "jericho", "players": 3, "moves": [{"seat": 0, "action": {"type": "fly"}}]},
    {"game": "jericho", "players": 3, "moves": [{"seat": 0, "action": {"type": "first"}}]},
    {
        "game": "jericho",
        "players": 3,
        "moves": [{"seat": 0, "action": {"type": "first", "card": 1}}],
    },
    {"game": "jericho", "state": {"seats": [{"hand": "red-1"}, {}, {}]}},
    {"game": "jericho", "state": {"seats": [{"pocket": []}, {}, {}]}},
    '{"game": "jericho", "state": ' + "[" * 100_000 + "]" * 100_000 + "}",
    '{"game": "jericho", "players": 3, "seed": "' + "x" * (1 << 20) + '"}',
]


@pytest.mark.parametrize("line", NO_REQUEST, ids=range(len(NO_REQUEST)))
def test_what_is_no_request_gets_a_plain_error_and_the_next_line_is_read(line: Any) -> None:
    (bad, good), status = judge(line, EXAMPLE)
    assert status == 2
    assert (bad["ok"], bad["move"], bad["rule"]) == (False, None, None)
    assert bad["error"]
    assert "Traceback" not in bad["error"]
    assert good["ok"] is True


def test_bytes_that_are_no_text_are_no_request() -> None:
    (bad, good), status = judge_bytes(b'\xff\xfe{"a":1}\n' + json.dumps(EXAMPLE).encode())
    assert status == 2
    assert bad["ok"] is False
    assert good["ok"] is True


@pytest.mark.parametrize("filling", [b"\r", b" "])
def test_a_line_over_1_MiB_is_no_request_whatever_it_is_filled_with(filling: bytes) -> None:
    line = json.dumps(EXAMPLE).encode() + filling * (1 << 20)
    for long in (line, line + b"rest", filling * (1 << 21)):
        (bad, good), status = judge_bytes(long + b"\n" + json.dumps(EXAMPLE).encode())
        assert (status, bad["ok"], bad["error"]) == (2, False, "larger than 1 MiB")
        assert good["ok"] is True


def test_a_line_of_exactly_1_MiB_is_read_and_one_byte_more_is_not() -> None:
    request = json.dumps(EXAMPLE).encode()
    fits = request + b" " * ((1 << 20) - len(request))
    (good, bad), status = judge_bytes(fits + b"\n" + fits + b" \n")
    assert good["ok"] is True
    assert (status, bad["ok"], bad["error"]) == (2, False, "larger than 1 MiB")


def test_nothing_to_judge_is_a_good_run() -> None:
    assert judge_bytes(b"") == ([], 0)


@pytest.mark.parametrize("blank", [b"", b"  \t", b"\r"])
def test_a_blank_line_is_no_request_and_has_its_answer_like_every_line(blank: bytes) -> None:
    request = json.dumps(EXAMPLE).encode()
    (first, bad, second), status = judge_bytes(request + b"\n" + blank + b"\n" + request + b"\n")
    assert status == 2
    assert bad == {"ok": False, "move": None, "rule": None, "error": "not JSON: empty"}
    assert first["ok"] is second["ok"] is True


def test_a_refusal_names_cards_and_lists_as_they_were_written() -> None:
    seats = [{"rack": ["paris-church", "rome-church"], "opened": True}, {}]
    table = [["oslo-church", "bern-church", "rome-palace"]]
    old = ["oslo-sight", "oslo-palace", "joker-2"]
    lay = {"type": "lay", "table": [old, *table]}
    state = {"seats": seats, "phase": "lay", "table": [old]}
    requests = [
        {"game": "jericho", "state": {"seats": [{"walls": {"red": ["blue-3"]}}, {}, {}]}},
        {"game": "photo_rummy", "state": {**state, "table": table}},
        {"game": "photo_rummy", "state": state, "moves": [{"seat": 0, "action": lay}]},
    ]
    wall, position, move = (answer["error"] for answer in judge(*requests)[0])
    assert wall.startswith("blue-3 ")
    assert "oslo-church, bern-church, rome-palace" in position
    assert move == "table[1]: The card oslo-church was neither on the table nor on your rack."


def test_a_long_word_is_not_repeated_in_full() -> None:
    word = "x" * 100_000
    unknown_card = [{"seat": 0, "action": {"type": "supply", "card": word}}]
    requests = [{**EXAMPLE, "moves": unknown_card}, {"game": word}, {word: 1}]
    answers, _ = judge(*requests)
    assert all("xxx" in answer["error"] and len(answer["error"]) < 500 for answer in answers)


def test_a_seat_is_shown_only_its_own_view_legal_actions_and_events() -> None:
    moves = [{"seat": 0, "action": {"type": "supply", "card": "red-1"}}]
    request = {**EXAMPLE, "moves": moves}
    (own,), _ = judge(request, options=("--view", "0"))
    (other,), _ = judge(request, options=("--view", "1"))
    (nobody,), _ = judge(request, options=("--view", "spectator"))
    assert "state" not in own
    assert own["view"]["supply"] == [{"card": "red-1", "by": 0}]
    assert other["view"]["supply"] == [{"card": None, "by": 0}]
    assert own["events"][0][0]["card"] == "red-1"
    assert other["events"][0][0]["card"] is None
    assert (list(own["legal"]), list(other["legal"]), list(nobody["legal"])) == ([], ["1"], [])
    assert "red-1" not in json.dumps(nobody)


def test_a_seat_of_thousands_of_digits_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["judge", "--view", "9" * 5000])
    assert capsys.readouterr().err.endswith("9…' is neither a seat number nor `spectator`\n")


def test_a_view_of_a_seat_that_is_not_there_is_no_request() -> None:
    (answer,), status = judge(EXAMPLE, options=("--view", "7"))
    assert status == 2
    assert "7" in answer["error"]
