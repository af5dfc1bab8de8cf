"""The HTTP API where people learn: what each address does."""

import asyncio

from quartett.core.texts import LANGUAGES
from quartett.protocol.bodies import Join, Joined, Nothing
from quartett.protocol.learning import (
    Again,
    Challenge,
    Challenged,
    Lesson,
    PlayDeal,
    Puzzles,
    PuzzleSheet,
    ReviewShown,
    SharedDeal,
    Tried,
    TryOut,
)
from quartett.server.http.requests import Call, Endpoint
from quartett.server.learning import deals, exercises, tables
from quartett.server.learning.deals import DealPlan
from quartett.server.learning.outgoing import shown
from quartett.server.notices import answers
from quartett.server.refusals import Refusal
from quartett.server.table.permissions import Role, needs

# Lessons and puzzles: the same for everybody, made in a thread since positions are looked through


@needs(Role.STRANGER)
async def lesson(call: Call, _: Nothing) -> Lesson:
    """A game's lesson: positions, sentences, and every answer that is awaited."""
    return await asyncio.to_thread(exercises.lesson, call.path["game"], _language(call))


@needs(Role.STRANGER)
async def list_puzzles(call: Call, _: Nothing) -> Puzzles:
    """All puzzles, and which is today's (UTC)."""
    day = deals.day_of(await call.tables.services.store.now())
    return await asyncio.to_thread(exercises.puzzles, day)


@needs(Role.STRANGER)
async def puzzle(call: Call, _: Nothing) -> PuzzleSheet:
    """A puzzle with its hints, its explanation, and every answer that can be listed."""
    return await asyncio.to_thread(exercises.puzzle, call.path["id"], _language(call))


@needs(Role.STRANGER)
async def try_out(call: Call, request: TryOut) -> Tried:
    """What the rules say of an action or a draft in a lesson's step or a puzzle."""
    return await asyncio.to_thread(exercises.try_out, call.path["id"], request, call.language)


# Reviews


@needs(Role.SPECTATOR)
async def look_back(call: Call, _: Nothing) -> ReviewShown:
    """The review of a finished match, as far as it is there; POST has it made."""
    table, match = await _finished_match(call)
    return shown(await call.learning.reviews.find(table, match), call.language)


@needs(Role.SPECTATOR)
async def begin_review(call: Call, _: Nothing) -> ReviewShown:
    """Have a finished match reviewed, unless that was done already."""
    table, match = await _finished_match(call)
    found = await call.learning.reviews.find(table, match)
    if found is None:
        call.limits.spend("reviews", call.address)
        log = await (await call.table()).finished(call.caller, match)
        found = await call.learning.reviews.find(table, match)
        found = found or await call.learning.reviews.begin(table, match, log, call.address)
    return shown(found, call.language)


@needs(Role.SPECTATOR)
async def play_again(call: Call, request: Again) -> Joined:
    """Play on from a moment of a finished match, at a private table against bots."""
    actor = await call.table()
    log = await actor.finished(call.caller, request.match)
    doc, past = await actor.document(), await actor.past_match(call.caller, request.match)
    await call.limits.quota.check(call.address)
    made = tables.moment(
        doc,
        past,
        log,
        request.entry,
        request.seat,
        request.you,
        call.recognise_browser(),
        call.tables.services.bots,
        call.tables.services.time.wall_ms(),
    )
    return await _seated(call, made)


# Deals that many play


@needs(Role.STRANGER)
async def daily_deal(call: Call, _: Nothing) -> SharedDeal:
    """The day's deal of a game (`day=…`: of an earlier day, with its secret) and its results."""
    plan = await _daily(call, call.request.query_params.get("day"))
    return await call.learning.deals.show(plan, call.browser)


@needs(Role.STRANGER)
async def play_daily(call: Call, request: PlayDeal) -> Joined:
    """Play the day's deal, or go on with it: a browser has one attempt."""
    return await _play(call, await _daily(call, None), request.you)


