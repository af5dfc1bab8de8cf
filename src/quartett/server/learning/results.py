"""How those who play a shared deal did, and what hard reaches in the same seat.

Results are what the server's own log gives when it is played again. A browser counts once, by
whatever link it came to the cards: who takes up a challenge on the day's deal has played the day's
deal.
"""

import asyncio
from collections import OrderedDict
from typing import Literal

import msgspec
from msgspec.structs import replace

from quartett import audit, games
from quartett.core.errors import QuartettError
from quartett.core.game import AnyGame
from quartett.core.match import AnyMatch, Match
from quartett.core.outcome import Outcome
from quartett.protocol.learning import ResultShown, Share, SharedDeal
from quartett.server.bots.pool import Lane
from quartett.server.bots.seats import bot_seed
from quartett.server.learning.deals import DealPlan, plan_from
from quartett.server.learning.fellow_players import circle
from quartett.server.shared.services import Services
from quartett.server.store.documents import TableDocument, from_stored
from quartett.server.store.store import Attachment
from quartett.server.table import replays
from quartett.server.tokens import new_id

State = Literal["new", "playing", "done", "over"]
HARD = "hard"
MAX_RESULTS = 10_000
MAX_COUNTED = 50
"""How many tables are read at a time."""

FRESH_SECONDS = 1.0
"""The longest time that a list of results is cached."""

MAX_NAMES = 100
"""How many results are told by name."""

MAX_BOARDS = 64
"""Of how many deals the results are remembered; those asked for longest ago are forgotten."""


class StoredResult(msgspec.Struct, frozen=True):
    """How somebody did; without a score, their match is not over yet."""

    name: str = ""
    score: int | None = None
    place: int = 0
    won: bool = False


def result_of(outcome: Outcome, seat: int, name: str) -> StoredResult:
    """How a seat did."""
    score = outcome.scores[seat]
    place = 1 + sum(other > score for other in outcome.scores)
    won = seat in outcome.winners
    return StoredResult(name, score, 1 if won else max(2, place), won)


class Board:
    """What is known of the attempts at one deal, so that no request reads them all again."""

    def __init__(self) -> None:
        self.attempts: dict[str, Attachment] = {}
        self.found: dict[str, StoredResult] = {}
        self.changed: dict[str, int] = {}
        """When (ms) each table was last changed that is known to hold no result yet."""
        self.fresh_until = 0.0
        self.lock = asyncio.Lock()


