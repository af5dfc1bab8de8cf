"""The HTTP API of looking back: what each address does. Everybody sees their own results only."""

from quartett.core.errors import FormatError
from quartett.protocol.bodies import Nothing
from quartett.protocol.history import (
    CostlyDecisions,
    ForgetHistory,
    HistoryPage,
    Learnt,
    Rivals,
    Statistics,
)
from quartett.server.history import learning_progress, own_results
from quartett.server.http.requests import Call, Endpoint
from quartett.server.learning import costly_decisions
from quartett.server.table.permissions import Role, needs


@needs(Role.STRANGER)
async def my_matches(call: Call, _: Nothing) -> HistoryPage:
    """My finished matches, the latest first.

    `game`, `against` (`people` or `bots`) and `opponent` (an id from here) choose among them;
    `before` asks for the next page.
    """
    query = call.request.query_params
    against = query.get("against", "all")
    if against not in ("all", "people", "bots"):
        raise FormatError("`against`: all, people or bots")
    return await own_results.page(
        call.tables.services.store,
        call.browser,
        query.get("game"),
        against,  # type: ignore[arg-type]
        query.get("opponent"),
        query.get("before"),
    )


@needs(Role.STRANGER)
async def my_statistics(call: Call, _: Nothing) -> Statistics:
    """What my matches add up to, game by game: sums, bests, opponents, strength."""
    return await own_results.statistics_of(call.tables.services.store, call.browser)


@needs(Role.STRANGER)
async def my_rivals(call: Call, _: Nothing) -> Rivals:
    """The level of my rival in each game, which plays as well as I do."""
    return await own_results.rivals_of(call.tables.services.store, call.browser)


@needs(Role.STRANGER)
async def my_decisions(call: Call, _: Nothing) -> CostlyDecisions:
    """The decisions that cost me most in a game (`game=…`), from the reviews that are kept."""
    game = call.request.query_params.get("game", "")
    return await costly_decisions.decisions(
        call.tables.services.store, call.browser, game, call.language
    )


@needs(Role.STRANGER)
async def forget_matches(call: Call, request: ForgetHistory) -> HistoryPage:
    """Forget my matches, or those before a moment; others keep theirs, with my name replaced."""
    store = call.tables.services.store
    if call.browser is not None:
        await store.change(own_results.forget(call.browser, request.before))
    return await own_results.page(store, call.browser)


@needs(Role.STRANGER)
async def my_learnt(call: Call, _: Nothing) -> Learnt:
    """What is kept with my name of puzzles that I solved and matches that I looked back at."""
    person = await call.people.person(call.device)
    return await learning_progress.learnt(call.tables.services.store, person.id)


@needs(Role.STRANGER)
async def put_learnt_together(call: Call, request: Learnt) -> Learnt:
    """Add what this device remembers to what is kept with my name; all of it together."""
    person = await call.people.person(call.device)
    return await learning_progress.put_together(call.tables.services.store, person.id, request)


ME = "/api/me"

ENDPOINTS = (
    Endpoint("GET", f"{ME}/history", my_matches, HistoryPage),
    Endpoint("POST", f"{ME}/history/forget", forget_matches, HistoryPage, ForgetHistory),
    Endpoint("GET", f"{ME}/statistics", my_statistics, Statistics, costs="reads"),
    Endpoint("GET", f"{ME}/rivals", my_rivals, Rivals),
    Endpoint("GET", f"{ME}/decisions", my_decisions, CostlyDecisions, costs="reads"),
    Endpoint("GET", f"{ME}/learnt", my_learnt, Learnt),
    Endpoint("POST", f"{ME}/learnt", put_learnt_together, Learnt, Learnt),
)