@needs(Role.STRANGER)
async def challenge(call: Call, _: Nothing) -> SharedDeal:
    """A friend's challenge, and the results of all who took it up."""
    plan = await deals.challenge(call.tables.services, call.path["id"])
    found = await call.learning.deals.show(plan, call.browser)
    await answers.looked(call.tables.services.store, call.browser, plan.id)
    return found


@needs(Role.STRANGER)
async def take_up(call: Call, request: PlayDeal) -> Joined:
    """Take up a challenge, or go on with it: a browser has one attempt."""
    plan = await deals.challenge(call.tables.services, call.path["id"])
    return await _play(call, plan, request.you)


@needs(Role.SEATED)
async def send_challenge(call: Call, request: Challenge) -> Challenged:
    """Let friends try to beat one's result on the deal of one's finished match against bots."""
    actor = await call.table()
    doc, you = await actor.finisher(call.caller)
    if request.match not in (None, doc.match):
        raise Refusal("no_such_match", 404)
    plan = await call.learning.deals.send(doc, call.recognise_browser(), you)
    return Challenged(id=plan.id, path=f"/challenge/{plan.id}")


async def _daily(call: Call, day: str | None) -> DealPlan:
    services = call.tables.services
    return deals.daily(services, call.path["game"], await deals.asked_day(services, day))


async def _play(call: Call, plan: DealPlan, you: str) -> Joined:
    browser = call.recognise_browser()
    begun = await call.learning.deals.attempt(plan, browser)
    if begun is None or begun.table is None:
        if plan.is_public(await call.tables.services.store.now()):
            raise Refusal("public_deal", 409)
        await call.limits.quota.check(call.address)
        made = tables.dealt(plan, you, browser, call.tables.services.time.wall_ms())
        joined = await _seated(call, made)
        table = await call.learning.deals.enter(plan, browser, joined.table.id, you)
        if table == joined.table.id:
            return joined
        # Another tab of this browser was first: that one counts.
        await (await call.tables.find(joined.table.id)).leave(call.stranger, Nothing())
    else:
        table = await call.learning.deals.enter(plan, browser, begun.table, you)
    return await (await call.tables.find(table)).join(call.stranger, Join())


async def _seated(call: Call, made: tables.Ready) -> Joined:
    doc, person, entries = made
    joined = await call.tables.seat(doc, person, entries)
    call.limits.quota.note(call.address, joined.table.id)
    return joined


async def _finished_match(call: Call) -> tuple[str, int]:
    """The requested table and match, if the caller may see them."""
    actor = await call.table()
    past = await actor.past_match(call.caller, _number(call))
    return actor.id, past.match


def _number(call: Call) -> int | None:
    text = call.request.query_params.get("match")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal("no_such_match", 404, match=text)
    return int(text)


def _language(call: Call) -> str:
    language = call.path["language"]
    if language not in LANGUAGES:
        raise Refusal("no_such_language", 404, language=language)
    return language


TABLE = "/api/tables/{id}"
DAILY = "/api/daily/{game}"
CHALLENGE = "/api/challenges/{id}"

ENDPOINTS = (
    Endpoint("GET", "/api/lessons/{game}/{language}", lesson, Lesson, stored=False),
    Endpoint("GET", "/api/puzzles", list_puzzles, Puzzles),
    Endpoint("GET", "/api/puzzles/{id}/{language}", puzzle, PuzzleSheet, stored=False),
    Endpoint("POST", "/api/exercises/{id}/try", try_out, Tried, TryOut, stored=False),
    Endpoint("GET", f"{TABLE}/review", look_back, ReviewShown),
    Endpoint("POST", f"{TABLE}/review", begin_review, ReviewShown, Nothing),
    Endpoint("POST", f"{TABLE}/again", play_again, Joined, Again, 201, costs="tables"),
    Endpoint("POST", f"{TABLE}/challenge", send_challenge, Challenged, Challenge, 201),
    Endpoint("GET", DAILY, daily_deal, SharedDeal),
    Endpoint("POST", DAILY, play_daily, Joined, PlayDeal, 201, costs="tables"),
    Endpoint("GET", CHALLENGE, challenge, SharedDeal),
    Endpoint("POST", CHALLENGE, take_up, Joined, PlayDeal, 201, costs="tables"),
)
