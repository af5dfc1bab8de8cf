"""Which extra installs a package that a command is missing, from quartett's metadata."""

import re
from importlib.metadata import requires

from quartett.core.errors import QuartettError

EXTRA = re.compile(r"""^(?P<package>[\w.-]+).*\bextra == ['"](?P<extra>[\w-]+)['"]""")

PACKAGES = {"pyspiel": "open_spiel"}
"""Packages whose modules have another name."""

PREFERRED = {"load": "client", "serve": "server"}
"""Which extra is a command's own, where several bring the same package."""

EVERYTHING = "all"


class MissingExtraError(QuartettError):
    """A command needs packages that are not installed."""

    def __init__(self, command: str, extra: str) -> None:
        super().__init__(f"`{command}` needs more packages: pip install 'quartett[{extra}]'")


def missing_extra(command: str, error: ModuleNotFoundError) -> MissingExtraError | None:
    """What to install for a missing module; None if none of our extras has it."""
    module = (error.name or "").partition(".")[0]
    extras = _extras_with(PACKAGES.get(module, module))
    wanted = PREFERRED.get(command, command)
    extra = wanted if wanted in extras else next(iter(extras), None)
    return None if extra is None else MissingExtraError(f"quartett {command}", extra)


def _extras_with(package: str) -> list[str]:
    """The extras that bring a package, in the order in which they are declared."""
    found = (EXTRA.match(line) for line in requires("quartett") or [])
    extras = [
        each["extra"] for each in found if each and _folded(each["package"]) == _folded(package)
    ]
    return [extra for extra in extras if extra != EVERYTHING]


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
