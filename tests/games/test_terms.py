"""Each language keeps to one term per idea: the words that it has given up do not come back."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GIVEN_UP: dict[str, dict[str, dict[str, str]]] = json.loads(
    Path(__file__).with_name("terms.json").read_text()
)
"""By language and files: what must not appear (a regular expression), and the term for it."""


def sayings(path: Path) -> Iterator[str]:
    """What a file says: the values of a file of texts, the lines of a handbook."""
    if path.suffix == ".json":
        yield from json.loads(path.read_text()).values()
    else:
        yield from path.read_text().splitlines()


def spoken(saying: str) -> str:
    """A saying without its fields, nor the words that are typed as they are."""
    return re.sub(r"\{[^}]*\}|`[^`]*`", "", saying)


RULES = [
    (files, pattern, term)
    for language in sorted(GIVEN_UP)
    for files, patterns in sorted(GIVEN_UP[language].items())
    for pattern, term in sorted(patterns.items())
]


@pytest.mark.parametrize(("files", "pattern", "term"), RULES)
def test_a_term_that_was_given_up_does_not_come_back(files: str, pattern: str, term: str) -> None:
    paths = sorted(ROOT.glob(files))
    assert paths, files
    found = [
        f"{path.relative_to(ROOT)}: {saying!r}: rather {term}"
        for path in paths
        for saying in sayings(path)
        if re.search(pattern, spoken(saying))
    ]
    assert found == []
