"""What strangers and a spiteful host try at an evening, and what it comes to."""

from collections.abc import Iterator

import pytest

from server.evenings.guests import Guest, company, opened, play, started
from server.live import Live, live_server, run


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A running server."""
    with live_server(tmp_path_factory.mktemp("spite")) as running:
        yield running


def reason(guest: Guest, evening: str, what: str, **body: object) -> str:
    """Why something is refused; nothing where it is not."""
    told = guest.ask(evening, what, **body)
    return "" if guest.status < 400 else str(told["reason"]).removeprefix("server.")


def test_a_host_cannot_undo_what_was_played(live: Live) -> None:
    host = Guest(live)
    id = opened(host, seats=2, rounds=2)
    people = company(host, id, ["Ben"])
    started(host, id, 1)
    run(play(people, id))
    shown = host.until(id, lambda now: now["state"] == "between")
    points = {row["name"]: row["points"] for row in shown["standings"]}
    assert reason(host, id, "start", round=1) == "", "it is as it was"
    assert reason(host, id, "start", round=3) == "no_such_round"
    assert host.look(id)["round"] == 1
    ben = people[1].look(id)["you"]["member"]
    assert reason(host, id, "remove", member=ben) == ""
    after = {row["name"]: row["points"] for row in host.look(id)["standings"]}
    assert after == points, "points that were won stay won"
    host.ask(id, "end")
    assert reason(host, id, "start", round=2) == "evening_over"
    assert reason(host, id, "change", rounds=1) == "evening_over"


def test_a_host_who_sends_an_opponent_away_in_a_match_is_seen_to(live: Live) -> None:
    host = Guest(live)
    id = opened(host, seats=2, rounds=1)
    ben = company(host, id, ["Ben"])[1]
    started(host, id, 1)
    member = ben.look(id)["you"]["member"]
    host.ask(id, "remove", member=member)
    run(play([host], id))
    shown = host.until(id, lambda now: now["state"] == "over")
    seats = shown["played"][0]["tables"][0]["seats"]
    assert [seat["gone"] for seat in seats if seat["member"] == member] == [True]


def test_nobody_can_do_at_one_evening_what_they_may_at_another(live: Live) -> None:
    host, other = Guest(live), Guest(live)
    id, own = opened(host), opened(other, name="Eve")
    member = host.look(id)["you"]["member"]
    for what, body in (
        ("start", {"round": 1}),
        ("end", {}),
        ("remove", {"member": member}),
        ("host", {"member": member}),
        ("change", {"closed": True}),
        ("stand-in", {"member": member}),
    ):
        assert reason(other, id, what, **body) == "only_evening_host"
        assert other.status == 403
    assert reason(other, own, "remove", member=member) == "no_such_member"
    assert reason(other, own, "host", member=member) == "no_such_member"
    assert reason(host, id, "remove", member=member) == "no_such_member", "nor oneself"


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"rounds": 31}, 422),
        ({"seats": 0}, 422),
        ({"seats": 7}, 422),
        ({"game": "chess"}, 422),
        ({"name": "x" * 41}, 422),
        ({"options": {"nonsense": 1}}, 422),
        ({"level": "nobody"}, 422),
        ({"turn_seconds": 7200}, 422),
        ({"round_seconds": 1}, 422),
        ({"game": "flow", "deals": "duplicate"}, 422),
        ({"you": "\u202e"}, 422),
        ({"table": "../../x"}, 403),
    ],
)
def test_an_evening_that_makes_no_sense_is_not_opened(
    live: Live, wish: dict[str, object], status: int
) -> None:
    guest = Guest(live)
    guest.post("/api/evenings", **{"game": "souvenirs", "you": "Anna", "seats": 4, **wish})
    assert guest.status == status


def test_an_address_that_leads_nowhere_says_so(live: Live) -> None:
    guest = Guest(live)
    for path in ("none", "x" * 60, "..%2f..", "%00"):
        guest.get(f"/api/evenings/{path}")
        assert guest.status == 404
        guest.ask(path, "join", name="Anna")
        assert guest.status in (404, 405)


def test_nothing_that_is_told_names_a_browser_or_the_secret(live: Live) -> None:
    host = Guest(live)
    id = opened(host, seats=2, rounds=1)
    company(host, id, ["Ben"])
    started(host, id, 1)
    service = live.server.config.app.state.evenings  # type: ignore[union-attr]
    known = service._known[id][1].evening
    hidden = [known.secret, *(member.browser for member in known.members)]
    stranger = Guest(live)
    for path in ("", "/export.json", "/export.csv"):
        told = str(stranger.get(f"/api/evenings/{id}{path}"))
        assert not [each for each in hidden if each in told]
    stranger.come(id, "\u202eAnna")
    assert stranger.look(id)["you"]["name"] == "Anna 2", "names cannot be taken"
