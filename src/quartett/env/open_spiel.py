"""OpenSpiel games: `pyspiel.load_game("quartett_jericho", {"players": 3})` after importing this.

Three chance nodes at the root choose the deal, one of 2^30; all chance to come follows from it.
What the rules let all choose at once is chosen seat by seat, unseen by the others.
"""

from random import Random

from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.core.seeds import Rng
from quartett.env import missing

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing(error) from None

from quartett.env._matches import TITLES, FastMatch, Spec, shares
from quartett.fast.flow_ticks import WAIT_ID
from quartett.games import get

DIGITS, BASE = 3, 1024
"""How many chance nodes choose the deal, and how many outcomes each has."""

OPTIONS = {"flow": {"target": 500, "cards": 0}, "photo_rummy": {"rounds": 3}}
"""The options that are parameters too; 0 cards are as many as the rules say."""

MAX_LENGTH = {"flow": 200_000, "jericho": 150, "photo_rummy": 20_000, "souvenirs": 60}


def _game_type(name: str) -> GameValue:
    players = get(name).players
    return pyspiel.GameType(
        short_name=f"quartett_{name}",
        long_name=f"Quartett: {TITLES[name]}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": players[0], **OPTIONS.get(name, {})},
    )


class QuartettGame(pyspiel.Game):  # type: ignore[misc]
    """One of the four games; the utility is a share of the victory."""

    name: str
    kind: GameValue

    def __init__(self, params: Json | None = None) -> None:
        given = dict(params or {})
        options = {key: given[key] for key in OPTIONS.get(self.name, {}) if given.get(key)}
        self.spec = Spec(self.name, given.get("players"), options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spec.actions,
            max_chance_outcomes=BASE,
            num_players=self.spec.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MAX_LENGTH[self.name],
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "QuartettState":
        """The table before the deal."""
        return QuartettState(self)

    def make_py_observer(
        self, iig_obs_type: GameValue = None, params: GameValue = None
    ) -> "QuartettObserver | None":
        """What tells a player's observation; there is no other kind, and none that remembers."""
        if iig_obs_type is not None and (
            iig_obs_type.perfect_recall
            or not iig_obs_type.public_info
            or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            return None
        return QuartettObserver(self.spec)


class Held:
    """A match in a state, with what it takes to copy it and to make it again elsewhere."""

    def __init__(self, spec: Spec, start: GameValue, actions: list[int]) -> None:
        self._spec = spec
        self._start = start
        """The number of its deal, or the state in which it was taken up."""
        self._actions: list[int] = []
        is_deal = isinstance(start, int)
        self.match: FastMatch = spec.deal(Random(start)) if is_deal else spec.taken_up(start)
        for action in actions:
            self.apply(action)

    def apply(self, action: int) -> None:
        """Let the seat whose turn it is act."""
        self.match.apply(self.match.turn, action)
        self._actions.append(action)

    def __deepcopy__(self, memo: dict[int, object]) -> "Held":
        other = Held.__new__(Held)
        other._spec, other._start = self._spec, self._start
        other._actions, other.match = self._actions[:], self.match.copy()
        return other

    def __reduce__(self) -> tuple[GameValue, ...]:
        return Held, (self._spec, self._start, self._actions)


class QuartettState(pyspiel.State):  # type: ignore[misc]
    """A match, or the chance nodes before its deal."""

    def __init__(self, game: QuartettGame) -> None:
        super().__init__(game)
        self.spec = game.spec
        self.digits: list[int] = []
        self._held: Held | None = None

    @property
    def match(self) -> FastMatch | None:
        """The match, once it is dealt."""
        return None if self._held is None else self._held.match

    def current_player(self) -> int:
        """Who decides: chance, a seat, or nobody any more."""
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.turn < 0 else self.match.turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All digits of the deal's number are equally likely."""
        return [(outcome, 1 / BASE) for outcome in range(BASE)]

    def is_terminal(self) -> bool:
        """Whether the match has ended."""
        return self.match is not None and self.match.turn < 0

    def returns(self) -> list[float]:
        """Each seat's share of the victory; nothing before the end."""
        return [0.0] * self.spec.players if self.match is None else shares(self.match)

    def resample_from_infostate(self, player: int, sampler: GameValue) -> "QuartettState":
        """A state that this player could be in: the unseen cards are dealt out afresh.

        It goes on like any other, but its history is that of the state it was made from.
        """
        assert self.match is not None
        game, module = self.spec.game, self.spec.module
        view = game.view(module.to_state(self.match), player)
        imagined = game.determinize(view, Rng(int(sampler() * (1 << 53))))
        other: QuartettState = self.clone()
        # Who has chosen in this tick already is taken to wait: nobody has seen what they chose.
        chosen = [WAIT_ID] * self.match.turn if game.timed else []
        other._held = Held(self.spec, imagined, chosen)
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.match is None else sorted(self.match.legal_ids(player))

    def _apply_action(self, action: int) -> None:
        if self._held is not None:
            self._held.apply(action)
            return
        self.digits.append(action)
        if len(self.digits) == DIGITS:
            number = 0
            for digit in self.digits:
                number = number * BASE + digit
            self._held = Held(self.spec, number, [])

    def _action_to_string(self, player: int, action: int) -> str:
        if self.match is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return f"{player}: {action}"

    def __str__(self) -> str:
        if self.match is None:
            return f"deal {self.digits}"
        return str([self.match.observe(seat) for seat in range(self.spec.players)])


class QuartettObserver:
    """A player's observation as a tensor and as a string."""

    def __init__(self, spec: Spec) -> None:
        self.tensor = np.zeros(spec.observed, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: QuartettState, player: int) -> None:
        """Take in what a player observes."""
        if state.match is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.match.observe(player)

    def string_from(self, state: QuartettState, player: int) -> str:
        """The same numbers as text."""
        return "" if state.match is None else str(state.match.observe(player))


class QuartettFlow(QuartettGame):
    """Speed & Flow, in ticks of 50 ms."""

    name, kind = "flow", _game_type("flow")


class QuartettJericho(QuartettGame):
    """Jericho."""

    name, kind = "jericho", _game_type("jericho")


class QuartettPhotoRummy(QuartettGame):
    """Photo Rummy, with lays that the solver proposes."""

    name, kind = "photo_rummy", _game_type("photo_rummy")


class QuartettSouvenirs(QuartettGame):
    """Souvenirs."""

    name, kind = "souvenirs", _game_type("souvenirs")


for _game in (QuartettFlow, QuartettJericho, QuartettPhotoRummy, QuartettSouvenirs):
    pyspiel.register_game(_game.kind, _game)
