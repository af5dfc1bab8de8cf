"""A stretch of network between two processes, which can be cut: nothing comes through any more."""

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

from patience import PATIENCE_SECONDS


class Network:
    """An event loop in a thread of its own, in which all gates stand."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self._gates: list[Gate] = []

    def gate(self, target: int | Path) -> "Gate":
        """A new gate before a port, or before a socket in the file system."""
        gate = asyncio.run_coroutine_threadsafe(Gate.open(target), self.loop).result(10)
        self._gates.append(gate)
        return gate

    def close(self) -> None:
        """Let everything go."""
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE_SECONDS)
        self.loop.close()

    async def _end(self) -> None:
        for gate in self._gates:
            gate.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Gate:
    """Listens on a port and passes everything on, until it is cut."""

    def __init__(self, target: int | Path) -> None:
        self.target = target
        self.port = 0
        self._server: asyncio.Server | None = None
        self._loop = asyncio.get_running_loop()
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, target: int | Path) -> "Gate":
        """Begin to listen."""
        gate = cls(target)
        gate._server = await asyncio.start_server(gate._accept, "127.0.0.1", 0)
        gate.port = gate._server.sockets[0].getsockname()[1]
        return gate

    def close(self) -> None:
        """Listen no longer."""
        if self._server is not None:
            self._server.close()

    def cut(self) -> None:
        """Let nothing through: connections stay open and silent, as behind a broken cable."""
        self._loop.call_soon_threadsafe(self._open.clear)

    def heal(self) -> None:
        """Let new connections through; those that were cut stay dead."""
        self._loop.call_soon_threadsafe(self._heal)

    def _heal(self) -> None:
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()
        self._open.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        try:
            await self._open.wait()
            far_reader, far_writer = await self._connect()
            self._writers.add(far_writer)
            await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()
            self._tasks.discard(task)
            self._writers.discard(writer)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, Path):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection("127.0.0.1", self.target)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 16):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        finally:
            with suppress(OSError, RuntimeError):
                writer.close()
            self._writers.discard(writer)
