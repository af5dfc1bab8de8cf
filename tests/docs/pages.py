"""The pages of the documentation, and the code in them."""

import doctest
import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCS = sorted(path for path in (ROOT / "docs").rglob("*.md"))
PAGES = [README, ROOT / "CONTRIBUTING.md", *DOCS]
RECORDS = "arenas with a seed further down are records of what was measured"
"""How a page says so."""

COMMAND = re.compile(r"^(?:\S*/)?(quartett .*)$")


class Line(NamedTuple):
    """A command of a page."""

    page: str
    words: tuple[str, ...]
    """What follows the program's name."""
    read: str | None
    """The file that it reads, where `<` names one."""
    recorded: bool
    """It tells how something was measured, for hours, and is not meant to be typed like this."""

    def __str__(self) -> str:
        return f"{self.page}: quartett {shlex.join(self.words)}"


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )


def program(page: Path) -> str:
    """All Python of a page as one program; of a session at the prompt only what was typed."""
    return "\n".join(_typed(block) for block in blocks(page, "python"))


def _typed(block: str) -> str:
    if ">>>" not in block:
        return block
    examples = doctest.DocTestParser().get_examples(block)
    return "".join(example.source for example in examples if not example.exc_msg)


def session(page: Path) -> str:
    """All that was typed at a prompt on a page, with what was answered."""
    return "\n".join(block for block in blocks(page, "python") if ">>>" in block)


def commands(page: Path) -> list[Line]:
    """Every call of `quartett` on a page: of console blocks, and of lists of commands."""
    name = page.relative_to(ROOT).as_posix()
    whole = re.sub(r"\\\n *", "", page.read_text("utf-8"))
    console = [line for block in blocks(page, "console") for line in block.splitlines()]
    typed = [line.removeprefix("$ ") for line in console if line.startswith("$ ")]
    indented = re.findall(r"^    (\S.*)$", whole, re.MULTILINE)
    in_tables = re.findall(r"^\| `(quartett .*?)`", whole, re.MULTILINE)
    lists = [re.split(r"  +", line)[0] for line in indented]
    recorded = RECORDS in " ".join(whole.split())
    return [
        _line(name, found[1], recorded)
        for text in (*typed, *lists, *in_tables)
        if (found := COMMAND.match(text))
    ]


def _line(page: str, command: str, recorded: bool) -> Line:
    command = re.sub(r" \[.*?\]", "", command)  # what may be left out
    command, _, _ = command.partition(" > ")
    command, _, read = command.partition(" < ")
    words = tuple(shlex.split(command, comments=True)[1:])
    return Line(page, words, read.strip() or None, recorded and {"arena", "--seed"} <= {*words})
