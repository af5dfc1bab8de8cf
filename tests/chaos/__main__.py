"""`scripts/chaos`: all faults with both databases, and a table of what they did."""

import argparse
import asyncio
import math
import sys
import tempfile
from pathlib import Path

import keeper
from chaos import notices
from chaos.suite import Plan, Result, faults_of, head, line, run


def main() -> int:
    """Run what was asked for; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="scripts/chaos", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--fault", action="append", help="only this one; can be repeated")
    parser.add_argument("--times", type=int, default=3, help="how often (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=6, help="at once (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long a fault lasts")
    parser.add_argument("--nodes", type=int, help="at a cluster of so many nodes")
    parser.add_argument("--kills", type=int, default=300, help="in all, of nodes at the end")
    parser.add_argument("--minutes", type=float, default=math.inf, help="of kills at most")
    parser.add_argument("--calm", type=float, default=1.5, help="seconds between two faults")
    args = parser.parse_args()
    if args.nodes:
        return _cluster(args)
    plan = Plan(args.tables, args.times, args.seconds, args.calm)
    print(head(), flush=True)
    fine = True
    for kind in args.database or ["sqlite", "postgresql"]:
        for name in [*faults_of(kind), notices.NOTICES]:
            if not args.fault or name in args.fault:
                with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                    result = asyncio.run(_made(kind, name, plan, Path(folder)))
                print(line(result), flush=True)
                fine = fine and result.fine
    return 0 if fine else 1


async def _made(kind: str, name: str, plan: Plan, folder: Path) -> Result:
    if name == notices.NOTICES:
        return await notices.run(kind, plan, folder)
    return await run(kind, [name], plan, folder)


def _cluster(args: argparse.Namespace) -> int:
    from cluster.faults import FAULTS
    from cluster.suite import MANY_KILLS, run_alone
    from cluster.suite import Plan as ClusterPlan

    plan = ClusterPlan(
        args.tables, args.times, args.seconds, args.calm, args.nodes, args.kills, args.minutes
    )
    print(head(), flush=True)
    fine = True
    for name in [*FAULTS, MANY_KILLS]:
        if not args.fault or name in args.fault:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                [result] = run_alone([name], plan, Path(folder))
            print(line(result), flush=True)
            fine = fine and result.fine
    return 0 if fine else 1


if __name__ == "__main__":
    keeper.watch()
    sys.exit(main())
