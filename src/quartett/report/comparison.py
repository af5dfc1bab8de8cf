"""Which alternative rulings are clearly better or worse: intervals that do not touch say so."""

from collections.abc import Iterator, Sequence

import msgspec

from quartett.arena.stats import Estimate
from quartett.report.gather import Variant


class Change(msgspec.Struct, frozen=True):
    """One respect in which an alternative clearly differs from the game as it is."""

    better: bool
    text: str


def verdict(variants: Sequence[Variant]) -> str:
    """What the alternatives would gain or cost, in one paragraph."""
    usual, *others = variants
    told = [_told(usual, other) for other in others]
    clear = [text for text in told if text]
    if not clear:
        return "No: no alternative differs clearly from the game as it is."
    good = any(_is_better(changes(usual, other)) for other in others)
    return f"{'Yes' if good else 'No, none is clearly better'}. {' '.join(clear)}"


def changes(usual: Variant, other: Variant) -> list[Change]:
    """All respects in which an alternative clearly differs."""
    return [*_skill(usual, other), *_shared(usual, other), *_seats(usual, other)]


def _is_better(found: Sequence[Change]) -> bool:
    return bool(found) and all(change.better for change in found)


def _told(usual: Variant, other: Variant) -> str:
    found = changes(usual, other)
    if not found:
        return ""
    better = {change.better for change in found}
    kind = "mixed" if len(better) > 1 else "better" if True in better else "worse"
    name = other.name[0].upper() + other.name[1:]
    return f"{name} – {kind}: {', '.join(change.text for change in found)}."


def _skill(usual: Variant, other: Variant) -> Iterator[Change]:
    if usual.skill is None or other.skill is None:
        return
    old, new = usual.skill.share, other.skill.share
    if _apart(old, new):
        more = new.mean > old.mean
        yield Change(more, f"skill counts {'more' if more else 'less'} ({_step(old, new)})")


def _shared(usual: Variant, other: Variant) -> Iterator[Change]:
    old, new = usual.figures.shared, other.figures.shared
    if _apart(old, new):
        fewer = new.mean < old.mean
        yield Change(fewer, f"{'fewer' if fewer else 'more'} shared victories ({_step(old, new)})")


def _seats(usual: Variant, other: Variant) -> Iterator[Change]:
    old, new = _is_fair(usual), _is_fair(other)
    if old != new:
        yield Change(new, "no seat has an advantage" if new else "the seat matters")


def _is_fair(variant: Variant) -> bool:
    seats = variant.figures.seats
    return all(each.low <= 1 / len(seats) <= each.high for each in seats)


def _apart(old: Estimate, new: Estimate) -> bool:
    return new.low > old.high or new.high < old.low


def _step(old: Estimate, new: Estimate) -> str:
    return f"{old.mean:.1%} → {new.mean:.1%}"
