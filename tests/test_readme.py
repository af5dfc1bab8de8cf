"""The README's examples are true."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_of_the_readme_run_as_shown() -> None:
    outcome = doctest.testfile(str(README), module_relative=False)
    assert outcome.attempted > 10
    assert outcome.failed == 0
