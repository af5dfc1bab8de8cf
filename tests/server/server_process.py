"""A real server in a process of its own, which can be killed and started again."""

import re
import signal
import subprocess
import sys
from pathlib import Path


class Server:
    """A server in a process of its own, at the same address whenever it is started."""

    def __init__(self, data_dir: Path, database: str | None = None, *options: str) -> None:
        self._data_dir = data_dir
        self._options = options
        self._database = ["--database", database] if database else []
        self._port = 0
        self.url = ""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "quartett", "serve", "--no-open", "--think-ms", "0", "0"]
        place = ["--port", str(self._port), "--data-dir", str(self._data_dir), *self._database]
        self._process = subprocess.Popen(
            [*command, *place, *self._options], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self._process.stdout.readline())
        assert found
        self.url, self._port = found.group(), int(found.group(1))

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
