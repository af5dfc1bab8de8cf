"""`quartett solve` as the rules page specifies it: through a real process and real pipes."""

import json
import subprocess
import sys
from typing import Any

import pytest

CHURCHES = ["paris-church", "rome-church", "oslo-church", "bern-church"]


def position(rack: list[str], **state: Any) -> dict[str, Any]:
    """Seat 0 is to lay from this rack and has opened, churches lie on the table."""
    seats = [{"rack": rack, "opened": True}, {"rack": ["lisbon-symbol"]}]
    given = {"seats": seats, "table": [CHURCHES], "phase": "lay", **state}
    return {"game": "photo_rummy", "state": given}


def solve(*positions: Any, goal: str | None = None) -> tuple[list[dict[str, Any]], int]:
    """The answers to these lines (text as it is, anything else as JSON) and the exit status."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in positions]
    options = [] if goal is None else ["--goal", goal]
    command = [sys.executable, "-m", "quartett", "solve", *options]
    given = "\n".join(lines).encode()
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def test_the_answer_has_what_stays_and_the_whole_new_table() -> None:
    (answer,), status = solve(position(["dublin-church", "athens-symbol"]))
    assert status == 0
    table = answer.pop("table")
    assert answer == {"ok": True, "left": 1, "minus": 1, "goes_out": False, "moved": 0}
    assert [set(cards) for cards in table] == [{*CHURCHES, "dublin-church"}]


def test_where_nothing_can_be_laid_the_table_comes_back_unchanged() -> None:
    (answer,), status = solve(position(["athens-symbol", "joker-1"], table=[]))
    assert (status, answer["left"], answer["minus"], answer["table"]) == (0, 2, 11, [])
    (answer,), status = solve(position(["athens-symbol"]))
    assert (answer["left"], answer["moved"], answer["table"]) == (1, 0, [CHURCHES])


def test_both_goals_find_the_way_out() -> None:
    for goal in ("cards", "points"):
        (answer,), status = solve(position(["dublin-church", "joker-1"]), goal=goal)
        assert (status, answer["left"], answer["goes_out"]) == (0, 0, True)


@pytest.mark.parametrize(
    ("line", "status", "rule"),
    [
        (position(["dublin-church"], phase="draw"), 1, "PR-06"),
        (position(["paris-church"]), 1, "PR-01"),
        ({"game": "jericho", "state": {"seats": [{}, {}, {}]}}, 2, None),
        ("no JSON", 2, None),
        ({"game": "photo_rummy", "state": {"seats": [{"rack": "x"}]}}, 2, None),
    ],
)
def test_what_cannot_be_solved_is_refused_and_the_next_line_is_answered(
    line: Any, status: int, rule: str | None
) -> None:
    (bad, good), worst = solve(line, position(["dublin-church"]))
    assert (bad["ok"], bad["move"], bad["rule"], worst) == (False, None, rule, status)
    assert bad["error"]
    assert (good["ok"], good["left"]) == (True, 0)


def test_the_answer_is_for_the_seat_whose_turn_it_is() -> None:
    seats = [{"rack": ["athens-symbol"]}, {"rack": ["dublin-church"], "opened": True}]
    (answer,), _ = solve(position([], seats=seats, turn=1))
    assert (answer["left"], answer["goes_out"]) == (0, True)


def test_a_seat_that_has_not_opened_cannot_add() -> None:
    (answer,), _ = solve(position([], seats=[{"rack": ["dublin-church"]}, {}]))
    assert (answer["left"], answer["table"]) == (1, [CHURCHES])
