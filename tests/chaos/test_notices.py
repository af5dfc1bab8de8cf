"""However often the server is killed: all are told of their turns, and nobody who has acted.

The long form is `scripts/chaos --fault notices`.
"""

import asyncio
from pathlib import Path

import pytest

from chaos.notices import run
from chaos.suite import Plan, head, line
from chaos.told import CROSSING_SECONDS, DELAY_SECONDS, NOTING_SECONDS, Turn, judged

KILLED_AT = 20.0
TOLD_AT = 10.0 + DELAY_SECONDS


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_kills_between_move_and_notice_lose_none_and_tell_nobody_twice(
    kind: str, tmp_path: Path
) -> None:
    result = asyncio.run(run(kind, Plan(groups=4, times=2, calm_seconds=0.5), tmp_path))
    assert result.fine, f"\n{head()}\n{line(result)}"


@pytest.mark.parametrize(
    ("came", "expected"),
    [
        ([TOLD_AT], {}),
        ([KILLED_AT - NOTING_SECONDS, KILLED_AT + 3], {"again": 1}),
        ([KILLED_AT - NOTING_SECONDS - 1, KILLED_AT + 3], {"doubled": 1}),
        ([TOLD_AT, TOLD_AT + 3], {"doubled": 1}),
        ([KILLED_AT, KILLED_AT + 3, KILLED_AT + 6], {"again": 1, "doubled": 1}),
        ([30 + CROSSING_SECONDS], {}),
        ([30.1 + CROSSING_SECONDS], {"untrue": 1}),
        ([TOLD_AT - 0.1], {"untrue": 1}),
        ([TOLD_AT, 40.1 + DELAY_SECONDS], {}),
        ([TOLD_AT, 39.9 + DELAY_SECONDS], {"untrue": 1}),
    ],
)
def test_each_notice_is_held_against_the_turns(came: list[float], expected: dict[str, int]) -> None:
    turns = [Turn("anna", 10, 30), Turn("ben", 30, 40), Turn("anna", 40)]
    told = judged(turns, [("anna", at) for at in came], [KILLED_AT])
    counts = {"again": told.again, "doubled": told.doubled, "untrue": told.untrue}
    assert counts == {"again": 0, "doubled": 0, "untrue": 0, **expected}
    assert len(told.remarks) == told.doubled + told.untrue


def test_a_turn_whose_notice_was_waited_for_in_vain_is_lost() -> None:
    told = judged([Turn("anna", 10, 80, waits=True), Turn("ben", 80)], [], [KILLED_AT])
    assert (told.lost, told.remarks) == (1, ["anna was not told of a turn"])


def test_a_notice_for_somebody_who_is_not_at_the_table_is_untrue() -> None:
    assert judged([Turn("anna", 10)], [("ben", TOLD_AT)], []).untrue == 1
