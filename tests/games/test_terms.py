"""One term per concept: words that a language has given up do not come back."""

import json
import re
from pathlib import Path

import pytest

from quartett.core.texts import LANGUAGES

ROOT = Path(__file__).parents[2]
TERMS: dict[str, dict[str, dict[str, str]]] = json.loads(
    Path(__file__).with_name("terms.json").read_text("utf-8")
)
"""By language and files: what must not appear (a regular expression), and what is said instead."""

GIVEN_UP = [
    pytest.param(files, pattern, instead, id=f"{language} {files} {instead}")
    for language, by_files in TERMS.items()
    for files, patterns in by_files.items()
    for pattern, instead in patterns.items()
]


def texts(path: Path) -> dict[str, str]:
    """The texts of a catalogue by key, or the lines of a handbook by number."""
    written = path.read_text("utf-8")
    if path.suffix == ".json":
        found: dict[str, str] = json.loads(written)
        return found
    return {f"line {number}": line for number, line in enumerate(written.splitlines(), 1)}


def test_languages_are_called_what_they_are_everywhere_else() -> None:
    assert TERMS.keys() <= set(LANGUAGES)


@pytest.mark.parametrize(("files", "pattern", "instead"), GIVEN_UP)
def test_a_term_that_was_given_up_stays_away(files: str, pattern: str, instead: str) -> None:
    paths = sorted(ROOT.glob(files))
    assert paths, files
    back = {
        f"{path.relative_to(ROOT)} {key}": text
        for path in paths
        for key, text in texts(path).items()
        if re.search(pattern, text)
    }
    assert back == {}, f"say: {instead}"
