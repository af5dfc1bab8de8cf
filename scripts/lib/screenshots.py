"""Walks through every screen and takes its pictures; `scripts/screenshots` calls it."""

import argparse
import os
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from browser.conftest import SWITCHES
from browser.damage import damaged_table
from camera import KITS, Studio
from docs_pictures import remake
from scenes import SCENES
from server.live import live_server

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Take all pictures that are asked for; how many scenes could not be reached."""
    asked = _asked()
    folder = ROOT / "docs/pictures" if asked.docs else asked.into
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        live_server(Path(data)) as site,
        sync_playwright() as playwright,
    ):
        program = os.environ["QUARTETT_BROWSER"]
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        damaged = damaged_table(browser.new_page(base_url=site.url), site)
        studio = Studio(browser, site, asked.locale, folder, damaged)
        missed = remake(studio) if asked.docs else _take_all(studio, asked.scenes or ["*"])
        browser.close()
    print(f"the pictures are in {folder}")
    return missed


def _take_all(studio: Studio, wanted: list[str]) -> int:
    chosen = [name for name in SCENES if any(fnmatch(name, each) for each in wanted)]
    return sum(not _take(studio, name) for name in chosen)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/screenshots", description=__doc__)
    parser.add_argument("scenes", nargs="*", help=f"all, or of {', '.join(SCENES)} (* is any)")
    parser.add_argument("--into", type=Path, default=ROOT / ".cache/screenshots", metavar="FOLDER")
    parser.add_argument("--locale", default="en-GB", help="the language, like de-DE")
    parser.add_argument("--docs", action="store_true", help="remake the pictures in docs/pictures")
    return parser.parse_args()


def _take(studio: Studio, name: str) -> bool:
    for kit in KITS:
        camera = studio.visitor(kit)
        try:
            SCENES[name](camera)
        except Error as error:
            print(f"{name}: {error}", flush=True)
            return False
        finally:
            camera.close()
    return True


if __name__ == "__main__":
    raise SystemExit(main())
