"""A hundred people at an evening: none of them can fill it alone, and all can look at it."""

import cProfile
import pstats
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from quartett.server.evenings import arrivals, outgoing
from quartett.server.evenings.arrivals import Newcomers
from quartett.server.evenings.records import Versioned
from quartett.server.evenings.standing import seat_scores
from quartett.server.evenings.steps import Finished, Start, step
from quartett.server.refusals import Refusal
from server.evenings.guests import Guest, opened
from server.evenings.states import evening, played, score
from server.live import Live, live_server

HERE, ELSEWHERE, AT_THE_HOSTS = "8.8.4.4", "9.9.9.9", "1.1.1.1"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server behind a proxy, with a small limit."""
    folder, proxies = tmp_path_factory.mktemp("crowds"), ("127.0.0.0/8",)
    with live_server(folder, members_per_address=3, trusted_proxies=proxies) as running:
        yield running


def somebody(live: Live, address: str) -> Guest:
    """A new browser at an address."""
    guest = Guest(live)
    guest.headers["x-forwarded-for"] = address
    return guest


def came(guest: Guest, evening: str, name: str) -> str:
    """Why somebody cannot join; nothing where they can."""
    told = guest.come(evening, name)
    return "" if guest.status == 200 else str(told["reason"]).removeprefix("server.")


def test_one_address_cannot_fill_an_evening_under_many_names(live: Live) -> None:
    host = somebody(live, AT_THE_HOSTS)
    id = opened(host)
    many = [somebody(live, HERE) for _ in range(5)]
    found = [came(guest, id, f"Name {at}") for at, guest in enumerate(many)]
    assert found == ["", "", "", "evening_crowded", "evening_crowded"]
    assert many[-1].status == 429
    assert came(somebody(live, ELSEWHERE), id, "Ben") == "", "others still come"
    many[0].ask(id, "leave")
    assert came(somebody(live, HERE), id, "Again") == "evening_crowded", "leaving frees nothing"
    assert came(many[0], id, "Name 0") == "", "who was there comes back"
    other = opened(host)
    assert came(somebody(live, HERE), other, "Cleo") == "", "each evening counts for itself"


def test_a_class_beside_its_host_comes_by_one_address(live: Live) -> None:
    host = somebody(live, AT_THE_HOSTS)
    id = opened(host)
    class_ = [came(somebody(live, AT_THE_HOSTS), id, f"Name {at}") for at in range(6)]
    assert class_ == [""] * 6


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.7", "10.0.0.3"])
def test_an_address_behind_which_there_may_be_a_proxy_says_nothing(address: str) -> None:
    newcomers = Newcomers(1)
    for number in range(5):
        newcomers.admit(evening(), f"new {number}", address)


def test_who_tries_twice_counts_once_and_no_limit_lets_everybody_in() -> None:
    newcomers, made = Newcomers(2), evening()
    for browser in ("a", "a", "b", "a"):
        newcomers.admit(made, browser, HERE)
    with pytest.raises(Refusal) as refused:
        newcomers.admit(made, "c", HERE)
    assert refused.value.reason == "server.evening_crowded"
    newcomers.admit(made, "b0", HERE)  # who is a member already, from wherever they come now
    for number in range(50):
        Newcomers(0).admit(made, str(number), HERE)


def test_what_is_known_of_addresses_takes_up_no_more_room_than_it_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arrivals, "MAX_ADDRESSES", 3)
    newcomers, made = Newcomers(1), evening()
    for number in range(9):
        newcomers.admit(made, "somebody", f"8.8.{number}.4")
        newcomers.saw(made, "b0", f"8.8.{number}.4")
    assert len(newcomers._came) == 3
    assert len(newcomers._hosts) == 1


def calls(what: Callable[[], object]) -> int:
    """How many calls something takes, however busy the machine is."""
    profile = cProfile.Profile()
    profile.runcall(what)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


@pytest.mark.parametrize("deals", ["own", "duplicate"])
def test_what_an_evening_costs_to_show_grows_with_its_tables_and_no_faster(deals: str) -> None:
    def cost(people: int) -> int:
        found = Versioned(played(evening(people, deals=deals)), 1)
        return calls(partial(outgoing.shown, found, None, 0, {}))

    cost(8)  # what is only done once
    assert cost(80) < 2.5 * cost(40)


def test_who_looks_again_at_a_long_evening_costs_next_to_nothing() -> None:
    made = evening(12, rounds=10)
    for _ in range(10):
        made = played(made)
    found = Versioned(made, 1)
    first = calls(partial(outgoing.shown, found, "b1", 1, {}))
    again = calls(partial(outgoing.shown, found, "b2", 2, {}))
    assert again < first / 20
    ben, cleo = (outgoing.shown(found, each, 0, {}).you.name for each in ("b1", "b2"))
    assert (ben, cleo) == ("Person 1", "Person 2")


def test_a_gain_is_what_one_reached_more_than_the_mean_of_all_others_with_the_same_cards() -> None:
    made = evening(24, deals="duplicate")
    for _ in range(2):
        made = step(made, Start(len(made.rounds) + 1), 0)
        for best, table in enumerate(made.rounds[-1].tables):
            made = step(made, Finished(table.id, score(table, best % 3)), 0)
    tables = {table.id: table for round in made.rounds for table in round.tables}
    reached = seat_scores(made)
    assert any(each.gain for each in reached)
    for each in reached:
        others = [
            other
            for other in reached
            if other.round == each.round
            and other.seat == each.seat
            and other.table.id != each.table.id
        ]
        assert len(others) == len(tables) / 2 - 1
        assert each.gain == each.raw - sum(other.raw for other in others) / len(others)
