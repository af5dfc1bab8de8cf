"""What Stable-Baselines3 learns: MaskablePPO of sb3-contrib, and a DQN that heeds the mask.

Both see the observation as numbers from 0 to 1 and learn as one seat of the Gymnasium environment,
with the libraries' own settings but for what stands here.
"""

from functools import partial
from random import Random

try:
    import gymnasium
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3 import DQN
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv
    from stable_baselines3.dqn.policies import DQNPolicy, QNetwork
except ImportError as error:
    raise type(error)(
        f"baselines that learn need {error.name}: pip install 'quartett[baselines]'",
        name=error.name,
    ) from None

import numpy as np
from numpy.typing import NDArray

from quartett.baselines.agent import LOOKS, Agent, Look
from quartett.core.forms import Json
from quartett.env._fields import fields_of
from quartett.env._matches import Ints, Mask, Spec, mask, observation
from quartett.env.gymnasium import QuartettEnv
from quartett.fast import FastMatch

Numbers = NDArray[np.float32]
Chosen = NDArray[np.int64]
"""The action of each of several environments."""

States = tuple[NDArray[np.float32], ...] | None
"""What recurrent policies remember; these do not."""

ILLEGAL = -1e8
"""The value of what may not be done."""

LAYERS = [256, 256]
MEMORY = 20_000
FULL_SCALE = 64.0
"""Numbers without a bound are divided by this."""

TABLES = 32
"""How many matches MaskablePPO plays at once."""

ROLLOUT = 128
"""So many decisions at each of them before it learns."""

PPO = {"batch_size": 512, "n_epochs": 6, "learning_rate": 5e-4, "gamma": 1.0, "ent_coef": 0.01}
POINT = 0.05
"""What a point of the lead is worth to MaskablePPO while it learns, beside the victory's share."""


class Scaled:
    """Observations as numbers from 0 to 1 at most, and behind them the mask where one is wanted.

    They are roots of the share of their bound: most are counts, and one card is much beside none.
    """

    def __init__(self, spec: Spec, masked: bool) -> None:
        self.spec, self.masked = spec, masked
        fields = fields_of(spec.name, spec.options)
        sizes = [field.stop - field.offset for field in fields]
        highs = [FULL_SCALE if field.high is None else max(1, field.high) for field in fields]
        self._scale = np.repeat(highs, sizes).astype(np.float32)
        length = spec.observed + (spec.actions if masked else 0)
        self.space = gymnasium.spaces.Box(-np.inf, np.inf, (length,), np.float32)

    def __call__(self, seen: Ints, legal: Mask) -> Numbers:
        """One observation."""
        shares = seen / self._scale
        numbers = (np.sign(shares) * np.sqrt(np.abs(shares))).astype(np.float32)
        return np.concatenate([numbers, legal.astype(np.float32)]) if self.masked else numbers


