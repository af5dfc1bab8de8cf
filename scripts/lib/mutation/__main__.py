"""`scripts/mutants`: plants small faults, one at a time, and tells which go unnoticed."""

import argparse
import os
import sys
import tomllib
from pathlib import Path

from mutation.faults import Fault
from mutation.runner import Project, Runner

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src"
SAME = Path(__file__).parent / "same.toml"
"""Faults that change nothing that anybody could notice, with the reason."""
TESTS = {
    "core": ["tests/core", "tests/conformance"],
    "games": ["tests/games", "tests/conformance"],
    "protocol": [
        "tests/client",
        "tests/server/socket",
        "tests/server/test_defaults.py",
        "tests/server/test_types.py",
    ],
    "client": ["tests/client"],
    "review": ["tests/review"],
    "env": ["tests/env"],
    "server/table": ["tests/server/table", "tests/server/socket", "tests/server/http"],
    "server/people": ["tests/server/people", "tests/server/http"],
    "server/store": ["tests/server/store", "tests/server/test_defaults.py"],
    "server/cluster": ["tests/cluster"],
}
"""The tests of each package; those of its functions are chosen among them."""


def main() -> int:
    """Try faults and print a report; 1 if a package's figure is below what was asked for."""
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument(
        "packages", nargs="*", help=f"of quartett, or files of them: {', '.join(TESTS)}"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for each package")
    parser.add_argument("--tests", nargs="+", help="in place of the packages' own")
    parser.add_argument("--again", action="store_true", help="try once more what went unnoticed")
    parser.add_argument("--least", type=float, default=0.0, help="share that has to be noticed")
    parser.add_argument("--report", action="store_true", help="only tell what is known")
    args = parser.parse_args()
    same = tomllib.loads(SAME.read_text()).get("same", [])
    project = Project(ROOT, SOURCE, ROOT / ".cache" / "mutants")
    print(f"{'package':<28} {'faults':>7} {'tried':>6} {'killed':>7} {'same':>5} {'share':>7}")
    fine, unnoticed = True, []
    for name in args.packages or TESTS:
        package = SOURCE / "quartett" / name
        if not package.exists():
            parser.error(f"there is no {package.relative_to(ROOT)}")
        runner = Runner(project, package, args.tests or _tests(name))
        if not args.report:
            runner.run(args.workers, args.minutes, args.again)
        tried = [each for each in runner.faults if each.key in runner.results]
        left = [each for each in tried if not runner.results[each.key].killed]
        equal = [each for each in left if any(_is(each, entry) for entry in same)]
        noticed = len(tried) - len(left)
        share = noticed / (len(tried) - len(equal)) if len(tried) > len(equal) else 1.0
        print(
            f"{name:<28} {len(runner.faults):7} {len(tried):6} {noticed:7} {len(equal):5}"
            f" {share:7.1%}",
            flush=True,
        )
        fine &= share >= args.least
        unnoticed += [each for each in left if each not in equal]
    for fault in unnoticed:
        print(f"{fault.file.relative_to(ROOT)}:{fault.line} {fault.function}: {_told(fault)}")
    return 0 if fine else 1


def _tests(name: str) -> list[str]:
    package = next((each for each in TESTS if name == each or name.startswith(f"{each}/")), None)
    if package is None:
        sys.exit(f"scripts/mutants: name the tests of {name} with --tests")
    return [each for each in TESTS[package] if (ROOT / each).exists()]


def _is(fault: Fault, entry: dict[str, str]) -> bool:
    return (
        fault.file.as_posix().endswith(f"/{entry['file']}")
        and fault.function == entry["function"]
        and fault.was == entry["was"]
        and fault.becomes == entry["becomes"]
    )


def _told(fault: Fault) -> str:
    short = fault.was if len(fault.was) <= 60 else f"{fault.was[:57]}…"
    return f"{short}  →  {fault.becomes if len(fault.becomes) <= 60 else fault.becomes[:57] + '…'}"


if __name__ == "__main__":
    sys.exit(main())
