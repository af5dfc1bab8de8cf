"""One word for one thing: what the lists of terms replaced does not come back."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REPLACED: dict[str, dict[str, dict[str, str]]] = json.loads(
    Path(__file__).with_name("terms.json").read_text("utf-8")
)
"""By language, then by files: a pattern that must not appear there, and the term instead."""


def lines(path: Path) -> list[tuple[str, str]]:
    """Each text of a file with where it stands.

    Without the words that a player types, and without what a card shows: that is about the world.
    """
    if path.suffix == ".json":
        found = list(json.loads(path.read_text("utf-8")).items())
    else:
        found = [(str(at), line) for at, line in enumerate(path.read_text("utf-8").split("\n"), 1)]
    return [
        (at, re.sub(r"`[^`]*`", "``", text))
        for at, text in found
        if not re.search(r"(^|\.)(word|gloss)\.", at)
    ]


@pytest.mark.parametrize(
    ("language", "files"), [(each, files) for each in REPLACED for files in REPLACED[each]]
)
def test_a_term_that_was_replaced_does_not_come_back(language: str, files: str) -> None:
    paths = sorted(ROOT.glob(files))
    assert paths, f"no file is called {files}"
    back = [
        f"{path.relative_to(ROOT)} {at}: {text!r} ({term})"
        for pattern, term in REPLACED[language][files].items()
        for path in paths
        for at, text in lines(path)
        if re.search(pattern, text)
    ]
    assert back == []
