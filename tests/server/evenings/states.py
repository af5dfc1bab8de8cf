"""Evenings for tests of the pure rules, and what can happen to them."""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from quartett import games
from quartett.server.evenings import steps
from quartett.server.evenings.model import Evening, EveningTable, Member, Plan, Score
from quartett.server.refusals import Refusal

PLAN = Plan(
    game="jericho",
    options={},
    rounds=5,
    seats=4,
    deals="own",
    fill="bots",
    pace="live",
    turn_seconds=60,
    level="random",
    auto=False,
)


def evening(people: int = 1, **plan: Any) -> Evening:
    """An evening with so many people, the first of whom is the host."""
    host = Member(id="p0", name="Person 0", browser="b0")
    made = steps.opened("evening", "", replace(PLAN, **plan), host, "a secret", 0)
    for number in range(1, people):
        made = steps.step(made, joining(number), number)
    return made


def joining(number: int) -> steps.Join:
    """Person so-and-so comes."""
    return steps.Join(f"p{number}", f"Person {number}", f"b{number}")


def score(table: EveningTable, best: int = 0) -> Score:
    """A result of a table: one seat wins, the others follow in order."""
    count = len(table.seats)
    places = tuple(1 + (seat - best) % count for seat in range(count))
    names = tuple(each or "bot" for each in table.seats)
    return Score(places, tuple(10 * (count - place) for place in places), names)


def played(made: Evening, best: int = 0, now: int = 0) -> Evening:
    """An evening after one more round, at all tables of which the same seat wins."""
    made = steps.step(made, steps.Start(len(made.rounds) + 1), now)
    for table in made.rounds[-1].tables:
        made = steps.step(made, steps.Finished(table.id, score(table, best)), now)
    return made


def tried(made: Evening, command: steps.Command, now: int = 0) -> Evening:
    """An evening after a command, or as it was where that is refused."""
    try:
        return steps.step(made, command, now)
    except Refusal:
        return made


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    """Any way in which an evening can be played."""
    game = draw(st.sampled_from(games.names()))
    players = games.get(game).players
    deals = "own" if games.get(game).timed else draw(st.sampled_from(["own", "duplicate"]))
    fill = draw(st.sampled_from(["bots", "bye"] + (["small"] if deals == "own" else [])))
    return {
        "game": game,
        "seats": draw(st.sampled_from(list(players))),
        "deals": deals,
        "fill": fill,
        "rounds": draw(st.integers(1, 4)),
        "auto": draw(st.booleans()),
    }


WISHES = st.lists(
    st.tuples(
        st.sampled_from(
            ["join", "join", "leave", "remove", "start", "finish", "finish", "end", "over", "host"]
        ),
        st.integers(0, 11),
        st.integers(0, 4),
    ),
    max_size=40,
)


def command(made: Evening, what: str, number: int, best: int) -> steps.Command | None:
    """What is meant by a wish, as the evening is now."""
    who = made.members[number % len(made.members)].id
    round = len(made.rounds)
    tables = made.rounds[-1].tables if made.rounds else ()
    match what:
        case "join":
            return joining(number)
        case "leave":
            return steps.Leave(who)
        case "remove":
            return steps.Remove(who)
        case "host":
            return steps.HandOver(who)
        case "start":
            return steps.Start(round + (best > 0))
        case "end":
            return steps.EndRound(round)
        case "over":
            return steps.End() if number > 9 else None
        case _ if tables:
            table = tables[number % len(tables)]
            return steps.Finished(table.id, score(table, best))
    return None


def happened(plan: dict[str, Any], wishes: list[tuple[str, int, int]]) -> list[Evening]:
    """All states of an evening in which these things happen."""
    states = [evening(1, **plan)]
    for now, wish in enumerate(wishes):
        done = command(states[-1], *wish)
        if done is not None:
            states.append(tried(states[-1], done, now))
    return states
