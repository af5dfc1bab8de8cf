"""Serve tables on this machine and open the browser to play."""

import argparse
import threading
import webbrowser

from quartett.cli._asking import BOTS, bot_names
from quartett.server.options import add_options, settings_from, take_secrets, with_password


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    add_options(parser)
    parser.add_argument(
        "--bots",
        metavar=BOTS,
        type=bot_names,
        action="extend",
        help="your own bots, as file.py:Class; each takes a seat under the name of its class",
    )
    parser.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=True, help="open the browser"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from quartett.server.serving.run import run_server
    from quartett.server.settings import database
    from quartett.server.store.opening import make_store

    settings = with_password(settings_from(vars(args)))
    take_secrets()
    make_store(database(settings))  # reports a missing driver before serving
    return run_server(settings, _open_browser if args.open else _say)


def _say(url: str) -> None:
    print(f"Quartett is at {url}  (Ctrl+C stops it; nothing is lost)", flush=True)


def _open_browser(url: str) -> None:
    _say(url)
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
