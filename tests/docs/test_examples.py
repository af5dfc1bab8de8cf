"""The programs and notebooks of examples/ run, and say what they promise."""

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import quartett
from docs.pages import ROOT
from quartett.client import Seat
from server.live import live_server, run

EXAMPLES = ROOT / "examples"
PROGRAMS = {
    "first_match": "won by seat",
    "heuristics": "PlayFirst in flow: won ",
    "own_bot": "Builder: ",
    "save_and_check": "seat 0 was told: ",
    "solve_a_rack": "can lay ",
}
"""Those that need nothing else, and what they tell."""

NOTEBOOKS = {
    "from_install_to_agent": {"STEPS": 8000, "MATCHES": 6},
    "simulate_and_plot": {"MATCHES": 20},
    "train_an_agent": {"MATCHES": 40, "TESTS": 9},
    "write_a_bot": {"MATCHES": 4},
}
"""How much they play here; as they stand they play more."""

COMPILES = "from_install_to_agent"
"""It takes longer than an ordinary test may, because JAX compiles first."""

SHORT = [pytest.param(name, marks=[pytest.mark.long] * (name == COMPILES)) for name in NOTEBOOKS]


def called(name: str, *arguments: str) -> str:
    """What a program prints."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_runs_and_tells(name: str, tmp_path: Path) -> None:
    told = called(name, *([str(tmp_path)] if name == "save_and_check" else []))
    assert PROGRAMS[name] in told


def test_a_program_sits_down_and_plays_a_match(tmp_path: Path) -> None:
    async def play(url: str) -> str:
        seats: list[dict[str, str]] = [{}, {"kind": "bot", "level": "random"}, {}]
        host = await Seat.create(url, "jericho", "Anna", seats=seats)
        table = await asyncio.create_subprocess_exec(
            sys.executable, EXAMPLES / "sit_down.py", host.url, stdout=subprocess.PIPE
        )
        async with host:
            await host.until(lambda: all(seat.kind != "open" for seat in host.info.seats))
            await host.start()
            while await host.turn():
                await host.act(host.legal[0])
        said, _ = await table.communicate()
        return said.decode()

    with live_server(tmp_path) as server:
        assert "won by seat" in run(play(server.url))


def test_every_example_is_run_and_shown() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*PROGRAMS, "sit_down"}
    assert {path.stem for path in EXAMPLES.glob("*.ipynb")} == set(NOTEBOOKS)
    page = (ROOT / "docs" / "examples.md").read_text()
    for path in EXAMPLES.iterdir():
        if path.suffix in (".py", ".ipynb"):
            assert path.name in page


def notebook(name: str) -> Any:
    return json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))


def shortened(cell: Any, fewer: dict[str, int]) -> str:
    """The source of a cell; where it says how much is played, less."""
    if "parameters" not in cell["metadata"].get("tags", []):
        return "".join(cell["source"])
    return "\n".join(f"{name} = {count}" for name, count in fewer.items())


@pytest.mark.parametrize("name", SHORT)
def test_a_short_form_of_a_notebook_runs(name: str, tmp_path: Path) -> None:
    cells = [cell for cell in notebook(name)["cells"] if cell["cell_type"] == "code"]
    program = tmp_path / "notebook.py"
    program.write_text("\n\n".join(shortened(cell, NOTEBOOKS[name]) for cell in cells))
    done = subprocess.run(
        [sys.executable, program],
        env={**os.environ, "MPLBACKEND": "agg", "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    if name == COMPILES:
        for said in ("mine.npz: 0.", "against two easy: ", "mine.npz:network: ", "expected at the"):
            assert said in done.stdout


def test_the_bot_of_the_notebook_books_the_fullest_line_and_not_just_the_first() -> None:
    """What it computes decides: cards are counted anew here, from the view's cells."""
    cells = ["".join(cell["source"]) for cell in notebook("write_a_bot")["cells"]]
    (cell,) = (each for each in cells if each.startswith("SOURCE"))
    within: dict[str, Any] = {}
    exec(cell.partition("file =")[0], within)
    exec(within["SOURCE"], within)
    bot, booked, others = within["Collector"](), 0, 0
    for seed in range(12):
        match = quartett.start("souvenirs", players=2, seed=seed)
        while match.outcome is None:
            (seat,) = match.to_act
            legal, view = match.legal(seat), match.view(seat)
            action = bot.choose(view, legal, quartett.Rng("notebook", seed))
            lines = [each.line for each in legal if hasattr(each, "line")]
            if lines:
                rows, columns = Counter[str](), Counter[str]()
                for name in view.grid:
                    column, row = name.split(",")
                    rows[f"row {row}"] += 1
                    columns[f"column {column}"] += 1
                full = rows + columns
                assert full[action.line] == max(full[line] for line in lines) > 0
                booked += 1
                others += action.line != lines[0]
            match.play(seat, action)
    assert booked > 30
    assert others > 10


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_without_what_it_printed(name: str) -> None:
    found = notebook(name)
    assert found["nbformat"] == 4
    assert all(not cell.get("outputs") for cell in found["cells"])
    tagged = [cell for cell in found["cells"] if cell["metadata"].get("tags") == ["parameters"]]
    named = {line.split(" = ")[0].strip() for line in "".join(tagged[0]["source"]).splitlines()}
    assert named == set(NOTEBOOKS[name])


@pytest.mark.long
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_as_it_stands(name: str) -> None:
    import nbformat
    from nbclient import NotebookClient

    found = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(found, timeout=1200).execute()
    told = "".join(
        output.get("text", "") for cell in found.cells for output in cell.get("outputs", [])
    )
    if name == "train_an_agent":
        share = int(told.partition("won ")[2].partition("%")[0])
        assert share > 45
    if name == COMPILES:
        assert int(told.partition("against two random: ")[2].partition("%")[0]) > 80
    if name == "write_a_bot":
        assert int(told.partition("against random: ")[2].partition("%")[0]) > 50
