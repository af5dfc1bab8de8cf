"""An evening's rules as a pure function: laws of the rounds, and what each command may do."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from quartett.server.evenings import steps
from quartett.server.evenings.model import Evening, Plan, Task
from quartett.server.evenings.standing import HALF, points, seat_scores, standings
from quartett.server.refusals import Refusal
from server.evenings.states import (
    PLAN,
    WISHES,
    evening,
    happened,
    joining,
    plans,
    played,
    score,
)


def refused(made: Evening, command: steps.Command) -> str:
    """Why a command is refused."""
    with pytest.raises(Refusal) as caught:
        steps.step(made, command, 0)
    return caught.value.reason.removeprefix("server.")


# Laws


@given(plans(), WISHES)
def test_who_is_there_sits_exactly_once_a_round(plan: dict[str, Any], wishes: Any) -> None:
    for before, after in zip(*(lambda all: (all, all[1:]))(happened(plan, wishes)), strict=False):
        for round in after.rounds[len(before.rounds) :]:
            seated = [each for table in round.tables for each in table.seats if each is not None]
            assert sorted([*seated, *round.byes]) == sorted(each.id for each in before.there)


@given(plans(), WISHES)
def test_every_table_has_a_size_at_which_the_game_is_played(
    plan: dict[str, Any], wishes: Any
) -> None:
    last = happened(plan, wishes)[-1]
    for round in last.rounds:
        sizes = [len(table.seats) for table in round.tables]
        assert set(sizes) <= set(steps.allowed_sizes(last.plan))
        assert all(any(table.seats) for table in round.tables)
        if last.plan.deals == "duplicate" and (len(sizes) > 1 or last.plan.fill == "bots"):
            assert set(sizes) == {last.plan.seats}


@given(plans(), WISHES)
def test_each_table_gives_away_all_its_points_and_no_more(
    plan: dict[str, Any], wishes: Any
) -> None:
    last = happened(plan, wishes)[-1]
    over = [table for round in last.rounds for table in round.tables if table.score]
    assert all(sum(points(t.score)) == Fraction(len(t.seats), 2) for t in over if t.score)
    reached = seat_scores(last)
    # What people have, and what bots and those who left have lost them, is all that was given.
    theirs = sum(each.points for each in reached if each.table.seats[each.seat])
    others = sum(each.raw - (each.points if each.table.seats[each.seat] else 0) for each in reached)
    assert theirs + others == sum(Fraction(len(table.seats), 2) for table in over)
    byes = sum(len(round.byes) for round in last.rounds)
    listed = {row.member: row for row in standings(last)}
    gone = [m.id for m in last.members if m.id not in listed]
    assert sum((row.points for row in listed.values()), Fraction(0)) == theirs + byes * HALF
    assert not any(member in table.seats for table in over for member in gone)


@given(plans(), WISHES)
def test_with_the_same_cards_all_gains_add_up_to_nothing(plan: dict[str, Any], wishes: Any) -> None:
    last = happened({**plan, "game": "souvenirs", "seats": 3, "deals": "duplicate",
                     "fill": "bots"}, wishes)[-1]  # fmt: skip
    gains = Counter[tuple[int, int]]()
    for each in seat_scores(last):
        if each.gain is not None:
            gains[each.round, each.seat] += each.gain  # type: ignore[assignment]
    assert not any(gains.values())


@given(plans(), WISHES)
def test_the_same_commands_give_the_same_evening(plan: dict[str, Any], wishes: Any) -> None:
    assert happened(plan, wishes) == happened(plan, wishes)


@given(plans(), WISHES)
def test_whatever_comes_twice_changes_nothing_more(plan: dict[str, Any], wishes: Any) -> None:
    for made in happened(plan, wishes)[-3:]:
        for round in range(1, len(made.rounds) + 1):
            assert steps.step(made, steps.Start(round), 99) == made
        for table in [t for r in made.rounds for t in r.tables if t.score]:
            late = steps.Finished(table.id, score(table, 1))
            assert steps.step(made, late, 99) == made


@given(plans(), WISHES)
def test_tables_are_named_apart_and_always_alike(plan: dict[str, Any], wishes: Any) -> None:
    last = happened(plan, wishes)[-1]
    ids = [table.id for round in last.rounds for table in round.tables]
    assert len(ids) == len(set(ids))
    opening = {task.table for task in last.todo if task.kind == "open"}
    assert opening == set(ids)  # nobody has done anything yet


# People


def test_who_comes_late_sits_from_the_next_round_on() -> None:
    made = steps.step(evening(4), steps.Start(1), 0)
    made = steps.step(made, joining(9), 0)
    assert not any("p9" in table.seats for table in made.rounds[0].tables)
    for table in made.rounds[0].tables:
        made = steps.step(made, steps.Finished(table.id, score(table)), 0)
    made = steps.step(made, steps.Start(2), 0)
    assert any("p9" in table.seats for table in made.rounds[1].tables)
    assert {row.member for row in standings(made)} >= {"p9"}


def test_who_leaves_in_a_round_gets_nothing_for_it_and_a_bot_plays_on() -> None:
    made = steps.step(evening(4), steps.Start(1), 0)
    (table,) = made.rounds[0].tables
    seat = table.seats.index("p2")
    made = steps.step(made, steps.Leave("p2"), 0)
    assert Task("release", table.id, "p2") in made.todo
    assert steps.step(made, steps.Leave("p2"), 0) == made
    made = steps.step(made, steps.Finished(table.id, score(table, best=seat)), 0)
    row = next(row for row in standings(made) if row.member == "p2")
    assert row.points == row.won == 0
    again = steps.step(made, steps.Join("new", "Other", "b2"), 0)
    assert again.member("p2") in again.there


def test_a_bot_wins_for_nobody() -> None:
    made = steps.step(evening(4), steps.Start(1), 0)
    (table,) = made.rounds[0].tables
    won = replace(score(table, best=1), replaced=(1,))
    made = steps.step(made, steps.Finished(table.id, won), 0)
    row = next(row for row in standings(made) if row.member == table.seats[1])
    assert (row.points, row.won) == (HALF, 0)


def test_who_was_sent_away_cannot_come_back_and_the_host_cannot_be() -> None:
    made = steps.step(evening(3), steps.Remove("p1"), 0)
    assert refused(made, steps.Join("new", "Person 1", "b1")) == "removed_from_evening"
    assert refused(made, steps.Remove("p0")) == "no_such_member"
    assert refused(made, steps.HandOver("p1")) == "no_such_member"


def test_when_the_host_goes_somebody_else_is_the_host() -> None:
    made = steps.step(evening(3), steps.Leave("p0"), 0)
    assert made.host == "p1"


def test_a_host_who_only_directs_has_no_seat() -> None:
    made = steps.step(evening(5), steps.Change(plays=False), 0)
    made = played(made)
    assert sorted(each for t in made.rounds[0].tables for each in t.seats if each) == [
        "p1",
        "p2",
        "p3",
        "p4",
    ]


def test_nobody_new_comes_to_a_closed_evening_but_everybody_who_was_there() -> None:
    made = steps.step(steps.step(evening(3), steps.Leave("p2"), 0), steps.Change(closed=True), 0)
    assert refused(made, joining(7)) == "evening_closed"
    assert steps.step(made, joining(2), 0).member("p2") in steps.step(made, joining(2), 0).there


def test_an_evening_has_room_for_so_many() -> None:
    made = evening(steps.MAX_MEMBERS)
    assert refused(made, joining(steps.MAX_MEMBERS)) == "evening_full"


@pytest.mark.parametrize("send_away", [steps.Leave, steps.Remove])
def test_crowds_that_came_and_went_leave_room_for_others(send_away: Any) -> None:
    """Otherwise one stranger with a few hundred cookies would close an evening for good."""
    made = played(evening(4))
    for number in range(4, 2 * (steps.MAX_MEMBERS + steps.MAX_REMOVED)):
        made = steps.step(made, joining(number), number)
        made = steps.step(made, send_away(f"p{number}"), number)
    assert len(made.members) <= steps.MAX_MEMBERS + steps.MAX_REMOVED
    if send_away is steps.Remove:  # whoever was the last to be sent away stays away
        assert refused(made, joining(number)) == "removed_from_evening"
    assert {each.id for each in made.there} == {"p0", "p1", "p2", "p3"}
    friend = steps.step(made, steps.Join("friend", "Frida", "hers"), 0)
    assert "friend" in {each.id for each in friend.there}


def test_who_has_played_is_remembered_however_many_come() -> None:
    made = steps.step(played(evening(4)), steps.Leave("p3"), 0)
    before = standings(made)
    for number in range(4, 2 * (steps.MAX_MEMBERS + steps.MAX_REMOVED)):
        made = steps.step(made, joining(number), number)
        made = steps.step(made, steps.Leave(f"p{number}"), number)
    assert [row for row in standings(made) if row.member in {"p0", "p1", "p2", "p3"}] == before


def test_names_stay_apart_whatever_people_call_themselves() -> None:
    made = steps.step(evening(2), steps.Join("x", "PERSON 1", "bx"), 0)
    made = steps.step(made, steps.Rename("p0", "person 1"), 0)
    assert len({each.name.casefold() for each in made.members}) == 3


def test_who_is_forgotten_leaves_no_name_and_the_others_keep_their_points() -> None:
    made = played(evening(4))
    before = {row.member: row.points for row in standings(made)}
    made = steps.step(made, steps.Forget("p1", "…"), 0)
    assert {row.member: row.points for row in standings(made)} == before
    assert "b1" not in str(made)
    assert "Person 1" not in str(made)
    names = [name for t in made.rounds[0].tables if t.score for name in t.score.names]
    assert "…" in names


# Rounds


def test_a_round_that_the_host_ends_counts_as_a_draw_and_late_results_do_not_count() -> None:
    made = steps.step(evening(8), steps.Start(1), 0)
    one, other = made.rounds[0].tables
    made = steps.step(made, steps.Finished(one.id, score(one)), 0)
    assert refused(made, steps.Start(2)) == "round_runs"
    made = steps.step(made, steps.EndRound(1), 5)
    late = steps.step(made, steps.Finished(other.id, score(other)), 6)
    assert late == made == steps.step(made, steps.EndRound(1), 7)
    rows = {row.member: row for row in standings(made)}
    assert all(rows[each].points == HALF and not rows[each].won for each in other.seats if each)


def test_the_last_round_ends_the_evening() -> None:
    made = played(played(evening(4, rounds=2)))
    assert made.over
    assert refused(made, steps.Start(3)) == "evening_over"
    assert refused(made, joining(8)) == "evening_over"


def test_where_rounds_begin_by_themselves_there_is_a_pause_that_the_host_can_cut_short() -> None:
    assert evening(4, auto=True).starts_at is None, "the host starts the first round"
    made = played(evening(4, rounds=3, auto=True), now=3)
    assert (made.current, made.starts_at) == (None, 3 + steps.PAUSE_MS)
    done = steps.step(made, steps.Done(made.todo), 3)
    assert done.due_at == done.starts_at
    begun = steps.step(made, steps.Start(2), 4)
    assert (begun.current, begun.next_at) == (begun.rounds[1], None)
    late = played(made, now=3 + steps.PAUSE_MS)
    assert late.starts_at == 3 + 2 * steps.PAUSE_MS
    over = played(late)
    assert (over.over, over.starts_at) == (True, None)


def test_over_days_the_next_round_waits_for_nobody() -> None:
    made = evening(4, auto=True, pace="days", turn_seconds=24 * 3600)
    assert played(made, now=3).starts_at == 3


def test_the_host_decides_between_two_rounds_whether_the_next_begins_by_itself() -> None:
    made = played(evening(4), now=3)
    assert made.starts_at is None
    made = steps.step(made, steps.Change(auto=True), 5)
    assert made.starts_at == 5 + steps.PAUSE_MS
    assert steps.step(made, steps.Change(closed=True), 9).starts_at == made.starts_at
    assert steps.step(made, steps.Change(auto=False), 9).starts_at is None
    assert steps.step(made, steps.Change(rounds=1), 9).starts_at is None
    assert steps.step(made, steps.End(), 9).starts_at is None


def test_where_everybody_has_gone_the_next_round_begins_once_somebody_is_there() -> None:
    made = played(evening(2, auto=True, seats=3), now=3)
    for member in ("p0", "p1"):
        made = steps.step(made, steps.Leave(member), 4)
    assert made.starts_at is None
    made = steps.step(made, joining(1), 1_000_000)
    assert made.starts_at == 3 + steps.PAUSE_MS


def test_an_evening_cannot_have_fewer_rounds_than_were_played() -> None:
    made = played(played(evening(4)))
    assert refused(made, steps.Change(rounds=1)) == "too_few_rounds"
    assert steps.step(made, steps.Change(rounds=2), 0).over


def test_the_host_can_end_the_evening_in_a_round() -> None:
    made = steps.step(steps.step(evening(4), steps.Start(1), 0), steps.End(), 0)
    assert made.over
    assert made.current is None


def test_over_several_rounds_of_eight_everybody_meets_new_people_first() -> None:
    made = evening(8, game="souvenirs", seats=2, rounds=7)
    for _ in range(4):
        made = played(made)
    met = Counter(frozenset(table.seats) for round in made.rounds for table in round.tables)
    assert set(met.values()) == {1}


def test_everybody_begins_about_as_often_as_the_others() -> None:
    made = evening(4, rounds=4)
    for _ in range(4):
        made = played(made)
    firsts = Counter(table.seats[0] for round in made.rounds for table in round.tables)
    assert set(firsts.values()) == {1}


def test_byes_go_round() -> None:
    made = evening(5, fill="bye", rounds=5)
    for _ in range(5):
        made = played(made)
    assert Counter(each for round in made.rounds for each in round.byes) == Counter(
        f"p{number}" for number in range(5)
    )


def test_once_a_round_is_over_a_shared_deal_may_be_seen() -> None:
    made = played(evening(8, deals="duplicate"))
    told = {task.table for task in made.todo if task.kind == "reveal"}
    assert told == {table.id for table in made.rounds[0].tables}
    own = played(evening(8))
    assert not [task for task in own.todo if task.kind == "reveal"]


def test_cards_are_the_same_only_where_they_are_to_be() -> None:
    same, own = played(evening(8, deals="duplicate")), played(evening(8))
    for made, count in ((same, 1), (own, 2)):
        tables = made.rounds[0].tables
        assert len({made.deal_secret(1, table) for table in tables}) == count
    assert same.deal_secret(1, same.rounds[0].tables[0]) != same.deal_secret(
        2, same.rounds[0].tables[0]
    )


def test_what_was_done_is_not_asked_for_again() -> None:
    made = steps.step(evening(8), steps.Start(1), 0)
    done = steps.step(made, steps.Done(made.todo[:1]), 0)
    assert done.todo == made.todo[1:]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"game": "chess"}, "no_such_game"),
        ({"seats": 9}, "no_such_size"),
        ({"game": "flow", "deals": "duplicate"}, "no_duplicate"),
        ({"game": "flow", "pace": "days"}, "no_days"),
        ({"deals": "duplicate", "fill": "small"}, "no_small_duplicate"),
    ],
)
def test_an_evening_that_could_not_be_played_is_refused(wrong: Any, reason: str) -> None:
    plan: Plan = replace(PLAN, **wrong)
    with pytest.raises(Refusal) as caught:
        steps.check_plan(plan)
    assert caught.value.reason == f"server.{reason}"
