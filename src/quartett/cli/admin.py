"""Administer a server: figures, people, tables, waiting notices, blocked names, erasing.

Everything works while servers run, on both kinds of database. Only `people` and
`tables` show names; no command shows cards. A server does the erasing, within a minute or once one
runs, because nothing else may write to a table at which people are playing.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from quartett.cli._asking import add_database, given_database, utf8
from quartett.core.errors import FormatError

if TYPE_CHECKING:
    from quartett.server.store.store import Store

STATES = ("waiting", "running", "over", "closed")
MEGABYTE = 1_000_000


class Told(msgspec.Struct, frozen=True):
    """An answer: for programs, and in lines for people."""

    value: object
    lines: list[str]


Answer = Callable[["Store", argparse.Namespace], Awaitable[Told]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parts = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for what, (about, _, declare) in PARTS.items():
        part = parts.add_parser(what, help=about, description=f"{about.capitalize()}.")
        add_database(part)
        part.add_argument("--json", action="store_true", help="one JSON document instead of text")
        declare(part)


def run(args: argparse.Namespace) -> int:
    """Print the answer."""
    where, _ = given_database(args)
    told = asyncio.run(_asked(where, args))
    if args.json:
        print(msgspec.json.encode(told.value).decode())
    else:
        print("\n".join(told.lines))
    return 0


async def _asked(where: str | Path, args: argparse.Namespace) -> Told:
    from quartett.server.store.database_url import database_address
    from quartett.server.store.opening import open_store

    address = database_address(where)
    if address.engine == "sqlite" and not Path(address.where).exists():
        raise FormatError(f"{address.where} is not there: no server has run here")
    store = await open_store(where)
    try:
        return await PARTS[args.what][1](store, args)
    finally:
        await store.close()


# Looking


async def _figures(store: "Store", _: argparse.Namespace) -> Told:
    from quartett.server.people.operating import figures

    found = await figures(store)
    states = ", ".join(f"{found.tables.get(state, 0)} {state}" for state in STATES)
    keys = f"{found.devices} devices, {found.passkeys} passkeys"
    lines = [
        f"tables: {sum(found.tables.values())} ({states}), {found.damaged_tables} damaged",
        f"evenings: {found.evenings}, {found.damaged_evenings} damaged",
        f"people who keep their name: {found.people} ({keys})",
        f"guests with a table: {found.guests}",
        f"results of finished matches: {found.finished_matches}",
        f"stored: {_size(found.stored_bytes)}",
        f"blocked names: {found.blocked_names}",
        f"to be erased: {found.to_erase}",
    ]
    return Told(found, lines)


async def _people(store: "Store", args: argparse.Namespace) -> Told:
    from quartett.server.people.operating import people

    found = await people(store, args.find, args.limit)
    lines = [
        f"{each.handle}  {each.name}  since {_day(each.created_at)}, last there"
        f" {_day(each.seen_at)}; devices: {each.devices}, tables: {each.tables},"
        f" results: {each.results}"
        for each in found
    ]
    return Told(found, lines or ["nobody"])


async def _tables(store: "Store", args: argparse.Namespace) -> Told:
    from quartett.server.people.operating import tables

    found = await tables(store, args.status, args.damaged, args.limit)
    lines = [
        f"{each.id}  {each.game}, {each.status}, changed {_day(each.changed_at)},"
        f" {_size(each.bytes)}: {', '.join(each.players) or 'nobody'}"
        + (f"; damaged: {each.damage}" if each.damage else "")
        for each in found
    ]
    return Told(found, lines or ["no tables"])


async def _notices(store: "Store", args: argparse.Namespace) -> Told:
    from quartett.server.notices.outbox import counts, failures

    waiting, given_up = await counts(store)
    failed = [
        {"table": table, "why": why, "turn_ends_at": ends}
        for table, why, ends in await failures(store, args.limit)
    ]
    lines = [f"{each['table']}  {each['why']}" for each in failed]
    told = {"waiting": waiting, "given_up": given_up, "failed": failed}
    return Told(told, [f"waiting: {waiting}, given up: {given_up}", *lines])


def _size(bytes: int) -> str:
    return f"{bytes / MEGABYTE:.1f} MB" if bytes >= MEGABYTE / 10 else f"{bytes} bytes"


def _day(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d")


# Blocked names


async def _names(store: "Store", args: argparse.Namespace) -> Told:
    from quartett.server.people.operating import block, blocked_names

    if args.block or args.unblock:
        names = await block(store, args.block, args.unblock)
    else:
        names = await blocked_names(store)
    return Told(names, names or ["no names are blocked"])


# Erasing


async def _erase(store: "Store", args: argparse.Namespace) -> Told:
    if (args.handle is None) == (args.table is None):
        raise FormatError("name either a person's handle, or --table and --number of a guest")
    whom, wish = await (_person(store, args) if args.table is None else _guest(store, args))
    if not args.yes:
        return Told({"erase": whom, "done": False}, [f"{whom}: add --yes to have this erased"])
    await wish()
    when = "a server erases this within a minute, or as soon as one runs"
    return Told({"erase": whom, "done": True}, [f"{whom}: {when}"])


Wish = Callable[[], Awaitable[None]]


async def _person(store: "Store", args: argparse.Namespace) -> tuple[str, Wish]:
    from quartett.server.people.operating import person_to_erase, wish_person_erased

    line = await person_to_erase(store, args.handle)
    has = f"devices: {line.devices}, tables: {line.tables}, results: {line.results}"
    return f"{line.name} ({has})", lambda: wish_person_erased(store, line)


async def _guest(store: "Store", args: argparse.Namespace) -> tuple[str, Wish]:
    from quartett.server.people.operating import guest_to_erase, wish_guest_erased

    name, browser = await guest_to_erase(store, args.table, args.number)
    return f"{name}, a guest, at all their tables", lambda: wish_guest_erased(store, browser)


# What there is


def _nothing_more(part: argparse.ArgumentParser) -> None:
    """Figures take no arguments."""


def _limited(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--limit", metavar="N", type=int, default=100, help="show at most N (default: 100)"
    )


def _about_people(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--find", metavar="TEXT", type=utf8, default="", help="part of a name, or a handle"
    )
    _limited(part)


def _about_tables(part: argparse.ArgumentParser) -> None:
    part.add_argument("--status", choices=STATES, help="only tables in this state")
    part.add_argument("--damaged", action="store_true", help="only tables that cannot be read")
    _limited(part)


def _about_names(part: argparse.ArgumentParser) -> None:
    for option, about in (("--block", "forbid this name"), ("--unblock", "allow it again")):
        part.add_argument(
            option,
            metavar="NAME",
            type=utf8,
            action="append",
            default=[],
            help=f"{about}; * matches any letters; can be given repeatedly",
        )


def _about_erasing(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "handle",
        nargs="?",
        metavar="HANDLE",
        help="the first six letters of each of the person's recovery codes",
    )
    part.add_argument("--table", metavar="ID", help="the table of the guest to erase")
    part.add_argument(
        "--number", metavar="N", type=int, default=0, help="the guest's number at that table"
    )
    part.add_argument("--yes", action="store_true", help="erase, not only show who it is")


Declare = Callable[[argparse.ArgumentParser], None]
PARTS: dict[str, tuple[str, Answer, Declare]] = {
    "figures": ("counts of people, tables and storage, without names", _figures, _nothing_more),
    "people": ("people who keep their name", _people, _about_people),
    "tables": ("tables, and who sits there", _tables, _about_tables),
    "notices": ("notices that are waiting or were given up, and why", _notices, _limited),
    "names": ("names that nobody may use; servers notice within a minute", _names, _about_names),
    "erase": ("erase somebody on request", _erase, _about_erasing),
}
