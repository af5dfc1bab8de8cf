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
from quartett.bots.photo_rummy.players import Hard
from quartett.core.errors import FormatError
from quartett.core.seeds import Rng
from quartett.fast.photo_rummy import BITS, CARDS
from quartett.games.photo_rummy.actions import PASS, Options
from quartett.games.photo_rummy.solving.board import cards_of
from quartett.games.photo_rummy.view import PlayerView, View
from quartett.train.folder import read_log
from quartett.train.photo_rummy import paired_rollouts, scripted
from quartett.train.photo_rummy.monte_carlo import (
    TRIED,
    Batch,
    MonteCarlo,
    Size,
    fresh_weights,
    update,
)
from quartett.train.photo_rummy.self_play import ROUNDS, Played, Table, Task, play
from quartett.train.ppo import begin_adam
from quartett.train.run import Plan

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


def some_of(found: Played, chance: np.random.Generator, pairs: bool = True) -> Batch:
    """A batch as large as those of a tiny training, so that it is compiled once."""
    count = len(found.better) if pairs else 0
    at, rows = (chance.integers(len(each), size=TINY.batch) for each in (found.seen, found.between))
    size = TINY.batch // TRIED
    some, better = np.zeros((size, 2, master_net.SEEN), np.int16), np.zeros(size, np.float32)
    if count:
        tries = chance.integers(count, size=size)
        some, better = found.pairs[tries], found.better[tries]
    parts = [
        *(each[at] for each in (found.seen, found.share, found.points)),
        *(each[rows] for each in (found.between, found.won)),
        some,
        better,
    ]
    return Batch(*map(jnp.asarray, parts))


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
        batch = some_of(found, chance, pairs=False)
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
    with pytest.raises(FormatError, match=r"the array .* is missing"):
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


def test_a_scripted_rival_goes_out_keeps_a_lead_safe_and_looks_ahead_at_close_calls() -> None:
    seen = {0: 0, 1: 0, None: 0}
    for number in range(6):
        table, chance = Table(2 + number % 2, 0, True, Random(number)), Random(number)
        while not table.is_over():
            options = table.draw()
            place = scripted.ruled(options)
            known, most = options[0].situation, options[min(1, len(options) - 1)]
            lead = known.scores[0] - max(known.scores[1:])
            alarmed = any(
                n <= 3 and o for n, o in zip(known.sizes[1:], known.opened[1:], strict=True)
            )
            if place is None:
                assert alarmed or most.rack.bit_count() <= 3
            elif place == 1:
                assert not most.rack or lead > 0
            seen[place] += 1
            laid = chance.random() < 0.5 if place is None else place
            table.lay(options[int(laid)])
    assert all(seen.values())


def view_of(table: Table) -> View:
    """What the bots see of a table."""
    seats = [
        PlayerView(rack.bit_count(), tuple(cards_of(rack)), bool(opened), score)
        for rack, opened, score in zip(table.racks, table.opened, table.scores, strict=True)
    ]
    known = table.options()[0].situation
    lying = tuple(tuple(cards_of(bits)) for bits in table.table)
    stacks = tuple(known.stacks)
    return View(
        table.turn, Options(), lying, tuple(seats), stacks, "lay", table.turn, table.round, 0
    )


@pytest.mark.parametrize("players", [2, 4])
def test_a_scripted_rival_looks_ahead_as_the_hard_bot_does(players: int) -> None:
    hard, chance, kinds = Hard(), Random(1), dict[tuple[bool, bool], int]()
    for number in range(4):
        table = Table(players, 0, True, Random(f"hard {number}"))
        while not table.is_over():
            options = table.draw()
            place = scripted.chosen(table, options, chance)
            if scripted.ruled(options) is None:
                lays = hard.lay(view_of(table), Rng(number, len(table.pile))) != PASS
                kinds[lays, lays == place] = kinds.get((lays, lays == place), 0) + 1
            opens = not table.turn and not table.opened[0] and len(options) > 1 and number % 2
            table.lay(options[1 if opens else place])
    alike = sum(count for (_, same), count in kinds.items() if same)
    assert alike >= 0.9 * sum(kinds.values()) > 0
    assert kinds.get((True, True), 0) > 0


INDIFFERENT = {name: np.zeros(shape, np.float32) for name, shape in master_net.SHAPES.items()}
"""A network to which all choices look alike."""


