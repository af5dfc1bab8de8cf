"""Jericho positions: a state as JSON values and back, with every rule it could break checked."""

from collections import Counter

from quartett.core.errors import RuleError
from quartett.core.forms import Form, Json
from quartett.core.game import check_range
from quartett.core.positions import check_cards
from quartett.games.jericho.actions import Options
from quartett.games.jericho.cards import COLOUR_INDEX, COLOURS, SCORING, TRUMPET
from quartett.games.jericho.deal import COUNTS_OF, kit_of
from quartett.games.jericho.state import Phase, Player, Put, State, has_fed, yet_to_choose


class PlayerForm(Form, frozen=True):
    """One player as written in a position."""

    hand: tuple[str, ...] = ()
    walls: dict[str, tuple[str, ...]] = {}
    face_down: str | None = None
    won: tuple[str, ...] = ()


class PutForm(Form, frozen=True):
    """A supply card as written in a position."""

    card: str
    by: int | None = None


class StateForm(Form, frozen=True):
    """A state as written in a position; what is left out is as in a fresh game."""

    seats: tuple[PlayerForm, ...]
    supply: tuple[PutForm, ...] = ()
    draw_pile: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    round: int = 1
    phase: Phase = "first"
    turn: int | None = None
    starter: int | None = None


def walls_of(player: Player) -> dict[str, tuple[str, ...]]:
    """The walls a player has, by colour."""
    return {colour: wall for colour, wall in zip(COLOURS, player.walls) if wall}  # noqa: B905


def write(state: State) -> Json:
    """The state as JSON values."""
    return {
        "seats": [
            {
                "hand": list(player.hand),
                "walls": {colour: list(wall) for colour, wall in walls_of(player).items()},
                "face_down": player.face_down,
                "won": list(player.won),
            }
            for player in state.seats
        ],
        "supply": [{"card": put.card, "by": put.by} for put in state.supply],
        "draw_pile": list(state.draw_pile),
        "removed": list(state.removed),
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn,
        "starter": state.starter,
    }


def read(options: Options, form: StateForm) -> State:
    """The state that a form describes, its rules not yet checked."""
    starter = options.starter if form.starter is None else form.starter
    turn = starter if form.turn is None else form.turn
    return State(
        options=options,
        seats=tuple(_player(each) for each in form.seats),
        supply=tuple(Put(put.card, put.by) for put in form.supply),
        draw_pile=form.draw_pile,
        removed=form.removed,
        round=form.round,
        phase=form.phase,
        turn=turn if form.phase == "play" else None,
        starter=starter,
    )


def _player(form: PlayerForm) -> Player:
    for colour in form.walls:
        if colour not in COLOURS:
            raise RuleError("JE-01", "jericho.no_such_colour", colour=colour)
    walls = tuple(form.walls.get(colour, ()) for colour in COLOURS)
    return Player(form.hand, walls, form.face_down, form.won)


def check(state: State) -> None:
    """Refuse a position that no sequence of plays could lead to, naming the card and the rule."""
    check_cards(_all_cards(state), COUNTS_OF[state.options.size], "JE-01")
    _check_numbers(state)
    for player in state.seats:
        _check_walls(player)
        _check_places(state, player)
    if SCORING in (put.card for put in state.supply):
        raise RuleError("JE-15", "jericho.scoring_card_out_of_place")
    _check_fed_once(state)
    if _have_chosen(state) and not yet_to_choose(state):
        raise RuleError("JE-04" if state.phase == "first" else "JE-06", "jericho.all_have_chosen")


def _have_chosen(state: State) -> bool:
    """Whether anybody has chosen in this phase; in a small position perhaps nobody ever can."""
    if state.phase == "first":
        return any(player.face_down is not None for player in state.seats)
    return state.phase == "feed" and any(has_fed(state, s) for s in range(len(state.seats)))


def _check_fed_once(state: State) -> None:
    """In phase `feed`, a seat named in the supply has fed, and no seat has fed twice."""
    if state.phase != "feed":
        return
    for seat, number in Counter(put.by for put in state.supply if put.by is not None).items():
        if number > 1:
            raise RuleError("JE-06", "jericho.fed_twice", seat=seat)


def _all_cards(state: State) -> Counter[str]:
    cards = Counter(state.draw_pile + state.removed)
    cards.update(put.card for put in state.supply)
    for player in state.seats:
        cards.update(player.hand + player.won)
        cards.update(card for wall in player.walls for card in wall)
        cards.update([player.face_down] if player.face_down is not None else ())
    return cards


def _check_numbers(state: State) -> None:
    last = len(state.seats) - 1
    check_range("JE-06", "round", state.round, 1, kit_of(state.options).rounds)
    check_range("JE-05", "starter", state.starter, 0, last)
    if state.turn is not None:
        check_range("JE-08", "turn", state.turn, 0, last)
    for place, put in enumerate(state.supply):
        if put.by is not None:
            check_range("JE-06", f"supply[{place}].by", put.by, 0, last)
    if state.phase == "first" and state.round != 1:
        raise RuleError("JE-04", "jericho.first_only_in_round_1")


def _check_walls(player: Player) -> None:
    for index, wall in enumerate(player.walls):
        for card in wall:
            if card != TRUMPET and COLOUR_INDEX.get(card) != index:
                about = {"card": card, "colour": COLOURS[index]}
                raise RuleError("JE-09", "jericho.card_in_wrong_wall", **about)
        if wall and all(card == TRUMPET for card in wall):
            raise RuleError("JE-13", "jericho.wall_of_trumpets", colour=COLOURS[index])


def _check_places(state: State, player: Player) -> None:
    if SCORING in player.hand or SCORING in player.won or player.face_down == SCORING:
        raise RuleError("JE-15", "jericho.scoring_card_out_of_place")
    if TRUMPET in player.won:
        raise RuleError("JE-16", "jericho.trumpet_won")
    if player.face_down is not None and (state.phase in ("play", "over") or state.round != 1):
        raise RuleError("JE-07", "jericho.face_down_too_late", card=player.face_down)
