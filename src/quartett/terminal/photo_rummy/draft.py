"""A draft of a lay in Photo Rummy: cards pushed about before anything counts, and its words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from quartett.core.errors import RuleError
from quartett.games.photo_rummy.actions import PASS, Action, Lay
from quartett.games.photo_rummy.cards import in_order, is_joker
from quartett.games.photo_rummy.view import PlayerView
from quartett.terminal.ask import EntryError, recognised, shown
from quartett.terminal.voice import Voice


class Arrangement(NamedTuple):
    """The table and the rack at one moment of drafting; what is gone leaves its place empty."""

    groups: tuple[tuple[str, ...], ...]
    rack: tuple[str | None, ...]


class Draft:
    """One turn's drafting. Letters of combinations and numbers of cards hold for the whole turn."""

    def __init__(self, table: Sequence[Sequence[str]], rack: Iterable[str]) -> None:
        self.table = tuple(map(tuple, table))
        self.cards = tuple(in_order(rack))
        self._past = [Arrangement(tuple(tuple(in_order(each)) for each in table), self.cards)]

    @property
    def now(self) -> Arrangement:
        """How it lies now."""
        return self._past[-1]

    @property
    def changed(self) -> bool:
        """Whether anything was moved."""
        return len(self._past) > 1

    def put(self, cards: Sequence[str], target: int | None) -> None:
        """Move cards, from wherever they are, to a combination, or to a new one."""
        groups, rack = self._without(cards)
        if target is None:
            groups = (*groups, tuple(cards))
        else:
            joined = tuple(in_order((*groups[target], *cards)))
            groups = (*groups[:target], joined, *groups[target + 1 :])
        self._past.append(Arrangement(groups, rack))

    def take(self, card: str) -> None:
        """Take a joker, or a card laid in this draft, onto the rack."""
        if not is_joker(card) and card not in self.cards:
            raise RuleError("PR-12", "photo_rummy.photo_missing", card=card)
        groups, rack = self._without([card])
        if card in self.cards:
            place = self.cards.index(card)
            rack = (*rack[:place], card, *rack[place + 1 :])
        else:
            rack = (*rack, card)
        self._past.append(Arrangement(groups, rack))

    def adopt(self, table: Sequence[Sequence[str]]) -> None:
        """Lie as somebody else has worked it out."""
        lying = {card for cards in table for card in cards}
        kept = tuple(None if card in lying else card for card in self.cards)
        old = {card for cards in self.table for card in cards}
        groups = tuple(tuple(in_order(each)) for each in table)
        self._past.append(Arrangement(groups, (*kept, *in_order(old - lying))))

    def undo(self) -> None:
        """Take back the last move."""
        self._past = self._past[:-1] or self._past

    def reset(self) -> None:
        """Lie as at the start of the turn."""
        self._past = self._past[:1]

    def result(self) -> tuple[tuple[str, ...], ...]:
        """The whole table of the lay."""
        return tuple(cards for cards in self.now.groups if cards)

    def is_new(self, card: str) -> bool:
        """Whether a card came from the rack."""
        return card in self.cards

    def _without(self, cards: Sequence[str]) -> Arrangement:
        groups = tuple(tuple(c for c in each if c not in cards) for each in self.now.groups)
        rack = tuple(None if card in cards else card for card in self.now.rack)
        return Arrangement(groups, rack)


def letter(place: int) -> str:
    """The letter of a combination: A to Z, then AA, AB, …"""
    high, low = divmod(place, len(ascii_uppercase))
    return (ascii_uppercase[high - 1] if high else "") + ascii_uppercase[low]


def place_of(letters: str) -> int:
    """The place of the combination with this letter."""
    place = 0
    for each in letters.upper():
        place = place * len(ascii_uppercase) + ascii_uppercase.index(each) + 1
    return place - 1


VERBS = ("new", "add", "move", "take", "undo", "reset", "show", "best", "lay", "pass")

Step = tuple[str, str]
"""A verb (`new`, `add` or `take`), and the cards and combination it is about, as they are typed."""

_ON_RACK = re.compile(r"\d{1,3}")
_ON_TABLE = re.compile(r"([a-z]{1,2})\W?(\d{1,2})", re.IGNORECASE)
_GROUP = re.compile(r"[a-z]{1,2}", re.IGNORECASE)


def obeyed(entry: str, draft: Draft, me: PlayerView, voice: Voice) -> Action | None:
    """Do what an entry says to the draft; the action if it ends the turn."""
    first, *rest = entry.replace(",", " ").split()
    match recognised(first, {verb: voice.understood(f"photo_rummy.word.{verb}") for verb in VERBS}):
        case "new":
            draft.put(_some(_cards(rest, draft)), None)
        case "add" | "move":
            _put(rest, draft, voice)
        case "take":
            for card in _some(_cards(rest, draft)):
                draft.take(card)
        case "undo":
            draft.undo()
        case "reset":
            draft.reset()
        case "show":
            pass
        case "best":
            _best(draft, me)
        case "lay":
            return Lay(draft.result())
        case "pass":
            return PASS
        case _:
            raise EntryError("not_understood", entry=shown(entry))
    return None


