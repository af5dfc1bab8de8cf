"""The law that ties quartett.fast to the rules: same deal, same actions, the same everything."""

import pytest

from fast.fast_games import (
    COPIES,
    EVERY_COPY,
    chance_of,
    fast,
    matches,
    over,
    started,
    unordered,
)
from quartett.fast._copies import Copy

TURN_GAMES = ("jericho", "souvenirs")
MODULES = (*TURN_GAMES, "photo_rummy")


@over(20, 3000)
@EVERY_COPY
@pytest.mark.parametrize("name", TURN_GAMES)
def test_legal_sets_states_scores_and_outcomes_are_those_of_the_rules(
    name: str, copy: Copy, seeds: range
) -> None:
    module = fast(name, copy)
    for game, players, seed in matches(name, seeds):
        chance, match = chance_of(seed), started(game, players, seed)
        quick = module.from_state(match.state)
        while match.outcome is None:
            assert quick.to_act() == sorted(match.to_act)
            assert quick.outcome() is None
            for seat in range(players):
                ids = quick.legal_ids(seat)
                assert len(set(ids)) == len(ids)
                legal = {module.id_of(quick, seat, action) for action in match.legal(seat)}
                assert set(ids) == legal
            seat = chance.choice(quick.to_act())
            chosen = chance.choice(sorted(quick.legal_ids(seat)))
            match.play(seat, module.action_of(quick, seat, chosen))
            quick.apply(seat, chosen)
            assert unordered(name, module.to_state(quick)) == unordered(name, match.state)
            if chance.random() < 0.02:  # a match may be taken up anywhere
                quick = module.from_state(match.state)
        assert quick.outcome() == match.outcome
        assert tuple(quick.scores()) == match.outcome.scores
        assert quick.is_over()
        assert not quick.to_act()


@over(150, 1000)
@pytest.mark.parametrize("name", TURN_GAMES)
def test_whole_matches_go_as_the_rules_say(name: str, seeds: range) -> None:
    """Every action in both, looked at closely now and then; of the copies, the one in use."""
    module = fast(name, COPIES[-1])
    for game, players, seed in matches(name, (10_000 + seed for seed in seeds)):
        chance, match = chance_of(seed), started(game, players, seed)
        quick = module.from_state(match.state)
        while match.outcome is None:
            seat = chance.choice(quick.to_act())
            ids = quick.legal_ids(seat)
            if chance.random() < 0.05:
                legal = {module.id_of(quick, seat, action) for action in match.legal(seat)}
                assert set(ids) == legal
                assert unordered(name, module.to_state(quick)) == unordered(name, match.state)
            chosen = chance.choice(ids)
            match.play(seat, module.action_of(quick, seat, chosen))
            quick.apply(seat, chosen)
        assert quick.outcome() == match.outcome
        assert unordered(name, module.to_state(quick)) == unordered(name, match.state)


@EVERY_COPY
def test_a_copy_is_made_of_its_own_kind(copy: Copy) -> None:
    for name in ("jericho", "souvenirs", "photo_rummy"):
        game, playout = fast(name, copy), fast(f"{name}_playout", copy)
        used = [
            each
            for each in vars(playout).values()
            if isinstance(each, type) and "quartett.fast" in each.__module__
        ]
        assert used
        for each in used:
            assert getattr(fast(each.__module__.split(".")[-1], copy), each.__name__) is each
        assert (game.__file__ or "").endswith(".py") == (copy == "plain")


@pytest.mark.parametrize("name", MODULES)
def test_every_copy_plays_the_same_matches(name: str) -> None:
    found = {}
    for copy in COPIES:
        module, ends = fast(name, copy), []
        for _, players, seed in matches(name, range(12)):
            chance = chance_of(seed)
            quick = module.deal(players, chance)
            decisions = module.play_randomly(quick, chance)
            ends.append((decisions, quick.outcome(), quick.observe(0), module.to_state(quick)))
        found[copy] = ends
    assert len(set(map(str, found.values()))) == 1


def test_every_copy_plays_jericho_ahead_alike() -> None:
    found = {}
    for copy in COPIES:
        game, playout = fast("jericho", copy), fast("jericho_playout", copy)
        ends = []
        for seed in range(8):
            chance = chance_of(seed)
            quick = game.deal(3 + seed % 3, chance)
            playout.Thumb(quick).play_out()
            ends.append((quick.outcome(), quick.walls))
        assert len({str(end) for end in ends}) == len(ends)
        found[copy] = ends
    assert len(set(map(str, found.values()))) == 1


@EVERY_COPY
@pytest.mark.parametrize("name", MODULES)
def test_a_copy_goes_its_own_way(name: str, copy: Copy) -> None:
    module = fast(name, copy)
    for _, players, seed in matches(name, range(12)):
        chance = chance_of(seed)
        quick = module.deal(players, chance)
        for _ in range(chance.randrange(20)):
            seat = quick.to_act()[0]
            quick.apply(seat, chance.choice(quick.legal_ids(seat)))
        before, other = module.to_state(quick), quick.copy()
        assert module.to_state(other) == before
        module.play_randomly(other, chance)
        assert module.to_state(quick) == before
