"""Every example of the documentation runs as it stands, and passes strict checking."""

import doctest
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from mypy import api

import quartett
from docs.pages import PAGES, README, ROOT, blocks, program, session

PROGRAMS = [page for page in PAGES if blocks(page, "python")]
LANGUAGES = {"", "console", "ini", "json", "python"}
"""What blocks are written in; test_commands runs `console`, test_documented_positions `json`."""

SOURCE = Path(quartett.__file__).parents[1]
MODULES = tuple(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((SOURCE / "quartett").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
)
"""Every module with an example in a docstring."""


def name(page: Path) -> str:
    """A page as a test's name tells it."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PROGRAMS, ids=name)
def test_every_block_runs_and_every_prompt_answers_as_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks of one page are one program, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {"__name__": "example"}
    if session(page):
        assert all(">>>" in block for block in blocks(page, "python")), "one way a page"
        told = doctest.DocTestParser().get_doctest(session(page), known, page.name, str(page), 0)
        outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(told)
        assert outcome.failed == 0
    else:
        exec(compile(program(page), str(page), "exec"), known)
    if page.name in PROMISES:
        PROMISES[page.name](known)


def plays_to_the_end(found: Mapping[str, Any]) -> None:
    assert found["game"].is_over()


def learns_to_win(found: Mapping[str, Any]) -> None:
    assert found["after"] > found["before"] + 0.1
    assert sum(found["state"].returns()) > 0.99


PROMISES = {"bots.md": plays_to_the_end, "environments.md": learns_to_win}
"""What else a page says of its examples."""


def test_the_readme_is_mostly_examples() -> None:
    assert session(README).count(">>>") > 10


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_docstrings_answer_as_shown(module: str) -> None:
    outcome = doctest.testmod(import_module(module))
    assert outcome.attempted
    assert outcome.failed == 0


def test_every_example_passes_strict_checking(tmp_path: Path) -> None:
    programs = []
    for page in PROGRAMS:
        programs.append(tmp_path / f"example_{page.stem}.py")
        programs[-1].write_text(program(page), encoding="utf-8")
    programs += sorted((ROOT / "examples").glob("*.py"))
    config = f"--config-file={ROOT / 'pyproject.toml'}"
    deepest = sys.getrecursionlimit()
    try:
        said, errors, status = api.run(["--strict", config, *map(str, programs)])
    finally:
        sys.setrecursionlimit(deepest)  # mypy raises it for the whole process
    assert status == 0, said + errors


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_block_says_what_it_is_written_in(page: Path) -> None:
    found = {
        line.removeprefix("```").strip()
        for number, line in enumerate(_fences(page))
        if number % 2 == 0
    }
    assert {each for each in found if not each.startswith("{")} <= LANGUAGES - {""}


def _fences(page: Path) -> list[str]:
    return [line for line in page.read_text("utf-8").splitlines() if line.startswith("```")]
