"""What Stable-Baselines3 learns in our environments.

It needs the extra `baselines`, so `test_learning` runs this in an environment of its own.
"""

from random import Random

import numpy as np
import pytest

from quartett.baselines.agent import LOOKS
from quartett.env._matches import Spec

pytestmark = pytest.mark.filterwarnings("ignore")

LESSONS = {"maskable_ppo": 2048, "masked_dqn": 400}


@pytest.mark.parametrize("learned", LESSONS)
def test_an_agent_that_learned_does_what_is_legal(learned: str) -> None:
    from quartett.baselines import sb3

    spec = Spec("jericho_small", None, {})
    looked: list[int] = []
    agent = getattr(sb3, learned)(
        spec, "random", LESSONS[learned], 1, lambda steps, agent: looked.append(steps)
    )
    assert len(looked) == LOOKS
    assert looked == sorted(looked)
    assert looked[0] == 0
    chance, decided = Random(2), 0
    for _ in range(20):
        match = spec.deal(chance)
        while match.turn >= 0:
            chosen = agent(match, match.turn, chance)
            assert chosen in match.legal_ids(match.turn)
            match.apply(match.turn, chosen)
            decided += 1
    assert decided > 50


def test_what_a_point_is_worth_adds_up_to_the_lead_at_the_end() -> None:
    from quartett.baselines import sb3

    spec = Spec("jericho", None, {})
    plain, worth = (
        sb3.Lessons(spec, "random", sb3.Scaled(spec, masked=False), point, 1) for point in (0, 2)
    )
    for lessons in (plain, worth):
        lessons.reset()
    over, gained, shares = False, 0.0, 0.0
    while not over:
        chosen = int(np.flatnonzero(plain.action_masks())[0])
        shares += plain.step(chosen)[1]
        _, reward, over, _, info = worth.step(chosen)
        gained += reward
    leads = [2 * sb3.lead_of(info["scores"], seat) for seat in range(3)]
    assert any(gained - shares == pytest.approx(lead) for lead in leads)
    assert gained != shares


def test_a_masked_dqn_explores_what_is_legal_alone() -> None:
    from quartett.baselines import sb3

    spec = Spec("jericho", None, {})
    scaled = sb3.Scaled(spec, masked=True)
    lessons = sb3.Lessons(spec, "random", scaled, 0.0, 1)
    model = sb3.MaskedDQN(sb3.MaskedPolicy, lessons, learning_starts=50, buffer_size=500, seed=1)
    seen, over = lessons.reset()[0], False
    model.exploration_rate = 0.5
    for _ in range(200):
        if over:
            seen = lessons.reset()[0]
        chosen = int(model.predict(seen[None])[0][0])
        assert lessons.action_masks()[chosen]
        seen, _, over, _, info = lessons.step(chosen)
        assert "illegal_action" not in info
    model.learn(200)
    assert np.isfinite(model.logger.name_to_value.get("train/loss", 0.0))
