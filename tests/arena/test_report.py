"""The balance report: its figures are right, and the page needs nothing but itself."""

import re
import string
from collections.abc import Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest

from quartett.arena.match import Record
from quartett.arena.run import Serial
from quartett.arena.schedule import Job, Setup
from quartett.arena.timing import Times
from quartett.cli import main
from quartett.core.numerals import written
from quartett.core.texts import LANGUAGES
from quartett.games import get, names
from quartett.report.answers import answers, verdict
from quartett.report.figures import figures
from quartett.report.game_report import game_report_of
from quartett.report.gather import AS_IT_IS, Material, Order, Variant, gather
from quartett.report.page import html, markdown
from quartett.report.svg import ticks
from quartett.report.wording import Wording, texts
from seating import players_of

ENGLISH = Wording("souvenirs", "en")


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
    found = variant(AS_IT_IS, [(1,)] * 2)
    question, answer = answers(Material("souvenirs", "a", None, (found,)), ENGLISH)[0]
    assert question == "Does the seat matter?"
    assert answer.startswith("No difference can be seen")
    for share in (*found.figures.seats, found.figures.shared):
        assert share.low < share.high


@pytest.mark.parametrize("games", [[(0,)], [(0,), (1,)], [(0,), (0, 1)]])
def test_no_share_is_said_to_be_below_0_or_above_1(games: Sequence[tuple[int, ...]]) -> None:
    found = variant(AS_IT_IS, games).figures
    for share in (*found.seats, found.shared):
        assert 0 <= share.low <= share.mean <= share.high <= 1


def test_few_shared_victories_do_not_make_an_alternative_worse() -> None:
    found = verdict([variant(AS_IT_IS, [(0,), (1,)]), variant("other", [(0, 1)] * 2)], ENGLISH)
    assert found == "No: no alternative differs clearly from the game as it is."


FAIR = [(0,), (1,)] * 50


def test_an_alternative_that_changes_nothing_is_not_called_better() -> None:
    found = verdict([variant(AS_IT_IS, FAIR), variant("other", FAIR[::-1])], ENGLISH)
    assert found == "No: no alternative differs clearly from the game as it is."


def test_an_alternative_with_clearly_more_shared_victories_is_worse() -> None:
    shared = variant("other", [*FAIR, *[(0, 1)] * 50])
    found = verdict([variant(AS_IT_IS, FAIR), shared], ENGLISH)
    assert found.startswith("No, none is clearly better. Other (worse): more shared victories (")


def test_an_alternative_that_takes_a_seats_advantage_away_is_better() -> None:
    found = verdict([variant(AS_IT_IS, [(0,)] * 100), variant("other", FAIR)], ENGLISH)
    assert found == "Yes. Other (better): no seat has an advantage."


class Reader(HTMLParser):
    """Notes the elements of a page and every address in it."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_kind_of_event_is_told_in_words(name: str, language: str) -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(get(name).event_type)}
    told = Wording(name, language)
    assert kinds <= texts(language, name).keys()
    assert len({told.called(kind) for kind in kinds}) == len(kinds)
    others = game_report_of(name).alternatives
    assert all(" " in told.called(each) for each in (*kinds, *others))


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


@cache
def played(name: str) -> Material:
    return gather(Order(name, players_of(name), 1, 1, "random"), Serial(), lambda done, _: done)


@pytest.mark.parametrize("name", names())
def test_every_game_gets_a_report_with_answers_and_plots(name: str) -> None:
    material = played(name)
    assert all(question and answer for question, answer in answers(material, Wording(name, "en")))
    reader = Reader()
    page = html(material, "en")
    reader.feed(page)
    assert {"svg", "table", "dl", "h1"} <= reader.elements
    assert reader.addresses == []
    assert not re.search(r"https?:", page)
    assert "prefers-color-scheme:dark" in page
    assert page.count('class="a"') == 2, "both plots have axes"
    for told in ("share of the wins", "number of seats", "seat", "score"):
        assert f">{told}</text>" in page
    shares = [f"{seat.mean:.1%}" for seat in material.variants[0].figures.seats]
    assert re.findall(r'<text class="v"[^>]*>([^<]*%)</text>', page) == shares
    assert "## Answers" in markdown(material, "en")


def fields(text: str) -> set[tuple[str, str | None]]:
    return {(name, kind) for _, name, kind, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [None, *names()])
def test_reports_have_the_same_texts_and_fields_in_every_language(
    game: str | None, language: str
) -> None:
    english, own = texts("en", game), texts(language, game)
    assert own
    assert list(own) == list(english)
    assert all(text.strip() for text in own.values())
    assert {key: fields(text) for key, text in own.items()} == {
        key: fields(text) for key, text in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("name", names())
def test_a_report_is_in_the_readers_language_with_its_numbers(name: str, language: str) -> None:
    material = played(name)
    told, page = markdown(material, language), html(material, language)
    own, english = texts(language), texts("en")
    for heading in ("answers", "table.events", "table.endings", "ask.seats", "ask.rare"):
        assert own[heading] in told
        assert own[heading] in page
        assert english[heading] not in told + page
    assert f'<html lang="{language}">' in page
    assert f">{own['plot.wins.upright']}</text>" in page
    assert not re.search(r"[{}]", told)
    assert not re.search(r"\d\.\d", told), "a decimal point"
    seat = material.variants[0].figures.seats[0]
    assert f">{written(seat.mean, language, '.1%')}</text>" in page


@pytest.mark.parametrize("name", names())
def test_a_french_report_breaks_no_line_before_a_sign(name: str) -> None:
    assert not re.search(r"(?<!\|) [:;!?»%](?=\s|$)|« ", markdown(played(name), "fr"))


def test_every_combination_is_called_what_its_game_calls_it() -> None:
    told = Wording("souvenirs", "de")
    assert told.called("line.quintet") == "gebuchte Linie: Fünfling"
    assert told.called("line.nothing") == "gebuchte Linie: nichts"
    assert Wording("flow", "fr").called("ends.stalemate") == "fin de manche\u00a0: blocage"
    assert told.called("never_heard.of_this") == "never heard: of this"


def test_the_command_writes_the_page_and_prints_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "jericho.html"
    asked = ["report", "jericho", "--games", "4", "--workers", "1", "--out", str(page)]
    assert main([*asked, "--lang", "en"]) == 0
    assert page.read_text().startswith("<!doctype html>")
    printed = capsys.readouterr().out
    assert "trumpet: joins its player’s wall (JE-12)" in printed
    assert "**Does the seat matter?**" in printed


def test_the_command_speaks_the_systems_language_unless_told_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    page = tmp_path / "jericho.html"
    asked = ["report", "jericho", "--bots", "random", "--games", "1", "--workers", "1"]
    assert main([*asked, "--out", str(page)]) == 0
    assert "**¿Importa el asiento?**" in capsys.readouterr().out
    assert '<html lang="es">' in page.read_text()
    assert main([*asked, "--out", str(page), "--lang", "nl"]) == 0
    assert "**Maakt de plaats verschil?**" in capsys.readouterr().out
