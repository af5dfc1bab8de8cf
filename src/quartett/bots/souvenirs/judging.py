"""How good a table looks: what lines promise their owners, and what a cube is worth unplaced."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from quartett.bots.souvenirs.lines import Node
from quartett.bots.souvenirs.thought import Owners, Thought, lines_at


class Taste(NamedTuple):
    """What a player makes of a table; the numbers were found by letting them play."""

    wait: float = 1.0
    """How many points more a line must promise for each turn that could still bring a better."""
    least: float = 4.0
    """What a line must promise when there are just as many turns as cubes left."""
    most: float = 6.5
    """What is booked at once, however early."""
    eager: float = 0.25
    """How much a better line counts that nobody has booked yet."""


SOUND = Taste()


Weights = tuple[float, float, float]
"""How much a line's mean, first and second promise count."""


@cache
def weights(owners: Owners, seat: int, players: int) -> Weights:
    """What a line counts for a seat: its own promise less those of the others (on average)."""
    others = -1 / (players - 1)
    if not owners:
        return (0.0, 0.0, 0.0)
    if len(owners) == 1:
        # The owner tends it, the others spoil it: on balance cards come as they come.
        return (1.0 if owners[0] == seat else others, 0.0, 0.0)
    first, second = (1.0 if owner == seat else others for owner in owners)
    return (0.0, first, second)


def stake(weight: Weights, node: Node) -> float:
    """What a line promises under these weights."""
    return weight[0] * node.mean + weight[1] * node.first + weight[2] * node.second


def outlook(table: Thought, seat: int) -> float:
    """By how many points a seat seems to lead, unplaced cubes counted."""
    lead = sum(
        stake(weights(owners, seat, table.players), node)
        for owners, node in zip(table.owners, table.nodes, strict=True)
        if owners
    )
    cubes = [_cubes_worth(table, each) for each in range(table.players)]
    own = cubes.pop(seat)
    return lead + own - sum(cubes) / len(cubes)


def _cubes_worth(table: Thought, seat: int) -> float:
    usable = min(table.cubes[seat], table.bookings_left())
    return CUBE * usable


CUBE = 5.0
"""What an unplaced cube seems to be worth."""


def laying_weights(table: Thought, seat: int, taste: Taste = SOUND) -> list[Weights]:
    """The weights of all lines for a seat that is about to lay a card."""
    alone = (taste.eager if table.cubes[seat] else 0.0, 0.0, 0.0)
    return [weights(each, seat, table.players) if each else alone for each in table.owners]


def laying_gains(
    table: Thought, seat: int, taste: Taste = SOUND
) -> Iterator[tuple[float, int, int]]:
    """How much better the table looks after each laying: gain, card, counted cell."""
    weighed, nodes, after = laying_weights(table, seat, taste), table.nodes, table.lines.after
    crossings = [(place, *lines_at(place)) for place in table.open_places()]
    for card in dict.fromkeys(table.hands[seat]):
        # A line is judged once a card, though many of its cells may be open.
        known: dict[int, float] = {}
        for place, row, column in crossings:
            gain = 0.0
            for line in (row, column):
                if line not in known:
                    node, weight = nodes[line], weighed[line]
                    then = node.next[card] or after(node, card)
                    known[line] = (
                        weight[0] * (then.mean - node.mean)
                        if not weight[1]
                        else stake(weight, then) - stake(weight, node)
                    )
                gain += known[line]
            yield gain, card, place


def booking_gain(table: Thought, seat: int, line: int) -> float:
    """How much better the table looks to a seat once it has booked this line."""
    owners, node, players = table.owners[line], table.nodes[line], table.players
    if not owners:
        return node.mean
    booked = weights((*owners, seat), seat, players)
    return stake(booked, node) - stake(weights(owners, seat, players), node)


def asked(table: Thought, seat: int, taste: Taste = SOUND) -> float:
    """What a line must promise to be booked now rather than wait for a better one."""
    spare = table.bookings_left() + 1 - table.cubes[seat]
    return min(taste.most, taste.least + taste.wait * spare) if spare > 0 else 0.0


def best_booking(table: Thought, seat: int, taste: Taste = SOUND) -> int | None:
    """The line to book now, or None to wait."""
    if not table.may_book(seat):
        return None
    found, best = None, asked(table, seat, taste)
    for line in table.open_lines(seat):
        gain = booking_gain(table, seat, line)
        if gain > best:
            found, best = line, gain
    return found
