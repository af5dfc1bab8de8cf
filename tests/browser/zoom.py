"""A page zoomed to 200 %: nothing is lost, and nothing has to be scrolled sideways."""

from playwright.sync_api import Page, ViewportSize

from browser.sizing import LAID_OUT
from browser.ways import SIDEWAYS

# what a window of 1280 × 800 has room for when everything in it is twice as large
ZOOMED: ViewportSize = {"width": 640, "height": 400}
# Everything that can be pressed can be brought into sight, and is on top where it is seen; some of
# it shows itself only to those who come with the keyboard. What is lost is told together with what
# lies on it.
OUT_OF_REACH = """() => {
  const pressable = [...document.querySelectorAll('a, button, input, select, summary, [tabindex]')];
  const shown = pressable.filter((each) => each.checkVisibility({ visibilityProperty: true })
    && !each.closest('[inert]') && each.matches(':not(:disabled):not([tabindex="-1"])'));
  const over = (each) => {
    each.focus({ preventScroll: true });
    each.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    const found = document.elementFromPoint(x, y);
    const reached = found !== null && (each.contains(found) || found.contains(each));
    return reached ? null : [each, found].map((it) => it?.outerHTML.slice(0, 160));
  };
  return shown.map(over).filter(Boolean);
}"""


def check_zoomed(page: Page, screen: str) -> None:
    """Nothing of this screen is lost when it is zoomed."""
    before = page.viewport_size
    page.set_viewport_size(ZOOMED)
    page.evaluate(LAID_OUT)
    assert page.evaluate(SIDEWAYS) <= 0, f"{screen} is too wide"
    lost = page.evaluate(OUT_OF_REACH)
    assert lost == [], f"{screen} has lost {lost}"
    assert before is not None
    page.set_viewport_size(before)
