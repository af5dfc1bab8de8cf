"""Exporting and erasing a person's data in tables and shared deals."""

from collections.abc import Collection

import msgspec

from quartett.core.forms import Json
from quartett.server.learning.deals import DealPlan
from quartett.server.learning.results import StoredResult
from quartett.server.store.documents import NAMELESS, TableDocument
from quartett.server.store.store import Attachment
from quartett.server.table.permissions import may_see
from quartett.server.table.seats import seats_of


def without_name(kept: Attachment, browsers: Collection[str]) -> Attachment:
    """A result or a challenge without its owner's name."""
    if kept.kind == "result":
        result = msgspec.json.decode(kept.document, type=StoredResult)
        changed: object = msgspec.structs.replace(result, name=NAMELESS)
    else:
        plan = msgspec.json.decode(kept.document, type=DealPlan)
        if plan.rival not in browsers:
            return kept
        names = (
            NAMELESS if level is None else name
            for level, name in zip(plan.levels, plan.names, strict=False)
        )
        changed = msgspec.structs.replace(plan, names=tuple(names))
    return msgspec.structs.replace(kept, document=msgspec.json.encode(changed))


def of_deal(kept: Attachment) -> Json:
    """A person's result on a shared deal."""
    result = msgspec.json.decode(kept.document, type=StoredResult)
    return {"deal": kept.name, **msgspec.structs.asdict(result)}


def told(doc: TableDocument, person: str) -> Json:
    """The export of a person's table, without data about others."""
    past = [each for each in doc.past if person in each.people and may_see(doc, each.match, person)]
    return {
        "id": doc.id,
        "game": doc.game,
        "status": doc.status,
        "name": doc.people[person].name,
        "devices": list(doc.people[person].labels.values()),
        "seats": seats_of(doc, person),
        "created_at": doc.created_at,
        "matches": [
            {
                "match": each.match,
                "game": each.header.game,
                "seats": [seat for seat, who in enumerate(each.people) if who == person],
                "options": each.header.options,
                "outcome": msgspec.to_builtins(each.outcome),
            }
            for each in past
        ],
    }
