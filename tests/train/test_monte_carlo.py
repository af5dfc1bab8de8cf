"""Photo Rummy's training: it learns, can be taken up again, and is the same for the same seed."""

from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from quartett.bots import network
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.master_round import favourite
from quartett.bots.photo_rummy.master_seen import After, Situation
from quartett.core.errors import FormatError
from quartett.train import scripted
from quartett.train.folder import read_log
from quartett.train.monte_carlo import Batch, MonteCarlo, Size, fresh_weights, update
from quartett.train.ppo import begin_adam
from quartett.train.run import Plan
from quartett.train.self_play import ROUNDS, Played, Table, Task, play

TINY = Size(tasks=1, matches=3, batch=128, recent=6, reuse=1, look=2)


def begun(folder: Path, steps: int, workers: int = 1, against: Path | None = None) -> MonteCarlo:
    """A training of so many decisions."""
    plan = Plan("photo_rummy", folder, steps, every=4, against=against)
    return MonteCarlo(plan, lambda line: None, workers, TINY)


def weights_by_chance(seed: int) -> dict[str, network.Array]:
    """A network that knows nothing."""
    chance = np.random.default_rng(seed)
    return {
        name: (chance.normal(size=shape) / shape[-2] ** 0.5).astype(np.float32)
        for name, shape in master_net.SHAPES.items()
    }


def test_what_came_of_choices_is_learned_and_weights_and_a_log_are_left(tmp_path: Path) -> None:
    begun(tmp_path, 1).go()
    assert (tmp_path / "weights.npz").stat().st_size <= 2_000_000
    (look,) = read_log(tmp_path)
    assert look.decisions > 100
    assert look.random is not None
    found = play(Task(None, None, (2, 3) * 8, 0, 0, 0.0, "learned"))
    weights = fresh_weights(jax.random.key(1))
    mean, adam, losses = jax.tree.map(jnp.copy, weights), begin_adam(weights), []
    for number in range(40):
        chance = np.random.default_rng(number)
        at = chance.integers(len(found.seen), size=128)
        rows = chance.integers(len(found.between), size=128)
        batch = Batch(
            jnp.asarray(found.seen[at]),
            jnp.asarray(found.share[at]),
            jnp.asarray(found.points[at]),
            jnp.asarray(found.between[rows]),
            jnp.asarray(found.won[rows]),
        )
        step, points = jnp.float32(1e-3), jnp.float32(0.1)
        weights, mean, adam, figures = update(weights, mean, adam, batch, step, points)
        losses.append([float(figures["value_loss"]), float(figures["score_loss"])])
    first, last = np.mean(losses[:5], 0), np.mean(losses[-5:], 0)
    assert (last < 0.95 * first).all()


@pytest.mark.long
def test_a_longer_training_leaves_random_players_behind(tmp_path: Path) -> None:
    plan = Plan("photo_rummy", tmp_path, 120_000, every=4)
    training = MonteCarlo(plan, lambda line: None, 2, Size(4, 12, 256, 6, 3))
    training.go()
    assert training.win_share(None, 200) > 0.75
    looks = read_log(tmp_path)
    assert looks[-1].decisions >= 120_000
    assert looks[-1].value_loss is not None


@pytest.mark.long
def test_the_same_seed_gives_the_same_weights_however_many_processes_play(tmp_path: Path) -> None:
    found = []
    for workers in (1, 2):
        training = begun(tmp_path / str(workers), 6_000, workers)
        training.go()
        found.append(network.load(tmp_path / str(workers) / "weights.npz"))
    assert all((found[0][name] == found[1][name]).all() for name in master_net.SHAPES)


def test_a_training_is_taken_up_where_it_stood_and_one_of_another_kind_is_refused(
    tmp_path: Path,
) -> None:
    first = begun(tmp_path, 1)
    first.decisions, first.iterations, first.seconds = 1234, 5, 6.5
    first.save()
    again = begun(tmp_path, 1)
    assert (again.decisions, again.iterations, again.seconds) == (1234, 5, 6.5)
    assert all((again.weights[name] == first.weights[name]).all() for name in master_net.SHAPES)
    np.savez(tmp_path / "checkpoint.npz", numbers=np.zeros(4), seconds=np.ones(()))
    with pytest.raises(FormatError, match="not a checkpoint"):
        begun(tmp_path, 1)


