"""How fast the solver of Photo Rummy is beside CP-SAT and HiGHS on the same positions.

    scripts/bench solver        (or: benchmarks/bench_solver.py [POSITIONS PER FAMILY])

All three solve the same positions in the same run, taking turns every 50 positions, each on one
core, and have to agree; each position is asked once, after all have warmed up on the same few
others. Ours reads the cards and names them within its time; the time for building the others'
models is kept separate, and counted only in the last line of each table. Times are processor time;
other work on the machine still slows all three down alike. At the end ours alone is asked about big
racks and many jokers.
"""

import gc
import resource
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from ortools.sat.python import cp_model

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from games.photo_rummy.solver_positions import (  # the tests' own positions and model
    Case,
    random_case,
)
from games.photo_rummy.solver_reference import arrays, build, solve_arrays
from quartett.games.photo_rummy.solver import solve

FAMILIES = {
    "12 on the table, rack of 14": (12, (14, 14)),
    "24 on the table, rack of 8-20": (24, (8, 20)),
    "40-60 on the table, rack of 8-20": (40, (8, 20)),
}
"""Cards on the table and on the rack."""


HEADING = f"  {'ms':<10}{'median':>10}{'p99':>10}{'max':>10}"

TURN = 50
"""Positions that one solver answers before the next solver takes over."""

WARM_UP = 10
"""Positions of each family that every solver answers before the measuring begins."""

EXTREMES = 1000
"""Positions with big racks and many jokers."""

PATIENCE = 5.0
"""Seconds after which CP-SAT may give up; its answer is then not compared."""


def positions(size: int, rack: tuple[int, int], number: int) -> list[Case]:
    """Seeded positions, half of them with jokers on table and rack, most with an opened player."""
    cases = []
    for index in range(number):
        random = Random(f"{size}/{index}")
        jokers = (random.randint(0, 3), random.randint(0, 2)) if index % 2 else (0, 0)
        cards = size + (random.randint(0, 20) if size >= 40 else 0)
        opened = index % 5 != 4
        cases.append(random_case(random, cards, random.randint(*rack), *jokers, opened))
    return cases


Question = Callable[[], int | None]
"""A position made ready for one solver: answers with its cost, or None where it gave up."""


def for_us(case: Case) -> Question:
    """The project's solver; reading the cards and naming the answer's count towards its time."""

    def answer() -> int:
        said = solve(case.table, case.rack, case.opened)
        return (said.left << 16) + (said.minus << 8) + said.moved

    return answer


def for_cp_sat(case: Case) -> Question:
    """CP-SAT; building its model does not count."""
    program = build(*case, "cards")
    model = cp_model.CpModel()
    variables = [model.new_int_var(0, upper, "") for upper in program.upper]
    for terms, low, high in program.rows:
        total = sum(factor * variables[variable] for variable, factor in terms.items())
        model.add_linear_constraint(total, _whole(low), _whole(high))
    model.minimize(sum(cost * variables[variable] for variable, cost in program.costs.items()))

    def answer() -> int | None:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = PATIENCE
        status = solver.solve(model)
        if status == cp_model.OPTIMAL:
            return program.constant + min(0, round(solver.objective_value))
        return program.constant if status == cp_model.INFEASIBLE else None

    return answer


def _whole(bound: float) -> int:
    return int(bound) if abs(bound) < 1e9 else int(1e9 if bound > 0 else -1e9)


def for_highs(case: Case) -> Question:
    """SciPy's HiGHS; building its arrays does not count."""
    program = build(*case, "cards")
    ready = arrays(program)
    return lambda: program.constant + min(0, solve_arrays(*ready) or 0)


SOLVERS: dict[str, Callable[[Case], Question]] = {
    "quartett": for_us,
    "CP-SAT": for_cp_sat,
    "HiGHS": for_highs,
}


def warm_up() -> None:
    """Lets every solver answer the same few positions first, so that its code is loaded."""
    for size, rack in FAMILIES.values():
        for case in positions(size, rack, 1000 + WARM_UP)[1000:]:
            for prepare in SOLVERS.values():
                prepare(case)()


