"""Lessons and puzzles come whole: a page that knows no rules can play them."""

from typing import Any

import pytest

from quartett.games import get
from quartett.review import lesson_of, puzzles_of, with_lessons, with_puzzles
from server.learning.surfer import Surfer
from server.live import Live


@pytest.mark.parametrize("game", with_lessons())
def test_every_step_has_its_sentence_a_view_and_answers_with_what_comes_of_them(
    live: Live, game: str
) -> None:
    guest = Surfer(live)
    found = guest.get(f"/api/lessons/{game}/de")
    assert len(found["steps"]) == len(lesson_of(game)) >= 10
    for step, written in zip(found["steps"], lesson_of(game), strict=True):
        assert step["text"] == written.text("de")
        assert step["view"] is not None
        assert step["seat"] in step["to_act"]
        assert step["answers"]
        for answer in step["answers"]:
            assert written.is_awaited(get(game).parse_action(answer["action"]))
            assert answer["events"]
            assert answer["view"] != step["view"]


@pytest.mark.parametrize("game", with_puzzles())
def test_a_puzzle_comes_with_answers_hints_and_reasons(live: Live, game: str) -> None:
    guest = Surfer(live, "fr")
    chosen = puzzles_of(game)[0]
    found = guest.get(f"/api/puzzles/{chosen.id}/fr")
    assert found["exercise"]["text"] == chosen.ask("fr")
    assert len(found["hints"]) >= 1
    assert found["explanation"]
    assert all(
        chosen.accepts(get(game).parse_action(answer["action"]))
        for answer in found["exercise"]["answers"]
    )


def test_all_puzzles_are_listed_and_one_is_todays(live: Live) -> None:
    found = Surfer(live).get("/api/puzzles")
    assert len(found["puzzles"]) == sum(len(puzzles_of(game)) for game in with_puzzles())
    assert found["today"] in [each["id"] for each in found["puzzles"]]


def test_a_lay_that_is_not_listed_is_looked_at_by_the_rules(live: Live) -> None:
    guest = Surfer(live)
    chosen = puzzles_of("photo_rummy")[0]
    turned = {"type": "lay", "table": list(reversed(chosen.answers[0]["table"]))}
    tried = guest.post(f"/api/exercises/{chosen.id}/try", action=turned)
    assert tried["accepted"]
    assert len(tried["answer"]["view"]["table"]) == len(turned["table"])
    nothing = guest.post(f"/api/exercises/{chosen.id}/try", action={"type": "pass"})
    assert not nothing["accepted"]
    assert nothing["answer"] is None
    bad = guest.post(f"/api/exercises/{chosen.id}/try", action={"type": "lay", "table": [["x"]]})
    assert bad["problem"]["text"]


def test_a_draft_gets_its_verdict(live: Live) -> None:
    chosen = puzzles_of("photo_rummy")[0]
    draft = {"table": chosen.answers[0]["table"]}
    tried = Surfer(live).post(f"/api/exercises/{chosen.id}/try", draft=draft)
    assert tried["verdict"] is not None


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/lessons/chess/en", 404),
        ("/api/lessons/jericho/xx", 404),
        ("/api/puzzles/jericho-0-0/en", 404),
        ("/api/puzzles/../en", 404),
    ],
)
def test_what_is_not_there_is_said_so(live: Live, path: str, status: int) -> None:
    guest = Surfer(live)
    told: Any = guest.get(path)
    assert guest.status == status
    assert told["text"]