def doubts() -> list[paired_rollouts.Doubt]:
    """Positions before anybody has opened, with a pass and the largest lay to choose from."""
    found = []
    for number in range(4):
        table = Table(2 + number % 2, 0, True, Random(number))
        while len(options := table.draw()) == 1 or not options[1].rack:
            table.lay(options[0])
        found.append(table.doubt((options[0], options[1])))
    return found


def test_choices_are_tried_only_where_they_look_alike_and_nobody_has_opened() -> None:
    known = Table(2, 0, True, Random(3)).options()[0].situation
    wait, lay = After(known, (), 15, False, 7), After(known, (8,), 7, True, 7)
    assert paired_rollouts.close([wait, lay], [0.0, 0.1]) == (lay, wait)
    assert paired_rollouts.close([lay, wait, lay], [-1.0, 0.1, 0.0]) == (wait, lay)
    assert paired_rollouts.close([wait, lay], [0.0, 0.3]) is None
    assert paired_rollouts.close([wait, lay], [-6.0, -5.9]) is None
    assert paired_rollouts.close([wait], [0.0]) is None
    assert paired_rollouts.close([wait, After(known, (15,), 0, True, 0)], [0.0, 0.1]) is None
    opened = known._replace(opened=[0, 1])
    assert paired_rollouts.close([wait._replace(situation=opened), lay], [0.0, 0.1]) is None


def test_both_choices_meet_the_same_deals_and_nobody_sees_a_real_rack() -> None:
    given = doubts()
    found = paired_rollouts.results(INDIFFERENT, given, 2, Random(1))
    assert found.shape == (4, 2, 2)
    assert ((found >= 0) & (found <= 1)).all()
    assert (found == paired_rollouts.results(INDIFFERENT, given, 2, Random(1))).all()
    same = [each._replace(choices=(each.choices[1], each.choices[1])) for each in given]
    alike = paired_rollouts.results(INDIFFERENT, same, 2, Random(1))
    assert (alike[:, 0] == alike[:, 1]).all()
    other = []
    for table, starter, choices in given:
        hidden = table.copy()
        cards = [card for card in range(CARDS) if not hidden.racks[hidden.turn] & BITS[card]]
        for seat, rack in enumerate(hidden.racks):
            if seat != hidden.turn:
                size = rack.bit_count()
                hidden.racks[seat] = sum(BITS[card] for card in cards[:size])
                del cards[:size]
        other.append(paired_rollouts.Doubt(hidden, starter, choices))
    assert (paired_rollouts.results(INDIFFERENT, other, 2, Random(1)) == found).all()


def test_to_go_out_at_once_is_better_than_to_pass_on_every_deal() -> None:
    known = Situation(3, 3, [9] * 5, [9, 9], [0, 0], [0, 0])
    rack = sum(BITS[card] for card in range(6)) | sum(BITS[card] for card in (6, 7, 8))
    table = Table(2, 0, True, Random(1))
    table.racks[0], table.round = rack, 3
    out = After(known, (rack & 63, rack & ~63), 0, True, 0)
    wait = After(known, (), rack, False, 0)
    first, second = paired_rollouts.results(INDIFFERENT, [table.doubt((out, wait))], 8, Random(1))[
        0
    ]
    assert (first == 1).all()
    assert second.mean() < 1


def test_what_was_tried_against_scripted_rivals_is_handed_back_in_pairs_and_learned() -> None:
    found = play(Task(INDIFFERENT, None, (2, 2), 0, 2, 0.0, "pairs"))
    count = len(found.better)
    assert 0 < count <= 8
    assert found.pairs.shape == (count, 2, master_net.SEEN)
    assert found.better.shape == (count,)
    wanted = np.where(np.arange(count) % 2, 0.2, -0.2).astype(np.float32)
    found = found._replace(better=wanted)
    weights = fresh_weights(jax.random.key(1))
    mean, adam = jax.tree.map(jnp.copy, weights), begin_adam(weights)
    for number in range(60):
        batch = some_of(found, np.random.default_rng(number))
        step, points = jnp.float32(1e-3), jnp.float32(0)
        weights, mean, adam, _ = update(weights, mean, adam, batch, step, points)
    plain = {name: np.asarray(each) for name, each in weights.items()}
    odds, _ = master_net.evaluate(np, plain, found.pairs.reshape(2 * count, -1))
    first, second = (1 / (1 + np.exp(-odds))).reshape(-1, 2).T
    assert np.abs(first - second - wanted).mean() < 0.1


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
    for name in ("seen", "share", "points", "between", "won", "pairs", "better"):
        assert (getattr(one, name) == getattr(two, name)).all()
    assert one.turns == two.turns
