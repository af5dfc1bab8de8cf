"""The report as Markdown for the terminal and as one HTML page that needs nothing else."""

from collections.abc import Iterator, Sequence
from html import escape

from quartett.arena.words import matches
from quartett.core.texts import say
from quartett.report.answers import answers
from quartett.report.figures import Figures
from quartett.report.gather import Material, Variant
from quartett.report.notable import plain
from quartett.report.svg import histogram, interval_bars

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
svg{width:100%;height:auto}svg text{font-size:12px;fill:currentColor}
rect{fill:#4477aa}.i{stroke:currentColor;stroke-width:2}
.f{stroke:currentColor;stroke-dasharray:4 4;opacity:.6}
table{border-collapse:collapse;width:100%}td,th{padding:.2rem .5rem;text-align:left}
td+td,th+th{text-align:right}tr{border-bottom:1px solid #8884}dt{font-weight:600}
dd{margin:0 0 .8rem}
"""

COLUMNS = (
    "Seats apart: wins of the luckiest seat less those of the unluckiest. Lead: of the winner, in"
    " points, median. Shared: victories. Skill: what one stronger bot wins among weaker ones."
)

Rows = Sequence[Sequence[str]]


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
    found = material.variants[0].figures
    asked = "".join(
        f"<dt>{escape(question)}</dt><dd>{escape(answer)}</dd>"
        for question, answer in answers(material)
    )
    tables = "".join(
        f"<h2>{escape(name)}</h2>{_html_table(rows)}" for name, rows in _tables(material)
    )
    note = f"<p>{COLUMNS}</p>" if len(material.variants) > 1 else ""
    title = escape(_title(material))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{STYLE}</style><h1>{title}</h1><p>{escape(_setting(material))}</p>"
        f"<h2>Answers</h2><dl>{asked}</dl>{_plots(found)}{tables}{note}</html>\n"
    )


def _plots(found: Figures) -> str:
    seats = [f"seat {seat}" for seat in range(1, len(found.seats) + 1)]
    return (
        f"<h2>Wins by seat</h2>{interval_bars(seats, found.seats, 1 / len(seats))}"
        f"<h2>Scores</h2>{histogram(found.histogram, 'How often each score was reached')}"
    )


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
    counted = [(plain(name), f"{count:.2f}") for name, count in found.counts.items()]
    yield "How often things happen in a match", [("event", "times"), *counted]
    reasons = [(plain(name), f"{share:.1%}") for name, share in found.reasons.items()]
    yield "How matches end", [("reason", "share"), *reasons]
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


def _html_table(rows: Rows) -> str:
    heading, *rest = rows
    cells = "".join(f"<th>{escape(each)}</th>" for each in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rest
    )
    return f"<table><tr>{cells}</tr>{body}</table>"
