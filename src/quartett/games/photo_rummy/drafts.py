"""What the rules say of a draft: a table that a player tries out before sending it as `lay`."""

from typing import Literal

from quartett.core.errors import RuleError
from quartett.core.forms import Form, Json
from quartett.core.game import Value
from quartett.games.photo_rummy.cards import is_joker, minus_points
from quartett.games.photo_rummy.lay import check_lay, same_table, verdict
from quartett.games.photo_rummy.view import View


class Draft(Form, frozen=True):
    """The complete table as the player would leave it."""

    table: tuple[tuple[str, ...], ...]


class CombinationVerdict(Value, frozen=True):
    """What one list of a draft is, or what is wrong with it."""

    ok: bool
    kind: Literal["set", "row"] | None
    of: str | None
    missing: int
    rule: str | None
    reason: str | None
    about: Json


class DraftRefusal(Value, frozen=True):
    """Why a draft cannot be laid: the rule, the key of its text and what it is about."""

    rule: str | None
    reason: str
    about: Json


class DraftVerdict(Value, frozen=True):
    """What a draft would do, and whether it can be laid now."""

    ok: bool
    refusal: DraftRefusal | None
    combinations: tuple[CombinationVerdict, ...]
    changes: bool
    laid: tuple[str, ...]
    taken: tuple[str, ...]
    rack: tuple[str, ...]
    minus: int


def judge(view: View, draft: Draft) -> DraftVerdict:
    """The verdict on a draft from what its author sees; nothing hidden is consulted."""
    rack, before = _rack(view), {card for cards in view.table for card in cards}
    after = {card for cards in draft.table for card in cards}
    laid = tuple(card for card in rack if card in after)
    taken = tuple(sorted(card for card in before - after if is_joker(card)))
    left = (*(card for card in rack if card not in after), *taken)
    refusal = _refusal(view, rack, draft)
    return DraftVerdict(
        ok=refusal is None,
        refusal=refusal,
        combinations=tuple(map(_combination, draft.table)),
        changes=not same_table(view.table, draft.table),
        laid=laid,
        taken=taken,
        rack=left,
        minus=minus_points(left),
    )


def _rack(view: View) -> tuple[str, ...]:
    return () if view.viewer is None else view.seats[view.viewer].rack or ()


def _combination(cards: tuple[str, ...]) -> CombinationVerdict:
    said = verdict(cards)
    kind: Literal["set", "row"] | None = "set" if said.kind == "set" else None
    return CombinationVerdict(
        ok=said.ok,
        kind="row" if said.kind == "row" else kind,
        of=said.of,
        missing=said.missing,
        rule=said.rule,
        reason=said.reason,
        about=said.about,
    )


def _refusal(view: View, rack: tuple[str, ...], draft: Draft) -> DraftRefusal | None:
    """What is wrong with the cards; only where nothing is, that it is not the moment to lay."""
    opened = view.viewer is not None and view.seats[view.viewer].opened
    try:
        check_lay(view.table, rack, opened, draft.table)
        _check_moment(view)
    except RuleError as error:
        return DraftRefusal(error.rule, error.reason, error.about)
    return None


def _check_moment(view: View) -> None:
    if view.phase == "over":
        raise RuleError("PR-18", "photo_rummy.phase_over")
    if view.turn != view.viewer:
        raise RuleError("PR-05", "photo_rummy.not_your_turn", turn=view.turn)
    if view.phase != "lay":
        raise RuleError("PR-06", "photo_rummy.draw_first")
