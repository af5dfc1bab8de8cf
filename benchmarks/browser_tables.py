"""Tables to measure: Photo Rummy with many cards, and the other games as they begin."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from quartett.client import Seat

MANY = 60
KEPT = 9
"""Cards that both players keep on their racks, so that there is something left to do."""
LARGE = 12
"""Cards laid at once, all of which fly over the table."""
ROW, SET, LONGEST_ROW = 3, 4, 6

Lists = list[list[str]]


async def full_table(url: str) -> tuple[Seat, Seat]:
    """Photo Rummy for two with many cards on the table; the first player is to draw."""
    anna, ben = await _pair(url, "photo_rummy", rounds=1)
    async with anna, ben:
        while len(_cards(anna.view["table"])) < MANY or not _draws(anna):
            mover = anna if anna.legal else ben
            await take_turn(mover)
            for seat in (anna, ben):
                await seat.until(lambda seat=seat, least=mover.version: seat.version >= least)
    # a seat that was left is not entered again
    return anna, Seat(ben.api, ben.table_id, ben.token)


async def before_a_large_lay(url: str) -> tuple[Seat, Seat, Lists]:
    """Photo Rummy for two where Ben has drawn and can lay many cards; returns what he lays."""
    anna, ben = await _pair(url, "photo_rummy", rounds=1)
    async with anna, ben:
        while not (lay := await _large_lay(ben)):
            mover = anna if anna.legal else ben
            await mover.act(mover.legal[0] if _draws(mover) else {"type": "pass"})
            for seat in (anna, ben):
                await seat.until(lambda seat=seat, least=mover.version: seat.version >= least)
    return anna, Seat(ben.api, ben.table_id, ben.token), lay


async def _large_lay(seat: Seat) -> Lists:
    """New lists with at least `LARGE` cards, if it is this seat's turn to lay."""
    if not seat.legal or _draws(seat):
        return []
    mine = seat.view["seats"][seat.you["seats"][0]]
    rest = [card for card in mine["rack"] if not card.startswith("joker")]
    found: Lists = []
    while new := _row_or_set(rest):
        found.append(new)
        rest = [card for card in rest if card not in new]
    return found if len(_cards(found)) >= LARGE else []


async def _pair(url: str, game: str, **options: Any) -> tuple[Seat, Seat]:
    anna = await Seat.create(url, game, "Anna", seats=[{}, {}], options=options)
    ben = await Seat.join(anna.url, "Ben")
    await anna.post("start")
    return anna, ben


async def take_turn(seat: Seat) -> None:
    """Draw, then lay what can be laid without running out of cards."""
    if _draws(seat):
        await seat.act(seat.legal[0])
    mine = seat.view["seats"][seat.you["seats"][0]]
    before: Lists = seat.view["table"]
    table = _grown(before, mine["rack"], mine["opened"])
    lay = {"type": "lay", "table": table}
    await seat.act(lay if _cards(table) != _cards(before) else {"type": "pass"})


def _grown(table: Lists, rack: list[str], opened: bool) -> Lists:
    """The table with cards of the rack: new lists where there are some, then one by one."""
    lists = [list(cards) for cards in table]
    rest = [card for card in rack if not card.startswith("joker")]
    new = _row_or_set(rest)
    if new:
        lists.append(new)
        rest = [card for card in rest if card not in new]
    elif not opened:
        return lists
    for card in rest[: max(0, len(rest) - KEPT)]:
        for cards in lists:
            if _fits(card, cards):
                cards.append(card)
                break
    return lists


def _row_or_set(rack: list[str]) -> list[str] | None:
    for part, least in ((0, ROW), (1, SET)):
        groups = defaultdict(list)
        for card in rack:
            groups[card.split("-")[part]].append(card)
        longest = max(groups.values(), key=len, default=[])
        if len(longest) >= least:
            return longest[:LONGEST_ROW]
    return None


def _fits(card: str, cards: list[str]) -> bool:
    capital, category = card.split("-")
    row = all(each.startswith(f"{capital}-") for each in cards)
    return (row and len(cards) < LONGEST_ROW) or all(each.endswith(category) for each in cards)


def _draws(seat: Seat) -> bool:
    return any(action["type"] == "draw" for action in seat.legal)


def _cards(table: Iterable[Iterable[str]]) -> list[str]:
    return [card for cards in table for card in cards]


async def against_bots(url: str, game: str, bots: int, **options: Any) -> Seat:
    """A started table with one person and bots."""
    seats = [{}, *[{"kind": "bot", "level": "random"}] * bots]
    anna = await Seat.create(url, game, "Anna", seats=seats, options=options)
    await anna.post("start")
    return anna
