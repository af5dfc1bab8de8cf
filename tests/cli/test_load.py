"""`quartett load` says in plain words what is wrong with a server's address, or its answer."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socket import create_server

import pytest

from quartett.cli import main
from quartett.client import Api, Refused, Seat
from quartett.core.errors import QuartettError
from server.live import run

ADDRESSES = [
    "foo",
    "",
    "http://",
    "http://[::",
    "http://a b",
    "http://127.0.0.1:nowhere",
    "http://127.0.0.1:99999",
    "file:///etc/hostname",
    "ftp://127.0.0.1",
]


@contextmanager
def stranger(status: int, page: bytes) -> Iterator[str]:
    """The address of a server that is not Quartett: it gives the same page to everybody."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(status)
            self.send_header("content-length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def nobody() -> str:
    """An address at which nobody listens."""
    with closing(create_server(("127.0.0.1", 0))) as free:
        return f"http://127.0.0.1:{free.getsockname()[1]}"


def refusal(capsys: pytest.CaptureFixture[str], file: Path, server: str) -> str:
    """What `load` says where it cannot load."""
    assert main(["load", str(file), "--server", server]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("quartett: ")
    assert said.err.count("\n") == 1
    return said.err


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A file to load; no server here ever reads it."""
    file = tmp_path / "match.jsonl"
    file.write_text("{}\n")
    return file


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_none_of_the_web_is_refused(
    capsys: pytest.CaptureFixture[str], log: Path, address: str
) -> None:
    said = refusal(capsys, log, address)
    assert said.startswith("quartett: cannot reach ")
    assert address in said


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_seat_cannot_be_joined_at_an_address_that_is_none(address: str) -> None:
    with pytest.raises(QuartettError, match="cannot reach"):
        run(Seat.join(f"{address}/t/table", "Robo"))


def test_a_server_that_is_down_is_named(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    server = nobody()
    assert refusal(capsys, log, server) == f"quartett: cannot reach {server}: Connection refused\n"


@pytest.mark.parametrize("page", [b"hi", b"{}", b"[]", b"\xff", b'{"table": {"id": 7}}', b""])
def test_a_server_that_is_not_quartett_is_named(
    capsys: pytest.CaptureFixture[str], log: Path, page: bytes
) -> None:
    with stranger(200, page) as server:
        assert refusal(capsys, log, server).startswith(f"quartett: {server} does not answer")
        with pytest.raises(QuartettError, match="does not answer"):
            run(Seat.join(f"{server}/t/abc", "Robo"))


def test_a_strangers_error_page_is_not_shown(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    with stranger(404, b"<html>\nnot\nhere\n</html>") as server:
        assert refusal(capsys, log, server) == f"quartett: {server} answers: 404 Not Found\n"


def test_a_program_is_told_of_a_broken_answer_too() -> None:
    with stranger(200, b"hi") as server, pytest.raises(QuartettError) as told:
        run(Api(server).post("/api/tables"))
    assert not isinstance(told.value, Refused)


def test_a_log_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = refusal(capsys, tmp_path / "none.jsonl", nobody())
    assert said == f"quartett: {tmp_path / 'none.jsonl'}: No such file or directory\n"
