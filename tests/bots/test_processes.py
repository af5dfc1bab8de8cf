"""Bots' processes do not outlive the program that began them."""

import subprocess
import sys

from patience import PATIENCE_SECONDS

PROGRAM = """
import os, time
from quartett.bots.processes import pool
print(pool(1).submit(os.getpid).result(), flush=True)
time.sleep(60)
"""


def test_workers_end_when_their_program_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert int(program.stdout.readline()) != program.pid
        program.kill()
        # The workers hold the same pipe: it ends only when the last of them has gone.
        program.communicate(timeout=PATIENCE_SECONDS)
