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
from quartett.report.game_report import game_report_of
from quartett.report.gather import Material, Variant
from quartett.report.wording import Answer, Wording

RARE = 0.01
"""What happens less often than once in a hundred matches hardly exists."""


def answers(material: Material, wording: Wording) -> Sequence[Answer]:
    """All questions with their answers: those about every game, then the game's own."""
    variant = material.variants[0]
    found = variant.figures
    return [
        (wording.say("ask.seats"), _seats(found, wording)),
        (wording.say("ask.length"), _length(found, wording)),
        (wording.say("ask.close"), _closeness(found, wording)),
        (wording.say("ask.skill"), _skill(material, variant, wording)),
        (wording.say("ask.rare"), _rare(found, wording)),
        *game_report_of(material.game).answers(found, wording),
        *_alternatives(material, wording),
    ]


def _alternatives(material: Material, wording: Wording) -> Sequence[Answer]:
    if len(material.variants) == 1:
        return []
    return [(wording.say("ask.ruling"), verdict(material.variants, wording))]


def _seats(found: Figures, wording: Wording) -> str:
    fair = 1 / len(found.seats)
    off = [
        wording.say("tell.seats.each", number=number, share=wording.estimate(each))
        for number, each in enumerate(found.seats, 1)
        if not each.low <= fair <= each.high
    ]
    if not off:
        return wording.say("tell.seats.none", fair=fair)
    return wording.say("tell.seats.some", seats=wording.listed(off), fair=fair)


def _length(found: Figures, wording: Wording) -> str:
    length = found.actions
    told = wording.say("tell.length", median=length.median, low=length.low, high=length.high)
    if not found.minutes:
        return told
    return f"{told} {wording.say('tell.length.minutes', minutes=found.minutes)}"


def _closeness(found: Figures, wording: Wording) -> str:
    margin, scores = found.margin, found.scores
    ahead = {"median": margin.median, "low": margin.low, "high": margin.high}
    return wording.say(
        "tell.close", shared=found.shared.mean, worst=scores.low, best=scores.high, **ahead
    )


def _skill(material: Material, variant: Variant, wording: Wording) -> str:
    skill = variant.skill
    if skill is None:
        return wording.say("tell.skill.none")
    bots = {"level": material.level, "weaker": material.weaker}
    share = wording.estimate(skill.share)
    return wording.say("tell.skill", share=share, fair=skill.fair, **bots)


def _rare(found: Figures, wording: Wording) -> str:
    kinds = _kinds(found.setup)
    rare = sorted(kind for kind in kinds if found.counts.get(kind, 0.0) < RARE)
    if not rare:
        return wording.say("tell.rare.none")
    told = wording.listed(map(wording.called, rare))
    return wording.say("tell.rare", matches=1 / RARE, kinds=told)


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


def verdict(variants: Sequence[Variant], wording: Wording) -> str:
    """What the alternatives would gain or cost, in one paragraph."""
    usual, *others = variants
    told = [_told(usual, other, wording) for other in others]
    clear = [text for text in told if text]
    if not clear:
        return wording.say("tell.ruling.none")
    good = any(_is_better(changes(usual, other, wording)) for other in others)
    kind = "better" if good else "worse"
    return f"{wording.say(f'tell.ruling.{kind}')} {' '.join(clear)}"


def changes(usual: Variant, other: Variant, wording: Wording) -> list[Change]:
    """All respects in which an alternative clearly differs."""
    return [
        *_skill_changes(usual, other, wording),
        *_shared_changes(usual, other, wording),
        *_seat_changes(usual, other, wording),
    ]


def _is_better(found: Sequence[Change]) -> bool:
    return bool(found) and all(change.better for change in found)


def _told(usual: Variant, other: Variant, wording: Wording) -> str:
    found = changes(usual, other, wording)
    if not found:
        return ""
    better = {change.better for change in found}
    kind = "mixed" if len(better) > 1 else "better" if True in better else "worse"
    called = wording.called(other.name)
    name = called[0].upper() + called[1:]
    told = wording.listed(change.text for change in found)
    return wording.say(f"change.{kind}", name=name, changes=told)


def _skill_changes(usual: Variant, other: Variant, wording: Wording) -> Iterator[Change]:
    if usual.skill is None or other.skill is None:
        return
    old, new = usual.skill.share, other.skill.share
    if _apart(old, new):
        kind = "more" if new.mean > old.mean else "less"
        text = wording.say(f"change.skill.{kind}", old=old.mean, new=new.mean)
        yield Change(kind == "more", text)


def _shared_changes(usual: Variant, other: Variant, wording: Wording) -> Iterator[Change]:
    old, new = usual.figures.shared, other.figures.shared
    if _apart(old, new):
        kind = "fewer" if new.mean < old.mean else "more"
        text = wording.say(f"change.shared.{kind}", old=old.mean, new=new.mean)
        yield Change(kind == "fewer", text)


def _seat_changes(usual: Variant, other: Variant, wording: Wording) -> Iterator[Change]:
    old, new = _is_fair(usual), _is_fair(other)
    if old != new:
        yield Change(new, wording.say(f"change.seats.{'fair' if new else 'unfair'}"))


def _is_fair(variant: Variant) -> bool:
    seats = variant.figures.seats
    return all(each.low <= 1 / len(seats) <= each.high for each in seats)


def _apart(old: Estimate, new: Estimate) -> bool:
    return new.low > old.high or new.high < old.low
