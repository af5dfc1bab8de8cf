"""Small plots as SVG text: bars with intervals, and histograms."""

from collections.abc import Mapping, Sequence
from html import escape

from quartett.arena.stats import Estimate

WIDTH, HEIGHT = 560, 220
LEFT, BOTTOM, TOP = 46, 28, 12
PLOT = HEIGHT - BOTTOM - TOP
MAX_BARS = 40


def interval_bars(labels: Sequence[str], values: Sequence[Estimate], fair: float) -> str:
    """Shares as bars with their 95 % intervals, and a line where all are equal."""
    most = max([fair, *(each.high for each in values)]) * 1.1
    step = (WIDTH - LEFT) / len(values)
    parts = [_level(fair, most, f"{fair:.0%}")]
    for number, (label, each) in enumerate(zip(labels, values, strict=True)):
        middle = LEFT + step * (number + 0.5)
        parts.append(_bar(middle - step * 0.3, step * 0.6, each.mean / most, f"{each.mean:.1%}"))
        low, high = _y(max(0.0, each.low) / most), _y(each.high / most)
        parts.append(f'<path class="i" d="M{middle:.1f} {low:.1f}V{high:.1f}"/>')
        parts.append(_label(middle, label))
    return _svg(parts, "Share of the wins by seat")


def histogram(counts: Mapping[int, int], title: str) -> str:
    """How often each value occurs, neighbours put together where there are many."""
    first, last = min(counts), max(counts)
    width = -(-(last - first + 1) // MAX_BARS)
    bars = [0] * ((last - first) // width + 1)
    for value, count in counts.items():
        bars[(value - first) // width] += count
    step = (WIDTH - LEFT) / len(bars)
    parts = []
    for number, count in enumerate(bars):
        low = first + number * width
        name = f"{low}" if width == 1 else f"{low} – {low + width - 1}"
        hint = f"{name}: {count}"
        parts.append(_bar(LEFT + step * number + 1, step - 2, count / max(bars), hint))
        if number % max(1, len(bars) // 8) == 0:
            parts.append(_label(LEFT + step * (number + 0.5), str(low)))
    return _svg(parts, title)


def _y(share: float) -> float:
    return TOP + PLOT * (1 - share)


def _bar(x: float, width: float, share: float, hint: str) -> str:
    top = _y(share)
    box = f'x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" height="{TOP + PLOT - top:.1f}"'
    return f"<rect {box}><title>{escape(hint)}</title></rect>"


def _level(value: float, most: float, label: str) -> str:
    y = _y(value / most)
    return (
        f'<path class="f" d="M{LEFT} {y:.1f}H{WIDTH}"/>'
        f'<text x="{LEFT - 4}" y="{y + 4:.1f}" text-anchor="end">{escape(label)}</text>'
    )


def _label(x: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(text)}</text>'


def _svg(parts: Sequence[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