def extreme(index: int) -> Case:
    """Any table from none to all photos, a rack of up to 40, up to six jokers anywhere."""
    random = Random(f"extreme/{index}")
    size, rack = random.choice((0, 6, 12, 18, 24, 40, 60, 80, 102)), random.choice((14, 20, 30, 40))
    on_table = random.randint(0, 6)
    return random_case(random, size, rack, on_table, 6 - on_table, index % 5 != 4)


class Times(NamedTuple):
    """Milliseconds for one position: to make it ready for a solver, and to solve it."""

    ready: float
    solved: float


def measure(cases: list[Case]) -> dict[str, list[Times]]:
    """The times of each solver for each position; stops if two answers differ."""
    prepared = {name: [_timed(partial(SOLVERS[name], case)) for case in cases] for name in SOLVERS}
    timed: dict[str, list[tuple[int | None, float]]] = {name: [] for name in SOLVERS}
    spare_what_is_loaded()
    for start in range(0, len(cases), TURN):
        for name in SOLVERS:
            questions = [question for question, _ in prepared[name][start : start + TURN]]
            timed[name] += map(_timed, questions)
    for case, *said in zip(cases, *timed.values(), strict=True):
        assert len({answer for answer, _ in said if answer is not None}) == 1, (case, said)
    return {
        name: [Times(ready, needed) for (_, ready), (_, needed) in zip(*both, strict=True)]
        for name, both in ((name, (prepared[name], timed[name])) for name in SOLVERS)
    }


def spare_what_is_loaded() -> None:
    """Freezes loaded objects, so that timed garbage collections do not scan them."""
    gc.collect()
    gc.freeze()


T = TypeVar("T")


def _timed(question: Callable[[], T]) -> tuple[T, float]:
    start = time.process_time()
    answer = question()
    return answer, (time.process_time() - start) * 1000


def line(name: str, values: list[float]) -> str:
    """Median, 99th percentile and maximum of some times."""
    ordered = sorted(values)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"  {name:<10}{statistics.median(ordered):>10.3f}{late:>10.3f}{ordered[-1]:>10.3f}"


def report(title: str, times: dict[str, list[Times]]) -> None:
    """Prints one table."""
    print(f"{title} ({len(times['quartett'])} positions)")
    print(HEADING)
    for name, values in times.items():
        print(line(name, [each.solved for each in values]))
    alone = _factor({name: [each.solved for each in values] for name, values in times.items()})
    whole = _factor({name: [sum(each) for each in values] for name, values in times.items()})
    print(f"  median {alone:.0f} times faster than the faster of the two,")
    print(f"  {whole:.0f} times where building their models counts as well\n")


def _factor(times: dict[str, list[float]]) -> float:
    """How many times faster our median is than that of the faster rival."""
    rival = min(statistics.median(times["CP-SAT"]), statistics.median(times["HiGHS"]))
    return rival / statistics.median(times["quartett"])


def memory() -> int:
    """The most memory this process has used, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Measures all families and prints their times."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    total: dict[str, list[Times]] = {"quartett": [], "CP-SAT": [], "HiGHS": []}
    everything: list[Case] = []
    warm_up()
    for title, (size, rack) in FAMILIES.items():
        cases = positions(size, rack, number)
        everything += cases
        times = measure(cases)
        report(title, times)
        for name, values in times.items():
            total[name] += values
    report("all", total)
    print(f"big racks and six jokers, quartett alone ({EXTREMES} positions)\n{HEADING}")
    questions = [for_us(extreme(index)) for index in range(EXTREMES)]
    spare_what_is_loaded()
    print(line("quartett", [needed for _, needed in map(_timed, questions)]) + "\n")
    before = memory()
    for _ in range(5):
        for case in everything:
            for_us(case)()
    print(f"memory after {5 * len(everything)} more answers: +{memory() - before} KiB")


if __name__ == "__main__":
    main()
