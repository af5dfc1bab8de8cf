"""The report as Markdown for the terminal and as one HTML page that needs nothing else."""

from collections.abc import Iterator, Sequence
from html import escape

from quartett.arena.words import matches
from quartett.core.texts import say
from quartett.report.answers import answers
from quartett.report.document import Rows, document, figure, paragraph, section, table
from quartett.report.figures import Figures
from quartett.report.game_report import ending, game_report_of
from quartett.report.gather import Material, Variant
from quartett.report.svg import histogram, interval_bars

COLUMNS = (
    "Seats apart: wins of the luckiest seat less those of the unluckiest. Lead: of the winner, in"
    " points, median. Shared: victories. Skill: what one stronger bot wins among weaker ones."
)


def markdown(material: Material) -> str:
    """The report as Markdown."""
    parts = [f"# {_title(material)}", _setting(material), "## Answers"]
    parts += [f"**{question}** {answer}" for question, answer in answers(material)]
    for title, rows in _tables(material):
        parts += [f"## {title}", _markdown_table(rows)]
    if len(material.variants) > 1:
        parts.append(COLUMNS)
    return "\n\n".join(parts) + "\n"


def html(material: Material) -> str:
    """The report as one self-contained page."""
    asked = "".join(
        f"<dt>{escape(question)}</dt><dd>{escape(answer)}</dd>"
        for question, answer in answers(material)
    )
    tables = [section(name, table(rows)) for name, rows in _tables(material)]
    note = [paragraph(COLUMNS)] if len(material.variants) > 1 else []
    return document(
        _title(material),
        _setting(material),
        section("Answers", f"<dl>{asked}</dl>"),
        *_plots(material.variants[0].figures),
        *tables,
        *note,
    )


def _plots(found: Figures) -> Iterator[str]:
    seats = [str(seat) for seat in range(1, len(found.seats) + 1)]
    fair = [1 / len(seats)] * len(seats)
    told = f"Bars: share of the wins; upright lines: 95 % intervals; dashed: a fair {fair[0]:.0%}."
    yield section("Wins by seat", figure(interval_bars(seats, found.seats, fair), told))
    spread = found.scores
    told = (
        f"9 of 10 scores lie from {spread.low:.0f} to {spread.high:.0f}; the median is"
        f" {spread.median:.0f}."
    )
    yield section("Scores", figure(histogram(found.histogram, "score", "how many seats"), told))


def _title(material: Material) -> str:
    return f"{say(f'{material.game}.name')}: balance report"


def _setting(material: Material) -> str:
    found = material.variants[0].figures
    return (
        f"{matches(found.games)} of {found.setup.players} {material.level} bots, seed"
        f" {found.setup.seed}; intervals hold 95 %."
    )


def _tables(material: Material) -> Iterator[tuple[str, Rows]]:
    found = material.variants[0].figures
    names = game_report_of(material.game)
    counted = [(names.called(name), f"{count:.2f}") for name, count in found.counts.items()]
    yield "How often things happen in a match", [("what happens", "times a match"), *counted]
    reasons = [
        (ending(material.game, name), f"{share:.1%}") for name, share in found.reasons.items()
    ]
    yield "How matches end", [("why", "share of the matches"), *reasons]
    if len(material.variants) > 1:
        heading = ("ruling", "seats apart", "lead", "shared", "actions", "skill")
        yield "Alternatives", [heading, *(_variant_row(each) for each in material.variants)]


def _variant_row(variant: Variant) -> Sequence[str]:
    found = variant.figures
    shares = [seat.mean for seat in found.seats]
    return (
        variant.name,
        f"{max(shares) - min(shares):.1%}",
        f"{found.margin.median:.0f}",
        f"{found.shared.mean:.1%}",
        f"{found.actions.median:.0f}",
        "–" if variant.skill is None else f"{variant.skill.share.mean:.1%}",
    )


def _markdown_table(rows: Rows) -> str:
    heading, *rest = ("| " + " | ".join(row) + " |" for row in rows)
    rule = "|---" + "|--:" * (len(rows[0]) - 1) + "|"
    return "\n".join([heading, rule, *rest])
