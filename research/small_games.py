"""Small variants worked out exactly: their size, their value, and how learners do on them.

The tree of the game is walked once through our OpenSpiel interface and handed to OpenSpiel as an
extensive-form game of its own, so that its solvers need no Python in between.

    python research/small_games.py [quartett_jericho_small] [--iterations N] [--decisions N]
        [--folder DIR] [--plot FILE]

With `--decisions` the network of the whole game learns the small one too, as `quartett train` does.
With `--folder` its training and curves are kept there after every look, and the same command
continues where it was stopped.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import msgspec
import numpy as np
import pyspiel

import quartett.env.open_spiel  # noqa: F401 (it registers the games)
from quartett._system import write_whole
from quartett.train.ppo import Size
from quartett.train.run import Plan, Run

LOOKS = 12
"""How many points a curve has."""

Curve = list[tuple[int, float]]
"""Exploitability after so many iterations, or decisions."""


class Tree:
    """A game as text in the format EFG, and how large it is."""

    def __init__(self, name: str) -> None:
        self.lines = [f'EFG 2 R "{name}" {{ "first" "second" }}']
        self.decisions = self.chances = self.ends = 0
        self.known: list[dict[str, int]] = [{}, {}]
        self.seen: dict[str, tuple[list[int], list[int]]] = {}
        """What a player sees in each information state, and what is legal."""
        self._walk(pyspiel.load_game(name).new_initial_state())

    def _walk(self, state: Any) -> None:
        if state.is_terminal():
            self.ends += 1
            first, second = state.returns()
            self.lines.append(f't "" {self.ends} "" {{ {first} {second} }}')
            return
        if state.is_chance_node():
            self.chances += 1
            outcomes = state.chance_outcomes()
            listed = " ".join(f'"{outcome}" {chance:.17g}' for outcome, chance in outcomes)
            self.lines.append(f'c "" {self.chances} "" {{ {listed} }} 0')
            following = [outcome for outcome, _ in outcomes]
        else:
            self.decisions += 1
            player, following = state.current_player(), state.legal_actions()
            known = self.known[player]
            number = known.setdefault(state.information_state_string(), len(known) + 1)
            self.seen.setdefault(
                f"{player}-{player}-{number}-{player}.{number}",
                (state.match.observe(player), following),
            )
            listed = " ".join(f'"{each}"' for each in following)
            self.lines.append(f'p "" {player + 1} {number} "{player}.{number}" {{ {listed} }} 0')
        for each in following:
            self._walk(state.child(each))

    def game(self) -> Any:
        """The same game, OpenSpiel's own."""
        return pyspiel.load_efg_game("\n".join(self.lines) + "\n")


def solvers(game: Any) -> dict[str, Any]:
    """OpenSpiel's algorithms, by name."""
    return {
        "CFR": pyspiel.CFRSolver(game),
        "CFR+": pyspiel.CFRPlusSolver(game),
        "external-sampling MCCFR": pyspiel.ExternalSamplingMCCFRSolver(game, seed=1),
        "outcome-sampling MCCFR": pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1),
    }


def iterate(solver: Any) -> None:
    """One iteration of an algorithm, whatever it calls that."""
    if hasattr(solver, "evaluate_and_update_policy"):
        solver.evaluate_and_update_policy()
    else:
        solver.run_iteration()


def looks(last: int) -> list[int]:
    """When to look, ever more seldom."""
    return sorted({round(last ** (at / LOOKS)) for at in range(LOOKS + 1)})


def exploitability(game: Any, policy: Any) -> float:
    """What a best response gains, averaged over both players."""
    return float(pyspiel.nash_conv(game, policy, True)) / 2


def curve(game: Any, solver: Any, iterations: int) -> Curve:
    """Exploitability after ever more iterations."""
    found, done = [], 0
    for look in looks(iterations):
        while done < look:
            iterate(solver)
            done += 1
        found.append((look, exploitability(game, solver.average_policy())))
    return found


AT_A_TIME = Size(matches=256, ticks=16, parts=4)
"""What is played and learned between two looks at most."""

PART = 4096
"""So many information states are put to the network at once."""


