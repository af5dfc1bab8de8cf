"""OpenSpiel games: `pyspiel.load_game("quartett_jericho", {"players": 3})` after importing this.

Three chance nodes at the root choose the deal, one of 2^30; all chance to come follows from it.
What the rules let all choose at once is chosen seat by seat, unseen by the others.

An information state is what a player sees now and everything that it has seen and done before, in
order. As a string that past is a fingerprint; Jericho and Souvenirs have it as a tensor too, the
others are too long for one.
"""

from array import array
from hashlib import blake2b
from random import Random

from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.core.seeds import Rng
from quartett.env import missing

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error) from None

from quartett.core.errors import FormatError
from quartett.env._matches import TITLES, Spec, action_id, check_legal
from quartett.env._names import action_names, name_at
from quartett.env._rewards import shares
from quartett.env._unfolding import MAX_OUTCOMES, UNFOLDING
from quartett.fast import FastMatch
from quartett.fast._variants import VARIANTS, known_as
from quartett.fast.flow_ticks import WAIT_ID
from quartett.games import get

DIGITS, BASE = 3, 1024
"""How many chance nodes choose the deal, and how many outcomes each has."""

OPTIONS: dict[str, Json] = {
    "flow": {
        "target": 500,
        "cards": 0,
        "hand_ms": 350,
        "grace_ms": 400,
        "stalemate_ms": 1500,
        "countdown_ms": 3000,
        "pause_ms": 8000,
    },
    "jericho": {"starter": 0},
    "jericho_small": {"starter": 0},
    "photo_rummy": {"rounds": 3, "starter": 0},
    "photo_rummy_small": {"starter": 0},
    "souvenirs": {"starter": 0, "last_cube": False},
    "souvenirs_small": {"starter": 0, "last_cube": False},
}
"""The options that are parameters too, as usual; 0 cards are as many as the rules say."""

MAX_LENGTH = {
    "flow": 200_000,
    "jericho": 150,
    "jericho_small": 10,
    "photo_rummy": 20_000,
    "photo_rummy_small": 6,
    "souvenirs": 60,
    "souvenirs_small": 10,
}

RECALLED = ("jericho", "jericho_small", "photo_rummy_small", "souvenirs", "souvenirs_small")
"""The games short enough for a tensor of everything that was ever seen."""


def _game_type(name: str) -> GameValue:
    known = known_as(name)
    players = get(known.game).players if name not in VARIANTS else (known.players,)
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
        provides_information_state_string=True,
        provides_information_state_tensor=name in RECALLED,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": players[0], **OPTIONS[name]},
    )