def _put(words: list[str], draft: Draft, voice: Voice) -> None:
    """Cards and, before or after them, the combination they go to."""
    if words and _means_new(words[-1], draft, voice):
        draft.put(_some(_cards(words[:-1], draft)), None)
        return
    targets = [word for word in words if _GROUP.fullmatch(word)]
    if len(targets) != 1:
        raise EntryError("photo_rummy.which_combination")
    target = _group(targets[0], draft)
    draft.put(_some(_cards([word for word in words if word != targets[0]], draft)), target)


def _means_new(word: str, draft: Draft, voice: Voice) -> bool:
    """Whether a word asks for a new combination; the letter of one that lies there never does."""
    if _GROUP.fullmatch(word) and place_of(word) < len(draft.now.groups):
        return False
    return recognised(word, {"new": voice.understood("photo_rummy.word.new")}) is not None


def _cards(words: list[str], draft: Draft) -> list[str]:
    return list(dict.fromkeys(_card(word, draft) for word in words))


def _some(cards: list[str]) -> list[str]:
    if not cards:
        raise EntryError("photo_rummy.which_cards")
    return cards


def _card(word: str, draft: Draft) -> str:
    """A card by its number on the rack, or by its combination's letter and its place there."""
    rack = draft.now.rack
    if _ON_RACK.fullmatch(word) and 1 <= int(word) <= len(rack):
        card = rack[int(word) - 1]
    elif found := _ON_TABLE.fullmatch(word):
        cards = draft.now.groups[_group(found[1], draft)]
        place = int(found[2])
        card = cards[place - 1] if 1 <= place <= len(cards) else None
    else:
        card = None
    if card is None:
        raise EntryError("photo_rummy.no_such_place", entry=shown(word))
    return card


def _group(word: str, draft: Draft) -> int:
    place = place_of(word)
    if place >= len(draft.now.groups):
        raise EntryError("photo_rummy.no_such_group", entry=shown(word.upper()))
    return place


def _best(draft: Draft, me: PlayerView) -> None:
    """Draft what the solver would lay."""
    # Who never asks need not wait for it at the start.
    from quartett.games.photo_rummy.solver import solve

    found = solve(draft.table, me.rack or (), me.opened)
    draft.reset()
    if not found.laid:
        raise EntryError("photo_rummy.nothing_to_lay")
    draft.adopt(found.table)


def suggestion(draft: Draft, legal: Sequence[Action], voice: Voice) -> str:
    """An entry that is possible now: lay what is drafted, else ask for the best, else pass."""
    word = "lay" if draft.changed else "best" if len(legal) > 1 else "pass"
    return voice.understood(f"photo_rummy.word.{word}")[0]


def steps(draft: Draft, table: Sequence[Sequence[str]]) -> Iterator[Step]:
    """The steps from an unchanged draft to a table; each is done to the draft as it is told."""
    homes = _homes(draft.now.groups, table)
    for cards, home in zip(table, homes, strict=True):
        lying = draft.now.groups[home] if home is not None else ()
        moving = [card for card in cards if card not in lying]
        if moving:
            yield _typed(draft, moving, home)
            draft.put(moving, home)
    kept = {card for cards in table for card in cards}
    for card in [card for cards in draft.now.groups for card in cards if card not in kept]:
        yield "take", _typed_place(draft, card)
        draft.take(card)


def _typed(draft: Draft, cards: Iterable[str], home: int | None) -> Step:
    places = " ".join(_typed_place(draft, card) for card in cards)
    return ("new", places) if home is None else ("add", f"{places} {letter(home)}")


def _typed_place(draft: Draft, card: str) -> str:
    """Where a card is now: its number on the rack, or its combination's letter and place."""
    if card in draft.now.rack:
        return str(1 + draft.now.rack.index(card))
    home = next(at for at, cards in enumerate(draft.now.groups) if card in cards)
    return f"{letter(home)}{1 + draft.now.groups[home].index(card)}"


def _homes(groups: Sequence[Sequence[str]], table: Sequence[Sequence[str]]) -> list[int | None]:
    """For each combination of the table the one it grows from: the free one it shares most with."""
    shared = [
        (len(set(cards) & set(group)), at, home)
        for at, cards in enumerate(table)
        for home, group in enumerate(groups)
    ]
    found: dict[int, int] = {}
    for count, at, home in sorted(shared, key=lambda each: -each[0]):
        if count and at not in found and home not in found.values():
            found[at] = home
    return [found.get(at) for at in range(len(table))]
