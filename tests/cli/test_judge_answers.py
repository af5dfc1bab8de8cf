"""What the judge answers: `more`, the outcome, chance, moments, and what is no request."""

import json
from typing import Any

from cli.judging import EXAMPLE, judge

LONDON = ["london-church", "london-sight", "london-delicacy"]
PR: dict[str, Any] = {
    "game": "photo_rummy",
    "state": {
        "seats": [{"rack": LONDON}, {"rack": ["rome-sight"]}],
        "phase": "lay",
        "stacks": [["oslo-sight"], [], [], [], []],
    },
}
FLOW: dict[str, Any] = {
    "game": "flow",
    "state": {
        "phase": "running",
        "clock": 10_000,
        "middle": [["1-red-sun"], []],
        "seats": [{"display": ["1-red-star", "1-red-moon"], "draw_pile": ["4-blue-leaf"]}, {}],
    },
}
PLAY = {"type": "play", "from": "display-0", "pile": 0}


def test_more_stands_beside_legal_where_a_lay_exists_and_only_there() -> None:
    (lay, none), _ = judge(PR, {**PR, "state": {**PR["state"], "turn": 1}})
    assert lay["more"] is True
    assert [each["type"] for each in lay["legal"]["0"]] == ["pass", "lay"]
    assert "more" not in none
    assert none["legal"] == {"1": [{"type": "pass"}]}


def test_the_outcome_stands_in_the_answer_once_the_match_is_over() -> None:
    moves = [{"seat": 0, "action": {"type": "lay", "table": [LONDON]}}]
    (answer,), status = judge({**PR, "options": {"rounds": 1}, "moves": moves})
    assert status == 0
    assert answer["outcome"] == {"scores": [1, -1], "winners": [0], "reason": "highest_total"}
    assert (answer["to_act"], answer["legal"]) == ([], {})


def test_the_seed_decides_what_chance_does_after_a_position() -> None:
    moves = [{"seat": 0, "action": {"type": "lay", "table": [LONDON]}}]
    racks = []
    for seed in (1, 2, 1):
        (answer,), _ = judge({**PR, "seed": seed, "moves": moves})
        assert answer["state"]["round"] == 2
        racks.append(answer["state"]["seats"][0]["rack"])
    assert racks[0] != racks[1]
    assert racks[0] == racks[2]


def test_at_is_the_moment_of_a_move() -> None:
    moves = [{"seat": 0, "action": PLAY, "at": 12_000}]
    (answer,), _ = judge({**FLOW, "moves": moves})
    assert (answer["state"]["clock"], answer["state"]["acted_at"]) == (12_000, 12_000)
    early = [{"seat": 0, "action": PLAY, "at": 9_999}]
    (answer,), status = judge({**FLOW, "moves": early})
    assert (status, answer["ok"], answer["move"]) == (1, False, 0)


def test_what_is_no_request_is_told_before_any_position_or_move_is_looked_at() -> None:
    bad = {"seats": [{"hand": ["red-1"], "walls": {"green": ["trumpet"]}}, {}, {}]}
    fly = {"seat": 0, "action": {"type": "fly"}}
    for request in (
        {"game": "jericho", "state": bad, "moves": [fly]},
        {"game": "jericho", "players": 9, "moves": [fly]},
    ):
        (answer,), status = judge(request)
        assert (status, answer["move"], answer["rule"]) == (2, None, None)


def test_a_move_with_an_unknown_key_or_a_moment_before_the_start_is_no_request() -> None:
    for more in ({"why": "because"}, {"at": -1}):
        (answer,), status = judge({**EXAMPLE, "moves": [{**EXAMPLE["moves"][0], **more}]})
        assert (status, answer["move"], answer["rule"]) == (2, None, None)


def test_the_first_seat_that_is_not_there_has_no_view() -> None:
    (answer,), status = judge(EXAMPLE, options=("--view", "3"))
    assert status == 2
    assert "3" in answer["error"]
    assert "Traceback" not in json.dumps(answer)
