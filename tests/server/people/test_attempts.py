"""A deal is played once by whoever comes back: as a guest, or with a code on another device."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from server.learning.surfer import Surfer
from server.live import Live, run
from server.people.test_people import person

GAME = "souvenirs"
DAILY = f"/api/daily/{GAME}"


def until(true: Callable[[], bool]) -> None:
    """Wait for a state."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def finish_daily(surfer: Surfer, seed: int = 1) -> Any:
    """The day's deal once somebody has played it."""
    run(surfer.finish(surfer.post(DAILY, you="Anna"), seed=seed))
    return surfer.get(DAILY)


def test_what_was_begun_as_a_guest_is_gone_on_with_and_cannot_be_begun_again(kept: Live) -> None:
    anna, codes = person(kept)
    other = Surfer(kept)
    begun = other.post(DAILY, you="Anna")
    other.post("/api/me/recover", code=codes[0])
    for device in (other, anna):
        assert device.get(DAILY)["state"] == "playing"
        assert device.post(DAILY, you="Anna")["table"]["id"] == begun["table"]["id"]
    run(other.finish(begun))
    assert anna.get(DAILY)["state"] == "done"


def guest_first(anna: Surfer, other: Surfer) -> Any:
    """A person plays what they have played as a guest."""
    told = finish_daily(other, seed=1)
    finish_daily(anna, seed=2)
    return told


def person_first(anna: Surfer, other: Surfer) -> Any:
    """A guest plays what they have played as a person."""
    told = finish_daily(anna, seed=1)
    finish_daily(other, seed=2)
    return told


@pytest.mark.parametrize("play", [guest_first, person_first])
def test_of_two_attempts_of_one_person_the_first_counts(
    kept: Live, play: Callable[[Surfer, Surfer], Any]
) -> None:
    anna, codes = person(kept)
    other = Surfer(kept)
    first = play(anna, other)
    before = anna.get(DAILY)["played"]
    other.post("/api/me/recover", code=codes[0])
    until(lambda: anna.get(DAILY)["played"] == before - 1)  # results are cached for a second
    assert [device.get(DAILY)["mine"] for device in (anna, other)] == [first["mine"]] * 2
    assert len(anna.get("/api/me/export")["results"]) == 1


def test_a_challenge_that_was_sent_as_a_guest_stays_ones_own(kept: Live) -> None:
    anna, codes = person(kept)
    other, ben = Surfer(kept), Surfer(kept)
    bots = [{}, {"kind": "bot", "level": "random"}]
    made = other.post("/api/tables", game=GAME, you="Anna", seats=bots)
    table = f"/api/tables/{made['table']['id']}"
    other.post(f"{table}/start")
    run(other.finish(made))
    path = f"/api/challenges/{other.post(f'{table}/challenge')['id']}"
    before = other.get(path)
    other.post("/api/me/recover", code=codes[0])
    assert [device.get(path)["rival"] for device in (other, anna)] == [before["rival"]] * 2
    assert before["rival"]["this"]
    run(ben.finish(ben.post(path, you="Ben"), seed=2))
    assert ben.get(path)["rival"] == {**before["rival"], "this": False}
    assert [each["name"] for each in anna.get("/api/me/home")["answers"]] == ["Ben"]
