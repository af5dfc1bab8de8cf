"""`scripts/play --nodes 3`: PostgreSQL, HAProxy and nodes on this machine, until Ctrl+C."""

import argparse
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path

import pytest

import keeper
from cluster.local import local_cluster


def main() -> int:
    """Run a cluster, and say where it is."""
    parser = argparse.ArgumentParser(prog="scripts/play", description=__doc__)
    parser.add_argument("--nodes", type=int, default=3, choices=range(1, 17), metavar="COUNT")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, default=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="quartett-cluster-") as folder:
        try:
            with local_cluster(
                Path(folder), args.nodes, args.port, gates=False, think_ms=(400, 1200)
            ) as cluster:
                print(f"Quartett is at {cluster.url}/  (Ctrl+C ends it)")
                for node in cluster.nodes:
                    print(f"  node {node.name}: process {node.pid}, {node.url}")
                print(f"  quartett cluster status --database '{cluster.database}'", flush=True)
                if args.open:
                    webbrowser.open(cluster.url)
                threading.Event().wait()
        except KeyboardInterrupt:
            return 130
        except (pytest.skip.Exception, pytest.fail.Exception) as missing:
            print(f"A cluster needs PostgreSQL and HAProxy: {missing.msg}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    keeper.watch()
    sys.exit(main())
