"""The documentation as a site: gathered in one folder, built by Sphinx, its links followed."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import quartett
from quartett.core.errors import QuartettError
from quartett.core.texts import Words, say
from quartett.games import names
from quartett.terminal.pages import MARKS, illustrated

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
    """The folder with the pages: in the package, or beside it in a checkout."""
    for folder in (INSTALLED, CHECKOUT):
        if (folder / MARK).is_file():
            return folder
    raise QuartettError("the documentation is not installed")


def build_site(work: Path, out: Path, *, strict: bool = False) -> None:
    """Build the site in a folder; with `strict` every warning and dead link is an error."""
    from sphinx.cmd.build import build_main

    os.environ.setdefault("QUARTETT_FAST", "plain")  # compiled modules hide their types
    pages, read = work / "pages", work / "doctrees"
    gather(pages)
    arguments = ["-q", "-b", "html", "-d", str(read), str(pages), str(out)]
    if build_main([*(["-W", "--keep-going"] if strict else []), *arguments]) != 0:
        shutil.rmtree(read, ignore_errors=True)  # else it would not warn again
        raise QuartettError("the documentation could not be built")
    if strict and (broken := broken_links(out.resolve())):
        raise QuartettError("\n".join(["dead links:", *broken]))


def gather(pages: Path) -> None:
    """Copy all pages and the rules into one folder; unchanged files are not rewritten."""
    root = sources()
    for name in ("docs", "examples"):
        shutil.copytree(root / name, pages if name == "docs" else pages / name, dirs_exist_ok=True)
    for name in ("CHANGELOG", "CONTRIBUTING", "LEADERBOARD"):
        text = (root / f"{name}.md").read_text(encoding="utf-8")
        _put(pages / f"{name.lower()}.md", text.replace("](docs/", "]("))
    for name, text in _rules().items():
        _put(pages / "rules" / name, text)


def _rules() -> dict[str, str]:
    """All rules, each page with links to its other languages, and an index of the games."""
    pages: dict[str, str] = {}
    index = ["# The rules", ""]
    for game in names():
        texts = _rules_of(game)
        links = {each: f"[{LANGUAGE_NAMES[each]}]({game}-{each}.md)" for each in texts}
        for language, text in texts.items():
            title, _, rest = _with_cards(game, language, text).partition("\n")
            switch = [LANGUAGE_NAMES[each] if each == language else links[each] for each in texts]
            hidden = "" if language == "en" else "---\norphan: true\n---\n\n"
            pages[f"{game}-{language}.md"] = f"{hidden}{title}\n\n{' · '.join(switch)}\n{rest}"
        index += [f"**{say(f'{game}.name')}**: {' · '.join(links.values())}", "", _strip(game)]
    contents = [f"{say(f'{game}.name')} <{game}-en>" for game in names()]
    index += ["", "```{toctree}", ":hidden:", "", *contents, "```", ""]
    return {**pages, "index.md": "\n".join(index)}


def _with_cards(game: str, language: str, text: str) -> str:
    """The page with a strip of the game's cards before the first heading."""
    return text.replace("\n## ", f"\n{_strip(game, language)}## ", 1)


def _strip(game: str, language: str = "en") -> str:
    """Some of a game's cards side by side, if they are drawn."""
    for name in (f"{game}-{language}", game):
        if (sources() / DRAWN / f"{name}.webp").is_file():
            return f'<img class="strip" src="{SHOWN}/{name}.webp" alt="" />\n\n'
    return ""


def _rules_of(game: str) -> dict[str, str]:
    """The rules of a game, by language."""
    texts: dict[str, str] = {}
    for language in LANGUAGE_NAMES:
        with suppress(FileNotFoundError):
            text = illustrated(game, language, partial(_drawn, game), EXAMPLE, "</div>")
            texts[language] = _linked(game, text)
    return texts


def _linked(game: str, text: str) -> str:
    """Rule numbers lead to the rule, for games whose rules are listed by number."""
    page = f"rules-reference/{game}.md"
    if not (sources() / "docs" / page).is_file():
        return text
    return RULE.sub(lambda rule: f"[{rule[1]}](../{page}#{rule[1].lower()})", text)


RULE = re.compile(r"\[([A-Z]{2}-\d\d)\](?!\()")
EXAMPLE = '<div class="example">\n'
SIGNS = {"+": "+", "-": "−", ">": "→"}
DRAWN = Path("docs", "static", "cards")
"""Where `scripts/screenshots --docs` draws cards, and where the pages find them."""
SHOWN = "../_static/cards"


def _drawn(game: str, line: str, words: Words) -> str:
    """One line of an example, its cards as small pictures with their names."""
    label, _, cards = line.partition(": ")
    shown = " ".join(
        f"<b>{SIGNS[card]}</b>" if card in MARKS else _card(game, card, words)
        for card in cards.split()
    )
    return f"<p><strong>{escape(label)}</strong> {shown}</p>"


def _card(game: str, card: str, words: Words) -> str:
    """A card and its name; in its colours only, where nobody has drawn it."""
    name, file = escape(words.name("card", card)), f"{game}/{card}.webp"
    if (sources() / DRAWN / file).is_file():
        picture = f'<img src="{SHOWN}/{file}" alt="" />'
        return f'<span class="card drawn"{_gloss(card, words)}>{picture}{name}</span>'
    return f'<span class="card {" ".join(card.split("-"))}">{name}</span>'


def _gloss(card: str, words: Words) -> str:
    """What is in the picture, for games whose cards have titles."""
    title = words.name("title", card)
    return "" if title == card else f' title="{escape(title)}"'


def _put(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors = {""}
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect links and anchors."""
        for name, value in attrs:
            if name in ("href", "src") and value is not None:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def broken_links(site: Path) -> list[str]:
    """Every dead link within the site, as `page: link`."""
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
