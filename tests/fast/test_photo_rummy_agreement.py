"""Photo Rummy in quartett.fast is the game of the rules; its candidates are lays they allow."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from fast.fast_games import COPIES, EVERY_COPY, chance_of, compare_choices, fast, matches, over
from quartett.core.match import Match
from quartett.fast._copies import Copy
from quartett.games.photo_rummy.cards import DECK, in_order
from quartett.games.photo_rummy.solver import can_go_out, playable_cards, solve
from quartett.games.photo_rummy.solving.board import cards_of


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
                compare_choices("photo_rummy", module, quick, match, seat)
            seat = quick.turn
            chosen = chance.choice(quick.legal_ids(seat))
            match.play(seat, module.action_of(quick, seat, chosen))
            quick.apply(seat, chosen)
            assert module.to_state(quick) == match.state
            if chance.random() < 0.02:  # a match may be taken up anywhere
                quick = module.from_state(match.state, seed, len(match.log))
        assert quick.outcome() == match.outcome
        assert tuple(quick.scores()) == match.outcome.scores


def tables(module: Any, seeds: range) -> Iterator[tuple[Any, random.Random]]:
    """Tables of random matches, some with much laid and some with little."""
    for seed in seeds:
        chance = chance_of(seed)
        quick = module.deal(2 + seed % 3, chance)
        for _ in range(chance.randrange(10, 160)):
            ids = quick.legal_ids(quick.turn)
            quick.apply(quick.turn, ids[0] if chance.random() < 0.5 else chance.choice(ids))
        yield quick, chance


def a_rack(lying: int, chance: random.Random) -> list[int]:
    """Cards that are not on the table, many of a capital or category, so that all may fit."""
    rest = [card for card in range(108) if not lying >> card & 1]
    rack = set(chance.sample(rest, chance.randrange(3)))
    for _ in range(chance.randrange(1, 4)):
        first = chance.choice(rest)
        fitting = [card for card in rest if card // 6 == first // 6]
        if chance.random() < 0.5:
            fitting = [card for card in rest if card % 6 == first % 6]
        rack.update(chance.sample(fitting, min(len(fitting), chance.randrange(1, 6))))
    return sorted(rack)


@over(30, 1500)
@EVERY_COPY
def test_what_counts_say_about_a_whole_rack_is_what_the_solver_says(
    copy: Copy, seeds: range
) -> None:
    module, counts = fast("photo_rummy", copy), fast("photo_rummy_counts", copy)
    said: Counter[tuple[int, bool]] = Counter()
    for quick, chance in tables(module, seeds):
        lying = counts.Lying([module.board(cards) for cards in quick.table])
        for _ in range(4):
            rack = a_rack(lying.bits, chance)
            companions = counts.Companions(lying, module.board(rack[:-1]))
            companions.add(rack[-1])
            exact = can_go_out(names(quick.table), names([rack])[0], True)
            said[companions.all_can_lie(), exact] += 1
    assert not said[counts.NO, True]
    assert not said[counts.YES, False]
    assert said[counts.UNSURE, True] + said[counts.UNSURE, False] < said.total() / 10
    assert min(said[counts.NO, False], said[counts.YES, True]) > 20


@over(20, 600)
@EVERY_COPY
def test_a_photo_that_cannot_lie_by_the_counts_is_in_no_lay(copy: Copy, seeds: range) -> None:
    module, counts = fast("photo_rummy", copy), fast("photo_rummy_counts", copy)
    said: Counter[tuple[bool, bool]] = Counter()
    for quick, chance in tables(module, seeds):
        lying = counts.Lying([module.board(cards) for cards in quick.table])
        rack = a_rack(lying.bits, chance)
        companions = counts.Companions(lying, module.board(rack))
        playable = playable_cards(names(quick.table), names([rack])[0], True)
        for card in rack:
            if card < module.PHOTOS:
                said[companions.may_lie(card), DECK[card] in playable] += 1
    assert not said[False, True]
    assert min(said[False, False], said[True, True]) > 10


def names(cards: list[list[int]]) -> list[list[str]]:
    """Cards as the rules call them."""
    return [[DECK[card] for card in each] for each in cards]


def played_by_the_rules(
    quick: Any, lays: list[bool], draws: list[int]
) -> tuple[int, list[list[str]], int]:
    """A round played out with the rules' own solver alone: who goes out, what is left, lays."""
    table, racks = names(quick.table), names(quick.racks)
    seat, laid = 0, 0
    for card in draws:
        seat = (seat + 1) % quick.players
        racks[seat].append(DECK[card])
        found = solve(table, racks[seat], bool(quick.opened[seat]))
        if found.goes_out:
            racks[seat] = []
            return seat, racks, laid
        if lays[seat] and found.laid:
            together = {card for cards in [*table, racks[seat]] for card in cards}
            table, laid = [list(cards) for cards in found.table], laid + 1
            racks[seat] = in_order(together - {card for cards in table for card in cards})
    return -1, [in_order(rack) for rack in racks], laid


@over(16, 600, 100)
@EVERY_COPY
def test_rounds_in_thought_end_as_with_the_solver_of_the_rules(copy: Copy, seeds: range) -> None:
    module, playout = fast("photo_rummy", copy), fast("photo_rummy_playout", copy)
    winners, lays = set(), 0
    for quick, chance in tables(module, seeds):
        laying = [opened == 1 and chance.random() < 0.7 for opened in quick.opened]
        draws = [card for stack in quick.stacks for card in stack]
        racks = [module.board(rack) for rack in quick.racks]
        table = [module.board(cards) for cards in quick.table]
        opened = [each == 1 for each in quick.opened]
        winner = playout.Thought(0, laying).play_out(table, racks, opened, draws)
        ruled, left, laid = played_by_the_rules(quick, laying, draws)
        assert winner == ruled
        assert [cards_of(rack) for rack in racks] == [in_order(rack) for rack in left]
        winners.add(winner)
        lays += laid
    assert len(winners) > 1
    assert lays


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
