"""Runs the chosen tests for each fault, several at a time, and nothing that is known already."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import msgspec

from mutation import calls
from mutation.calls import Called
from mutation.faults import Fault, all_faults

MAX_TESTS = 40
"""Of those that call the function: the quickest of each file, then the next of each, and so on."""
MAX_BESIDE_SECONDS = 60.0
"""For as long the other tests of their files have their say on what these do not notice."""

MIN_SECONDS = 30.0
SLOWER = 20
"""A fault that makes tests this many times slower counts as noticed."""
NOTICED = (1, 2, 3, 4, 5)
"""Exit codes of pytest that mean that something was noticed: a failure, or nothing can begin."""


class Result(msgspec.Struct, frozen=True):
    """What became of a fault."""

    key: str
    killed: bool
    tests: int
    """How many tests were chosen."""


class Project(msgspec.Struct, frozen=True):
    """Where everything lies."""

    root: Path
    source: Path
    """What PYTHONPATH names, usually `src`."""
    cache: Path


class Runner:
    """Faults of a package, the tests that may notice them, and what is known already."""

    def __init__(self, project: Project, package: Path, tests: Sequence[str]) -> None:
        self._project = project
        self._name = str(package.relative_to(project.source)).replace("/", ".").removesuffix(".py")
        self._tests = list(tests)
        self.faults = [*all_faults(package)]
        project.cache.mkdir(parents=True, exist_ok=True)
        self._file = project.cache / f"{self._name}.jsonl"
        self.results: dict[str, Result] = {}
        if self._file.exists():
            for line in self._file.read_bytes().splitlines():
                with suppress(msgspec.MsgspecError):  # the run was cut off within a line
                    result = msgspec.json.decode(line, type=Result)
                    self.results[result.key] = result

    def run(self, workers: int, minutes: float, again: bool = False) -> int:
        """Run what is not known, until it is done or time is up; how many faults were tried.

        With `again`, faults that nothing noticed are tried once more.
        """
        waiting = [
            each
            for each in self.faults
            if each.key not in self.results or (again and not self.results[each.key].killed)
        ]
        if not waiting:
            return 0
        with TemporaryDirectory(dir=self._project.cache) as folder:
            copies = [self._copy(Path(folder) / f"{number}") for number in range(workers)]
            chosen = _Chosen(self._called(copies[0]))
            return self._try_all(waiting, chosen, copies, time.monotonic() + 60 * minutes)

    def _try_all(
        self, waiting: Sequence[Fault], chosen: "_Chosen", copies: Sequence[Path], until: float
    ) -> int:
        places: SimpleQueue[Path] = SimpleQueue()
        for each in copies:
            places.put(each)
        with ThreadPoolExecutor(len(copies)) as pool, self._file.open("ab") as file:

            def try_out(fault: Fault) -> Result | None:
                if time.monotonic() > until:
                    return None
                place = places.get()
                try:
                    return self._try(fault, place, chosen)
                finally:
                    places.put(place)

            done = 0
            for result in pool.map(try_out, _shuffled(waiting)):
                if result is not None:
                    done += 1
                    self.results[result.key] = result
                    file.write(msgspec.json.encode(result) + b"\n")
                    file.flush()
        return done

    def _try(self, fault: Fault, place: Path, chosen: "_Chosen") -> Result:
        tests, seconds = chosen.of(fault)
        file = place / fault.file.relative_to(self._project.source)
        whole = fault.file.read_bytes()
        file.write_bytes(fault.planted(whole))
        try:
            code = self._pytest(place, tests, max(MIN_SECONDS, SLOWER * seconds))
            beside, seconds = chosen.beside(tests)
            if code == 0 and len(beside) > len(tests) and seconds <= MAX_BESIDE_SECONDS:
                code = self._pytest(place, beside, max(MIN_SECONDS, SLOWER * seconds))
        finally:
            file.write_bytes(whole)
        return Result(fault.key, code is None or code in NOTICED, len(tests))

    def _called(self, place: Path) -> Called:
        """Which functions each test calls; recorded once, and again when tests or source change."""
        tests = sha256("\0".join(self._tests).encode()).hexdigest()[:8]
        target = self._project.cache / f"{self._name}.{tests}.calls.json"
        newest = max(self._times(), default=0.0)
        if not target.exists() or target.stat().st_mtime < newest:
            told = {calls.SOURCE: str(place), calls.TARGET: str(target)}
            self._pytest(place, ["-p", "mutation.calls", *self._tests], None, told, stop=False)
            found = msgspec.json.decode(
                target.read_bytes() if target.exists() else b"{}", type=Called
            )
            if not found:
                raise SystemExit(f"none of these tests passes: {' '.join(self._tests)}")
            ours, source = str(place), str(self._project.source)
            for _, seen in found.values():
                seen[:] = [(name.replace(ours, source, 1), line) for name, line in seen]
            target.write_bytes(msgspec.json.encode(found))
        return msgspec.json.decode(target.read_bytes(), type=Called)

    def _times(self) -> Iterator[float]:
        for file in {each.file for each in self.faults}:
            yield file.stat().st_mtime
        for test in self._tests:
            place = self._project.root / test
            for file in place.rglob("*.py") if place.is_dir() else [place]:
                yield file.stat().st_mtime

    def _pytest(
        self,
        place: Path,
        arguments: list[str],
        seconds: float | None,
        told: dict[str, str] | None = None,
        stop: bool = True,
    ) -> int | None:
        """The exit code of a run of pytest with this copy of the source; None if time is up."""
        lib = str(Path(__file__).parents[1])
        environment = {
            **os.environ,
            **(told or {}),
            "PYTHONPATH": os.pathsep.join([str(place), lib]),
            "PYTHONDONTWRITEBYTECODE": "1",  # a fault planted within the same second goes unseen
            "HYPOTHESIS_STORAGE_DIRECTORY": str(place / "hypothesis"),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        process = subprocess.Popen(
            [*command, *(["-x"] if stop else []), *arguments],
            cwd=self._project.root,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait()

    def _copy(self, place: Path) -> Path:
        """A copy of the source for one worker."""
        leave = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(self._project.source, place, ignore=leave)
        return place


class _Chosen:
    """The tests that call a function, or anything in a file, the quickest first."""

    def __init__(self, called: Called) -> None:
        self._seconds = {test: seconds for test, (seconds, _) in called.items()}
        self._of: dict[tuple[str, int], list[str]] = {}
        self._all = sorted(called, key=lambda each: self._seconds[each])
        for test in self._all:
            for name, line in called[test][1]:
                for key in {(name, line), (name, 0)}:
                    known = self._of.setdefault(key, [])
                    if not known or known[-1] != test:
                        known.append(test)

    def of(self, fault: Fault) -> tuple[list[str], float]:
        """The tests, and how many seconds they take.

        What runs only while modules are imported is for every test of the file to notice, and a
        file without functions for every test.
        """
        file = str(fault.file)
        calling = self._of.get((file, fault.first_line)) or self._of.get((file, 0)) or self._all
        found = sorted(_of_every_file(calling)[:MAX_TESTS], key=lambda test: self._seconds[test])
        return found, self._sum(found)

    def beside(self, tests: Sequence[str]) -> tuple[list[str], float]:
        """All tests of their files, and how many seconds they take.

        One may look at a result that another has asked for, and calls nothing itself.
        """
        files = {_file(test) for test in tests}
        found = [test for test in self._all if _file(test) in files]
        return found, self._sum(found)

    def _sum(self, tests: Sequence[str]) -> float:
        return sum(self._seconds[test] for test in tests)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _of_every_file(tests: Sequence[str]) -> list[str]:
    """The first of each file, then the second of each, and so on."""
    turns: dict[str, list[str]] = {}
    for test in tests:
        turns.setdefault(_file(test), []).append(test)
    return [test for row in zip_longest(*turns.values()) for test in row if test is not None]


def _shuffled(waiting: Iterable[Fault]) -> list[Fault]:
    """By their keys, which are hashes: a run that is cut off has tried a random sample."""
    return sorted(waiting, key=lambda each: each.key)
