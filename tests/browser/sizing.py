"""Where things are on the screen."""

from dataclasses import dataclass

from playwright.sync_api import Page

LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until the page has measured its new size, which it does with the next frame."""


@dataclass(frozen=True)
class Box:
    """A rectangle on the screen, in whole px."""

    x: int
    y: int
    width: int
    height: int


def box_of(page: Page, selector: str) -> Box:
    """Where the first of these is now."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None, f"{selector} cannot be seen"
    return Box(*(round(box[side]) for side in ("x", "y", "width", "height")))
