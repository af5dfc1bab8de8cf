"""An arena's figures as one HTML page that needs nothing else."""

from collections.abc import Iterator
from math import isfinite

from quartett.arena.stats import BotSummary, Estimate, Summary, TableSummary
from quartett.arena.words import deals, matches
from quartett.core.texts import say
from quartett.report.document import document, figure, section, table
from quartett.report.svg import Labels, interval_bars

HEADING = ("bot", "seats", "wins", "95 % interval", "score", "lead", "ms a move")
LABELS = Labels("bot", "share of the wins", "share of the wins by bot, with 95 % intervals")
CAPTION = (
    "Bars: share of the wins of all seats of a bot; upright lines: 95 % intervals; dashed: the"
    " share of equally strong players. Lead: its mean score less that of the others."
    " Milliseconds a move: median / 99 % / longest, on one core."
)


def arena_page(summary: Summary) -> str:
    """The page of an arena: each line-up with a plot and a table, then the ratings."""
    title = f"{say(f'{summary.setup.game}.name')}: arena"
    about = (
        f"{matches(summary.games)}, seed {summary.setup.seed}; every deal in all seat rotations."
    )
    return document(title, about, *map(_line_up, summary.tables), *_ratings(summary))


def _line_up(found: TableSummary) -> str:
    names = [short(bot.bot) for bot in found.bots]
    plot = interval_bars(
        names, [bot.share for bot in found.bots], [bot.fair for bot in found.bots], LABELS
    )
    title = " – ".join(map(short, found.lineup))
    told = f"{matches(found.games)} on {deals(found.deals)}. {CAPTION}"
    return section(title, figure(plot, told), table([HEADING, *map(_row, found.bots)]))


def _row(bot: BotSummary) -> list[str]:
    time = bot.time
    return [
        short(bot.bot),
        str(bot.seats),
        f"{bot.share.mean:.1%}",
        f"{bot.share.low:.1%} – {bot.share.high:.1%}",
        f"{bot.score.mean:.1f}",
        signed(bot.lead),
        " / ".join(brief(each) for each in (time.median, time.p99, time.longest)),
    ]


def _ratings(summary: Summary) -> Iterator[str]:
    if len(summary.ratings) > 1:
        rows = [
            (short(each.bot), f"{each.mu:.1f}", f"± {each.sigma:.1f}", f"{each.ordinal:.1f}")
            for each in summary.ratings
        ]
        heading = ("bot", "strength", "uncertainty", "almost surely at least")
        yield section("Ratings (Plackett–Luce; everybody begins at 25)", table([heading, *rows]))


def short(bot: str) -> str:
    """A bot's name for people: of one in a file, the class alone."""
    return bot.rpartition(":")[2]


def brief(milliseconds: float) -> str:
    """A time with as many digits as matter."""
    return f"{milliseconds:.0f}" if milliseconds >= 10 else f"{milliseconds:.2g}"


def signed(lead: Estimate) -> str:
    """A difference of scores, with half of its interval where there is one."""
    margin = (lead.high - lead.low) / 2
    return f"{lead.mean:+.1f} ± {margin:.1f}" if isfinite(margin) else f"{lead.mean:+.1f}"
