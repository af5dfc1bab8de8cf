"""What axe-core finds on a screen, in light and in dark."""

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
# What fades in is pale on its way, and a page that still loads is not the screen that is meant.
AT_REST = """() => document.querySelector('[aria-busy=true]') === null &&
    document.getAnimations().every(each =>
        each.playState !== 'running' || each.effect.getComputedTiming().endTime === Infinity)"""
Scheme = Literal["light", "dark"]


def check(page: Page, screen: str) -> None:
    """No serious or critical violation on what is shown, neither in light nor in dark."""
    light, dark = _found(page, "light", {}), _found(page, "dark", {"runOnly": ["color-contrast"]})
    serious = [each for each in light + dark if each["impact"] in ("serious", "critical")]
    said = [f"{each['id']}: {[node['html'] for node in each['nodes'][:4]]}" for each in serious]
    assert not said, f"{screen}: " + "\n".join(said)


_RUN = """(options) => axe.run({ ...options, resultTypes: ['violations'] })
    .then(({ violations }) => violations)"""


def _found(page: Page, scheme: Scheme, options: dict[str, Any]) -> list[dict[str, Any]]:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_function(AT_REST)
    if not page.evaluate("'axe' in window"):
        # axe is evaluated from outside, since the page itself lets no foreign script in
        page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate(_RUN, options)
    return found
