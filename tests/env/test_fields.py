"""The fields of an observation are what they say, and stay within the bounds that they name."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from env.documented import files
from quartett.core.errors import FormatError
from quartett.env import action_names, observation_fields
from quartett.env._names import MODULES
from quartett.games import get
from quartett.games.flow.cards import DECK as FLOW_DECK
from quartett.games.jericho.cards import COLOURS, WALL_CARDS
from quartett.games.photo_rummy.cards import DECK as PHOTO_DECK
from quartett.games.souvenirs.cards import CARDS as SOUVENIRS

OPTIONS: dict[str, dict[str, Any]] = {
    "flow": {"target": 60, "cards": 10},
    "jericho": {},
    "photo_rummy": {"rounds": 2},
    "souvenirs": {},
}
EVERY_GAME = pytest.mark.parametrize("name", OPTIONS)
MATCHES = {"flow": 3, "jericho": 20, "photo_rummy": 3, "souvenirs": 40}


def positions(name: str, matches: int) -> Any:
    """Matches after every decision, played at random with every number of players in turn."""
    game = get(name)
    options = game.parse_options(OPTIONS[name])
    for seed in range(matches):
        chance = Random(seed)
        match = MODULES[name].deal(game.players[seed % len(game.players)], chance, options)
        yield match
        while match.turn >= 0:
            match.apply(match.turn, chance.choice(match.legal_ids(match.turn)))
            yield match


@EVERY_GAME
def test_the_fields_are_the_whole_observation_without_gaps(name: str) -> None:
    fields = observation_fields(name)
    assert len({field.name for field in fields}) == len(fields)
    at = 0
    for field in fields:
        assert field.offset == at
        at = field.stop
    assert at == MODULES[name].OBSERVED


@EVERY_GAME
def test_observations_stay_within_the_bounds(name: str) -> None:
    fields = observation_fields(name, **OPTIONS[name])
    lows = np.concatenate([np.full(each.stop - each.offset, each.low) for each in fields])
    top = np.iinfo(np.int32).max
    highs = np.concatenate(
        [np.full(each.stop - each.offset, top if each.high is None else each.high)
         for each in fields]
    )  # fmt: skip
    lowest, highest = highs.copy(), lows.copy()
    for match in positions(name, MATCHES[name]):
        for seat in range(match.players):
            seen = np.array(match.observe(seat))
            wrong = np.flatnonzero((seen < lows) | (seen > highs))
            assert not wrong.size, [each for each in fields if each.offset <= wrong[0] < each.stop]
            np.minimum(lowest, seen, out=lowest)
            np.maximum(highest, seen, out=highest)
    # What is there or not, and whose turn it is, takes both bounds in so many matches.
    for field in fields:
        part = slice(field.offset, field.stop)
        if (field.low, field.high) in ((0, 1), (-1, 3), (-1, 4)):
            assert lowest[part].min() == field.low, field
            if field.name.rpartition(".")[2] not in ("last_cube", "goes_out"):
                assert highest[part].max() == field.high, field


@pytest.mark.parametrize("agreed", [False, True])
def test_SO_12_an_observation_says_whether_a_last_cube_may_be_placed(agreed: bool) -> None:
    [field] = [each for each in observation_fields("souvenirs") if each.name == "last_cube"]
    options = get("souvenirs").parse_options({"last_cube": agreed})
    match = MODULES["souvenirs"].deal(2, Random(1), options)
    assert [match.observe(seat)[field.offset] for seat in range(2)] == [agreed, agreed]


class Read:
    """An observation by the names of its fields."""

    def __init__(self, name: str, seen: list[int]) -> None:
        self._fields = {each.name: each for each in observation_fields(name, **OPTIONS[name])}
        self._seen = np.array(seen)

    def __getitem__(self, name: str) -> Any:
        field = self._fields[name]
        return self._seen[field.offset : field.stop].reshape(field.shape).tolist()


def flow_card(card: str | None) -> list[int]:
    at = -1 if card is None else FLOW_DECK.index(card)
    return [0, 0, 0] if at < 0 else [at // 36 + 1, at // 6 % 6 + 1, at % 6 + 1]


def counted(cards: Any, kinds: Any) -> list[int]:
    found = Counter(cards)
    return [found[kind] for kind in kinds]


def says_jericho(view: Any, seat: int, read: Read) -> None:
    kinds = (*WALL_CARDS, "trumpet")
    assert read["hand"] == counted(view.seats[seat].hand, kinds)
    assert read["put"] == counted([put.card for put in view.supply if put.by == seat], kinds)
    assert read["removed"] == counted(view.removed, (*kinds, "scoring"))
    assert (read["round"], read["draw_pile"]) == (view.round, view.draw_pile)
    assert read["supply"] == len(view.supply)
    for place in range(len(view.seats)):
        other = view.seats[(seat + place) % len(view.seats)]
        assert read[f"seats[{place}].hand_size"] == other.hand_size
        assert read[f"seats[{place}].fed"] == other.fed
        assert read[f"seats[{place}].score"] == len(other.won)
        assert read[f"seats[{place}].lengths"] == [
            other.lengths.get(colour, 0) for colour in COLOURS
        ]
        assert read[f"seats[{place}].won"] == counted(other.won, kinds)
        walls = read[f"seats[{place}].walls"]
        for colour, row in zip(COLOURS, walls, strict=True):
            of_it = [f"{colour}-{value}" for value in (1, 3, 4, 5, 7)]
            assert row == counted(other.walls.get(colour, ()), (*of_it, "trumpet"))


def says_souvenirs(view: Any, seat: int, read: Read) -> None:
    assert read["hand"] == counted(view.seats[seat].hand, SOUVENIRS)
    assert read["grid_cards"] == len(view.grid)
    laid = sorted(SOUVENIRS.index(card) + 1 for card in view.grid.values())
    assert sorted(kind for row in read["grid"] for kind in row if kind) == laid
    booked = [who[0] for who in view.cubes.values() if who]
    assert sum(map(bool, read["first"])) == len(booked)
    assert read["draw_pile"] == view.draw_pile
    assert read["points"] == [
        list(pair) for pair in msgspec.to_builtins(view.options.points).values()
    ]
    for place in range(len(view.seats)):
        at = (seat + place) % len(view.seats)
        assert read[f"seats[{place}].cubes"] == view.seats[at].cubes
        assert read[f"seats[{place}].score"] == view.scores[at]


def says_photo_rummy(view: Any, seat: int, read: Read) -> None:
    assert read["rack"] == counted(view.seats[seat].rack, PHOTO_DECK)
    assert read["stacks"] == list(view.stacks)
    lying = {card for cards in view.table for card in cards}
    assert [bool(each) for each in read["table"]] == [card in lying for card in PHOTO_DECK]
    assert (read["round"], read["rounds"]) == (view.round, view.options.rounds)
    jokers = sum(card.startswith("joker") for card in lying)
    assert sum(read["row_jokers"]) + sum(read["set_jokers"]) == jokers
    for place in range(len(view.seats)):
        other = view.seats[(seat + place) % len(view.seats)]
        assert read[f"seats[{place}].rack_size"] == other.rack_size
        assert read[f"seats[{place}].opened"] == other.opened
        assert read[f"seats[{place}].score"] == other.score


def says_flow(view: Any, seat: int, read: Read) -> None:
    assert (read["round"], read["target"]) == (view.round, view.options.target)
    assert read["idle_ms"] == view.clock - view.acted_at
    for at, pile in enumerate(view.middle):
        assert read[f"middle[{at}].top"] == flow_card(pile.top)
        assert read[f"middle[{at}].size"] == pile.size
    for place in range(len(view.seats)):
        other = view.seats[(seat + place) % len(view.seats)]
        assert read[f"seats[{place}].display"] == [flow_card(card) for card in other.display]
        assert read[f"seats[{place}].hand"] == flow_card(other.hand)
        assert read[f"seats[{place}].stolen_top"] == flow_card(other.stolen.top)
        assert read[f"seats[{place}].draw_pile"] == other.draw_pile
        assert read[f"seats[{place}].score"] == other.score
        assert read[f"seats[{place}].refilling"] == other.refilling


SAYS = {
    "flow": says_flow,
    "jericho": says_jericho,
    "photo_rummy": says_photo_rummy,
    "souvenirs": says_souvenirs,
}


@EVERY_GAME
def test_the_fields_say_what_the_view_shows(name: str) -> None:
    game, looked = get(name), 0
    for at, match in enumerate(positions(name, 4)):
        if at % 7:
            continue
        state = MODULES[name].to_state(match)
        for seat in range(match.players):
            read = Read(name, match.observe(seat))
            view = game.view(state, seat)
            SAYS[name](view, seat, read)
            assert read["players"] == match.players
            looked += 1
    assert looked > 50


def test_what_is_no_game_is_refused() -> None:
    for ask in (observation_fields, action_names):
        with pytest.raises(FormatError, match="chess"):
            ask("chess")
    with pytest.raises(FormatError, match="handicap"):
        observation_fields("souvenirs", handicap=1)


def test_the_pages_of_the_documentation_are_those_of_the_environments() -> None:
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, path
