"""What all tests of lessons, puzzles and reviews share."""

import pytest

from review import commands
from review.commands import Command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Calls the program's commands."""
    return commands.command(monkeypatch)
