"""What may be laid: single combinations, whole tables, and the complete `lay` of a turn."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from quartett.core.errors import RuleError
from quartett.core.forms import Json
from quartett.core.texts import say
from quartett.games.photo_rummy.cards import CATEGORY, CITY, PLACE, is_joker

TableLists = Sequence[Sequence[str]]
"""The combinations on a table; neither their order nor the order inside them means anything."""

SMALLEST = {"set": 4, "row": 3}
LARGEST = {"set": 17, "row": 6}


class LayError(RuleError):
    """A refused `lay`; says too, where it is known, that the same cards can be laid otherwise."""

    def reasons(self) -> tuple[str, ...]:
        """The keys of the one or two sentences that say why."""
        hint = ("photo_rummy.possible_otherwise",) if self.about.get("possible") else ()
        return super().reasons() + hint

    def written(self) -> str:
        """Why, beginning with the list that is wrong, where it is one."""
        where = f"table[{self.about['list']}]: " if "list" in self.about else ""
        return where + super().written()


class Verdict(msgspec.Struct, frozen=True):
    """What a group of cards is: a correct set or row, or what is wrong with it."""

    ok: bool
    kind: str | None
    """`set` or `row`, as soon as the photos decide it."""
    of: str | None
    """The category of the set or the capital of the row."""
    rule: str | None = None
    reason: str | None = None
    about: Json = {}
    missing: int = 0
    """How many fitting photos would at least make it correct."""

    def text(self, language: str = "en") -> str:
        """What is wrong, as a sentence in a language; empty where nothing is."""
        return say(self.reason, self.about, language) if self.reason else ""


def line_of(cards: Iterable[str]) -> tuple[str | None, str | None]:
    """Kind and capital or category that the photos among these cards have in common."""
    photos = [card for card in cards if card in CITY]
    if len(photos) < 2:
        return None, None
    if len({CITY[photo] for photo in photos}) == 1:
        return "row", CITY[photos[0]]
    if len({CATEGORY[photo] for photo in photos}) == 1:
        return "set", CATEGORY[photos[0]]
    return None, None


def verdict(cards: Sequence[str]) -> Verdict:
    """Whether these cards alone are a correct set or row (PR-07, PR-08), and if not, why."""
    if not cards:
        return Verdict(False, None, None, "PR-07", "photo_rummy.empty_list", {}, SMALLEST["row"])
    kind, of = line_of(cards)
    jokers = sum(map(is_joker, cards))
    photos = len(cards) - jokers
    if kind is None and photos > 1:
        return _wrong(cards, None, None, "PR-07", "mixed", 0)
    return _sized(cards, kind, of, photos, jokers)


def _sized(
    cards: Sequence[str], kind: str | None, of: str | None, photos: int, jokers: int
) -> Verdict:
    """The verdict on cards that belong together: enough, not too many, more photos than jokers."""
    smallest = SMALLEST[kind or "row"]
    missing = max(smallest - photos - jokers, jokers + 1 - photos, 0)
    if len(cards) < smallest:
        return _wrong(cards, kind, of, "PR-07", f"{kind or 'list'}_too_short", missing)
    if photos <= jokers:
        return _wrong(cards, kind, of, "PR-08", "too_many_jokers", missing)
    if len(cards) > LARGEST[kind or "row"]:
        return _wrong(cards, kind, of, "PR-07", f"{kind}_too_long", 0)
    return Verdict(True, kind, of)


def _wrong(
    cards: Sequence[str], kind: str | None, of: str | None, rule: str, reason: str, missing: int
) -> Verdict:
    about = {"cards": list(cards), "of": of}
    return Verdict(False, kind, of, rule, f"photo_rummy.{reason}", about, missing)


def check_table(table: TableLists) -> None:
    """Refuses a table with unknown cards, a card twice, or anything but correct sets and rows."""
    _check_cards(table)
    _check_lists(table)


def check_lay(
    old_table: TableLists, rack: Sequence[str], opened: bool, new_table: TableLists
) -> None:
    """Refuses a `lay` that breaks one of its four conditions; the old table has to be correct."""
    _check_cards(new_table)
    before = {card: cards for cards in old_table for card in cards}
    after = {card: cards for cards in new_table for card in cards}
    _check_origin(new_table, before, set(rack))
    _check_lists(new_table)
    _check_photos_stay(before, after)
    laid = [card for card in rack if card in after]
    _check_jokers(before, after, laid)
    if not opened and not same_table(old_table, new_table):
        _check_opening(laid)


def same_table(one: TableLists, other: TableLists) -> bool:
    """Whether two tables hold the same combinations, in whatever order."""
    return {frozenset(cards) for cards in one} == {frozenset(cards) for cards in other}


def contains_combination(cards: Collection[str]) -> bool:
    """Whether some of these cards are a complete set or row of their own (PR-10)."""
    photos = [card for card in cards if card in CITY]
    helpers = 1 if any(map(is_joker, cards)) else 0
    rows = _counts(CITY[photo] for photo in photos)
    sets = _counts(CATEGORY[photo] for photo in photos)
    longest_row, longest_set = max(rows, default=0), max(sets, default=0)
    return longest_row + helpers >= SMALLEST["row"] or longest_set + helpers >= SMALLEST["set"]


def _counts(values: Iterable[str]) -> list[int]:
    counts: dict[str, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return list(counts.values())


def _check_cards(table: TableLists) -> None:
    seen: set[str] = set()
    for index, cards in enumerate(table):
        for card in cards:
            if card not in PLACE:
                raise LayError("PR-01", "photo_rummy.unknown_card", card=card, list=index)
            if card in seen:
                raise LayError("PR-01", "photo_rummy.card_twice", card=card, list=index)
            seen.add(card)


def _check_origin(table: TableLists, before: Mapping[str, object], rack: set[str]) -> None:
    for index, cards in enumerate(table):
        for card in cards:
            if card not in before and card not in rack:
                raise LayError("PR-12", "photo_rummy.not_on_rack", card=card, list=index)


def _check_lists(table: TableLists) -> None:
    for index, cards in enumerate(table):
        said = verdict(cards)
        if said.reason:
            raise LayError(said.rule, said.reason, list=index, number=index + 1, **said.about)


def _check_photos_stay(before: Mapping[str, object], after: Mapping[str, object]) -> None:
    for card in before:
        if card not in after and not is_joker(card):
            raise LayError("PR-12", "photo_rummy.photo_missing", card=card)


def _check_jokers(
    before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]], laid: Sequence[str]
) -> None:
    """Every joker stays in its category or capital, or a photo of its own pays for it (PR-13)."""
    used: dict[str, str] = {}
    fitting: dict[str, list[str]] = {}
    for joker in filter(is_joker, before):
        kind, of = line_of(before[joker])
        if joker in after and line_of(after[joker]) == (kind, of):
            continue
        fitting[joker] = [card for card in laid if of in (CITY.get(card), CATEGORY.get(card))]
        if not _replace(joker, fitting, used, set()):
            raise LayError(
                "PR-13", f"photo_rummy.joker_not_replaced_{kind}",
                joker=joker, of=of, cards=list(before[joker]),
            )  # fmt: skip


def _replace(
    joker: str, fitting: Mapping[str, Sequence[str]], used: dict[str, str], tried: set[str]
) -> bool:
    """Finds a photo for a joker; one that another joker uses may go if that one finds another."""
    for photo in fitting[joker]:
        if photo in tried:
            continue
        tried.add(photo)
        if photo not in used or _replace(used[photo], fitting, used, tried):
            used[photo] = joker
            return True
    return False


def _check_opening(laid: Sequence[str]) -> None:
    if not contains_combination(laid):
        raise LayError("PR-10", "photo_rummy.not_opened", cards=list(laid))
