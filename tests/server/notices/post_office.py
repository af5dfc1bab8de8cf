"""A small SMTP server: it takes mails in, or refuses them as a test wants."""

import asyncio
import email
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from email.message import EmailMessage
from email.policy import default


class PostOffice:
    """What came by SMTP."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.port = 0
        self.answer = "250 OK"
        """To a recipient; `silence` answers nothing at all."""
        self.tries = 0

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to an address."""
        return [mail for mail in self.mails if mail["To"] == address]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk to one client."""
        try:
            await self._talk(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 post office\r\n")
        while line := (await reader.readline()).decode().strip():
            word = line.split(":")[0].upper().split()[0]
            if word == "RCPT":
                self.tries += 1
                if self.answer == "silence":
                    await asyncio.sleep(3600)
                writer.write(f"{self.answer}\r\n".encode())
            elif word == "DATA":
                writer.write(b"354 go on\r\n")
                text = (await reader.readuntil(b"\r\n.\r\n"))[:-3]
                mail = email.message_from_bytes(text, policy=default)
                assert isinstance(mail, EmailMessage)
                self.mails.append(mail)
                writer.write(b"250 taken\r\n")
            elif word == "QUIT":
                writer.write(b"221 bye\r\n")
                return
            else:
                writer.write(b"250 OK\r\n")


@asynccontextmanager
async def post_office() -> AsyncIterator[PostOffice]:
    """A post office that is open until the block ends."""
    office = PostOffice()
    server = await asyncio.start_server(office.serve, "127.0.0.1", 0)
    office.port = server.sockets[0].getsockname()[1]
    try:
        yield office
    finally:
        server.close()


@contextmanager
def post_office_aside() -> Iterator[PostOffice]:
    """The same in a thread of its own."""
    opened: Future[tuple[PostOffice, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def stay_open() -> None:
        closing = asyncio.Event()
        async with post_office() as office:
            opened.set_result((office, asyncio.get_running_loop(), closing))
            await closing.wait()

    thread = threading.Thread(target=asyncio.run, args=(stay_open(),))
    thread.start()
    office, loop, closing = opened.result()
    try:
        yield office
    finally:
        loop.call_soon_threadsafe(closing.set)
        thread.join()
