"""A review as one self-contained page: a curve with a table beside it, light and dark."""

from collections.abc import Sequence
from html import escape

from quartett.core.numerals import percent
from quartett.core.texts import say
from quartett.review import wording
from quartett.review.results import Review, ReviewStep, SpeedReview
from quartett.review.wording import say_about

WIDTH, HEIGHT, MARGIN = 640, 240, 28
DASHES = ("", "7 4", "2 3", "9 3 2 3", "1 5")
"""Seats are distinguished by dashes as well as by colour."""

STYLE = """
:root { color-scheme: light dark; --paper: #faf6ee; --ink: #23201b; --line: #8a8378;
  --seat-0: #0b6b63; --seat-1: #a83a2e; --seat-2: #6a4a9c; --seat-3: #8a5a00; --seat-4: #2c58a5; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1b18; --ink: #efe9dd; --line: #8d867b;
  --seat-0: #5fc9bd; --seat-1: #f08d80; --seat-2: #bda1ec; --seat-3: #e0b150; --seat-4: #8fb4f2; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 44rem; padding: 1.5rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
svg { height: auto; max-width: 100%; } .scroll { overflow-x: auto; }
"""


def html(review: Review | SpeedReview, language: str) -> str:
    """The whole page."""
    name = say(f"{review.game}.name", None, language)
    title = say_about(review.game, "review.title", {"game": name}, language)
    body = _speed(review, language) if isinstance(review, SpeedReview) else _turns(review, language)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def _speed(review: SpeedReview, language: str) -> str:
    return _list([wording.speed_line(review, seat, language) for seat in review.seats])


def _turns(review: Review, language: str) -> str:
    def said(key: str) -> str:
        about = {"evaluator": review.evaluator}
        return escape(say_about(review.game, f"review.{key}", about, language))

    steps = {step.entry: step for step in review.steps}
    turning = [steps[entry] for entry in review.turning_points]
    costly = wording.costliest(review)
    parts = [
        f"<p>{said('evaluator')}</p>",
        _seats(review, language, said),
        f"<h2>{said('curve')}</h2>",
        _curve(review, language, said("curve")),
        f"<details><summary>{said('curve')}</summary>{_values(review, language, said)}</details>",
        f"<h2>{said('turning')}</h2>",
        _list(_turned(review, turning, language)),
        f"<h2>{said('costly')}</h2>",
        _list(_told(review, costly, language)) if costly else f"<p>{said('nothing_costly')}</p>",
        f"<h2>{said('insights')}</h2>",
        _list(wording.insight_lines(review, language)),
    ]
    return "\n".join(parts)


def _seats(review: Review, language: str, said: wording.Said) -> str:
    head = "".join(f'<th scope="col">{said(name)}</th>' for name in wording.COLUMNS)
    rows = [
        f'<tr><th scope="row">{_name(review, seat.seat, language)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in wording.row(seat, language))
        + "</tr>"
        for seat in review.seats
    ]
    return f'<div class="scroll"><table><tr><td></td>{head}</tr>{"".join(rows)}</table></div>'


def _curve(review: Review, language: str, title: str) -> str:
    last = max(1, len(review.steps) - 1)
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    parts = [
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" stroke="var(--line)" '
        'stroke-width=".5"/>'
        for y in (MARGIN, HEIGHT / 2, HEIGHT - MARGIN)
    ]
    for seat in range(len(review.seats)):
        points = " ".join(
            f"{MARGIN + wide * at / last:.1f},{HEIGHT - MARGIN - high * step.value[seat]:.1f}"
            for at, step in enumerate(review.steps)
        )
        colour, dash = f"var(--seat-{seat % 5})", DASHES[seat % len(DASHES)]
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/>'
            f'<text x="{MARGIN + 100 * seat}" y="{MARGIN - 10}" fill="{colour}" font-size="13">'
            f"{_name(review, seat, language)}</text>"
        )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f"{''.join(parts)}</svg>"
    )


def _values(review: Review, language: str, said: wording.Said) -> str:
    head = "".join(
        f'<th scope="col">{_name(review, seat.seat, language)}</th>' for seat in review.seats
    )
    rows = [
        f'<tr><th scope="row">{step.entry}</th>'
        + "".join(f"<td>{percent(value, language)}</td>" for value in step.value)
        + "</tr>"
        for step in review.steps
    ]
    return f'<table><tr><th scope="col">{said("entry")}</th>{head}</tr>{"".join(rows)}</table>'


def _turned(review: Review, steps: Sequence[ReviewStep], language: str) -> list[str]:
    """The turning points: what was done, and whose chances went from where to where."""
    told = _told(review, steps, language)
    swings = [_swing(review, step, language) for step in steps]
    return [f"{each} ({swing})" for each, swing in zip(told, swings, strict=True)]


def _swing(review: Review, step: ReviewStep, language: str) -> str:
    before = review.steps[max(0, step.entry - 1)].value
    changes = [
        f"{wording.seat_name(review, seat, language)} {percent(old, language)} → "
        f"{percent(new, language)}"
        for seat, (old, new) in enumerate(zip(before, step.value, strict=True))
    ]
    return ", ".join(changes)


def _told(review: Review, steps: Sequence[ReviewStep], language: str) -> list[str]:
    reasons = wording.reasons(steps, language)
    return [_line(review, step, why, language) for step, why in zip(steps, reasons, strict=True)]


def _line(review: Review, step: ReviewStep, why: str, language: str) -> str:
    entry = say_about(review.game, "review.entry", {}, language)
    who = "" if step.seat is None else wording.seat_name(review, step.seat, language)
    told = f"{entry} {step.entry}, {who}: {wording.signed(step.delta, language)}"
    if not step.is_mistake:
        return told
    better = say_about(review.game, "review.better", {}, language)
    action = wording.better(review, step, language)
    return f"{told}; {better}: {action}. {why}".rstrip()


def _name(review: Review, seat: int, language: str) -> str:
    return escape(wording.seat_name(review, seat, language))


def _list(lines: list[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