class QuartettGame(pyspiel.Game):  # type: ignore[misc]
    """One of the four games; the utility is a share of the victory."""

    name: str
    kind: GameValue

    def __init__(self, params: Json | None = None) -> None:
        given = dict(params or {})
        options = {key: given[key] for key in OPTIONS[self.name] if key in given}
        if options.get("cards") == 0:
            del options["cards"]
        self.spec = Spec(self.name, given.get("players"), options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spec.actions,
            max_chance_outcomes=MAX_OUTCOMES if self.name in UNFOLDING else BASE,
            num_players=self.spec.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MAX_LENGTH[self.name],
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "QuartettState":
        """The table before the deal."""
        return SmallState(self) if self.name in UNFOLDING else QuartettState(self)

    def make_py_observer(
        self, iig_obs_type: GameValue = None, params: GameValue = None
    ) -> "QuartettObserver | None":
        """What tells a player's observation, or its information state; there is no other kind."""
        if iig_obs_type is None:
            return QuartettObserver(self.spec)
        if (
            not iig_obs_type.public_info
            or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            return None
        return (Recalling if iig_obs_type.perfect_recall else QuartettObserver)(self.spec)


class Held:
    """A match in a state, with each seat's past, and what it takes to make both again elsewhere."""

    def __init__(self, spec: Spec, start: GameValue, actions: list[int]) -> None:
        self._spec = spec
        self._start = start if isinstance(start, int) else None
        """The number of its deal; None where it began with a table and pasts."""
        self._actions: list[int] = []
        if isinstance(start, int):
            self.match: FastMatch = spec.deal(Random(start))
            self._pasts = [Past() for _ in range(spec.players)]
        else:
            table, pasts = start
            self.match = table.copy()
            self._pasts = [past.copy() for past in pasts]
        self._seen = self._now()
        for action in actions:
            self.apply(action)

    def _now(self) -> list[bytes]:
        return [
            array("i", self.match.observe(seat)).tobytes() for seat in range(self.match.players)
        ]

    def apply(self, action: int) -> None:
        """Let the seat whose turn it is act; seats that see a change keep what they saw before."""
        actor, before = self.match.turn, self._seen
        self.match.apply(actor, action)
        self._actions.append(action)
        self._seen = self._now()
        for seat, past in enumerate(self._pasts):
            if seat == actor:
                past.add(before[seat], action, self._spec.title in RECALLED)
            elif self._seen[seat] != before[seat]:
                past.add(before[seat], -1, self._spec.title in RECALLED)

    def past(self, seat: int) -> "Past":
        """Everything a seat has seen and done so far."""
        return self._pasts[seat]

    def taken_up(self, state: GameValue, waiting: int) -> "Held":
        """The same pasts, but another table."""
        table = self._spec.taken_up(state)
        for seat in range(waiting):
            table.apply(seat, WAIT_ID)
        return Held(self._spec, (table, self._pasts), [])

    def __deepcopy__(self, memo: dict[int, object]) -> "Held":
        other = Held.__new__(Held)
        other._spec, other._start, other._seen = self._spec, self._start, self._seen
        other._actions, other.match = self._actions[:], self.match.copy()
        other._pasts = [past.copy() for past in self._pasts]
        return other

    def __reduce__(self) -> tuple[GameValue, ...]:
        if self._start is not None:
            return Held, (self._spec, self._start, self._actions)
        return Held, (self._spec, (self.match, self._pasts), [])


class Past:
    """What a seat has seen and done, in order: a fingerprint of all, and all where it is short."""

    def __init__(self) -> None:
        self.length = 0
        self.fingerprint = b""
        self.rows: list[tuple[bytes, int]] = []
        """What was seen, and the action that the seat itself then took, or -1."""

    def add(self, seen: bytes, action: int, is_kept: bool) -> None:
        """Remember what was seen until now, and what the seat did then."""
        chained = self.fingerprint + seen + action.to_bytes(4, "little", signed=True)
        self.fingerprint = blake2b(chained, digest_size=16).digest()
        self.length += 1
        if is_kept:
            self.rows.append((seen, action))

    def copy(self) -> "Past":
        """A copy of the past, to continue differently."""
        other = Past()
        other.length, other.fingerprint, other.rows = self.length, self.fingerprint, self.rows[:]
        return other


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

    def past(self, player: int) -> Past:
        """Everything that a player has seen and done before now."""
        return Past() if self._held is None else self._held.past(player)

    def current_player(self) -> int:
        """Who decides: chance, a seat, or nobody."""
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
        """A state consistent with this player's view: the unseen cards are dealt again.

        It goes on like any other, but its history is that of the state it was made from.
        """
        if self._held is None or self.match is None:
            raise FormatError("there is no deal yet that could be another")
        game, module = self.spec.game, self.spec.module
        view = game.view(module.to_state(self.match), player)
        imagined = game.determinize(view, Rng(int(sampler() * (1 << 53))))
        other: QuartettState = self.clone()
        # Who has chosen in this tick already is taken to wait: nobody has seen what they chose.
        other._held = self._held.taken_up(imagined, self.match.turn if game.timed else 0)
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.match is None else sorted(self.match.legal_ids(player))

    def _apply_action(self, action: int) -> None:
        if self._held is not None:
            self._held.apply(self._legal(action, self._held.match))
            return
        self.digits.append(action_id(action, BASE))
        if len(self.digits) == DIGITS:
            number = 0
            for digit in self.digits:
                number = number * BASE + digit
            self._held = Held(self.spec, number, [])

    def _legal(self, action: int, match: FastMatch) -> int:
        id = action_id(action, self.spec.actions)
        if match.turn < 0:
            raise FormatError("action: the match is over")
        check_legal(self.spec, match, match.turn, id)
        return id

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        id = action_id(action, self.spec.actions)
        if self.match is None:
            return action_names(self.spec.name)[id]
        return name_at(self.spec.name, self.match, player, id)

    def __str__(self) -> str:
        if self.match is None:
            return f"deal {self.digits}"
        # In ticks some may have chosen already, which the table does not show yet.
        chosen = f"{self.match.turn} to choose\n" if self.spec.game.timed else ""
        return chosen + self.spec.text(self.match)


class SmallState(QuartettState):
    """A match of a small game, whose chance nodes decide single hands and cards."""

    def __init__(self, game: QuartettGame) -> None:
        super().__init__(game)
        self._unfolding = UNFOLDING[self.spec.title](self.spec.options)
        self._held: Held = self._begun(self._unfolding.begin())
        self._waiting = -1
        """The action that waits for chance to decide what it draws."""

    def current_player(self) -> int:
        """Who decides: chance, a seat, or nobody."""
        is_chance = bool(self._unfolding.outcomes())
        return int(pyspiel.PlayerId.CHANCE) if is_chance else super().current_player()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance outcomes and their probabilities."""
        return self._unfolding.outcomes()

    def resample_from_infostate(self, player: int, sampler: GameValue) -> "SmallState":
        """A state consistent with this player's view: the unseen cards are dealt again."""
        if not self._unfolding.is_dealt():
            raise FormatError("there is no deal yet that could be another")
        other = super().resample_from_infostate(player, sampler)
        assert isinstance(other, SmallState)
        other._unfolding = self._unfolding.open(other._held.match)
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._unfolding.outcomes() else super()._legal_actions(player)

    def _apply_action(self, action: int) -> None:
        unfolding, match = self._unfolding, self._held.match
        outcomes = [outcome for outcome, _ in unfolding.outcomes()]
        if not outcomes:
            self._waiting = self._legal(action, match)
            if not unfolding.wants_chance(match, self._waiting):
                self._act()
            return
        if action not in outcomes:
            raise FormatError(f"action: {action!r} is no outcome of this chance node")
        unfolding.decide(match, action)
        if self._waiting >= 0:
            self._act()
        elif unfolding.is_dealt():
            self._held = self._begun(match)

    def _begun(self, match: FastMatch) -> Held:
        """A table that nobody has seen anything of yet."""
        return Held(self.spec, (match, [Past() for _ in range(self.spec.players)]), [])

    def _act(self) -> None:
        """The action that waited has its effect."""
        self._held.apply(self._waiting)
        self._waiting = -1

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return super()._action_to_string(player, action)
        if action not in [outcome for outcome, _ in self._unfolding.outcomes()]:
            raise FormatError(f"action: {action!r} is no outcome of this chance node")
        return self._unfolding.name(action)

    def __str__(self) -> str:
        match = self._held.match
        if not self._unfolding.is_dealt():
            return f"deal {self.history()}"
        draws = f"{match.turn} draws after {self._waiting}\n" if self._waiting >= 0 else ""
        return f"{draws}{self.spec.text(self._unfolding.shown(match))}"


class QuartettObserver:
    """A player's observation as a tensor and as a string."""

    def __init__(self, spec: Spec) -> None:
        self.tensor = np.zeros(spec.observed, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor}

    def set_from(self, state: QuartettState, player: int) -> None:
        """Take in what a player observes."""
        if state.match is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.match.observe(player)

    def string_from(self, state: QuartettState, player: int) -> str:
        """The same numbers as text."""
        return "" if state.match is None else str(state.match.observe(player))


class Recalling(QuartettObserver):
    """A player's information state: what it sees now, and all that it has seen and done before."""

    def __init__(self, spec: Spec) -> None:
        length = MAX_LENGTH[spec.title] if spec.title in RECALLED else 0
        self.tensor = np.zeros(spec.observed + length * (spec.observed + 1), np.float32)
        self.dict = {"observation": self.tensor[: spec.observed]}
        if length:
            self.dict["past"] = self.tensor[spec.observed :].reshape(length, spec.observed + 1)

    def set_from(self, state: QuartettState, player: int) -> None:
        """Take in what a player sees; then what it saw before and did (id + 1, or 0), in order."""
        self.tensor.fill(0)
        if state.match is None:
            return
        self.dict["observation"][:] = state.match.observe(player)
        for at, (seen, action) in enumerate(state.past(player).rows):
            self.dict["past"][at, 0] = action + 1
            self.dict["past"][at, 1:] = np.frombuffer(seen, np.int32)

    def string_from(self, state: QuartettState, player: int) -> str:
        """How much lies behind a player, the fingerprint of it, and what it sees now."""
        if state.match is None:
            return ""
        past = state.past(player)
        return f"{past.length} {past.fingerprint.hex()} {state.match.observe(player)}"


class QuartettFlow(QuartettGame):
    """Speed & Flow, in ticks of 50 ms."""

    name, kind = "flow", _game_type("flow")


class QuartettJericho(QuartettGame):
    """Jericho."""

    name, kind = "jericho", _game_type("jericho")


class QuartettJerichoSmall(QuartettGame):
    """Jericho with two colours and a dozen cards, for two, with enumerable chance."""

    name, kind = "jericho_small", _game_type("jericho_small")


class QuartettPhotoRummy(QuartettGame):
    """Photo Rummy, with lays that the solver proposes."""

    name, kind = "photo_rummy", _game_type("photo_rummy")


class QuartettPhotoRummySmall(QuartettGame):
    """Photo Rummy with four capitals, for two, with enumerable chance."""

    name, kind = "photo_rummy_small", _game_type("photo_rummy_small")


class QuartettSouvenirs(QuartettGame):
    """Souvenirs."""

    name, kind = "souvenirs", _game_type("souvenirs")


class QuartettSouvenirsSmall(QuartettGame):
    """Souvenirs on three by three cells, for two, with enumerable chance."""

    name, kind = "souvenirs_small", _game_type("souvenirs_small")


for _game in (
    QuartettFlow,
    QuartettJericho,
    QuartettJerichoSmall,
    QuartettPhotoRummy,
    QuartettPhotoRummySmall,
    QuartettSouvenirs,
    QuartettSouvenirsSmall,
):
    pyspiel.register_game(_game.kind, _game)
