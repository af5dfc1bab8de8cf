"""The balance report: its figures are right, and the page needs nothing but itself."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest

from quartett.arena.match import Record
from quartett.arena.run import Serial
from quartett.arena.schedule import Job, Setup
from quartett.arena.timing import Times
from quartett.cli import main
from quartett.games import get, names
from quartett.report.answers import answers, verdict
from quartett.report.figures import figures
from quartett.report.game_report import game_report_of
from quartett.report.gather import Material, Order, Variant, gather
from quartett.report.page import html, markdown
from quartett.report.svg import ticks
from seating import players_of


def record(deal: int, scores: tuple[int, ...], winners: tuple[int, ...]) -> Record:
    return Record(Job(deal, 0, 0), scores, winners, "r", 10 + deal, 0, {"hit": deal}, (Times(),))


def test_the_figures_of_a_known_case() -> None:
    setup = Setup("jericho", (("a", "a"),), 1)
    played = [record(0, (5, 3), (0,)), record(1, (4, 4), (0, 1)), record(2, (9, 3), (0,))]
    found = figures(setup, played)
    assert [seat.mean for seat in found.seats] == pytest.approx([5 / 6, 1 / 6])
    assert (found.actions.mean, found.actions.median) == (11, 11)
    assert found.histogram == {3: 2, 4: 2, 5: 1, 9: 1}
    assert found.margin.mean == pytest.approx((2 + 0 + 6) / 3)
    assert found.shared.mean == pytest.approx(1 / 3)
    assert found.counts == {"hit": 1.0}
    assert found.reasons == {"r": 1.0}


def variant(name: str, games: Sequence[tuple[int, ...]]) -> Variant:
    """Equal bots on one deal for each result, given as who won."""
    played = [record(deal, (1, 1), winners) for deal, winners in enumerate(games)]
    return Variant(name, figures(Setup("souvenirs", (("a", "a"),), 1), played), None)


def test_few_matches_that_went_one_way_do_not_prove_that_the_seat_matters() -> None:
    found = variant("as it is", [(1,)] * 2)
    question, answer = answers(Material("souvenirs", "a", None, (found,)))[0]
    assert question == "Does the seat matter?"
    assert answer.startswith("No difference can be seen")
    for share in (*found.figures.seats, found.figures.shared):
        assert share.low < share.high


@pytest.mark.parametrize("games", [[(0,)], [(0,), (1,)], [(0,), (0, 1)]])
def test_no_share_is_said_to_be_below_0_or_above_1(games: Sequence[tuple[int, ...]]) -> None:
    found = variant("as it is", games).figures
    for share in (*found.seats, found.shared):
        assert 0 <= share.low <= share.mean <= share.high <= 1


def test_few_shared_victories_do_not_make_an_alternative_worse() -> None:
    found = verdict([variant("as it is", [(0,), (1,)]), variant("other", [(0, 1)] * 2)])
    assert found == "No: no alternative differs clearly from the game as it is."


FAIR = [(0,), (1,)] * 50


def test_an_alternative_that_changes_nothing_is_not_called_better() -> None:
    found = verdict([variant("as it is", FAIR), variant("other", FAIR[::-1])])
    assert found == "No: no alternative differs clearly from the game as it is."


def test_an_alternative_with_clearly_more_shared_victories_is_worse() -> None:
    found = verdict([variant("as it is", FAIR), variant("other", [*FAIR, *[(0, 1)] * 50])])
    assert found.startswith("No, none is clearly better. Other – worse: more shared victories (")


def test_an_alternative_that_takes_a_seats_advantage_away_is_better() -> None:
    found = verdict([variant("as it is", [(0,)] * 100), variant("other", FAIR)])
    assert found == "Yes. Other – better: no seat has an advantage."


class Reader(HTMLParser):
    """Notes the elements of a page and every address in it."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("name", names())
def test_every_kind_of_event_is_told_in_words(name: str) -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(get(name).event_type)}
    told = game_report_of(name)
    assert kinds <= told.words.keys()
    assert len({told.called(kind) for kind in kinds}) == len(kinds)
    assert all(" " in told.called(each) for each in (*kinds, *told.alternatives))


@pytest.mark.parametrize(
    ("most", "marks"),
    [
        (1.0, [0, 0.25, 0.5, 0.75, 1.0]),
        (0.4, [0, 0.1, 0.2, 0.3, 0.4]),
        (1.05, [0, 1]),
        (12, [0, 5, 10]),
    ],
)
def test_an_axis_is_marked_at_round_values(most: float, marks: list[float]) -> None:
    assert ticks(most) == pytest.approx(marks)


@pytest.mark.parametrize("name", names())
def test_every_game_gets_a_report_with_answers_and_plots(name: str) -> None:
    order = Order(name, players_of(name), 1, 1, "random")
    material = gather(order, Serial(), lambda records, _: records)
    assert all(question and answer for question, answer in answers(material))
    reader = Reader()
    page = html(material)
    reader.feed(page)
    assert {"svg", "table", "dl", "h1"} <= reader.elements
    assert reader.addresses == []
    assert not re.search(r"https?:", page)
    assert "prefers-color-scheme:dark" in page
    assert page.count('class="a"') == 2, "both plots have axes"
    for told in ("share of the wins", "how many seats", "seat", "score"):
        assert f">{told}</text>" in page
    shares = [f"{seat.mean:.1%}" for seat in material.variants[0].figures.seats]
    assert re.findall(r'<text class="v"[^>]*>([^<]*%)</text>', page) == shares
    assert "## Answers" in markdown(material)


def test_the_command_writes_the_page_and_prints_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "jericho.html"
    asked = ["report", "jericho", "--games", "4", "--workers", "1", "--out", str(page)]
    assert main(asked) == 0
    assert page.read_text().startswith("<!doctype html>")
    printed = capsys.readouterr().out
    assert "trumpet: joins its player's wall (JE-12)" in printed
    assert "**Does the seat matter?**" in printed
