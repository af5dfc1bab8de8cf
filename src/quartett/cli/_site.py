"""The documentation as a site: its pages gathered in one folder, and built there by Sphinx."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

import quartett
from quartett.cli._links import broken_links
from quartett.core.errors import QuartettError
from quartett.core.texts import say
from quartett.games import names
from quartett.terminal.examples import readable

INSTALLED = Path(quartett.__file__).parent / "_site"
CHECKOUT = Path(quartett.__file__).parents[2]
MARK = Path("docs", "conf.py")

LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "es": "Español",
}


def sources() -> Path:
    """Where the pages lie: in the package, or beside it in a checkout."""
    for folder in (INSTALLED, CHECKOUT):
        if (folder / MARK).is_file():
            return folder
    raise QuartettError("the pages of the documentation are not installed")


def build_site(work: Path, out: Path, *, strict: bool = False) -> None:
    """Make the site in a folder; with `strict` every warning and every dead link is an error."""
    from sphinx.cmd.build import build_main

    os.environ.setdefault("QUARTETT_FAST", "plain")  # compiled modules do not tell their types
    pages, read = work / "pages", work / "doctrees"
    gather(pages)
    arguments = ["-q", "-b", "html", "-d", str(read), str(pages), str(out)]
    if build_main([*(["-W", "--keep-going"] if strict else []), *arguments]) != 0:
        shutil.rmtree(read, ignore_errors=True)  # or the next time would not warn again
        raise QuartettError("the documentation could not be built")
    if strict and (broken := broken_links(out.resolve())):
        raise QuartettError("\n".join(["links lead nowhere:", *broken]))


def gather(pages: Path) -> None:
    """Put all pages into one folder, the rules in six languages too; what is as it was stays."""
    root = sources()
    for name in ("docs", "examples"):
        shutil.copytree(root / name, pages if name == "docs" else pages / name, dirs_exist_ok=True)
    for name in ("CHANGELOG", "CONTRIBUTING"):
        text = (root / f"{name}.md").read_text(encoding="utf-8")
        _put(pages / f"{name.lower()}.md", text.replace("](docs/", "]("))
    for name, text in _rules().items():
        _put(pages / "rules" / name, text)


def _rules() -> dict[str, str]:
    """All handbooks, and a page that leads to them."""
    pages: dict[str, str] = {}
    index = ["# The rules", ""]
    for game in names():
        index += [f"## {say(f'{game}.name')}", "", "```{toctree}", ""]
        for language, name in LANGUAGE_NAMES.items():
            with suppress(FileNotFoundError):
                text = readable(game, language).replace("```cards", "```text")
                pages[f"{game}-{language}.md"] = text
                index.append(f"{say(f'{game}.name')}: {name} <{game}-{language}>")
        index += ["```", ""]
    return {**pages, "index.md": "\n".join(index)}


def _put(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
