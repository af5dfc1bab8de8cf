"""General rooms know no game: what differs from game to game is an optional part of each game."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import quartett
from quartett.core.plugins import parts_in
from quartett.games import get

SRC = Path(quartett.__file__).parent
OURS = ("flow", "jericho", "photo_rummy", "souvenirs")

GENERAL = (
    "arena",
    "audit.py",
    "bots",
    "cli",
    "client",
    "core",
    "judge.py",
    "pictures",
    "protocol",
    "report",
    "review",
    "server",
    "simulation.py",
    "terminal",
    "train",
)
"""Where no game may be named outside its own folder."""

ABOUT_ONE_GAME = {
    "cli/solve.py",  # a command for Photo Rummy
}

FIELDS = {
    "flow": {"busy_until", "refilling", "stolen"},
    "jericho": {"face_down", "fed", "hand_size", "supply", "walls"},
    "photo_rummy": {"rack", "rack_size", "stacks"},
    "souvenirs": {"cubes", "last_cube"},
}
"""What only some games have on their tables; other words of theirs mean something else as well."""


def modules() -> Iterator[Path]:
    """The files of the general rooms; what is in a folder of a game's own belongs to that game."""
    for room in GENERAL:
        path = SRC / room
        own = set(parts_in(room)) if path.is_dir() and room in PARTED else set()
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            inside = file.relative_to(path).parts if path.is_dir() else ()
            if (
                not (inside and inside[0] in own)
                and str(file.relative_to(SRC)) not in ABOUT_ONE_GAME
            ):
                yield file


PARTED = ("bots", "pictures", "report", "review", "terminal", "train")


def parsed(file: Path) -> ast.AST:
    """A program without what is there for editors alone: overloads and imports of types."""

    class Program(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
            if any(
                isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list
            ):
                return None
            return self.generic_visit(node)

        def visit_If(self, node: ast.If) -> ast.AST | None:
            if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                return None
            return self.generic_visit(node)

    tree = ast.parse(file.read_text(encoding="utf-8"))
    Program().visit(tree)
    return tree


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name and every text of a program, without its docstrings."""
    silent = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=word):
                yield node.lineno, f".{word}"
            case ast.Name(id=word) | ast.keyword(arg=str(word)):
                yield getattr(node, "lineno", 0), word
            case ast.ImportFrom(module=str(word)) | ast.alias(name=word):
                yield node.lineno, word
            case ast.Constant(value=str(word)) if id(node) not in silent:
                yield node.lineno, word


@cache
def fields_of(name: str) -> frozenset[str]:
    """The fields of a game's views, positions, options, actions and events, parts included."""
    game = get(name)
    kinds = [game.view_type, game.form_type, game.options_type]
    kinds += [*get_args(game.action_type), *get_args(game.event_type)]
    found: set[str] = set()
    seen: list[object] = []
    while kinds:
        kind = kinds.pop()
        if kind in seen:
            continue
        seen.append(kind)
        kinds += get_args(kind)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            for each in msgspec.structs.fields(kind):
                found.add(each.name)
                kinds.append(each.type)
    return frozenset(found)


@pytest.mark.parametrize("name", OURS)
def test_no_general_module_names_a_game(name: str) -> None:
    found = [
        f"{file.relative_to(SRC)}:{line}"
        for file in modules()
        for line, word in words(parsed(file))
        if name in word.replace("/", ".").split(".") and not word.startswith(".")
    ]
    assert found == []


@pytest.mark.parametrize("name", OURS)
def test_no_general_module_looks_for_one_games_fields(name: str) -> None:
    own = FIELDS[name]
    assert own <= fields_of(name), "the list is out of date"
    found = [
        f"{file.relative_to(SRC)}:{line} {word}"
        for file in modules()
        for line, word in words(parsed(file))
        if word.removeprefix(".") in own
    ]
    assert found == []
