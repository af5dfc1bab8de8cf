"""Speed & Flow in quartett.fast is that of the rules, to the millisecond and with its chance."""

import random
from typing import Any

from fast.fast_games import COPIES, EVERY_COPY, chance_of, fast, matches, over
from quartett.core.match import AnyMatch, Match
from quartett.fast._copies import Copy
from quartett.games.flow import GAME

STEPS = (0, 1, 50, 120, 349, 350, 400, 900)
"""Within and beyond a busy hand and a grace window."""


def options(seed: int) -> dict[str, Any]:
    """Short matches, some with few cards, so that piles run out and rounds end in every way."""
    return {"target": 40 + seed % 60, "cards": (None, 12, 7, 5)[seed % 4]}


def next_moment(match: AnyMatch, chance: random.Random) -> int:
    """A moment a little later, or the one at which time itself acts."""
    wake = GAME.wake(match.state)
    now = GAME.now(match.state)
    if wake is not None and (not match.to_act or chance.random() < 0.3):
        return int(wake)
    return int(now + chance.choice(STEPS))


@over(12, 2000)
@EVERY_COPY
def test_legal_sets_states_times_and_outcomes_are_those_of_the_rules(
    copy: Copy, seeds: range
) -> None:
    module = fast("flow", copy)
    for game, players, seed in matches("flow", seeds):
        chance = chance_of(seed)
        match = Match.start(game, players, seed, options(seed))
        quick = module.from_state(match.state, seed)
        while match.outcome is None:
            moment = next_moment(match, chance)
            match.wait(moment)
            quick.wait(moment)
            assert module.to_state(quick) == match.state
            assert quick.to_act() == sorted(match.to_act)
            wake = GAME.wake(match.state)
            assert quick.wake() == (-1 if wake is None else wake)
            for seat in range(players):
                compare_legal(module, quick, match, seat)
            if match.to_act:
                seat = chance.choice(quick.to_act())
                chosen = chance.choice(quick.legal_ids(seat))
                match.play(seat, module.action_of(quick, seat, chosen))
                quick.apply(seat, chosen)
            if chance.random() < 0.02:  # a match may be taken up anywhere
                quick = module.from_state(match.state, seed)
        assert quick.outcome() == match.outcome
        assert module.to_state(quick) == match.state


def compare_legal(module: Any, quick: Any, match: AnyMatch, seat: int) -> None:
    """What a seat may do now, and what it could do with a free hand."""
    now = {module.id_of(quick, seat, action) for action in match.legal(seat)}
    assert set(quick.legal_ids(seat)) == now
    ready = GAME.once_ready(match.state, seat)
    assert set(quick.once_ready_ids(seat)) == {module.id_of(quick, seat, each) for each in ready}
    assert quick.ready_at(seat) == GAME.ready_at(match.state, seat)


def test_every_copy_plays_the_same_matches_in_ticks() -> None:
    found = {}
    for copy in COPIES:
        module, ends = fast("flow_ticks", copy), []
        for _, players, seed in matches("flow", range(3)):
            chance = chance_of(seed)
            quick = module.deal(players, chance)
            decisions = module.play_randomly(quick, chance)
            ends.append((decisions, quick.outcome(), quick.observe(1), quick.game.clock))
        found[copy] = ends
    assert len(set(map(str, found.values()))) == 1


@EVERY_COPY
def test_in_ticks_everybody_chooses_and_the_order_hangs_on_the_seed_alone(copy: Copy) -> None:
    module = fast("flow_ticks", copy)
    chance = chance_of(1)
    quick = module.deal(3, chance)
    for _ in range(400):
        twin = quick.copy()
        assert quick.game.clock % module.TICK_MS == 0
        chosen = {seat: chance.choice(quick.legal_ids(seat)) for seat in quick.to_act()}
        for seat in sorted(chosen):
            quick.apply(seat, chosen[seat])
        for seat in sorted(chosen, reverse=True):
            twin.apply(seat, chosen[seat])
        assert vars_of(twin) == vars_of(quick)


def vars_of(quick: Any) -> Any:
    """Everything that tells one moment from another."""
    return quick.observe(0), quick.to_act(), quick.game.clock, quick.game.piles