class Learned:
    """A network that learns a small game by self-play, as a policy for OpenSpiel."""

    def __init__(self, tree: Tree, game: Any, name: str, decisions: int, folder: Path) -> None:
        self._tree, self._game, self._numbers = tree, game, numbers_of(game)
        self._file = folder / "curves.json"
        self._run = Run(Plan(name, folder, decisions, size=AT_A_TIME), print)

    def curves(self) -> dict[str, Curve]:
        """Exploitability after ever more decisions: by its chances, and by its favourites."""
        run, found = self._run, self._kept()
        waiting = looks(run.plan.steps // (AT_A_TIME.matches * AT_A_TIME.ticks))
        while run.progress() < 1:
            run.learn()
            if run.updates in waiting or run.progress() >= 1:
                chances = list(self._chances())
                for name, greedy in zip(found, (False, True), strict=True):
                    gap = self._gap(chances, greedy)
                    found[name].append((run.decisions, gap))
                    print(f"{name:>26} {run.decisions:>9,} {gap:.6f}", flush=True)
                run.save()
                write_whole(self._file, msgspec.json.encode(found))
        return found

    def _kept(self) -> dict[str, Curve]:
        """The curves so far: what was learned after the last of their points is learned again."""
        if self._file.exists():
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, Curve])
        return {"network": Curve(), "network, favourites": Curve()}

    def _chances(self) -> Iterator[dict[int, float]]:
        """How likely each legal action is, by information state."""
        net, weights = self._run.learner.net, self._run.now.weights
        states = list(self._tree.seen.values())
        for at in range(0, len(states), PART):
            seen = jnp.array([seen for seen, _ in states[at : at + PART]], jnp.int16)
            logits, _ = net.evaluate(jnp, weights, seen)
            likings = np.asarray(net.by_id(jnp, seen, logits, -1e9), np.float64)
            for liked, (_, legal) in zip(likings, states[at : at + PART], strict=True):
                odds = np.exp(liked[legal] - liked[legal].max())
                yield dict(zip(legal, (odds / odds.sum()).tolist(), strict=True))

    def _gap(self, chances: list[dict[int, float]], greedy: bool) -> float:
        table = {}
        for told, odds in zip(self._tree.seen, chances, strict=True):
            best = max(odds, key=odds.__getitem__)
            played = {each: float(each == best) for each in odds} if greedy else odds
            table[told] = [(self._numbers[f"{each}"], likely) for each, likely in played.items()]
        return exploitability(self._game, pyspiel.TabularPolicy(table))


def numbers_of(game: Any) -> dict[str, int]:
    """OpenSpiel's own numbers of the actions, by ours."""
    found: dict[str, int] = {}
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            found |= {state.action_to_string(each): each for each in state.legal_actions()}
        waiting += [state.child(each) for each in state.legal_actions()]
    return found


def value_of(game: Any, policy: Any) -> list[float]:
    """What each player gets if both follow a policy."""
    found: list[float] = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    return found


def draw(panels: dict[str, dict[str, Curve]], file: str) -> None:
    """The curves as a picture, in one panel for each measure of effort."""
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = "quartett"
    from matplotlib import pyplot

    figure, across = pyplot.subplots(
        1, len(panels), figsize=(5 * len(panels) + 1, 4.5), sharey=True, squeeze=False,
        layout="constrained",
    )  # fmt: skip
    for axes, (effort, curves) in zip(across[0], panels.items(), strict=True):
        for name, points in curves.items():
            axes.loglog(*zip(*points, strict=True), label=name, marker=".")
        axes.set_xlabel(effort)
        axes.tick_params(axis="x", which="minor", labelbottom=False)
        axes.legend()
    across[0][0].set_ylabel("exploitability (share of the victory)")
    figure.savefig(file, metadata={"Date": None} if file.endswith(".svg") else None)


def main() -> None:
    """Work a small game out and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="quartett_jericho_small")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--decisions", type=int, default=0)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--plot")
    given = parser.parse_args()
    tree = Tree(given.game)
    print(f"{given.game}: {tree.decisions:,} decisions, {tree.chances:,} chance nodes,")
    print(f"{tree.ends:,} ends; information states: {len(tree.known[0]):,} of the first player,")
    print(f"{len(tree.known[1]):,} of the second")
    game = tree.game()
    uniform = pyspiel.UniformRandomPolicy(game)
    print(f"uniform: exploitability {exploitability(game, uniform):.4f},", end=" ")
    print("value", *(f"{each:.4f}" for each in value_of(game, uniform)))
    panels = {"iterations": solved(game, given.iterations)}
    if given.decisions:
        name = given.game.removeprefix("quartett_")
        with tempfile.TemporaryDirectory() as spare:
            folder = given.folder or Path(spare)
            learned = Learned(tree, game, name, given.decisions, folder)
            panels["decisions in self-play"] = learned.curves()
    if given.plot:
        draw(panels, given.plot)


def solved(game: Any, iterations: int) -> dict[str, Curve]:
    """The curves of OpenSpiel's algorithms."""
    curves = {}
    for name, solver in solvers(game).items():
        many = iterations * (100 if "MCCFR" in name else 1)
        curves[name] = curve(game, solver, many)
        for at, gap in curves[name]:
            print(f"{name:>26} {at:>9,} {gap:.6f}", flush=True)
        if name == "CFR+":
            values = value_of(game, solver.average_policy())
            print("value under CFR+:", *(f"{each:.5f}" for each in values))
    return curves


if __name__ == "__main__":
    main()
