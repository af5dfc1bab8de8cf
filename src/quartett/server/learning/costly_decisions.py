"""The decisions that cost somebody most, from the reviews that are kept of their latest matches."""

from collections.abc import Iterator

import msgspec

from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.protocol.history import CostlyDecision, CostlyDecisions
from quartett.review.wording import in_words
from quartett.server.learning.reviews import KeptReview
from quartett.server.store.store import Store

MAX_REVIEWS, MAX_DECISIONS = 12, 5
"""How many reviews are read, and how much is told of them."""

_REVIEWS = """
SELECT mine.table_id, mine.match, mine.seat, mine.ended_at, document
FROM (SELECT * FROM results WHERE who = ?1 AND kind = 'person' AND game = ?2
    ORDER BY ended_at DESC LIMIT 1000) AS mine
JOIN keepsakes ON keepsakes.kind = 'review' AND keepsakes.who = ''
    AND keepsakes.name = mine.table_id || '/' || CAST(mine.match AS TEXT)
ORDER BY mine.ended_at DESC LIMIT ?3"""


async def decisions(store: Store, me: str | None, game: str, language: str) -> CostlyDecisions:
    """The most expensive decisions of a game, the worst first."""
    rows = await store.rows(_REVIEWS, me, game, MAX_REVIEWS) if me else []
    found = [each for row in rows for each in _of(game, language, *row)]
    worst = sorted(found, key=lambda each: -each.lost)[:MAX_DECISIONS]
    return CostlyDecisions(reviewed=len(rows), decisions=worst)


def _of(
    game: str, language: str, table: str, match: int, seat: int, ended_at: int, document: bytes
) -> Iterator[CostlyDecision]:
    try:
        kept = msgspec.json.decode(document, type=KeptReview)
    except msgspec.DecodeError:
        return  # written by a version with other reviews
    for step in kept.turns.steps if kept.turns is not None else ():
        if step.seat == seat and step.is_mistake:
            yield CostlyDecision(
                table=table,
                match=match,
                entry=step.entry,
                ended_at=ended_at,
                lost=-step.delta,
                played=_said(game, kept.actions[step.entry], language, step.places),
                best=_said(game, step.best, language, step.best_places),
            )


def _said(game: str, action: GameValue, language: str, places: Json) -> str | None:
    return None if action is None else in_words(game, action, language, places)
