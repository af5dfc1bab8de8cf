"""What a server refuses, by the reason and not by the words of one language."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from quartett.client import Refused
from quartett.server.refusals import Refusal


@contextmanager
def refuses(reason: str, status: int | None = None) -> Iterator[None]:
    """What is done here is refused, by a server or by a table in this process, for this reason."""
    with pytest.raises((Refusal, Refused)) as caught:
        yield
    error = caught.value
    assert isinstance(error, Refusal | Refused)
    assert error.reason == f"server.{reason}"
    if status is not None:
        assert isinstance(error, Refusal)
        assert error.status == status
