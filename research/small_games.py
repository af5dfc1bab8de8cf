"""Small variants worked out exactly: their size, their value, and how OpenSpiel's algorithms do.

The tree of the game is walked once through our OpenSpiel interface and handed to OpenSpiel as an
extensive-form game of its own, so that its solvers need no Python in between.

    python research/small_games.py [quartett_jericho_small] [--iterations N] [--plot FILE]
"""

import argparse
from typing import Any

import pyspiel

import quartett.env.open_spiel  # noqa: F401 (it registers the games)

LOOKS = 12
"""How many points a curve has."""


class Tree:
    """A game as text in the format EFG, and how large it is."""

    def __init__(self, name: str) -> None:
        self.lines = [f'EFG 2 R "{name}" {{ "first" "second" }}']
        self.decisions = self.chances = self.ends = 0
        self.known: list[dict[str, int]] = [{}, {}]
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


def curve(game: Any, solver: Any, iterations: int) -> list[tuple[int, float]]:
    """Exploitability after ever more iterations."""
    looks = sorted({round(iterations ** (at / LOOKS)) for at in range(LOOKS + 1)})
    found, done = [], 0
    for look in looks:
        while done < look:
            iterate(solver)
            done += 1
        found.append((look, pyspiel.nash_conv(game, solver.average_policy(), True) / 2))
    return found


def value_of(game: Any, policy: Any) -> list[float]:
    """What each player gets if both follow a policy."""
    found: list[float] = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    return found


def draw(curves: dict[str, list[tuple[int, float]]], file: str) -> None:
    """The curves as a picture."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for name, points in curves.items():
        axes.loglog(*zip(*points, strict=True), label=name, marker=".")
    axes.set_xlabel("iterations")
    axes.set_ylabel("exploitability (share of the victory)")
    axes.legend()
    figure.savefig(file)


def main() -> None:
    """Work a small game out and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="quartett_jericho_small")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--plot")
    given = parser.parse_args()
    tree = Tree(given.game)
    print(f"{given.game}: {tree.decisions:,} decisions, {tree.chances:,} chance nodes,")
    print(f"{tree.ends:,} ends; information states: {len(tree.known[0]):,} of the first player,")
    print(f"{len(tree.known[1]):,} of the second")
    game = tree.game()
    uniform = pyspiel.UniformRandomPolicy(game)
    print(f"uniform: exploitability {pyspiel.nash_conv(game, uniform, True) / 2:.4f},", end=" ")
    print("value", *(f"{each:.4f}" for each in value_of(game, uniform)))
    curves = {}
    for name, solver in solvers(game).items():
        many = given.iterations * (100 if "MCCFR" in name else 1)
        curves[name] = curve(game, solver, many)
        for at, gap in curves[name]:
            print(f"{name:>26} {at:>9,} {gap:.6f}", flush=True)
        if name == "CFR+":
            print(
                "value under CFR+:",
                *(f"{each:.5f}" for each in value_of(game, solver.average_policy())),
            )
    if given.plot:
        draw(curves, given.plot)


if __name__ == "__main__":
    main()
