"""The documentation as a site: gathered in one folder, built by Sphinx, its links followed."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import quartett
from quartett.core.errors import QuartettError
from quartett.core.texts import say
from quartett.games import names
from quartett.terminal.pages import readable

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


class Page(HTMLParser):
    """What a page links to, and what in it can be linked to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors = {""}
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where it leads and what it is called."""
        for name, value in attrs:
            if name in ("href", "src") and value is not None:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def broken_links(site: Path) -> list[str]:
    """Every link into the site that leads nowhere, as `page: link`."""
    pages = {file: Page(file) for file in sorted(site.rglob("*.html"))}
    return [
        f"{file.relative_to(site)}: {link}"
        for file, page in pages.items()
        for link in _inside(page)
        if not _leads_somewhere(file, link, pages)
    ]


def _inside(page: Page) -> Iterator[str]:
    return (link for link in page.links if not urlsplit(link).scheme)


def _leads_somewhere(file: Path, link: str, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if target.is_dir():
        target /= "index.html"
    if target in pages:
        return unquote(parts.fragment) in pages[target].anchors
    return target.is_file()
