"""What an editor sees: the id of a game as a literal gives the types of all that follows.

`assert_type` is checked by mypy (scripts/check); when run, it only has to go through.
"""

from collections.abc import Mapping, Sequence
from typing import Any, assert_type

import quartett
from quartett.core.game import AnyGame
from quartett.core.match import AnyMatch
from quartett.games import flow, jericho, photo_rummy, souvenirs


def test_a_literal_id_gives_the_games_own_types() -> None:
    match = quartett.start("jericho", players=3, starter=1)
    assert_type(match, quartett.Match[jericho.Options, jericho.State, jericho.Action, jericho.Event, jericho.View])  # noqa: E501 # fmt: skip
    assert_type(match.view(0).seats[1], jericho.PlayerView)
    assert_type(match.view(0).seats[1].hand, tuple[str, ...] | None)
    assert_type(match.legal(0), list[jericho.Action])
    assert_type(match.play(0, match.legal(0)[0]), tuple[jericho.Event, ...])
    assert_type(match.state.supply, tuple[jericho.Put, ...])
    assert_type(match.log[0].action, jericho.Action | None)


def test_every_game_has_its_own_match() -> None:
    assert_type(quartett.start("flow", 2, target=90), flow.Match)
    assert_type(quartett.start("photo_rummy", 2, rounds=1), photo_rummy.Match)
    assert_type(quartett.start("souvenirs", 2, last_cube=True), souvenirs.Match)
    assert_type(quartett.game("flow"), flow.Flow)
    assert_type(quartett.game("jericho"), jericho.Jericho)
    assert_type(quartett.game("photo_rummy"), photo_rummy.PhotoRummy)
    assert_type(quartett.game("souvenirs"), souvenirs.Souvenirs)


def test_loading_is_typed_by_the_id_too() -> None:
    match = quartett.start("souvenirs", 2)
    again = quartett.load(quartett.save(match), game="souvenirs")
    assert_type(again, souvenirs.Match)
    assert_type(again.view().lines, Mapping[str, souvenirs.Worth])
    replayed = quartett.load_match(quartett.save_match(match), game="souvenirs")
    assert_type(replayed, souvenirs.Match)
    assert_type(replayed.fork(), souvenirs.Match)


def test_a_name_known_at_run_time_gives_any_game() -> None:
    name: str = "".join(["jeri", "cho"])
    assert_type(quartett.game(name), AnyGame)
    assert_type(quartett.start(name, 3), AnyMatch)
    assert_type(quartett.load(quartett.save(quartett.start(name, 3))), AnyMatch)


def test_what_a_game_can_do_is_known_from_its_type() -> None:
    match, rules = quartett.start("flow", 2), quartett.game("flow")
    assert_type(match.ready_at(0), int)
    assert_type(rules.once_ready(match.state, 0), Sequence[flow.Action])
    assert_type(rules.target(match.state, 0, flow.Stop()), str | None)
    rummy = quartett.game("photo_rummy")
    state = quartett.start("photo_rummy", 2).state
    assert_type(rummy.preview(state, 0, {"table": []}).ok, bool)
    assert_type(quartett.save(match), dict[str, Any])