@pytest.mark.long
def test_who_learns_to_beat_given_weights_begins_as_they_are(tmp_path: Path) -> None:
    given = tmp_path / "given.npz"
    network.save(weights_by_chance(1), given)
    training = begun(tmp_path / "attack", 1, against=given)
    known = network.load(given)
    assert all((training.weights[name] == known[name]).all() for name in known)
    network.save({"value.w": np.ones((2, 2))}, given)
    with pytest.raises(FormatError, match="another game or version"):
        begun(tmp_path / "other", 1, against=given)


def played(weights: network.Weights | None, curious: float = 0.0) -> Played:
    """A few matches of two, three and four."""
    return play(Task(weights, weights_by_chance(2), (2, 3, 4), 2, 0, curious, "played"))


def test_every_match_has_its_rounds_and_shares_one_victory() -> None:
    found = played(weights_by_chance(1))
    # Of the first two, in which earlier selves play, only the learner's seat counts.
    assert len(found.between) == len(found.won) == ROUNDS * (1 + 1 + 4)
    assert found.won[2 * ROUNDS :].sum() == pytest.approx(ROUNDS)
    assert len(found.seen) == len(found.share) == len(found.points)
    assert found.seen.shape[1] == master_net.SEEN
    assert ((found.share >= 0) & (found.share <= 1)).all()
    assert len(found.rivalry) == 2
    last = found.between[:, 0] == 0
    assert last.sum() == 1 + 1 + 4


def test_only_the_learner_among_scripted_rivals_is_learned_from() -> None:
    found = play(Task(weights_by_chance(1), None, (2, 3), 0, 2, 0.0, "scripted"))
    assert len(found.between) == ROUNDS * 2
    assert len(found.rivalry) == 0
    assert (found.between[:, 1] == np.repeat([2, 3], ROUNDS)).all()


def test_who_learns_tries_both_of_two_choices_that_look_alike_and_who_plays_does_not() -> None:
    indifferent = {name: np.zeros(shape, np.float32) for name, shape in master_net.SHAPES.items()}
    laid = []
    for curious in (0.0, 1e-9):
        seen = play(Task(indifferent, None, (2, 2), 0, 0, curious, "alike")).seen
        racks, opened = seen[:, -16], seen[:, -15]
        laid.append(int(((racks > 0) & (opened > 0)).sum()))
    assert laid[0] == 0
    assert laid[1] > 10


def test_a_scripted_rival_lays_to_go_out_to_keep_a_lead_or_to_give_up() -> None:
    chance, given_up = Random(1), 0
    for number in range(3):
        table = Table(2 + number % 2, 0, True, Random(number))
        while not table.is_over():
            options = table.draw()
            at = scripted.chosen(table, options, chance)
            known = options[0].situation
            alarmed = any(
                n <= 3 and o for n, o in zip(known.sizes[1:], known.opened[1:], strict=True)
            )
            lead = known.scores[0] - max(known.scores[1:])
            if len(options) > 1 and not options[1].rack:
                assert at == 1
            elif at and not alarmed and lead <= 0:
                assert options[at].rack.bit_count() <= 3
                given_up += 1
            table.lay(options[at])
    assert given_up > 0


@pytest.mark.parametrize(
    ("number", "scores", "goes"),
    [(3, [0, 0], True), (3, [-20, 20], False), (2, [-20, 20], True), (3, [-4, 5], True)],
)
def test_whoever_can_go_out_does_unless_the_match_is_over_then_and_not_surely_won(
    number: int, scores: list[int], goes: bool
) -> None:
    known = Situation(number, 3, [9] * 5, [4, 8], [1, 0], scores)
    wait, out = After(known, (), 15, True, 0), After(known, (15,), 0, True, 0)
    assert favourite([wait, out], [0.6, 0.4]) == int(goes)


def test_the_same_task_is_played_the_same_way() -> None:
    one, two = played(weights_by_chance(1), 0.3), played(weights_by_chance(1), 0.3)
    for name in ("seen", "share", "points", "between", "won"):
        assert (getattr(one, name) == getattr(two, name)).all()
    assert one.turns == two.turns
