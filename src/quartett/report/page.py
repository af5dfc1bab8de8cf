"""The report as Markdown for the terminal and as one HTML page that needs nothing else."""

from collections.abc import Iterator, Sequence
from html import escape

from quartett.core.texts import say
from quartett.report.answers import answers
from quartett.report.document import Rows, document, figure, paragraph, section, table
from quartett.report.figures import Figures
from quartett.report.gather import AS_IT_IS, Material, Variant
from quartett.report.svg import Labels, histogram, interval_bars
from quartett.report.wording import Wording

COLUMNS = ("ruling", "apart", "lead", "shared", "actions", "skill")
"""The columns of the table of alternatives."""


def markdown(material: Material, language: str) -> str:
    """The report as Markdown."""
    wording = Wording(material.game, language)
    parts = [f"# {_title(wording)}", _setting(material, wording), f"## {wording.say('answers')}"]
    parts += [f"**{question}** {answer}" for question, answer in answers(material, wording)]
    for title, rows in _tables(material, wording):
        parts += [f"## {title}", _markdown_table(rows)]
    if len(material.variants) > 1:
        parts.append(wording.say("columns"))
    return "\n\n".join(parts) + "\n"


def html(material: Material, language: str) -> str:
    """The report as one self-contained page."""
    wording = Wording(material.game, language)
    asked = "".join(
        f"<dt>{escape(question)}</dt><dd>{escape(answer)}</dd>"
        for question, answer in answers(material, wording)
    )
    tables = [section(name, table(rows)) for name, rows in _tables(material, wording)]
    note = [paragraph(wording.say("columns"))] if len(material.variants) > 1 else []
    return document(
        _title(wording),
        _setting(material, wording),
        section(wording.say("answers"), f"<dl>{asked}</dl>"),
        *_plots(material.variants[0].figures, wording),
        *tables,
        *note,
        language=language,
    )


def _plots(found: Figures, wording: Wording) -> Iterator[str]:
    seats = [str(seat) for seat in range(1, len(found.seats) + 1)]
    fair = [1 / len(seats)] * len(seats)
    wins = interval_bars(seats, found.seats, fair, _labels("wins", wording))
    yield _plot("wins", wins, wording, fair=fair[0])
    scores, spread = histogram(found.histogram, _labels("scores", wording)), found.scores
    about = {"low": spread.low, "high": spread.high, "median": spread.median}
    yield _plot("scores", scores, wording, **about)


def _plot(kind: str, drawn: str, wording: Wording, **about: float) -> str:
    caption = wording.say(f"plot.{kind}.caption", **about)
    return section(wording.say(f"plot.{kind}"), figure(drawn, caption))


def _labels(kind: str, wording: Wording) -> Labels:
    across, upright, title = (
        wording.say(f"plot.{kind}.{each}") for each in ("across", "upright", "title")
    )
    return Labels(across, upright, title, wording.language)


def _title(wording: Wording) -> str:
    return wording.say("title", game=say(f"{wording.game}.name", None, wording.language))


def _setting(material: Material, wording: Wording) -> str:
    found = material.variants[0].figures
    setup = {"players": found.setup.players, "seed": found.setup.seed}
    return wording.say("setting", matches=found.games, level=material.level, **setup)


def _tables(material: Material, wording: Wording) -> Iterator[tuple[str, Rows]]:
    found = material.variants[0].figures
    counted = [
        (wording.called(name), wording.number(count, ".2f")) for name, count in found.counts.items()
    ]
    yield _table("events", ("event", "times"), counted, wording)
    reasons = [
        (wording.ending(name), wording.number(share, ".1%"))
        for name, share in found.reasons.items()
    ]
    yield _table("endings", ("why", "share"), reasons, wording)
    if len(material.variants) > 1:
        rows = [_variant_row(each, wording) for each in material.variants]
        yield _table("alternatives", COLUMNS, rows, wording)


def _table(
    kind: str, columns: Sequence[str], rows: Sequence[Sequence[str]], wording: Wording
) -> tuple[str, Rows]:
    heading = [wording.say(f"column.{each}") for each in columns]
    return wording.say(f"table.{kind}"), [heading, *rows]


def _variant_row(variant: Variant, wording: Wording) -> Sequence[str]:
    found, name, number = variant.figures, variant.name, wording.number
    shares = [seat.mean for seat in found.seats]
    return (
        wording.say(name) if name == AS_IT_IS else wording.called(name),
        number(max(shares) - min(shares), ".1%"),
        number(found.margin.median, ".0f"),
        number(found.shared.mean, ".1%"),
        number(found.actions.median, ".0f"),
        "–" if variant.skill is None else number(variant.skill.share.mean, ".1%"),
    )


def _markdown_table(rows: Rows) -> str:
    heading, *rest = ("| " + " | ".join(row) + " |" for row in rows)
    rule = "|---" + "|--:" * (len(rows[0]) - 1) + "|"
    return "\n".join([heading, rule, *rest])
