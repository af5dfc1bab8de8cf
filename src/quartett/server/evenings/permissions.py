"""Who may do what at an evening, by the same roles as at a table."""

from quartett.server.evenings.model import Evening, Member
from quartett.server.refusals import Refusal
from quartett.server.table.permissions import Role


def roles(evening: Evening, member: Member | None) -> frozenset[Role]:
    """All that somebody is at an evening; a stranger is anybody who knows its address."""
    if member is None or member.removed:
        return frozenset({Role.STRANGER})
    found = {Role.STRANGER, Role.PERSON}
    return frozenset(found | {Role.HOST} if evening.host == member.id else found)


def check(evening: Evening, member: Member | None, role: Role) -> None:
    """Refuse somebody who does not have a role."""
    if role in roles(evening, member):
        return
    if member is not None and member.removed:
        raise Refusal("removed_from_evening", 403)
    raise Refusal("not_in_evening" if role is Role.PERSON else "only_evening_host", 403)
