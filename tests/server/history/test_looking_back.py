"""Everybody looks back at their own matches, all of them and nobody else's."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quartett.core.errors import FormatError
from quartett.protocol.history import Learnt, PlayedMatch, Trend
from quartett.review.results import CLEARLY_WORSE
from quartett.server.history import own_results
from quartett.server.history.learning_progress import put_together, together
from quartett.server.history.rating_store import rate_due
from quartett.server.history.recording import written
from quartett.server.history.results import MatchResult, SeatResult
from quartett.server.history.statistics import BotsMet, plays_like
from quartett.server.learning import costly_decisions
from quartett.server.store.opening import open_store
from quartett.server.store.store import Store
from server.history.tables import one_match, registry
from server.learning.surfer import Surfer
from server.live import Live, run
from server.store.stores import ADD_PERSON


def result(number: int, *seats: tuple[str, int], game: str = "jericho", **more: Any) -> MatchResult:
    """The result of one match: who came to which place; names that begin small are bots'."""
    told = tuple(
        SeatResult(
            seat=seat,
            who=None if name.islower() else name,
            kind="bot" if name.islower() else "person",
            name=name,
            level="medium" if name.islower() else None,
            place=place,
            score=30 - place,
            points=float(len(seats) - place),
            share=float(place == 1),
            fate="played",
        )
        for seat, (name, place) in enumerate(seats)
    )
    usual = {"options": "{}", "pace": "live", "deal": None, "rating": "off", "moves": 30}
    return MatchResult(
        table="t", match=number, game=game, ended_at=1000 * number, seats=told, **{**usual, **more}
    )


async def kept(store: Store, *results: MatchResult) -> None:
    """Keep results."""
    for each in results:
        await store.change(*written(each))


async def all_pages(store: Store, me: str, **wish: Any) -> list[PlayedMatch]:
    """All matches, page by page."""
    found, before = list[PlayedMatch](), None
    while True:
        page = await own_results.page(store, me, before=before, **wish)
        found += page.matches
        if (before := page.next) is None:
            return found


