"""Fits the table to the terminal's width: nothing is cut off, no card is split across lines."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from quartett.terminal.paint import marked

ANY_WIDTH = 10_000
GAP = 2
DOT = "  ·  "
"""What stands between the parts of a heading."""


class Pieces:
    """Markup in a row, on as many lines as needed; a line ends only between two pieces."""

    def __init__(self, markups: Iterable[str], between: str = "  ", indent: int = 0) -> None:
        self._pieces = [marked(markup) for markup in markups if markup]
        self._between = between
        self._indent = " " * indent
        """What the lines after the first begin with."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self._lines(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [piece.cell_len for piece in self._pieces] or [0]
        gaps = cell_len(self._between) * (len(widths) - 1)
        return Measurement(max(widths) + len(self._indent), sum(widths) + gaps)

    def _lines(self, width: int) -> list[Text]:
        lines: list[Text] = []
        for piece in self._pieces:
            longer = Text(self._between).join([*lines[-1:], piece])
            if lines and longer.cell_len <= width:
                lines[-1] = longer
            else:
                lines.append(Text.assemble(self._indent if lines else "", piece))
        return lines


def listed(markups: Iterable[str]) -> Table:
    """A bulleted list; long lines wrap below themselves."""
    table = Table.grid(padding=(0, 1))
    for markup in markups:
        table.add_row("[dim]•[/]", marked(markup))
    return table


class Beside:
    """Two things side by side, each as wide as it likes to be."""

    def __init__(self, left: RenderableType, right: RenderableType) -> None:
        self._both = (left, right)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = Table.grid(padding=(0, GAP))
        for width in self._widths(console):  # else a table would measure its inner ones repeatedly
            table.add_column(width=width)
        table.add_row(*self._both)
        yield table

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = sum(self._widths(console)) + GAP
        return Measurement(width, width)

    def _widths(self, console: Console) -> list[int]:
        return [_width(console, each) for each in self._both]


class FirstThatFits:
    """Several ways to show the same thing, widest first: uses the first that fits."""

    def __init__(self, *ways: RenderableType) -> None:
        self._ways = ways

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for way in self._ways[:-1]:
            if _width(console, way) <= options.max_width:
                yield way
                return
        yield self._ways[-1]


class Heading:
    """A rule with a title and the headline, which goes below it if there is no room."""

    def __init__(self, title: str, about: Sequence[str]) -> None:
        self._title = f"[bold]{title}[/]"
        self._about = [part for part in about if part]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        whole = marked(DOT.join([self._title, *self._about]))
        if whole.cell_len + 4 <= options.max_width:
            yield Rule(whole)
        else:
            yield Rule(marked(self._title))
            yield Pieces(self._about, DOT)


def _width(console: Console, what: RenderableType) -> int:
    """How wide something is when nothing limits it."""
    return Measurement.get(console, console.options.update(max_width=ANY_WIDTH), what).maximum
