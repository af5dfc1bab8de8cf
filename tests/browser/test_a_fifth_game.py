"""A new game is a folder of rules and a folder with its table: the page takes both as they are."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.coming import cover, play_button, speak
from browser.conftest import ROOT, NewPage
from browser.finding import settings
from server.server_process import Server

RULES = ROOT / "tests/conformance/fifth_game/high_card"
TABLE = Path(__file__).parent / "fifth_game/high_card"
NAMES = {
    "en": "High Card",
    "de": "Hohe Karte",
    "fr": "Carte haute",
    "it": "Carta alta",
    "nl": "Hoge kaart",
    "es": "Carta alta",
}
RAW_KEYS = """() => {
  window.raw = new Set();
  const look = () => {
    const shown = `${document.title} ${document.body?.innerText ?? ''}`;
    for (const key of shown.match(/\\b(high_card|game|option)\\.\\w+/g) ?? []) window.raw.add(key);
  };
  const everything = { childList: true, characterData: true, subtree: true };
  new MutationObserver(look).observe(document, everything);
}"""
"""Collects keys in place of texts, however short they are seen."""
HANDBOOK = "# {name}\n\n```cards\nA: card-1 - card-2 + card-3\n```\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of a copy of this project to which only the game's own folders were added."""
    copy = tmp_path_factory.mktemp("copy")
    _copy_project(copy)
    _add_the_game(copy)
    subprocess.run([sys.executable, "hatch_build.py"], cwd=copy, check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(copy / "src"))
        server = Server(copy / "data")
    yield server
    server.kill()


def _copy_project(copy: Path) -> None:
    built = shutil.ignore_patterns("node_modules", "static", "__pycache__")
    for folder in ("src", "web"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=built)
    (copy / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    shutil.copy(ROOT / "hatch_build.py", copy)


def _add_the_game(copy: Path) -> None:
    shutil.copytree(TABLE, copy / "web/src/games/high_card")
    rules = copy / "src/quartett/games/high_card"
    shutil.copytree(RULES, rules)
    english = json.loads((rules / "texts/en.json").read_text())
    for language, name in NAMES.items():
        texts = json.dumps({**english, "name": name})
        (rules / f"texts/{language}.json").write_text(texts)
        (rules / f"texts/{language}.md").write_text(HANDBOOK.format(name=name))


def texts(language: str) -> dict[str, str]:
    """What the game's own folder says in a language."""
    found: dict[str, str] = json.loads((TABLE / f"messages/{language}.json").read_text())
    return found


def test_the_start_page_says_what_the_new_game_is_and_its_rules_name_its_cards_in_every_language(
    visit: NewPage,
) -> None:
    page = visit()
    fifth = cover(page, "high_card")
    settings(page).click()
    for language, name in NAMES.items():
        speak(page, language)
        expect(fifth.locator("h2")).to_have_text(name)
        expect(fifth).to_contain_text(texts(language)["high_card.cover"])
    expect(fifth.locator(".cards svg")).to_have_count(3)
    expect(page.locator("article").last).to_have_attribute("data-room", "high_card")
    page.goto("/rules/high_card")
    settings(page).click()
    for language, name in NAMES.items():
        speak(page, language)
        said = texts(language)["high_card.card"].format(value=3)
        card = page.locator("main .added [role=img]")
        expect(card).to_have_accessible_name(re.compile(f": {said}$"))
        expect(page).to_have_title(re.compile(name))


def test_it_can_be_played_to_the_end_and_no_key_is_ever_seen(visit: NewPage) -> None:
    page = visit("/healthz", locale="de-DE")
    page.add_init_script(f"({RAW_KEYS})()")
    page.goto("/")
    play_button(page, "high_card").click()
    page.get_by_role("button", name="Karte zeigen").click()
    expect(page.locator("dialog[open] .rank").first).to_be_visible()
    expect(page).to_have_title("Hohe Karte")
    assert page.evaluate("() => [...window.raw]") == []
    page.get_by_role("link", name="Ansehen").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hohe Karte")
