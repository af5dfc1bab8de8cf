"""The screen does not go dark while somebody thinks about a move."""

from browser.coming import play_button
from browser.conftest import NewPage

COUNT_LOCKS = """() => {
  window.held = 0;
  const sentinel = () => ({ release: async () => { window.held -= 1; } });
  const request = async () => { window.held += 1; return sentinel(); };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
}"""
"""Headless browsers have no screen to keep on: what is asked of it is counted instead."""


def test_the_screen_stays_on_during_a_match_and_not_after_it(visit: NewPage) -> None:
    page = visit("/healthz")
    page.add_init_script(f"({COUNT_LOCKS})()")
    page.goto("/")
    assert page.evaluate("window.held") == 0
    play_button(page, "souvenirs").click()
    page.wait_for_function("() => window.held === 1")
    page.get_by_role("link", name="All games").click()
    page.wait_for_function("() => window.held === 0")
