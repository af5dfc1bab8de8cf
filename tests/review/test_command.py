"""`quartett review`: JSON for programs, a page that needs nothing else, plain text."""

import json
from pathlib import Path

import pytest

from playing import finished
from quartett.core.errors import FormatError
from quartett.core.log import dump_log, seal, split_seal
from quartett.review import review
from review.commands import Command
from review.matches import match_of, reviewed


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "match.jsonl"
    path.write_bytes(dump_log(match_of("souvenirs", "easy", "medium").record()))
    return path


@pytest.fixture(scope="module")
def flow_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "flow.jsonl"
    path.write_bytes(dump_log(finished("flow", 3, 2, target=40, cards=16).record()))
    return path


def test_the_command_prints_the_json_of_the_contract(file: Path, command: Command) -> None:
    found = json.loads(_printed(command, file, "--json", "--deals", "1", "--seed", "x"))
    match = match_of("souvenirs", "easy", "medium")
    assert found == json.loads(json.dumps(reviewed(match, 1, "x").document()))
    assert set(found) == {"game", "evaluator", "seats", "steps", "turning_points"}
    seat_keys = {"seat", "result", "expected", "luck", "cards", "others", "decisions", "interval"}
    assert all(set(seat) == seat_keys for seat in found["seats"])
    step_keys = {"entry", "seat", "kind", "delta", "best", "value"}
    assert all(set(step) == step_keys for step in found["steps"])
    assert {step["kind"] for step in found["steps"]} == {"luck", "decision"}
    for seat in found["seats"]:
        assert abs(seat["result"] - seat["expected"] - seat["luck"] - seat["decisions"]) < 1e-9


def test_the_page_needs_nothing_else_and_has_a_table_beside_the_curve(
    file: Path, command: Command
) -> None:
    page = _printed(command, file, "--html", "--deals", "1", "--lang", "de")
    assert page.startswith("<!doctype html>")
    assert '<html lang="de">' in page
    assert "<svg" in page
    assert "<table" in page
    assert "prefers-color-scheme: dark" in page
    assert "http" not in page
    assert "src=" not in page


def test_the_text_names_its_evaluator_and_intervals(file: Path, command: Command) -> None:
    text = _printed(command, file, "--deals", "1", "--lang", "en")
    assert "“hard”" in text
    assert "±" in text
    assert "Turning points" in text


def test_a_review_is_in_the_systems_language_unless_told_otherwise(
    file: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert _printed(command, file, "--deals", "1").startswith("Analyse\u00a0: Souvenirs")
    assert '<html lang="fr">' in _printed(command, file, "--html", "--deals", "1")
    assert _printed(command, file, "--deals", "1", "--lang", "it").startswith("Analisi: Souvenirs")


def test_speed_and_flow_is_told_by_speed_in_every_form(flow_file: Path, command: Command) -> None:
    found = json.loads(_printed(command, flow_file, "--json"))
    assert set(found) == {"game", "seats"}
    first = found["seats"][0]
    text, page = (_printed(command, flow_file, "--lang", "de", *form) for form in ([], ["--html"]))
    for said in (text, page):
        assert f"{first['actions']} Aktionen." in said
        median = f"{first['median_ms'] / 1000:.1f}\N{NO-BREAK SPACE}s"
        assert median.replace(".", ",") in said
    assert "<svg" not in page


@pytest.mark.parametrize("content", [b"", b"{}\n", b"nonsense"])
def test_a_bad_file_gets_a_clear_error(content: bytes, tmp_path: Path, command: Command) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    done = command("review", str(path), "--json")
    assert done.status == 2
    assert "not a log" in done.err


def test_of_made_up_events_nothing_is_told(file: Path, tmp_path: Path, command: Command) -> None:
    header, *entries = split_seal(file.read_bytes())[0].splitlines(keepends=True)
    body = b"".join([header.replace(b'"seed":', b'"seed":1'), *entries])
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(body + seal(body))
    done = command("review", str(forged), "--deals", "1")
    assert done.status == 2
    assert done.err.startswith("quartett: Entry 0 differs from what the rules")


@pytest.mark.parametrize("seed", ["\udcff", "9" * 5000])
def test_a_seed_that_no_log_could_keep_gives_no_review(seed: str) -> None:
    with pytest.raises(FormatError, match="seed"):
        review(match_of("souvenirs", "easy", "medium").record(), deals=1, seed=seed)


def _printed(command: Command, file: Path, *options: str) -> str:
    done = command("review", str(file), *options)
    assert done.status == 0, done.err
    return done.out
