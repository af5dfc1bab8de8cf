"""Who leaves a match, or is sent away, is named in its result, and what bots did is not theirs."""

from pathlib import Path
from typing import Any

import pytest

from quartett.core.outcome import Outcome
from quartett.protocol.bodies import ByNumber, Nothing
from quartett.server.store.documents import (
    NAMELESS,
    TableDocument,
    from_row,
    from_stored,
    to_stored,
)
from quartett.server.table import matches, outgoing
from quartett.server.table.forgetting import nameless
from server.table.party import Party, at_table

FLOW = {"target": 10, "countdown_ms": 0, "hand_ms": 0, "stalemate_ms": 1, "cards": 12}
CLEO = 2
WON_BY_CLEO = Outcome((10, 20, 30), (CLEO,), "most")


def result(doc: TableDocument) -> Any:
    """The latest match as everybody is told of it."""
    return outgoing.table(doc).past[-1]


def row(doc: TableDocument, name: str) -> Any:
    """How somebody has done so far."""
    return next(each for each in outgoing.standings(doc).standings if each.name == name)


def test_somebody_sent_away_during_a_match_is_named_in_its_result_and_wins_nothing(
    tmp_path: Path,
) -> None:
    async def play(party: Party) -> None:
        await party.actor.remove(party.callers[0], ByNumber(person=CLEO))
        bot = party.doc.places[CLEO].name
        assert bot != "Cleo"
        doc = from_stored(to_stored(matches.finished(party.doc, WON_BY_CLEO)))
        past = result(doc)
        assert (past.names[CLEO], past.people[CLEO]) == ("Cleo", CLEO)
        assert (past.replaced, past.left) == ([CLEO], [CLEO])
        cleo = row(doc, "Cleo")
        assert (cleo.won, cleo.points, cleo.replaced, cleo.bot) == (0, 0.0, 1, False)
        assert row(doc, "Ben").points == 1.0
        # In the next match the seat is the bot's own.
        again = matches.finished(matches.dealt(matches.again(doc))[0], WON_BY_CLEO)
        assert (result(again).names.count(bot), result(again).left) == (1, [])

    at_table(tmp_path, play)


def test_what_is_forgotten_of_somebody_is_forgotten_where_a_bot_took_their_seat(
    tmp_path: Path,
) -> None:
    async def play(party: Party) -> None:
        await party.actor.remove(party.callers[0], ByNumber(person=CLEO))
        gone = nameless(party.doc, party.callers[CLEO].person or "")
        past = result(matches.finished(gone, WON_BY_CLEO))
        assert past.names[CLEO] == NAMELESS
        assert "Cleo" not in to_stored(gone).document.decode()

    at_table(tmp_path, play)


@pytest.mark.parametrize("back", [False, True])
def test_who_leaves_has_left_unless_they_come_back(tmp_path: Path, back: bool) -> None:
    async def play(party: Party) -> None:
        await party.actor.leave(party.callers[CLEO], Nothing())
        if back:
            await party.cleo.hello()
        past = result(matches.finished(party.doc, WON_BY_CLEO))
        assert past.left == past.replaced == ([] if back else [CLEO])

    at_table(tmp_path, play)


def test_what_a_bot_does_where_all_play_at_once_is_marked_and_wins_nothing_for_who_is_away(
    tmp_path: Path,
) -> None:
    async def play(party: Party) -> None:
        await party.actor.leave(party.callers[CLEO], Nothing())
        table: Any = party.actor
        while not table.now.play.replaced:
            await party.time.move(0.2)
        doc = matches.finished(party.doc, WON_BY_CLEO, table.now.play.replaced)
        assert result(doc).left == result(doc).replaced == [CLEO]
        assert (row(doc, "Cleo").won, row(doc, "Cleo").points) == (0, 0.0)
        rows = await table._services.store.log(table.id, 1)
        by = {entry.by for entry in (from_row(table.game, each) for each in rows) if entry.action}
        assert by == {"bot"}

    at_table(tmp_path, play, game="flow", options=FLOW)
