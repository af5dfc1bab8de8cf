"""The report of baselines: one HTML page with plots, and a table for the terminal."""

from quartett.arena.stats import Estimate
from quartett.baselines.runs import Runs
from quartett.baselines.scores import summarised
from quartett.core.texts import say
from quartett.fast._variants import known_as
from quartett.report.document import document, figure, section, table
from quartett.report.svg import Labels, interval_bars

HEADING = ("algorithm", "runs", "score", "95 % interval", "learning", "a decision")
LABELS = Labels("algorithm", "score", "score by algorithm, with 95 % intervals")
CAPTION = (
    "Bars: interquartile mean of the runs' scores; upright lines: 95 % intervals by stratified"
    " bootstrap; dashed: as good as the opponents. A score is the share of the victory beside"
    " that of one opponent, so that numbers of players compare."
)

CURVE = "{algorithm} as it learns: the same matches after each part of its steps, over all runs."


def report(runs: Runs) -> str:
    """The whole page: all games together, then each of them."""
    plan = runs.plan
    about = (
        f"{plan.seeds} runs of each algorithm and game, {plan.matches} matches each against"
        f" {plan.opponents}; {plan.steps:,} steps of learning, {plan.simulations:,} playouts a"
        " decision."
    )
    parts = [_section(runs, title_of(game), (game,)) for game in plan.games]
    if len(plan.games) > 1:
        parts.insert(0, _section(runs, "All games", plan.games))
    return document("Baselines", about, *parts)


def rows(runs: Runs, games: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What each algorithm came to in these games, as text."""
    return [
        _row(runs, algorithm, games, each) for algorithm, each in estimates(runs, games).items()
    ]


def estimates(runs: Runs, games: tuple[str, ...]) -> dict[str, Estimate]:
    """The interquartile mean of each algorithm that has a run in each of these games."""
    found = {}
    for algorithm in runs.plan.algorithms:
        tasks = [runs.scores(algorithm, game) for game in games]
        if all(tasks):
            found[algorithm] = summarised(tasks)
    return found


def title_of(game: str) -> str:
    """A game's name; a variant's id beside that of its game."""
    known = known_as(game)
    name = say(f"{known.game}.name", None, "en")
    return name if game == known.game else f"{name} ({game})"


def _section(runs: Runs, title: str, games: tuple[str, ...]) -> str:
    found = estimates(runs, games)
    plot = interval_bars(list(found), list(found.values()), [0.5] * len(found), LABELS)
    curves = [_curve(runs, games, algorithm) for algorithm in found]
    return section(title, figure(plot, CAPTION), *curves, table([HEADING, *rows(runs, games)]))


def _curve(runs: Runs, games: tuple[str, ...], algorithm: str) -> str:
    """How a learner came to its score, in one game; nothing for those that do not learn."""
    found = learned(runs, games[0], algorithm) if len(games) == 1 else {}
    if not found:
        return ""
    labels = Labels("steps of learning", "score", f"{algorithm}: score by steps of learning")
    names = [f"{steps:,}" for steps in found]
    plot = interval_bars(names, list(found.values()), [0.5] * len(found), labels)
    return figure(plot, CURVE.format(algorithm=algorithm))


def learned(runs: Runs, game: str, algorithm: str) -> dict[int, Estimate]:
    """What a learner scored after so many steps, over its runs; in the end all of them."""
    done = [run for run in runs.of(algorithm, game) if run.curve]
    columns = zip(*(run.curve for run in done), strict=True)
    found = {column[0][0]: [score for _, score in column] for column in columns}
    if found:
        found[runs.plan.steps] = [run.score for run in done]
    return {steps: summarised([scores]) for steps, scores in found.items()}


def _row(runs: Runs, algorithm: str, games: tuple[str, ...], found: Estimate) -> tuple[str, ...]:
    done = [run for game in games for run in runs.of(algorithm, game)]
    learning = sum(run.prepared_s for run in done) / len(done)
    deciding = sum(run.decision_ms for run in done) / len(done)
    return (
        algorithm,
        str(len(done)),
        f"{found.mean:.1%}",
        f"{found.low:.1%} – {found.high:.1%}",
        f"{learning:.0f} s" if learning >= 1 else "–",
        f"{deciding:.3g} ms",
    )
