"""Read the documentation in the browser: guides, rules in six languages, the library.

The site is built from the installed pages and cached. `--out FOLDER` only builds it in that folder,
where the pages can be opened as files.
"""

import argparse
import os
import tempfile
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from quartett.core.errors import FormatError

HOST = "127.0.0.1"
MAX_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("--out", type=Path, metavar="FOLDER", help="only build the site, in this folder")
    add("--strict", action="store_true", help="treat warnings as errors")
    add("--port", type=int, default=0, metavar="N", help="default: any free one")
    add("--open", action=argparse.BooleanOptionalAction, default=True, help="open the browser")


def run(arguments: argparse.Namespace) -> int:
    """Build what is missing, then serve it unless `--out` is given."""
    from quartett.cli._site import build_site

    _check(arguments)
    work = _kept()
    out = arguments.out or work / "site"
    build_site(work, out, strict=arguments.strict)
    if arguments.out is not None:
        print(f"The documentation is in {out / 'index.html'}")
        return 0
    return _serve(out, arguments.port, opened=arguments.open)


def _check(arguments: argparse.Namespace) -> None:
    if not 0 <= arguments.port <= MAX_PORT:
        raise FormatError(f"--port must be from 0 to {MAX_PORT}, not {arguments.port}")
    if arguments.out is not None and arguments.out.exists() and not arguments.out.is_dir():
        raise FormatError(f"--out: {arguments.out} is a file, not a folder")


def _kept() -> Path:
    """The folder of the cached site."""
    from quartett import __version__

    try:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        cache = Path(tempfile.gettempdir())
    return cache / "quartett" / f"docs-{__version__}"


def _serve(folder: Path, port: int, *, opened: bool) -> int:
    with ThreadingHTTPServer((HOST, port), partial(Quiet, directory=str(folder))) as server:
        url = f"http://{HOST}:{server.server_port}/"
        print(f"The documentation is at {url}  (Ctrl+C stops it)", flush=True)
        if opened:
            webbrowser.open(url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""
