"""The day's deal among people who know each other: seen by those who have played both alone."""

import asyncio
from typing import Any

from quartett.client import Seat
from server.learning.surfer import Surfer
from server.live import Live, run
from server.people.test_people import person

GAME = "souvenirs"
DAILY = f"/api/daily/{GAME}"


def together(first: Surfer, second: Surfer, *names: str) -> None:
    """A match of two people, played to its end."""
    made = first.post("/api/tables", game=GAME, you=names[0], seats=[{}, {}])
    table = made["table"]["id"]
    joined = second.post(f"/api/tables/{table}/join", name=names[1])
    first.post(f"/api/tables/{table}/start")

    async def play() -> list[Seat]:
        return list(await asyncio.gather(first.finish(made), second.finish(joined)))

    run(play())


def daily(guest: Surfer, name: str, seed: int = 1) -> Any:
    """The day's deal once somebody has played it."""
    run(guest.finish(guest.post(DAILY, you=name), seed=seed))
    return guest.get(DAILY)


def board(guest: Surfer) -> dict[str, int]:
    """Whose results on the day's deal somebody is told by name."""
    return {each["name"]: each["score"] for each in guest.get(DAILY)["circle"]}


def test_people_who_have_played_together_see_each_others_results(kept: Live) -> None:
    anna, _ = person(kept)
    ben, dora, eve = (Surfer(kept) for _ in range(3))
    anna.post("/api/me/face", face="beret")
    together(anna, ben, "Anna", "Ben")
    together(dora, anna, "Dora", "Anna")
    hers = daily(anna, "Anna")
    assert hers["circle"] == [], "nobody whom she knows has played it yet"
    # Ben goes by another name there: whoever knows him sees the name that they know.
    his = daily(ben, "Secret Ben", seed=2)
    assert board(ben) == {"Anna": hers["mine"]["score"], "Secret Ben": his["mine"]["score"]}
    assert {each["name"]: each["face"] for each in his["circle"]}["Anna"] == "beret"
    assert set(board(anna)) == {"Anna", "Ben"}
    # Dora knows Anna but not Ben; Eve has played the deal and knows nobody.
    daily(dora, "Dora", seed=3)
    assert set(board(dora)) == {"Dora", "Anna"}
    assert set(board(anna)) == {"Anna", "Ben", "Dora"}
    daily(eve, "Anna", seed=4)
    assert board(eve) == {}
    assert set(board(anna)) == {"Anna", "Ben", "Dora"}


def test_before_one_has_played_nothing_is_told_of_the_others(kept: Live) -> None:
    fay, gil = Surfer(kept), Surfer(kept)
    together(fay, gil, "Fay", "Gil")
    daily(fay, "Fay")
    for path in (DAILY, f"{DAILY}?day={fay.get(DAILY)['day']}"):
        assert gil.get(path)["circle"] == []
    gil.post(DAILY, you="Gil")
    assert gil.get(DAILY)["state"] == "playing"
    assert gil.get(DAILY)["circle"] == []


def test_sitting_at_a_table_is_not_playing_together(kept: Live) -> None:
    hal, mallory = Surfer(kept), Surfer(kept)
    made = hal.post("/api/tables", game=GAME, you="Hal", seats=[{}, {}], public=True)
    mallory.post(f"/api/tables/{made['table']['id']}/join", name="Mallory")
    daily(hal, "Hal")
    assert daily(mallory, "Mallory")["circle"] == []
    assert board(hal) == {}


def test_who_forgets_what_was_played_is_seen_no_longer(kept: Live) -> None:
    ida, jon = person(kept, "Ida")[0], Surfer(kept)
    together(ida, jon, "Ida", "Jon")
    daily(ida, "Ida")
    daily(jon, "Jon", seed=2)
    assert set(board(jon)) == {"Ida", "Jon"}
    ida.post("/api/me/history/forget")
    assert board(jon) == {}
    assert board(ida) == {}
