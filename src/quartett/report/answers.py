"""What the figures say: questions about every game, the game's own, and other rulings compared."""

from collections.abc import Iterator, Sequence
from typing import get_args

import msgspec

from quartett.arena.schedule import Setup
from quartett.arena.stats import Estimate
from quartett.core.game import Fact
from quartett.core.match import Match
from quartett.games import get
from quartett.report.figures import Figures
from quartett.report.game_report import Answer, game_report_of
from quartett.report.gather import Material, Variant

RARE = 0.01
"""What happens less often than once in a hundred matches hardly exists."""


def answers(material: Material) -> Sequence[Answer]:
    """All questions with their answers: those about every game, then the game's own."""
    variant = material.variants[0]
    found = variant.figures
    return [
        ("Does the seat matter?", _seats(found)),
        ("How long is a match?", _length(found)),
        ("Is it close?", _closeness(found)),
        ("Does skill count?", _skill(material, variant)),
        ("What hardly ever happens?", _rare(material.game, found)),
        *game_report_of(material.game).answers(found),
        *_alternatives(material),
    ]


def _alternatives(material: Material) -> Sequence[Answer]:
    if len(material.variants) == 1:
        return []
    return [("Would another ruling be better?", verdict(material.variants))]


def _seats(found: Figures) -> str:
    fair = 1 / len(found.seats)
    off = [
        f"seat {seat} wins {each.mean:.1%} ({each.low:.1%} – {each.high:.1%})"
        for seat, each in enumerate(found.seats, 1)
        if not each.low <= fair <= each.high
    ]
    if not off:
        return f"No difference can be seen: every seat's interval holds the fair {fair:.1%}."
    return f"Yes: {'; '.join(off)}, where {fair:.1%} would be fair."


def _length(found: Figures) -> str:
    length = found.actions
    text = f"{length.median:.0f} actions ({length.low:.0f} to {length.high:.0f} in 9 of 10 matches)"
    return f"{text}, {found.minutes:.1f} minutes." if found.minutes else f"{text}."


def _closeness(found: Figures) -> str:
    margin = found.margin
    return (
        f"The winner is ahead by {margin.median:.0f} points in the median match"
        f" ({margin.low:.0f} to {margin.high:.0f}); {found.shared.mean:.1%} of the victories are"
        f" shared; scores run from {found.scores.low:.0f} to {found.scores.high:.0f}."
    )


def _skill(material: Material, variant: Variant) -> str:
    skill = variant.skill
    if skill is None:
        return "There is no weaker bot to compare with."
    return (
        f"One {material.level} bot among {material.weaker} ones wins {skill.share.mean:.1%}"
        f" ({skill.share.low:.1%} – {skill.share.high:.1%}), where {skill.fair:.1%} would be luck."
    )


def _rare(game: str, found: Figures) -> str:
    kinds = _kinds(found.setup)
    rare = sorted(kind for kind in kinds if found.counts.get(kind, 0.0) < RARE)
    if not rare:
        return "Nothing: every kind of event happens."
    called = game_report_of(game).called
    return f"Less than once in {1 / RARE:.0f} matches: {'; '.join(map(called, rare))}."


def _kinds(setup: Setup) -> set[str]:
    """The kinds of events, without those of the first deal: it happens before anybody acts."""
    game = get(setup.game)
    kinds = get_args(game.event_type) or (game.event_type,)
    dealt = Match.start(game, setup.players, setup.seed, setup.options).log[0].events
    return {_tag(kind) for kind in kinds} - {_tag(event) for event in dealt}


def _tag(event: Fact | type[Fact]) -> str:
    return str(event.__struct_config__.tag)


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
    return [
        *_skill_changes(usual, other),
        *_shared_changes(usual, other),
        *_seat_changes(usual, other),
    ]


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


def _skill_changes(usual: Variant, other: Variant) -> Iterator[Change]:
    if usual.skill is None or other.skill is None:
        return
    old, new = usual.skill.share, other.skill.share
    if _apart(old, new):
        more = new.mean > old.mean
        yield Change(more, f"skill counts {'more' if more else 'less'} ({_step(old, new)})")


def _shared_changes(usual: Variant, other: Variant) -> Iterator[Change]:
    old, new = usual.figures.shared, other.figures.shared
    if _apart(old, new):
        fewer = new.mean < old.mean
        yield Change(fewer, f"{'fewer' if fewer else 'more'} shared victories ({_step(old, new)})")


def _seat_changes(usual: Variant, other: Variant) -> Iterator[Change]:
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
