"""Ratings are a fold over the matches that count: whenever and wherever they are computed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from quartett.server.history import records
from quartett.server.history.rating_store import rate_due, ratings_of, recompute
from quartett.server.history.ratings import DAY_MS, Counted, Rating, Ratings, rated
from quartett.server.history.recording import written
from quartett.server.history.results import MatchResult, SeatResult
from quartett.server.store.opening import open_store
from quartett.server.store.store import Store
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from server.history.tables import left, one_match, played, registry, seated
from server.live import run
from server.store.stores import ADD_PERSON
from server.table.room import Device

PEOPLE = ("anna", "ben", "cleo", "dora", "emil")
GAMES = ("jericho", "souvenirs")

PLACES = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.integers(1, 4)),
    min_size=2,
    max_size=4,
    unique_by=lambda each: each[0],
)
MATCHES = st.lists(
    st.builds(
        Counted,
        st.sampled_from(GAMES),
        st.integers(0, 3 * DAY_MS),
        st.sampled_from("abc"),
        st.integers(1, 10_000),
        PLACES.map(tuple),
    ),
    max_size=25,
    unique_by=lambda each: (each.table, each.match),
)


def result(match: Counted, rating: str = "due") -> MatchResult:
    """What is kept of such a match."""
    return MatchResult(
        table=match.table,
        match=match.match,
        game=match.game,
        options="{}",
        pace="live",
        deal=None,
        rating=rating,  # type: ignore[arg-type]
        moves=40,
        ended_at=match.ended_at,
        seats=tuple(
            SeatResult(
                seat=seat,
                who=who,
                kind="person",
                name=who,
                level=None,
                place=place,
                score=0,
                points=0.0,
                share=0.0,
                fate="played",
            )
            for seat, (who, place) in enumerate(match.places)
        ),
    )


async def keep_names(store: Store, *people: str) -> None:
    """These people keep their names; each one's id is their browser's."""
    for each in people:
        await store.change(
            (
                f"{ADD_PERSON} (?1, ?1, ?1, ?1, ?2, '')",
                (each, 1),
            )
        )


async def all_ratings(store: Store) -> dict[tuple[str, str], Rating]:
    """Everybody's ratings."""
    return {
        (game, each): rating
        for each in PEOPLE
        for game, rating in (await ratings_of(store, each)).items()
    }


@given(matches=MATCHES, order=st.randoms(use_true_random=False))
def test_the_order_in_which_matches_are_read_changes_nothing(
    matches: list[Counted], order: random.Random
) -> None:
    shuffled = list(matches)
    order.shuffle(shuffled)
    assert rated(shuffled).known == rated(matches).known


@pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
def test_ratings_step_by_step_are_those_computed_anew(url: str) -> None:
    rng = random.Random(5)
    matches = [
        Counted(
            rng.choice(GAMES),
            rng.randrange(3 * DAY_MS),
            rng.choice("aBc_-"),
            number,
            tuple((who, rng.randint(1, 3)) for who in rng.sample(PEOPLE, rng.choice([2, 3]))),
        )
        for number in range(60)
    ]
    # Nearly in order: some are found only after one that ended later was rated.
    stored = sorted(matches, key=lambda each: each.ended_at + rng.choice([0, 0, 0, DAY_MS // 2]))

    async def scenario() -> None:
        store = await open_store(url)
        await keep_names(store, *PEOPLE)
        for at, each in enumerate(stored):
            await store.change(*written(result(each)))
            if at % 7 == 0:
                while await rate_due(store):
                    pass
        await rate_due(store)
        expected = rated(matches).known
        assert await all_ratings(store) == expected
        assert await recompute(store) == len(matches)
        assert await all_ratings(store) == expected
        await store.close()

    run(scenario())


def test_of_two_that_take_the_same_step_one_looks_again(url: str) -> None:
    matches = [Counted("jericho", n, "t", n, (("anna", 1), ("ben", 2))) for n in range(1, 9)]

    async def scenario() -> None:
        first, second = await open_store(url), await open_store(url)
        await keep_names(first, "anna", "ben")
        for each in matches:
            await first.change(*written(result(each)))
        rows, meddled = first.rows, list[object]()

        async def meddling(query: str, *values: object) -> Sequence[Sequence[object]]:
            if "FROM rating_steps" in query and not meddled:
                meddled.append(found := await rows(query, *values))
                await rate_due(second)
                return found
            return await rows(query, *values)

        first.rows = meddling  # type: ignore[method-assign]
        assert await rate_due(first), "there may be more"
        assert not await rate_due(first)
        assert await all_ratings(first) == rated(matches).known
        await first.close()
        await second.close()

    run(scenario())


def test_only_people_who_keep_their_name_are_rated(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        await keep_names(store, "anna", "ben")
        guest = Counted("jericho", 5, "t", 1, (("anna", 1), ("ben", 2), ("cleo", 3)))
        off = Counted("jericho", 6, "t", 2, (("anna", 1), ("ben", 2)))
        await store.change(*written(result(guest)), *written(result(off, "off")))
        assert not await rate_due(store)
        assert await all_ratings(store) == {}
        kept = await records.result(store, "t", 1)
        assert kept is not None
        assert kept.rating == "guests"
        # Keeping a name later makes nothing of what was played before.
        await keep_names(store, "cleo")
        assert await recompute(store) == 0
        await store.close()

    run(scenario())


def test_erasing_somebody_leaves_others_ratings_as_they_are(url: str) -> None:
    matches = [Counted("jericho", n, "t", n, (("anna", 1), ("ben", 2))) for n in range(1, 5)]

    async def scenario() -> None:
        from quartett.server.history.rating_store import forgotten

        store = await open_store(url)
        await keep_names(store, "anna", "ben")
        for each in matches:
            await store.change(*written(result(each)))
        await rate_due(store)
        before = await ratings_of(store, "ben")
        gone = ("DELETE FROM people WHERE id = ?1", ("anna",))
        await store.change(*records.forgotten({"anna"}), forgotten("anna"), gone)
        await recompute(store)
        assert await ratings_of(store, "ben") == before
        assert await ratings_of(store, "anna") == {}
        await store.close()

    run(scenario())


@given(places=PLACES)
def test_a_first_match_is_rated_as_openskill_does(places: list[tuple[str, int]]) -> None:
    model = PlackettLuce()
    expected = model.rate([[model.rating()] for _ in places], ranks=[each for _, each in places])
    found = rated([Counted("jericho", 1, "t", 1, tuple(places))])
    for (who, _), (wanted,) in zip(places, expected, strict=True):
        mine = found.known["jericho", who]
        assert (mine.mu, mine.sigma) == pytest.approx((wanted.mu, wanted.sigma))


@dataclass
class _Gain:
    friends: float
    strangers: float


def _gains(matches: int) -> _Gain:
    friends, strangers = Ratings(), Ratings()
    for n in range(matches):
        friends.add(Counted("jericho", n, "t", n, (("eve", 1), ("pawn", 2))))
        strangers.add(Counted("jericho", n, "t", n, (("eve", 1), (f"rival {n}", 2))))
    key = ("jericho", "eve")
    return _Gain(friends.known[key].mu - 25, strangers.known[key].mu - 25)


@settings(max_examples=20)
@given(matches=st.integers(20, 200))
def test_whoever_plays_the_same_person_all_day_gains_little(matches: int) -> None:
    gains, few = _gains(matches), _gains(4)
    assert gains.friends < 1.1 * few.friends, "little more than by four matches"
    assert gains.strangers > 2 * gains.friends


def test_a_farmed_rating_stays_provisional() -> None:
    found = Ratings()
    for n in range(50):
        found.add(Counted("jericho", n * DAY_MS, "t", n, (("eve", 1), ("pawn", 2))))
    assert found.known["jericho", "eve"].matches == 50
    assert found.known["jericho", "eve"].provisional


@given(matches=MATCHES)
def test_ratings_stay_sane(matches: list[Counted]) -> None:
    for rating in rated(matches).known.values():
        assert 0 < rating.sigma < 9
        assert 500 < rating.shown < 2500
        assert rating.within > 0


async def _rating_of(tables: TableRegistry, id: str) -> str:
    found = await records.result(tables.services.store, id, 1)
    assert found is not None
    return found.rating


def test_a_table_is_rated_if_its_host_wants_that_and_everybody_plays(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(f"sqlite:///{tmp_path}/q.db", tmp_path) as tables:
            two = ["Anna", "Ben"]
            assert await _rating_of(tables, await one_match(tables, two)) == "off"
            assert await _rating_of(tables, await one_match(tables, two, rated=True)) == "due"
            actor = await seated(tables, two, rated=True)
            await played(actor, random.Random(1), most=2)
            await left(actor, "Ben")
            await played(actor, random.Random(1))
            assert await _rating_of(tables, actor.id) == "short"

    run(scenario())


def test_who_plays_against_oneself_from_one_address_is_not_rated(tmp_path: Path) -> None:
    async def scenario(addresses: tuple[str, str]) -> str:
        async with registry(f"sqlite:///{tmp_path}/q.db", tmp_path) as tables:
            actor = await seated(tables, ["Anna", "Ben"], rated=True)
            devices = [Device(actor, Caller(browser=each)) for each in ("Anna", "Ben")]
            for device, address in zip(devices, addresses, strict=True):
                device.connection.address = address
                await device.hello()
            await played(actor, random.Random(1))
            return await _rating_of(tables, actor.id)

    assert run(scenario(("192.0.2.1", "192.0.2.2"))) == "due"
    assert run(scenario(("192.0.2.1", "192.0.2.1"))) == "near"
