"""Whose the attempts at shared deals are, once a guest turns out to keep their name already."""

from collections.abc import Iterable

import msgspec

from quartett.server.learning.deals import DealPlan
from quartett.server.store.store import Attachment, Statement

# Of two attempts at the same cards the one that was begun first counts, whosever it was.
_EARLIER = """
SELECT 1 FROM keepsakes AS other WHERE other.kind = 'result' AND other.name = keepsakes.name"""
_MINE_IS_LATER = f"""
DELETE FROM keepsakes WHERE kind = 'result' AND who = ?2 AND EXISTS
    ({_EARLIER} AND other.who = ?1 AND other.kept_at < keepsakes.kept_at)"""
_GUESTS_IS_LATER = f"""
DELETE FROM keepsakes WHERE kind = 'result' AND who = ?1 AND EXISTS
    ({_EARLIER} AND other.who = ?2)"""
_PASSED_ON = "UPDATE keepsakes SET who = ?2 WHERE kind = 'result' AND who = ?1"
_SENT_BY = "UPDATE keepsakes SET document = ?4 WHERE kind = ?1 AND name = ?2 AND who = ?3"


def passed_on(kept: Iterable[Attachment], old: str, new: str) -> list[Statement]:
    """A guest's attempts are a person's, and so are those of the `kept` challenges they sent."""
    whose = old, new
    moved: list[Statement] = [
        (query, whose) for query in (_MINE_IS_LATER, _GUESTS_IS_LATER, _PASSED_ON)
    ]
    return moved + [
        (_SENT_BY, (each.kind, each.name, each.who, msgspec.json.encode(sent)))
        for each in kept
        if (sent := _sent_by(each, old, new)) is not None
    ]


def _sent_by(kept: Attachment, old: str, new: str) -> DealPlan | None:
    """A challenge that was the guest's, as the person's."""
    if kept.kind != "deal":
        return None
    plan = msgspec.json.decode(kept.document, type=DealPlan)
    return msgspec.structs.replace(plan, rival=new) if plan.rival == old else None
