"""Photo Rummy in quartett.fast is the game of the rules; its candidates are lays they allow."""

from typing import Any

from fast.fast_games import COPIES, EVERY_COPY, chance_of, fast, matches, over
from quartett.core.match import AnyMatch, Match
from quartett.fast._copies import Copy
from quartett.games.photo_rummy.solver import solve


@over(9, 2000)
@EVERY_COPY
def test_choices_states_scores_and_outcomes_are_those_of_the_rules(
    copy: Copy, seeds: range
) -> None:
    module = fast("photo_rummy", copy)
    for game, players, seed in matches("photo_rummy", seeds):
        options = {"rounds": 1 + seed % 3, "starter": seed % players}
        chance, match = chance_of(seed), Match.start(game, players, seed, options)
        quick = module.from_state(match.state, seed)
        while match.outcome is None:
            assert quick.to_act() == sorted(match.to_act)
            for seat in range(players):
                compare_choices(module, quick, match, seat)
            seat = quick.turn
            chosen = chance.choice(quick.legal_ids(seat))
            match.play(seat, module.action_of(quick, seat, chosen))
            quick.apply(seat, chosen)
            assert module.to_state(quick) == match.state
            if chance.random() < 0.02:  # a match may be taken up anywhere
                quick = module.from_state(match.state, seed, len(match.log))
        assert quick.outcome() == match.outcome
        assert tuple(quick.scores()) == match.outcome.scores


def compare_choices(module: Any, quick: Any, match: AnyMatch, seat: int) -> None:
    """Draws and passes are those of the rules; all lays are legal, the best ones among them."""
    ids, state = quick.legal_ids(seat), match.state
    if state.phase != "lay" or seat != state.turn:
        assert set(ids) == {module.id_of(quick, seat, each) for each in match.legal(seat)}
        return
    assert ids[0] == module.PASS_ID
    assert len(ids) == len(set(ids)) <= module.CANDIDATES + 1
    player = state.seats[seat]
    for each in ids:
        action = module.action_of(quick, seat, each)
        match.game.check(state, seat, action)
        assert module.id_of(quick, seat, action) == each
    found = quick.candidates()
    most = solve(state.table, player.rack, player.opened)
    dear = solve(state.table, player.rack, player.opened, "points")
    assert bool(found) == bool(most.laid)
    if found:
        assert len(found[0].rack) == most.left
        assert min(each.minus() for each in found) == dear.minus


@EVERY_COPY
def test_all_photos_of_a_rack_fit_where_the_glance_finds_no_misfit(copy: Copy) -> None:
    module, playout = fast("photo_rummy", copy), fast("photo_rummy_playout", copy)
    found = set()
    for seed in range(60):
        chance = chance_of(seed)
        cards = chance.sample(range(module.CARDS), chance.randrange(20, 70))
        lying, held, more = cards[9:-4], cards[:9], cards[-4:]
        companions = playout.Companions(module.board(lying), module.board(held))
        for card in more:
            companions.add(card)
            held = [*held, card]
            fits = playout.misfits(module.board(lying), module.board(held)) == 0
            assert companions.all_fit() == fits
            found.add(fits)
    assert found == {False, True}


def test_every_copy_plays_the_same_rounds_in_thought() -> None:
    found = {}
    for copy in COPIES:
        module, playout = fast("photo_rummy", copy), fast("photo_rummy_playout", copy)
        ends = []
        for seed in range(12):
            chance = chance_of(seed)
            quick = module.deal(2 + seed % 3, chance)
            for _ in range(chance.randrange(60)):
                quick.apply(quick.turn, chance.choice(quick.legal_ids(quick.turn)))
            racks = [module.board(rack) for rack in quick.racks]
            table = [module.board(cards) for cards in quick.table]
            draws = [card for stack in quick.stacks for card in stack]
            opened = [each == 1 for each in quick.opened]
            thought = playout.Thought(0, [seed % 2 == 0] * quick.players)
            winner = thought.play_out(table, racks, opened, draws)
            ends.append((winner, racks, thought.spent))
        assert len({winner for winner, _, _ in ends}) > 1
        found[copy] = ends
    assert len(set(map(str, found.values()))) == 1