class SharedDeals:
    """The results on deals, and who plays them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self._hard: dict[str, asyncio.Task[None]] = {}

    async def attempt(self, plan: DealPlan, browser: str | None) -> Attachment | None:
        """A browser's one attempt at the cards of a deal, if it has begun it."""
        if browser is None:
            return None
        found = await self._services.store.attached("result", plan.cards, browser, limit=1)
        return found[0] if found else None

    async def send(self, doc: TableDocument, browser: str, you: str) -> DealPlan:
        """The challenge on the match that somebody has just finished; always the same one."""
        store = self._services.store
        plan = plan_from(doc, new_id(), browser, await store.now())
        link, document = f"{doc.id}/{doc.match}", msgspec.json.encode(plan)
        own = await store.attach(Attachment("deal", link, "link", doc.id, document))
        plan = msgspec.json.decode(own.document, type=DealPlan)
        await store.attach(Attachment("deal", plan.id, "", doc.id, own.document))
        await self.enter(plan, plan.rival or browser, doc.id, you)
        return plan

    async def enter(self, plan: DealPlan, browser: str, table: str, name: str) -> str:
        """Note that a browser plays a deal; the table that counts, which may be an earlier one."""
        document = msgspec.json.encode(StoredResult(name))
        for deal in dict.fromkeys((plan.cards, plan.id)):
            kept = await self._services.store.attach(
                Attachment("result", deal, browser, table, document)
            )
            table = kept.table or table
            if (board := self._boards.get(deal)) is not None:
                board.fresh_until = 0.0
        return table

    async def show(self, plan: DealPlan, browser: str | None) -> SharedDeal:
        """A deal as a browser may see it: results only once it has played."""
        over = plan.is_public(await self._services.store.now())
        board = await self._board(plan)
        own = board.attempts.get(browser or "") or await self.attempt(plan, browser)
        mine = None if own is None else await self._own(plan, board, own)
        done = mine is not None and mine.score is not None
        found = board.found if own is None or mine is None else board.found | {own.who: mine}
        known = {who: each for who, each in found.items() if each.score is not None}
        people = {who: each for who, each in known.items() if who != HARD}
        told = done or over
        if told and people and HARD not in known:
            self._let_hard_play(plan)
        return SharedDeal(
            id=plan.id,
            game=plan.game,
            day=plan.day,
            levels=list(plan.levels),
            state=_state(own, done, over),
            path=None if own is None or own.table is None else f"/t/{own.table}",
            mine=_shown(mine) if done else None,
            hard=_shown(known.get(HARD)) if told else None,
            rival=None
            if plan.rival is None
            else _shown(known.get(plan.rival), plan.rival == browser),
            played=len(people),
            results=_shares(people) if told else [],
            names=_names(people, browser) if told and plan.day is None else [],
            circle=await self._circle(plan, people, browser) if done and browser else [],
            commitment=plan.deal.commitment,
            seed=plan.seed if over else None,
            secret=plan.deal.secret if over else None,
        )

    async def _circle(
        self, plan: DealPlan, people: dict[str, StoredResult], browser: str
    ) -> list[ResultShown]:
        """One's own result on the day's deal among those of people whom one knows from a table."""
        if plan.day is None:
            return []
        known = await circle(self._services.store, browser, plan.id)
        shown = [
            replace(result, name=known[who].name, face=known[who].face) if who in known else result
            for who, each in people.items()
            if (who in known or who == browser)
            and (result := _shown(each, who == browser)) is not None
        ]
        return _ranked(shown) if len(shown) > 1 else []

    def close(self) -> None:
        """Let nobody play any more."""
        for task in self._hard.values():
            task.cancel()

    # Counting

    async def _board(self, plan: DealPlan) -> Board:
        """Everybody's results, cached briefly; concurrent requests share one read."""
        board = self._boards.setdefault(plan.id, Board())
        self._boards.move_to_end(plan.id)
        if len(self._boards) > MAX_BOARDS:
            self._boards.popitem(last=False)
        async with board.lock:
            if self._services.time.ticking() >= board.fresh_until:
                await self._look(plan, board)
                board.fresh_until = self._services.time.ticking() + FRESH_SECONDS
        return board

    async def _look(self, plan: DealPlan, board: Board) -> None:
        """Count the matches that have ended since; only tables that have changed are read."""
        store = self._services.store
        changed = await store.attached_tables("result", plan.id, MAX_RESULTS)
        kept = await store.attached("result", plan.id, limit=MAX_RESULTS)
        before, board.attempts = board.attempts, {each.who: each for each in kept}
        left = MAX_COUNTED
        for each in kept:
            known = board.found.get(each.who)
            same = each == before.get(each.who)  # a name may have been erased since
            if same and known is not None and known.score is not None:
                continue
            result = msgspec.json.decode(each.document, type=StoredResult)
            at = changed.get(each.table or "")
            if result.score is None and at is not None and left and self._is_new(board, each, at):
                left -= 1
                result = await self._count(plan, each, result)
                board.changed[each.table or ""] = at
            board.found[each.who] = result
        board.found = {who: board.found[who] for who in board.attempts if who in board.found}

    def _is_new(self, board: Board, attempt: Attachment, changed: int) -> bool:
        return board.changed.get(attempt.table or "") != changed

    async def _own(self, plan: DealPlan, board: Board, own: Attachment) -> StoredResult:
        """One's own result, at once, and for the others too if it was this very deal's."""
        result = board.found.get(own.who)
        if result is None or result.score is None:
            result = msgspec.json.decode(own.document, type=StoredResult)
            if result.score is None and own.table is not None:
                result = await self._count(plan, own, result)
            if own.name == plan.id:
                board.found[own.who] = result
        return result

    async def _count(self, plan: DealPlan, kept: Attachment, result: StoredResult) -> StoredResult:
        store = self._services.store
        assert kept.table is not None
        try:
            stored = await store.table(kept.table)
            past = () if stored is None else from_stored(stored).past
            played = next((each for each in past if each.header.seed == plan.seed), None)
            if stored is None or played is None:
                return result  # not over yet; what else was played there is another deal
            log = await replays.finished(store, from_stored(stored), played.match)
            # Played again from the deal: nothing but this deal and these moves counts.
            told = await asyncio.to_thread(audit.recompute, _rules(plan), log)
        except QuartettError:
            return result
        outcome = _rules(plan).outcome(told.state)
        if outcome is None:
            return result
        counted = result_of(outcome, plan.seat, result.name)
        if plan.seat in played.replaced:
            # A stand-in's win is nobody's.
            counted = msgspec.structs.replace(counted, place=max(2, counted.place), won=False)
        document = msgspec.json.encode(counted)
        await store.attach(msgspec.structs.replace(kept, document=document), replace=True)
        return counted

    # What hard reaches in the same seat

    def _let_hard_play(self, plan: DealPlan) -> None:
        if self._hard:
            return  # one after the other: the next request finds its turn has come
        task = asyncio.create_task(self._hard_plays(plan))
        self._hard[plan.id] = task
        task.add_done_callback(lambda _: self._hard.pop(plan.id, None))

    async def _hard_plays(self, plan: DealPlan) -> None:
        try:
            game = _rules(plan)
            match: AnyMatch = Match.start(game, len(plan.levels), plan.seed, plan.options)
            while match.outcome is None:
                seat = min(match.to_act)
                level = plan.levels[seat] or HARD
                seed = bot_seed(plan.seed, seat, len(match.entries))
                action, _ = await self._services.bots.choose(
                    Lane(plan.id), game, level, match.view(seat), match.legal(seat), seed
                )
                match.play(seat, action)
            result = result_of(match.outcome, plan.seat, HARD)
            attachment = Attachment("result", plan.id, HARD, None, msgspec.json.encode(result))
            await self._services.store.attach(attachment)
            if (board := self._boards.get(plan.id)) is not None:
                board.found[HARD] = result
        except Exception as error:
            self._services.metrics.errors += 1
            self._services.log.warning("hard_failed", why=type(error).__name__)


def _rules(plan: DealPlan) -> AnyGame:
    return games.get(plan.game)


def _state(own: Attachment | None, done: bool, over: bool) -> State:
    if done:
        return "done"
    if over:
        return "over"
    return "new" if own is None else "playing"


def _shown(result: StoredResult | None, this: bool = False) -> ResultShown | None:
    if result is None or result.score is None:
        return None
    return ResultShown(
        name=result.name, score=result.score, place=result.place, won=result.won, this=this
    )


def _shares(people: dict[str, StoredResult]) -> list[Share]:
    counts: dict[int, int] = {}
    for each in people.values():
        if each.score is not None:
            counts[each.score] = counts.get(each.score, 0) + 1
    return [Share(score=score, count=counts[score]) for score in sorted(counts)]


def _names(people: dict[str, StoredResult], browser: str | None) -> list[ResultShown]:
    shown = [_shown(each, who == browser) for who, each in people.items()]
    return _ranked([each for each in shown if each is not None])


def _ranked(shown: list[ResultShown]) -> list[ResultShown]:
    return sorted(shown, key=lambda each: (not each.won, -each.score))[:MAX_NAMES]
