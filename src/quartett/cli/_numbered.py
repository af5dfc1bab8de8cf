"""One rule by its number: in the players' words, and as the reference states it."""

import re
from contextlib import suppress

from quartett.cli._site import sources
from quartett.core.errors import FormatError, QuartettError
from quartett.games import names
from quartett.terminal.pages import told

_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


def numbered(rule: str, language: str) -> str:
    """What both say about a rule, as Markdown; the reference is in English."""
    for game in names():
        if found := "\n".join(filter(None, [_told(game, rule, language), _stated(game, rule)])):
            return f"# {rule}\n\n{found}"
    raise FormatError(f"there is no rule {rule}")


def _told(game: str, rule: str, language: str) -> str:
    with suppress(FileNotFoundError):
        return told(game, rule, language)
    return ""


def _stated(game: str, rule: str) -> str:
    """The rule's own section in the reference, under the page's title and without links."""
    with suppress(FileNotFoundError, QuartettError):
        page = sources() / "docs" / "rules-reference" / f"{game}.md"
        text = page.read_text(encoding="utf-8")
        if section := re.search(rf"^### {rule}\n(.*?)(?=^#|\Z)", text, re.DOTALL | re.MULTILINE):
            stated = _LINK.sub(r"\1", section[1]).strip()
            return f"#{text.splitlines()[0]}\n\n{stated}"
    return ""