def test_pages_have_every_match_once_the_latest_first(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        matches = [result(n, ("Anna", 1), ("Ben" if n % 2 else "bot", 2)) for n in range(1, 60)]
        # Several that ended at the same moment, at tables whose names sort differently.
        same = [
            msgspec.structs.replace(result(1, ("Anna", 2), ("bot", 1)), table=table, ended_at=5000)
            for table in ("B", "a", "_", "-", "é")
        ]
        await kept(store, *matches, *same, result(99, ("Ben", 1), ("Cleo", 2)))
        found = await all_pages(store, "Anna")
        assert len({(each.table, each.match) for each in found}) == len(found) == 64
        ends = [each.ended_at for each in found]
        assert ends == sorted(ends, reverse=True)
        await store.close()

    run(scenario())


def test_matches_are_chosen_by_game_kind_and_opponent(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        await kept(
            store,
            result(1, ("Anna", 1), ("Ben", 2)),
            result(2, ("Anna", 1), ("bot", 2), game="souvenirs"),
            result(3, ("Cleo", 1), ("Anna", 2)),
            result(4, ("Anna", 1), ("Ben", 2), ("Cleo", 3), game="souvenirs"),
        )

        async def numbers(**wish: Any) -> list[int]:
            return [each.match for each in await all_pages(store, "Anna", **wish)]

        assert await numbers() == [4, 3, 2, 1]
        assert await numbers(game="souvenirs") == [4, 2]
        assert await numbers(against="people") == [4, 3, 1]
        assert await numbers(against="bots") == [2]
        latest = (await own_results.page(store, "Anna")).matches[0]
        ben = next(each.opponent for each in latest.seats if each.name == "Ben")
        assert await numbers(opponent=ben) == [4, 1]
        assert await numbers(opponent=ben, game="souvenirs", against="people") == [4]
        # What one knows somebody by is of no use to anybody else.
        assert [m.match for m in await all_pages(store, "Cleo", opponent=ben)] == []
        assert [each.kind for each in latest.seats] == ["me", "person", "person"]
        await store.close()

    run(scenario())


def test_nothing_tells_who_somebody_is(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        secret = result(1, ("Anna", 1), ("Ben", 2))
        seats = (secret.seats[0], msgspec.structs.replace(secret.seats[1], who="Ben's cookie"))
        await kept(store, msgspec.structs.replace(secret, seats=seats))
        told = msgspec.json.encode(await own_results.page(store, "Anna"))
        told += msgspec.json.encode(await own_results.statistics_of(store, "Anna"))
        assert b"cookie" not in told
        await store.close()

    run(scenario())


@pytest.mark.parametrize("place", ["", "1", "a.b.c", "1.2", "1.2.", "-1.2.t", "9" * 30 + ".1.t"])
def test_what_is_no_place_in_the_list_is_refused(place: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/q.db")
        with pytest.raises(FormatError, match="before"):
            await own_results.page(store, "Anna", before=place)
        await store.close()

    run(scenario())


def test_statistics_keep_people_and_bots_apart_and_sum_up(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        rng = random.Random(1)
        matches = []
        for number in range(1, 40):
            people = rng.sample(["Ben", "Cleo", "bot", "other"], 2)
            order = rng.sample([1, 2, 3], 3)
            game = rng.choice(["jericho", "souvenirs"])
            seats = list(zip(["Anna", *people], order, strict=True))
            matches.append(result(number, *seats, game=game))
        await kept(store, *matches)
        found = await own_results.statistics_of(store, "Anna")
        assert found.known == 39
        assert sum(each.people.matches + each.bots.matches for each in found.games) == 39
        for each in found.games:
            mine = [m.seats[0] for m in matches if m.game == each.game]
            both = [each.people, each.bots]
            assert sum(part.won for part in both) == sum(seat.place == 1 for seat in mine)
            assert sum(part.points for part in both) == sum(seat.points for seat in mine)
            assert sum(sum(part.places) for part in both) == len(mine) == len(each.line)
            assert [point.ended_at for point in each.line] == sorted(p.ended_at for p in each.line)
            ben = next(o for o in each.opponents if o.name == "Ben")
            with_ben = [
                m
                for m in matches
                if m.game == each.game
                and m.seats[1:]
                and any(seat.name == "Ben" for seat in m.seats)
            ]
            assert ben.matches == len(with_ben) == ben.ahead + ben.behind
            assert [b.score for b in each.best] == sorted(
                (b.score for b in each.best), reverse=True
            )
        await store.close()

    run(scenario())


def test_a_rating_is_shown_to_whom_it_belongs(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        for each in ("Anna", "Ben"):
            await store.change(
                (
                    f"{ADD_PERSON} (?1, ?1, ?1, ?1, ?2, '')",
                    (each, 1),
                )
            )
        await kept(store, *(result(n, ("Anna", 1), ("Ben", 2), rating="due") for n in range(1, 4)))
        await rate_due(store)
        for who, more in (("Anna", True), ("Ben", False)):
            (game,) = (await own_results.statistics_of(store, who)).games
            assert game.rating is not None
            assert (game.rating.points > 1500) is more
            assert game.rating.within > 0
            assert (game.rating.matches, game.rating.provisional) == (3, True)
        assert (await own_results.page(store, "Anna")).matches[0].rating == "counts"
        await store.close()

    run(scenario())


def test_a_person_looks_back_at_them_as_they_look_now(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        add = f"{ADD_PERSON} (?1, ?1, ?1, ?1, 1, ?2)"
        await store.change((add, ("Anna", "beret")), (add, ("Ben", "a later version's")))
        await kept(store, result(1, ("Anna", 1), ("Ben", 2), ("Cleo", 3), ("bot", 4)))
        for who in ("Ben", "Cleo"):
            (match,) = (await own_results.page(store, who)).matches
            assert [each.face for each in match.seats] == ["beret", None, None, None]
            (game,) = (await own_results.statistics_of(store, who)).games
            assert {each.name: each.face for each in game.opponents}["Anna"] == "beret"
        await store.change(("DELETE FROM people WHERE id = 'Anna'", ()))
        (match,) = (await own_results.page(store, "Ben")).matches
        assert {each.face for each in match.seats} == {None}
        await store.close()

    run(scenario())


def test_whom_one_plays_like_is_said_after_a_handful_of_matches() -> None:
    def after(won: float, matches: int) -> Any:
        wins = [
            BotsMet("souvenirs", float(n < won * matches), {}, ("medium",)) for n in range(matches)
        ]
        random.Random(1).shuffle(wins)
        return plays_like("souvenirs", wins)

    assert after(0.5, 4) is None
    few, many = after(0.5, 6), after(0.5, 60)
    assert few.low <= few.step <= few.high
    assert few.high - few.low > many.high - many.low
    assert many.level == "medium"
    assert after(0.1, 60).step < many.step < after(0.9, 60).step
    unknown = [BotsMet("souvenirs", 1.0, {}, (None,))] * 20
    assert plays_like("souvenirs", unknown) is None


def test_a_match_can_be_stepped_through_as_long_as_it_is_kept(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            store = tables.services.store
            id = await one_match(tables, ["Anna"], bots=1)
            (found,) = (await own_results.page(store, "Anna")).matches
            assert (found.kept, found.reviewed) == (True, False)
            await store.delete([id], 1 << 60)
            (found,) = (await own_results.page(store, "Anna")).matches
            assert not found.kept
            assert len(found.seats) == 2

    run(scenario())


def test_the_decisions_that_cost_most_come_from_reviews(live: Live) -> None:
    guest = Surfer(live)
    made = guest.post(
        "/api/tables", game="souvenirs", you="Anna", seats=[{}, {"kind": "bot", "level": "easy"}]
    )
    id = made["table"]["id"]
    guest.post(f"/api/tables/{id}/start")
    run(guest.finish(made))
    assert guest.get("/api/me/decisions?game=souvenirs") == {"reviewed": 0, "decisions": []}
    while (review := guest.post(f"/api/tables/{id}/review"))["state"] != "done":
        pass
    mistakes = [
        -step["delta"]
        for step in review["steps"]
        if step["seat"] == 0 and step["delta"] < -max(CLEARLY_WORSE, step["interval"])
    ]
    found = guest.get("/api/me/decisions?game=souvenirs")
    assert found["reviewed"] == 1
    losses = [each["lost"] for each in found["decisions"]]
    assert losses == sorted(mistakes, reverse=True)[: costly_decisions.MAX_DECISIONS]
    assert all(each["table"] == id and each["played"] for each in found["decisions"])
    assert guest.get("/api/me/history")["matches"][0]["reviewed"] is True
    assert Surfer(live).get("/api/me/decisions?game=souvenirs")["reviewed"] == 0


def test_history_is_ones_own_and_can_be_forgotten(live: Live) -> None:
    guest, other = Surfer(live), Surfer(live)
    made = guest.post(
        "/api/tables", game="souvenirs", you="Anna", seats=[{}, {"kind": "bot", "level": "random"}]
    )
    guest.post(f"/api/tables/{made['table']['id']}/start")
    run(guest.finish(made))
    assert len(guest.get("/api/me/history")["matches"]) == 1
    assert other.get("/api/me/history") == {"matches": [], "next": None}
    assert other.get("/api/me/statistics") == {"games": [], "known": 0}
    other.post("/api/me/history/forget")
    assert guest.post("/api/me/history/forget", before=1)["matches"]
    assert guest.post("/api/me/history/forget")["matches"] == []
    assert guest.get("/api/me/statistics")["known"] == 0
    guest.get("/api/me/history?against=everybody")
    assert guest.status == 422


TRENDS = st.builds(
    Trend,
    key=st.sampled_from(["t/1", "t/2", "u/1"]),
    game=st.just("jericho"),
    at=st.integers(0, 5),
    place=st.just(1),
    players=st.just(2),
    decisions=st.just(-0.5),
    luck=st.just(0.1),
)
LEARNT = st.builds(
    Learnt,
    solved=st.lists(st.sampled_from("abc")),
    days=st.lists(st.sampled_from(["2026-11-18", "2026-11-19"])),
    trends=st.lists(TRENDS, max_size=4),
)


@given(first=LEARNT, second=LEARNT, third=LEARNT)
def test_what_devices_know_is_the_same_in_whatever_order_they_tell_it(
    first: Learnt, second: Learnt, third: Learnt
) -> None:
    both = together(first, second)
    assert both == together(second, first)
    assert together(both, third) == together(first, together(second, third))
    assert together(both, both) == both


def test_streaks_and_trends_move_along_with_a_kept_name(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        await store.change(
            (
                f"{ADD_PERSON} (?1, ?1, ?1, ?1, ?2, '')",
                ("Anna", 1),
            )
        )
        await put_together(store, "Anna", Learnt(solved=["a"], days=["2026-11-18"]))
        found = await put_together(store, "Anna", Learnt(solved=["b"], days=["2026-11-19"]))
        assert (found.solved, found.days) == (["a", "b"], ["2026-11-18", "2026-11-19"])
        await store.change(("DELETE FROM people WHERE id = ?1", ("Anna",)))
        assert await store.rows("SELECT * FROM learnt") in ([], ())
        assert await put_together(store, "nobody", Learnt(solved=["b"])) == Learnt()
        await store.close()

    run(scenario())
