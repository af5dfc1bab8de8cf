"""The runner of `scripts/mutants` tells faults that tests notice from those that they do not."""

import ast
from pathlib import Path

import msgspec
import pytest

from mutation.calls import Called
from mutation.faults import faults
from mutation.runner import Project, Runner

SOURCE = '''"""A module with one well-tested function and one that is only called."""

MAX_SIZE = 3


def fits(size: int) -> bool:
    """Whether it fits."""
    return size < MAX_SIZE


def spins(size: int) -> int:
    """Counts to a size."""
    count = 0
    for _ in range(size):
        count += 1
    return count


def alone() -> bool:
    """Nobody calls this."""
    return not False
'''
TESTS = """from toy.sizes import fits, spins

def test_fits():
    assert fits(2) and not fits(3)

def test_spins():
    spins(2)

def test_fails_anyway():
    assert False
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with a package, and tests of it."""
    package = tmp_path / "src" / "toy"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "sizes.py").write_text(SOURCE)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_sizes.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return Project(tmp_path, tmp_path / "src", tmp_path / "cache")


def runner(project: Project) -> Runner:
    return Runner(project, project.source / "toy" / "sizes.py", ["tests"])


def told(found: Runner) -> dict[str, bool]:
    """What became of each fault."""
    return {
        f"{each.function}: {each.was} → {each.becomes}": found.results[each.key].killed
        for each in found.faults
        if each.key in found.results
    }


def test_what_tests_notice_is_killed_and_what_they_only_run_survives(project: Project) -> None:
    found = runner(project)
    assert found.run(2, minutes=10) == len(found.faults)
    assert told(found) == {
        ": 3 → 4": True,
        "fits: size < MAX_SIZE → size <= MAX_SIZE": True,
        "spins: 0 → 1": False,
        "spins: count += 1 → count -= 1": False,
        "spins: 1 → 2": False,
        "alone: not False → False": False,
        "alone: False → True": False,
    }
    assert (project.source / "toy" / "sizes.py").read_text() == SOURCE
    (file,) = project.cache.glob("*.calls.json")
    called = msgspec.json.decode(file.read_bytes(), type=Called)
    assert set(called) == {"tests/test_sizes.py::test_fits", "tests/test_sizes.py::test_spins"}
    tests = {each.function: found.results[each.key].tests for each in found.faults}
    assert tests == {"": 2, "fits": 1, "spins": 1, "alone": 2}, "those that call it, or all"


def test_every_file_of_tests_that_calls_a_function_has_its_say(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mutation.runner.MAX_TESTS", 2)
    (project.root / "tests" / "test_sizes.py").write_text(TESTS.replace("assert fits", "fits"))
    slow = "    import time\n    time.sleep(0.5)\n    assert not fits(3)\n"
    more = "\n\ndef test_again():\n    fits(1)\n\n\ndef test_once_more():\n    fits(1)\n"
    quick = project.root / "tests" / "test_sizes.py"
    quick.write_text(quick.read_text() + more)
    other = project.root / "tests" / "test_slowly.py"
    other.write_text(f"from toy.sizes import fits\n\n\ndef test_fits_slowly():\n{slow}")
    found = runner(project)
    found.run(2, minutes=10)
    assert told(found)["fits: size < MAX_SIZE → size <= MAX_SIZE"]


CACHED = """from functools import cache
from toy.sizes import fits

@cache
def answer():
    return fits(3)

def test_asks_first():
    answer()

def test_looks_at_the_same_answer():
    assert not answer()
"""


def test_who_looks_at_what_another_test_asked_for_has_their_say_too(project: Project) -> None:
    (project.root / "tests" / "test_sizes.py").write_text(CACHED)
    found = runner(project)
    found.run(2, minutes=10)
    assert told(found)["fits: size < MAX_SIZE → size <= MAX_SIZE"]


LATER = """from concurrent.futures import ThreadPoolExecutor
import pytest
from toy.sizes import fits

@pytest.fixture(scope="module")
def server():
    with ThreadPoolExecutor(1) as pool:
        yield pool

def test_starts_it(server):
    assert server.submit(len, "ab").result() == 2

def test_asks_it(server):
    assert server.submit(fits, 3).result() is False
"""


@pytest.mark.long
def test_what_a_thread_does_is_for_the_test_that_asks_it(project: Project) -> None:
    (project.root / "tests" / "test_sizes.py").write_text(LATER)
    found = runner(project)
    found.run(2, minutes=10)
    [fits] = [each for each in found.faults if each.function == "fits"]
    assert found.results[fits.key].killed
    assert found.results[fits.key].tests == 1, "the second"


def test_a_run_goes_on_where_it_was_and_tries_anew_only_what_changed(project: Project) -> None:
    assert runner(project).run(1, minutes=0) == 0
    first = runner(project)
    first.run(2, minutes=10)
    with (project.cache / "toy.sizes.jsonl").open("a") as file:
        file.write('{"key": "cut o')
    again = runner(project)
    assert again.results == first.results
    assert again.run(2, minutes=10) == 0
    changed = SOURCE.replace("return size < MAX_SIZE", "return size < MAX_SIZE - 0")
    (project.source / "toy" / "sizes.py").write_text(f"\n{changed}")
    moved = runner(project)
    waiting = [each for each in moved.faults if each.key not in moved.results]
    assert {each.function for each in waiting} == {"fits"}


def test_where_no_test_passes_nothing_is_noted(project: Project) -> None:
    (project.root / "tests" / "test_sizes.py").write_text("def test_it():\n    assert False\n")
    with pytest.raises(SystemExit, match="none of these tests passes"):
        runner(project).run(1, minutes=10)
    assert not runner(project).results


@pytest.mark.long
def test_a_better_test_kills_what_survived(project: Project) -> None:
    runner(project).run(2, minutes=10)
    file = project.root / "tests" / "test_sizes.py"
    file.write_text(TESTS.replace("    spins(2)", "    assert spins(2) == 2"))
    found = runner(project)
    assert found.run(2, minutes=10, again=True) == 5
    survivors = [name for name, killed in told(found).items() if not killed]
    assert survivors == ["alone: not False → False", "alone: False → True"]


@pytest.mark.long
def test_what_never_ends_is_killed(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    (project.source / "toy" / "sizes.py").write_text(
        "def spins(size):\n    while size < 3:\n        size += 1\n\n\ndef fits(size):\n    ...\n"
    )
    monkeypatch.setattr("mutation.runner.MIN_SECONDS", 8.0)
    found = runner(project)
    found.run(2, minutes=10)
    assert told(found)["spins: size += 1 → size -= 1"]


@pytest.mark.long
def test_every_fault_of_the_project_can_be_planted_and_read() -> None:
    root = Path(__file__).parents[2]
    file = root / "src" / "quartett" / "core" / "match.py"
    whole = file.read_bytes()
    found = faults(file)
    assert len(found) > 50
    for each in found:
        planted = each.planted(whole)
        assert planted != whole
        assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse(whole)), each
    assert len({each.key for each in found}) == len(found)
