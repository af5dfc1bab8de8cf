"""Play: serve tables on this machine and open the browser."""

import argparse
import asyncio
import threading
import webbrowser
from pathlib import Path

from quartett.server.settings import Settings, default_data_dir


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 lets friends in the same network in "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--port", type=int, default=8000, help="0 is any free one (default: %(default)s)"
    )
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///… or postgresql+asyncpg://… (default: a file)"
    )
    parser.add_argument(
        "--data-dir",
        type=Path,
        default=None,
        help="where the embedded database lives (default: ~/.local/share/quartett, or as "
        "QUARTETT_DATA, XDG_DATA_HOME or LOCALAPPDATA say)",
    )
    parser.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=True, help="open the browser"
    )
    parser.add_argument(
        "--origin", action="append", default=[], help="another origin that may use this server"
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="FILE.py:CLASS",
        help="a bot of your own that may be seated under its class' name; can be given repeatedly",
    )
    parser.add_argument(
        "--think-ms",
        type=int,
        nargs=2,
        default=(400, 1200),
        metavar=("LEAST", "MOST"),
        help="how many ms bots pause (default: 400 1200)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from quartett.server.run import serve

    settings = Settings(
        host=args.host,
        port=args.port,
        database=args.database,
        data_dir=args.data_dir or default_data_dir(),
        origins=tuple(args.origin),
        think_ms=(args.think_ms[0], args.think_ms[1]),
        bots=tuple(args.bot),
    )
    ready = _open_browser if args.open else _say
    asyncio.run(serve(settings, ready))
    return 0


def _say(url: str) -> None:
    print(f"Quartett is at {url}  (Ctrl+C ends it; nothing is lost)", flush=True)


def _open_browser(url: str) -> None:
    _say(url)
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
