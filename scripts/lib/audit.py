"""Asks a database of advisories about everything that is pinned, and says so if it cannot."""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[2]
DATABASE = "https://api.osv.dev"
"""Open Source Vulnerabilities; QUARTETT_ADVISORIES names another that answers alike."""
MAX_ASKED = 500
PATIENCE_SECONDS = 30.0
PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)


class Package(NamedTuple):
    """One pinned package."""

    ecosystem: str
    name: str
    version: str
    files: tuple[str, ...]
    """Where it is pinned."""


def pinned(root: Path) -> list[Package]:
    """Every package of every file of pins, once."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for file in sorted((root / "requirements").glob("*.txt")):
        for name, version in PIN.findall(file.read_text()):
            place = found.setdefault(("PyPI", name.lower(), version), [])
            place.append(f"requirements/{file.name}")
    for name, version in _of_the_page(root / "web" / "package-lock.json"):
        found.setdefault(("npm", name, version), []).append("web/package-lock.json")
    return [Package(*key, tuple(files)) for key, files in sorted(found.items())]


def _of_the_page(lock: Path) -> Iterator[tuple[str, str]]:
    packages = json.loads(lock.read_text())["packages"] if lock.exists() else {}
    for path, entry in packages.items():
        if path and "version" in entry:
            yield entry.get("name", path.rpartition("node_modules/")[2]), entry["version"]


def advisories(packages: Sequence[Package], database: str) -> dict[Package, list[str]]:
    """The advisories that are known of packages; OSError if the database does not answer."""
    found = {}
    for first in range(0, len(packages), MAX_ASKED):
        asked = packages[first : first + MAX_ASKED]
        for package, told in zip(asked, _ask(asked, database), strict=True):
            if ids := [each["id"] for each in told.get("vulns", ())]:
                found[package] = ids
    return found


def _ask(packages: Sequence[Package], database: str) -> list[dict[str, Any]]:
    queries = [
        {"package": {"ecosystem": each.ecosystem, "name": each.name}, "version": each.version}
        for each in packages
    ]
    request = Request(
        f"{database.rstrip('/')}/v1/querybatch",
        data=json.dumps({"queries": queries}).encode(),
        headers={"content-type": "application/json"},
    )
    with urlopen(request, timeout=PATIENCE_SECONDS) as answer:
        results = json.load(answer).get("results")
    if not isinstance(results, list) or len(results) != len(packages):
        raise ValueError("it does not answer as a database of advisories does")
    return results


def main() -> int:
    """Print what is known."""
    database = os.environ.get("QUARTETT_ADVISORIES", DATABASE)
    packages = pinned(ROOT)
    try:
        found = advisories(packages, database)
    except (HTTPError, URLError, OSError, ValueError) as error:
        why = getattr(error, "reason", None) or error
        print(f"NOT CHECKED: {database} could not be asked ({why}).", file=sys.stderr)
        print(f"Nothing is known about any of {len(packages)} packages.", file=sys.stderr)
        return 2
    for package, ids in found.items():
        where = ", ".join(package.files)
        print(f"{package.name} {package.version} ({where}): {', '.join(ids)}")
    print(f"{len(packages)} packages checked; advisories for {len(found)} of them.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
