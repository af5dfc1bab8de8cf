"""Timed matches: every seat acts at its own moment, and plans anew when it must."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from quartett.arena.match import Player, Table, play
from quartett.arena.schedule import Job, Setup
from quartett.bots import Bot
from quartett.bots.base import MIN_REACTION_MS
from quartett.bots.planning import Hands
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.games import get
from quartett.games.flow.actions import Draw, Options, Stop

SHORT = {"target": 40}


class Paced(Bot[Any, Any]):
    """Takes the first legal action after a fixed time; Stop only after a long while."""

    def __init__(self, pace: int) -> None:
        super().__init__()
        self.pace = pace

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        return legal[0]

    def reaction_ms(self, view: Any, legal: Sequence[Any], rng: Rng) -> int:
        return 5000 if isinstance(legal[0], Stop) else self.pace


def table(*paces: int, seed: str = "t", pace_ms: int | None = None, **options: Any) -> Table:
    match = Match.start(get("flow"), len(paces), seed, {**SHORT, **options})
    players = [
        Player(Paced(pace), f"pace {pace}", seat, f"{seed}/{seat}", pace_ms)
        for seat, pace in enumerate(paces)
    ]
    return Table(match, players)


def moments(match: AnyMatch, seat: int) -> list[int]:
    return [entry.at for entry in match.log if entry.seat == seat]


def test_a_timed_match_ends_and_is_the_same_again() -> None:
    setup = Setup("flow", (("random", "random", "random"),), 2, options=SHORT)
    first, again = play(setup, Job(0, 0, 0)), play(setup, Job(0, 0, 0))
    assert first.clock > 3000
    assert (first.scores, first.counts, first.clock) == (again.scores, again.counts, again.clock)


def test_the_quicker_seat_acts_more_often() -> None:
    paces = table(400, 1600)
    paces.play()
    assert len(moments(paces.match, 0)) > 2 * len(moments(paces.match, 1))


def test_at_a_common_pace_nobody_is_the_quicker_one() -> None:
    paces = table(0, 1600, pace_ms=700)
    paces.play()
    first, second = (len(moments(paces.match, seat)) for seat in (0, 1))
    assert 2 / 3 < first / second < 3 / 2


def test_who_claims_to_need_no_time_needs_as_much_as_a_hand() -> None:
    quick = table(0, 0)
    quick.wait(3000)
    hands = Hands(quick, (0, 1))
    hands.look()
    assert min(plan.at for plan in hands.plans.values()) == 3000 + MIN_REACTION_MS


def test_nobody_acts_before_the_hand_is_free() -> None:
    quick = table(1, 1)
    quick.play()
    for seat in (0, 1):
        at = moments(quick.match, seat)
        gaps = [b - a for a, b in pairwise(at)]
        assert min(gaps) >= Options().hand_ms


def test_a_plan_that_is_no_longer_possible_is_made_anew() -> None:
    place = table(600, 600)
    place.wait(3000)
    hands = Hands(place, (0, 1))
    hands.look()
    plans, before = hands.plans, dict(hands.plans)
    seat = min(plans, key=lambda each: plans[each].at)
    plan = plans.pop(seat)
    place.act(seat, plan.action, plan.at)
    hands.look()
    now = place.match.now
    for each, made in plans.items():
        kept = each != seat and made.at == before[each].at
        assert kept or made.at >= now + 600
        if each != seat:
            place.match.game.check(place.match.state, each, made.action)


def test_a_hand_that_has_nearly_arrived_goes_through_with_its_plan() -> None:
    place = table(600, 600)
    place.wait(3000)
    hands = Hands(place, (0, 1))
    hands.look()
    place.wait(3000 + 450)
    before = dict(hands.plans)
    hands.look()
    assert hands.plans == before


def test_who_waits_with_stop_takes_what_turns_up_first() -> None:
    slow = table(700, 900, seed="stop", cards=10)
    slow.play()
    kinds = {type(entry.action) for entry in slow.match.log}
    assert Draw in kinds
    assert slow.match.outcome is not None
