"""What a seat observes: only what its view shows, always of one length, with a mask beside it."""

import pytest

from fast.fast_games import EVERY_COPY, EVERY_GAME, chance_of, fast, matches, over
from playing import random_match
from quartett.core.seeds import Rng
from quartett.fast._copies import Copy

OPTIONS = {"photo_rummy": {"rounds": 2}, "flow": {"target": 60}}


@over(3, 203, 50)
@EVERY_COPY
@EVERY_GAME
def test_exchanging_unseen_cards_changes_no_observation_and_no_mask(
    name: str, copy: Copy, seeds: range
) -> None:
    module = fast(name, copy)
    for game, players, seed in matches(name, seeds):
        for match, number in random_match(name, seed, players, **OPTIONS.get(name, {})):
            if number % 7:
                continue
            quick = module.from_state(match.state)
            for seat in range(players):
                other = game.determinize(match.view(seat), Rng(seed, number))
                imagined = module.from_state(other)
                assert imagined.observe(seat) == quick.observe(seat)
                assert imagined.mask(seat) == quick.mask(seat)


@EVERY_COPY
@EVERY_GAME
def test_observations_tell_different_views_apart(name: str, copy: Copy) -> None:
    module = fast(name, copy)
    seen = {}
    for match, _ in random_match(name, 4, **OPTIONS.get(name, {})):
        quick = module.from_state(match.state)
        for seat in range(quick.players):
            observed = tuple(quick.observe(seat))
            assert len(observed) == module.OBSERVED
            seen[seat, observed] = repr(match.view(seat))
    assert len(seen) > len(set(seen.values())) * 0.9


@EVERY_COPY
@pytest.mark.parametrize("name", ["flow_ticks", "jericho", "photo_rummy", "souvenirs"])
def test_the_mask_is_one_where_an_id_is_legal(name: str, copy: Copy) -> None:
    module = fast(name, copy)
    chance = chance_of(2)
    quick = module.deal(3, chance)
    for _ in range(60):
        for seat in range(3):
            mask, legal = quick.mask(seat), quick.legal_ids(seat)
            assert len(mask) == module.ACTIONS
            assert [at for at, each in enumerate(mask) if each] == sorted(legal)
            assert set(mask) <= {0, 1}
        if quick.turn >= 0:
            quick.apply(quick.turn, chance.choice(quick.legal_ids(quick.turn)))
