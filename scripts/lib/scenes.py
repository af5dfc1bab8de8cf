"""Every screen that a player can reach, and the way there, in any language."""

from collections.abc import Callable
from functools import lru_cache, partial

from playwright.sync_api import Page

from browser.absence import long_ago, on_server
from browser.coming import TIMED, close_tips, cover
from browser.meeting import api, know_the_games, play_quickly
from browser.players import FINAL, PLAYERS, flow_at_once
from camera import Camera
from quartett.arena.match import seat
from quartett.arena.schedule import Job, Setup
from quartett.core.log import dump_log

Scene = Callable[[Camera], None]

MIDDLE, LATE, LAST = 0.35, 0.9, 0.97
"""How far into a match there is something to see, it is crowded, it is all but over."""
FEW = {"photo_rummy": 2, "jericho": 3, "souvenirs": 2, "flow": 2}
CROWD = {"photo_rummy": 4, "jericho": 5, "souvenirs": 4, "flow": 4}
SEED = 20261116
STEPS, PAUSE_MS = 40, 100
"""How long somebody plays where all play at once."""
REVIEW_MS = 120_000
"""How long a review may take."""
MY_TURN = "async () => (await (await fetch('/api/me/home')).json()).turns.length > 0"
BRIEF = {"cards": 8, "target": 1, "countdown_ms": 1500}


@lru_cache
def played(game: str, players: int) -> tuple[bytes, int]:
    """A match between bots as a file, and how many entries it has."""
    options = {"target": 60} if game in TIMED else {}
    table = seat(Setup(game, (("easy",) * players,), SEED, options=options), Job(0, 0, 0))
    table.play()
    record = table.match.record()
    return dump_log(record), len(record.entries)


def bring(page: Page, game: str, players: int) -> tuple[str, int]:
    """Such a match on the server; the id of its table, and its number of entries."""
    log, entries = played(game, players)
    answer = page.request.post("/api/replays", data=log).json()
    return str(answer["table"]["id"]), entries


def moment(page: Page, game: str, players: int, part: float) -> str:
    """The path of a table that continues such a match from a moment."""
    id, entries = bring(page, game, players)
    wish = {"entry": int(part * entries), "seat": 0, "you": "Annabelle"}
    return str(page.request.post(f"/api/tables/{id}/again", data=wish).json()["table"]["path"])


def table(page: Page, game: str, bots: int, people: int = 1, **wishes: object) -> str:
    """A table for Annabelle, that many people and bots; its path."""
    seats: list[dict[str, str]] = [{}] * people + [{"kind": "bot", "level": "easy"}] * bots
    wish = {"game": game, "you": "Annabelle", "seats": seats, **wishes}
    return str(page.request.post("/api/tables", data=wish).json()["table"]["path"])


def start(page: Page, path: str) -> None:
    """Start the match of a table and go there."""
    page.request.post(f"{api(path)}/start", data={})
    page.goto(path)


def settle(page: Page, game: str) -> None:
    """Until the table is there, with the tips out of the way."""
    page.locator(".play .card").first.wait_for()
    if game not in TIMED and page.evaluate(f"localStorage['quartett.tips.{game}'] === undefined"):
        close_tips(page, "mouse")


def come(page: Page, game: str, players: int, part: float) -> None:
    """Sit at a table where so much of a match is played."""
    if game not in TIMED:
        page.goto(moment(page, game, players, part))
        return settle(page, game)
    # nobody can go on from a moment of a match in which all play at once
    start(page, table(page, game, players - 1, options={"countdown_ms": 1500}))
    page.locator(".middle .heap [data-card]").first.wait_for()
    for _ in range(int(part * STEPS)):
        flow_at_once(page, "mouse")
        page.wait_for_timeout(PAUSE_MS)
    return None


# The house


