"""Gymnasium environments: one learner against named bots, after `import quartett.env.gymnasium`.

The ids are `quartett/Jericho-v0`, `quartett/JerichoSmall-v0`, `quartett/Souvenirs-v0`,
`quartett/SouvenirsSmall-v0`, `quartett/PhotoRummy-v0`, `quartett/PhotoRummySmall-v0` and
`quartett/Flow-v0`.
"""

from random import Random

from quartett.core.errors import FormatError
from quartett.core.forms import Json, parse
from quartett.core.game import GameValue
from quartett.env import missing

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error) from None

from quartett.env._matches import (
    TITLES,
    Mask,
    Spec,
    action_id,
    mask,
    observation,
    open_mask,
    scores,
)
from quartett.env._opponents import Opponents
from quartett.env._pictures import RENDER_MODES, check_render_mode, rendered
from quartett.env._rewards import Terms
from quartett.env._spaces import observation_space
from quartett.fast import FastMatch


class QuartettEnv(gymnasium.Env[Json, object]):
    """A match in which one seat learns and bots play the others.

    The reward at the end is the learner's share of the victory (`reward="share"`), or by how many
    points it is ahead of the best other (`"lead"`). An action that is not legal ends the episode
    with the `penalty` as its reward and is in `info["illegal_action"]` (`illegal="end"`), or is
    refused and changes nothing (`"raise"`).
    """

    metadata: Json = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: str | list[str] = "medium",
        seat: int = 0,
        render_mode: str | None = None,
        reward: str = "share",
        illegal: str = "end",
        penalty: float = -1.0,
        **options: object,
    ) -> None:
        check_render_mode(render_mode)
        self._terms = Terms(reward, illegal, penalty)
        self._spec = Spec(game, players, options)
        if not 0 <= seat < self._spec.players:
            raise FormatError(f"seat: {seat} is not from 0 to {self._spec.players - 1}")
        self.render_mode = render_mode
        self._seat = seat
        self._opponents = Opponents(self._spec, self._names(opponents))
        self._match: FastMatch | None = None
        self._over = True
        """Whether the episode has ended, with the match or by an illegal action."""
        self.observation_space = observation_space(self._spec)
        self.action_space = spaces.Discrete(self._spec.actions)

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Json, Json]:
        """Deal a new match and let the bots play until it is the learner's turn."""
        super().reset(seed=seed)
        chance = Random(int(self.np_random.integers(1 << 62)))
        self._opponents.reset(chance)
        self._match = self._spec.deal(chance)
        self._go_on()
        return self._seen()

    def step(self, action: object) -> tuple[Json, float, bool, bool, Json]:
        """Let the learner act, and then the bots until it is the learner's turn again."""
        match = self._playing()
        if self._over:
            raise FormatError("the episode is over: reset the environment first")
        id = action_id(action, self._spec.actions)
        if not self._terms.allows(self._spec, match, self._seat, id):
            return self._fined(id)
        match.apply(self._seat, id)
        self._go_on()
        seen, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return seen, self._terms.rewards(self._playing())[self._seat], self._over, False, info

    def render(self) -> GameValue:
        """The table as the learner sees it: text for a terminal, SVG, or an array of colours."""
        return rendered(self._spec, self._playing(), self._seat, self.render_mode)

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's action mask, as sb3-contrib expects it."""
        legal: Mask = self._seen()[0]["action_mask"]
        return legal.astype(bool)

    def _names(self, opponents: str | list[str]) -> list[str]:
        others = self._spec.players - 1
        given = parse(str | list[str], opponents, "opponents")
        names = [given] * others if isinstance(given, str) else given
        if len(names) != others:
            raise FormatError(f"opponents: {others} are needed, not {len(names)}")
        return [*names[: self._seat], "random", *names[self._seat :]]

    def _playing(self) -> FastMatch:
        if self._match is None:
            raise FormatError("the environment has to be reset before it is used")
        return self._match

    def _fined(self, id: int) -> tuple[Json, float, bool, bool, Json]:
        """End the episode after an illegal action; nothing else is played."""
        self._over = True
        seen, info = self._seen()
        return seen, self._terms.penalty, True, False, {**info, "illegal_action": id}

    def _go_on(self) -> None:
        """Let the bots play, and the learner where there is only one thing to do in a tick."""
        match = self._playing()
        while match.turn >= 0:
            if match.turn != self._seat:
                match = self._opponents.play(match, match.turn)
            elif self._spec.game.timed and len(legal := match.legal_ids(self._seat)) == 1:
                match.apply(self._seat, legal[0])
            else:
                break
        self._match, self._over = match, match.turn < 0

    def _seen(self) -> tuple[Json, Json]:
        match, actions = self._playing(), self._spec.actions
        legal = open_mask(actions) if self._over else mask(match.legal_ids(self._seat), actions)
        seen = {"observation": observation(match, self._seat), "action_mask": legal}
        return seen, {"action_mask": legal, "scores": scores(match)}


for _game, _title in TITLES.items():
    gymnasium.register(
        f"quartett/{_title}-v0",
        entry_point="quartett.env.gymnasium:QuartettEnv",
        kwargs={"game": _game},
        disable_env_checker=True,
    )
