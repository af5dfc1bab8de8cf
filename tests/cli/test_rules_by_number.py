"""An error names a rule by its number, and the number leads to the rule's words."""

import re

import pytest

from docs.pages import ROOT
from quartett.cli import main
from quartett.cli._numbered import numbered
from quartett.core.texts import LANGUAGES
from quartett.games import names
from quartett.terminal.pages import told

REFERENCE = ROOT / "docs" / "rules-reference"
RULES = [
    (game, rule)
    for game in names()
    for rule in re.findall(r"^### (\S+)$", (REFERENCE / f"{game}.md").read_text(), re.MULTILINE)
]


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_every_number_leads_to_the_players_words_and_to_the_reference(game: str, rule: str) -> None:
    for language in LANGUAGES:
        assert f"[{rule}]" in told(game, rule, language)
    shown = numbered(rule, "en")
    stated = (REFERENCE / f"{game}.md").read_text().partition(f"### {rule}\n")[2].split()
    assert " ".join(stated[:3]) in " ".join(shown.split())
    assert ".md)" not in shown
    assert "###" not in shown.partition("the rules by number")[2]


def test_an_error_says_how_to_read_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "jericho", "--option", "starter=7"]) == 2
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    command = re.search(r"\(JE-05\) See `quartett (rules JE-05)`", complaint)
    assert command is not None
    assert main([*command[1].split(), "--lang", "en"]) == 0
    assert "The players agree who begins." in capsys.readouterr().out


@pytest.mark.parametrize(("asked", "words"), [("je-05", "Macht aus"), ("JE-05", "agree who")])
def test_a_rule_is_shown_in_the_language_asked_for(
    asked: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", asked, "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# JE-05\n")
    assert words in shown


def test_a_number_that_no_rule_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "XY-01"]) == 2
    assert capsys.readouterr().err == "quartett: there is no rule XY-01\n"
