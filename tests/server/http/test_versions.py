"""What relies on the inside of a library is tried anew whenever the library changes."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from quartett.server.http.guarded import TESTED

REQUIREMENTS = Path(__file__).parents[3] / "requirements"


@pytest.mark.parametrize("name", TESTED)
def test_the_libraries_whose_inside_is_used_are_those_that_were_tested(name: str) -> None:
    """If this fails: run the tests of connections and sockets, then change `TESTED`."""
    assert version(name) == TESTED[name]
    for pins in ("play.txt", "dev.txt", "bench.txt"):
        found = re.search(rf"^{name}==(\S+)", (REQUIREMENTS / pins).read_text(), re.MULTILINE)
        assert found
        assert found.group(1) == TESTED[name]