class Lessons(gymnasium.Env[Numbers, object]):
    """The environment as the libraries want it; the learner's seat changes from match to match.

    Where a point has a worth, whatever changes the learner's lead is rewarded at once.
    """

    def __init__(self, spec: Spec, opponents: str, scaled: Scaled, point: float, seed: int) -> None:
        self._tables = [
            QuartettEnv(spec.title, spec.players, opponents, seat) for seat in range(spec.players)
        ]
        self._scaled, self._chance, self._now = scaled, Random(seed), self._tables[0]
        self._seat, self._point, self._lead = 0, point, 0.0
        self.observation_space = scaled.space
        self.action_space = self._now.action_space

    def reset(
        self, *, seed: int | None = None, options: Json | None = None
    ) -> tuple[Numbers, Json]:
        """Deal a new match for another seat."""
        self._seat = self._chance.randrange(len(self._tables))
        self._now, self._lead = self._tables[self._seat], 0.0
        seen, info = self._now.reset(seed=self._chance.getrandbits(31))
        return self._shown(seen), info

    def step(self, action: object) -> tuple[Numbers, float, bool, bool, Json]:
        """Let the learner act."""
        seen, reward, over, cut, info = self._now.step(action)
        before, self._lead = self._lead, lead_of(info["scores"], self._seat)
        return self._shown(seen), reward + self._point * (self._lead - before), over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done, as sb3-contrib asks for it."""
        return self._now.action_masks()

    def _shown(self, seen: Json) -> Numbers:
        return self._scaled(seen["observation"], seen["action_mask"])


def lead_of(scores: Ints, seat: int) -> float:
    """By how many points a seat is ahead of the best of the others."""
    return float(scores[seat] - np.delete(scores, seat).max())


class Looking(BaseCallback):
    """Shows what a learner plays like, after equal parts of its steps."""

    def __init__(self, look: Look, agent: Agent, steps: int) -> None:
        super().__init__()
        self._look, self._agent = look, agent
        self._due = [steps * part // LOOKS for part in range(LOOKS)]

    def _on_training_start(self) -> None:
        self._on_step()

    def _on_step(self) -> bool:
        if self._due and self.num_timesteps >= self._due[0]:
            self._due.pop(0)
            self._look(self.num_timesteps, self._agent)
        return True


def maskable_ppo(spec: Spec, opponents: str, steps: int, seed: int, look: Look) -> Agent:
    """An agent that MaskablePPO has trained for so many steps."""
    torch.set_num_threads(1)
    scaled = Scaled(spec, masked=False)
    lessons = partial(Lessons, spec, opponents, scaled, POINT)
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([partial(lessons, seed * TABLES + table) for table in range(TABLES)]),
        seed=seed,
        policy_kwargs={"net_arch": LAYERS},
        n_steps=max(2, min(ROLLOUT, steps // TABLES)),
        device="cpu",
        **PPO,
    )

    def choose(match: FastMatch, seat: int, chance: Random) -> int:
        legal = mask(match.legal_ids(seat), spec.actions)
        seen = scaled(observation(match, seat), legal)
        return int(model.predict(seen, action_masks=legal.astype(bool), deterministic=True)[0])

    model.learn(steps, Looking(look, choose, steps))
    return choose


def masked_dqn(spec: Spec, opponents: str, steps: int, seed: int, look: Look) -> Agent:
    """An agent that a DQN with masks has trained for so many steps."""
    torch.set_num_threads(1)
    scaled = Scaled(spec, masked=True)
    model = MaskedDQN(
        MaskedPolicy,
        Lessons(spec, opponents, scaled, 0.0, seed),
        seed=seed,
        policy_kwargs={"net_arch": LAYERS},
        buffer_size=min(MEMORY, max(1000, steps)),
        learning_starts=min(1000, steps // 4),
        gamma=1.0,
        device="cpu",
    )

    def choose(match: FastMatch, seat: int, chance: Random) -> int:
        legal = mask(match.legal_ids(seat), spec.actions)
        return int(model.predict(scaled(observation(match, seat), legal), deterministic=True)[0])

    model.learn(steps, Looking(look, choose, steps))
    return choose


class MaskedQ(QNetwork):
    """Values of actions; what the mask at the end of the observation forbids has the lowest."""

    def forward(self, obs: torch.Tensor) -> torch.Tensor:
        """The value of every action."""
        values = super().forward(obs)
        return torch.where(obs[:, -values.shape[1] :] > 0, values, ILLEGAL)


class MaskedPolicy(DQNPolicy):
    """A policy whose network heeds the mask."""

    def make_q_net(self) -> MaskedQ:
        """The network."""
        arguments = self._update_features_extractor(self.net_args, features_extractor=None)
        net = MaskedQ(**arguments)
        net.to(self.device)
        return net


class MaskedDQN(DQN):
    """A DQN that explores among what is legal."""

    def predict(
        self,
        observation: Numbers,
        state: States = None,
        episode_start: NDArray[np.bool_] | None = None,
        deterministic: bool = False,
    ) -> tuple[Chosen, States]:
        """An action for each observation: now and then any legal one."""
        if not deterministic and np.random.rand() < self.exploration_rate:
            return self._any_of(observation), state
        found: tuple[Chosen, States] = self.policy.predict(observation, state, episode_start, True)
        return found

    def _sample_action(
        self, learning_starts: int, action_noise: object = None, n_envs: int = 1
    ) -> tuple[Chosen, Chosen]:
        if self.num_timesteps < learning_starts:
            actions = self._any_of(self._last_obs)
        else:
            actions, _ = self.predict(self._last_obs, deterministic=False)
        return actions, actions

    def _any_of(self, seen: Numbers) -> Chosen:
        legal = seen[:, -self.action_space.n :] > 0
        return np.array([np.random.choice(np.flatnonzero(row)) for row in legal])
