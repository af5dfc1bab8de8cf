"""What a person types while drafting a lay: new, add, move, take, undo, reset, best, lay, pass."""

import re
from collections.abc import Sequence

from quartett.games.photo_rummy.actions import PASS, Action, Lay
from quartett.games.photo_rummy.view import PlayerView
from quartett.terminal.ask import EntryError, recognised, shown
from quartett.terminal.photo_rummy.draft import Draft, place_of
from quartett.terminal.voice import Voice

VERBS = ("new", "add", "move", "take", "undo", "reset", "show", "best", "lay", "pass")
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
