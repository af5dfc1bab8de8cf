"""Work beside play: what goes wrong in it is counted and tried again, and holds nothing up."""

from collections.abc import Awaitable
from typing import TypeVar

from quartett.server.shared.services import Services
from quartett.server.store.store import StoreUnavailableError

T = TypeVar("T")


async def attempt(services: Services, work: Awaitable[T], trouble: str) -> T | None:
    """What came of it, or None where it failed; the log then says `trouble`."""
    try:
        return await work
    except StoreUnavailableError:
        return None  # it is tried again
    except Exception as error:
        services.metrics.errors += 1
        services.log.warning(trouble, why=type(error).__name__)
        return None
