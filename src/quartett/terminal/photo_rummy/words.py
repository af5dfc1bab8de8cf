"""What a person types while drafting a lay: understood (`obeyed`), and told for a lay (`steps`)."""

import re
from collections.abc import Iterable, Iterator, Sequence

from quartett.games.photo_rummy.actions import PASS, Action, Lay
from quartett.games.photo_rummy.view import PlayerView
from quartett.terminal.ask import EntryError, recognised, shown
from quartett.terminal.photo_rummy.draft import Draft, letter, place_of
from quartett.terminal.voice import Voice

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
