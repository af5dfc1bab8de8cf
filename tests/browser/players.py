"""How a person plays each game in the browser; a new game adds itself to `PLAYERS`."""

from collections.abc import Callable

from playwright.sync_api import Page, TimeoutError

from browser.ways import LOST_MS, SOON_MS, Way, first_of, press, press_or_key, press_while_there

Player = Callable[[Page, Way], None]
Look = Callable[[str], None]
"""Told the name of each screen when it is first seen."""

FINAL = "dialog[open] .rank"
SCENES = {
    "photo_rummy": ".scene",
    "jericho": ".tally",
    "souvenirs": ".tally .gains",
    "flow": ".scene:has(button)",
}
"""Where it is shown how a round or a match was counted."""
READY = {
    "photo_rummy": ".stacks button, .pass:enabled",
    "jericho": ".hand-area .card.playable",
    "souvenirs": ".hand .playable, .actions .buttons button",
    "flow": ".flow",
}
"""Where it can be seen that one may do something."""
MAX_STEPS = 400
MAX_MISSED = 2


def play_to_the_end(page: Page, game: str, way: Way, look: Look, middle: int = 8) -> None:
    """Play until the final screen is there.

    `look` is shown the table after so many steps, the first scoring, and the final screen.
    """
    scored, missed = False, 0
    for step in range(MAX_STEPS):
        found = first_of(page, FINAL, SCENES[game], READY[game])
        if found == FINAL:
            look("final")
            return
        if found == SCENES[game] and not scored:
            scored = True
            look("scoring")
        if step == middle:
            look("table")
        try:
            PLAYERS[game](page, way)
        except TimeoutError:
            # a scene came in between and covered what was to be pressed: that happens, but rarely
            missed += 1
            if missed > MAX_MISSED:
                raise
    raise AssertionError("the game does not end")


def play_steps(page: Page, game: str, way: Way, steps: int) -> None:
    """Play so many steps; what a person would press again is pressed again."""
    missed = 0
    while steps > 0:
        try:
            PLAYERS[game](page, way)
            steps -= 1
        except TimeoutError:
            missed += 1
            if missed > MAX_MISSED:
                raise


def jericho(page: Page, way: Way) -> None:
    """One step of Jericho: go on after a scoring, or play the first card that can be played."""
    go_on, card = ".tally button", ".hand-area .card.playable"
    found = first_of(page, FINAL, go_on, card)
    if found == go_on:
        press_while_there(page, page.locator(go_on).first, way)
    elif found == card:
        _play_a_card(page, way, page.locator(card).count())


def _play_a_card(page: Page, way: Way, number: int) -> None:
    try:
        press(page, page.locator(".hand-area .card.playable").first, way, timeout=SOON_MS)
    except (TimeoutError, AssertionError):
        return  # the scoring of the round has come in between
    action = ".actions button.primary"
    if first_of(page, action, ".lane button", timeout=LOST_MS) != action:
        # a trumpet asks for a colour
        press(page, page.locator(".lane button").nth(number % 5), way)
    press(page, page.locator(action), way)
    page.locator(".hand-area .card.selected").wait_for(state="detached")


def photo_rummy(page: Page, way: Way) -> None:
    """One step of Photo Rummy: draw, then lay what the hint shows, or pass."""
    found = first_of(page, FINAL, ".scene button", ".stacks button", ".pass:enabled")
    if found == ".pass:enabled":
        press_or_key(page, page.locator(".actions button").nth(2), way, "h")
        page.locator(".status .info").wait_for()
        found = first_of(page, ".lay:enabled", ".pass:enabled")
    keys = {".lay:enabled": "l", ".pass:enabled": "p"}
    if found == ".stacks button":
        # the first stack may be used up
        keys[found] = str(page.locator(".stacks").evaluate(_FULL_STACK))
    if found != FINAL:
        press_or_key(page, page.locator(found).first, way, keys.get(found))
        page.locator(".lay[aria-busy]").wait_for(state="detached")
        # what the hint said was about the turn that is over now
        page.locator(".status .info").wait_for(state="detached")


_FULL_STACK = (
    "(stacks) => 1 + [...stacks.children].findIndex((each) => each.matches(':has(button)'))"
)


def souvenirs(page: Page, way: Way) -> None:
    """One step of Souvenirs: lay a card, book a line, pass, or skip the count at the end."""
    skip, card, rest = ".tally button", ".hand .playable", ".actions .buttons button"
    found = first_of(page, FINAL, skip, card, rest)
    if found == skip:
        press_while_there(page, page.locator(skip).last, way)
    elif found == rest:
        _book_or_pass(page, way)
    elif found == card:
        _lay(page, way)
    page.locator(".cell .pending").wait_for(state="detached")


def _lay(page: Page, way: Way) -> None:
    press(page, page.locator(".hand .playable").first, way)
    place = page.locator("[data-place]").first
    if way == "keyboard":
        # the focus goes there by itself
        page.wait_for_function("() => document.activeElement.matches('[data-place]')")
        page.keyboard.press("Enter")
    else:
        press(page, place, way)


def _book_or_pass(page: Page, way: Way) -> None:
    line = page.locator(".edge.bookable")
    if way != "keyboard" and line.count() > 0:
        press(page, line.first, way)
        press(page, page.locator(".actions .buttons .primary"), way)
    else:
        press(page, page.locator(".actions .buttons button").last, way)


def flow(page: Page, way: Way) -> None:
    """One step of Speed & Flow: do the first thing that is shown to fit, as quickly as it goes.

    A scoring is closed only by the step after it was first seen.
    """
    scored = page.locator(SCENES["flow"]).count() > 0
    page.wait_for_function(WHAT_FITS, arg=scored)
    flow_at_once(page, way, scored)


def flow_at_once(page: Page, way: Way, scored: bool = True) -> None:
    """Do what is shown to fit now, if anything does."""
    target = page.evaluate(WHAT_FITS, scored)
    if not target or "end" in target:
        return
    if way == "keyboard":
        page.keyboard.press(target["key"])
    else:
        # nothing stands still here, so the press goes to where the thing is now
        tap = page.mouse.click if way == "mouse" else page.touchscreen.tap
        tap(target["x"], target["y"])


WHAT_FITS = """(scored) => {
  const find = (selector) => document.querySelector(selector);
  if (find('dialog[open] .rank')) return { end: true };
  const press = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const key = element.getAttribute('aria-keyshortcuts') ?? 'Enter';
    return { x: x + width / 2, y: y + height / 2, key };
  };
  const result = find('.scene button');
  if (result) return scored ? press(result) : { end: true };
  if (find('.scene, .own .pending, .middle .pending')) return false;
  const shy = find('.switch button[aria-pressed=false]');
  if (shy) return press(shy);
  const chosen = find('.held, .display [aria-pressed=true]');
  const what = [
    '.stop',
    chosen ? '.middle button:has(.playable)' : '.own .display button:has(.playable)',
    chosen ? '.own .display button:has(.empty), .display [aria-pressed=true]' : '.own .draw.fits',
    chosen ? '.held' : '.others button:has(.playable)',
  ].map(find).find(Boolean);
  return what ? press(what) : false;
}"""


PLAYERS: dict[str, Player] = {
    "photo_rummy": photo_rummy,
    "jericho": jericho,
    "souvenirs": souvenirs,
    "flow": flow,
}