def start_page(camera: Camera) -> None:
    """The start page, and what opens on it."""
    page = camera.page
    page.goto("/")
    cover(page, "flow").wait_for()
    camera.shoot("start")
    page.locator("header button:visible").last.click()
    camera.shoot("settings")
    page.keyboard.press("Escape")
    cover(page, "souvenirs").locator("button:not(.primary)").first.click()
    page.locator("dialog[open] summary").first.click()
    camera.shoot("new-table")
    page.goto("/")
    cover(page, "flow").locator("button.primary").click()
    page.locator("dialog[open] .primer li").first.wait_for()
    camera.shoot("flow-first-match")
    page.goto("/learn")
    page.locator(".today").wait_for()
    camera.shoot("learn")


def waiting_room(camera: Camera) -> None:
    """An invitation, as its host and its guests see it."""
    page, guest = camera.page, camera.friend()
    for game in ("jericho", "flow"):
        path = table(page, game, 1, people=3)
        page.goto(path)
        page.locator("main ul select").first.wait_for()
        guest.page.goto(path)
        guest.page.locator("main button.primary").wait_for()
        guest.shoot(f"{game}-join")
        guest.page.request.post(f"{api(path)}/join", data={"name": "Maximilian"})
        guest.page.reload()
        page.get_by_text("Maximilian").first.wait_for()
        camera.shoot(f"{game}-waiting-room")
    guest.page.locator("main ul").first.wait_for()
    guest.shoot("waiting-room-guest")
    guest.close()


def nothing_there(camera: Camera) -> None:
    """Addresses behind which there is nothing, and no connection at all."""
    page = camera.page
    for name, path in {
        "error-page": "/somewhere",
        "error-table": "/t/no-such-table",
        "error-damaged": camera.studio.damaged,
        "error-replay": "/replay/no-such-table",
        "error-review": "/review/no-such-table",
        "error-puzzle": "/puzzles/no-such-puzzle",
        "error-challenge": "/challenge/no-such-challenge",
    }.items():
        page.goto(path)
        page.locator("main h1").wait_for()
        camera.shoot(name)
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.locator("main button").first.wait_for()
    camera.shoot("error-offline")
    page.context.set_offline(False)


def shared_deals(camera: Camera) -> None:
    """The day's deal before and after it was played, a challenge, and one's own tables."""
    page = camera.page
    page.goto("/daily/souvenirs")
    page.locator("main button.primary").wait_for()
    page.locator("main details summary").click()
    camera.shoot("daily")
    page.locator("main button.primary").click()
    page.locator(".play").wait_for()
    play_quickly(page, camera.studio.url)
    table_path = page.url
    page.goto("/daily/souvenirs")
    page.locator(".results").wait_for()
    camera.shoot("daily-played")
    sent = page.request.post(f"{api(table_path)}/challenge", data={}).json()
    guest = camera.friend()
    guest.page.goto(sent["path"])
    guest.page.locator(".dare").wait_for()
    guest.shoot("challenge")
    guest.page.locator("main button.primary").click()
    guest.page.locator(".play").wait_for()
    play_quickly(guest.page, camera.studio.url)
    guest.page.goto(sent["path"])
    guest.page.locator(".names").wait_for()
    guest.shoot("challenge-played")
    guest.close()
    page.goto("/")
    cover(page, "flow").wait_for()
    camera.shoot("start-with-own-tables")


def remembered(camera: Camera) -> None:
    """Somebody's own page as a guest and with a kept name, and the history after two matches."""
    page = camera.page
    page.goto("/me")
    page.locator("main button.primary").first.wait_for()
    camera.shoot("me")
    page.locator("main input").first.fill("Annabelle")
    page.locator("main button.primary").first.click()
    page.locator("main ol, main ul").first.wait_for()
    camera.shoot("me-kept")
    for _ in range(2):
        start(page, table(page, "souvenirs", 1))
        page.locator(".play").wait_for()
        play_quickly(page, camera.studio.url)
    page.goto("/history")
    page.locator("#matches li").first.wait_for()
    camera.shoot("history")


