"""Reviews of finished matches, made between the bots' thoughts and kept with the match.

One review is worked on at a time, half a second at a time, in the lane of those whom nobody waits
for; so neither tables nor bots notice. How many wait is bounded, for each address too.
"""

import asyncio
from collections import OrderedDict, deque

import msgspec

from quartett.core.forms import Json
from quartett.core.history import history
from quartett.core.log import AnyLog
from quartett.review import Review, ReviewDraft, SpeedReview, go_on, review
from quartett.review.evaluator import evaluator_of
from quartett.server.bots.pool import Lane
from quartett.server.refusals import Refusal
from quartett.server.shared.limits import network_of
from quartett.server.shared.services import Services
from quartett.server.store.store import Attachment, StoreUnavailableError

SLICE_SECONDS = 0.5
"""How long one review is worked on before the next one's turn comes."""

MAX_WAITING, MAX_OF_ADDRESS = 64, 3
"""How many reviews may wait, of all and of one address."""

AGAIN_SECONDS = 1.0
"""How often storing a review is tried while the database cannot be written to."""

MAX_ENTRIES = 4000
"""A longer match is not reviewed."""

MAX_REMEMBERED = 200
"""How many failures are remembered, so that they are not tried again and again."""


class KeptReview(msgspec.Struct, frozen=True):
    """A review as it is stored: whole, and where in the log its entries stand."""

    places: tuple[int, ...]
    actions: tuple[Json | None, ...]
    """What was done, entry by entry."""
    turns: Review | None = None
    speed: SpeedReview | None = None


class Making(msgspec.Struct):
    """A review that waits or is being made."""

    name: str
    table: str
    network: str
    log: AnyLog
    places: tuple[int, ...]
    """Where in the log the entries stand that count: one for each step of the review."""
    draft: ReviewDraft
    failed: bool = False
    working: bool = False


class Reviews:
    """The reviews of a server: those kept, and those in the making."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._queue: deque[Making] = deque()
        self._known: OrderedDict[str, Making] = OrderedDict()
        self._worker: asyncio.Task[None] | None = None

    async def find(self, table: str, match: int) -> "KeptReview | Making | None":
        """A review, or how far it is; None where nobody has asked for it."""
        name = f"{table}/{match}"
        if name in self._known:
            return self._known[name]
        for kept in await self._services.store.attached("review", name, limit=1):
            return msgspec.json.decode(kept.document, type=KeptReview)
        return None

    async def begin(self, table: str, match: int, log: AnyLog, address: str) -> Making:
        """Have a review made; refused where too many wait."""
        if len(log.entries) > MAX_ENTRIES:
            raise Refusal("no_review", 422)
        places = await asyncio.to_thread(places_of, log)
        network = network_of(address)
        of_address = sum(each.network == network for each in self._queue)
        if len(self._queue) >= MAX_WAITING or of_address >= MAX_OF_ADDRESS:
            raise Refusal("too_busy", 503)
        name = f"{table}/{match}"
        if name in self._known:
            return self._known[name]  # somebody else asked meanwhile
        making = Making(name, table, network, log, places, ReviewDraft())
        self._known[name] = making
        self._queue.append(making)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        return making

    def close(self) -> None:
        """Stop; unfinished reviews start over when somebody asks."""
        if self._worker is not None:
            self._worker.cancel()

    async def _work(self) -> None:
        try:
            while self._queue:
                making = self._queue[0]
                try:
                    await self._make(making)
                except Exception as error:
                    making.failed = True
                    self._services.metrics.errors += 1
                    self._services.log.warning("review_failed", why=type(error).__name__)
                self._queue.popleft()
                self._forget_old()
        finally:
            self._worker = None

    async def _make(self, making: Making) -> None:
        making.working = True
        seconds = 0.0  # the first piece is what is known without thinking
        while True:
            deals = deals_for(making.log, self._services.settings.review_worlds)
            lane = Lane(making.table)
            found = await self._services.bots.work(
                lane, review_slice, making.log, making.draft, seconds, deals
            )
            if not isinstance(found, ReviewDraft):
                break
            making.draft, seconds = found, SLICE_SECONDS
        kept = _encoded(making, found)
        await self._keep(Attachment("review", making.name, "", making.table, kept))
        del self._known[making.name]

    async def _keep(self, attachment: Attachment) -> None:
        """Keep what was worked out at length, however long the database is away or full."""
        while True:
            try:
                await self._services.store.attach(attachment)
                return
            except StoreUnavailableError as error:
                self._services.metrics.errors += 1
                self._services.log.warning("review_waits", why=type(error).__name__)
                await self._services.time.sleep(AGAIN_SECONDS)

    def _forget_old(self) -> None:
        for name in [name for name, each in self._known.items() if each.failed][:-MAX_REMEMBERED]:
            del self._known[name]


def review_slice(
    log: AnyLog, draft: ReviewDraft, seconds: float, deals: int | None
) -> ReviewDraft | Review | SpeedReview:
    """A piece of a review, in another process."""
    if deals is None:
        return review(log)
    return go_on(log, draft, seconds, deals)


def deals_for(log: AnyLog, worlds: int) -> int | None:
    """How many of these worlds each step gets; None if there is nothing to deal."""
    from quartett.games import get

    if get(log.header.game).timed:
        return None
    usual = evaluator_of(log.header.game).deals
    return min(usual, max(1, worlds // max(1, len(log.entries))))


def places_of(log: AnyLog) -> tuple[int, ...]:
    """Where in the log the entries stand that count; a long log is best read in a thread."""
    from quartett.games import get

    return tuple(step.number for step in history(get(log.header.game), log).line)


def _encoded(making: Making, found: Review | SpeedReview) -> bytes:
    actions = tuple(action_of(making.log, at) for at in making.places)
    turns = found if isinstance(found, Review) else None
    speed = found if isinstance(found, SpeedReview) else None
    return msgspec.json.encode(KeptReview(making.places, actions, turns, speed))


def action_of(log: AnyLog, at: int) -> Json | None:
    """What was done at a place in the log, as JSON values."""
    action: Json | None = msgspec.to_builtins(log.entries[at].action)
    return action
