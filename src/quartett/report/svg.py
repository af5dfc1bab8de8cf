"""Small plots as SVG text, with axes and values: bars with intervals, and histograms.

Colours and sizes come from the page's style (`quartett.report.document`).
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from quartett.arena.stats import Estimate
from quartett.core.numerals import written

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 64, 8, 26, 48
PLOT_WIDTH, PLOT_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
MAX_BARS = 40
MAX_VALUES = 16
"""Up to this many bars have their values written above them; all have them as a tooltip."""
TICKS = 4


class Labels(NamedTuple):
    """What a plot says: at its axes, and as a whole to those who do not see it."""

    across: str
    upright: str
    title: str
    language: str = "en"

    def share(self, value: float, form: str = ".1%") -> str:
        """A share of the wins."""
        return written(value, self.language, form)


class Axes(NamedTuple):
    """What stands at the axes, and up to which value the upright one goes."""

    labels: Labels
    most: float
    marked: Callable[[float], str]


def interval_bars(
    names: Sequence[str], values: Sequence[Estimate], fair: Sequence[float], labels: Labels
) -> str:
    """Shares as bars with their 95 % intervals, and a mark at what would be fair."""
    most = max(*fair, *(min(1.0, each.high) for each in values))
    axes = Axes(labels, min(1.0, most * 1.05), lambda share: labels.share(share, ".0%"))
    step = PLOT_WIDTH / len(values)
    parts = _axes(axes)
    for number, (name, each) in enumerate(zip(names, values, strict=True)):
        middle = LEFT + step * (number + 0.5)
        low, high = max(0.0, each.low), min(1.0, each.high)
        mean = labels.share(each.mean)
        told = f"{mean} ({labels.share(low)} – {labels.share(high)})"
        parts.append(_bar(middle - step * 0.3, step * 0.6, each.mean / axes.most, told))
        parts.append(_interval(middle, each, axes.most))
        parts.append(_level(middle, step, fair[number] / axes.most))
        parts.append(_text(middle, _y(high / axes.most) - 6, mean, "v"))
        parts.append(_text(middle, HEIGHT - BOTTOM + 18, name))
    return _svg(parts, labels.title)


def histogram(counts: Mapping[int, int], labels: Labels) -> str:
    """How often each value occurs, neighbours put together where there are many."""
    first, last = min(counts), max(counts)
    width = -(-(last - first + 1) // MAX_BARS)
    bars = [0] * ((last - first) // width + 1)
    for value, count in counts.items():
        bars[(value - first) // width] += count
    step = PLOT_WIDTH / len(bars)
    axes = Axes(labels, max(bars) * 1.05, lambda count: f"{count:.0f}")
    parts = _axes(axes)
    for number, count in enumerate(bars):
        low = first + number * width
        name = f"{low}" if width == 1 else f"{low} – {low + width - 1}"
        left = LEFT + step * number
        parts.append(_bar(left + 1, step - 2, count / axes.most, f"{name}: {count}"))
        if len(bars) <= MAX_VALUES and count:
            parts.append(_text(left + step / 2, _y(count / axes.most) - 6, str(count), "v"))
        if number % max(1, -(-len(bars) // 10)) == 0:
            parts.append(_text(left + step / 2, HEIGHT - BOTTOM + 18, str(low)))
    return _svg(parts, labels.title)


def _axes(axes: Axes) -> list[str]:
    """Both axes with their names, and a line across for each tick."""
    bottom = HEIGHT - BOTTOM
    parts = []
    for tick in ticks(axes.most):
        y = _y(tick / axes.most)
        parts.append(f'<path class="g" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(_text(LEFT - 8, y + 4, axes.marked(tick), "e"))
    parts.append(f'<path class="a" d="M{LEFT} {TOP}V{bottom}H{WIDTH - RIGHT}"/>')
    parts.append(_text(LEFT + PLOT_WIDTH / 2, HEIGHT - 8, axes.labels.across, "n"))
    middle = TOP + PLOT_HEIGHT / 2
    parts.append(
        f'<text class="n" x="0" y="0" transform="translate(14 {middle:.1f}) rotate(-90)">'
        f"{escape(axes.labels.upright)}</text>"
    )
    return parts


def ticks(most: float) -> list[float]:
    """Round values from 0 up to the largest, a handful; whole ones where things are counted."""
    rough = most / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough)
    if most > 1:
        step = ceil(step)
    return [number * step for number in range(int(most / step + 1e-9) + 1)]


def _y(share: float) -> float:
    return TOP + PLOT_HEIGHT * (1 - share)


def _bar(x: float, width: float, share: float, hint: str) -> str:
    top = _y(share)
    height = TOP + PLOT_HEIGHT - top
    box = f'x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f"<rect {box}><title>{escape(hint)}</title></rect>"


def _interval(x: float, each: Estimate, most: float) -> str:
    low, high = _y(max(0.0, each.low) / most), _y(min(1.0, each.high) / most)
    ends = f"M{x - 5:.1f} {low:.1f}h10M{x - 5:.1f} {high:.1f}h10"
    return f'<path class="i" d="M{x:.1f} {low:.1f}V{high:.1f}{ends}"/>'


def _level(x: float, step: float, share: float) -> str:
    y = _y(share)
    return f'<path class="f" d="M{x - step / 2:.1f} {y:.1f}H{x + step / 2:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _svg(parts: Sequence[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