def club_night(camera: Camera) -> None:
    """An evening: opened, with guests, while a round is played, on a big screen, and over."""
    page, guest = camera.page, camera.friend()
    page.goto("/evening?game=souvenirs")
    page.locator("main button.primary").first.wait_for()
    camera.shoot("evening-new")
    wish = {"game": "souvenirs", "you": "Annabelle", "rounds": 2, "seats": 2, "level": "random"}
    id = page.request.post("/api/evenings", data=wish).json()["id"]
    guest.page.goto(f"/evening/{id}")
    guest.page.locator("main button.primary").first.wait_for()
    guest.shoot("evening-join")
    guest.page.request.post(f"/api/evenings/{id}/join", data={"name": "Maximilian"})
    page.goto(f"/evening/{id}")
    page.get_by_text("Maximilian").first.wait_for()
    camera.shoot("evening-waiting")
    page.request.post(f"/api/evenings/{id}/start", data={"round": 1})
    page.reload()
    page.locator("main table, main ol").first.wait_for()
    camera.shoot("evening-running")
    page.goto(f"/evening/{id}/screen")
    page.get_by_text("Maximilian").first.wait_for()
    camera.shoot("evening-screen")
    guest.close()


# The states of a table


def hot_seat(camera: Camera) -> None:
    """The curtain between two people at one device."""
    page = camera.page
    path = table(page, "jericho", 1, people=2)
    page.request.post(f"{api(path)}/sit", data={"seat": 1, "name": "Maximilian"})
    start(page, path)
    page.locator(".curtain").wait_for()
    camera.shoot("state-hot-seat")


def company(camera: Camera) -> None:
    """Somebody is away, the clock runs out, the line is cut."""
    page, guest = camera.page, camera.friend()
    path = table(page, "jericho", 1, people=2, turn_seconds=30)
    guest.page.goto("/")
    guest.page.request.post(f"{api(path)}/join", data={"name": "Maximilian"})
    start(page, path)
    settle(page, "jericho")
    page.locator(".note [role=status]").first.wait_for()
    camera.shoot("state-absent")
    page.context.set_offline(True)
    page.locator(".table.cut").wait_for()
    camera.shoot("state-offline")
    page.context.set_offline(False)
    page.locator(".table.cut").wait_for(state="detached")
    guest.page.goto(path)
    settle(guest.page, "jericho")
    guest.page.locator(".clock.late").first.wait_for()
    guest.shoot("state-clock")
    guest.close()


def away(camera: Camera) -> None:
    """What happened at a table over days while somebody was away."""
    page, guest, site = camera.page, camera.friend(), camera.studio.site
    know_the_games(page)
    path = table(page, "souvenirs", 2, people=2, turn_seconds=86400, options={"starter": 1})
    guest.page.goto("/")
    guest.page.request.post(f"{api(path)}/join", data={"name": "Maximilian"})
    start(page, path)
    page.locator(".play .card").first.wait_for()
    page.goto("/rules/souvenirs")
    guest.page.goto(path)
    play_quickly(guest.page, camera.studio.url, 2, watched=False)
    page.wait_for_function(MY_TURN)
    on_server(site, long_ago(site, path.rpartition("/")[2]))
    page.goto(path)
    page.locator("dialog[open] li").first.wait_for()
    camera.shoot("state-away")
    guest.close()


def why_not(camera: Camera) -> None:
    """A draft that lacks something, explained at the table; the table's menu and its panel."""
    page = camera.page
    path = table(page, "photo_rummy", 2)
    start(page, path)
    settle(page, "photo_rummy")
    page.locator(".stacks button").first.click()
    page.locator("[data-drop=rack] [data-card]").first.click()
    page.locator(".scroller [data-drop=new]").click()
    camera.shoot("photo_rummy-draft")
    page.locator(".status button").first.click()
    page.locator("dialog[open] h3, dialog[open] h4").first.wait_for()
    camera.shoot("why-not")


def watching(camera: Camera) -> None:
    """A table as a spectator sees it."""
    path = table(camera.page, "souvenirs", 3)
    start(camera.page, path)
    play_quickly(camera.page, camera.studio.url, 4)
    guest = camera.friend()
    guest.page.goto(path)
    guest.page.locator(".play .card").first.wait_for()
    guest.shoot("state-watching")
    guest.close()


# The games


