"""A real server in a process of its own, which can be killed and started again."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from patience import PATIENCE_SECONDS


class Server:
    """A server in a process of its own, at the same address whenever it is started."""

    def __init__(self, data_dir: Path, database: str | None = None, *options: str) -> None:
        data_dir.mkdir(parents=True, exist_ok=True)
        self._data_dir = data_dir
        self._options = options
        self._database = ["--database", database] if database else []
        self._port = 0
        self.log = data_dir / "server.log"
        self.url = ""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "quartett", "serve", "--no-open", "--think-ms", "0", "0"]
        place = ["--port", str(self._port), "--data-dir", str(self._data_dir), *self._database]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, *place, *self._options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self._process.stdout.readline())
        assert found, self.log.read_text()
        self.url, self._port = found.group(), int(found.group(1))

    @property
    def pid(self) -> int:
        """The process that runs now."""
        return self._process.pid

    def end(self, how: signal.Signals, seconds: float = PATIENCE_SECONDS) -> int:
        """End it with a signal to all its processes, as a terminal does; its exit status."""
        os.killpg(self._process.pid, how)
        status = self._process.wait(seconds)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    def send(self, how: signal.Signals) -> None:
        """Send it a signal, and go on."""
        self._process.send_signal(how)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
