"""What statistics add up in the database equals a recount of the results one by one."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from quartett.protocol.history import GameStatistics, Summary
from quartett.server.history import own_results, played, records
from quartett.server.history.results import MatchResult, SeatResult
from quartett.server.history.statistics import opponent_id
from quartett.server.store.opening import open_store
from quartett.server.store.store import Store
from server.history.test_looking_back import kept, result
from server.live import run

Mine = list[tuple[MatchResult, SeatResult]]


def some_matches(rng: random.Random, count: int) -> Iterator[MatchResult]:
    """Matches of Anna, also as a guest, of two at one moment, with people, bots and the unknown."""
    for number in range(1, count + 1):
        others = rng.sample(["Ben", "Cleo", "Dora", "bot", "robot", "Guest"], rng.randint(1, 3))
        names = rng.sample(["Anna", *others], 1 + len(others))
        places = rng.sample(range(1, len(names) + 1), len(names))
        game = rng.choice(["jericho", "souvenirs"])
        found = result(number, *zip(names, places, strict=True), game=game)
        seats = tuple(_changed(rng, each, number) for each in found.seats)
        yield replace(found, seats=seats, ended_at=1000 * (number // 2))


def _changed(rng: random.Random, seat: SeatResult, number: int) -> SeatResult:
    if seat.kind == "bot":
        return replace(seat, level=rng.choice(["easy", "hard", None]))
    who = None if rng.random() < 0.1 and seat.who != "Anna" else seat.who
    return replace(seat, who=who, name=f"{seat.name} {number // 7}")


def own(matches: Sequence[MatchResult]) -> Mine:
    """Anna's results in order; of two seats in a match, the first."""
    ordered = sorted(matches, key=lambda each: (each.ended_at, each.table, each.match))
    seats = ((each, [seat for seat in each.seats if seat.who == "Anna"]) for each in ordered)
    return [(match, mine[0]) for match, mine in seats if mine]


def recounted(mine: Sequence[tuple[MatchResult, SeatResult]]) -> Summary:
    """The sums of some results."""
    places = Counter(seat.place for _, seat in mine)
    return Summary(
        matches=len(mine),
        won=sum(seat.share > 0 for _, seat in mine),
        share=sum(seat.share for _, seat in mine) / max(1, len(mine)),
        points=sum(seat.points for _, seat in mine),
        places=[places[place] for place in range(1, max(places, default=0) + 1)],
    )


def opponents(mine: Mine) -> dict[str, tuple[str, int, int, int]]:
    """By id, what each was called last, how often one met them, was ahead and behind."""
    found: dict[str, tuple[str, int, int, int]] = {}
    for match, seat in mine:
        for other in match.seats:
            if other.kind == "person" and other.who not in (None, "Anna"):
                _, met, ahead, behind = found.get(other.who or "", ("", 0, 0, 0))
                ahead, behind = (
                    ahead + (seat.place < other.place),
                    behind + (seat.place > other.place),
                )
                found[other.who or ""] = other.name, met + 1, ahead, behind
    return {opponent_id("Anna", who): each for who, each in found.items()}


def check_game(told: GameStatistics, mine: Mine) -> None:
    """One game's statistics are those of these results."""
    alone = [each for each in mine if each[0].people == 1]
    assert told.bots == recounted(alone)
    assert told.people == recounted([each for each in mine if each[0].people > 1])
    assert [point.score for point in told.line] == [seat.score for _, seat in mine]
    listed = {
        each.id: (each.name, each.matches, each.ahead, each.behind) for each in told.opponents
    }
    assert listed == opponents(mine)


async def check(store: Store, matches: Sequence[MatchResult]) -> None:
    """Anna's statistics are a recount of these matches, and so are the bots that count."""
    mine = own(matches)
    told = await own_results.statistics_of(store, "Anna")
    assert told.known == len(mine)
    bots = await played.bots_met(store, "Anna")
    for game in told.games:
        of_game = [each for each in mine if each[0].game == game.game]
        check_game(game, of_game)
        alone = [match for match, _ in of_game if match.people == 1]
        levels = [tuple(s.level for s in each.seats if s.kind == "bot") for each in alone]
        assert [each.levels for each in bots[game.game]] == levels


def test_totals_equal_a_recount_also_after_a_guest_has_come_in_and_somebody_is_gone(
    url: str,
) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        for seed in range(3):
            matches = list(some_matches(random.Random(seed), 60))
            matches = [replace(each, table=f"t{seed}") for each in matches]
            await store.change(("DELETE FROM results", ()), ("DELETE FROM matches", ()))
            await kept(store, *matches)
            await check(store, matches)
            await store.change(records.passed_on("Guest", "Anna"), *records.forgotten({"Ben"}))
            await check(store, [_seen(each) for each in matches])
        await store.close()

    run(scenario())


def _seen(match: MatchResult) -> MatchResult:
    """A match once the guest is Anna and Ben is forgotten."""
    whose = {"Guest": "Anna", "Ben": None}
    seats = tuple(replace(seat, who=whose.get(seat.who or "", seat.who)) for seat in match.seats)
    return replace(match, seats=seats)
