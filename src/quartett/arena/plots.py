"""Plots of an arena's figures, by matplotlib (the extra `plots`)."""

from io import BytesIO
from pathlib import Path

from quartett._system import write_whole
from quartett.arena.stats import BotSummary, Summary
from quartett.arena.words import matches
from quartett.core.errors import QuartettError

ENDINGS = (".svg", ".png", ".pdf")
"""The formats that need no other program or library."""


def check_plot(path: Path) -> None:
    """QuartettError unless a plot can be drawn in the format that this name asks for."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise QuartettError("plots need matplotlib: pip install 'quartett[plots]'") from None
    if path.suffix.lower() not in ENDINGS:
        raise QuartettError(f"a plot's name ends in {', '.join(ENDINGS)}; {path.name} does not")


def plot_shares(summary: Summary, path: Path) -> None:
    """The win shares of all line-ups with their intervals, as SVG, PNG or PDF by the name."""
    check_plot(path)
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    rows = [(table, bot) for table in summary.tables for bot in table.bots]
    figure, axes = pyplot.subplots(figsize=(7, 1.2 + 0.5 * len(rows)), layout="constrained")
    for height, (_, bot) in enumerate(reversed(rows)):
        axes.errorbar(bot.share.mean, height, xerr=_margins(bot), fmt="o", capsize=4)
        axes.plot([bot.fair] * 2, [height - 0.3, height + 0.3], color="grey", linestyle=":")
    labels = [f"{bot.bot}\nin {', '.join(table.lineup)}" for table, bot in reversed(rows)]
    axes.set_yticks(range(len(rows)), labels)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of the wins (95 % interval; dotted: equally strong)")
    axes.set_title(f"{summary.setup.game}, {matches(summary.games)}")
    drawn = BytesIO()
    figure.savefig(drawn, format=path.suffix.lower().removeprefix("."))
    write_whole(path, drawn.getvalue())
    pyplot.close(figure)


def _margins(bot: BotSummary) -> list[list[float]]:
    share = bot.share
    return [[max(0.0, share.mean - share.low)], [max(0.0, share.high - share.mean)]]
