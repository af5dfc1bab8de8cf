"""A finished match is saved as a file, and somebody else opens it to watch."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import quartett
from browser.conftest import Manners, NewPage

DROP = """(text) => {
  const files = new DataTransfer();
  files.items.add(new File([text], 'match.jsonl'));
  for (const type of ['dragover', 'drop']) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: files });
    document.querySelector('main').dispatchEvent(event);
  }
}"""


@pytest.fixture(scope="module")
def match() -> str:
    """A finished match of Souvenirs as a file holds it."""
    match, rng = quartett.start("souvenirs", players=2, seed=7), random.Random(7)
    while match.outcome is None:
        seat = min(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return quartett.save_match(match).decode()


def drop(page: Page, text: str) -> None:
    """Let a file with this text fall on the start page."""
    page.get_by_role("button", name="Open a match").wait_for()
    page.evaluate(DROP, text)


def test_a_match_is_opened_saved_and_dropped(visit: NewPage, match: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(match)
    page = visit()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("group", name="Replay")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save").click()
    page.goto("/")
    drop(page, download.value.path().read_text())
    expect(page.get_by_role("group", name="Replay")).to_be_visible()


def test_what_is_no_match_is_refused_with_the_reason(
    visit: NewPage, manners: Manners, match: str
) -> None:
    manners.away = True
    page = visit()
    drop(page, match[: len(match) // 2])
    expect(page.get_by_role("status").filter(has_text="This file cannot be shown")).to_be_visible()
