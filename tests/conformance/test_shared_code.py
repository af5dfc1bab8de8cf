"""What serves all games knows none of them: no id, no name, no import."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import quartett
from quartett.core.texts import LANGUAGES, say
from quartett.games import names

ROOT = Path(quartett.__file__).parent
SHARED = ("arena", "cli", "report", "terminal")
FOR_ONE_GAME = {"cli/solve.py"}
"""Commands that are about one game and say so."""


def shared_files() -> Iterator[Path]:
    """The files of these rooms that lie in no game's folder."""
    for room in SHARED:
        for path in sorted((ROOT / room).rglob("*")):
            parts = path.relative_to(ROOT).parts
            if path.suffix in (".py", ".json") and not set(parts) & set(names()):
                yield path


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)


@pytest.mark.parametrize("room", SHARED)
def test_shared_code_imports_no_game(room: str) -> None:
    known = [path for path in shared_files() if path.is_relative_to(ROOT / room)]
    assert known
    for path in known:
        if path.suffix == ".py" and str(path.relative_to(ROOT)) not in FOR_ONE_GAME:
            parts = {part for module in imported(path) for part in module.split(".")}
            assert not parts & set(names()), path


def test_shared_code_and_texts_name_no_game() -> None:
    words = {*names(), *(say(f"{game}.name", None, each) for game in names() for each in LANGUAGES)}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, words))})\b")
    named = {
        str(path.relative_to(ROOT))
        for path in shared_files()
        if pattern.search(path.read_text(encoding="utf-8"))
    }
    assert named == FOR_ONE_GAME


@pytest.mark.parametrize("room", ["games", "bots", "terminal", "report"])
def test_every_game_has_a_folder_in_every_room(room: str) -> None:
    for game in names():
        assert (ROOT / room / game / "__init__.py").is_file()


def test_faces_have_the_same_files() -> None:
    for game in names():
        folder = ROOT / "terminal" / game
        assert {path.name for path in folder.iterdir()} >= {"face.py", "texts"}