def first_match(camera: Camera) -> None:
    """Speed & Flow for the first time: the practice round; and the ready scene of a real match."""
    page = camera.page
    page.goto("/")
    cover(page, "flow").locator("button.primary").click()
    page.locator("dialog[open] button.primary").click()
    page.locator(".coach").wait_for()
    for _ in range(60):
        flow_at_once(page, "mouse")
        page.wait_for_timeout(60)
    camera.shoot("flow-practice")
    start(page, table(page, "flow", 3, options={"countdown_ms": 30000}))
    page.locator(".ready").wait_for()
    camera.shoot("flow-ready")


def exercises(camera: Camera, game: str) -> None:
    """The rules, the first step of the lesson, and a puzzle."""
    page = camera.page
    page.goto(f"/rules/{game}")
    page.locator("main h1").wait_for()
    camera.shoot(f"{game}-rules")
    page.goto(f"/learn/{game}")
    page.locator(".table .card").first.wait_for()
    camera.shoot(f"{game}-lesson")
    puzzles = page.request.get("/api/puzzles").json()["puzzles"]
    ids = [each["id"] for each in puzzles if each["game"] == game]
    if ids:
        page.goto(f"/puzzles/{ids[0]}")
        page.locator(".table .card").first.wait_for()
        camera.shoot(f"{game}-puzzle")


def match(camera: Camera, game: str) -> None:
    """A table at its beginning, in the middle, crowded, and what comes after the last move."""
    page = camera.page
    path = table(page, game, CROWD[game] - 1)
    start(page, path)
    page.locator(".play .card").first.wait_for()
    if game not in TIMED:
        page.locator(".tip").wait_for()
        camera.shoot(f"{game}-tips")
    settle(page, game)
    camera.shoot(f"{game}-begin")
    for name, players, part in (
        ("few", FEW[game], MIDDLE),
        ("middle", CROWD[game], MIDDLE),
        ("late", CROWD[game], LATE),
    ):
        come(page, game, players, part)
        camera.shoot(f"{game}-{name}")
    page.locator("header button:visible").last.click()
    page.locator("dialog[open]").wait_for()
    camera.shoot(f"{game}-menu")


def panel(camera: Camera, game: str) -> None:
    """Score and log where they are a sheet."""
    page = camera.page
    come(page, game, 3, MIDDLE)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("header .panel button").click()
    page.locator("dialog[open]").wait_for()
    camera.shoot(f"{game}-panel")


def end(camera: Camera, game: str) -> None:
    """The final screen, the replay and the review."""
    page = camera.page
    know_the_games(page)
    if game in TIMED:
        start(page, table(page, game, 2, options=BRIEF))
    else:
        page.goto(moment(page, game, 3, LAST))
    page.locator(".play").wait_for()
    play_quickly(page, camera.studio.url)
    page.reload()
    skip = page.locator(".tally button").last
    page.locator(FINAL).first.or_(skip).wait_for()
    if skip.count() > 0:
        skip.click()
    page.locator(FINAL).first.wait_for()
    page.locator(".luck .more, .luck b").first.wait_for()
    camera.shoot(f"{game}-final")
    id, entries = bring(page, game, 3)
    page.goto(f"/review/{id}")
    page.locator("#costly, #insights").first.wait_for()
    page.locator("#progress").wait_for(state="detached", timeout=REVIEW_MS)
    camera.shoot(f"{game}-review")
    page.goto(f"/replay/{id}?step={entries // 2}")
    page.locator("input[type=range]").wait_for()
    page.locator(".table .card").first.wait_for()
    camera.shoot(f"{game}-replay")


SCENES: dict[str, Scene] = {
    "start": start_page,
    "waiting": waiting_room,
    "errors": nothing_there,
    "shared": shared_deals,
    "remembered": remembered,
    "evening": club_night,
    "hot-seat": hot_seat,
    "company": company,
    "away": away,
    "why-not": why_not,
    "watching": watching,
    "first-match": first_match,
    **{
        f"{game}-{name}": partial(scene, game=game)
        for game in PLAYERS
        for name, scene in {"learn": exercises, "match": match, "panel": panel, "end": end}.items()
    },
}
